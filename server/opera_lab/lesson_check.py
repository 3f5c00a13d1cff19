"""Check lessons: play their scripts by the rules, with good moves and bad ones, and measure their texts."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, Final, NamedTuple

from opera_bots.api import view_of
from opera_bots.levels import bot_of, never
from opera_games.api import tag_of
from opera_games.lessons import (
    ABOUT_CELLS,
    TEXT_CELLS,
    TEXT_ROWS,
    TITLE_CELLS,
    Lesson,
    Passage,
    Step,
    action_of,
    one_line,
)
from opera_protocol.texts.vocabulary import REASONS
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import TextField, clean
from opera_rules.api import AnyRules, Event, Map, Seat, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.lessons import beginning, model_move, objection, scripted, step_of
from opera_rules.refusals import Refused

RIVALS: Final = bot_of("chorus")
LONGEST_GAME: Final = 400
MOST_FREE: Final = 5
"""Decisions that a lesson is not about, after which its course is given up."""
MOST_MOVES: Final = 40
MOST_OFFERS: Final = 1000
"""Moves of one name that are looked at, and offers among which they are found."""
LESSON_TEXT: Final = TextField("lesson", 2 * 400)
"""As many cells as the longest text can have: how many it may have is counted in rows."""


class Moment(NamedTuple):
    """A decision of the learner in a course of a lesson."""

    place: int
    """How many steps are done."""
    step: Step | None
    """None where the learner decides freely."""
    game: Any
    seat: Seat


Choose = Callable[[Moment], Map]
"""The learner: answers a decision."""


class Course:
    """A lesson that is played without a server."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.rules: AnyRules = rules_of(lesson.game)
        self._edition = built_in(lesson.game)
        options = self.rules.read_options(lesson.options)
        step = beginning(self.rules, lesson.seats, options, self._edition, lesson.seed_bytes, lesson.state)
        self.game: Any = step.game
        self._events: list[Event] = [*step.events]
        self._seats = lesson.learners_seats
        self._kinds: list[str] = []
        """The kinds of the learner's decisions."""
        self.happened: set[tuple[int, str]] = set()
        """What happened, by names of events, each with how many steps were done."""
        for entry, (seat, action) in enumerate(lesson.opening, start=1):
            try:
                self._act(seat, action_of(action))
            except Refused as refused:
                raise Refused("lesson_opening_refused", entry=entry, reason=refused.code) from refused

    @property
    def place(self) -> int:
        return self.lesson.place_after(self._kinds)

    def moments(self, choose: Choose) -> Iterator[Moment]:
        """Play until the lesson is over, and yield each decision before the learner answers it."""
        for _action in range(LONGEST_GAME):
            waiting = self.rules.waiting(self.game)
            own = [seat for seat in waiting if seat in self._seats]
            rival = next((seat for seat in waiting if seat not in self._seats), None)
            if rival is not None:
                self._act(rival, self._rivals_action(rival))
                continue
            if not waiting or self.place >= len(self.lesson.steps):
                return
            step = step_of(self.lesson, self.place, self.rules, self.game, own[0])
            moment = Moment(self.place, step, self.game, own[0])
            yield moment
            self._kinds.append(waiting[own[0]])
            self._act(own[0], choose(moment))

    def _rivals_action(self, seat: Seat) -> Map:
        wished = scripted(self.lesson, self.place, self.rules, self.game, seat)
        if wished is not None:
            return wished
        view = view_of(self.rules, self.game, seat, self.rules.visible(self._events, seat), self._edition)
        return self.rules.write_action(RIVALS(view, derive(self.lesson.seed_bytes, "bot", len(self._events)), never))

    def _act(self, seat: Seat, action: Map) -> None:
        step = self.rules.apply(self.game, seat, self.rules.read_action(action))
        self.game = step.game
        self._events += step.events
        self.happened |= {(self.place, tag_of(event)) for event in step.events}


class Judged(NamedTuple):
    """Legal moves of a decision: those that its step takes, and others by the number of the reason against them."""

    taken: list[Map]
    others: Mapping[int, list[Map]]


def judged(rules: AnyRules, moment: Moment, chance: Chance) -> Judged:
    """Judge some legal moves of a step: the first that the rules offer, some that are drawn, and its own."""
    assert moment.step is not None
    offers = rules.offers(moment.game, moment.seat)
    drawn = (offers.sample(chance) for _ in range(MOST_MOVES))
    moves = _some_of_each(map(rules.write_action, chain(islice(offers, MOST_OFFERS), drawn)))
    own = model_move(moment.step, rules, moment.game, moment.seat)
    taken: list[Map] = [own] if own else []
    others: dict[int, list[Map]] = {}
    for move in moves:
        against = objection(moment.step, rules, moment.game, moment.seat, move)
        (taken if against is None else others.setdefault(against, [])).append(move)
    return Judged(taken, others)


