"""Positions of Opera: games between bots up to the last round, which is then played on in many ways."""

from collections.abc import Iterator

from opera_bots.levels import bot_of, never
from opera_bots.opera.candidates import candidate_actions
from opera_games.opera.actions import Architetto, Hire, Impresario, Join, Play, Signora
from opera_games.opera.words import FEES, Role
from opera_lab.puzzles.api import Position
from opera_lab.puzzles.course import Course
from opera_lab.self_play import GameSetup, play
from opera_rules import opera as rules
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import Game, joining_cost, state_after

BRANCHES = 160
"""How often a last round is played."""
LEVELS = range(2, 9)
"""Levels aimed at when bidding."""
MOST_ROLES = 2
"""Roles left when somebody is to hire: with more there are too many ways to go on."""
PLAYERS = (2, 3, 4, 3, 3)
"""With three there is most to find in the least time."""
PRIZES: tuple[Role, ...] = ("critico", "esperto")
"""Roles worth keeping the level for."""
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
    while course.game.waiting:
        game, seat = course.game, min(course.game.waiting)
        if _is_a_choice(game, seat) and _is_tempting(course, seat):
            yield Position(game, seat, tuple(course.actions), tuple(course.heard[seat]))
        if game.phase == "bid":
            course.do(seat, _bid(game, seat, chance))
        elif _may_hire_impresario(game, seat):
            course.do(seat, chance.choice(_plays(game, seat, Impresario) or [Hire(Impresario((), None))]))
        elif chance.below(4):
            course.do(seat, chance.choice(_plays(game, seat, Signora, Architetto) or candidate_actions(game, seat)))
        else:
            course.decide(seat, "chorus", derive(chance.seed, chance.below(1 << 30)))


def _bid(game: Game, seat: Seat, chance: Chance) -> Action:
    """Aim at some level of the middle: enough for a choice, and not for so much that it cannot be counted out."""
    bids = list(rules.offers(game, seat))
    return bids[min(len(bids) - 1, max(0, chance.choice(LEVELS) - game.level(seat)))]


def _is_a_choice(game: Game, seat: Seat) -> bool:
    """Say whether a decision can be counted out, and one thing might be done only at the price of another.

    Joining in may leave too little for a role, and of several roles perhaps not all can be hired.
    """
    if game.phase != "act" or "impresario" in (*game.roles, game.playing):
        return False
    level = game.level(seat)
    payable = [role for role in game.roles if FEES[role] <= level and role != "maestro"]
    if game.waiting[seat] == "join":
        return any(level - joining_cost(game, 2) < FEES[role] for role in payable)
    return game.waiting[seat] == "act" and len(payable) > 1 and len(game.roles) <= MOST_ROLES


def _is_tempting(course: Course, seat: Seat) -> bool:
    """Say whether a bot that looks no further would join in, and could not pay for a prize then."""
    if course.game.waiting[seat] != "join":
        return True
    tempting = bot_of("soloist")(course.view(seat), derive(course.seed, "tempting"), never)
    if not isinstance(tempting, Join):
        return False
    after = state_after(course.game, seat, tempting).level(seat)
    return any(after < FEES[role] <= course.game.level(seat) for role in course.game.roles if role in PRIZES)


def _may_hire_impresario(game: Game, seat: Seat) -> bool:
    """Say whether the Impresario can be hired: the sooner he is, the sooner the rest can be counted out."""
    return game.waiting[seat] == "act" and "impresario" in game.roles and game.level(seat) >= FEES["impresario"]


def _plays(game: Game, seat: Seat, *kinds: type[Play]) -> list[Action]:
    """Return hirings of these roles: the more others are asked to join in, the more often there is a choice."""
    actions = candidate_actions(game, seat)
    return [action for action in actions if isinstance(action, Hire) and isinstance(action.play, kinds)]
