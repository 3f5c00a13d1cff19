"""How far lessons and puzzles are: what lists say of them, and whether a table of one is still of use."""

from typing import Final

from opera_games import puzzles
from opera_games.puzzles import PuzzleLesson, lesson_of, number_of, puzzle_id, shelf
from opera_protocol.client import Unreadable, View
from opera_tui.local.keeping import Keeping
from opera_tui.local.last_tables import is_lesson
from opera_tui.look.i18n import NP_, _

OPEN: Final = NP_("lesson, 7 cells", "begun")
DONE: Final = NP_("lesson, 7 cells", "done")


class LessonStates:
    """Which lessons a player has begun, and which are done."""

    def __init__(self, keeping: Keeping) -> None:
        self.done = keeping.done_lessons()
        self.begun = {entry.lesson for entry in keeping.last_tables().all()}

    def state(self, lesson_id: str) -> str:
        """Return a word for how far a lesson is; empty if it was not begun."""
        return _(DONE) if lesson_id in self.done else _(OPEN) if lesson_id in self.begun else ""

    @property
    def solved(self) -> int:
        """The number of puzzles on the shelf that are solved."""
        return sum(puzzle_id(number) in self.done for number in range(1, len(shelf()) + 1))

    def next_puzzle(self, lesson_id: str) -> str:
        """Return the lesson of the next puzzle behind this one that is not solved; of the next one if all are.

        That of the day stands before all others on the shelf.
        """
        number = number_of(lesson_id) or 0
        if number == puzzles.todays_puzzle():
            number = 0
        behind = [puzzle_id((number + at) % len(shelf()) + 1) for at in range(len(shelf()))]
        others = [name for name in behind if name != lesson_id]
        return next((name for name in others if name not in self.done), others[0])

    @property
    def solved_of_all(self) -> str:
        return _("Solved: {solved} of {all}.").format(solved=self.solved, all=len(shelf()))


def is_done_with(view: View) -> bool:
    """Say whether nobody needs the table of a lesson once it is left: it is done, or a puzzle, which begins anew."""
    try:
        head = view.head.lesson
    except Unreadable:
        return False
    lesson = lesson_of(head.id) if head else None
    if lesson is None or head is None or view.head.state != "running" or not is_lesson(view.head):
        return False
    return isinstance(lesson, PuzzleLesson) or lesson.is_done_after(head.step)
