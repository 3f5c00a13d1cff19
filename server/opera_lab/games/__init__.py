"""What the laboratory knows about the games: one module for each, all with the names of `GameModule`."""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, cast

from opera_games.catalog import about
from opera_lab.text_tables import Rows
from opera_protocol.local.command_errors import CommandError
from opera_rules.api import Map, Step

Figures = dict[str, dict[str, float]]
"""Numbers by group and name; all matches of a game have the same names, so that means can be taken."""


class Observation(NamedTuple):
    """What each seat did, and how the table looked at the end."""

    seats: tuple[Figures, ...]
    table: Figures


class Observer(Protocol):
    """Counts what happens in a game, from the first step to the last."""

    def see(self, step: Step[Any]) -> None: ...
    def seen(self, game: Any) -> Observation: ...


class Heading(NamedTuple):
    """The event that begins a round or a turn; its number has the same name, the total in the document the plural."""

    event: str
    text: str


class Section(NamedTuple):
    """A table of a report and its title."""

    title: str
    rows: Rows


class Rung(NamedTuple):
    """A line-up that shows how strong its first level is: the bots of a number of players, and enough games."""

    players: int
    bots: str
    games: int


class GameModule(Protocol):
    """The names in a module of this package."""

    LADDER: tuple[Rung, ...]

    VARIANTS: tuple[Map, ...]
    """Options that change what things are worth: evaluations are fitted to games with each of them."""
    HEADING: Heading
    SILENT_EVENTS: frozenset[str]
    """Events without a line in the demo: a heading or a table says it, or nothing can be seen."""
    TITLES: Mapping[str, str]
    """Titles of the groups that an observer counts for a seat."""
    LABELS: Mapping[str, str]
    """Labels of the figures that are not words of the game."""
    PERCENTAGES: tuple[str, ...]
    """Groups whose figures are shares."""
    NOBODY_WINS: str
    """The sentence for a game that all players lost; empty where somebody always wins."""
    Observer: Callable[[int], Observer]
    """Makes an observer for a number of players."""

    def edition_names(self, edition: Any) -> Mapping[str, str]:
        """Return the names that the edition gives, by id."""
        ...

    def standings(self, public: Any, names: Sequence[str]) -> Rows:
        """Return the headings, and a row for each player as of now."""
        ...

    def places(self, outcome: Map) -> list[int]:
        """Return the place of each entry of the ranking; players who are equal in all that counts share one."""
        ...

    def remarks(self, outcome: Map) -> list[str]:
        """Return sentences about an outcome besides the ranking."""
        ...

    def table_section(self, figures: Figures) -> Section:
        """Return a table with the mean figures of whole tables."""
        ...


def module_of(game: str) -> GameModule:
    """Find the module of a game by its name."""
    return cast("GameModule", import_module(f"opera_lab.games.{game}"))


def content_of_diva(game: str, games: int, seed: str, date: str, jobs: int | None) -> Map:
    """Fit what a game's diva goes by to so many games, and return the content of its data file."""
    name = f"opera_lab.games.{game}_diva"
    if not find_spec(name):
        raise CommandError(f"The diva of {about(game).title} has nothing to fit.")
    return cast("Map", import_module(name).content(games, seed, date, jobs))


def gains(points: list[int]) -> dict[str, float]:
    """Compute the points gained in round 1, 2, ... from the points before the first one and after each."""
    return {str(number): float(points[number] - points[number - 1]) for number in range(1, len(points))}
