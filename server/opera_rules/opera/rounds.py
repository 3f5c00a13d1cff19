"""The course of a round: bids, actions, income, end of the round and, when it is due, the counting."""

from collections.abc import Callable

from opera_rules.api import Action, Seat, Step
from opera_rules.opera.acting import ask_holder, ask_next
from opera_rules.opera.budget import begin_bidding, reveal_bids
from opera_rules.opera.counting import count_if_due
from opera_rules.opera.decisions import carry_out, check
from opera_rules.opera.events import GameEnded, Log, RoundStarted
from opera_rules.opera.income import pay_income
from opera_rules.opera.outcome import ranking
from opera_rules.opera.round_end import end_round
from opera_rules.opera.state import Game


def apply(game: Game, seat: Seat, action: Action) -> Step[Game]:
    """The state after the action and everything that follows from it; a refusal changes nothing."""
    check(game, seat, action)
    game = game.copy()
    log: Log = []
    carry_out(game, seat, action, log)
    go_on(game, log)
    return Step(game, tuple(log))


def go_on(game: Game, log: Log) -> None:
    """Play on until somebody must decide or the game is over."""
    while not game.waiting and game.phase != "done":
        if game.phase == "bid":
            reveal_bids(game, log)
            game.phase = "act"
        if game.playing:
            ask_next(game)
        else:
            ask_holder(game, log)
            if not game.waiting:
                finish_round(game, log)


def finish_round(game: Game, log: Log) -> None:
    for part in AFTER_ACTIONS:
        part(game, log)


def begin_next_round(game: Game, log: Log) -> None:
    """The next bids, or after the last round the ranking."""
    if game.round == game.rounds:
        game.phase = "done"
        log.append(GameEnded(ranking(game)))
        return
    game.round += 1
    log.append(RoundStarted(game.round))
    begin_bidding(game)


AFTER_ACTIONS: tuple[Callable[[Game, Log], None], ...] = (
    pay_income,
    end_round,
    count_if_due,
    begin_next_round,
)
