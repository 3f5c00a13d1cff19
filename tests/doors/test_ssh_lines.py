"""Line mode through the ssh door: without a terminal, or where it is asked for."""

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest
from support.doors.running import ServerWithDoor, new_key, ssh, until, visiting

from opera_protocol.local.command_errors import INTERRUPTED

HERE = ("127.0.0.6", 0)
BEGIN = ("open opera 2", "bots random", "start")


async def said(server: ServerWithDoor, key: asyncssh.SSHKey | None, *lines: str, command: str | None = None) -> str:
    """What is said if these lines are typed at once; the visit has to end by itself, and in order."""
    told = await answered(server, key, "".join(f"{line}\n" for line in lines).encode(), command)
    assert told.exit_status == 0
    return str(told.stdout.decode())


async def answered(
    server: ServerWithDoor, key: asyncssh.SSHKey | None, typed: bytes, command: str | None = None, user: str = "anna"
) -> Any:
    async with ssh(server, key, user if key else "guest", local_addr=HERE) as connection:
        return await connection.run(command, input=typed, encoding=None)


async def test_a_pipe_plays_and_comes_back_to_the_table(server: ServerWithDoor) -> None:
    key = new_key()
    first = await said(server, key, *BEGIN, "bid 3", "y")
    assert first.startswith("Welcome, anna. ")
    assert "No table is open here.\n" in first or " to choose by " in first
    assert re.search(r"Bid 3: ducats (\d+) to \d+, level 0 to 3. Type y to send\.\n", first)
    assert "anna has bid.\n" in first
    assert first.endswith("You leave; your seat is kept.\n")
    assert {sign for sign in first if sign < " "} == {"\n"}
    again = await said(server, key, "w", command="lines")
    assert "Bids: anna 3" in again


async def test_an_end_without_a_line_end_counts_as_a_line(server: ServerWithDoor) -> None:
    assert "Opera at " in (await answered(server, new_key(), b"open opera 2")).stdout.decode()


async def test_rules_and_refusals_are_said_to_the_end(server: ServerWithDoor) -> None:
    rules = await said(server, new_key(), command="rules turandot")
    assert rules.count("\n") > 100
    assert "Turandot" in rules
    refused = await answered(server, new_key(), b"", "watch Nowhere")
    assert refused.exit_status == 2
    assert refused.stdout == b"opera: There is no such table; it may have ended. Choose one from the lobby.\n"


async def test_a_command_without_a_terminal_is_told_how_to_get_the_screen(server: ServerWithDoor) -> None:
    """Beside what the visit says, and only where a screen can have been meant."""
    told = b"Your ssh asked for no terminal, so this is line by line; with ssh -t you see the screen.\n"
    for command, hint in (
        ("watch Nowhere", told),
        ("join Nowhere", told),
        ("lines watch Nowhere", b""),
        ("rules", b""),
    ):
        assert (await answered(server, new_key(), b"", command)).stderr == hint


async def test_settings_of_a_visitor_are_kept_by_the_door(server: ServerWithDoor) -> None:
    key = new_key()
    await said(server, key, "set read back off")
    kept = server.data / "visitors" / sha256(server.identity(key).public_key).hexdigest()
    await until(kept.exists)
    assert "Type y to send" not in await said(server, key, *BEGIN, "bid 3")


async def test_a_guest_is_asked_for_a_name(server: ServerWithDoor) -> None:
    told = await said(server, None, "x" * 50, "Gast", "open turandot 2")
    assert told.startswith("You are a guest: your seats are lost when you leave.")
    assert "That cannot be a name" in told
    assert "Gast, not ready" in told


async def test_a_terminal_gets_lines_if_it_asks_for_them_or_is_dumb(server: ServerWithDoor) -> None:
    for command, term in (("lines", "xterm"), ("lines watch Nowhere", "xterm"), (None, "dumb")):
        async with visiting(server, new_key(), command, term=term, local_addr=HERE) as anna:
            await anna.until(lambda anna=anna: b"q leaves" in anna.written or b"no such table" in anna.written)  # type: ignore[misc]
            assert b"\x1b" not in anna.written


async def test_lines_are_as_wide_as_the_terminal_and_follow_it(server: ServerWithDoor) -> None:
    """They are broken at blanks; a pipe has no width."""
    async with visiting(server, new_key(), "lines", size=(50, 24), local_addr=HERE) as anna:
        await anna.until(lambda: b"q leaves:" in b" ".join(anna.written.split()))
        anna.type("nonsense\r")
        await anna.until(lambda: b"what else." in b" ".join(anna.written.split()))
        lines = anna.written.decode().splitlines()
        assert max(map(len, lines)) < 50
        assert not any(line.startswith(" ") or line.endswith(" ") for line in lines)
        anna.process.change_terminal_size(30, 24)
        await until(lambda: columns_of(server.visits[0]) == 30)
        before = len(anna.written)
        anna.type("?\r")
        await anna.until(lambda: b"q leaves." in b" ".join(anna.written[before:].split()))
        assert max(map(len, anna.written[before:].decode().splitlines())) < 30
    assert max(map(len, (await said(server, new_key(), "?")).splitlines())) > 80


