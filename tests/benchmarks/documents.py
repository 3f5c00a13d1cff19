"""What is computed for every decision: `choices`, `public`, `imagine`, `preview`, and the layout solver `arrange`.

The baseline is one generation of legal moves in python-chess, on boards from random games.
"""

from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType

from opera_rules.api import rules_of
from opera_rules.chance import Chance
from opera_rules.opera.roles.impresario import plays
from opera_rules.opera.views import layouts
from opera_rules.opera.views.layouts import GOALS, Goal

from . import chess_play
from .measuring import Figure, figure, microseconds
from .positions import Position, positions

GAMES = (("opera", 4, 4), ("turandot", 5, 6))
"""Game, players, and how many games the positions are from."""
SAMPLE = 400
MIX = (20, 10)
"""Weights of income and counting as a player might choose them in mid-game."""
BESIDE = "legal moves of one position, python-chess"

Calls = list[Callable[[], object]]


def measure() -> Iterator[Figure]:
    """Medians over positions from real games."""
    base = legal_moves()
    for name, calls, before in measured():
        yield figure(name, microseconds(calls, before), "µs", base, BESIDE)


def legal_moves() -> float:
    boards = chess_play.positions(SAMPLE, seed=2)
    return microseconds([partial(lambda board: list(board.legal_moves), board) for board in boards])


def measured() -> Iterator[tuple[str, Calls, Callable[[], object] | None]]:
    """Names and calls, and what has to happen before each of them."""
    for game, players, games in GAMES:
        found = sample(positions(game, players, games))
        label = f"{game}, {players} players"
        for name, calls in documents(game, found).items():
            yield f"{name}, {label}", calls, None
    tasks = arrangements(positions(*GAMES[0]))
    yield "arrange, cold", tasks, partial(clear_caches, layouts)
    for task in tasks:
        task()
    yield "arrange, warm", tasks, None


def sample(found: tuple[Position, ...]) -> tuple[Position, ...]:
    """About as many as are enough for a median, spread over the games."""
    return found[:: max(1, len(found) // SAMPLE)]


def documents(game: str, found: tuple[Position, ...]) -> dict[str, Calls]:
    rules = rules_of(game)
    chance = Chance(bytes(32))
    actions = [rules.offers(position.game, position.seat).sample(chance) for position in found]
    return {
        "choices": [partial(rules.choices, at.game, at.seat) for at in found],
        "public": [partial(rules.public, at.game) for at in found],
        "imagine": [partial(rules.imagine, at.public, at.private, at.events, bytes(32)) for at in found],
        "preview": [
            partial(rules.preview, at.game, at.seat, action) for at, action in zip(found, actions, strict=True)
        ],
    }


def arrangements(found: tuple[Position, ...]) -> Calls:
    """Each goal, with a purchase, wherever a seat could call the Impresario now."""
    chance = Chance(bytes(32))
    arrange = rules_of("opera").arrange
    goals: list[Goal] = [*GOALS, MIX]
    tasks: Calls = []
    for at in sample(tuple(at for at in found if at.game.phase == "act")):
        buy = chance.choice(list(plays(at.game, at.seat))).buy
        tasks += [partial(arrange, at.game, at.seat, buy, goal) for goal in goals]
    return tasks


def clear_caches(module: ModuleType) -> None:
    """Forget what earlier calls have left in a module."""
    for value in vars(module).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()
