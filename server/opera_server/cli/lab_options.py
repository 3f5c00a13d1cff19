"""Check and complete what the options of a laboratory command say about a game."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from opera_bots.levels import BOTS, LEVELS, SEARCHING
from opera_games.catalog import about
from opera_lab.self_play import GameSetup
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import _
from opera_rules.api import rules_of
from opera_rules.editions import load
from opera_rules.refusals import Refused

USUAL_PLAYERS = 3
USUAL_ITERATIONS = 400
MOST_ITERATIONS = 1_000_000

Seating = Callable[[tuple[str, ...], int], tuple[str, ...]]
"""Turns levels as they were listed into one for each of so many seats."""


def chosen_setup(
    game: str,
    bots: str,
    players: int | None,
    options: Mapping[str, Any],
    edition: Path | None,
    seating: Seating | None = None,
) -> GameSetup:
    """Return a game that can be begun; the first thing that is wrong ends the command."""
    rules = rules_of(game)
    levels = chosen_levels(bots)
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
        told = _("{file} is an edition of {other}, not of {game}.")
        raise CommandError(told.format(file=plain(str(path)), other=about(found.game).title, game=about(game).title))
    return found.edition.source


def table_options(rounds: int | None, open_screens: bool) -> dict[str, Any]:
    """Return the options that were given; a game refuses one that it does not have."""
    return ({} if rounds is None else {"rounds": rounds}) | ({"open_screens": True} if open_screens else {})


def chosen_seed(seed: str | None) -> str:
    """Return the seed as typed, or a new one."""
    return token_hex(8) if seed is None else seed


def chosen_levels(bots: str) -> tuple[str, ...]:
    """Return the levels of a list with commas."""
    return tuple(_level(level) for level in bots.split(","))


def _level(level: str) -> str:
    """Return a level by which games can be repeated: a searching one always with its number of iterations."""
    name, colon, iterations = level.partition(":")
    if name not in BOTS:
        told = _("There is no level “{level}”; there are: {levels}.")
        raise CommandError(told.format(level=plain(level), levels=", ".join(LEVELS)))
    if not colon:
        return f"{name}:{USUAL_ITERATIONS}" if name in SEARCHING else name
    if name not in SEARCHING:
        told = _("“{level}” takes no number; only levels that search do: {levels}.")
        raise CommandError(told.format(level=name, levels=", ".join(SEARCHING)))
    if not re.fullmatch(r"[1-9][0-9]{0,6}", iterations) or int(iterations) > MOST_ITERATIONS:
        told = _("“{level}”: behind the colon stands a number of iterations from 1 to {highest}.")
        raise CommandError(told.format(level=plain(level), highest=MOST_ITERATIONS))
    return level


def one_for_all_or_each(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Seat one level everywhere, or one on each seat."""
    if len(levels) not in (1, seats):
        told = _("Players: {players}, but levels: {levels}. Give one level for all, or one for each seat.")
        raise CommandError(told.format(players=seats, levels=len(levels)))
    return last_fills(levels, seats)


def last_fills(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Seat the levels in order; the last one takes also the seats that are left."""
    if len(levels) > seats:
        told = _("Players: {players}, but levels: {levels}. Give at most one level for each seat.")
        raise CommandError(told.format(players=seats, levels=len(levels)))
    return levels + levels[-1:] * (seats - len(levels))
