"""Positions of Opera: games between bots up to the last round, which is then played on in many ways."""

from collections.abc import Iterator

from opera_bots.opera.candidates import candidate_actions
from opera_games.opera.actions import Architetto, Hire, Impresario, Play, Signora
from opera_games.opera.words import EMPLOYEES, FEES
from opera_lab.puzzles.api import Position
from opera_lab.puzzles.course import Course
from opera_lab.self_play import GameSetup, play
from opera_rules import opera as rules
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import Game

BRANCHES = 80
"""How often a last round is played."""
LOW, MIDDLE, HIGH = range(4), range(2, 9), range(6, 11)
"""Levels aimed at when bidding: in the middle all have a choice, and the rest can still be counted out."""
MOST_EMPLOYEES = 1
"""Employees left or at work, with whom others may join in: with more there are too many ways to go on."""
PLAYERS = (2, 3, 2, 3, 2, 3, 4)
"""With few there is most to find in the least time."""
LINE_UPS = ("soloist", "chorus")


def setup_of(number: int) -> GameSetup:
    """Take the numbers of players in turn, the long and the short game, strong and mixed line-ups."""
    players = PLAYERS[number % len(PLAYERS)]
    rounds = 7 if number // len(PLAYERS) % 4 == 3 else 9
    levels = (*LINE_UPS[:1], *[LINE_UPS[number // len(PLAYERS) % 2]] * (players - 1))
    return GameSetup("opera", levels, {"rounds": rounds, "open_screens": True})


def positions(setup: GameSetup, seed: bytes) -> Iterator[Position]:
    """Play a game up to its last round, and yield decisions of many ways to go on."""
    course = Course(setup, seed)
    for move in play(setup, seed):
        course.add(move.seat, move.action, move.step)
        if course.game.round == course.game.rounds:
            break
    for branch in range(BRANCHES):
        yield from _branch(course.copy(), Chance(derive(seed, "branch", branch)))


def _branch(course: Course, chance: Chance) -> Iterator[Position]:
    """Play the last round in one of many ways."""
    aims = _aims(len(course.setup.levels), chance)
    while course.game.waiting:
        game, seat = course.game, min(course.game.waiting)
        if _is_a_choice(game, seat):
            yield Position(game, seat, tuple(course.actions), tuple(course.heard[seat]))
        if game.phase == "bid":
            course.do(seat, _bid(game, seat, chance.choice(aims[seat])))
        elif _may_hire_impresario(game, seat):
            course.do(seat, chance.choice(_plays(game, seat, Impresario) or [Hire(Impresario((), None))]))
        elif chance.below(4):
            course.do(seat, chance.choice(_plays(game, seat, Signora, Architetto) or candidate_actions(game, seat)))
        else:
            course.decide(seat, "chorus", derive(chance.seed, chance.below(1 << 30)))


def _aims(players: int, chance: Chance) -> list[range]:
    """Choose how high to bid: all in the middle, or one or two who can hire much among others who cannot."""
    high = chance.below(3)
    if not high:
        return [MIDDLE] * players
    first = chance.below(players)
    return [HIGH if (seat - first) % players < high else LOW for seat in range(players)]


def _bid(game: Game, seat: Seat, aim: int) -> Action:
    """Bid what leads to a level, or as near to it as can be."""
    bids = list(rules.offers(game, seat))
    return bids[min(len(bids) - 1, max(0, aim - game.level(seat)))]


def _is_a_choice(game: Game, seat: Seat) -> bool:
    """Say whether a decision can perhaps be counted out, and the seat is appraised or can pay for a role."""
    if game.phase != "act" or "impresario" in (*game.roles, game.playing):
        return False
    is_small = len({*game.roles, game.playing}.intersection(EMPLOYEES)) <= MOST_EMPLOYEES
    return is_small and (
        game.waiting[seat] == "appraise"
        or any(FEES[role] <= game.level(seat) for role in game.roles if role != "maestro")
    )


def _may_hire_impresario(game: Game, seat: Seat) -> bool:
    """Say whether the Impresario can be hired: the sooner he is, the sooner the rest can be counted out."""
    return game.waiting[seat] == "act" and "impresario" in game.roles and game.level(seat) >= FEES["impresario"]


def _plays(game: Game, seat: Seat, *kinds: type[Play]) -> list[Action]:
    """Return hirings of these roles: the more others are asked to join in, the more often there is a choice."""
    actions = candidate_actions(game, seat)
    return [action for action in actions if isinstance(action, Hire) and isinstance(action.play, kinds)]
