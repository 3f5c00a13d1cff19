"""Take part in the shuffles of all tables where this client is, without being asked to.

Commit to random bytes, reveal them, remember what was seen before, and compare the result with that at the end.
"""

import asyncio
import contextlib
import logging
import secrets
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, ValidationError, convert, field

from opera_games.api import Each, Word
from opera_protocol.client.errors import ClientError
from opera_protocol.client.items import Changed, View
from opera_protocol.client.requests import PendingRequests, new_id
from opera_protocol.client.rooms import Room
from opera_protocol.local.storage import read_file, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import Commit, Natural, Reveal, Text
from opera_protocol.wire.shuffle import BYTES, Seen, Verdict, check_shuffle, digest_of, read_seen, write_seen

_log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 30.0
"""Longer than an attempt lasts: after that nobody waits for the answer."""
_OVER: Final = ("finished", "abandoned")


class Attempt(Struct, frozen=True):
    """The public part of an attempt to start a game."""

    attempt: Natural
    stage: Word
    commitment: Text
    hashes: Each[Word, Text]


class Origin(Struct, frozen=True):
    """Where a game that goes on from an earlier one got its shuffle."""

    dealt_at: Text


class Table(Struct, frozen=True):
    """The parts of a table's document that a shuffle needs."""

    id: Text
    state: Word
    start: Attempt | None = None
    shuffle: Each[Word, Any] | None = None
    origin: Origin | None = field(default=None, name="from")


def read_table(view: View) -> Table | None:
    """Read the table in a public document; None for rooms without one."""
    try:
        return convert(view.public.get("table"), Table)
    except ValidationError:
        return None


