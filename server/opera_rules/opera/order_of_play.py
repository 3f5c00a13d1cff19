"""The order of play: the steps of a round, and how play goes on until somebody must decide."""

from collections.abc import Callable

from opera_games.opera.events import GameEnded, RoundStarted
from opera_games.opera.words import Phase
from opera_rules.api import Action, Log, Seat, Step
from opera_rules.opera.decisions import carry_out, check
from opera_rules.opera.phases.acting import ask_for_action
from opera_rules.opera.phases.budget import ask_bids, reveal_bids
from opera_rules.opera.phases.round_end import end_round, raise_composers
from opera_rules.opera.phases.scoring import count_if_due, pay_income, ranking
from opera_rules.opera.state import Game
from opera_rules.unfolding import Unfolding

RoundStep = Callable[[Game, Log], None]
"""Something that happens in a round; the round goes on after it unless somebody must decide."""


def begin_round(game: Game, log: Log) -> None:
    """Begin a round: everybody bids."""
    game.round += 1
    log.append(RoundStarted(game.round))
    ask_bids(game)


def end_game(game: Game, log: Log) -> None:
    """End the game after the last round, with the ranking."""
    if game.round == game.rounds:
        game.phase = "done"
        log.append(GameEnded(ranking(game)))


ROUND: tuple[RoundStep, ...] = (
    begin_round,
    reveal_bids,
    ask_for_action,
    pay_income,
    raise_composers,
    end_round,
    count_if_due,
    end_game,
)
AFTER: dict[Phase, tuple[RoundStep, ...]] = {
    "bid": (*ROUND[ROUND.index(reveal_bids) :], *ROUND),
    "act": (*ROUND[ROUND.index(ask_for_action) :], *ROUND),
}
"""The steps that follow when no decision is open any more, by phase."""


def apply(game: Game, seat: Seat, action: Action) -> Step[Game]:
    """Return the state after an action and all that follows from it; a refused one changes nothing."""
    after, log = _act(game, seat, action)
    return Step(after, tuple(log))


def unfold(game: Game, seat: Seat, action: Action) -> list[Step[Game]]:
    """Do the same as `apply`, and return also the states on the way, each with what led to it."""
    way = Unfolding(Game.copy)
    return way.end(*_act(game, seat, action, way))


def _act(game: Game, seat: Seat, action: Action, way: Unfolding[Game] | None = None) -> tuple[Game, Log]:
    check(game, seat, action)
    game = game.copy()
    log: Log = []
    carry_out(game, seat, action, log)
    if not game.waiting:
        _take_steps(game, log, AFTER[game.phase], way)
    return game, log


def begin(game: Game, log: Log) -> None:
    """Begin round 1, up to its first decision."""
    _take_steps(game, log, ROUND)


def _take_steps(game: Game, log: Log, steps: tuple[RoundStep, ...], way: Unfolding[Game] | None = None) -> None:
    """Take one step after the other until somebody must decide or the game is over."""
    for step in steps:
        if way is not None:
            way.look(game, log)
        step(game, log)
        if game.waiting or game.phase == "done":
            return
