"""The levels of bots by name, and how one is asked.

A bot is a pure function: it has no clock, and all its chance comes from the seed it is given. A bot that thinks
longer calls `should_stop` now and then, and answers with the best it has once that is true.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol, cast

from opera_bots import random_bot
from opera_bots.view import View
from opera_rules.api import Action
from opera_rules.chance import Chance

LEVELS = ("random", "chorus")
"""From the weakest to the strongest."""

ShouldStop = Callable[[], bool]
Decide = Callable[[View, Chance], Action]


class Bot(Protocol):
    """What every level is: a decision from a view and a seed."""

    def __call__(self, view: View, seed: bytes, should_stop: ShouldStop) -> Action: ...


def never() -> bool:
    """For callers that let a bot think as long as it likes."""
    return False


def bot_of(level: str) -> Bot:
    """The bot of a level; the level must be one of `LEVELS`."""
    return BOTS[level]


def play_at_random(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    return random_bot.decide(view, Chance(seed))


def sing_in_the_chorus(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """Rules of thumb, a module for each game, loaded when it is first asked."""
    decide = cast("Decide", import_module(f"opera_bots.chorus_{view.game}").decide)
    return decide(view, Chance(seed))


BOTS: dict[str, Bot] = {"random": play_at_random, "chorus": sing_in_the_chorus}
