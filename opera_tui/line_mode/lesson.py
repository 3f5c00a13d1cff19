"""A lesson in lines: what it says, and the guess before a counting is told."""

from typing import NamedTuple

from opera_tui.games.guess_box import verdict
from opera_tui.games.view import AnyLine, GameView
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.look.i18n import _

MOST_DIGITS = 4


class Guess(NamedTuple):
    """What is guessed: the event that tells it, and the points."""

    event: AnyLine
    gain: int


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
        return [*self._said_of_news(), *model.lesson.texts(None, model.asked_kind, is_over=is_over)]

    def _said_of_news(self) -> list[str]:
        """Return what is said of what others did, and of the events that were told last."""
        return self._live.model.lesson.told_of(self._live.news.last)

    def to_guess(self) -> Guess | None:
        """Return what is asked for before it is told; None if there is nothing."""
        model, view = self._live.model, self._live.view
        if not isinstance(view, GameView):
            return None
        for event in self._live.news.coming(model.playback.log):
            box = model.face.reveal(event, view, view)
            if box is not None and model.lesson.guess_before(box) is not None:
                return Guess(event, box.own_gain or 0)
        return None

    def ask(self) -> None:
        """Ask for the points, once what comes before them was told."""
        self._live.speaker.say_all([*self._said_of_news(), *self._live.model.lesson.how_to_guess()])
        self.ask_again()

    def ask_again(self) -> None:
        question = _("A counting: how many points is that for you? Type a number, or nothing to hear it")
        self._live.speaker.say(question)

    def judge(self, line: str, gain: int) -> bool:
        """Say whether a guess was right; return False if a line is none: neither a number nor empty."""
        number = line.removeprefix("+")
        is_number = number.removeprefix("-").isdecimal() and len(number) <= MOST_DIGITS
        if line and not is_number:
            return False
        self._live.speaker.say(verdict(int(number) if is_number else None, gain))
        return True
