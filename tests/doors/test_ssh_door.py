"""The ssh door: who comes in and as whom, what a visit can do, and what nobody can."""

import asyncio
import os
import pwd
import signal
import socket
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import asyncssh
import pytest
from support.doors.running import SIZE, USER, ServerWithDoor, new_key, ssh, until, visiting
from support.doors.tables import begin, begin_and_open_too_many
from support.soaking import soak_seed, soak_size

from opera_doors.door import SESSIONS_PER_IDENTITY, TOO_MANY
from opera_doors.ssh_session import NO_SUCH_COMMAND

OpenSsh = Callable[..., Awaitable["subprocess.CompletedProcess[bytes]"]]


async def test_a_visitor_plays_with_ssh_alone_and_comes_back_to_the_same_table(server: ServerWithDoor) -> None:
    """Also: limits of a key hold although the client runs on the server's machine, and settings are kept."""
    key = new_key()
    async with visiting(server, key) as anna:
        await anna.until_shown("LOBBY")
        await begin_and_open_too_many(await server.client(key), "Fenice")
        anna.type("\x1b")
        await anna.until_shown("Tables of this server", "Welcome, anna")
        anna.type("s")
        await anna.until_shown("theme")
        anna.type("\x1b[C\r")
        await until(lambda: list((server.data / "visitors").iterdir()))
    await until(lambda: not server.visits)
    async with visiting(server, key) as anna:
        await anna.until_shown("your secret bid")
        kept = list((server.data / "visitors").iterdir())
        assert len(kept) == 1
        assert b'"matinee"' in kept[0].read_bytes()


async def test_commands_of_ours_lead_where_they_say(server: ServerWithDoor) -> None:
    async with visiting(server, new_key(), "rules turandot") as anna:
        await anna.until_shown("Turandot")
        anna.type("\x1b")
        await anna.until_shown("Tables of this server")
        anna.type("qq")
        await anna.process.wait_closed()
        assert anna.process.exit_status == 0


async def test_everything_else_is_refused(server: ServerWithDoor) -> None:
    async with ssh(server, new_key()) as connection:
        refused = await connection.run("cat /etc/passwd")
        assert (refused.stdout, refused.exit_status) == (f"{NO_SUCH_COMMAND}\n", 1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.run("rules")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", server.ready.ports[0])
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 9)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection(str(server.data / "admin.sock"))
    async with ssh(server, new_key()) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()


async def test_only_a_signature_lets_somebody_in(server: ServerWithDoor) -> None:
    for options in ({"password": "x", "preferred_auth": "password"}, {"preferred_auth": "none"}):
        with pytest.raises(asyncssh.PermissionDenied):
            async with ssh(server, None, **options):
                pass


async def test_a_guest_is_somebody_new_each_time_and_is_told_so(server: ServerWithDoor) -> None:
    async with visiting(server, None, user="guest") as guest:
        await guest.until_shown("What is your name?")
        guest.type("Gast\r")
        await guest.until_shown("LOBBY", "You are a guest")


@pytest.mark.parametrize("user", ["anna", "root", "guest"])
async def test_a_victims_public_key_alone_opens_no_seat(
    server: ServerWithDoor, openssh: OpenSsh, tmp_path: Path, user: str
) -> None:
    """`ssh -i victim.pub` without the secret, with the real OpenSSH; where guests are welcome, it makes a guest."""
    victim, public = new_key(), tmp_path / "victim.pub"
    victim.write_public_key(public)
    tried = await openssh(public, "127.0.0.1", "join Nowhere", user=user)
    if user == "guest":
        assert tried.stdout.startswith(b"You are a guest")
    else:
        assert tried.returncode == 255
        assert b"Permission denied" in tried.stderr
    assert server.identity(victim).fingerprint[:4] not in server.log.read_text()


async def test_somebody_without_a_key_is_told_what_to_do_and_does_not_come_in(
    server: ServerWithDoor, openssh: OpenSsh, tmp_path: Path
) -> None:
    """The real OpenSSH shows it once; whoever has a key never sees it, and no answer opens the door."""
    told = b"You need an ssh key to come in, and none was offered: ssh-keygen -t ed25519 makes one, then try again. "
    tried = await openssh(tmp_path / "none", "127.0.0.1", "rules", first="BatchMode=no")
    assert tried.returncode == 255
    assert tried.stderr.count(told) == 1
    assert b"Guests come in without one, with guest@ before the address." in tried.stderr
    assert b"Permission denied" in tried.stderr
    key = tmp_path / "id"
    new_key().write_private_key(key)
    key.chmod(0o600)
    came = await openssh(key, "127.0.0.1", "rules", first="BatchMode=no")
    assert came.returncode == 0
    assert told not in came.stderr


