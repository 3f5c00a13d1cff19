"""The order of play: the steps of a turn, and how play goes on until somebody must decide."""

from collections.abc import Callable
from copy import copy

from opera_games.turandot.actions import AnyAction
from opera_games.turandot.events import PucciniPassed
from opera_games.turandot.words import TURNS, Phase
from opera_rules.api import Log, Seat, Step
from opera_rules.turandot.decisions import carry_out, check
from opera_rules.turandot.phases.assignment import ask_assignment
from opera_rules.turandot.phases.dismissal import ask_dismissal, ask_nomination
from opera_rules.turandot.phases.lineup import clear_lineup, deal_lineup
from opera_rules.turandot.phases.offering import ask_offers, award
from opera_rules.turandot.phases.scoring import result
from opera_rules.turandot.state import Game
from opera_rules.unfolding import Unfolding

TurnStep = Callable[[Game, Log], Phase | None]
"""Something that happens in a turn; it returns a phase if somebody must decide before the turn goes on."""


def end_turn(game: Game, log: Log) -> Phase | None:
    """Pass Puccini to the left after turns 1 to 6; count the casts after turn 7."""
    if game.turn == TURNS:
        game.phase = "done"
        log.append(result(game))
        return "done"
    holder = game.puccini
    game.puccini = (holder + 1) % len(game.players)
    log.append(PucciniPassed(holder, game.puccini))
    return None


TURN: tuple[TurnStep, ...] = (
    deal_lineup,
    ask_offers,
    award,
    ask_assignment,
    clear_lineup,
    ask_nomination,
    ask_dismissal,
    end_turn,
)
ASKED_BY: dict[Phase, TurnStep] = {
    "offer": ask_offers,
    "assign": ask_assignment,
    "nominate": ask_nomination,
    "dismiss": ask_dismissal,
}
AFTER: dict[Phase, tuple[TurnStep, ...]] = {
    phase: (*TURN[TURN.index(step) :], *TURN) for phase, step in ASKED_BY.items()
}
"""The steps that follow a decision: first the one that asked, which asks again if it still must."""


def apply(game: Game, seat: Seat, action: AnyAction) -> Step[Game]:
    """Return the state after an action and all that follows from it; a refused one changes nothing."""
    after, log = _act(game, seat, action)
    return Step(after, tuple(log))


def unfold(game: Game, seat: Seat, action: AnyAction) -> list[Step[Game]]:
    """Do the same as `apply`, and return also the states on the way, each with what led to it."""
    way = Unfolding(_between_decisions)
    return way.end(*_act(game, seat, action, way))


def _between_decisions(game: Game) -> Game:
    """Copy a game in which nobody is asked anything yet."""
    passed = copy(game)
    passed.phase = "between"
    return passed


def _act(game: Game, seat: Seat, action: AnyAction, way: Unfolding[Game] | None = None) -> tuple[Game, Log]:
    check(game, seat, action)
    game = copy(game)
    log: Log = []
    carry_out(game, seat, action, log)
    _take_steps(game, log, AFTER[game.phase], way)
    return game, log


def begin(game: Game, log: Log) -> None:
    """Begin turn 1, up to its first decision."""
    _take_steps(game, log, TURN)


def _take_steps(game: Game, log: Log, steps: tuple[TurnStep, ...], way: Unfolding[Game] | None = None) -> None:
    """Take one step after the other until somebody must decide or the game is over."""
    for step in steps:
        if way is not None:
            way.look(game, log)
        phase = step(game, log)
        if phase is not None:
            game.phase = phase
            return
