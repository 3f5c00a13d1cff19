"""The list of games, and what shared code may ask about a game by its name.

A game is a package of the same name in `opera_games`, `opera_rules`, `opera_bots`, `opera_lab.games` and
`opera_tui.games`. Shared code finds each by the game's name and names no game itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol, Self, cast

GAMES: Final = ["opera", "turandot"]
"""In the order in which lists show them; the first is the default. Tests add one."""


def N_(text: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a text for translators; it is translated where it is shown."""
    return text


def NN_(singular: str, plural: str) -> tuple[str, str]:  # noqa: N802 - as above
    """Mark a text that depends on a number."""
    return singular, plural


class InContext(str):
    """A marked text with what tells its meanings apart, such as a short form from the word in a sentence."""

    __slots__ = ("context",)
    context: str

    def __new__(cls, context: str, text: str) -> Self:
        marked = super().__new__(cls, text)
        marked.context = context
        return marked


def NP_(context: str, text: str) -> str:  # noqa: N802 - as above
    """Mark a text that other languages say differently in this context."""
    return InContext(context, text)


class Option(NamedTuple):
    """An option of a game that the host of a table chooses."""

    name: str
    label: str
    values: tuple[tuple[int, str], ...]
    """Each value with what the lobby says about it, the usual one first; one with `bool` values is a switch."""
    note: str = ""


class About(NamedTuple):
    """Facts about a game that need no rules."""

    title: str
    seats: range
    usual_seats: int
    progress_fields: tuple[str, str]
    """The fields of the public document that say how far a game is, and how far it goes."""
    progress: str
    """How far a game is, as a template with `{n}` and `{all}`."""
    named_progress: str
    """The same after the table's `{name}`."""
    step: str = N_("round")
    """What it is that is counted there."""
    sealed: str = ""
    """The field of the private document that holds what the seat has chosen and nobody may see before the reveal."""
    options: tuple[Option, ...] = ()
    home_key: str = ""
    """The key on the home screen that plays it; the first game is played by `Play now`."""
    play: str = ""
    """What that key does."""


class Teller(Protocol):
    """Shows parameters in players' words; implemented in `opera_protocol.texts.format`."""

    def tell(self, template: str, parameters: Mapping[str, Any]) -> str: ...
    def item(self, key: str, **parameters: Any) -> str: ...
    def joined(self, items: Iterable[str]) -> str: ...
    def word(self, word: str) -> str: ...
    def named(self, thing: str) -> str:
        """Show the name that the table's edition gives this id, or else the word."""
        ...


ToText = Callable[[Teller, Any], str]
"""Turns a value into players' words."""


class Texts(Protocol):
    """The module `texts` of a game: its words and sentences in English, marked for translators."""

    WORDS: Mapping[str, str]
    """Display names of the game's words."""
    FORMS: Mapping[str, Mapping[str, str]]
    """Words that sentences use with their article: `subject`, `object`, `of` and `to`, each marked with its context."""
    DECISIONS: Mapping[str, str]
    """What a player is asked to do, by the kind of decision."""
    ACTIONS: Mapping[str, str]
    """What an action is called, by its name."""
    UNITS: Mapping[str, tuple[str, str]]
    """Numbers with their unit: `{ducats:ducats}`."""
    ITEMS: Mapping[str, str]
    """Entries of lists in log lines."""
    SEAT_PARAMETERS: frozenset[str]
    """Parameters that are seats."""
    WORD_PARAMETERS: frozenset[str]
    """Parameters that are among `WORDS`."""
    SHOWN: Mapping[str, ToText]
    """Formatters of parameters that are no plain words, by the parameter's name."""
    REFUSALS: Mapping[str, str]
    """Why something is not allowed, by the refusal's code."""
    HINTS: Mapping[str, str]
    """What speaks for an action that a bot proposes, by the reason's code; they stand one after the other."""
    WHYS: Mapping[str, str]
    """Why the best move of a puzzle is better than the tempting one, by the reason's code."""
    EVENTS: Mapping[str, str]
    """Log lines by event; after a colon, another wording for the same event."""
    VARIANTS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]]
    """The other wording of an event, and the condition for it."""
    COMPOSITES: Mapping[tuple[str, str], ToText]
    """Formatters of parameters that are lists of more than words, by event and parameter; they get the whole event."""


def about(game: str) -> About:
    """Return the facts about a game of `GAMES`."""
    return cast("About", import_module(f"opera_games.{game}").ABOUT)


def edition_text(game: str) -> str:
    """Return the data file of the edition that comes with the program, comments included."""
    return files(f"opera_games.{game}").joinpath("edition.toml").read_text("utf-8")


def figures_by_seat(game: str) -> Sequence[str]:
    """Return the figures in the previews of a game of `GAMES` that every seat has, before and after."""
    return cast("Sequence[str]", import_module(f"opera_games.{game}.choices").FIGURES_BY_SEAT)


@cache
def texts_of(game: str) -> Texts:
    """Return the words and sentences of a game of `GAMES`."""
    return cast("Texts", import_module(f"opera_games.{game}.texts"))
