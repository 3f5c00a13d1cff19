"""The Maestro: the income of every house in his city is doubled as long as he stands there."""

from collections.abc import Iterator
from functools import cache

from opera_rules.api import Seat
from opera_rules.opera.actions import Maestro
from opera_rules.opera.events import Log
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.words import City


def check_hire(game: Game, seat: Seat) -> None:
    pawns.check_hire(game, "maestro")


def check(game: Game, seat: Seat, play: Maestro) -> None:
    pawns.check_move(game, "maestro", play.city)


def plays(game: Game, seat: Seat) -> Iterator[Maestro]:
    return map(visit, pawns.targets(game, "maestro"))


@cache
def visit(city: City) -> Maestro:
    return Maestro(city)


def carry_out(game: Game, seat: Seat, play: Maestro, log: Log) -> None:
    pawns.move(game, seat, "maestro", play.city, log)
