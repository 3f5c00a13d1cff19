"""The Esperto: own pieces staged in his city score at once, and the best of them is given away."""

from collections.abc import Iterator
from functools import cache

from opera_rules.api import Seat
from opera_rules.opera.actions import Appraise, Esperto
from opera_rules.opera.events import AppraisalDeclined, Log, PieceGivenAway, PiecesAppraised
from opera_rules.opera.purse import score
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.words import City, Composer

ANSWERS = (Appraise(accept=True), Appraise(accept=False))


def check_hire(game: Game, seat: Seat) -> None:
    pawns.check_hire(game, "esperto")


def check(game: Game, seat: Seat, play: Esperto) -> None:
    pawns.check_move(game, "esperto", play.city)


def plays(game: Game, seat: Seat) -> Iterator[Esperto]:
    return map(visit, pawns.targets(game, "esperto"))


@cache
def visit(city: City) -> Esperto:
    return Esperto(city)


def appraisable(game: Game, seat: Seat, city: City) -> tuple[Composer, ...]:
    """The pieces this player could score in the city; a house piece is none of them."""
    house = game.players[seat].houses.get(city)
    return house.composers() if house else ()


def may_be_asked(game: Game, seat: Seat) -> bool:
    city = game.pawns["esperto"]
    return city is not None and bool(appraisable(game, seat, city))


def worth(game: Game, pieces: tuple[Composer, ...]) -> int:
    """Fame only: the century bonus does not count here."""
    return sum(game.fame(piece) for piece in pieces)


def best_piece(game: Game, pieces: tuple[Composer, ...]) -> Composer:
    return max(pieces, key=game.fame)


def receiver_of_best_piece(game: Game, hirer: Seat) -> Seat | None:
    """Who gets the hirer's best piece: the poorest in points; None means the discard pile.

    A hirer who is among the poorest gives it to nobody; of several others the last in budget order gets it.
    """
    fewest = min(player.points for player in game.players)
    if game.players[hirer].points == fewest:
        return None
    return next(seat for seat in reversed(game.order) if game.players[seat].points == fewest)


def carry_out(game: Game, seat: Seat, play: Esperto, log: Log) -> None:
    pawns.move(game, seat, "esperto", play.city, log)
    if appraisable(game, seat, play.city):
        appraise(game, seat, play.city, receiver_of_best_piece(game, seat), log)


def answer(game: Game, seat: Seat, action: Appraise, log: Log) -> None:
    """Another player scores in the same way and discards the best piece, or declines."""
    city = game.pawns["esperto"]
    assert city is not None
    if action.accept:
        appraise(game, seat, city, None, log)
    else:
        log.append(AppraisalDeclined(seat, city))


def appraise(game: Game, seat: Seat, city: City, receiver: Seat | None, log: Log) -> None:
    pieces = appraisable(game, seat, city)
    points, best = worth(game, pieces), best_piece(game, pieces)
    score(game, seat, points)
    log.append(PiecesAppraised(seat, city, points))
    game.take_piece(seat, best, city)
    if receiver is None:
        game.put_on_discard((best,))
    else:
        game.put_into_stock(receiver, best)
    log.append(PieceGivenAway(seat, city, best, receiver))
