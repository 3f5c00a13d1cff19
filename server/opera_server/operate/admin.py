"""The operator's commands, as lines of JSON from the same user on the same machine: the server's side and the sender's.

They come over a Unix socket in the data folder that only its owner can open. A command is one line,
`{"do": "ban", "key": ...}`; the answer is one line, `{"done": ...}` or `{"fault": CODE, "parameters": {...}}`; then the
connection ends.
"""

import asyncio
import contextlib
import inspect
import json
import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from opera_games.errors import Coded
from opera_protocol.local.settings import nearest
from opera_protocol.local.storage import code_of
from opera_protocol.wire.errors import AddressError, TextError
from opera_protocol.wire.keys import fingerprint, key_from_text, parse_fingerprint
from opera_protocol.wire.messages import LOBBY, Notice
from opera_protocol.wire.plain_text import CHAT_LINE, clean
from opera_rules.api import Map
from opera_server.config.data_folder import ADMIN_SOCKET
from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.reader import only_one
from opera_server.operate.loop_delay import LoopDelay
from opera_server.operate.metrics import Metric
from opera_server.operate.small_server import SmallServer
from opera_server.tables.documents import summary

if TYPE_CHECKING:
    from opera_server.server import Server

LONGEST_COMMAND: Final = 4096
LONGEST_ANSWER: Final = 4 * 1024 * 1024
MOST_CONNECTIONS: Final = 8
PATIENCE: Final = 10.0
"""Seconds for a command to arrive, be carried out and its answer to be read."""
JOURNAL_PATIENCE: Final = 3.0
"""Seconds for the journal to be written before it counts as stuck."""
HEALTH_SECONDS: Final = 1.0
"""How long it counts as known whether the journal can be written: everybody on this machine may ask."""
MEGABYTE: Final = 1_000_000
OPERATOR_PATIENCE: Final = 15.0
"""Seconds that the operator waits: longer than the server, which says what is wrong."""
_LONGEST_PATH: Final = 100
"""Bytes of a socket's path; systems take 104 or 108."""

_log = get_logger(__name__)


