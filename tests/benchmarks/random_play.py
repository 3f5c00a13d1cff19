"""Random play of both games in steps per second, next to python-chess.

A step is: `offers` computed, every concrete action iterated (all but the Impresario's layouts, of which one random
legal one is drawn for a purchase that is chosen), one chosen, each as likely as the others, and applied.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from opera_games.opera.actions import Hire, Impresario, Join
from opera_rules.api import Action, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.decisions import Offers

from .chess_play import ChessPlay
from .measuring import Figure, repeated, side_by_side

SEED = bytes(32)
REPETITIONS = 5
SECONDS = 0.7


class RandomPlay:
    """Random games of Opera or Turandot, one after the other."""

    def __init__(self, game: str, players: int) -> None:
        self.rules = rules_of(game)
        self.players = players
        self.edition = built_in(game)
        self.random = Random(players)
        self.chance = Chance(SEED)
        self.games = 0
        self.begin()

    def begin(self) -> None:
        self.games += 1
        self.game: Any = self.rules.new_game(self.players, {}, self.edition, derive(SEED, self.games)).game

    def step(self) -> None:
        waiting = self.rules.waiting(self.game)
        if not waiting:
            self.begin()
            return
        seat = next(iter(waiting))
        self.game = self.rules.apply(self.game, seat, self.choose(self.rules.offers(self.game, seat))).game

    def choose(self, offers: Any) -> Action:
        actions: list[Action] = list(offers)
        return self.random.choice(actions)


class RandomOpera(RandomPlay):
    """Opera, where the Impresario also rearranges."""

    def choose(self, offers: Offers) -> Action:
        action = super().choose(offers)
        if isinstance(action, Hire | Join) and isinstance(action.play, Impresario):
            return offers.with_random_layout(action, self.chance)
        return action


def measure() -> Iterator[Figure]:
    """Random play of 4-player Opera and 5-player Turandot."""
    runners = {
        "random play, opera, 4 players": repeated(RandomOpera("opera", 4).step, 100),
        "random play, turandot, 5 players": repeated(RandomPlay("turandot", 5).step, 100),
    }
    yield from side_by_side(
        repeated(ChessPlay(1).step, 100), runners, "steps/s", "random play, python-chess", REPETITIONS, SECONDS
    )
