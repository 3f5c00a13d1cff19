"""The Esperto: a player's pieces staged in his city score at once, and the best of them is given away."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from opera_games.opera.actions import Appraise, Esperto
from opera_games.opera.choices import EspertoBox, EspertoProspect, EspertoVisit, Levels
from opera_games.opera.events import AppraisalDeclined, PieceGivenAway, PiecesAppraised
from opera_games.opera.words import City, Composer
from opera_rules.api import Log, Seat
from opera_rules.opera.phases.scoring import Houses, everybodys_houses, fame_on
from opera_rules.opera.roles import pawns
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import NO_CHANGE, worth_of_houses

ASKS = "appraise"
visit = cache(Esperto)


def check_hire(game: Game, seat: Seat) -> None:
    pawns.check_hire(game, "esperto")


def check(game: Game, seat: Seat, play: Esperto) -> None:
    pawns.check_move(game, "esperto", play.city)


def plays(game: Game, seat: Seat) -> Iterator[Esperto]:
    return map(visit, pawns.targets(game, "esperto"))


def appraisable(game: Game, seat: Seat, city: City) -> tuple[Composer, ...]:
    """Return the pieces this player could score in the city; house pieces do not count."""
    house = game.players[seat].houses.get(city)
    return house.composers() if house else ()


def may_be_asked(game: Game, seat: Seat) -> bool:
    city = game.pawns["esperto"]
    return city is not None and bool(appraisable(game, seat, city))


def worth(game: Game, pieces: tuple[Composer, ...]) -> int:
    """Return the sum of fame: the century bonus does not count here."""
    return sum(game.fame(piece) for piece in pieces)


def best_piece(game: Game, pieces: tuple[Composer, ...]) -> Composer:
    return max(pieces, key=game.fame)


def receiver_of_best_piece(game: Game, hirer: Seat) -> Seat | None:
    """Find the seat that gets the hirer's best piece: the poorest in points; None means the discard pile.

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
    """Score another player in the same way and discard the best piece, unless the player declines."""
    city = game.pawns["esperto"]
    assert city is not None
    if action.accept:
        appraise(game, seat, city, None, log)
    else:
        log.append(AppraisalDeclined(seat, city))


def appraise(game: Game, seat: Seat, city: City, receiver: Seat | None, log: Log) -> None:
    pieces = appraisable(game, seat, city)
    points, best = worth(game, pieces), best_piece(game, pieces)
    game.score(seat, points)
    log.append(PiecesAppraised(seat, city, points))
    game.take_piece(seat, best, city)
    if receiver is None:
        game.put_on_discard((best,))
    else:
        game.put_into_stock(receiver, best)
    log.append(PieceGivenAway(seat, city, best, receiver))


class Appraisal(NamedTuple):
    """The pieces of a seat that would score in a city, their points, and the piece it would lose."""

    pieces: tuple[Composer, ...]
    points: int
    gives: Composer | None


NOTHING = Appraisal((), 0, None)


def outlook(game: Game) -> list[dict[City, Appraisal]]:
    """Find out what each seat's houses would score; his row and his box ask for it, and all seats when they bid."""
    return _outlook(everybodys_houses(game), game.ladder)


@lru_cache(maxsize=1 << 6)
def _outlook(houses: tuple[Houses, ...], ladder: tuple[Composer, ...]) -> list[dict[City, Appraisal]]:
    fame = fame_on(ladder).__getitem__

    def appraisal(pieces: tuple[Composer, ...]) -> Appraisal:
        return Appraisal(pieces, sum(map(fame, pieces)), max(pieces, key=fame)) if pieces else NOTHING

    return [{city: appraisal(house.composers()) for city, house in own} for own in houses]


def appraisal(game: Game, seat: Seat, city: City) -> Appraisal:
    return outlook(game)[seat].get(city, NOTHING)


def box(game: Game, seat: Seat, levels: Levels) -> EspertoBox:
    """List every city with what scores there, and the seat's figures before and after."""
    found, receiver = outlook(game), receiver_of_best_piece(game, seat)
    now, losses = worth_of_houses(game, seat)

    def row(city: City) -> EspertoVisit:
        pieces, points, gives = found[seat].get(city, NOTHING)
        loss = losses[gives, city] if gives else NO_CHANGE
        others = {str(other): found[other].get(city, NOTHING).points for other in game.others(seat)}
        return EspertoVisit(
            city,
            pieces,
            points,
            gives,
            receiver,
            *now.changes_by(loss),
            {other: points for other, points in others.items() if points},
        )

    return EspertoBox(levels, pawns.visits(game, "esperto", row, EspertoVisit))


def prospect(game: Game, seat: Seat) -> EspertoProspect:
    """Find the city where the seat's pieces score most."""
    own = outlook(game)[seat]
    best = max(pawns.targets(game, "esperto"), key=lambda city: own.get(city, NOTHING).points)
    pieces, points, gives = own.get(best, NOTHING)
    return EspertoProspect(best, points, gives, receiver_of_best_piece(game, seat) if pieces else None)
