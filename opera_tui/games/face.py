"""What a game brings to the screen: its face (panels, lines, boxes: pure functions of a view) and its help."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from opera_games.api import Action, tag_of
from opera_tui.games.box import Box
from opera_tui.games.reveal_box import RevealBox, WaitingBox
from opera_tui.games.view import AnyGameView, AnyLine
from opera_tui.look.rows import Row

V = TypeVar("V", bound=AnyGameView)
Draw = Callable[[V, str], list[Row]]
"""Draw a panel; the second argument is what the box points out."""


def _no_note(view: object) -> str:
    return ""


class Panel(NamedTuple, Generic[V]):
    """A part of the table screen: in the wide layout a panel with a border, in the narrow one perhaps a tab."""

    id: str
    """Its name in the settings of keys, such as `opera.houses`."""
    title: str
    """For the upper border, marked with `N_`."""
    help_topic: str
    width: int
    height: int
    """The size in the wide layout, with the border."""
    wide_rows: Draw[V]
    key: str = ""
    """The key that brings it to the front, unless the player has set another; empty if no key does."""
    tab: str = ""
    """The title of its tab, marked with `N_`; empty if it has none."""
    narrow_rows: Draw[V] | None = None
    """Draw the tab: up to 9 rows of 80 cells."""
    note: Callable[[V], str] = _no_note
    """What stands in the lower border of the wide layout."""

    @property
    def name(self) -> str:
        """Return the id without the game."""
        return self.id.partition(".")[2]


class Face(Protocol[V]):
    """Draw a game. The wide layout begins at 120x33; below that, panels are tabs without a border."""

    view: type[V]
    """The type of the game's views."""
    wide: Sequence[Sequence[Panel[V]]]
    """The panels of the wide layout, row by row."""
    tabs: Sequence[Panel[V]]
    """The panels that are tabs of the narrow layout; the screen adds the log."""
    box_keys: frozenset[str] = frozenset()
    """The keys that its boxes need besides those that move the cursor."""
    plots_moments: bool = False
    """Whether the end screen needs the table as it was after each turn, since its log has no points."""

    def first_tab(self, view: V) -> str:
        """Return the id of the tab that helps most at this point of the game."""
        return self.tabs[0].id

    def header(self, view: V, *, wide: bool) -> Row:
        """Return the left part of the header: game, round, what comes next."""

    def waiting_line(self, view: V) -> Row:
        """Return the prompt line while others decide: which players decide what."""

    def own_line(self, view: V, *, wide: bool) -> Row:
        """Return the line that only the player sees."""

    def action_text(self, view: V, action: Action) -> str:
        """Describe an action in few words, for a sentence."""

    def tip_kind(self, view: V) -> str:
        """Name the tip for a first game about the open decision, without the game's name; empty for none."""
        return tag_of(view.choices) if view.choices else ""

    def decision_box(self, view: V) -> Box:
        """Make the box for the decision that is open for the player's seat."""

    def waiting_box(self, view: V, since: Sequence[AnyLine]) -> WaitingBox:
        """Make the box for waiting: what the player sealed, what comes next, what happened since the last decision."""

    def reveal(self, event: AnyLine, before: V, after: V) -> RevealBox | None:
        """Make the box for an event shown as a table (bids, income, counting, offers); None for other events."""
        return None

    def final_rows(self, view: V, log: Sequence[AnyLine], turns: Sequence[V] = ()) -> list[Row]:
        """Draw the screen after the end: the ranking with its parts, points by round as numbers and bars."""


class Page(NamedTuple):
    """A title and what is to be said about it, in English; it is translated when it is shown."""

    title: str
    paragraphs: tuple[str, ...]


def page(title: str, *paragraphs: str) -> Page:
    """Write a page as its title and one paragraph after the other."""
    return Page(title, paragraphs)


class Tip(NamedTuple):
    """Advice for a first game: a few words beside the tabs, and a sentence or two where there is room."""

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
