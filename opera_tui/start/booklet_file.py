"""`opera booklet`: write the programme booklet of a game into a file."""

import asyncio
from pathlib import Path

from opera_protocol.local.command_errors import CommandError
from opera_protocol.local.storage import storage_errors, write_new
from opera_tui.config.settings import load_settings
from opera_tui.local.booklets import ENDING, write_booklet
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _, choose_language
from opera_tui.session.booklets import booklet_file, booklet_of_file, booklet_of_game
from opera_tui.session.finished_games import FinishedGame, finished_games
from opera_tui.session.intents import LookBack
from opera_tui.session.session import Place, Session, open_session


def write(game: str, target: Path | None) -> Path:
    """Write the booklet of a transcript, or of a finished game of this machine's servers, and return its file."""
    settings = load_settings(mistakes=[])
    choose_language(settings.language)
    if target is not None and target.exists():
        # Said before anything is done.
        raise CommandError(_("{path} exists already: choose another name, or remove it first.").format(path=target))
    file = Path(game) if Path(game).is_file() else None
    name, content = asyncio.run(_made(game, file, settings.player_name))
    if target is None:
        return write_booklet(name, content)
    with storage_errors(target):
        write_new(target, content)
    return target


async def _made(game: str, file: Path | None, player: str) -> tuple[str, bytes]:
    """Return the name of the file and its content."""
    servers = OwnServers()
    try:
        if file is not None:
            return f"{file.stem}{ENDING}", await booklet_of_file(servers, file, player)
        solo = await open_session(servers.solo, Place("solo"), player)
        try:
            found = await _found(servers, solo, game)
            return booklet_file(found), await booklet_of_game(servers, solo, found)
        finally:
            await solo.leave()
    finally:
        await servers.close()


async def _found(servers: OwnServers, solo: Session, game: str) -> FinishedGame:
    """Return the newest finished game whose table has this id or name."""
    for found in (await finished_games(servers, solo)).games:
        ids = [found.intent.table] if isinstance(found.intent, LookBack) else []
        if game in (*ids, found.name):
            return found
    raise CommandError(_("There is no transcript {game}, and no finished game of that id or name.").format(game=game))