def columns_of(pid: int) -> int:
    """How wide the terminal of a visit is."""
    terminal = os.open(str(Path(f"/proc/{pid}/fd/1").readlink()), os.O_RDWR | os.O_NOCTTY)
    try:
        return os.get_terminal_size(terminal).columns
    finally:
        os.close(terminal)


async def test_control_c_at_a_terminal_ends_the_visit(server: ServerWithDoor) -> None:
    async with visiting(server, new_key(), "lines", local_addr=HERE) as anna:
        await anna.until(lambda: b"q leaves" in anna.written)
        anna.type("\x03")
        await anna.process.wait_closed()
        assert anna.process.exit_status == INTERRUPTED
    assert "visit_failed" not in server.log.read_text()


@pytest.mark.parametrize("how", ["signal", "closed", "killed"])
async def test_a_line_that_is_closed_ends_the_visit_and_keeps_the_seat(server: ServerWithDoor, how: str) -> None:
    key = new_key()
    async with ssh(server, key, local_addr=HERE) as connection:
        process = await connection.create_process("lines", encoding=None)
        process.stdin.write(b"".join(f"{line}\n".encode() for line in BEGIN))
        await process.stdout.readuntil(b"choices:\n")
        if how == "signal":
            process.send_signal("INT")
            assert (await process.stdout.read()).endswith(b"You leave; your seat is kept.\n")
        elif how == "closed":
            connection.abort()
        else:
            os.kill(server.visits[0], signal.SIGKILL)
            assert (await process.stdout.read()).endswith(
                b"The program ended; your seat is kept. Log in again to go on.\n"
            )
    await until(lambda: not server.visits)
    assert (await said(server, key, "w", command="lines")).startswith("Opera at ")


async def test_nothing_of_a_long_script_is_lost(server: ServerWithDoor) -> None:
    """More than all buffers on the way take at once."""
    told = await said(server, new_key(), *BEGIN, *[f"w{' ' * 300}"] * 1000)
    assert told.count("You decide: bid for budget.") == 1000


async def test_hostile_lines_are_answered_in_plain_text(server: ServerWithDoor) -> None:
    chance = Random("lines")
    signs = "\x1b[2J\x07\x00\x9b\u202e{}%s\\/~$;|`'\"éß漢🎭 ?bmhfcolwtprqyn0123456789"
    lines = ["".join(chance.choices(signs, k=chance.randrange(40))) for _line in range(300)]
    typed = "\n".join([*BEGIN, *(line.replace("q", "") for line in lines)]).encode() + b"\xff\xfe\n"
    told = await answered(server, new_key(), typed)
    assert {byte for byte in told.stdout if byte < ord(" ")} == {ord("\n")}
    assert all(sign.isprintable() for line in told.stdout.decode().splitlines() for sign in line)
    assert str(server.data).encode() not in told.stdout
    assert "visit_failed" not in server.log.read_text()


async def test_the_real_openssh_plays_and_gets_no_agent_or_display(
    server: ServerWithDoor, openssh_command: Callable[..., list[str]], tmp_path: Path
) -> None:
    """Both are asked for with an agent and a display that are there."""
    key = tmp_path / "id"
    new_key().write_private_key(key)
    key.chmod(0o600)
    agent = tmp_path / "agent"
    keeper = await asyncio.create_subprocess_exec("ssh-agent", "-D", "-a", str(agent), stdout=subprocess.DEVNULL)
    try:
        await until(agent.exists)
        before = listening(server.door)
        program = await asyncio.create_subprocess_exec(
            *openssh_command(key, "-v", "-A", "-X", "127.0.0.1", "lines"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "SSH_AUTH_SOCK": str(agent), "DISPLAY": "127.0.0.1:99"},
        )
        assert program.stdin is not None
        assert program.stdout is not None
        await program.stdout.readuntil(b"q leaves:\n")
        assert listening(server.door) == before
        shown, told = await program.communicate(b"".join(f"{line}\n".encode() for line in BEGIN))
        assert b"Requesting authentication agent forwarding" in told
        assert b"X11 forwarding request failed" in told
        assert shown.endswith(b"You leave; your seat is kept.\n")
    finally:
        keeper.kill()
        await keeper.wait()


async def test_agent_and_display_are_refused_to_others_as_well(server: ServerWithDoor, tmp_path: Path) -> None:
    """The same with asyncssh, where no OpenSSH is installed."""
    before = listening(server.door)
    async with ssh(server, new_key(), agent_forwarding=True, local_addr=HERE) as connection:
        with pytest.raises(asyncssh.ChannelOpenError, match="X11"):
            await connection.create_process(
                "lines",
                encoding=None,
                x11_forwarding=True,
                x11_display="127.0.0.1:99",
                x11_auth_path=str(tmp_path / "x"),
            )
        assert listening(server.door) == before


def listening(pid: int) -> set[str]:
    """The sockets at which a process waits for others."""
    waiting = {
        fields[6]
        for line in Path("/proc/net/unix").read_text().splitlines()
        if (fields := line.split())[3] == "00010000"
    }
    tables = [Path(f"/proc/net/{kind}").read_text().splitlines() for kind in ("tcp", "tcp6")]
    waiting |= {fields[9] for lines in tables for line in lines if (fields := line.split())[3] == "0A"}
    own = {str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir()}
    return {inode for inode in waiting if f"socket:[{inode}]" in own}
