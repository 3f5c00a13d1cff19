"""Carry lessons out by the rules: what the rivals do, what a proposal names, and which moves a step takes."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Protocol, cast

from opera_games.lessons import Lesson, action_of
from opera_games.lessons import Step as LessonStep
from opera_games.puzzles import PuzzleLesson
from opera_rules.api import AnyRules, Map, Seat, Step, to_map
from opera_rules.refusals import Refused

ARRANGE = "arrange"
"""In a wish: the goal of the best layout, instead of a layout that would fit only one course of the lesson."""


class Restoring(Protocol):
    """Rules of a game with lessons that begin from a full state."""

    def restore(self, seats: int, state: Map, options: Mapping[str, Any], edition: Any, seed: bytes) -> Step[Any]: ...


def beginning(
    rules: AnyRules, seats: int, options: Mapping[str, Any], edition: Any, seed: bytes, state: Map | None
) -> Step[Any]:
    """Begin a game: from a full state if there is one, else as the seed deals it."""
    if state is None:
        return rules.new_game(seats, options, edition, seed)
    if not hasattr(rules, "restore"):
        raise Refused("lesson_bad_state", problem=f"{rules.NAME} always begins with a deal")
    return cast("Restoring", rules).restore(seats, state, options, edition, seed)


def wished(rules: AnyRules, game: object, seat: Seat, wishes: Iterable[Map]) -> Map | None:
    """Return the first of these actions that the seat may do now; None if there is none."""
    return next(_legal(rules, game, seat, wishes), None)


def _legal(rules: AnyRules, game: object, seat: Seat, wishes: Iterable[Map]) -> Iterator[Map]:
    offers = rules.offers(game, seat)
    for wish in wishes:
        with suppress(Refused):
            action = _written(rules, game, seat, wish)
            if rules.read_action(action) in offers:
                yield action


def _written(rules: AnyRules, game: object, seat: Seat, wish: Map) -> Map:
    """Return a wish as an action: where it names a goal, with the best layout for it."""
    action: Map = action_of({name: field for name, field in wish.items() if name != ARRANGE})
    if ARRANGE not in wish:
        return action
    return {**action, "layout": to_map(rules.arrange(game, seat, action["buy"], wish[ARRANGE]))}


def scripted(lesson: Lesson, place: int, rules: AnyRules, game: object, seat: Seat) -> Map | None:
    """Return what the lesson lets a rival do after so many steps; None if that is left to a bot."""
    if place > len(lesson.steps):
        return None
    return wished(rules, game, seat, lesson.passage(place).rivals.get(str(seat), ()))


def step_of(lesson: Lesson, place: int, rules: AnyRules, game: object, seat: Seat) -> LessonStep | None:
    """Return the step that the seat's open decision belongs to; None if the learner decides it freely."""
    passage = lesson.passage(place)
    if not isinstance(passage, LessonStep) or rules.waiting(game).get(seat) != passage.kind:
        return None
    return passage if model_move(passage, rules, game, seat) is not None else None


def model_move(step: LessonStep, rules: AnyRules, game: object, seat: Seat) -> Map | None:
    """Return the first of a step's own moves that the rules allow and the step takes; None if there is none."""
    moves = _legal(rules, game, seat, step.moves)
    return next((move for move in moves if objection(step, rules, game, seat, move) is None), None)


def objection(step: LessonStep, rules: AnyRules, game: object, seat: Seat, action: Map) -> int | None:
    """Return the number of the reason against a legal move; None if the step takes it."""
    read = rules.read_action(action)

    def brings(wish: Map) -> Map | None:
        other = wished(rules, game, seat, [wish])
        return None if other is None else to_map(rules.preview(game, seat, rules.read_action(other)))

    return step.objection(seat, rules.write_action(read), to_map(rules.preview(game, seat, read)), brings)


def require_taken(lesson: Lesson, place: int, rules: AnyRules, game: object, seat: Seat, action: Map) -> None:
    """Refuse a move that the rules allow and the lesson does not take."""
    step = step_of(lesson, place, rules, game, seat)
    if step is None:
        return
    against = objection(step, rules, game, seat, action)
    if against is not None and isinstance(lesson, PuzzleLesson):
        raise Refused("not_best_in_puzzle", points=against, best=lesson.puzzle.ideas[0])
    if against is not None:
        raise Refused("not_now_in_lesson", lesson=lesson.id, step=place, rule=against)
