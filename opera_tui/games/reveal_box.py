"""A box that shows something until it is dismissed, for both games: what was revealed, or the moves of the others."""

from collections.abc import Sequence
from typing import Any

from opera_games.api import Event
from opera_tui.games.box import Box, KeyHint, Text
from opera_tui.games.effects import Close, Effect
from opera_tui.games.view import TableView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import Row


class RevealBox(Box):
    """Show an event; markers of the players may move one after the other on the panels before it is whole."""

    does = Text(N_("go on"))

    def __init__(self, before: TableView, view: TableView, event: Event | None = None) -> None:
        super().__init__(view)
        self.before = before
        self.event = event
        self._moved = 0
        """How many markers have moved."""

    @property
    def headline(self) -> TableView | None:
        """Return the view whose round the header shows: a round's end comes in one step with the next beginning."""
        return self.before

    @property
    def movers(self) -> Sequence[Any]:
        """Return the seats whose markers move, in this order."""
        return ()

    @property
    def moved(self) -> Sequence[Any]:
        """Return the seats whose markers have moved."""
        return self.movers[: self._moved]

    @property
    def is_moving(self) -> bool:
        """Say whether markers have still to move."""
        return self._moved < len(self.movers)

    def move(self) -> None:
        """Move the next marker."""
        self._moved += 1

    def start_again(self) -> None:
        """Put all markers back."""
        self._moved = 0

    @property
    def board(self) -> TableView | None:
        """Return the view that panels show while markers move; None for the present."""
        return self.board_so_far() if self.is_moving else None

    def board_so_far(self) -> TableView | None:
        """Return the table with the markers where they are by now."""
        return None

    def take_view(self, view: TableView) -> None:
        """Ignore newer views: what was revealed stays as it was."""

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", _("go on"))]

    def press(self, key: str) -> list[Effect] | None:
        return [Close()] if key in ("enter", "escape", "space") else None


class MovesBox(RevealBox):
    """Show again what the others did before the decision that is open."""

    title = Text(N_("Since your last decision"))
    question = Text(N_("MOVES  since your last decision"))
    headline = None

    def __init__(self, view: TableView, rows: list[Row], help_topic: str) -> None:
        super().__init__(view, view)
        self._rows = rows
        self._help_topic = help_topic

    @property
    def help_topic(self) -> str:
        return self._help_topic

    def rows(self) -> list[Row]:
        return self._rows
