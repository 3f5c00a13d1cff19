"""A game between bots; each sees only what its seat may know."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from opera_bots.api import view_of
from opera_bots.levels import Bot, bot_of, never
from opera_rules.api import Action, Event, Rules, Seat, Step, rules_of
from opera_rules.chance import derive
from opera_rules.editions import built_in, edition_from


class GameSetup(NamedTuple):
    """What a game needs besides its seed; plain data, so that it reaches other processes."""

    game: str
    levels: tuple[str, ...]
    options: Mapping[str, Any]
    edition_source: Mapping[str, Any] | None = None
    """None for the built-in edition."""

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return rules_of(self.game)

    @property
    def edition(self) -> Any:
        if self.edition_source is None:
            return built_in(self.game)
        return edition_from(dict(self.edition_source)).edition

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots: their level and the number of their seat."""
        return tuple(f"{level} {number}" for number, level in enumerate(self.levels, start=1))


class Move(NamedTuple):
    """What a seat did and what followed; the first one is the deal, which nobody made."""

    seat: Seat | None
    action: Action | None
    step: Step[Any]


def seed_of_game(seed: str, number: int) -> bytes:
    """Compute the seed of game 1, 2, ... of a series from the text that was typed."""
    return sha256(seed.encode("utf-8", "surrogateescape") + number.to_bytes(8, "big")).digest()


def play(setup: GameSetup, seed: bytes, bots: Sequence[Bot] | None = None) -> Iterator[Move]:
    """Play a whole game, move by move, with other bots than those of its levels if some are given.

    Of several seats that must decide at the same time the lowest comes first.
    """
    rules, edition = setup.rules, setup.edition
    bots = bots or [bot_of(level) for level in setup.levels]
    step = rules.new_game(len(bots), setup.options, edition, seed)
    heard: list[list[Event]] = [[] for _ in bots]
    _hear(rules, heard, step.events)
    yield Move(None, None, step)
    actions = 0
    while waiting := rules.waiting(step.game):
        seat = min(waiting)
        view = view_of(rules, step.game, seat, heard[seat], edition)
        action = bots[seat](view, derive(seed, "bot", seat, actions), never)
        step = rules.apply(step.game, seat, action)
        actions += 1
        _hear(rules, heard, step.events)
        yield Move(seat, action, step)


def _hear(rules: Rules[Any, Any, Any], heard: Sequence[list[Event]], events: Sequence[Event]) -> None:
    for seat, known in enumerate(heard):
        known.extend(rules.visible(events, seat))