class OperatorCommands:
    """What the operator can see and do while the server runs."""

    def __init__(self, server: "Server", delay: LoopDelay | None = None) -> None:
        self._server = server
        self._delay = delay or LoopDelay()
        self._trial = asyncio.Lock()
        self._tried_at = float("-inf")
        self._can_write = False

    def list_tables(self) -> list[Map]:
        """List tables that have not ended, and those that have but are looked at."""
        lobby = self._server.lobby
        listed = [(table, record.row) for table, record in lobby.listing]
        looked_at = [
            (room.id, summary(room.table, room.presence.audience))
            for room in lobby.tables.values()
            if room.id not in lobby.listing
        ]
        return [
            {
                "id": table,
                "name": row["name"],
                "game": row["game"],
                "state": row["state"],
                "players": ", ".join(name for name, *_ in row["players"]),
                "watching": row["watching"],
            }
            for table, row in [*listed, *looked_at]
        ]

    def list_players(self) -> list[Map]:
        """List everybody who is connected, with the names they use."""
        listing = self._server.lobby.listing
        return [
            {
                "fingerprint": fingerprint(connection.key),
                "names": ", ".join(listing.names_of(connection.key)),
                "address": connection.address,
                "tables": ", ".join(sorted(connection.rooms - {LOBBY})),
            }
            for connection in self._server.connections
        ]

    async def close_table(self, table: str) -> Map:
        """End a table by its id, or by its name if only one has it."""
        names = {each["id"]: each["name"] for each in self.list_tables()}
        found = [table] if table in names else [each for each, name in names.items() if name == table]
        closed = only_one(table, found, [*names, *names.values()])
        await self._server.lobby.close_table(closed)
        return {"table": closed}

    async def ban(self, who: str) -> Map:
        await self._server.journal.set_access(who, "banned")
        self._server.access.ban(who)
        return {"cut": self._server.connections.dismiss(who)}

    async def allow(self, who: str) -> Map:
        await self._server.journal.set_access(who, "allowed")
        self._server.access.allow(who)
        return {}

    def notice(self, text: str) -> Map:
        self._server.connections.tell_all(Notice(text=text))
        return {"told": len(self._server.connections)}

    def stop(self) -> None:
        self._server.stopping.set()

    async def is_healthy(self) -> bool:
        """Say whether the journal can be written now, and every table goes on."""
        async with self._trial:
            if time.monotonic() - self._tried_at >= HEALTH_SECONDS:
                self._can_write = await self._try_to_write()
                self._tried_at = time.monotonic()
        return self._can_write and not self._server.lobby.stopped

    async def _try_to_write(self) -> bool:
        try:
            async with asyncio.timeout(JOURNAL_PATIENCE):
                await self._server.journal.try_to_write()
        except (ServerFault, TimeoutError):
            return False
        return True

    def metrics(self) -> Iterable[Metric]:
        """Write the figures that show how much the server has to do, and how near its limits are."""
        yield from self._fullness()
        yield from self._work()
        yield from self._bots()

    def _fullness(self) -> Iterable[Metric]:
        server, lobby = self._server, self._server.lobby
        states = {"open": float(lobby.listing.count("open")), "running": float(lobby.listing.count("running"))}
        ended = len(lobby.tables) + lobby.asleep - sum(states.values())
        about = "Tables; ended ones that somebody looks at."
        yield Metric.by("state", "opera_tables", "gauge", about, {**states, "ended": ended})
        yield Metric.of("opera_tables_asleep", "gauge", "Tables that are in the journal only.", lobby.asleep)
        yield Metric.of("opera_seats", "gauge", "Seats that people hold.", lobby.listing.seats_held.held)
        here = {"attached": len(server.connections), **server.open_connections}
        about = "Connections: clients that are attached, and those open at each port."
        yield Metric.by("kind", "opera_connections", "gauge", about, here)
        yield Metric.of("opera_lobby_members", "gauge", "Connections that look at the lobby.", len(lobby.members))
        limits = server.settings.limits
        most = {name: getattr(limits, name) for name in ("connections", "tables", "seats")}
        yield Metric.by("of", "opera_limit", "gauge", "The most that the settings allow in all.", most)

    def _work(self) -> Iterable[Metric]:
        server, figures, delay = self._server, self._server.journal.figures, self._delay
        about = "By how much the event loop was late, all looks together."
        yield Metric.of("opera_loop_delay_seconds_total", "counter", about, delay.seconds)
        yield Metric.of("opera_loop_looks_total", "counter", "Looks at how late the event loop is.", delay.looks)
        about = "The longest that the event loop was late in the last minute."
        yield Metric.of("opera_loop_delay_longest_seconds", "gauge", about, delay.longest)
        yield Metric.of("opera_requests_total", "counter", "Requests answered.", server.dispatcher.answered)
        yield Metric.of("opera_refusals_total", "counter", "Requests refused.", server.dispatcher.refused)
        yield Metric.of("opera_actions_total", "counter", "Actions of people and bots.", server.journal.actions)
        frames = {port: router.frames_sent for port, router in server.routers.items()}
        yield Metric.by("port", "opera_frames_sent_total", "counter", "Frames sent.", frames)
        # In whole megabytes: single bytes would tell how long somebody's private documents are.
        sent = {port: router.bytes_sent // MEGABYTE for port, router in server.routers.items()}
        yield Metric.by("port", "opera_megabytes_sent_total", "counter", "Megabytes sent, before encryption.", sent)
        yield Metric.of("opera_journal_waiting", "gauge", "Entries that wait to be written.", server.journal.waiting)
        yield Metric.of("opera_journal_entries_total", "counter", "Entries written.", figures.appended)
        yield Metric.of("opera_journal_commits_total", "counter", "Transactions committed.", figures.commits)
        yield Metric.of("opera_journal_failures_total", "counter", "Transactions that failed.", figures.failures)
        yield Metric.of("opera_journal_flush_seconds_total", "counter", "Time spent committing.", figures.flush_seconds)

    def _bots(self) -> Iterable[Metric]:
        pools = self._server.pools
        waiting = {kind: pool.waiting for kind, pool in pools.items()}
        yield Metric.by("kind", "opera_thinking_waiting", "gauge", "Questions that wait for a worker.", waiting)
        served = {kind: pool.figures.served for kind, pool in pools.items()}
        yield Metric.by("kind", "opera_thinking_total", "counter", "Questions that a worker was given.", served)
        waited = {kind: pool.figures.waited_seconds for kind, pool in pools.items()}
        about = "How long questions waited for a worker, all together."
        yield Metric.by("kind", "opera_thinking_waited_seconds_total", "counter", about, waited)


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as a line holds it."""

    do: str
    table: str = ""
    key: str = ""
    text: str = ""


class AdminSocket:
    """Listens for the operator; an asynchronous context manager."""

    def __init__(self, path: Path, operator: OperatorCommands) -> None:
        self._path = path
        self._operator = operator
        self._connections = SmallServer(self._converse, MOST_CONNECTIONS, PATIENCE)
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        try:
            # We hold the lock on the data folder, so a socket that is there is left over.
            self._path.unlink(missing_ok=True)
            with reachable(self._path) as short:
                self._server = await asyncio.start_unix_server(self._connections.accept, short, limit=LONGEST_COMMAND)
            self._path.chmod(0o600)
        except OSError as error:
            raise ServerFault("folder_unusable", path=str(self._path.parent), problem=code_of(error)) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._connections.close()
        self._path.unlink(missing_ok=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await self._answer(await reader.readuntil(b"\n")))

    async def _answer(self, line: bytes) -> bytes:
        try:
            answer: Map = {"done": await carry_out(self._operator, line)}
        except Coded as fault:
            answer = {"fault": fault.code, "parameters": dict(fault.parameters)}
        return json.dumps(answer).encode() + b"\n"


def _stop(operator: OperatorCommands, _command: Command) -> Map:
    # After the answer: the operator should read it.
    asyncio.get_running_loop().call_later(0.05, operator.stop)
    return {}


COMMANDS: Final[Mapping[str, Callable[[OperatorCommands, Command], Any]]] = {
    "tables": lambda operator, _: operator.list_tables(),
    "players": lambda operator, _: operator.list_players(),
    "close": lambda operator, command: operator.close_table(command.table),
    "ban": lambda operator, command: operator.ban(read_key(command.key)),
    "allow": lambda operator, command: operator.allow(read_key(command.key)),
    "notice": lambda operator, command: operator.notice(read_notice(command.text)),
    "stop": _stop,
}


async def carry_out(operator: OperatorCommands, line: bytes) -> Any:
    """Carry out the command of a line, and return its result."""
    command = _read(line)
    if command.do not in COMMANDS:
        raise ServerFault("admin_unknown", command=command.do[:40], nearest=nearest(command.do, COMMANDS))
    _log.info("admin_command", command=command.do, table=command.table, key=command.key)
    done = COMMANDS[command.do](operator, command)
    return await done if inspect.isawaitable(done) else done


def read_key(text: str) -> str:
    """Return the fingerprint of a key, which is given as a fingerprint or as the key's 40 characters."""
    key = key_from_text(text.strip())
    if key is not None:
        return fingerprint(key)
    try:
        return parse_fingerprint(text)
    except AddressError:
        raise ServerFault("admin_bad_key", text=text[:80]) from None


def read_notice(text: str) -> str:
    """Return a line for everybody, which keeps the rules of chat."""
    try:
        return clean(text, CHAT_LINE)
    except TextError as error:
        raise ServerFault("admin_bad_notice", highest=CHAT_LINE.cells, reason=error.parameters["reason"]) from None


@contextlib.contextmanager
def reachable(path: Path) -> Iterator[str]:
    """Yield a path for a socket that is short enough for the system, however deep its folder lies."""
    absolute = str(path.absolute())
    if len(os.fsencode(absolute)) <= _LONGEST_PATH:
        yield absolute
        return
    with tempfile.TemporaryDirectory(prefix="opera-") as folder:
        link = Path(folder) / "data"
        link.symlink_to(path.absolute().parent, target_is_directory=True)
        yield str(link / path.name)


def _read(line: bytes) -> Command:
    try:
        return msgspec.json.decode(line, type=Command)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ServerFault("admin_malformed") from None


def ask_server(folder: Path, do: str, **parameters: str) -> Any:
    """Send a command to the server of a data folder and return its answer; raise the fault it answers with."""
    line = json.dumps({"do": do, **parameters}).encode() + b"\n"
    if len(line) > LONGEST_COMMAND:
        raise ServerFault("admin_malformed")
    try:
        answer = json.loads(_exchange(folder / ADMIN_SOCKET, line))
    except (FileNotFoundError, ConnectionRefusedError):
        raise ServerFault("admin_no_server", path=str(folder)) from None
    except (OSError, ValueError):
        raise ServerFault("admin_no_answer", path=str(folder)) from None
    if "fault" in answer:
        raise ServerFault(answer["fault"], **answer["parameters"])
    return answer["done"]


def _exchange(path: Path, line: bytes) -> bytes:
    """Send a line and read the answer to its end."""
    with reachable(path) as short, socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(OPERATOR_PATIENCE)
        connection.connect(short)
        connection.sendall(line)
        with connection.makefile("rb") as answer:
            return answer.readline(LONGEST_ANSWER)