def _some_of_each(moves: Iterable[Map]) -> list[Map]:
    """Return the first moves of each name and role."""
    counts: Counter[tuple[Any, Any]] = Counter()
    chosen = []
    for move in moves:
        kind = move["do"], move.get("role")
        counts[kind] += 1
        if counts[kind] <= MOST_MOVES:
            chosen.append(move)
    return chosen


def problems_of(lesson: Lesson, courses: int = 5) -> list[str]:
    """Return what is wrong with a lesson, in English; nothing if it can be played."""
    found = [*_texts(lesson)]
    seen: dict[int, set[int]] = {}
    happened: set[tuple[int, str]] = set()
    for number in range(courses):
        course = Course(lesson)
        chance = Chance(derive(lesson.seed_bytes, "course", number))
        found += _course(course, chance, seen, is_model=not number)
        happened |= course.happened
    found += _unsaid(lesson, happened)
    for place, step in enumerate(lesson.steps):
        for rule in range(len(step.unwise)):
            if rule not in seen.get(place, ()):
                found.append(f"step {place + 1}: no legal move was found for the reason {rule + 1}")
    return list(dict.fromkeys(found))


def _unsaid(lesson: Lesson, happened: Container[tuple[int, str]]) -> Iterator[str]:
    """Say which texts are about events that never come where they stand."""
    for place, passage in enumerate((*lesson.steps, lesson.end)):
        for name in (*passage.events, *passage.reveals):
            if (place, name) not in happened:
                yield f"step {place + 1}: no {name} comes before it, so its text is never said"


def _course(course: Course, chance: Chance, seen: dict[int, set[int]], *, is_model: bool) -> list[str]:
    """Play a lesson once, by its own moves or by any that it takes, and note which reasons there are."""
    lesson, found = course.lesson, list[str]()

    def choose(moment: Moment) -> Map:
        if moment.step is None:
            return course.rules.write_action(course.rules.offers(moment.game, moment.seat).sample(chance))
        verdicts = judged(course.rules, moment, chance)
        seen.setdefault(moment.place, set()).update(verdicts.others)
        return verdicts.taken[0] if is_model else chance.choice(verdicts.taken)

    free = 0
    for moment in course.moments(choose):
        free += moment.step is None
        if free > MOST_FREE:
            break
        if moment.step is None:
            kind = course.rules.waiting(moment.game)[moment.seat]
            found.append(
                f"step {moment.place + 1}: a decision “{kind}” comes that it is not about, or none of its moves"
            )
    if course.place < len(lesson.steps):
        found.append(f"step {course.place + 1} is not reached")
    return found


def _texts(lesson: Lesson) -> Iterator[str]:
    """Say which texts are too long, or have what a terminal does not show as it stands."""
    for seat, called in enumerate(lesson.names):
        yield from _not_plain(f"the name of seat {seat}", called)
    for name, text, cells in (("title", lesson.title, TITLE_CELLS), ("about", lesson.about, ABOUT_CELLS)):
        if len(text) > cells:
            yield f"the text of {name} needs {len(text)} cells, and there are {cells}"
        yield from _not_plain(f"the text of {name}", text)
    for place, passage in enumerate((*lesson.steps, lesson.end), start=1):
        for name, text, rows in _named_texts(lesson, passage):
            if text:
                yield from _not_plain(f"step {place}: the text of {name}", text)
            lines = _rows(text)
            if lines > rows:
                yield f"step {place}: the text of {name} needs {lines} rows of {TEXT_CELLS} cells, and there are {rows}"


def _not_plain(name: str, text: str) -> Iterator[str]:
    """Say why a text cannot be taken, as of texts of players; its file may break its lines."""
    try:
        clean(text.replace("\n", " ").strip(" "), LESSON_TEXT)
    except TextError as error:
        yield f"{name} cannot be taken: {REASONS[error.parameters['reason']]}"


def _named_texts(lesson: Lesson, passage: Passage) -> Iterator[tuple[str, str, int]]:
    yield "text", passage.text, TEXT_ROWS
    for name, text in passage.events.items():
        yield name, text, TEXT_ROWS
    # That any number will do stands below it.
    yield "guess", passage.guess, TEXT_ROWS - 1
    for name, text in passage.reveals.items():
        # What is said of a guess stands above it.
        yield name, text, TEXT_ROWS - (name in lesson.guesses)
    if isinstance(passage, Step):
        yield "otherwise", passage.otherwise, TEXT_ROWS
        for rule in passage.unwise:
            yield "reason", rule.reason, TEXT_ROWS


def _rows(text: str) -> int:
    """Count the rows that a text needs."""
    rows, room = 0, 0
    for word in one_line(text).split():
        if len(word) + 1 > room:
            rows, room = rows + 1, TEXT_CELLS + 1
        room -= len(word) + 1
    return rows
