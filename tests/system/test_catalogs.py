"""Every catalog of translations is whole, and written as its language is: checked for all that there are."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from rich.cells import cell_len
from support.catalog_faults import SAME, faults, limit

ROOT = Path(__file__).parents[2]
LOCALE = ROOT / "protocol/opera_protocol/texts/locale"
CATALOGS = sorted(LOCALE.glob("*/LC_MESSAGES/opera.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def same_in(language: str) -> set[str]:
    """Texts that may stay English in a language."""
    lines = [line for line in SAME.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    own = f"{language}: "
    return {line.removeprefix(own) for line in lines if line.startswith(own) or line[2:4] != ": "}


@pytest.mark.parametrize("path", CATALOGS, ids=lambda path: path.parts[-3])
def test_a_catalog_is_without_faults(path: Path) -> None:
    """Complete, nothing fuzzy, placeholders, line breaks and widths kept, marks and spaces as the language has them."""
    language = path.parts[-3]
    assert faults(language, read(LOCALE / "opera.pot"), read(path), same_in(language)) == []


def test_english_keeps_to_the_widths_that_translators_are_told() -> None:
    stated = [(str(message.id), limit(message)) for message in read(LOCALE / "opera.pot")]
    assert any(cells for _text, cells in stated)
    wide = [text for text, cells in stated if cells is not None and cell_len(text.strip()) > cells]
    assert [text for text in wide if "{" not in text] == []


def made_up(texts: Mapping[str, str], language: str = "fr") -> list[str]:
    """The faults of a catalog with these texts; the template has nothing else."""
    template, catalog = Catalog(), Catalog(locale=language)
    for english, translated in texts.items():
        template.add(english)
        catalog.add(english, translated)
    return faults(language, template, catalog, {"Palazzo"})


@pytest.mark.parametrize(
    ("language", "english", "translated", "fault"),
    [
        ("de", "Settings", "", "missing"),
        ("de", "Settings", "Settings", "as in English"),
        ("de", "{n} bots at {table}", "{n} Bots am {tisch}", "other placeholders"),
        ("de", "{gain:signed} now", "{gain} jetzt", "other placeholders"),
        ("de", "{n} bots", "{n Bots", "other placeholders"),
        ("de", "one\ntwo", "eins zwei", "other line breaks"),
        ("de", " wins", "gewinnt", "other blanks at its ends"),
        ("de", "There is no “{key}”.", 'Es gibt kein "{key}".', 'quotation marks "'),
        ("de", "There is no “{key}”.", "Es gibt kein “{key}”.", "quotation marks ”"),
        ("fr", "There is no “{key}”.", "Il n'y a pas de «{key}».", "no space that does not break inside"),
        ("fr", "Quit?", "Quitter?", "no space that does not break before a mark"),
        ("fr", "Quit?", "Quitter ?", "no space that does not break before a mark"),
        ("fr", "Tip: {tip}", "Conseil\N{NARROW NO-BREAK SPACE}: {tip}", "a narrow space"),
        ("fr", "{who}: {what}", "{who}: {what}!", "no space that does not break before a mark"),
    ],
)
def test_a_broken_text_is_found(language: str, english: str, translated: str, fault: str) -> None:
    found = made_up({english: translated}, language)
    assert any(one.startswith(fault) for one in found), found


@pytest.mark.parametrize(
    ("language", "english", "translated"),
    [
        ("de", "Palazzo", "Palazzo"),
        ("de", "{seat}: {bid}", "{seat}: {bid}"),
        ("de", "There is no “{key}”.", "Es gibt kein „{key}“."),
        ("de", "{seat} hires {role:object}", "{role:Object} wirbt {seat} an"),
        ("fr", "Quit? Go to HOST:PORT at 10:30", "Quitter\N{NO-BREAK SPACE}? Va à HOST:PORT à 10:30"),
        ("fr", "“{deed}”", "«\N{NO-BREAK SPACE}{deed}\N{NO-BREAK SPACE}»"),
        ("it", 'a key such as "n"', 'un tasto come "n"'),
    ],
)
def test_a_good_text_has_no_fault(language: str, english: str, translated: str) -> None:
    assert made_up({english: translated}, language) == []


def test_fuzzy_and_wide_entries_and_missing_plural_forms_are_found() -> None:
    """The width is in the context or in the comment to translators."""
    template, catalog = Catalog(), Catalog(locale="de")
    template.add("level", context="3 cells")
    catalog.add("level", "Stufe", context="3 cells")
    template.add("fee", auto_comments=["Translators: at most 4 cells."])
    catalog.add("fee", "Gebühr", flags=["fuzzy"])
    template.add(("{n} ducat", "{n} ducats"))
    catalog.add(("{n} ducat", "{n} ducats"), ("ein Dukaten", ""))
    found = faults("de", template, catalog, ())
    assert found == [
        "wider than 3 cells: level",
        "fuzzy: fee",
        "wider than 4 cells: fee",
        "missing: {n} ducat",
    ]
