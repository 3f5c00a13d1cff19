"""A game between bots: set up by a command's options, played by bots that see only what their seats may know."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from opera_bots.api import view_of
from opera_bots.levels import BOTS, LEVELS, SEARCHING, TEMPERED, Bot, bot_of, never, temperaments_of
from opera_games.catalog import about
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain
from opera_rules.api import Action, Event, Rules, Seat, Step, rules_of
from opera_rules.chance import derive
from opera_rules.editions import built_in, edition_from, load
from opera_rules.refusals import Refused

USUAL_PLAYERS = 3
USUAL_ITERATIONS = 400
MOST_ITERATIONS = 1_000_000


class GameSetup(NamedTuple):
    """What a game needs besides its seed; plain data, so that it can be sent to other processes."""

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


Seating = Callable[[tuple[str, ...], int], tuple[str, ...]]
"""Turns the levels that were listed into one for each of a number of seats."""


def chosen_setup(
    game: str,
    bots: str,
    players: int | None,
    options: Mapping[str, Any],
    edition: Path | None,
    seating: Seating | None = None,
) -> GameSetup:
    """Check a command's options and return the setup of its games; the first wrong option ends the command."""
    rules = rules_of(game)
    levels = chosen_levels(game, bots)
    seats = players if players is not None else len(levels) if len(levels) > 1 else USUAL_PLAYERS
    if seats not in rules.SEATS:
        lowest, highest = rules.SEATS[0], rules.SEATS[-1]
        raise Refused("players_out_of_range", players=seats, lowest=lowest, highest=highest)
    rules.read_options(options)
    source = None if edition is None else _edition_source(game, edition)
    return GameSetup(game, (seating or one_for_all_or_each)(levels, seats), dict(options), source)


def _edition_source(game: str, path: Path) -> Any:
    found = load(path)
    if found.game != game:
        template = "{file} is an edition of {other}, not of {game}."
        raise CommandError(
            template.format(file=plain(str(path)), other=about(found.game).title, game=about(game).title)
        )
    return found.edition.source


def chosen_seed(seed: str | None) -> str:
    """Return the seed as typed, or a new one."""
    return token_hex(8) if seed is None else seed


def chosen_levels(game: str, bots: str) -> tuple[str, ...]:
    """Return the levels of a list with commas."""
    return tuple(_level(game, level) for level in bots.split(","))


def _level(game: str, level: str) -> str:
    """Check a level and make its games repeatable: a searching one always gets a number of iterations."""
    name, colon, detail = level.partition(":")
    if name not in BOTS:
        template = "There is no level “{level}”; there are: {levels}."
        raise CommandError(template.format(level=plain(level), levels=", ".join(LEVELS)))
    if not colon:
        return f"{name}:{USUAL_ITERATIONS}" if name in SEARCHING else name
    if name == TEMPERED and detail in temperaments_of(game):
        return level
    if name not in SEARCHING:
        template = "“{level}” takes no number; only levels that search do: {levels}."
        raise CommandError(template.format(level=name, levels=", ".join(SEARCHING)))
    if not re.fullmatch(r"[1-9][0-9]{0,6}", detail) or int(detail) > MOST_ITERATIONS:
        template = "“{level}”: behind the colon stands a number of iterations from 1 to {highest}."
        raise CommandError(template.format(level=plain(level), highest=MOST_ITERATIONS))
    return level


def one_for_all_or_each(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Seat one level everywhere, or one on each seat."""
    if len(levels) not in (1, seats):
        template = "Players: {players}, but levels: {levels}. Give one level for all, or one for each seat."
        raise CommandError(template.format(players=seats, levels=len(levels)))
    return last_fills(levels, seats)


def last_fills(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Seat the levels in order; the last one also takes the seats that are left."""
    if len(levels) > seats:
        template = "Players: {players}, but levels: {levels}. Give at most one level for each seat."
        raise CommandError(template.format(players=seats, levels=len(levels)))
    return levels + levels[-1:] * (seats - len(levels))


class Move(NamedTuple):
    """What a seat did and what followed; the first move is the deal, which no seat made."""

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
    heard: list[list[Event]] = [[] for _bot in bots]
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
