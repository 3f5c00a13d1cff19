"""A TCP proxy between clients and a server that can count messages, hold them back, and cut connections at any of them.

It reads no more of ZeroMQ's frames than their lengths: what is in them is encrypted.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from opera_protocol.client import Endpoints

GREETING_BYTES = 64
LONG, COMMAND = 0x02, 0x04

Fate = Literal["pass", "lose", "deliver", "delay"]
"""Of a message: passed on, lost with its connection, passed on before its connection is cut, or held back a while."""
HELD_SECONDS = 0.05


@dataclass
class Proxy:
    """Two ports in front of a server's two; one proxy for each client that is to suffer."""

    target: Endpoints
    fate_of: Callable[[int], Fate] = lambda _: "pass"
    count: int = 0
    """Messages that have come so far, on both ports and in both directions, handshakes left out."""
    cuts: int = 0
    _ports: list[int] = field(default_factory=list)
    _servers: list[asyncio.Server] = field(default_factory=list)
    _writers: set[asyncio.StreamWriter] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def endpoints(self) -> Endpoints:
        return replace(self.target, requests=self._ports[0], updates=self._ports[1])

    async def open(self) -> None:
        for port in (self.target.requests, self.target.updates):
            server = await asyncio.start_server(self._accept(port), self.target.host, 0)
            self._servers.append(server)
            self._ports.append(server.sockets[0].getsockname()[1])

    def _accept(self, port: int) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], None]:
        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.get_running_loop().create_task(self._serve(port, reader, writer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        return accept

    async def _serve(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its opening to the end of either side."""
        both = [writer]
        try:
            there, over_there = await asyncio.open_connection(self.target.host, port)
            both.append(over_there)
            self._writers.update(both)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._forward(reader, over_there))
                group.create_task(self._forward(there, writer))
        except* (OSError, asyncio.IncompleteReadError, _Cut):
            pass
        finally:
            for end in both:
                end.transport.abort()
                self._writers.discard(end)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _pass_greeting(reader, writer)
        while True:
            head, body = await _read_frame(reader)
            fate: Fate = "pass"
            if not head[0] & COMMAND:
                fate = self.fate_of(self.count)
                self.count += 1
            if fate == "delay":
                await asyncio.sleep(HELD_SECONDS)
            if fate != "lose":
                writer.write(head + body)
                await writer.drain()
            if fate in ("lose", "deliver"):
                self.cuts += 1
                raise _Cut

    def cut_all(self) -> None:
        """Cut every connection at once."""
        for writer in list(self._writers):
            writer.transport.abort()

    async def close(self) -> None:
        for server in self._servers:
            server.close()
        self.cut_all()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class _Cut(Exception):
    """The connection is to end here."""


async def _pass_greeting(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Byte by byte as it comes: each side waits for the beginning of the other's."""
    left = GREETING_BYTES
    while left:
        part = await reader.read(left)
        if not part:
            raise _Cut
        left -= len(part)
        writer.write(part)


async def _read_frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """A frame's head (flags and length) and its body."""
    flags = await reader.readexactly(1)
    length = await reader.readexactly(8 if flags[0] & LONG else 1)
    return flags + length, await reader.readexactly(int.from_bytes(length, "big"))


@contextlib.asynccontextmanager
async def proxy_to(target: Endpoints) -> AsyncIterator[Proxy]:
    """A proxy that is gone at the end."""
    proxy = Proxy(target)
    await proxy.open()
    try:
        yield proxy
    finally:
        await proxy.close()