async def test_the_real_openssh_gets_no_shell_files_or_tunnels(
    server: ServerWithDoor, openssh: OpenSsh, tmp_path: Path
) -> None:
    key = tmp_path / "id"
    new_key().write_private_key(key)
    key.chmod(0o600)
    here = f"127.0.0.1:{server.ready.ports[0]}"
    refused = await openssh(key, "127.0.0.1", "cat /etc/passwd")
    assert (refused.returncode, refused.stdout) == (1, f"{NO_SUCH_COMMAND}\n".encode())
    assert b"open failed" in (await openssh(key, "-W", here, "127.0.0.1")).stderr
    assert b"subsystem request failed" in (await openssh(key, "127.0.0.1", "-s", "sftp")).stderr
    backwards = await openssh(key, "-o", "ExitOnForwardFailure=yes", "-N", "-R", f"0:{here}", "127.0.0.1")
    assert b"remote port forwarding failed" in backwards.stderr


async def test_a_visit_has_few_rights_and_no_descriptors_of_others(server: ServerWithDoor) -> None:
    async with visiting(server, new_key()) as anna:
        await anna.until_shown("LOBBY")
        pid = server.visits[0]
        limits = Path(f"/proc/{pid}/limits").read_text()
        assert "Max core file size        0                    0" in limits
        assert "Max file size             0                    0" in limits
        assert "Max open files            64                   64" in limits
        assert "Max address space         unlimited" not in limits
        files = [str(file.readlink()) for file in Path(f"/proc/{pid}/fd").iterdir()]
        assert {file.partition(":")[0].rstrip("0123456789") for file in files} <= {
            "/dev/pts/",
            "socket",
            "anon_inode",
            "pipe",
        }
        assert len([file for file in files if file.startswith("/dev/pts/")]) == 3
        before = {str(file.readlink()) for file in Path(f"/proc/{server.door}/fd").iterdir()}
        before |= {str(file.readlink()) for file in Path(f"/proc/{server.preloader}/fd").iterdir()}
        shared = set(files) & {file for file in before if file.startswith(("socket", "pipe"))}
        assert not shared
        assert len(list(Path(f"/proc/{server.preloader}/task").iterdir())) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
async def test_a_visit_cannot_open_the_data_folder(server: ServerWithDoor) -> None:
    async with visiting(server, new_key()) as anna:
        await anna.until_shown("LOBBY")
        status = Path(f"/proc/{server.visits[0]}/status").read_text()
        assert "Uid:\t0" not in status
        assert "Gid:\t0" not in status
        assert "Groups:\t \n" in status
        tried = await asyncio.to_thread(
            subprocess.run,
            ["/bin/cat", str(server.data / "door-secret")],
            user=USER,
            group=pwd.getpwnam(USER).pw_gid,
            extra_groups=[],
            check=False,
        )
        assert tried.returncode != 0


async def test_a_visit_that_is_killed_or_stopped_harms_nobody_else(server: ServerWithDoor) -> None:
    async with visiting(server, new_key()) as other:
        await other.until_shown("LOBBY")
        survivor = server.visits[0]
        async with visiting(server, new_key()) as anna:
            await anna.until_shown("LOBBY")
            killed = next(pid for pid in server.visits if pid != survivor)
            os.kill(killed, signal.SIGKILL)
            await anna.until(lambda: b"your seat is kept" in anna.written)
        async with visiting(server, new_key()) as anna:
            await anna.until_shown("LOBBY")
            os.kill(next(pid for pid in server.visits if pid != survivor), signal.SIGSTOP)
        await until(lambda: server.visits == [survivor])
        other.type("?")
        await other.until_shown("esc")


async def test_absurd_windows_terminals_and_variables_are_survived(server: ServerWithDoor) -> None:
    hostile = {"LANG": "\x1b]0;x\x07", "LC_ALL": "../../etc", "LD_PRELOAD": "/tmp/x.so", "PYTHONPATH": "/tmp"}
    async with visiting(
        server, new_key(), size=SIZE, term="\x1b[31mevil", variables=hostile, user="a\u0301\u0301nna"
    ) as anna:
        await anna.until_shown("LOBBY")
        for number in range(100):
            anna.process.change_terminal_size(*((0, 0), (60_000, 60_000), (1, 1), (80, 24))[number % 4])
        anna.process.change_terminal_size(*SIZE)
        await asyncio.sleep(0.3)
        anna.screen.resize(*SIZE)
        anna.type("?")
        await anna.until_shown("Lobby")
        assert b"evil" not in anna.written


async def test_one_key_has_few_sessions(server: ServerWithDoor) -> None:
    key = new_key()
    async with AsyncExitStack() as stack:
        for _ in range(SESSIONS_PER_IDENTITY):
            anna = await stack.enter_async_context(visiting(server, key, "rules"))
            await anna.until_shown("Opera")
        one_more = await stack.enter_async_context(visiting(server, key, "rules"))
        await one_more.until(lambda: TOO_MANY.encode() in one_more.written)


