"""Positions of Turandot: the last offers in games between bots."""

from collections.abc import Iterator

from opera_games.turandot.words import TURNS
from opera_lab.puzzles.api import Position
from opera_lab.puzzles.course import Course
from opera_lab.self_play import GameSetup, play
from opera_rules.api import Seat
from opera_rules.chance import derive

LINE_UPS = ("soloist", "chorus")
PLAYERS = (2, 3, 2, 3, 4, 2, 3, 2, 3, 5)
"""With few players there is less to find, but in much less time."""
FORKS = 8
"""How often the last turn but one is played."""
GONE_ON_BY = "random"
"""The level that plays it: the less sense there is in it, the more differ the last turns."""
WAYS = 6
"""How often the last offers are made."""
OFFERED_BY = "random"
"""The level that makes them: any number of cards may lie face down."""


def setup_of(number: int) -> GameSetup:
    """Take the numbers of players in turn, all of one level or the first seat stronger than the others."""
    players = PLAYERS[number % len(PLAYERS)]
    levels = (LINE_UPS[number // len(PLAYERS) % 2], *LINE_UPS[1:] * (players - 1))
    return GameSetup("turandot", levels, {})


def positions(setup: GameSetup, seed: bytes) -> Iterator[Position]:
    """Play a game up to its last turn but one, and go on in several ways."""
    course = Course(setup, seed)
    for move in play(setup, seed):
        course.add(move.seat, move.action, move.step)
        if move.step.game.turn == TURNS - 1:
            break
    for fork in range(FORKS):
        yield from _last_offers(_at_last_turn(course.copy(), fork))


def _at_last_turn(course: Course, fork: int) -> Course:
    """Play the last turn but one in one of several ways."""
    count = 0
    while course.game.turn < TURNS:
        seat = min(course.setup.rules.waiting(course.game))
        course.decide(seat, GONE_ON_BY, derive(course.seed, "fork", fork, count))
        count += 1
    return course


def _last_offers(course: Course) -> Iterator[Position]:
    """Yield the offer of each seat, as the last one to be made."""
    for last in range(len(course.setup.levels)):
        seen = set()
        for way in range(WAYS):
            position = _with_offers(course.copy(), last, way)
            face_down = tuple(offer and offer.cards for offer in position.state.offers)
            if face_down not in seen:
                seen.add(face_down)
                yield position


def _with_offers(course: Course, last: Seat, way: int) -> Position:
    """Let all but one seat make their offers, in one of several ways."""
    for seat in range(len(course.setup.levels)):
        if seat != last:
            course.decide(seat, OFFERED_BY, derive(course.seed, "way", way, seat))
    return Position(course.game, last, tuple(course.actions), tuple(course.heard[last]))
