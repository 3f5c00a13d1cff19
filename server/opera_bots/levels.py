"""Bot levels by name, and how to ask one for a decision.

A bot is a pure function: it has no clock, and its random numbers come from the seed it is given. A bot that searches
calls `should_stop` before each iteration and returns the best action found so far once that is true. So the caller
decides what to count: seconds at a table, iterations where games must repeat byte for byte (`virtuoso:400`).

Where a game has no `diva`, its `virtuoso` plays instead. Where a game has no bot for a level, that level plays at
random.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from opera_bots.api import Proposal, View
from opera_games.catalog import GAMES
from opera_rules.api import Action
from opera_rules.chance import Chance, derive

LEVELS = ("random", "chorus", "soloist", "virtuoso", "diva")
"""From the weakest to the strongest."""
SEARCHING = ("virtuoso", "diva")
"""Levels that think as long as they may; without a clock, a number of iterations is written behind a colon."""
TEMPERED = "soloist"
"""The level that may have a temperament, which is written behind a colon: `soloist:builder`."""

ShouldStop = Callable[[], bool]
Decide = Callable[..., Action]
"""From a view and a source of chance, and where there is one a temperament, to an action."""
Propose = Callable[[View, Chance, ShouldStop], Proposal]
Bot = Callable[[View, bytes, ShouldStop], Action]
"""A level: a function from a view and a seed to an action."""


def never() -> bool:
    """Let a bot think as long as it likes."""
    return False


def after(iterations: int) -> ShouldStop:
    """Stop a bot after a number of iterations."""
    left = iter(range(iterations))
    return lambda: next(left, None) is None


def bot_of(level: str) -> Bot:
    """Find the bot of a level in `BOTS`; its iterations or its temperament may stand behind a colon."""
    name, _, detail = level.partition(":")
    bot = BOTS[name]
    if not detail:
        return bot
    if name == TEMPERED:
        return _decide_in(name, detail)
    return lambda view, seed, should_stop: bot(view, seed, after(int(detail)))


def temperaments_of(game: str) -> tuple[str, ...]:
    """List the temperaments of a game's bots; most games have none."""
    module = _module(game, "temperaments")
    return tuple(module.TEMPERAMENTS) if module else ()


def can_propose(game: str) -> bool:
    """Say whether a game has a bot that searches, without importing it."""
    return find_spec(f"opera_bots.{game}") is not None and find_spec(f"opera_bots.{game}.virtuoso") is not None


def propose(view: View, seed: bytes, should_stop: ShouldStop) -> Proposal:
    """Search for the best action of this decision, with the reasons that a hint shows; see `can_propose`."""
    search = _search_of(view.game, "diva")
    assert search is not None
    return search(view, Chance(seed), should_stop)


def _search_of(game: str, level: str) -> Propose | None:
    """Find a game's search of a level; a game without a `diva` has its `virtuoso` for it, or none at all."""
    module = _module(game, level) or _module(game, "virtuoso")
    return cast("Propose", module.propose) if module else None


def load() -> None:
    """Import every bot of every game, so that no decision waits for it."""
    for game in GAMES:
        for module in ("chorus", "soloist", "virtuoso", "diva", "tuning_player"):
            _module(game, module)


def _module(game: str, name: str) -> Any:
    """Import a module of a game's bots; None where the game has no such bot."""
    module = f"opera_bots.{game}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in (f"opera_bots.{game}", module):
            raise
        return None


def _random(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
    """Draw an allowed action; what is allowed depends only on what the seat knows, so any imagined state will do."""
    game = view.imagine(derive(seed, "imagined"))
    action: Action = view.rules.offers(game, view.seat).sample(Chance(seed))
    return action


def _search_in(level: str) -> Bot:
    """Make a bot from the function `propose` in a module of each game."""

    def bot(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
        search = _search_of(view.game, level)
        if search is None:
            return _random(view, seed, should_stop)
        return search(view, Chance(seed), should_stop).best.action

    return bot


def _decide_in(module: str, *temperament: str) -> Bot:
    """Make a bot from the function `decide` in a module of each game, which is imported on the first decision."""

    def bot(view: View, seed: bytes, should_stop: ShouldStop) -> Action:
        found = _module(view.game, module)
        if found is None:
            return _random(view, seed, should_stop)
        return cast("Decide", found.decide)(view, Chance(seed), *temperament)

    return bot


BOTS: dict[str, Bot] = {
    "random": _random,
    "chorus": _decide_in("chorus"),
    "soloist": _decide_in("soloist"),
    "virtuoso": _search_in("virtuoso"),
    "diva": _search_in("diva"),
    "rehearsal": _decide_in("tuning_player"),
}
"""Every level that a command accepts; `rehearsal` is for fitting evaluations and not offered to players."""
