"""The Signora: sell one piece to the Palazzo for ducats or for points."""

from collections.abc import Iterator
from functools import cache

from opera_games.api import Refusal
from opera_games.opera.actions import Signora
from opera_games.opera.choices import Levels, Sale, SaleSource, SignoraBox, SignoraProspect, sale_worth
from opera_games.opera.events import PieceSold
from opera_games.opera.words import DUCATS_PER_FAME, MOST_THINGS, PALAZZO_PLACES, Composer, Piece, Source
from opera_rules.api import Log, Seat
from opera_rules.opera.phases.scoring import fame_on
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import NO_CHANGE, Standing, standing, worth_of_houses
from opera_rules.refusals import Refused, refusal, refuse

ASKS = "join"


def has_room(game: Game) -> bool:
    return len(game.palazzo) < PALAZZO_PLACES[len(game.players)]


def check_hire(game: Game, seat: Seat) -> None:
    """Refuse the Signora when no sale is possible."""
    if not has_room(game):
        raise Refused("palazzo_full")
    if next(plays(game, seat), None) is None:
        raise Refused("nothing_to_sell")


def may_be_asked(game: Game, seat: Seat) -> bool:
    """Say whether the Palazzo has room: what a player could sell is partly hidden, so it does not count."""
    return has_room(game)


def things(play: Signora) -> int:
    return 1


def is_idle(play: Signora) -> bool:
    return False


def check(game: Game, seat: Seat, play: Signora) -> None:
    if play.piece == "house":
        raise Refused("house_piece_not_sold")
    refuse(refusal_of_sale(game, play.piece))
    if play.source not in sources(game, seat, play.piece):
        raise Refused("no_such_piece", piece=play.piece, source=play.source)


def refusal_of_sale(game: Game, composer: Composer) -> Refusal | None:
    """Find why the Palazzo does not take a composer."""
    if not has_room(game):
        return refusal("palazzo_full")
    return refusal("in_palazzo", composer=composer) if composer in game.palazzo else None


def sources(game: Game, seat: Seat, piece: Piece) -> tuple[Source, ...]:
    """Return where this player has such a piece: the stock first, then the houses."""
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
    game.earn(seat, ducats)
    game.score(seat, points)
    log.append(PieceSold(seat, play.piece, play.source, ducats, points))


def box(game: Game, seat: Seat, levels: Levels) -> SignoraBox:
    """List each composer owned, the most famous first, with the places it can be sold from."""
    level, now = (game.level(seat), levels[1]), standing(game, seat)
    places: dict[Composer, list[SaleSource]] = {composer: [] for composer in reversed(game.ladder)}
    for (composer, source), loss in _losses(game, seat).items():
        places[composer].append(SaleSource(source, level, *now.changes_by(loss)))
    rows = tuple([_sale(game, composer, sources) for composer, sources in places.items() if sources])
    places_left = PALAZZO_PLACES[len(game.players)] - len(game.palazzo)
    return SignoraBox(levels, rows, fills_palazzo=places_left == 1)


def _sale(game: Game, composer: Composer, sources: list[SaleSource]) -> Sale:
    fame = game.fame(composer)
    return Sale(composer, DUCATS_PER_FAME * fame, fame, tuple(sources), refusal_of_sale(game, composer))


def _losses(game: Game, seat: Seat) -> dict[tuple[Composer, Source], Standing]:
    """Return by how much the sale of each piece changes income and counting: not at all from the stock, the first."""
    stock: dict[tuple[Composer, Source], Standing]
    stock = {(piece, "stock"): NO_CHANGE for piece in game.players[seat].stock if piece != "house"}
    return stock | worth_of_houses(game, seat).losses


def prospect(game: Game, seat: Seat) -> SignoraProspect:
    """Find the sale that brings most, less what the piece's hall brings with it; of equal ones, from the stock."""
    is_last_round = game.round == game.rounds
    fame, losses = fame_on(game.ladder), _losses(game, seat)
    worths = {
        place: sale_worth(fame[place[0]], *loss, is_last_round=is_last_round)
        for place, loss in losses.items()
        if place[0] not in game.palazzo
    }
    piece, source = best = max(worths, key=worths.__getitem__)
    changes = standing(game, seat).changes_by(losses[best])
    return SignoraProspect(piece, source, DUCATS_PER_FAME * fame[piece], fame[piece], *changes)
