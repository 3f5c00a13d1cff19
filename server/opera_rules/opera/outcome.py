"""How a game ends: the most points win, a tie goes to the better place in budget order."""

import msgspec

from opera_rules.api import Seat
from opera_rules.opera.state import Game


class Outcome(msgspec.Struct, frozen=True):
    """The full ranking as pairs of seat and points."""

    ranking: tuple[tuple[Seat, int], ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return (self.ranking[0][0],)


def ranking(game: Game) -> tuple[tuple[Seat, int], ...]:
    best_first = sorted(game.order, key=lambda seat: -game.players[seat].points)
    return tuple((seat, game.players[seat].points) for seat in best_first)


def outcome(game: Game) -> Outcome | None:
    """None while the game goes on."""
    return Outcome(ranking(game)) if game.phase == "done" else None
