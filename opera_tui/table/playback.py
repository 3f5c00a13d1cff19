"""Playback: the changes of a table are shown one after the other, and reveals stand until they are dismissed."""

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

from opera_protocol.client import Changed, Unreadable
from opera_tui.games.face import Face
from opera_tui.games.reading import read_view
from opera_tui.games.reveal_box import MovesBox, RevealBox
from opera_tui.games.view import AnyGameView, AnyLine, GameView, TableView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import sentence_of
from opera_tui.table.log import TableLog

MOST_SECONDS_ON_THE_CLOCK = 3.0


class Step(NamedTuple):
    """A change that came, and the view that it leads to."""

    view: TableView
    change: Changed


class Playback:
    """What came and has not been shown yet, the view that is shown, and the reveals in front of it."""

    def __init__(self, face: Face[Any], glyphs: Glyphs) -> None:
        self.log = TableLog(face.view)
        self.view: TableView | None = None
        self.unreadable = ""
        """A sentence if what came last could not be read; what is shown is older."""
        self.since_decision: list[AnyLine] = []
        """The events since the player's last decision."""
        self._face = face
        self._glyphs = glyphs
        self._coming: deque[Step] = deque()
        self._reveals: deque[RevealBox] = deque()
        self._last_reveal: RevealBox | None = None
        self._moves: RevealBox | None = None
        """What happened between the last decision and the one that is open."""
        self._reviewed: RevealBox | None = None

    @property
    def revealed(self) -> RevealBox | None:
        """The reveal that stands in front."""
        return self._reveals[0] if self._reveals else None

    @property
    def is_behind(self) -> bool:
        """Whether something that came has not been shown yet."""
        return bool(self._coming) or bool(self._reveals)

    @property
    def can_advance(self) -> bool:
        return bool(self._coming) and not self._reveals

    @property
    def is_hurried(self) -> bool:
        """Whether a clock runs for the player at the present."""
        newest = self._coming[-1].view if self._coming else self.view
        return newest is not None and newest.me in newest.head.deadlines

    def pause(self, pace: float) -> float:
        """Return how long a step is shown; once a clock runs for the player, all that is left takes 3 seconds."""
        return min(pace, MOST_SECONDS_ON_THE_CLOCK / max(1, len(self._coming))) if self.is_hurried else pace

    def take(self, change: Changed) -> bool:
        """Take a change from the server and return whether it is shown at once, as a snapshot is.

        The log gets also what a snapshot overtakes, since a snapshot brings only lines that are newer.
        """
        try:
            step = Step(read_view(self._face.view, change.view, self._glyphs), change)
        except Unreadable as error:
            self.unreadable = sentence_of(error)
            return False
        self.unreadable = ""
        if not change.is_entry:
            self._coming.append(step)
            return False
        for missed in self._coming:
            self._note(missed)
        self._coming.clear()
        self._reveals.clear()
        self._show(step)
        return True

    def advance(self) -> bool:
        """Show the next step and return whether there was one."""
        if not self.can_advance:
            return False
        self._show(self._coming.popleft())
        return True

    def catch_up(self) -> None:
        """Show the present at once."""
        while self._coming:
            self._show(self._coming.popleft())
        self._reveals.clear()

    def dismiss(self) -> None:
        """Put the reveal in front away."""
        self._reveals.popleft()

    def _show(self, step: Step) -> None:
        before, self.view = self.view, step.view
        events = self._note(step)
        if isinstance(before, GameView) and isinstance(self.view, GameView) and not step.change.is_entry:
            self._reveal(events, before, self.view)

    def _note(self, step: Step) -> Sequence[AnyLine]:
        events = self.log.take(step.change, step.view)
        self.since_decision += events
        return events

    def _reveal(self, events: Sequence[AnyLine], before: AnyGameView, after: AnyGameView) -> None:
        for event in events:
            box = self._face.reveal(event, before, after)
            if box is not None:
                self._reveals.append(box)
                self._last_reveal = box

    @property
    def is_moving(self) -> bool:
        """Whether markers move on the screen, one after the other."""
        return self.revealed is not None and self.revealed.is_moving

    def move(self) -> None:
        """Move the next marker."""
        if self.revealed is not None:
            self.revealed.move()

    def end_moving(self) -> None:
        while self.is_moving:
            self.move()

    def begin_decision(self, view: TableView) -> None:
        """Keep what led to a decision that opens, and begin to gather what follows it."""
        moves = MovesBox(self._face.waiting_box(view, self.since_decision))
        self._moves = moves if moves.rows() else None
        self.since_decision = []

    def end_decision(self) -> None:
        self._moves = None

    def review(self) -> None:
        """Show the last reveal again; asked once more, the moves of the others before the decision that is open."""
        if self._reveals and self._reveals[0] is not self._reviewed:
            return
        worth_a_look = [box for box in (self._last_reveal, self._moves) if box is not None]
        at = worth_a_look.index(self._reveals[0]) + 1 if self._reveals else 0
        self._reveals.clear()
        if at < len(worth_a_look):
            self._reviewed = worth_a_look[at]
            self._reviewed.start_again()
            self._reveals.append(self._reviewed)
