"""Playback: the changes of a table are shown one after the other, each for a while; reveals stand until dismissed."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from opera_protocol.client import Changed, Unreadable
from opera_tui.games.face import Face
from opera_tui.games.reading import read_events, read_view
from opera_tui.games.reveal_box import MovesBox, RevealBox
from opera_tui.games.taken_back import since_taken_back
from opera_tui.games.telling import ToldTurn, last_decision
from opera_tui.games.view import AnyGameView, AnyLine, GameView, OtherEvent, TableView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import sentence_of
from opera_tui.table.model.log import TableLog

MOST_SECONDS_ON_THE_CLOCK = 3.0
"""How long all that is shown before a decision takes once the player's clock runs."""
MOST_SECONDS_BEHIND = 30.0
"""How far what is shown may be behind what happens, for spectators of a quick game."""

LINGERING: Final = 3
"""How many times as long as others a step stands that has more to read."""


class Step(NamedTuple):
    """A change that came, and the view that it leads to."""

    view: TableView
    change: Changed


class Playback:
    """What came and has not been shown yet, the view that is shown, and the reveals in front of it.

    A step in which somebody did something stands for a while before the next one comes, or the player's decision opens.
    """

    def __init__(self, face: Face[Any], glyphs: Glyphs, now: Callable[[], float]) -> None:
        self.log = TableLog(face)
        self.view: TableView | None = None
        self.unreadable = ""
        """A sentence if what came last could not be read; what is shown is older."""
        self.since_decision: list[AnyLine] = []
        """The events since the player's last decision."""
        self.before_decision: list[ToldTurn] = []
        """What happened between the last decision and the one that is open, a line for each turn."""
        self.is_resting = False
        """Whether the step that is shown has to stand for a while."""
        self._stepped_from: TableView | None = None
        """The view before the step that is shown."""
        self.is_without_pauses = False
        """Whether the player wants to see no step for a while."""
        self._weight = 1
        """How many times as long as usual that step stands."""
        self.preface: Callable[[RevealBox], RevealBox | None] = lambda _box: None
        """Makes what stands in front of a reveal before it; None for most."""
        self._face = face
        self._glyphs = glyphs
        self._now = now
        self._coming: deque[Step] = deque()
        self._reveals: deque[RevealBox] = deque()
        self._last_reveal: RevealBox | None = None
        self._moves: RevealBox | None = None
        """What happened between the last decision and the one that is open."""
        self._reviewed: RevealBox | None = None
        self._hurried_at: float | None = None
        """Since when the player's clock runs while something is still to be shown."""

    @property
    def revealed(self) -> RevealBox | None:
        """The reveal that stands in front."""
        return self._reveals[0] if self._reveals else None

    @property
    def is_behind(self) -> bool:
        """Whether something that came has not been shown yet, or not for long enough."""
        return self.is_stepping or bool(self._reveals)

    @property
    def is_stepping(self) -> bool:
        """Whether steps are shown one after the other, behind a reveal or in sight."""
        return bool(self._coming) or self.is_resting

    @property
    def is_reviewing(self) -> bool:
        """Whether the player has asked for what is in front."""
        return bool(self._reveals) and self._reveals[0] is self._reviewed

    @property
    def can_advance(self) -> bool:
        return bool(self._coming) and not self.is_resting and not self._reveals

    @property
    def is_hurried(self) -> bool:
        """Whether a clock runs for the player at the present."""
        newest = self._coming[-1].view if self._coming else self.view
        return newest is not None and newest.me in newest.head.deadlines

    def seconds_left(self) -> float:
        """Return how long all that is still to be shown may take."""
        if not self.is_hurried or not self.is_behind:
            self._hurried_at = None
            return MOST_SECONDS_BEHIND
        if self._hurried_at is None:
            self._hurried_at = self._now()
        return max(0.0, MOST_SECONDS_ON_THE_CLOCK - (self._now() - self._hurried_at))

    def pause(self, pace: float) -> float:
        """Return how long the step that is shown stands: less if there is no time for so many steps."""
        return min(pace * self._weight, self.seconds_left() / (len(self._coming) + 1))

    def take(self, change: Changed) -> bool:
        """Take a change from the server and return whether something is shown at once.

        A snapshot is, and what came before a decision that the player has made in another window.

        The log gets also what a snapshot overtakes, since a snapshot brings only lines that are newer.
        """
        try:
            step = Step(read_view(self._face.view, change.view, self._glyphs), change)
        except Unreadable as error:
            self.unreadable = sentence_of(error)
            return False
        self.unreadable = ""
        if not change.is_entry:
            self.log.take_talk(change, step.view)
            is_overtaken = self._is_overtaken_by(step)
            if is_overtaken:
                self.catch_up()
            self._coming.append(step)
            return is_overtaken
        if change.is_rewound:
            self._coming.clear()
            self.since_decision = []
        for missed in self._coming:
            self._gather(self.log.take_events(missed.change, missed.view))
        self._coming.clear()
        self._reveals.clear()
        self.is_resting = False
        self.view = step.view
        self._gather(self.log.take_snapshot(change, step.view))
        self._forget_before_own_action()
        return True

    def _is_overtaken_by(self, step: Step) -> bool:
        """Say whether the player has decided in another window, and so has gone past the reveal that stands here."""
        me, seats = step.view.me, step.view.head.seats
        if not self._reveals or self.is_reviewing or me is None or getattr(seats[me], "stand_in", None) is not None:
            return False
        events = read_events(self._face.view, step.change.log.lines)
        return bool(last_decision(self._face.telling, step.view, events))

    def _forget_before_own_action(self) -> None:
        """Drop what a snapshot tells of before the player's last action."""
        if self.view:
            own = last_decision(self._face.telling, self.view, self.since_decision)
            self.since_decision = self.since_decision[own.start :]

    def advance(self) -> bool:
        """Show the next step and return whether there was one."""
        if not self.can_advance:
            return False
        self._show(self._coming.popleft())
        return True

    @property
    def news_since(self) -> TableView | None:
        """The view that the step which stands now is compared with; None while none stands."""
        return self._stepped_from if self.is_resting else None

    def begins(self, event: AnyLine) -> bool:
        """Say whether a turn begins with an event."""
        return self._face.telling.begins(event)

    def end_rest(self) -> None:
        """Let the step that is shown have stood for long enough."""
        self.is_resting = False

    def hurry(self) -> None:
        """Show all steps up to the next reveal, or to the present, at once."""
        self.end_rest()
        while self.advance():
            self.end_rest()

    def catch_up(self) -> None:
        """Show the present at once, without reveals."""
        self._reveals.clear()
        self.hurry()
        while self._reveals:
            self._reveals.clear()
            self.hurry()

    def put_in_front(self, box: RevealBox) -> None:
        """Put a box before all that is revealed; it is not shown again."""
        self._reveals.appendleft(box)
        self.is_resting = False

    def dismiss(self) -> None:
        """Put the reveal in front away."""
        self._reveals.popleft()

    def _show(self, step: Step) -> None:
        before, self.view = self.view, step.view
        self._stepped_from = before
        events = self.log.take_events(step.change, step.view)
        self._gather(events)
        if isinstance(before, GameView) and isinstance(self.view, GameView):
            self._reveal(events, before, self.view)
        self.is_resting = not self._reveals and any(map(self._takes_time, events))
        self._weight = LINGERING if any(isinstance(event, self._face.telling.lingering) for event in events) else 1

    def _gather(self, events: Sequence[AnyLine]) -> None:
        """Remember what happened since the last decision, or since something was taken back."""
        self.since_decision = since_taken_back([*self.since_decision, *events])

    def _takes_time(self, event: AnyLine) -> bool:
        """Say whether an event must be seen before the next one."""
        return not isinstance(event, (OtherEvent, *self._face.telling.passing))

    def _reveal(self, events: Sequence[AnyLine], before: AnyGameView, after: AnyGameView) -> None:
        for event in events:
            box = self._face.reveal(event, before, after)
            if box is not None and not (box.is_interlude and self.is_without_pauses):
                box.recall(self.log.events)
                self._reveals.extend(one for one in (self.preface(box), box) if one)
                self._last_reveal = self._last_reveal if box.is_interlude else box

    @property
    def is_moving(self) -> bool:
        """Whether something moves in the reveal that stands in front."""
        return self.revealed is not None and self.revealed.is_moving

    def move(self) -> None:
        """Go on to the next frame."""
        if self.revealed is not None and self.revealed.is_moving:
            self.revealed.move()

    def end_moving(self) -> None:
        while self.is_moving:
            self.move()

    def begin_decision(self, view: AnyGameView) -> None:
        """Keep what led to a decision that opens, and begin to gather what follows it."""
        waiting = self._face.waiting_box(view, self.since_decision)
        self.before_decision = waiting.news
        self._moves = MovesBox(waiting) if waiting.turns else None
        self.since_decision = []

    def end_decision(self) -> None:
        self._moves, self.before_decision = None, []

    def review(self) -> None:
        """Show what happened since the last decision; asked once more, the last reveal again; then what was in front.

        In front of a reveal that has not been dismissed, what happened before it is shown.
        """
        shown = self._reviewed if self.is_reviewing else None
        coming = [box for box in self._reveals if box is not shown]
        worth_a_look = [self._moves or self._moves_so_far(), None if coming else self._last_reveal]
        boxes = [box for box in worth_a_look if box is not None]
        following = _behind(shown, boxes)
        self._reviewed = following[0] if following else None
        self._reveals = deque([*([self._reviewed] if self._reviewed else []), *coming])
        if self._reveals and (self._reviewed or not shown):
            self._reveals[0].start_again()

    def _moves_so_far(self) -> RevealBox | None:
        """Return what happened since the last decision while none is open."""
        if not isinstance(self.view, GameView):
            return None
        waiting = self._face.waiting_box(self.view, self.since_decision)
        return MovesBox(waiting) if waiting.turns else None


def _behind(shown: RevealBox | None, boxes: Sequence[RevealBox]) -> Sequence[RevealBox]:
    """Return the boxes behind the one of the same kind as that which is shown; all if none is."""
    if shown is None:
        return boxes
    kinds = [type(box) for box in boxes]
    return boxes[kinds.index(type(shown)) + 1 :] if type(shown) in kinds else ()
