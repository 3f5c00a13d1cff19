"""Lessons: tables at which a newcomer does every move, and each move is judged before it is made.

A lesson is a TOML file in the folder `lessons` of its game. Server and client read the same file: the server deals,
plays the rivals and judges moves; the client shows the texts, which go through gettext there.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import IO, Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from opera_games.api import MOST_SEATS, Map, Seat, Word
from opera_games.catalog import GAMES, figures_by_seat
from opera_games.errors import Coded
from opera_games.toml import read_toml

FOLDER: Final = "lessons"
SUFFIX: Final = ".toml"
OTHERWISE: Final = -1
"""The number of the reason for moves that no rule of a step is about."""
NOTHING: Final = "none"
"""Stands for null in actions and patterns, since TOML has none."""
TEXT_CELLS: Final = 76
TEXT_ROWS: Final = 3
TITLE_CELLS: Final = 12
ABOUT_CELLS: Final = 45
"""The room that the texts of a lesson have on the screen and in the list."""

Pattern = dict[str, Any]
Wish = Map
"""An action in which `NOTHING` stands for null; see `action_of`."""
Extracted = tuple[int, None, str, list[str]]
"""A text for translators: line, function, text, comments."""
Text = Annotated[str, Meta(min_length=1, max_length=400)]


class LessonError(Coded):
    """A file that is no lesson."""


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of move: what the action is like, and what it brings by the preview that the player sees."""

    when: Pattern = {}
    brings: Pattern = {}

    def fits(self, action: Map, preview: Map) -> bool:
        return matches(self.when, action) and matches(self.brings, preview)

    def may_fit(self, begun: Map) -> bool:
        """Say whether an action of which only these fields are chosen can still become such a move."""
        return all(matches(wanted, begun[name]) for name, wanted in self.when.items() if name in begun)

    def is_sure_to_fit(self, begun: Map) -> bool:
        """Say whether it becomes such a move whatever is chosen for the other fields."""
        return not self.brings and self.when.keys() <= begun.keys() and self.may_fit(begun)


