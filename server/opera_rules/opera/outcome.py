"""How a game ends: the most points win, a tie goes to the better place in budget order."""

from opera_rules.api import Map, Seat
from opera_rules.opera.state import Game


def ranking(game: Game) -> tuple[tuple[Seat, int], ...]:
    """Pairs of seat and points, the best first."""
    best_first = sorted(game.order, key=lambda seat: -game.players[seat].points)
    return tuple((seat, game.players[seat].points) for seat in best_first)


def outcome(game: Game) -> Map | None:
    """The full ranking as in the transcript's last line; None while the game goes on."""
    return {"ranking": [list(place) for place in ranking(game)]} if game.phase == "done" else None
