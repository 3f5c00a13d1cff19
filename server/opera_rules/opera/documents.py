"""What may be seen: the public document, and what each seat sees besides; what is not named here is not shown."""

from opera_rules.api import Map, Seat
from opera_rules.opera.counting import count
from opera_rules.opera.fullstate import write_houses
from opera_rules.opera.income import income
from opera_rules.opera.round_end import most_staged, staged
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, PALAZZO_PLACES, ROLE_LIMIT


def public(game: Game) -> Map:
    """What lies on the table for all to see, with the figures that panels show."""
    return {
        "game": "opera",
        "edition": game.edition.source,
        "rounds": game.rounds,
        "open_screens": game.open_screens,
        "fees": dict(FEES),
        "role_limit": ROLE_LIMIT[len(game.players)],
        "palazzo_places": PALAZZO_PLACES[len(game.players)],
        "countings": list(game.countings),
        "round": game.round,
        "episode": game.episode,
        "phase": game.phase,
        "ladder": list(game.ladder),
        "century": list(game.century),
        "offer": dict(game.offer),
        "discard": dict(game.discard),
        "supply": len(game.supply),
        "palazzo": list(game.palazzo),
        "pawns": dict(game.pawns),
        "parts": dict(game.parts),
        "open_cities": list(game.open_cities()),
        "roles": list(game.roles),
        "takers": dict(game.takers),
        "order": list(game.order),
        "playing": game.playing,
        "queue": list(game.queue),
        "waiting": {str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
        "answers": {str(seat): answer for seat, answer in sorted(game.answers.items())},
        "staged": staged(game),
        "rising": list(most_staged(game)),
        "players": [_public_player(game, seat) for seat in range(len(game.players))],
    }


def _public_player(game: Game, seat: Seat) -> Map:
    player = game.players[seat]
    shown: Map = {
        "points": player.points,
        "level": player.level,
        "hired": player.hired,
        "closed": player.closed,
        "has_bid": seat in game.bids,
        "stock_size": len(player.stock),
        "houses": write_houses(player),
        "income": dict(income(game, seat)),
        "counting": count(game, seat)._asdict(),
    }
    if game.open_screens:
        shown |= _behind_screen(game, seat)
    return shown


def private(game: Game, seat: Seat) -> Map:
    """What only this seat sees: its purse, its stock and its sealed bid."""
    return {"seat": seat, **_behind_screen(game, seat), "bid": game.bids.get(seat)}


def _behind_screen(game: Game, seat: Seat) -> Map:
    player = game.players[seat]
    return {"ducats": player.ducats, "stock": list(player.stock)}
