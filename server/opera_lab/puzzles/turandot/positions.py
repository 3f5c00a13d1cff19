"""Positions of Turandot: the last offers in games between bots."""

from collections.abc import Iterator

from opera_games.turandot.words import SEATS, TURNS
from opera_lab.puzzles.api import Position
from opera_lab.puzzles.course import Course
from opera_lab.self_play import GameSetup, play
from opera_rules.api import Seat
from opera_rules.chance import derive

LINE_UPS = ("soloist", "chorus")
WAYS = 6
"""How often the last offers are made."""
OFFERED_BY = "random"
"""The level that makes them: any number of cards may lie face down."""


def setup_of(number: int) -> GameSetup:
    """Take all numbers of players in turn, all of one level or the first seat stronger than the others."""
    players = SEATS[number % len(SEATS)]
    levels = (LINE_UPS[number // len(SEATS) % 2], *LINE_UPS[1:] * (players - 1))
    return GameSetup("turandot", levels, {})


def positions(setup: GameSetup, seed: bytes) -> Iterator[Position]:
    """Play a game up to the offers of the last turn, and yield each seat's as the last one to be made."""
    course = Course(setup, seed)
    for move in play(setup, seed):
        course.add(move.seat, move.action, move.step)
        if move.step.game.turn == TURNS:
            break
    for last in range(len(setup.levels)):
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
