"""The player's finished games: those of the servers of this machine, and exported transcripts."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, NamedTuple

from opera_games.puzzles import lesson_of
from opera_protocol.client import ClientError
from opera_protocol.wire.answers import FinishedTable, Outcome, read_outcome
from opera_protocol.wire.errors import ProtocolError
from opera_tui.local.folders import host_folder
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.results import keep_results
from opera_tui.local.transcripts import content_of, file_name, kept_transcripts, table_name
from opera_tui.session.intents import LookBack, Replay
from opera_tui.session.own_results import own_seat, results_in
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
    """List the games that can be replayed; one that a server of this machine has is not listed as a file too.

    Their results are noted for the player's record.
    """
    games = await _games(solo)
    is_whole = True
    try:
        games += await _hosted_games(servers, solo.name)
    except (ClientError, ProtocolError):
        is_whole = False
    listed = {file_name(game.intent.name, game.intent.table) for game in games if isinstance(game.intent, LookBack)}
    games += await asyncio.to_thread(_exported_games, listed, solo.name)
    return FinishedGames(sorted(games, key=lambda game: -game.ended_ms), is_whole)


async def hosted_transcript(servers: OwnServers, player: str, wanted: LookBack) -> Path:
    """Write the transcript of a game at the server for others into a file that is removed when this client ends."""
    async with host_for_a_moment(servers, player) as session:
        lines = await session.client.transcript(wanted.table)
    return servers.scratch_file(file_name(wanted.name, wanted.table), content_of(lines), wanted.ended_ms)


async def _hosted_games(servers: OwnServers, player: str) -> list[FinishedGame]:
    if not host_folder().exists():
        return []
    async with host_for_a_moment(servers, player) as session:
        return await _games(session)


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


async def _games(session: Session) -> list[FinishedGame]:
    """List the games of a server of this machine, and note their results."""
    where = session.place.where
    assert where in ("solo", "host")
    tables = await session.finished()
    await keep_results(results_in(tables, where, "", session.name))
    return [
        FinishedGame(
            LookBack(where, table.id, table.name, table.ended),
            where,
            table.name,
            table.game,
            table.players,
            table.ended,
            read_outcome(table.outcome),
            own_seat(table, session.name),
        )
        for table in tables
        if not table.lesson or _has_become_game(table)
    ]


def _has_become_game(table: FinishedTable) -> bool:
    """Say whether a lesson was played on to the end of the game, which lies beyond its last step."""
    lesson = lesson_of(table.lesson)
    return lesson is not None and lesson.goes_on and table.outcome is not None


def _exported_games(listed: Collection[str], name: str) -> list[FinishedGame]:
    """List the transcripts except those of games that are listed already; the player's seat is that of this name."""
    return [
        FinishedGame(
            Replay(kept.file),
            "transcript",
            table_name(kept.file),
            kept.start.game,
            tuple(kept.start.players),
            kept.written_ms,
            kept.result,
            next((seat for seat, player in enumerate(kept.start.players) if player == name), None),
        )
        for kept in kept_transcripts()
        if kept.file.name not in listed
    ]