KEYS: tuple[str, ...] = (
    *("\r", "\x1b", "\t", " ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~", "\x1bOP", "\x03", "\x11"),
    *("\x1a", "\x13", "\x1c", "\x04", "\x10", "\x0c", "\x7f"),
    *"abcdefghijklmnopqrstuvwxyzEQ0123456789/?",
)
REPLIES: tuple[str, ...] = (
    *("\x1b[?1;2c", "\x1b[24;80R", "\x1b[?2026;2$y", "\x1b[8;24;80t", "\x1bP>|xterm\x1b\\", "\x1b]11;rgb:0/0/0\x1b\\"),
    *("\x1b]52;c;L2V0Yy9wYXNzd2Q=\x07", "\x1b[?1u", "\x1b[I", "\x1b[O", "\x1b[48;24;80;0;0t", "\x1b[1;1:3A"),
)
PASTES = ("/etc/passwd", "opera join elsewhere", "[red]x[/red]", "ö" * 300, "\x00\x01")


def random_input(chance: Random) -> str:
    kind = chance.random()
    if kind < 0.8:
        return chance.choice(KEYS)
    if kind < 0.9:
        place = f"{chance.randint(1, 80)};{chance.randint(1, 24)}"
        return f"\x1b[<{chance.choice((0, 1, 2, 32, 35, 64, 65))};{place}{chance.choice('Mm')}"
    if kind < 0.95:
        return chance.choice(REPLIES)
    return f"\x1b[200~{chance.choice(PASTES)}\x1b[201~"


async def walk(server: ServerWithDoor, seed: str, steps: int, place: str) -> None:
    """Send keys, mouse events, pastes and terminal replies; whoever leaves logs in again, and no path is ever shown."""
    chance, key = Random(seed), new_key()
    done = 0
    while done < steps:
        async with visiting(server, key, local_addr=(place, 0)) as anna:
            await anna.until(lambda anna=anna: len(anna.written) > 2000)  # type: ignore[misc]
            while done < steps and not (anna.process.stdout.at_eof() or anna.process.stdin.is_closing()):
                anna.type(random_input(chance))
                done += 1
                if done % 10 == 0:
                    await anna.take_in()
                    shown = anna.screen.text
                    assert not any(
                        told in shown for told in (str(server.data), "settings.toml", "/tmp", "/root", "site-packages")
                    )
                    assert not any(
                        told in shown for told in ("Play now", "Find and join", "on this network", "Replays")
                    )
    assert "visit_failed" not in server.log.read_text()


async def test_a_random_walk_of_raw_input_never_leaves_the_visit(server: ServerWithDoor) -> None:
    await walk(server, "raw", 400, "127.0.0.4")


@pytest.mark.soak
@pytest.mark.limit(36_000)
async def test_a_long_random_walk_of_raw_input_never_leaves_the_visit(tmp_path: Path) -> None:
    """20,000 keys, mouse events, pastes and terminal replies."""
    server = ServerWithDoor(tmp_path)
    try:
        await walk(server, soak_seed(), soak_size(20_000), "127.0.0.5")
    finally:
        server.close()


async def test_connections_that_never_log_in_keep_nobody_else_out(server: ServerWithDoor) -> None:
    """500 of one address; somebody from another one logs in meanwhile."""
    silent = [socket.create_connection(("127.0.0.1", server.ready.ssh)) for _ in range(500)]
    try:
        async with visiting(server, new_key(), local_addr=("127.0.0.2", 0)) as anna:
            await anna.until_shown("LOBBY")
        refused = sum(_is_closed(connection) for connection in silent)
        assert refused >= 480
    finally:
        for connection in silent:
            connection.close()


def _is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.2)
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


async def test_kill_9_of_the_door_keeps_all_seats_and_it_comes_back(server: ServerWithDoor) -> None:
    key, elsewhere = new_key(), ("127.0.0.3", 0)
    async with visiting(server, key, local_addr=elsewhere) as anna:
        await anna.until_shown("LOBBY")
        client = await server.client(key)
        await begin(client, "Massimo")
        await client.close()
        visits, preloader, door = server.visits, server.preloader, server.door
        os.kill(door, signal.SIGKILL)
        await until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in (*visits, preloader)))
    await until(lambda: server.log.read_text().count("door_open") == 2)
    async with visiting(server, key, local_addr=elsewhere) as anna:
        await anna.until_shown("your secret bid")


@pytest.mark.soak
@pytest.mark.limit(600)
async def test_kill_9_of_a_door_with_twenty_visitors_keeps_all_seats(tmp_path: Path) -> None:
    server = ServerWithDoor(tmp_path)
    try:
        keys = [new_key() for _ in range(20)]
        places = [(f"127.0.2.{number + 1}", 0) for number in range(20)]
        async with AsyncExitStack() as stack:
            for key, place in zip(keys, places, strict=True):
                anna = await stack.enter_async_context(visiting(server, key, local_addr=place))
                await anna.until_shown("LOBBY")
                client = await server.client(key)
                await begin(client, "Fenice")
                await client.close()
            assert len(server.visits) == 20
            os.kill(server.door, signal.SIGKILL)
            await until(lambda: server.log.read_text().count("door_open") == 2)
        for key, place in zip(keys, places, strict=True):
            async with visiting(server, key, local_addr=place) as anna:
                await anna.until_shown("your secret bid")
    finally:
        server.close()
