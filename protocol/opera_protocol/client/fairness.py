"""Takes part in the shuffles of all tables where this client is, without being asked to."""

import asyncio
import logging
from pathlib import Path
from typing import Final

from opera_protocol.client.errors import ClientError
from opera_protocol.client.requests import Requests
from opera_protocol.client.room import Room
from opera_protocol.client.shuffle_keeper import ShuffleKeeper
from opera_protocol.client.shuffling import Shuffler, Table, read_table
from opera_protocol.client.views import Changed
from opera_protocol.errors import StorageError
from opera_protocol.messages import Commit, Reveal
from opera_protocol.shuffle import Seen

_log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 30.0
"""Longer than an attempt lasts: after that nobody waits for the answer."""


class Fairness:
    """The shuffles this client has a part in."""

    def __init__(self, requests: Requests, folder: Path | None) -> None:
        self._requests = requests
        self._folder = folder
        self._keeper = ShuffleKeeper(None, b"")
        self._shufflers: dict[str, Shuffler] = {}
        self._errands: dict[str, asyncio.Task[None]] = {}

    def begin(self, server_key: bytes) -> None:
        """Keep files under this server's name."""
        self._keeper = ShuffleKeeper(self._folder, server_key)

    def file(self, table: str) -> Path | None:
        """Where a table's file is, if there is one."""
        path = self._keeper.path(table)
        return path if path is not None and path.exists() else None

    def watch(self, room: Room, change: Changed) -> None:
        """Look at a room's new view, and do what it asks of this client."""
        table = read_table(change.view)
        if table is None:
            return
        shuffler = self._shuffler(room, table)
        before = shuffler.seen
        step = shuffler.next_step(table, change.view.seat, is_entry=change.is_entry)
        news = shuffler.seen if shuffler.seen is not before else None
        if before is not None and shuffler.seen is None:
            self._keeper.forget(room.id)
        if step is not None or news is not None:
            self._send(room.id, step, news)
        self._judge(room, shuffler, table)

    def _shuffler(self, room: Room, table: Table) -> Shuffler:
        if room.id not in self._shufflers:
            kept = self._keeper.kept(room.id) if table.state != "open" else None
            self._shufflers[room.id] = Shuffler(kept)
        return self._shufflers[room.id]

    def _judge(self, room: Room, shuffler: Shuffler, table: Table) -> None:
        verdict = shuffler.verdict(table)
        if verdict is not None and verdict != room.verdict:
            room.show_verdict(verdict)

    def _send(self, room_id: str, step: Commit | Reveal | None, seen: Seen | None) -> None:
        """Each step replaces the one before: a server that begins attempts without end keeps only one of us busy."""
        earlier = self._errands.pop(room_id, None)
        if earlier is not None:
            earlier.cancel()
        errand = asyncio.get_running_loop().create_task(self._run(room_id, step, seen))
        self._errands[room_id] = errand
        errand.add_done_callback(lambda done: self._finish(room_id, done))

    def _finish(self, room_id: str, errand: asyncio.Task[None]) -> None:
        if self._errands.get(room_id) is errand:
            del self._errands[room_id]

    async def _run(self, room_id: str, step: Commit | Reveal | None, seen: Seen | None) -> None:
        if seen is not None:
            # Before the bytes are shown: whoever loses power after that can still prove what was seen.
            await self._keep(room_id, seen)
        if step is not None:
            try:
                await self._requests.ask(step, ANSWER_SECONDS)
            except ClientError as error:
                # `already_committed`: another client of this seat was faster; this one goes on watching.
                _log.info("shuffle_step_refused %s", error)

    async def _keep(self, room_id: str, seen: Seen) -> None:
        try:
            await asyncio.to_thread(self._keeper.keep, room_id, seen)
        except StorageError as error:
            # The game is more important than the file.
            _log.warning("shuffle_not_kept %s", error)

    async def close(self) -> None:
        errands = list(self._errands.values())
        for errand in errands:
            errand.cancel()
        await asyncio.gather(*errands, return_exceptions=True)
