"""What can be wrong with a catalog of translations, found without understanding its language."""

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from rich.cells import cell_len

SAME: Final = Path(__file__).parents[1] / "fixtures/same_in_languages.txt"
"""Texts that a catalog may leave as they are in English."""
CELLS: Final = re.compile(r"(\d+) cells")
"""How many cells there are for a text, in its context or in a comment to translators; the last number counts."""
NOUN_FORMS: Final = frozenset({"subject", "object", "of", "to"})
"""Forms of words with an article, of which each language takes the one that its sentence needs."""
FOREIGN_QUOTES: Final[Mapping[str, str]] = {"it": '"', "de": '"”«»', "fr": '"“”„'}
"""Quotation marks that a language does not use in these texts."""
NO_SPACE_BEFORE: Final = re.compile(r"(?<![\N{NO-BREAK SPACE};:!?])[;:!?](?=\s|$)")
"""A mark that French sets off, without the space that does not break; not in addresses, times and commands."""
PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")
GUILLEMETS: Final = re.compile(r"«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»")
NARROW_SPACE: Final = "\N{NARROW NO-BREAK SPACE}"


def faults(language: str, template: Catalog, catalog: Catalog, same: Collection[str]) -> list[str]:
    """Return every fault, each with the English text; `same` are those that may stay as they are."""
    found = [f"not in the template any more: {message.id}" for message in catalog.obsolete.values()]
    for message in template:
        if not message.id:
            continue
        own = catalog.get(*_key(message))
        english = _texts(message.id)
        texts = _texts(own.string) if own else ()
        if own is None or not texts or not all(texts):
            found.append(f"missing: {english[0]}")
            continue
        told = [*_about_entry(message, own), *_about_texts(language, message, texts, same)]
        found += [f"{fault}: {english[0]}" for fault in told]
    return found


def _key(message: Message) -> tuple[str, str | None]:
    return message.id if isinstance(message.id, str) else message.id[0], message.context


def _texts(text: str | list[str] | tuple[str, ...] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def _about_entry(message: Message, own: Message) -> Iterator[str]:
    if own.fuzzy:
        yield "fuzzy"
    if message.pluralizable != own.pluralizable:
        yield "other plural forms"


def _about_texts(language: str, message: Message, texts: tuple[str, ...], same: Collection[str]) -> Iterator[str]:
    english = _texts(message.id)
    for place, text in enumerate(texts):
        original = english[min(place, len(english) - 1)]
        if not _fits_placeholders(english, text, is_first=place == 0):
            yield "other placeholders"
        if text.count("\n") != original.count("\n"):
            yield "other line breaks"
        if _edges(text) != _edges(original):
            yield "other blanks at its ends"
        if text == original and original not in same and _has_words(original):
            yield "as in English"
        yield from typography(language, text, original)
        yield from _too_wide(message, text)


def _fits_placeholders(english: tuple[str, ...], text: str, *, is_first: bool) -> bool:
    """Say whether a text has those of the English one; the first of several numbers may say it in words."""
    try:
        own, wanted = placeholders(text), placeholders(english[-1])
    except ValueError:
        return False
    return own == wanted or (is_first and len(english) > 1 and own == {one for one in wanted if one[0] != "n"})


def placeholders(text: str) -> set[tuple[str, str]]:
    """Return the names of the placeholders with their forms; which article a word has is the language's own matter."""
    found = [(name, form or "") for _text, name, form, _conversion in Formatter().parse(text) if name is not None]
    return {(name, "article" if form.lower() in NOUN_FORMS else form) for name, form in found}


def _edges(text: str) -> tuple[str, str]:
    bare = text.strip()
    return text[: text.find(bare)], text[text.find(bare) + len(bare) :]


def typography(language: str, text: str, english: str) -> Iterator[str]:
    """Find quotation marks of another language, and in French marks without their space."""
    wrong = [
        mark for mark in FOREIGN_QUOTES.get(language, "") if mark in text and not (mark == '"' and mark in english)
    ]
    if wrong:
        yield f"quotation marks {''.join(wrong)}"
    if NARROW_SPACE in text:
        yield "a narrow space"
    if language == "fr" and NO_SPACE_BEFORE.search(PLACEHOLDER.sub("0", text)):
        yield "no space that does not break before a mark"
    if language == "fr" and GUILLEMETS.search(text):
        yield "no space that does not break inside quotation marks"


def limit(message: Message) -> int | None:
    """Return how many cells there are for a text, if that is stated."""
    stated = [CELLS.findall(text) for text in (message.context or "", " ".join(message.auto_comments))]
    return next((int(found[-1]) for found in stated if found), None)


def _has_words(text: str) -> bool:
    """Whether a text says something of its own, not only what stands in its placeholders."""
    return any(character.isalpha() for character in PLACEHOLDER.sub("", text))


def _too_wide(message: Message, text: str) -> Iterator[str]:
    cells = limit(message)
    if cells is not None and "{" not in text and cell_len(text.strip()) > cells:
        yield f"wider than {cells} cells"
