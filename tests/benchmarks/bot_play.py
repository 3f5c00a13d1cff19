"""Whole games between bots, as `opera-server simulate` plays them, and the time a chorus bot takes to decide."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from opera_bots.api import View
from opera_bots.levels import bot_of, never
from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_rules.api import rules_of
from opera_rules.chance import derive

from .documents import sample
from .measuring import Figure, figure, microseconds, repeated, side_by_side
from .positions import Position, positions

TABLES = (("opera", 4, 4), ("turandot", 5, 6))
"""Game, players, and how many games the positions are from."""
REPETITIONS = 3
SECONDS = 0.8


def measure() -> Iterator[Figure]:
    """Games per second of chorus next to random, and its decisions next to those of random."""
    for game, players, games in TABLES:
        name = f"games between chorus bots, {game}, {players} players"
        chorus = {name: repeated(games_between("chorus", game, players))}
        random = repeated(games_between("random", game, players))
        yield from side_by_side(random, chorus, "games/s", "games between random bots", REPETITIONS, SECONDS)
        found = sample(positions(game, players, games))
        base = microseconds(decisions("random", game, found))
        name = f"decision of a chorus bot, {game}, {players} players"
        yield figure(name, microseconds(decisions("chorus", game, found)), "µs", base, "decision of a random bot")


def games_between(level: str, game: str, players: int) -> Callable[[], None]:
    """Plays the next game of a series each time it is called."""
    setup = GameSetup(game, (level,) * players, {})
    numbers = count(1)

    def play_next() -> None:
        for _ in play(setup, seed_of_game("bench", next(numbers))):
            pass

    return play_next


def decisions(level: str, game: str, found: tuple[Position, ...]) -> list[Callable[[], object]]:
    """The bot's answers; what its seat sees is computed beforehand."""
    rules, bot = rules_of(game), bot_of(level)
    calls: list[Callable[[], object]] = []
    for number, at in enumerate(found):
        choices = rules.choices(at.game, at.seat)
        view = View(at.seat, game, at.public, at.private, choices, at.events, None)
        calls.append(partial(bot, view, derive(bytes(32), number), never))
    return calls
