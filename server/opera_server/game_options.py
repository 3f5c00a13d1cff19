"""What the options of a command say about a game, checked and completed."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from opera_bots.levels import BOTS, LEVELS, SEARCHING
from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_rules.games import rules_of
from opera_rules.refusals import Refused
from opera_server.bot_game import Setting
from opera_server.complaints import Complaint
from opera_server.edition import load_for

USUAL_PLAYERS = 3
USUAL_ITERATIONS = 400
MOST_ITERATIONS = 1_000_000

Seating = Callable[[tuple[str, ...], int], tuple[str, ...]]
"""Levels as they were listed, for so many seats."""


def chosen_setting(
    game: str,
    bots: str,
    players: int | None,
    options: Mapping[str, Any],
    edition: Path | None,
    seating: Seating | None = None,
) -> Setting:
    """A game that can be begun; a complaint about the first thing that is wrong."""
    rules = rules_of(game)
    levels = chosen_levels(bots)
    seats = players if players is not None else len(levels) if len(levels) > 1 else USUAL_PLAYERS
    if seats not in rules.SEATS:
        lowest, highest = rules.SEATS[0], rules.SEATS[-1]
        raise Refused("players_out_of_range", players=seats, lowest=lowest, highest=highest)
    rules.read_options(options)
    source = None if edition is None else load_for(game, edition).edition.source
    return Setting(game, (seating or one_for_all_or_each)(levels, seats), dict(options), source)


def table_options(rounds: int | None, open_screens: bool) -> dict[str, Any]:
    """The options that were given; a game that knows one of them not refuses it."""
    return ({} if rounds is None else {"rounds": rounds}) | ({"open_screens": True} if open_screens else {})


def chosen_seed(seed: str | None) -> str:
    """The seed as typed, or a new one."""
    return token_hex(8) if seed is None else seed


def chosen_levels(bots: str) -> tuple[str, ...]:
    """The levels of a list with commas."""
    return tuple(_level(level) for level in bots.split(","))


def _level(level: str) -> str:
    """A level by which games can be repeated: a searching one always with its number of iterations."""
    name, colon, iterations = level.partition(":")
    if name not in BOTS:
        told = _("There is no level “{level}”; there are: {levels}.")
        raise Complaint(told.format(level=plain(level), levels=", ".join(LEVELS)))
    if not colon:
        return f"{name}:{USUAL_ITERATIONS}" if name in SEARCHING else name
    if name not in SEARCHING:
        told = _("“{level}” takes no number; only levels that search do: {levels}.")
        raise Complaint(told.format(level=name, levels=", ".join(SEARCHING)))
    if not re.fullmatch(r"[1-9][0-9]{0,6}", iterations) or int(iterations) > MOST_ITERATIONS:
        told = _("“{level}”: behind the colon stands a number of iterations from 1 to {highest}.")
        raise Complaint(told.format(level=plain(level), highest=MOST_ITERATIONS))
    return level


def one_for_all_or_each(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One level for all seats, or one for each."""
    if len(levels) not in (1, seats):
        told = _("Players: {players}, but levels: {levels}. Give one level for all, or one for each seat.")
        raise Complaint(told.format(players=seats, levels=len(levels)))
    return last_fills(levels, seats)


def last_fills(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One level for each seat; the last one also for the seats that are left."""
    if len(levels) > seats:
        told = _("Players: {players}, but levels: {levels}. Give at most one level for each seat.")
        raise Complaint(told.format(players=seats, levels=len(levels)))
    return levels + levels[-1:] * (seats - len(levels))
