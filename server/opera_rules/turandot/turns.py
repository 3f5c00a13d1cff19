"""The order of play: the steps of a turn, and going on until somebody must decide."""

from collections.abc import Callable, Iterable
from itertools import chain, cycle

from opera_rules.turandot.assignment import ask_assignment
from opera_rules.turandot.award import award
from opera_rules.turandot.dismissal import ask_dismissal, ask_nomination
from opera_rules.turandot.events import Log, PucciniPassed
from opera_rules.turandot.lineup import clear_lineup, deal_lineup
from opera_rules.turandot.scoring import result
from opera_rules.turandot.state import Game
from opera_rules.turandot.words import TURNS, Phase

TurnStep = Callable[[Game, Log], Phase | None]
"""Something that happens in a turn; it returns a phase if somebody must decide before the turn goes on."""


def ask_offers(game: Game, log: Log) -> Phase | None:
    return "offer"


def end_turn(game: Game, log: Log) -> Phase | None:
    """Puccini passes to the left after turns 1 to 6; after turn 7 the casts are counted."""
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

AFTER: dict[Phase, int] = {
    "offer": TURN.index(award),
    "assign": TURN.index(clear_lineup),
    "nominate": TURN.index(ask_dismissal),
    "dismiss": TURN.index(end_turn),
}
"""With which step a turn goes on after a decision."""


def begin(game: Game, log: Log) -> None:
    """Turn 1, up to its first decision."""
    _take_steps(game, log, TURN)


def go_on(game: Game, log: Log) -> None:
    """All that follows from the decision just made, up to the next one or the end."""
    _take_steps(game, log, chain(TURN[AFTER[game.phase] :], cycle(TURN)))


def _take_steps(game: Game, log: Log, steps: Iterable[TurnStep]) -> None:
    for step in steps:
        phase = step(game, log)
        if phase is not None:
            game.phase = phase
            return
