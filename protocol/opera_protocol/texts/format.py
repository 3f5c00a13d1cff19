"""Fill templates: show each parameter in the words of players, in their language, as plain text.

A placeholder `{ducats:ducats}` shows the number with its unit, `{steps:signed}` with its sign, `{bytes:number}` as the
language writes large ones, `{role:subject}` a word with its article.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Final

from opera_games.catalog import GAMES, texts_of
from opera_protocol.texts.conventions import number
from opera_protocol.texts.i18n import ENGLISH, N_, NN_, Translations, translated
from opera_protocol.texts.nouns import Noun, noun
from opera_protocol.texts.vocabulary import ACTIONS, CAUSES, DECISIONS, FIELDS, PROBLEMS, REASONS, WORDS, OfAllGames

MOST_CHARACTERS: Final = 1000
MOST_ENTRIES: Final = 100
"""What is shown of a parameter; no server of ours has longer ones."""
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""What French has before its marks: not printable to Python, but to every terminal."""
VOCABULARIES: Final[Mapping[str, Mapping[str, str]]] = {
    "asked": DECISIONS,
    "got": ACTIONS,
    "field": FIELDS,
    "reason": REASONS,
    "cause": CAUSES,
    "problem": PROBLEMS,
    "game": WORDS,
}
"""Parameters that are words of every game or of none, and where their display names stand."""

UNITS: Final = OfAllGames[str, tuple[str, str]](
    "UNITS",
    {
        "points": NN_("{n} point", "{n} points"),
        "lines": NN_("{n} line", "{n} lines"),
        "tables": NN_("{n} table", "{n} tables"),
        "seats": NN_("{n} seat", "{n} seats"),
        "actions": NN_("{n} action", "{n} actions"),
        "seconds": NN_("{n} second", "{n} seconds"),
    },
)

ITEMS: Final = OfAllGames[str, str](
    "ITEMS",
    {
        "rank": N_("{place}. {seat} {points}"),
        "no_name": N_("seat {number}"),
        "clock_none": N_("as long as you like"),
        "clock_decision": N_("{seconds:seconds} for each decision"),
        "clock_bank": N_("{seconds:seconds} for the whole game"),
    },
)


class Teller(Formatter):
    """Fill templates for one table: in the reader's language, with the names of its players and of its edition."""

    def __init__(
        self,
        names: Sequence[str] = (),
        edition_names: Mapping[str, str] | None = None,
        translations: Translations = ENGLISH,
    ) -> None:
        self.names = names
        self.edition_names = edition_names or {}
        """Names in the edition by id, such as those of singers."""
        self.translations = translations

    def tell(self, template: str, parameters: Mapping[str, Any]) -> str:
        """Fill the parameters into the template, in the reader's language."""
        return self.vformat(translated(template, self.translations), (), parameters)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Show a parameter that the template has, and no more of it than anybody would read."""
        shown = self.show(str(key), kwargs[str(key)])
        return shortened(shown) if isinstance(shown, str) else shown

    def show(self, name: str, value: Any) -> str | int:
        """Show a parameter in players' words; of lists, each entry; numbers stay numbers for the template's form."""
        if name in SHOWN:
            return SHOWN[name](self, value)
        if isinstance(value, list | tuple):
            return self.joined(str(self.show(name, entry)) for entry in value[:MOST_ENTRIES])
        if type(value) is int:
            return self.player(value) if _is_listed("SEAT_PARAMETERS", name) else value
        if not isinstance(value, str):
            return str(value)
        if name in VOCABULARIES:
            return self.word(value, VOCABULARIES[name])
        return self.word(value) if _is_listed("WORD_PARAMETERS", name) else plain(shortened(value))

    def word(self, word: str, vocabulary: Mapping[str, str] = WORDS) -> str:
        """Show a word of the games, with its forms where it has some."""
        if word not in vocabulary:
            return plain(shortened(word))
        return noun(word, translated(vocabulary[word], self.translations), self.translations)

    def named(self, thing: str) -> str:
        """Show what the edition calls this id; else the word itself."""
        return plain(self.edition_names[thing]) if thing in self.edition_names else self.word(thing)

    def player(self, seat: int) -> str:
        if seat in range(len(self.names)):
            return plain(self.names[seat])
        return self.item("no_name", number=seat + 1)

    def item(self, key: str, **parameters: Any) -> str:
        return self.tell(ITEMS[key], parameters)

    def joined(self, items: Iterable[str]) -> str:
        return ", ".join(items) or "–"

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write a number with its sign or unit, a word in one of its forms, as the template asks."""
        if isinstance(value, Noun):
            return format(value, format_spec)
        if format_spec == "signed":
            return f"{value:+d}"
        if format_spec == "number":
            return number(value, self.translations)
        if format_spec in UNITS:
            return self.translations.ngettext(*UNITS[format_spec], value).format(n=value)
        return str(value)


def shortened(text: str) -> str:
    """Return the text, or the beginning of one that nobody would read to its end."""
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


def plain(text: str) -> str:
    """Return the text without anything that a terminal could act on; the space that does not break stays."""
    return "".join(
        character if character.isprintable() or character == NO_BREAK else "\N{REPLACEMENT CHARACTER}"
        for character in text
    )


def _is_listed(table: str, parameter: str) -> bool:
    """Say whether a game lists this parameter among its seats or words."""
    return any(parameter in getattr(texts_of(game), table) for game in GAMES)


def _ranking(teller: Teller, ranking: Sequence[tuple[int, int]]) -> str:
    places = enumerate(ranking, start=1)
    return teller.joined(teller.item("rank", place=place, seat=seat, points=points) for place, (seat, points) in places)


def _clock(teller: Teller, clock: Mapping[str, Any]) -> str:
    return teller.item(f"clock_{clock['mode']}", seconds=clock["seconds"])


SHOWN: Final = OfAllGames[str, Callable[[Teller, Any], str]]("SHOWN", {"ranking": _ranking, "clock": _clock})
"""Parameters that need a function to show them, by their names."""
