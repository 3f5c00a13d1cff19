"""The full state as a transcript shows it: everything but the supply's order."""

from opera_rules.api import Map, Seat
from opera_rules.opera.state import Game, House, Player
from opera_rules.opera.words import TOP_LEVEL


def write_state(game: Game) -> Map:
    """The full state as plain data, seats as text where they are keys."""
    return {
        "round": game.round,
        "phase": game.phase,
        "ladder": list(game.ladder),
        "century": list(game.century),
        "offer": dict(game.offer),
        "discard": dict(game.discard),
        "supply": len(game.supply),
        "palazzo": list(game.palazzo),
        "pawns": dict(game.pawns),
        "parts": dict(game.parts),
        "roles": list(game.roles),
        "budget": budget_table(game),
        "players": [_player(player) for player in game.players],
        "bids": {str(seat): game.bids[seat] for seat in sorted(game.bids)},
        "playing": game.playing,
        "queue": list(game.queue),
        "waiting": {str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
    }


def budget_table(game: Game) -> list[list[Seat]]:
    """The seats on each level from 0 to 10, from left to right."""
    return [[seat for seat in game.order if game.level(seat) == level] for level in range(TOP_LEVEL + 1)]


def _player(player: Player) -> Map:
    return {
        "ducats": player.ducats,
        "points": player.points,
        "stock": list(player.stock),
        "hired": player.hired,
        "closed": player.closed,
        "houses": {city: _house(house) for city, house in player.houses.items()},
    }


def _house(house: House) -> Map:
    return {"parts": list(house.parts), "halls": list(house.halls)}
