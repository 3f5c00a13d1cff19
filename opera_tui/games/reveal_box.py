"""Boxes that only show something: what was revealed, what happens while others decide, and their last moves."""

from collections.abc import Sequence
from typing import Any, ClassVar

from opera_games.api import Event
from opera_tui.games.box import CELLS, MOST_ROWS, MOST_TALL_ROWS, Box, Close, Effect, KeyHint, Text
from opera_tui.games.telling import EachByItself, Telling, ToldTurn, tell
from opera_tui.games.view import AnyGameView, AnyLine, TableView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import Row, row, wrapped_row


class RevealBox(Box):
    """Show an event; markers of the players may move one after the other on the panels before it is whole."""

    does = Text(N_("go on"))
    is_interlude: ClassVar[bool] = False
    """Whether it shows nothing new, so that a player who wants no pauses does without it."""

    def __init__(self, before: TableView, view: TableView, event: Event | None = None) -> None:
        super().__init__(view)
        self.before = before
        self.event = event
        self._moved = 0
        """How many markers have moved."""
        self._is_again = False
        """Whether it is shown once more, when the table has gone on."""

    def recall(self, told: Sequence[AnyLine]) -> None:
        """Take what the log has told so far, the event included."""

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
        self._moved, self._is_again = 0, True

    @property
    def board(self) -> TableView | None:
        """Return the view that panels and the reader's own line show; None for the present."""
        if self.is_moving:
            return self.board_so_far()
        return None if self._is_again else self.board_at_last()

    def board_so_far(self) -> TableView | None:
        """Return the table with the markers where they are by now."""
        return None

    def board_at_last(self) -> TableView | None:
        """Return the table with all that the box tells; None if the present shows that."""
        return None

    def take_view(self, view: TableView) -> None:
        """Ignore newer views: what was revealed stays as it was."""

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", self.does)]

    def press(self, key: str) -> list[Effect] | None:
        return [Close()] if key in ("enter", "escape", "space") else None


class WaitingBox(Box):
    """Show what happens while others decide; Enter and Esc do nothing."""

    view: AnyGameView

    telling: ClassVar[Telling[Any]] = EachByItself()

    def __init__(self, view: AnyGameView, since: Sequence[AnyLine]) -> None:
        super().__init__(view)
        self.turns = tell(self.telling, view, since)
        """What happened since the last decision, the newest last."""

    @property
    def news(self) -> list[ToldTurn]:
        """Return what the box of the next decision tells: the turns, and last what the reader must not miss."""
        return self.turns

    @property
    def is_waiting(self) -> bool:
        """Say whether the reader plays, the game goes on, and it is not the reader who decides next."""
        is_going_on = self.view.head.state != "abandoned"
        return is_going_on and self.view.me is not None and self.view.me not in self.view.waiting

    @property
    def title(self) -> str:
        return _("While you wait") if self.is_waiting else _("Last moves")

    def moves(self, most: int) -> list[Row]:
        """Draw what happened since the last decision: the last turns of it, each from its beginning."""
        shown: list[Row] = []
        for turn in reversed(self.turns):
            parts = wrapped_row(turn.whole, CELLS - 2, "    ")
            if shown and len(shown) + len(parts) > most:
                break
            shown = parts + shown
        return [row(" ", part) for part in shown[:most]]


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

    @property
    def is_tall(self) -> bool:  # type: ignore[override]
        return len(self.rows()) > MOST_ROWS

    def rows(self) -> list[Row]:
        return self._waiting.moves(MOST_TALL_ROWS)