class Unwise(Rule, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of move that the lesson does not take, and why."""

    reason: Text
    instead: Wish | None = None
    """Another move: such a move is unwise only where this one can be made, and brings as much `of` each figure."""
    of: tuple[Word, ...] = ()
    """Figures of a preview, by seat."""
    by: int = 0
    """How much more of each it has to bring."""

    @property
    def lacking(self) -> tuple[str, str] | None:
        """A key that means nothing without another one which is not there, and that one; None if all is there."""
        if self.instead is not None and not self.of:
            return "instead", "of"
        if self.instead is None and (self.of or self.by):
            return "of" if self.of else "by", "instead"
        return None

    def is_beaten(self, seat: Seat, preview: Map, other: Map | None) -> bool:
        """Say whether a move is unwise beside the other one, by the previews of both."""
        if self.instead is None or other is None:
            return self.instead is None
        pairs = [(preview[figure][str(seat)][1], other[figure][str(seat)][1]) for figure in self.of]
        return all(there >= here + self.by for here, there in pairs)

    def is_sure_to_fit(self, begun: Map) -> bool:
        return self.instead is None and super().is_sure_to_fit(begun)


class Passage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said at one point of a lesson, and how the rivals come there."""

    text: Text
    events: dict[Word, Text] = {}
    """What is said of what happens before the decision opens, by the name of an event: from then on until its turn is
    over."""
    reveals: dict[Word, Text] = {}
    """What is said while a reveal stands in front, by the name of its event."""
    guess: str = ""
    """How what is guessed here is counted; it is said while the learner is asked."""
    rivals: dict[Word, tuple[Map, ...]] = {}
    """What each rival (its seat as text) would like to do at decisions before or beside this one: the first that is
    allowed is done, otherwise what an easy bot would do."""


class Step(Passage, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision of the learner."""

    kind: Word
    """The kind of decision; one of another kind is left to the learner and counts for nothing."""
    moves: Annotated[tuple[Map, ...], Meta(min_length=1)]
    """Good moves, the best first: what a proposal names. If the rules allow none of them, all moves are free."""
    allow: Annotated[tuple[Rule, ...], Meta(min_length=1)]
    unwise: Annotated[tuple[Unwise, ...], Meta(min_length=1)]
    """Moves that the lesson does not take although `allow` may have them."""
    otherwise: Text
    """Why any other move is not taken."""

    def objection(self, seat: Seat, action: Map, preview: Map, brings: Callable[[Wish], Map | None]) -> int | None:
        """Return the number of the reason against a move, as `reason` takes it; None if it is taken.

        `brings` returns the preview of another move; None if the rules do not allow it.
        """
        for number, rule in enumerate(self.unwise):
            if not rule.fits(action, preview):
                continue
            if rule.is_beaten(seat, preview, brings(rule.instead) if rule.instead else None):
                return number
        return None if any(rule.fits(action, preview) for rule in self.allow) else OTHERWISE

    def early_objection(self, begun: Map) -> int | None:
        """Return the number of the reason against every move that begins so; None if one may be taken."""
        for number, rule in enumerate(self.unwise):
            if rule.is_sure_to_fit(begun):
                return number
        return None if any(rule.may_fit(begun) for rule in self.allow) else OTHERWISE

    def reason(self, number: int) -> str:
        """Return a reason by its number."""
        return self.unwise[number].reason if number in range(len(self.unwise)) else self.otherwise


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as its file says it."""

    place: int
    """Where it stands among the lessons of its game."""
    title: Text
    about: Text
    """What is learned, in a line."""
    minutes: Annotated[int, Meta(ge=1)]
    game: Word
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    learner: Seat = 0
    """The seat of the learner."""
    plays_all: bool = False
    """Whether the learner decides for every seat, and sees what each has; otherwise for the first."""
    seed: Annotated[str, Meta(min_length=1, max_length=100)]
    """Any text: the same one gives the same deal."""
    options: Map = {}
    state: Map | None = None
    """A full state to begin from, where no deal leads to what is taught; see the game's `restore`."""
    names: tuple[Word, ...] = ()
    """How the seats are called, if the learner plays all of them."""
    opening: tuple[tuple[Seat, Wish], ...] = ()
    """What was done before the learner comes, by seat."""
    guesses: tuple[Word, ...] = ()
    """Reveals by the names of their events; what the learner gets there is asked before it is shown, once each."""
    goes_on: bool = False
    """Whether the table is worth going on with after the last step."""
    steps: Annotated[tuple[Step, ...], Meta(min_length=1)]
    end: Passage

    id: str = ""
    """The file's name without its ending."""
    edition: str = ""
    """Tells whether another file is the same."""

    @property
    def seed_bytes(self) -> bytes:
        return sha256(self.seed.encode()).digest()

    @property
    def learners_seats(self) -> range:
        return range(self.seats) if self.plays_all else range(self.learner, self.learner + 1)

    def place_after(self, kinds: Sequence[str]) -> int:
        """Say how many steps are done once the learner has made decisions of these kinds; one more if it goes on."""
        done = 0
        for kind in kinds:
            is_step = done < len(self.steps)
            done += self.steps[done].kind == kind if is_step else done == len(self.steps)
        return done

    def is_done_after(self, place: int | None) -> bool:
        """Say whether all steps are done after so many."""
        return place is not None and place >= len(self.steps)

    def is_game_after(self, place: int | None) -> bool:
        """Say whether the learner has gone on after the last step: then it is a game like any other."""
        return place is not None and place > len(self.steps)

    def passage(self, place: int) -> Passage:
        """Return what is said after so many steps."""
        return self.steps[place] if place < len(self.steps) else self.end

    def texts(self) -> list[str]:
        """Return every text that a player may read, for translators."""
        found = [self.title, self.about]
        for passage in (*self.steps, self.end):
            found += [passage.text, *passage.events.values(), *passage.reveals.values(), passage.guess]
            if isinstance(passage, Step):
                found += [*(rule.reason for rule in passage.unwise), passage.otherwise]
        return [one_line(text) for text in found if text]


def action_of(wish: Any) -> Any:
    """Return a wish as an action, with null where it says so."""
    if isinstance(wish, dict):
        return {name: action_of(field) for name, field in wish.items()}
    if isinstance(wish, list | tuple):
        return [action_of(item) for item in wish]
    return None if wish == NOTHING else wish


def one_line(text: str) -> str:
    """Return a text without the line breaks of its file."""
    return " ".join(text.split())


OPERATORS: Final = frozenset({"one_of", "from", "to", "has", "lacks", "size", "rise", "then", "first", "is_not"})
"""What a pattern may ask of a value besides being equal to it."""


def matches(pattern: Any, value: Any) -> bool:
    """Say whether a value is as a pattern says: equal to it, by its fields, or by one of the operators."""
    if not isinstance(pattern, dict):
        return bool(value is None if pattern == NOTHING else value == pattern)
    if pattern and pattern.keys() <= OPERATORS:
        return all(_fulfils(operator, wanted, value) for operator, wanted in pattern.items())
    return isinstance(value, Mapping) and all(matches(wanted, value.get(name)) for name, wanted in pattern.items())


def _fulfils(operator: str, wanted: Any, value: Any) -> bool:
    match operator:
        case "one_of":
            return value in wanted
        case "is_not":
            return not matches(wanted, value)
        case "from":
            return isinstance(value, int) and value >= wanted
        case "to":
            return isinstance(value, int) and value <= wanted
        case "has":
            return isinstance(value, list) and all(
                item in value for item in (wanted if isinstance(wanted, list) else [wanted])
            )
        case "lacks":
            return isinstance(value, list) and wanted not in value
        case "size":
            return isinstance(value, list) and matches(wanted, len(value))
        case "first":
            return isinstance(value, list) and bool(value) and matches(wanted, value[0])
    if not isinstance(value, list) or len(value) != len(("before", "after")):
        return False
    return matches(wanted, value[1] - value[0] if operator == "rise" else value[1])


def reason_of(lesson: object, step: object, rule: object) -> str:
    """Return why a lesson does not take a move, by the parameters of the refusal; empty if they name no reason."""
    known = lessons().get(lesson) if isinstance(lesson, str) else None
    if known is None or type(step) is not int or type(rule) is not int or step not in range(len(known.steps)):
        return ""
    return one_line(known.steps[step].reason(rule))


def extract(fileobj: IO[bytes], keywords: object, comment_tags: object, options: object) -> Iterator[Extracted]:
    """Yield the texts of a lesson's file for the translators' template, as Babel's extractors do."""
    for text in read_lesson(fileobj.read(), "").texts():
        yield 1, None, text, []


def read_lesson(content: bytes, lesson_id: str) -> Lesson:
    """Read a lesson from its file; raises `LessonError`."""
    try:
        source = read_toml(content)
        source |= {"state": action_of(source["state"])} if "state" in source else {}
        read = msgspec.convert({**source, "id": lesson_id, "edition": sha256(content).hexdigest()[:16]}, Lesson)
    except ValueError as error:
        raise LessonError("lesson_unreadable", problem=str(error)) from None
    if read.game not in GAMES:
        raise LessonError("unknown_game", game=read.game, games=GAMES)
    _check_comparisons(read)
    return read


def _check_comparisons(lesson: Lesson) -> None:
    """Refuse a rule that compares moves by halves, which would never apply, or by a figure that there is not."""
    for place, step in enumerate(lesson.steps, start=1):
        for number, rule in enumerate(step.unwise, start=1):
            lacking = rule.lacking
            if lacking is not None:
                raise LessonError("lesson_half_a_rule", step=place, rule=number, key=lacking[0], needed=lacking[1])
            figures = list(figures_by_seat(lesson.game)) if rule.of else []
            unknown = next((figure for figure in rule.of if figure not in figures), None)
            if unknown is not None:
                raise LessonError("lesson_no_such_figure", step=place, rule=number, figure=unknown, figures=figures)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Read the lessons that come with the program, in the order in which lists show them."""
    found = [lesson for game in GAMES for lesson in sorted(_of(game), key=lambda lesson: lesson.place)]
    return {lesson.id: lesson for lesson in found}


def _of(game: str) -> list[Lesson]:
    return [read_lesson(file.read_bytes(), file.name.removesuffix(SUFFIX)) for file in lesson_files(game)]


def lesson_files(game: str) -> list[Traversable]:
    """Return the files of a game's lessons."""
    folder = files(f"opera_games.{game}").joinpath(FOLDER)
    return [file for file in folder.iterdir() if file.name.endswith(SUFFIX)] if folder.is_dir() else []
