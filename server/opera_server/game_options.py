"""What the options of a command say about a game, checked and completed."""

from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Any

from opera_bots.levels import LEVELS
from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_rules.games import rules_of
from opera_rules.refusals import Refused
from opera_server.bot_game import Setting
from opera_server.complaints import Complaint
from opera_server.edition import load_for

USUAL_PLAYERS = 3


def chosen_setting(
    game: str, bots: str, players: int | None, options: Mapping[str, Any], edition: Path | None
) -> Setting:
    """A game that can be begun; a complaint about the first thing that is wrong."""
    rules = rules_of(game)
    levels = _levels(bots)
    seats = players if players is not None else len(levels) if len(levels) > 1 else USUAL_PLAYERS
    if seats not in rules.SEATS:
        lowest, highest = rules.SEATS[0], rules.SEATS[-1]
        raise Refused("players_out_of_range", players=seats, lowest=lowest, highest=highest)
    rules.read_options(options)
    source = None if edition is None else load_for(game, edition).edition.source
    return Setting(game, _for_seats(levels, seats), dict(options), source)


def chosen_seed(seed: str | None) -> str:
    """The seed as typed, or a new one."""
    return token_hex(8) if seed is None else seed


def _levels(bots: str) -> tuple[str, ...]:
    levels = tuple(bots.split(","))
    for level in levels:
        if level not in LEVELS:
            told = _("There is no level “{level}”; there are: {levels}.")
            raise Complaint(told.format(level=plain(level), levels=", ".join(LEVELS)))
    return levels


def _for_seats(levels: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """One level for all seats, or one for each."""
    if len(levels) == 1:
        return levels * seats
    if len(levels) != seats:
        told = _("Players: {players}, but levels: {levels}. Give one level for all, or one for each seat.")
        raise Complaint(told.format(players=seats, levels=len(levels)))
    return levels
