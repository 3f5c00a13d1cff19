"""Pacing: how long a step stands before the next one, when the next frame comes, or a reveal goes away by itself."""

from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from opera_tui.games.box import Box

if TYPE_CHECKING:
    from opera_tui.table.screen import TableScreen

SHORTEST_PAUSE = 0.05
"""Seconds between two steps below which they are shown at once."""
ANSWER_SECONDS = 0.1
"""How long the box that was sent stays, where steps are shown at once: one picture can then show the bots' answer."""
WATCHED_SECONDS = 6.0
"""How long a reveal stands for spectators."""


class Pacing:
    """Set the timers of a table's screen."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._rest: Timer | None = None
        """Runs while the step that is shown stands."""
        self._last_moment: Timer | None = None
        """Runs while the player's clock does and something is still to be shown."""
        self._is_frame_due = False
        self._is_held = False
        """Whether the picture after the player's move waits for what follows from it."""
        self._watched: Box | None = None
        """The reveal that goes away by itself."""

    @property
    def is_held(self) -> bool:
        """Whether painting waits for what follows from the player's move."""
        model = self._screen.model
        self._is_held = self._is_held and not (model.is_deciding or model.playback.revealed)
        return self._is_held

    @property
    def _is_at_once(self) -> bool:
        return self._screen.pace < SHORTEST_PAUSE

    def go_on(self) -> None:
        """Show the steps that are waiting, each for its time."""
        model = self._screen.model
        model.playback.is_without_pauses = self._is_at_once
        if self._rest is not None and not model.playback.is_resting:
            self._rest.stop()
            self._rest = None
        if self._rest is None and model.is_behind:
            self._go_on()
        self._mind_the_clock()

    def _go_on(self) -> None:
        screen, model = self._screen, self._screen.model
        was_deciding = model.is_deciding
        with screen.safely():
            self._show_steps()
        if was_deciding and not model.is_deciding and self._is_at_once:
            self._is_held = True
            screen.set_timer(ANSWER_SECONDS, self._release)
        screen.paint()

    def _show_steps(self) -> None:
        """Show steps until one has to stand for a while, or a reveal does, or all is shown."""
        model = self._screen.model
        while model.playback.can_advance or model.playback.is_resting:
            if not model.playback.is_resting:
                model.advance()
                continue
            pause = model.playback.pause(self._screen.pace)
            if pause >= SHORTEST_PAUSE:
                pause = max(pause, model.lesson.reading_time())
                self._rest = self._screen.set_timer(pause, self._end_rest)
                return
            model.end_rest()

    def _end_rest(self) -> None:
        """Go on from a step that has stood for its time."""
        self._rest = None
        with self._screen.safely():
            self._screen.model.end_rest()
        self.go_on()
        self._screen.paint()

    def _mind_the_clock(self) -> None:
        """Let the player's decision open in time, whatever stands before it, once the player's clock runs."""
        playback = self._screen.model.playback
        if self._last_moment is None and playback.is_hurried and playback.is_behind:
            self._last_moment = self._screen.set_timer(max(SHORTEST_PAUSE, playback.seconds_left()), self._end_in_time)

    def _end_in_time(self) -> None:
        self._last_moment = None
        model = self._screen.model
        if model.playback.is_hurried and model.playback.is_behind and not model.playback.is_reviewing:
            with self._screen.safely():
                model.catch_up()
            self.go_on()
            self._screen.paint()

    def _release(self) -> None:
        """Paint, since nothing more has come in time."""
        self._is_held = False
        self._screen.paint()

    def let_reveal_move(self) -> None:
        """Show the frames of a reveal one after the other; only the last one if nothing shall move or a clock runs."""
        playback = self._screen.model.playback
        box = playback.revealed
        if box is None or not box.is_moving:
            return
        if self._is_at_once or playback.is_hurried or not self._screen.looks.moves:
            playback.end_moving()
        elif not self._is_frame_due:
            self._is_frame_due = True
            self._screen.set_timer(box.frame_seconds, self._show_frame)

    def _show_frame(self) -> None:
        """Show the next frame, but leave it out if the one before is still being written."""
        self._is_frame_due = False
        playback = self._screen.model.playback
        playback.move()
        if self._screen.application.is_writing and playback.is_moving:
            self.let_reveal_move()
        else:
            self._screen.paint()

    def let_spectators_go_on(self) -> None:
        """Dismiss each reveal after a while for spectators, who need not press a key; one that is reviewed stays."""
        model = self._screen.model
        box = model.playback.revealed
        is_new = box is not self._watched and not model.playback.is_reviewing
        is_due = box is not None and not model.playback.is_moving and is_new
        if is_due and model.view is not None and model.view.me is None:
            self._watched = box
            self._screen.set_timer(WATCHED_SECONDS, partial(self._dismiss, box))

    def _dismiss(self, box: Box | None) -> None:
        if box is not None and self._screen.model.playback.revealed is box:
            self._screen.press("enter")