class Shuffles:
    """Take part in the shuffles of every table that this client enters."""

    def __init__(self, requests: PendingRequests, folder: Path | None) -> None:
        self._requests = requests
        self._folder = folder
        self._files = SeenFiles(None, b"")
        self._by_table: dict[str, TableShuffle] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, server_key: bytes) -> None:
        """Keep what is seen under this server's key."""
        self._files = SeenFiles(self._folder, server_key)

    def watch(self, room: Room, change: Changed) -> None:
        """Read a room's new view and do this client's part of its shuffle."""
        table = read_table(change.view)
        if table is None:
            return
        shuffle = self._shuffle_of(room, table)
        before = shuffle.seen
        step = shuffle.next_step(table, change.view.seat, is_entry=change.is_entry)
        seen = shuffle.seen if shuffle.seen is not before else None
        if before is not None and shuffle.seen is None:
            self._files.remove(room.id)
        if step is not None or seen is not None:
            self._start(room.id, step, seen)
        self._judge(room, shuffle, table)

    def _shuffle_of(self, room: Room, table: Table) -> "TableShuffle":
        if room.id not in self._by_table:
            self._by_table[room.id] = TableShuffle(self._seen_before(table) if table.state != "open" else None)
        return self._by_table[room.id]

    def _seen_before(self, table: Table) -> Seen | None:
        """Read what was seen at the start; a game that goes on from an earlier one has the shuffle of that one."""
        seen = self._files.read(table.id)
        return seen if seen is not None or table.origin is None else self._files.read(table.origin.dealt_at)

    def _judge(self, room: Room, shuffle: "TableShuffle", table: Table) -> None:
        verdict = shuffle.verdict(table)
        if verdict is not None and verdict != room.verdict:
            room.publish_verdict(verdict)

    def _start(self, room_id: str, step: Commit | Reveal | None, seen: Seen | None) -> None:
        """Start a step in place of the one before: a server that begins endless attempts keeps only one task busy."""
        earlier = self._tasks.pop(room_id, None)
        if earlier is not None:
            earlier.cancel()
        task = asyncio.get_running_loop().create_task(self._run(room_id, step, seen))
        self._tasks[room_id] = task
        task.add_done_callback(lambda done: self._finish(room_id, done))

    def _finish(self, room_id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(room_id) is task:
            del self._tasks[room_id]

    async def _run(self, room_id: str, step: Commit | Reveal | None, seen: Seen | None) -> None:
        if seen is not None:
            # Before the contribution is revealed: a client that loses power after that can still prove what was seen.
            await self._keep(room_id, seen)
        if step is not None:
            try:
                await self._requests.ask(step, ANSWER_SECONDS)
            except ClientError as error:
                # `already_committed`: another client of this seat was faster; this one goes on watching.
                _log.info("shuffle_step_refused %s", error)

    async def _keep(self, room_id: str, seen: Seen) -> None:
        try:
            await asyncio.to_thread(self._files.write, room_id, seen)
        except StorageError as error:
            # The game is more important than the file.
            _log.warning("shuffle_not_kept %s", error)

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class TableShuffle:
    """Do this client's part in the shuffle of one table."""

    def __init__(self, seen: Seen | None = None) -> None:
        self.seen = seen
        """The commitment and hashes that were public before any contribution; None as long as they were not seen."""
        self._attempt: int | None = None
        self._contribution = b""
        self._commitment = ""

    def next_step(self, table: Table, seat: int | None, *, is_entry: bool = False) -> Commit | Reveal | None:
        """Return the request to send now, if any; an entry may come after an absence."""
        attempt = table.start
        if attempt is None:
            self._forget_unused(table, is_entry=is_entry)
            return None
        if attempt.stage == "commit":
            return self._commit(table.id, attempt, seat)
        return self._reveal(table.id, attempt, seat)

    def _forget_unused(self, table: Table, *, is_entry: bool) -> None:
        """Forget a failed attempt; a spectator who was away forgets, too, having perhaps missed another one."""
        has_failed = table.state == "open"
        is_unsure = is_entry and self.seen is not None and self.seen.seat is None
        if has_failed or is_unsure:
            self.seen, self._attempt, self._contribution = None, None, b""

    def _commit(self, table_id: str, attempt: Attempt, seat: int | None) -> Commit | None:
        """Commit to fresh bytes once in every attempt, unless another client of this seat was faster."""
        # Also where a server uses a number again: another commitment makes it another attempt.
        if (attempt.attempt, attempt.commitment) != (self._attempt, self._commitment):
            self._attempt, self._commitment = attempt.attempt, attempt.commitment
            self.seen, self._contribution = None, b""
        if seat is None or self._contribution or str(seat) in attempt.hashes:
            return None
        self._contribution = secrets.token_bytes(BYTES)
        return Commit(id=new_id(), table=table_id, attempt=attempt.attempt, digest=digest_of(self._contribution))

    def _reveal(self, table_id: str, attempt: Attempt, seat: int | None) -> Reveal | None:
        """Remember all hashes now that they are public, and reveal this client's contribution.

        A commitment first seen now proves nothing: the server may know all bytes already. So the commitment of the
        stage before counts, and a server that shows another one now is found out at the end.
        """
        if attempt.attempt != self._attempt:
            self.seen, self._attempt, self._contribution = None, None, b""
            return None
        if self.seen is not None:
            return None
        is_mine = bool(self._contribution) and attempt.hashes.get(str(seat)) == digest_of(self._contribution).hex()
        self.seen = Seen(
            commitment=self._commitment,
            hashes=attempt.hashes,
            seat=seat if is_mine else None,
            contribution=self._contribution.hex() if is_mine else "",
        )
        if not is_mine:
            return None
        return Reveal(id=new_id(), table=table_id, attempt=attempt.attempt, contribution=self._contribution)

    def verdict(self, table: Table) -> Verdict | None:
        """Check the shuffle of a game that is over; None before the end."""
        if table.state not in _OVER or table.shuffle is None:
            return None
        return check_shuffle(table.shuffle, self.seen)


class SeenFiles:
    """Keep what was seen of shuffles at one server, in a small file for each table, for `verify --seen`.

    Without a folder nothing is kept.
    """

    def __init__(self, folder: Path | None, server_key: bytes) -> None:
        self._folder = folder
        self._server = fingerprint(server_key)

    def path(self, table: str) -> Path | None:
        """Return where a table's file is; table ids come from the server and may be anything."""
        if self._folder is None:
            return None
        name = table if table.isascii() and table.isalnum() else f"x{table.encode('utf-8', 'replace').hex()}"
        return self._folder / f"{self._server}-{name}.json"

    def write(self, table: str, seen: Seen) -> None:
        """Write what was seen; raises a `StorageError` if that is impossible."""
        path = self.path(table)
        content = write_seen(seen)
        if path is None or self._has_more(table, seen) or read_seen(content) is None:
            # What is no record of a shuffle, from a hostile server, proves nothing and is not kept.
            return
        with storage_errors(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, content)

    def _has_more(self, table: str, seen: Seen) -> bool:
        """Say whether the file has more already, from another client of this seat: the one that contributed."""
        kept = self.read(table)
        return kept is not None and seen.seat is None and kept.commitment == seen.commitment

    def read(self, table: str) -> Seen | None:
        """Read what an earlier run of the program saw at this table."""
        path = self.path(table)
        if path is None:
            return None
        try:
            content, _ = read_file(path)
        except OSError:
            return None
        return read_seen(content)

    def remove(self, table: str) -> None:
        """Remove the file of an attempt that failed."""
        path = self.path(table)
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
