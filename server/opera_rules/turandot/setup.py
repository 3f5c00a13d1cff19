"""The beginning of a game.

The draws of a game, in this order and no others:

1. Setup: the singers, in the order of the edition file, are shuffled (Fisher-Yates from the last place down: 35
   draws, below 36, 35, ..., 2).
2. Setup: the seat that starts with Puccini (one draw, below the number of players).
3. When turn 4 begins: the directors still in the game, in the order gothic, farce, avant_garde, traditional,
   purist, decorator, eclectic, androgynous, plain, are shuffled (six of them: 5 draws, below 6, 5, ..., 2).

The last card of a shuffled pile is its top. Each line-up takes players + 1 cards from the top: the first to
number 1, the next to number 2, and so on.
"""

from collections.abc import Mapping
from typing import Any

from opera_games.turandot.words import DIRECTORS, SEATS
from opera_rules.api import Log, Map, Step
from opera_rules.chance import Chance
from opera_rules.refusals import Refused
from opera_rules.turandot.edition import Edition
from opera_rules.turandot.order_of_play import begin
from opera_rules.turandot.state import Game, Hand, Player

LONGEST_NAME = 20


def read_options(options: Mapping[str, Any]) -> Map:
    """Refuse any option: Turandot has none."""
    for option in options:
        raise Refused("unknown_option", option=str(option)[:LONGEST_NAME])
    return {}


def new_game(players: int, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    """Shuffle the singers, give Puccini to a seat, deal the first line-up."""
    read_options(options)
    if players not in SEATS:
        raise Refused("players_out_of_range", players=players, lowest=SEATS[0], highest=SEATS[-1])
    game = _before_the_first_turn(players, edition, Chance(seed))
    log: Log = []
    begin(game, log)
    return Step(game, tuple(log))


def _before_the_first_turn(players: int, edition: Edition, chance: Chance) -> Game:
    deck = tuple(chance.shuffled(edition.singers))
    puccini = chance.below(players)
    return Game(
        edition=edition,
        seed=chance.seed,
        draws=chance.draws,
        turn=0,
        phase="offer",
        puccini=puccini,
        players=(Player(),) * players,
        silent=Hand() if players == SEATS[0] else None,
        deck=deck,
        discarded=(),
        directors=DIRECTORS,
        dismissed=(),
        lineup={},
        offers=(None,) * players,
        lacking=(),
        nominated=None,
    )
