"""Boxes that only show something: what was revealed, what happens while others decide, and their last moves."""

from collections.abc import Sequence
from typing import Any, ClassVar

from opera_games.api import Event
from opera_tui.games.box import CELLS, MOST_ROWS, MOST_TALL_ROWS, Box, Close, Effect, KeyHint, Text
from opera_tui.games.telling import EachByItself, Telling, ToldTurn, tell
from opera_tui.games.view import AnyGameView, AnyLine, TableView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, row, wrapped_row


class RevealBox(Box):
    """Show an event; something may move in it and on the panels, frame by frame, before it is whole."""

    does = Text(N_("go on"))
    frame_seconds: ClassVar[float] = 1 / 12
    """How long a frame stands."""
    is_interlude: ClassVar[bool] = False
    """Whether it shows nothing new, so that a player who wants no pauses does without it."""

    is_last: ClassVar[bool] = False
    """Whether the game is over with it, so that nothing but the result follows."""

    def __init__(self, before: TableView, view: TableView, event: Event | None = None) -> None:
        super().__init__(view)
        self.before = before
        self.event = event
        self.frame = 0
        """How many frames were shown."""
        self._is_again = False
        """Whether it is shown once more, when the table has gone on."""

    @property
    def own_gain(self) -> int | None:
        """Return the points that it brings the reader, where a lesson may ask for them first; None elsewhere."""
        return None

    @property
    def to_go_by(self) -> Row:
        """Draw figures that a guess of these points goes by; nothing if the panel shows all of them."""
        return EMPTY

    def take(self, key: str) -> bool:
        """Handle a key that does not put it away, and return whether it was one."""
        return False

    def recall(self, told: Sequence[AnyLine]) -> None:
        """Take what the log has told so far, the event included."""

    @property
    def headline(self) -> TableView | None:
        """Return the view whose round the header shows: the end of a round and the next beginning are one change."""
        return self.before

    @property
    def frames(self) -> int:
        """Return after how many frames it is whole."""
        return 0

    @property
    def is_moving(self) -> bool:
        """Say whether it is not whole yet."""
        return self.frame < self.frames

    def move(self) -> None:
        """Go on to the next frame."""
        self.frame += 1

    def start_again(self) -> None:
        """Go back to the first frame."""
        self.frame, self._is_again = 0, True

    @property
    def board(self) -> TableView | None:
        """Return the view that panels and the reader's own line show; None for the present."""
        if self.is_moving:
            return self.board_so_far()
        return None if self._is_again else self.board_at_last()

    def board_so_far(self) -> TableView | None:
        """Return the table as it is by now."""
        return None

    def board_at_last(self) -> TableView | None:
        """Return the table with all that the box tells; None if the present shows that."""
        return None

    def take_view(self, view: TableView) -> None:
        """Ignore newer views: what was revealed stays as it was."""

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", self.does), KeyHint("space", _("skip"))]

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
