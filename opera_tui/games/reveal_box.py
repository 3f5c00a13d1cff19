"""Boxes that only show something: what was revealed, what happens while others decide, and their last moves."""

from collections.abc import Sequence
from typing import Any

from opera_games.api import Event
from opera_tui.games.box import MOST_ROWS, Box, Close, Effect, KeyHint, Text
from opera_tui.games.view import AnyLine, TableView
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
        """Return the view whose round the header shows: the end of a round and the next beginning are one change."""
        return self.before

    @property
    def movers(self) -> Sequence[Any]:
        """Return what moves, in this order: seats, or composers on the ladder."""
        return ()

    @property
    def moved(self) -> Sequence[Any]:
        """Return those of them that have moved."""
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


class WaitingBox(Box):
    """Show what happens while others decide; Enter and Esc do nothing."""

    quiet_events: tuple[type[Event], ...] = ()
    """Events that are left out: they have a reveal box, or say nothing that the panels do not show."""

    def __init__(self, view: TableView, since: Sequence[AnyLine]) -> None:
        super().__init__(view)
        self.since = [event for event in since if not isinstance(event, self.quiet_events)]

    @property
    def is_waiting(self) -> bool:
        """Say whether the reader plays and the game goes on."""
        return self.view.me is not None

    @property
    def title(self) -> str:
        return _("While you wait") if self.is_waiting else _("Last moves")

    def moves(self, most: int) -> list[Row]:
        """Draw what happened since the last decision, in so many rows."""
        return []


class MovesBox(RevealBox):
    """Show again what the others did before the decision that is open."""

    title = Text(N_("Since your last decision"))
    question = Text(N_("MOVES  since your last decision"))
    headline = None

    def __init__(self, waiting: WaitingBox) -> None:
        super().__init__(waiting.view, waiting.view)
        self._waiting = waiting

    @property
    def help_topic(self) -> str:
        return self._waiting.help_topic

    def rows(self) -> list[Row]:
        return self._waiting.moves(MOST_ROWS)
