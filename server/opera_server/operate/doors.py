"""Start the doors for visitors as one program, and again whenever it ends; hear which key comes from which address.

The program is not imported: it needs the client, which the server never does.
"""

import asyncio
import contextlib
import os
import pwd
import re
import socket
import sys
from collections.abc import AsyncIterator, Callable
from importlib.util import find_spec
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec

from opera_protocol.local.door import (
    LONGEST_LINE,
    PORT_TAKEN,
    DoorFailed,
    DoorReady,
    DoorSetup,
    DoorTells,
    Listening,
    VisitorComes,
    VisitorNoted,
    read_from_door,
    write_line,
)
from opera_protocol.local.ready import Ready
from opera_protocol.wire.keys import key_from_text
from opera_server.config.logs import get_logger
from opera_server.config.settings import Settings
from opera_server.faults import ServerFault

if TYPE_CHECKING:
    from opera_server.server import Server

_log = get_logger(__name__)

PROGRAM: Final = "from opera_doors.program import main; main()"
LOOPBACK: Final = "127.0.0.1"
NEEDS: Final = {"ssh": "asyncssh", "web": "aiohttp"}
"""The package that each door needs; the extra with it is called as the door."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 60.0
"""Seconds before a door that has ended is opened again, more each time."""
STEADY: Final = 60.0
"""A door that was open so long begins with the first pause again."""
OPENING_SECONDS: Final = 60.0
CLOSING_SECONDS: Final = 5.0

HOST_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*")
Note = Callable[[bytes, str], None]


def check_door(settings: Settings) -> None:
    """Refuse what no door could be opened with."""
    for door, package in NEEDS.items():
        if getattr(settings, door) is not None and find_spec(package) is None:
            raise ServerFault("door_not_installed", package=package, extra=door)
    proxies_of(settings)
    names_of(settings)
    is_root = os.geteuid() == 0
    if is_root and not settings.door_user:
        raise ServerFault("door_user_missing")
    if settings.door_user and not is_root:
        raise ServerFault("door_user_useless", user=settings.door_user)
    try:
        entry = pwd.getpwnam(settings.door_user) if settings.door_user else None
    except KeyError:
        raise ServerFault("door_user_unknown", user=settings.door_user) from None
    if entry is not None and entry.pw_uid == 0:
        raise ServerFault("door_user_missing")


def proxies_of(settings: Settings) -> tuple[str, ...]:
    """Return the networks of proxies; what is none is refused, lest a mistake make everybody a proxy, or nobody."""
    networks = [part.strip() for part in settings.web_proxies.split(",") if part.strip()]
    for network in networks:
        try:
            ip_network(network)
        except ValueError:
            raise ServerFault("web_proxies_unreadable", text=network) from None
    return tuple(networks)


def names_of(settings: Settings) -> tuple[str, ...]:
    """Return the names under which browsers reach the door; what is none, such as a whole address, would never fit."""
    names = [part.strip() for part in settings.web_names.split(",") if part.strip()]
    for name in names:
        if not HOST_NAME.fullmatch(name):
            raise ServerFault("web_names_unreadable", text=name)
    return tuple(names)


class Door:
    """The doors, open from `__aenter__` to `__aexit__`."""

    def __init__(self, setup: DoorSetup, note: Note) -> None:
        self._setup = setup
        self._note = note
        self._process: asyncio.subprocess.Process | None = None
        self.ready: DoorReady | None = None

    async def __aenter__(self) -> Self:
        """Open it; raises the fault of a door that cannot be opened."""
        self._opened: asyncio.Future[DoorReady] = asyncio.get_running_loop().create_future()
        self._keeping = asyncio.get_running_loop().create_task(self._keep_open())
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                self.ready = await self._opened
        except BaseException as error:
            await self.__aexit__()
            if isinstance(error, TimeoutError):
                raise ServerFault("door_slow") from None
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)

    async def _keep_open(self) -> None:
        """Start the program again and again."""
        clock, pause = asyncio.get_running_loop().time, FIRST_PAUSE
        while True:
            began = clock()
            await self._run()
            if not self._opened.done():
                self._opened.set_exception(ServerFault("door_died"))
            pause = FIRST_PAUSE if clock() - began > STEADY else min(2 * pause, LONGEST_PAUSE)
            _log.warning("door_lost", again_in=pause)
            await asyncio.sleep(pause)

    async def _run(self) -> None:
        """Run the program to its end: it ends when its channel closes."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-c",
                PROGRAM,
                str(theirs.fileno()),
                pass_fds=(theirs.fileno(),),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        try:
            writer.write(write_line(self._setup))
            with contextlib.suppress(ValueError, OSError):
                while line := await reader.readline():
                    self._hear(read_from_door(line), writer)
        finally:
            # The door ends when its channel is closed, after a word to everybody.
            writer.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSING_SECONDS):
                    await process.wait()
            if process.returncode is None:
                process.kill()
                await process.wait()

    def _hear(self, message: Any, writer: asyncio.StreamWriter) -> None:
        if isinstance(message, DoorReady):
            # A door that is opened again listens where it did before.
            self._setup = _at_ports(self._setup, message)
            if not self._opened.done():
                self._opened.set_result(message)
            _log.info("door_open", ssh=message.ssh, web=message.web)
        elif isinstance(message, DoorFailed):
            if not self._opened.done():
                self._opened.set_exception(_fault(message))
            _log.warning("door_refused", code=message.code)
        elif isinstance(message, VisitorComes):
            key = key_from_text(message.key)
            if key is not None:
                self._note(key, message.address)
                writer.write(write_line(VisitorNoted(key=message.key)))
        elif isinstance(message, DoorTells):
            _log.warning("door_told", what=message.event, text=message.text)


@contextlib.asynccontextmanager
async def open_door(server: "Server", ready: Ready) -> AsyncIterator[DoorReady]:
    """Open the doors of a server."""
    settings = server.settings
    check_door(settings)
    setup = DoorSetup(
        data=str(settings.data.absolute()),
        ssh=None if settings.ssh is None else Listening(settings.host, settings.ssh),
        web=None if settings.web is None else Listening(settings.web_host, settings.web),
        proxies=proxies_of(settings),
        names=names_of(settings),
        server_host=LOOPBACK if settings.host == "*" else settings.host,
        requests=ready.ports[0],
        updates=ready.ports[1],
        key=ready.key,
        name=server.name,
        guests=settings.ssh_guests,
        user=settings.door_user,
        visitors=settings.door_visitors,
    )
    async with Door(setup, server.access.note_visitor) as door:
        assert door.ready is not None
        yield door.ready


def _fault(message: DoorFailed) -> ServerFault:
    if message.code == PORT_TAKEN:
        told = message.parameters
        return ServerFault(
            "door_port_taken", option=told.get("option"), port=told.get("port"), problem=told.get("problem")
        )
    return ServerFault(message.code, **message.parameters)


def _at_ports(setup: DoorSetup, ready: DoorReady) -> DoorSetup:
    ssh = None if setup.ssh is None else Listening(setup.ssh.host, ready.ssh)
    web = None if setup.web is None else Listening(setup.web.host, ready.web)
    return msgspec.structs.replace(setup, ssh=ssh, web=web)
