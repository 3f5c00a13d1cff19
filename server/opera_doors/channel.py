"""The door's end of the channel to its server."""

import asyncio
import socket
from typing import Any

from opera_protocol.local.door import (
    LONGEST_LINE,
    DoorSetup,
    FromDoor,
    VisitorComes,
    VisitorNoted,
    read_to_door,
    write_line,
)
from opera_protocol.wire.keys import key_to_text


class Channel:
    """Says what the door does, and waits until the server has noted it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._waiting: dict[str, list[asyncio.Future[None]]] = {}

    @classmethod
    async def open(cls, descriptor: int) -> "Channel":
        connection = socket.socket(fileno=descriptor)
        connection.setblocking(False)
        return cls(*await asyncio.open_connection(sock=connection, limit=LONGEST_LINE))

    async def setup(self) -> DoorSetup | None:
        """Return how the door is to be opened; None if the server is gone."""
        message = read_to_door(await self._reader.readline())
        return message if isinstance(message, DoorSetup) else None

    def tell(self, message: FromDoor) -> None:
        self._writer.write(write_line(message))

    async def announce(self, key: bytes, address: str) -> None:
        """Tell the server where a visitor comes from, and return once limits count for the visitor."""
        noted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        text = key_to_text(key)
        self._waiting.setdefault(text, []).append(noted)
        self.tell(VisitorComes(key=text, address=address))
        await noted

    async def listen(self) -> None:
        """Hear what the server has noted, until it is gone."""
        while line := await self._reader.readline():
            message: Any = read_to_door(line)
            if isinstance(message, VisitorNoted):
                for noted in self._waiting.pop(message.key, []):
                    if not noted.done():
                        noted.set_result(None)
