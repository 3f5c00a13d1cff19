"""The Signora: sell one piece to the Palazzo for ducats or for points."""

from collections.abc import Iterator
from functools import cache

from opera_rules.api import Seat
from opera_rules.opera.actions import Signora
from opera_rules.opera.events import Log, PieceSold
from opera_rules.opera.purse import earn, score
from opera_rules.opera.state import Game
from opera_rules.opera.words import MOST_THINGS, PALAZZO_PLACES, Composer, Piece, Source
from opera_rules.refusals import Refused

DUCATS_PER_FAME = 2


def has_room(game: Game) -> bool:
    return len(game.palazzo) < PALAZZO_PLACES[len(game.players)]


def check_hire(game: Game, seat: Seat) -> None:
    """She comes only when a sale is possible."""
    if not has_room(game):
        raise Refused("palazzo_full")
    if next(plays(game, seat), None) is None:
        raise Refused("nothing_to_sell")


def may_be_asked(game: Game, seat: Seat) -> bool:
    """What a player could sell is partly hidden, so only the Palazzo decides."""
    return has_room(game)


def things(play: Signora) -> int:
    return 1


def is_idle(play: Signora) -> bool:
    return False


def check(game: Game, seat: Seat, play: Signora) -> None:
    if play.piece == "house":
        raise Refused("house_piece_not_sold")
    if not has_room(game):
        raise Refused("palazzo_full")
    if play.piece in game.palazzo:
        raise Refused("in_palazzo", composer=play.piece)
    if play.source not in sources(game, seat, play.piece):
        raise Refused("no_such_piece", piece=play.piece, source=play.source)


def sources(game: Game, seat: Seat, piece: Piece) -> tuple[Source, ...]:
    """Where this player has such a piece: the stock first, then the houses."""
    player = game.players[seat]
    places: list[Source] = ["stock"] if piece in player.stock else []
    places += [city for city, house in player.houses.items() if piece in house.halls]
    return tuple(places)


def plays(game: Game, seat: Seat, most: int = MOST_THINGS) -> Iterator[Signora]:
    if not has_room(game):
        return
    player = game.players[seat]
    palazzo = game.palazzo
    last = None
    for piece in player.stock:
        if piece != last and piece != "house" and piece not in palazzo:
            yield from sales(piece, "stock")
        last = piece
    for city, house in player.houses.items():
        for piece in house.composers():
            if piece not in palazzo:
                yield from sales(piece, city)


@cache
def sales(piece: Composer, source: Source) -> tuple[Signora, Signora]:
    return Signora(piece, source, "ducats"), Signora(piece, source, "points")


def carry_out(game: Game, seat: Seat, play: Signora, log: Log) -> None:
    assert play.piece != "house"
    fame = game.fame(play.piece)
    ducats, points = (DUCATS_PER_FAME * fame, 0) if play.reward == "ducats" else (0, fame)
    game.take_piece(seat, play.piece, play.source)
    game.palazzo = (*game.palazzo, play.piece)
    earn(game, seat, ducats)
    score(game, seat, points)
    log.append(PieceSold(seat, play.piece, play.source, ducats, points))
