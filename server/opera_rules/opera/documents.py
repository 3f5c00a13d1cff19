"""What may be seen: the public document, and what each seat sees besides; what is not named here is not shown.

Documents hold the state's own tuples and maps, which are never changed in place, and parts that were worked out once
are kept: what is the same object in two documents needs no comparing.
"""

from functools import lru_cache

from opera_rules.api import Map, Seat
from opera_rules.opera.counting import Count, count
from opera_rules.opera.income import income
from opera_rules.opera.round_end import most_staged, staged_composers
from opera_rules.opera.state import Game, House
from opera_rules.opera.words import FEES, PALAZZO_PLACES, ROLE_LIMIT, City


def public(game: Game) -> Map:
    """What lies on the table for all to see, with the figures that panels show."""
    staged = staged_composers(game)
    return {
        "game": "opera",
        "edition": game.edition.source,
        "rounds": game.rounds,
        "open_screens": game.open_screens,
        "fees": FEES,
        "role_limit": ROLE_LIMIT[len(game.players)],
        "palazzo_places": PALAZZO_PLACES[len(game.players)],
        "countings": game.countings,
        "round": game.round,
        "episode": game.episode,
        "phase": game.phase,
        "ladder": game.ladder,
        "century": game.century,
        "offer": game.offer,
        "discard": game.discard,
        "supply": len(game.supply),
        "palazzo": game.palazzo,
        "pawns": game.pawns,
        "parts": game.parts,
        "open_cities": game.open_cities(),
        "roles": game.roles,
        "takers": game.takers,
        "order": game.order,
        "playing": game.playing,
        "queue": game.queue,
        "waiting": {str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
        "answers": {str(seat): answer for seat, answer in sorted(game.answers.items())},
        "staged": staged,
        "rising": most_staged(staged),
        "players": [_public_player(game, seat) for seat in range(len(game.players))],
    }


def _public_player(game: Game, seat: Seat) -> Map:
    player = game.players[seat]
    shown = _in_the_open(
        player.points,
        player.level,
        player.hired,
        player.closed,
        seat in game.bids,
        len(player.stock),
        tuple(player.houses.items()),
        tuple(income(game, seat).items()),
        count(game, seat),
    )
    return {**shown, **_behind_screen(game, seat)} if game.open_screens else shown


@lru_cache(maxsize=1 << 12)
def _in_the_open(
    points: int,
    level: int,
    hired: int,
    closed: bool,
    has_bid: bool,
    stock_size: int,
    houses: tuple[tuple[City, House], ...],
    incomes: tuple[tuple[City, int], ...],
    counting: Count,
) -> Map:
    return {
        "points": points,
        "level": level,
        "hired": hired,
        "closed": closed,
        "has_bid": has_bid,
        "stock_size": stock_size,
        "houses": {city: {"parts": house.parts, "halls": house.halls} for city, house in houses},
        "income": dict(incomes),
        "counting": counting._asdict(),
    }


def private(game: Game, seat: Seat) -> Map:
    """What only this seat sees: its purse, its stock and its sealed bid."""
    return {"seat": seat, **_behind_screen(game, seat), "bid": game.bids.get(seat)}


def _behind_screen(game: Game, seat: Seat) -> Map:
    player = game.players[seat]
    return {"ducats": player.ducats, "stock": player.stock}
