"""`opera record`: the player's own record as lines."""

import asyncio
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from opera_games.catalog import GAMES, about
from opera_protocol.texts.format import plain
from opera_tui.config.settings import load_settings
from opera_tui.local.folders import host_folder, solo_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.record import Opponents, Record, Tally, record_of
from opera_tui.local.results import MIXED, PEOPLE, kept_results
from opera_tui.look.i18n import N_, _, choose_language, ngettext
from opera_tui.session.finished_games import finished_games
from opera_tui.session.session import Place, open_session

AGAINST: Final = {PEOPLE: N_("with people"), MIXED: N_("against bots of several levels"), "": N_("against bots")}


def record_lines() -> list[str]:
    """Ask the servers of this machine for finished games, and tell what all that are known come to."""
    settings = load_settings(mistakes=[])
    choose_language(settings.language)
    if solo_folder().exists() or host_folder().exists():
        asyncio.run(_ask_servers(settings.player_name))
    return list(_lines(record_of(kept_results())))


async def _ask_servers(player: str) -> None:
    """List the finished games, which notes their results."""
    servers = OwnServers()
    try:
        solo = await open_session(servers.solo, Place("solo"), player)
        try:
            await finished_games(servers, solo)
        finally:
            await solo.leave()
    finally:
        await servers.close()


def _lines(record: Record) -> Iterator[str]:
    if not record.games:
        yield _("No finished game of yours is known here.")
        return
    yield _games(record.games, record.won)
    yield _("Won in a row: {now} now, {longest} at most").format(now=record.streak, longest=record.longest)
    for game, kinds in groupby(record.tallies, key=lambda kind: kind.game):
        yield ""
        yield about(game).title if game in GAMES else plain(game).capitalize()
        yield from (f"  {_kind(kind, record.tallies[kind])}" for kind in kinds)


def _games(games: int, won: int) -> str:
    return ngettext("{n} game, {won} won", "{n} games, {won} won", games).format(n=games, won=won)


def _kind(kind: Opponents, tally: Tally) -> str:
    against = _(AGAINST[kind.against]) if kind.against in AGAINST else ""
    return _("{players} players, {against}: {games}, best {points}").format(
        players=kind.players,
        against=against or _("against {level}").format(level=plain(kind.against)),
        games=_games(tally.games, tally.won),
        points=tally.best,
    )
