"""Look for puzzles in games between bots: one task is one game."""

from collections.abc import Iterator
from typing import NamedTuple

from opera_bots.api import view_of
from opera_bots.levels import bot_of, never
from opera_games.puzzles import Puzzle, answer, packed
from opera_lab.puzzles.api import GamePuzzles, Position, Worths, puzzles_of
from opera_lab.self_play import GameSetup, seed_of_game
from opera_rules.api import Action, AnyRules, Map
from opera_rules.chance import derive

MISSED_BY = "soloist"
TRIES = 3
"""How often the bot that must miss the best idea is asked: it chooses a little at random."""


class Task(NamedTuple):
    """Game 1, 2, ... of a seed as it was typed."""

    game: str
    seed: str
    number: int


def puzzles_in(task: Task) -> list[Puzzle]:
    """Play a game and return the puzzles in it, at most one for each seat with the same kind of answer."""
    module = puzzles_of(task.game)
    setup, seed = module.setup_of(task.number), seed_of_game(task.seed, task.number)
    found: list[Puzzle] = []
    for position in module.positions(setup, seed):
        for puzzle in _puzzle_at(module, setup, seed, position):
            if (puzzle.seat, *answer(puzzle)) not in [(other.seat, *answer(other)) for other in found]:
                found.append(puzzle)
    return found


def _puzzle_at(module: GamePuzzles, setup: GameSetup, seed: bytes, position: Position) -> Iterator[Puzzle]:
    """Count a position out if a first look promises something; the bot must miss the best idea."""
    tempting = _try(setup, seed, position, 0)
    look = module.first_look(position.state, position.seat, tempting, module.MARGIN)
    if look is None or lead(look) < module.MARGIN:
        return
    tries = [tempting, *(_try(setup, seed, position, number) for number in range(1, TRIES))]
    if not _is_missed(module, tries, look):
        return
    worths = module.count_out(position.state, position.seat)
    if worths is None or lead(worths) < module.MARGIN or not _is_missed(module, tries, worths):
        return
    best = max(worths, key=worths.__getitem__)
    why = module.reason(position.state, position.seat, best, tempting)
    yield _written(setup, seed, position, worths, (best, tempting), why)


def ideas_of(worths: Worths) -> tuple[int, ...]:
    """Return what the ideas are worth, the best first: actions worth the same are one idea."""
    return tuple(sorted(set(worths.values()), reverse=True))


def lead(worths: Worths) -> int:
    """Return how many points the best idea is ahead of the next one; 0 if there is only one."""
    ideas = ideas_of(worths)
    return ideas[0] - ideas[1] if len(ideas) > 1 else 0


def _try(setup: GameSetup, seed: bytes, position: Position, number: int) -> Action:
    """Return what the bot does that must miss the best idea."""
    view = view_of(setup.rules, position.state, position.seat, position.heard, setup.edition)
    return bot_of(MISSED_BY)(view, derive(seed, "puzzle", number), never)


def _is_missed(module: GamePuzzles, tries: list[Action], worths: Worths) -> bool:
    """Say whether all tries are far behind the best; what a first look left out may be."""
    enough = max(worths.values()) - module.MARGIN
    return all(worths.get(action, enough) <= enough for action in tries)


def _written(
    setup: GameSetup, seed: bytes, position: Position, worths: Worths, moves: tuple[Action, Action], why: Map
) -> Puzzle:
    rules = setup.rules
    best, tempting = moves
    return Puzzle(
        game=setup.game,
        players=len(setup.levels),
        options=dict(setup.options),
        seed=seed.hex(),
        seat=position.seat,
        kind=rules.waiting(position.state)[position.seat],
        ideas=ideas_of(worths),
        best=rules.write_action(best),
        tempting=rules.write_action(tempting),
        tempting_points=worths[tempting],
        why=why,
        course=packed(
            [[seat, rules.write_action(action)] for seat, action in position.actions], _by_points(rules, worths)
        ),
    )


def _by_points(rules: AnyRules, worths: Worths) -> list[tuple[int, list[Map]]]:
    """List all actions by what they are worth, the best first."""
    points = sorted(set(worths.values()), reverse=True)
    return [(each, [rules.write_action(action) for action in worths if worths[action] == each]) for each in points]
