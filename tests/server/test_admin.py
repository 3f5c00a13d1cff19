"""The operator reaches the running server over a socket that is theirs alone, and nobody gets further than that."""

import asyncio
import contextlib
import json
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner, Result

from opera_protocol.wire.keys import fingerprint, key_to_text
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.cli.main import app
from opera_server.config.data_folder import ADMIN_SOCKET
from opera_server.faults import ServerFault
from opera_server.operate.admin import LONGEST_COMMAND, AdminSocket, ask_server, reachable

KEY = bytes(range(32))


class Operator:
    """A server's core that only remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.stopped = asyncio.Event()

    def list_tables(self) -> list[Map]:
        return [
            {
                "id": "K3",
                "state": "open",
                "game": "opera",
                "name": "\x1b[31m",
                "players": ["Ada", "Ben"],
                "watching": 2,
            },
            {"id": "L4", "state": "running", "game": "turandot", "name": "Wien", "players": [], "watching": 0},
        ]

    def list_players(self) -> list[Map]:
        return []

    async def close_table(self, table: str) -> Map:
        if table != "K3":
            raise Refused("not_open")
        self.told.append(f"close {table}")
        return {"table": table}

    async def ban(self, fingerprint: str) -> Map:
        self.told.append(f"ban {fingerprint}")
        return {}

    async def allow(self, fingerprint: str) -> Map:
        self.told.append(f"allow {fingerprint}")
        return {}

    def notice(self, text: str) -> Map:
        self.told.append(f"notice {text}")
        return {}

    def stop(self) -> None:
        self.stopped.set()


@contextlib.asynccontextmanager
async def admin_socket(folder: Path) -> AsyncIterator[Operator]:
    """Open the operator's socket in a folder."""
    operator = Operator()
    async with AdminSocket(folder / ADMIN_SOCKET, cast("Any", operator)):
        yield operator


async def command(folder: Path, *arguments: str) -> Result:
    """The command as it is typed, beside the running server."""
    return await asyncio.to_thread(CliRunner().invoke, app, ["admin", *arguments, "--data", str(folder)])


async def speak(folder: Path, line: bytes) -> bytes:
    """What comes back for raw bytes; nothing if the server hangs up."""
    with reachable(folder / ADMIN_SOCKET) as path:
        reader, writer = await asyncio.open_unix_connection(path)
    try:
        writer.write(line)
        writer.write_eof()
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_the_socket_is_its_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    """Only its owner can open it; a socket left by a killed server is replaced; after the end there is none."""
    path = tmp_path / ADMIN_SOCKET
    path.touch()
    async with admin_socket(tmp_path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert path.is_socket()
    assert not path.exists()


async def test_something_else_in_the_place_of_the_socket_is_a_fault_of_the_folder(tmp_path: Path) -> None:
    """It is not removed, and the folder is named."""
    (tmp_path / ADMIN_SOCKET).mkdir()
    with pytest.raises(ServerFault) as refused:
        async with admin_socket(tmp_path):
            raise AssertionError
    assert refused.value.code == "folder_unusable"


async def test_commands_reach_the_server(tmp_path: Path) -> None:
    """Each command calls its function with what was typed, keys by fingerprint however they were written."""
    code = fingerprint(KEY)
    async with admin_socket(tmp_path) as operator:
        typed = [
            ("close", "K3"),
            ("ban", code.lower().replace("-", " ")),
            ("allow", key_to_text(KEY)),
            ("notice", "Back in five minutes"),
        ]
        for arguments in typed:
            result = await command(tmp_path, *arguments)
            assert result.exit_code == 0, result.output
        assert operator.told == ["close K3", f"ban {code}", f"allow {code}", "notice Back in five minutes"]
        assert (await command(tmp_path, "stop")).exit_code == 0
        await operator.stopped.wait()


async def test_lists_are_shown_as_plain_text(tmp_path: Path) -> None:
    """Tables stand in columns, without anything that a terminal acts on; an empty list says so."""
    async with admin_socket(tmp_path):
        tables = await command(tmp_path, "tables")
        assert "\x1b" not in tables.stdout
        head, first, second = tables.stdout.splitlines()
        assert head.split() == ["id", "state", "game", "name", "players", "watching"]
        assert first.split() == ["K3", "open", "opera", "�[31m", "Ada,", "Ben", "2"]
        assert second.split() == ["L4", "running", "turandot", "Wien", "–", "0"]
        assert (await command(tmp_path, "players")).stdout == "Nobody is connected.\n"


async def test_what_the_server_refuses_is_a_sentence(tmp_path: Path) -> None:
    """A bad key, a bad notice and a refusal of the core end the command with a line on stderr and exit 2."""
    async with admin_socket(tmp_path) as operator:
        for arguments in (("ban", "nobody"), ("notice", "\x1b[31mred"), ("close", "nowhere")):
            result = await command(tmp_path, *arguments)
            assert result.exit_code == 2
            assert result.stdout == ""
            assert result.stderr.startswith("opera-server: ")
            assert result.stderr.count("\n") == 1
        assert operator.told == []
        with pytest.raises(ServerFault) as unknown:
            await asyncio.to_thread(ask_server, tmp_path, "tabels")
        assert (unknown.value.code, unknown.value.parameters["nearest"]) == ("admin_unknown", "tables")


async def test_a_command_that_is_too_long_is_not_taken_for_a_silent_server(tmp_path: Path) -> None:
    """The server would hang up on it."""
    async with admin_socket(tmp_path):
        result = await command(tmp_path, "notice", "x" * LONGEST_COMMAND)
        assert result.exit_code == 2
        assert "could not read" in result.stderr


async def test_without_a_server_the_command_says_so(tmp_path: Path) -> None:
    """No socket, and a socket that nobody listens at, are the same to the operator."""
    for is_left_over in (False, True):
        if is_left_over:
            (tmp_path / ADMIN_SOCKET).touch()
        result = await command(tmp_path, "tables")
        assert result.exit_code == 2
        assert "No server is running" in result.stderr


async def test_nonsense_is_refused_and_harms_nobody(tmp_path: Path) -> None:
    """Lines that are no command are answered with a fault or a hang-up, and the next command works."""
    answered = [
        b"\n",
        b"{}\n",
        b"[]\n",
        b"\xff\n",
        b'{"do": 5}\n',
        b'{"do": "stop", "force": true}\n',
        b"[" * 3000 + b"\n",
    ]
    dropped = [b"", b'{"do": "stop"}', b"x" * (LONGEST_COMMAND * 3)]
    async with admin_socket(tmp_path) as operator:
        for line in answered:
            assert json.loads(await speak(tmp_path, line))["fault"] == "admin_malformed", line
        for line in dropped:
            assert await speak(tmp_path, line) == b""
        assert not operator.stopped.is_set()
        assert await asyncio.to_thread(ask_server, tmp_path, "players") == []


async def test_a_deep_folder_is_reached(tmp_path: Path) -> None:
    """The data folder may lie deeper than the system's socket paths reach."""
    folder = tmp_path / ("deep" * 20) / ("deeper" * 10)
    folder.mkdir(parents=True)
    async with admin_socket(folder):
        assert (folder / ADMIN_SOCKET).is_socket()
        assert await asyncio.to_thread(ask_server, folder, "players") == []
