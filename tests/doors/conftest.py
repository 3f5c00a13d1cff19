"""Servers with an ssh door, a browser door and both for all tests here, and the real OpenSSH client."""

import asyncio
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from support.doors.running import ServerWithDoor
from support.doors.web import WEB_NAME, WEB_PROXY

OPENSSH = shutil.which("ssh")
OPTIONS = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes", "BatchMode=yes")
WEB_SETTINGS = f'web_proxies = "{WEB_PROXY}"\nweb_names = "{WEB_NAME}"\n[limits]\ntables_per_key = 2\n'
SETTINGS = "ssh_guests = true\n[limits]\ntables_per_key = 2\n"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerWithDoor]:
    running = ServerWithDoor(tmp_path_factory.mktemp("door"), SETTINGS, doors=("ssh", "web"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerWithDoor]:
    running = ServerWithDoor(tmp_path_factory.mktemp("web-door"), WEB_SETTINGS, doors=("web",))
    yield running
    running.close()


@pytest.fixture
def openssh_command(server: ServerWithDoor) -> Callable[..., list[str]]:
    """The command line of the real OpenSSH client with a key file."""
    if not OPENSSH:
        pytest.skip("no OpenSSH client is installed")
    shared = [part for option in OPTIONS for part in ("-o", option)]

    def command(key: Path, *arguments: str, user: str = "anna", first: str = "BatchMode=yes") -> list[str]:
        return [
            str(OPENSSH),
            *("-o", first),
            "-F",
            "none",
            "-p",
            str(server.ready.ssh),
            "-i",
            str(key),
            *shared,
            "-l",
            user,
            *arguments,
        ]

    return command


@pytest.fixture
def openssh(
    openssh_command: Callable[..., list[str]],
) -> Callable[..., Awaitable["subprocess.CompletedProcess[bytes]"]]:
    """Run that client, and return how it ended."""

    async def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[bytes]:
        command = openssh_command(*arguments, **more)
        return await asyncio.to_thread(
            subprocess.run, command, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False
        )

    return run
