"""`opera record`: the player's own record as lines."""

import asyncio

from opera_tui.config.settings import load_settings
from opera_tui.home.record import record_told
from opera_tui.local.folders import host_folder, solo_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.record import record_of
from opera_tui.local.results import kept_results
from opera_tui.look.i18n import choose_language
from opera_tui.session.finished_games import finished_games
from opera_tui.session.session import Place, open_session


def record_lines() -> list[str]:
    """Ask the servers of this machine for finished games, and tell what all that are known come to."""
    settings = load_settings(mistakes=[])
    choose_language(settings.language)
    if solo_folder().exists() or host_folder().exists():
        asyncio.run(_ask_servers(settings.player_name))
    return list(record_told(record_of(kept_results())))


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
