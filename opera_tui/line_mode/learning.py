"""Lessons and puzzles in lines: what there is, how far each is, and which one a line means."""

from itertools import islice
from typing import Final

from opera_games.lessons import Lesson, lessons
from opera_games.puzzles import lesson_of, number_of, puzzle_id, shelf, todays_puzzle
from opera_tui.games.speech import Unclear, folded, is_said
from opera_tui.look.i18n import N_, _
from opera_tui.session.lesson_states import LessonStates

MOST_DIGITS: Final = 4


def lessons_told(states: LessonStates) -> list[str]:
    """Say what each lesson teaches, and which are begun or done."""
    told = []
    for lesson in lessons().values():
        state = states.state(lesson.id)
        text = _("{lesson}, {state}: {about}") if state else _("{lesson}: {about}")
        told.append(text.format(lesson=_(lesson.title), state=state, about=_(lesson.about)))
    return told


def puzzle_told(states: LessonStates) -> str:
    """Name the puzzle of the day, say how to come to another one, and how many of all are solved."""
    text = _("solve the puzzle of the day, or type puzzle and a number for another one, such as puzzle {next}")
    told = text.format(next=number_of(states.next_puzzle(puzzle_id(todays_puzzle()))))
    return f"{told}. {states.solved_of_all}" if states.solved else told


def known_lesson(line: str) -> str:
    """Return the id of the lesson or puzzle of `learn signora`, `learn 2`, `puzzle` or `puzzle 7`; empty for others.

    Raises `Unclear` if there is none such.
    """
    meant = _meant(line)
    if not meant or lesson_of(meant) is not None:
        return meant
    if is_said(line.partition(" ")[0], N_("puzzle")):
        raise Unclear(_("There are the puzzles 1 to {last}").format(last=len(shelf())))
    raise Unclear(_("There is no lesson “{words}”; learn lists them all").format(words=meant))


def _meant(line: str) -> str:
    """Return the id that a line names, whether or not there is such a lesson."""
    first, _blank, rest = line.partition(" ")
    if rest and is_said(first, N_("learn")):
        return lesson_called(rest) or rest
    if not rest and is_said(first, N_("puzzle")):
        return puzzle_id(todays_puzzle())
    return puzzle_id(int(rest)) if _is_number(rest) and is_said(first, N_("puzzle")) else ""


def lesson_called(line: str) -> str:
    """Return the lesson with this number in the list, or the only one whose name or id begins like this."""
    if _is_number(line):
        return next(islice(lessons(), int(line) - 1, None), "") if int(line) else ""
    typed = _spelt(line)
    names = [(lesson.id, _spelt(name)) for lesson in lessons().values() for name in _names(lesson)]
    exact = {lesson_id for lesson_id, name in names if name == typed}
    found = exact or {lesson_id for lesson_id, name in names if typed and name.startswith(typed)}
    return found.pop() if len(found) == 1 else ""


def is_puzzle(lesson_id: str) -> bool:
    """Say whether this is a puzzle, which always begins anew."""
    return number_of(lesson_id) is not None


def _names(lesson: Lesson) -> tuple[str, str, str]:
    return lesson.id, lesson.title, _(lesson.title)


def _spelt(text: str) -> str:
    return " ".join(folded(text))


def _is_number(text: str) -> bool:
    return text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS
