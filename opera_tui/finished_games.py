"""The player's finished games: those of the servers of this machine, and exported transcripts."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from opera_protocol.client import ClientError
from opera_protocol.errors import ProtocolError
from opera_tui.folders import host_folder
from opera_tui.plans import LookBack, Replay
from opera_tui.session import Place, Session, open_session
from opera_tui.transcripts import content_of, file_name, kept_transcripts

if TYPE_CHECKING:
    from opera_tui.app import OperaApp


class FinishedGame(NamedTuple):
    """A game to look at, and the way to it."""

    plan: LookBack | Replay
    where: Literal["solo", "host", "transcript"]
    name: str
    game: str
    players: tuple[str, ...]
    ended_ms: int


class FinishedGames(NamedTuple):
    """The newest first; `is_whole` is whether every server could be asked."""

    games: Sequence[FinishedGame] = ()
    is_whole: bool = True


async def finished_games(app: "OperaApp", solo: Session) -> FinishedGames:
    """What there is to look at."""
    games = _games("solo", await solo.finished())
    is_whole = True
    try:
        games += await _hosted_games(app)
    except (ClientError, ProtocolError):
        is_whole = False
    games += await asyncio.to_thread(_exported_games)
    return FinishedGames(sorted(games, key=lambda game: -game.ended_ms), is_whole)


async def hosted_transcript(app: "OperaApp", table: str, name: str) -> Path:
    """A game of the server for others, as a file that goes with this client."""
    async with _host_for_a_moment(app) as session:
        lines = await session.client.transcript(table)
    return app.servers.scratch_file(file_name(name, table), content_of(lines))


async def _hosted_games(app: "OperaApp") -> list[FinishedGame]:
    if not host_folder().exists():
        return []
    async with _host_for_a_moment(app) as session:
        return _games("host", await session.finished())


@asynccontextmanager
async def _host_for_a_moment(app: "OperaApp") -> AsyncIterator[Session]:
    """The server for others, to be asked something.

    Started for this it lets nobody in, and ends at once: open games there must not go on without their players.
    """
    server = app.servers.archive()
    try:
        session = await open_session(server, Place("host"), app.looks)
        try:
            yield session
        finally:
            await session.leave()
    finally:
        await server.stop()


def _games(where: Literal["solo", "host"], rows: Sequence[Mapping[str, Any]]) -> list[FinishedGame]:
    return [
        FinishedGame(
            LookBack(where, row["id"], row["name"]), where, row["name"], row["game"], _players(row), row["ended"]
        )
        for row in rows
    ]


def _players(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Who played, as far as the server tells."""
    return tuple(str(one["name"] if isinstance(one, Mapping) else one) for one in row.get("players", ()))


def _exported_games() -> list[FinishedGame]:
    return [
        FinishedGame(
            Replay(kept.file),
            "transcript",
            kept.file.stem,
            kept.start.game,
            tuple(kept.start.players),
            kept.written_ms,
        )
        for kept in kept_transcripts()
    ]
