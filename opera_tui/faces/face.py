"""A game's face: its panels, its line of hidden things, its boxes. Pure functions of a view."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from opera_tui.boxes import Action, Box
from opera_tui.rows import Row
from opera_tui.table_view import TableView


class PanelSpec(NamedTuple):
    """A panel: its key on the screen, its title, and its size with borders in the wide layout (120 columns)."""

    key: str
    title: str
    width: int
    height: int


class Face(Protocol):
    """How a game looks. Wide is the layout from 120x33 on; otherwise panels are tabs of 80x9 cells without border."""

    @property
    def wide_rows(self) -> Sequence[Sequence[PanelSpec]]:
        """The panels of the wide layout, row by row, next to each other."""
        ...

    @property
    def tabs(self) -> Sequence[PanelSpec]:
        """The tabs of the narrow layout; the log's tab is added by the screen."""
        ...

    def first_tab(self, view: TableView) -> str:
        """The tab that helps most where the game stands, by its key."""
        ...

    def header(self, view: TableView, *, wide: bool) -> Row:
        """The left part of the header: game, round, what comes next."""
        ...

    def waiting_line(self, view: TableView) -> Row:
        """The prompt line while others decide: who decides what."""
        ...

    def panel(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        """A panel of the wide layout, without its border; the box tells what to point out (underlined composer)."""
        ...

    def panel_note(self, key: str, view: TableView) -> str:
        """What stands in a panel's lower border in the wide layout."""
        ...

    def tab(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        """A tab of the narrow layout: up to 9 rows of 80 cells."""
        ...

    def own_line(self, view: TableView, *, wide: bool) -> Row:
        """What only the own seat sees."""
        ...

    def decision_box(self, view: TableView) -> Box:
        """The box for the decision that is open for the own seat."""
        ...

    def deed(self, view: TableView, action: Action) -> str:
        """An action in few words, for a sentence."""
        ...

    def waiting_box(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> Box:
        """While you wait: what you sealed, what comes next, what happened since the last decision."""
        ...

    def moves_box(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> Box | None:
        """What happened since the last decision, to look at again; None if there is nothing to tell."""
        ...

    def reveal(self, event: Mapping[str, Any], before: TableView, after: TableView) -> Box | None:
        """The box for an event that is shown as a table (bids, income, counting, offers); None for other events."""
        ...

    @property
    def plots_moments(self) -> bool:
        """Whether the screen after the end needs the table as it was after each turn, since its log tells no points."""
        ...

    def final_rows(
        self, view: TableView, log: Sequence[Mapping[str, Any]], turns: Sequence[TableView] = ()
    ) -> list[Row]:
        """The screen after the end: ranking with its parts, points by round as numbers and bars."""
        ...
