"""The levels of bots by name, and how one is asked.

A bot is a pure function: it has no clock, and all its chance comes from the seed it is given. A bot that searches
asks `should_stop` once before each iteration, and answers with the best it has once that is true. So the caller
decides what is counted: seconds at a table, iterations where games must repeat to the byte (`virtuoso:400`).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from opera_bots import random_bot
from opera_bots.proposal import Proposal
from opera_bots.view import View
from opera_rules.api import Action
from opera_rules.chance import Chance

LEVELS = ("random", "chorus", "soloist", "virtuoso")
"""From the weakest to the strongest."""
SEARCHING = ("virtuoso",)
"""Those that think as long as they may; where no clock runs, a number of iterations is written behind a colon."""

ShouldStop = Callable[[], bool]
Decide = Callable[[View, Chance], Action]
Think = Callable[[View, Chance, ShouldStop], Proposal]


class Bot(Protocol):
    """What every level is: a decision from a view and a seed."""

    def __call__(self, view: View, seed: bytes, should_stop: ShouldStop) -> Action: ...


def never() -> bool:
    """For callers that let a bot think as long as it likes."""
    return False


def after(iterations: int) -> ShouldStop:
    """True from the call on that would begin one iteration too many."""
    left = iter(range(iterations))
    return lambda: next(left, None) is None


def bot_of(level: str) -> Bot:
    """The bot of a level; the level must be one of `LEVELS`, a searching one may have its iterations behind a colon."""
    name, _, iterations = level.partition(":")
    bot = BOTS[name]
    return _counted(bot, int(iterations)) if iterations else bot


def _counted(bot: Bot, iterations: int) -> Bot:
    return lambda view, seed, should_stop: bot(view, seed, after(iterations))


def play_at_random(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    return random_bot.decide(view, Chance(seed))


def sing_in_the_chorus(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """Rules of thumb for beginners."""
    return _decide("chorus", view, seed)


def sing_solo(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """The action after which the seat stands best."""
    return _decide("soloist", view, seed)


def rehearse(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """Plausible play of many kinds, quickly made, from which the evaluation learns what things are worth."""
    return _decide("rehearsal", view, seed)


def shine(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """The action that did best in a search."""
    return propose(view, seed, should_stop).best.action


def propose(view: View, seed: bytes, should_stop: ShouldStop) -> Proposal:
    """What `virtuoso` would do at this decision, and why."""
    think = cast("Think", import_module(f"opera_bots.virtuoso_{view.game}").think)
    return think(view, Chance(seed), should_stop)


def _decide(level: str, view: View, seed: bytes) -> Action:
    """A level has a module for each game, loaded when it is first asked."""
    decide = cast("Decide", import_module(f"opera_bots.{level}_{view.game}").decide)
    return decide(view, Chance(seed))


BOTS: dict[str, Bot] = {
    "random": play_at_random,
    "chorus": sing_in_the_chorus,
    "soloist": sing_solo,
    "virtuoso": shine,
    "rehearsal": rehearse,
}
"""All that can be asked; `rehearsal` is for fitting only and offered to nobody."""
