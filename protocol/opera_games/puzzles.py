"""The shelf of puzzles that comes with the program: one file for all games, a puzzle on each line.

`opera-server puzzles` makes them; `opera_lab.puzzles` says what a puzzle is and what its points mean. A puzzle is
played as a lesson of one step.
"""

import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import date, datetime
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

import msgspec

from opera_games.api import Map, Seat
from opera_games.catalog import N_
from opera_games.lessons import Lesson, Passage, Step, lessons

FILE: Final = "puzzles.jsonl"
ID: Final = "puzzle-"
"""What the id of a puzzle's lesson begins with, before its number."""
QUESTION: Final = N_(
    "Which move makes sure of the most points for you at the end, whatever the others do? All that can follow has been "
    "counted out. A try costs nothing; p shows the best."
)
FIRST_DAY: Final = date(2026, 1, 1)
"""The day of the first puzzle; after the last one they begin again."""


class Puzzle(msgspec.Struct, frozen=True):
    """One decision of one seat; points are those that the seat is sure to end with."""

    game: str
    players: int
    options: Map
    seed: str
    """As hexadecimal digits."""
    seat: Seat
    kind: str
    """The kind of decision."""
    ideas: tuple[int, ...]
    """What the ideas are worth, the best first; moves worth the same are one idea."""
    best: Map
    """The best action, or one of several as good."""
    tempting: Map
    """What comes to mind first, and is not the best."""
    tempting_points: int
    why: Map
    """Why the best is better: a code of the game's texts, and parameters beside it."""
    course: str
    """Everything done up to the decision, and what every action there is worth; see `course_of`."""


class Course(NamedTuple):
    """The actions up to the decision, with their seats, and all actions there by their points, the best first."""

    actions: list[tuple[Seat, Map]]
    worths: list[tuple[int, list[Map]]]

    def worth(self, action: Map) -> int | None:
        """Return what an action is worth, in whatever order it does things; None if it cannot be done there."""
        wanted = _sorted(action)
        return next((points for points, moves in self.worths if wanted in map(_sorted, moves)), None)


def _sorted(action: Map) -> Map:
    """Return an action with its lists in one order."""
    return {name: sorted(field) if isinstance(field, list) else field for name, field in action.items()}


def answer(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what kind of move solves a puzzle: what is done, with which role, or else with what fields."""
    role = puzzle.best.get("role")
    return puzzle.best["do"], *([role] if role else sorted(puzzle.best.keys() - {"do"}))


def packed(actions: object, worths: object) -> str:
    """Write a course as text; a whole game is long, so it is compressed."""
    return b64encode(zlib.compress(msgspec.json.encode((actions, worths)), 9)).decode()


def course_of(puzzle: Puzzle) -> Course:
    """Read the course of a puzzle of our own file."""
    return msgspec.json.decode(zlib.decompress(b64decode(puzzle.course)), type=Course)


def read(lines: bytes) -> tuple[Puzzle, ...]:
    """Read puzzles, one on each line."""
    return tuple([msgspec.json.decode(line, type=Puzzle) for line in lines.splitlines()])


@cache
def shelf() -> tuple[Puzzle, ...]:
    """Return all puzzles that come with the program; players know them by their places, from 1 on."""
    return read(files("opera_games").joinpath(FILE).read_bytes())


def of_day(day: date) -> int:
    """Return the number of a day's puzzle, the same for everybody."""
    return (day - FIRST_DAY).days % len(shelf()) + 1


def todays_puzzle() -> int:
    """Return the number of today's puzzle, by the calendar of this machine."""
    return of_day(datetime.now().astimezone().date())


class PuzzleStep(Step, frozen=True, kw_only=True):
    """The decision of a puzzle: only the best moves are taken."""

    course: Course

    def objection(self, seat: Seat, action: Map, preview: Map, brings: Callable[[Map], Map | None]) -> int | None:
        """Return what a move that is not the best is worth; None for the best."""
        (best, _), *_ = self.course.worths
        points = self.course.worth(action)
        return None if points == best else points

    def early_objection(self, begun: Map) -> int | None:
        """Say nothing before a move is whole: what it is worth is the puzzle."""
        return None


class PuzzleLesson(Lesson, frozen=True, kw_only=True):
    """A puzzle as a lesson."""

    puzzle: Puzzle

    @property
    def seed_bytes(self) -> bytes:
        return bytes.fromhex(self.seed)


def number_of(lesson_id: str) -> int | None:
    """Return the number of the puzzle whose lesson this is; None for other lessons."""
    return _numbers().get(lesson_id)


@cache
def _numbers() -> dict[str, int]:
    return {puzzle_id(number): number for number in range(1, len(shelf()) + 1)}


def puzzle_id(number: int) -> str:
    """Return the id of a puzzle's lesson."""
    return f"{ID}{number}"


def lesson_of(lesson_id: str) -> Lesson | None:
    """Return a lesson by its id, also that of a puzzle; None if there is none."""
    number = number_of(lesson_id)
    return lessons().get(lesson_id) if number is None else _lesson(number)


@cache
def _lesson(number: int) -> PuzzleLesson:
    puzzle = shelf()[number - 1]
    course = course_of(puzzle)
    return PuzzleLesson(
        place=number,
        title=puzzle_id(number),
        about=QUESTION,
        minutes=1,
        game=puzzle.game,
        seats=puzzle.players,
        learner=puzzle.seat,
        seed=puzzle.seed,
        options=puzzle.options,
        opening=tuple(course.actions),
        steps=(
            PuzzleStep(
                text=QUESTION,
                kind=puzzle.kind,
                moves=(puzzle.best,),
                allow=(),
                unwise=(),
                otherwise="",
                course=course,
            ),
        ),
        end=Passage(text=""),
        id=puzzle_id(number),
        edition=sha256(puzzle.course.encode()).hexdigest()[:16],
        puzzle=puzzle,
    )
