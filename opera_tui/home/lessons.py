"""The list of lessons: what is learned in each, and which are done."""

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType

from opera_games.catalog import about
from opera_games.lessons import Lesson, lessons
from opera_protocol.texts.i18n import N_
from opera_tui.home.game_lists import GameListScreen, ListedGame
from opera_tui.look.i18n import _, ngettext
from opera_tui.session.intents import Learn
from opera_tui.session.lesson_states import LessonStates
from opera_tui.widgets.lines import Lines


class LessonsScreen(GameListScreen):
    """Show all lessons; Enter begins one, or goes on where it was left."""

    PLACE = "lessons"
    HELP_TOPIC = "lessons"
    HEADING = N_("Learn by playing")
    COLUMNS = ((N_("lesson"), 14), (N_("game"), 9), (N_("what is learned"), 45), ("", 8))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "begin_anew", N_("begin again"), key_display="a", tooltip=N_("Begin the lesson again.")),
    ]

    def on_mount(self) -> None:
        super().on_mount()
        self._go_on()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._go_on()

    def _go_on(self) -> None:
        """Go from a lesson that is done to the next that is not, if there is one."""
        done, names, lines = self.application.machine.done_lessons(), list(lessons()), self.query_one("#games", Lines)
        here = lines.cursor
        lines.go_to(next((str(place) for place in _from(here, len(names)) if names[place] not in done), str(here)))

    def games(self) -> list[ListedGame]:
        states = LessonStates(self.application.machine)
        return [self._listed(lesson, states) for lesson in lessons().values()]

    def _listed(self, lesson: Lesson, states: LessonStates) -> ListedGame:
        minutes = ngettext("play, about {n} minute", "play, about {n} minutes", lesson.minutes).format(n=lesson.minutes)
        return ListedGame(
            (_(lesson.title), about(lesson.game).title, _(lesson.about), states.state(lesson.id)),
            _("go on") if lesson.id in states.begun else minutes,
            Learn(lesson.id),
        )

    def action_begin_anew(self) -> None:
        line = self.query_one("#games", Lines).line
        if line is not None:
            lesson = list(lessons())[int(line.id)]
            self.shell.follow(Learn(lesson, is_anew=True))

    def remarks(self) -> list[str]:
        return ["", _("Leave a lesson with q whenever you like: it waits for you.")]


def _from(first: int, places: int) -> Iterator[int]:
    """Yield all places, beginning with this one."""
    return (place % places for place in range(first, first + places))
