"""The only way ducats leave or enter a purse, and points a score."""

from opera_rules.api import Seat
from opera_rules.opera.state import Game


def pay(game: Game, seat: Seat, ducats: int) -> None:
    game.players[seat].ducats -= ducats


def earn(game: Game, seat: Seat, ducats: int) -> None:
    game.players[seat].ducats += ducats


def score(game: Game, seat: Seat, points: int) -> None:
    game.players[seat].points += points
