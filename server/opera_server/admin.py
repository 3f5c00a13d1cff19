"""The operator's socket: commands from the same user on the same machine, as lines of JSON.

It is a Unix socket in the data folder that only its owner can open. A command is one line, `{"do": "ban", "key": ...}`;
the answer is one line, `{"done": ...}` or `{"fault": CODE, "parameters": {...}}`; then the connection ends.
"""

import asyncio
import contextlib
import json
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol, Self

import msgspec

from opera_protocol.curve_keys import key_from_text
from opera_protocol.errors import AddressError, TextError
from opera_protocol.fingerprint import fingerprint, parse_fingerprint
from opera_protocol.plain_text import CHAT_LINE, clean
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.faults import ServerFault
from opera_server.setting_sources import nearest
from opera_server.visitors import Visitors

LONGEST_COMMAND: Final = 4096
LONGEST_ANSWER: Final = 4 * 1024 * 1024
MOST_CONNECTIONS: Final = 8
PATIENCE: Final = 10.0
"""Seconds for a command to arrive, be carried out and its answer taken."""
_LONGEST_PATH: Final = 100
"""Bytes of a socket's path; systems take 104 or 108."""

_log = logging.getLogger(__name__)


class Operator(Protocol):
    """What the server's core does for the operator; whatever cannot be done is a `ServerFault` or `Refused`."""

    def list_tables(self) -> list[Map]:
        """Each with `id`, `name`, `game`, `state`, `players`, `watching`."""
        ...

    def list_players(self) -> list[Map]:
        """Each with `fingerprint`, `names`, `address`, `tables`."""
        ...

    async def close_table(self, table: str) -> Map:
        """End a table, found by id or name, as abandoned; says which."""
        ...

    async def ban(self, fingerprint: str) -> Map:
        """Keep a key out from now on and cut its connections; says how many."""
        ...

    async def allow(self, fingerprint: str) -> Map:
        """Let a key in, also where only listed ones are."""
        ...

    def notice(self, text: str) -> Map:
        """Show everyone a line; says to how many."""
        ...

    def stop(self) -> None: ...


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a line says."""

    do: str
    table: str = ""
    key: str = ""
    text: str = ""


class AdminSocket:
    """Listens for the operator as long as it is entered."""

    def __init__(self, path: Path, operator: Operator) -> None:
        self._path = path
        self._carry_out = commands_of(operator)
        self._visitors = Visitors(self._converse, MOST_CONNECTIONS, PATIENCE)
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        try:
            # The lock on the data folder is ours, so a socket that is there belongs to nobody any more.
            self._path.unlink(missing_ok=True)
            with reachable(self._path) as short:
                self._server = await asyncio.start_unix_server(self._visitors.welcome, short, limit=LONGEST_COMMAND)
            self._path.chmod(0o600)
        except OSError as error:
            raise ServerFault("folder_unusable", path=str(self._path.parent), problem=str(error.strerror)) from error
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._visitors.close()
        self._path.unlink(missing_ok=True)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await self._answer(await reader.readuntil(b"\n")))

    async def _answer(self, line: bytes) -> bytes:
        try:
            answer: Map = {"done": await self._carry_out(line)}
        except (ServerFault, Refused) as fault:
            answer = {"fault": fault.code, "parameters": dict(fault.parameters)}
        return json.dumps(answer).encode() + b"\n"


def commands_of(operator: Operator) -> Callable[[bytes], Awaitable[Any]]:
    """What turns a line into a call of the operator's."""

    async def tables(_: Command) -> Any:
        return operator.list_tables()

    async def players(_: Command) -> Any:
        return operator.list_players()

    async def close(command: Command) -> Any:
        return await operator.close_table(command.table)

    async def ban(command: Command) -> Any:
        return await operator.ban(read_key(command.key))

    async def allow(command: Command) -> Any:
        return await operator.allow(read_key(command.key))

    async def notice(command: Command) -> Any:
        return operator.notice(read_notice(command.text))

    async def stop(_: Command) -> Any:
        # After the answer: who asked should hear of it.
        asyncio.get_running_loop().call_later(0.05, operator.stop)
        return {}

    offered = (tables, players, close, ban, allow, notice, stop)
    commands: Mapping[str, Callable[[Command], Awaitable[Any]]] = {offer.__name__: offer for offer in offered}

    async def carry_out(line: bytes) -> Any:
        command = _read(line)
        if command.do not in commands:
            raise ServerFault("admin_unknown", command=command.do[:40], nearest=nearest(command.do, commands))
        _log.info("admin_command command=%s table=%s key=%s", command.do, command.table, command.key)
        return await commands[command.do](command)

    return carry_out


def read_key(text: str) -> str:
    """The fingerprint of a key that is given as such or by its 40 characters."""
    key = key_from_text(text.strip())
    if key is not None:
        return fingerprint(key)
    try:
        return parse_fingerprint(text)
    except AddressError:
        raise ServerFault("admin_bad_key", text=text[:80]) from None


def read_notice(text: str) -> str:
    """A line for everybody keeps the rules of chat."""
    try:
        return clean(text, CHAT_LINE)
    except TextError as error:
        raise ServerFault("admin_bad_notice", highest=CHAT_LINE.cells, reason=error.parameters["reason"]) from None


@contextlib.contextmanager
def reachable(path: Path) -> Iterator[str]:
    """A name for a socket that fits into the system's few bytes, however deep its folder lies."""
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
