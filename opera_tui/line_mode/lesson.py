"""A lesson in lines: what it says, and the guess before a counting is told."""

from opera_games.api import tag_of
from opera_tui.games.guess_box import verdict
from opera_tui.games.view import GameView, OtherEvent
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.look.i18n import _

MOST_DIGITS = 4


class SpokenLesson:
    """The lesson of a table, if it has one."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    def texts(self) -> list[str]:
        """Return what is said of what others did and was just told, and of what is asked now, or of the end."""
        model = self._live.model
        is_over = self._live.view.head.state not in ("open", "running")
        if not model.lesson.is_going_on or not (model.asked_kind or is_over):
            return []
        told = [tag_of(event) for event in self._live.news.last if not isinstance(event, OtherEvent)]
        before = [text for text in (model.lesson.meanwhile(),) if text]
        return [*before, *model.lesson.told_of(told), *model.lesson.texts(None, model.asked_kind)]

    def points_to_guess(self) -> int | None:
        """Return the points that are asked for before they are told; None if there are none."""
        model, view = self._live.model, self._live.view
        if not isinstance(view, GameView):
            return None
        for event in self._live.news.coming(model.playback.log):
            box = model.face.reveal(event, view, view)
            if box is not None and model.lesson.guess_before(box) is not None:
                return box.own_gain
        return None

    def ask(self) -> None:
        """Ask for the points."""
        speaker = self._live.speaker
        speaker.say(_("A counting: how many points is that for you? Type a number, or nothing to hear it"))

    def judge(self, line: str, gain: int) -> None:
        """Say whether the guess was right; anything that is no number is no guess."""
        number = line.strip().removeprefix("+")
        is_number = number.removeprefix("-").isdecimal() and len(number) <= MOST_DIGITS
        self._live.speaker.say(verdict(int(number) if is_number else None, gain))
