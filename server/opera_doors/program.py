"""The program that a server starts: open the doors that are asked for, until the server or the preloader is gone.

All doors are one process, so that limits count over all of them, and one preloader serves them.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from opera_doors.channel import Channel
from opera_doors.door import CLOSING, Door
from opera_doors.identity import load_or_create_secret
from opera_protocol.local.door import PORT_TAKEN, DoorFailed, DoorReady, DoorSetup, Listening
from opera_protocol.wire.errors import StorageError

FAREWELL_SECONDS: Final = 0.2


class PortTaken(Exception):
    """A port cannot be opened."""

    def __init__(self, option: str, port: int, problem: str) -> None:
        super().__init__(option, port, problem)
        self.parameters = {"option": option, "port": port, "problem": problem}


@contextlib.contextmanager
def opening(option: str, listening: Listening) -> Iterator[None]:
    """Name the port that the system refuses."""
    try:
        yield
    except OSError as error:
        # By its number: the texts of asyncio's errors are for programmers.
        problem = os.strerror(error.errno) if error.errno else str(error)
        raise PortTaken(option, listening.port, problem) from error


async def serve(channel: Channel, setup: DoorSetup) -> None:
    """Open the doors, and say goodbye to everybody at the end."""
    door = Door(setup, channel, load_or_create_secret(Path(setup.data)))
    async with contextlib.AsyncExitStack() as stack:
        await door.visits.start()
        stack.push_async_callback(door.visits.close)
        channel.tell(await _open(door, stack))
        ends = [asyncio.create_task(channel.listen()), asyncio.create_task(door.visits.gone.wait())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for session in list(door.sessions):
            session.dismiss(CLOSING)
        await asyncio.sleep(FAREWELL_SECONDS if door.sessions else 0)


async def _open(door: Door, stack: contextlib.AsyncExitStack) -> DoorReady:
    """Open what is asked for; what the others need may not be installed."""
    ssh, fingerprint, web = 0, "", 0
    if door.setup.ssh is not None:
        from opera_doors.ssh import host_key, open_ssh  # noqa: PLC0415

        key = host_key(Path(door.setup.data))
        fingerprint = key.get_fingerprint()
        with opening("--ssh", door.setup.ssh):
            ssh = await stack.enter_async_context(open_ssh(door, door.setup.ssh, key))
    if door.setup.web is not None:
        from opera_doors.web.server import open_web  # noqa: PLC0415

        with opening("--web", door.setup.web):
            web = await stack.enter_async_context(open_web(door, door.setup.web))
    return DoorReady(ssh=ssh, fingerprint=fingerprint, web=web)


async def run(descriptor: int) -> None:
    """Serve as the server says at the other end of a descriptor; say why if that is impossible."""
    channel = await Channel.open(descriptor)
    setup = await channel.setup()
    if setup is None:
        return
    try:
        await serve(channel, setup)
    except StorageError as error:
        channel.tell(DoorFailed(code=error.code, parameters=dict(error.parameters)))
    except PortTaken as error:
        channel.tell(DoorFailed(code=PORT_TAKEN, parameters=error.parameters))
    await asyncio.sleep(0)


def main() -> None:
    os.umask(0o077)
    asyncio.run(run(int(sys.argv[1])))


if __name__ == "__main__":
    main()
