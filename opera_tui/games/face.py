"""What a game brings to the screen: its face (panels, lines, boxes: pure functions of a view) and its help."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from opera_games.api import Action
from opera_tui.games.box import Box
from opera_tui.games.result import SCROLLED, Room
from opera_tui.games.reveal_box import RevealBox, WaitingBox
from opera_tui.games.telling import EachByItself, Telling
from opera_tui.games.view import AnyGameView, AnyLine
from opera_tui.look.rows import Row

V = TypeVar("V", bound=AnyGameView)
T_contra = TypeVar("T_contra", contravariant=True)
Draw = Callable[[V, str], list[Row]]
"""Draw a panel; the second argument is what the box points out."""
DrawTab = Callable[[V, str, int], list[Row]]
"""Draw a tab; the third argument is how many rows there are."""
DrawSized = Callable[[V, int, int], list[Row]]
"""Draw a panel in so many cells and rows."""
TALL_ROWS = 36
"""The rows of a terminal from which on the wide layout shows everything at its full height."""
LEAST_TAB_ROWS = 8
"""The rows that a tab may always fill: those of a terminal of 80x23."""


def _no_note(view: object) -> str:
    return ""


class Section(NamedTuple):
    """A title and what is to be said, already translated: texts to be wrapped, and lines that stay as they are."""

    title: str
    blocks: tuple[str | tuple[str, ...], ...]


class Entry(NamedTuple):
    """Something in a panel that can be looked at: its name, its rows there, and the page with its details."""

    name: str
    rows: range
    details: Callable[[], Section]
    cells: range | None = None
    """The cells of the rows that are its own; None for all."""
    thing: str = ""
    """What a click on it chooses in the box: its kind and its name, such as `city:wien`; empty for nothing."""
    head: range | None = None
    """The rows that the cursor covers if it is a column, beside others; None for a thing with rows of its own."""

    @property
    def is_column(self) -> bool:
        return self.head is not None

    def covers(self, line: int, cell: int) -> bool:
        """Say whether it stands at a row and cell of its panel."""
        return line in self.rows and (self.cells is None or cell in self.cells)


def _no_entries(view: object, height: int | None) -> Sequence[Entry]:
    return ()


class Entries(Protocol[T_contra]):
    """List what can be looked at in a panel, from the top; `height` counts the rows of a tab, None in a panel."""

    def __call__(self, view: T_contra, height: int | None) -> Sequence[Entry]: ...


class Panel(NamedTuple, Generic[V]):
    """A part of the table screen: in the wide layout a panel with a border, in the narrow one perhaps a tab."""

    id: str
    """Its name in the settings of keys, such as `opera.houses`."""
    title: str
    """For the upper border, marked with `N_`."""
    help_topic: str
    """What `?` explains while the panel has the focus or is the tab in front."""
    width: int
    """The cells in the wide layout, with the border."""
    wide_rows: Draw[V]
    height: int = 0
    """The rows in the wide layout, with the border; 0 for as many as are drawn."""
    low_rows: Draw[V] | None = None
    """Draw it for a terminal that is wide, but has fewer rows than `TALL_ROWS`."""
    has_tip: bool = False
    """Whether the advice for a first game stands in its lower border in the wide layout."""
    key: str = ""
    """The key that brings it to the front, unless the player has set another; empty if no key does."""
    tab: str = ""
    """The title of its tab, marked with `N_`; empty if it has none."""
    narrow_rows: DrawTab[V] | None = None
    """Draw the tab in rows of 80 cells."""
    beside_at: int = 0
    """The cell where a block of the tab begins that may as well stand below the rest; 0 if there is none."""
    label_cells: int = 0
    """The cells that name a row of the tab, which are drawn again before that block; 0 if it names itself."""
    table_rows: Callable[[V], int] | None = None
    """Count the rows of the tab that have such a block, the first ones; None for all."""
    note: Callable[[V], str] = _no_note
    """What stands in the lower border of the wide layout."""
    further_topic: Callable[[V], str] = _no_note
    """What `?` explains below that, by what there is now; empty for nothing."""
    entries: Entries[V] = _no_entries
    """What Enter explains while the panel has the focus."""
    stretched: DrawSized[V] | None = None
    """Draw it in any size, if it fills what room there is: its tab, and the place that it takes in the wide layout."""
    takes_place_of: str = ""
    """The id of the panel in whose place it stands in the wide layout while it has the focus; empty if it is there."""

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
    telling: Telling[V] = EachByItself()
    """How its turns are told, in one line each."""

    def first_tab(self, view: V) -> str:
        """Return the id of the tab that helps most at this point of the game."""
        return self.tabs[0].id

    def header(self, view: V, *, wide: bool) -> Row:
        """Return the left part of the header: game, round, what comes next."""

    def headers(self, view: V, *, wide: bool) -> Sequence[Row]:
        """Return the same in wordings that are shorter and shorter."""
        return [self.header(view, wide=wide)]

    def parts_of_round(self, view: V, *, between: str = "") -> Sequence[Row]:
        """Return in which part of a round the game is, for the right end of the wide prompt line, in a few wordings."""
        return ()

    def waiting_line(self, view: V) -> Row:
        """Return the prompt line while others decide: which players decide what."""

    def own_line(self, view: V, *, wide: bool) -> Row:
        """Return the line that only the player sees."""

    def action_text(self, view: V, action: Action) -> str:
        """Describe an action in few words, for a sentence."""

    def decision_box(self, view: V) -> Box:
        """Make the box for the decision that is open for the player's seat."""

    def waiting_box(self, view: V, since: Sequence[AnyLine]) -> WaitingBox:
        """Make the box for waiting: what the player sealed, what comes next, what happened since the last decision."""

    def reveal(self, event: AnyLine, before: V, after: V) -> RevealBox | None:
        """Make the box for an event shown as a table (bids, income, counting, offers); None for other events."""
        return None

    def final_rows(self, view: V, log: Sequence[AnyLine], room: Room = SCROLLED) -> list[Row]:
        """Draw the screen after the end: the ranking with its parts, points by round, and tables."""


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
    """The package `help` of a game. A table is what its rules have to know of one, in a type of its own."""

    def table_of(self, view: Any) -> Any:
        """Return the table that is played."""

    def usual_table(self, players: int, options: Mapping[str, Any]) -> Any:
        """Return a table of the built-in edition."""

    def rules(self, table: Any) -> Sequence[Section]:
        """Return the rules from the beginning to the end, as they hold at a table."""

    def card(self, table: Any) -> Section:
        """Return the reference card of a table: one block of lines that fits a screen of 80x24."""

    TOPICS: Mapping[str, Page]
    """A page for each topic that its boxes and panels name, without the game's name before it."""
    TIPS: Mapping[str, Tip]
    """Advice for a first game, by the name that a box returns as its `tip`."""
