"""The texts of the help, and what a game brings of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol


class Page(NamedTuple):
    """A title and what is to be said about it, in English; it is translated when it is shown."""

    title: str
    paragraphs: tuple[str, ...]


def page(title: str, *paragraphs: str) -> Page:
    """Write a page as its title and one paragraph after the other."""
    return Page(title, paragraphs)


class Tip(NamedTuple):
    """Advice for a first game: a few words for next to the tabs, and a sentence or two for where there is room."""

    few_words: str
    sentence: str


class GameHelp(Protocol):
    """The package `help` of a game."""

    RULES: Sequence[Page]
    """The rules from the beginning to the end."""
    TOPICS: Mapping[str, Page]
    """A page for each topic that its boxes and panels name, without the game's name before it."""
    TIPS: Mapping[str, Tip]
    """Advice for a first game, by the name that the face's `tip_kind` returns, or that of a step."""
