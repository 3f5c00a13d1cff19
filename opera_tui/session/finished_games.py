"""The player's finished games: those of the servers of this machine, and exported transcripts."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from opera_protocol.client import ClientError
from opera_protocol.wire.answers import FinishedTable, Outcome, read_outcome
from opera_protocol.wire.errors import ProtocolError
from opera_tui.local.folders import host_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.transcripts import content_of, file_name, kept_transcripts, table_name
from opera_tui.session.intents import LookBack, Replay
from opera_tui.session.session import Place, Session, open_session


class FinishedGame(NamedTuple):
    """A game to replay, and the intent that leads to it."""

    intent: LookBack | Replay
    where: Literal["solo", "host", "transcript"]
    name: str
    game: str
    players: tuple[str, ...]
    ended_ms: int
    result: Outcome | None = None
    me: int | None = None
    """The player's seat, as far as the names tell."""


class FinishedGames(NamedTuple):
    """Finished games, the newest first; `is_whole` is whether every server could be asked."""

    games: Sequence[FinishedGame] = ()
    is_whole: bool = True


async def finished_games(servers: OwnServers, solo: Session) -> FinishedGames:
    """List the games that can be replayed; one that a server of this machine has is not listed as a file too."""
    games = _games("solo", await solo.finished())
    is_whole = True
    try:
        games += await _hosted_games(servers, solo.name)
    except (ClientError, ProtocolError):
        is_whole = False
    listed = {file_name(game.intent.name, game.intent.table) for game in games if isinstance(game.intent, LookBack)}
    games += await asyncio.to_thread(_exported_games, listed)
    own = [game._replace(me=_seat_of(solo.name, game.players)) for game in games]
    return FinishedGames(sorted(own, key=lambda game: -game.ended_ms), is_whole)


def _seat_of(name: str, players: Sequence[str]) -> int | None:
    """Return the seat of the player of this name; None if there is none."""
    return next((seat for seat, player in enumerate(players) if player == name), None)


async def hosted_transcript(servers: OwnServers, player: str, wanted: LookBack) -> Path:
    """Write the transcript of a game at the server for others into a file that is removed when this client ends."""
    async with host_for_a_moment(servers, player) as session:
        lines = await session.client.transcript(wanted.table)
    return servers.scratch_file(file_name(wanted.name, wanted.table), content_of(lines), wanted.ended_ms)


async def _hosted_games(servers: OwnServers, player: str) -> list[FinishedGame]:
    if not host_folder().exists():
        return []
    async with host_for_a_moment(servers, player) as session:
        return _games("host", await session.finished())


@asynccontextmanager
async def host_for_a_moment(servers: OwnServers, player: str) -> AsyncIterator[Session]:
    """Open a session at the server for others, to ask it something.

    A server that is started for this lets nobody in and ends afterwards: open games must not go on without players.
    """
    server = servers.archive()
    try:
        session = await open_session(server, Place("host"), player)
        try:
            yield session
        finally:
            await session.leave()
    finally:
        await server.stop()


def _games(where: Literal["solo", "host"], tables: Sequence[FinishedTable]) -> list[FinishedGame]:
    return [
        FinishedGame(
            LookBack(where, table.id, table.name, table.ended),
            where,
            table.name,
            table.game,
            table.players,
            table.ended,
            read_outcome(table.outcome),
        )
        for table in tables
    ]


def _exported_games(listed: Collection[str]) -> list[FinishedGame]:
    """List the transcripts except those of games that are listed already."""
    return [
        FinishedGame(
            Replay(kept.file),
            "transcript",
            table_name(kept.file),
            kept.start.game,
            tuple(kept.start.players),
            kept.written_ms,
            kept.result,
        )
        for kept in kept_transcripts()
        if kept.file.name not in listed
    ]
