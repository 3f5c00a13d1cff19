"""A scripted server for the client's tests: real ROUTER sockets with CURVE on loopback, the real codec, no rules.

Rooms hold any documents and are changed by the test; requests are answered by the test's own functions, or with an
empty result. Whatever came is kept in `requests`, and a repeated id gets its first answer again.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import zmq
import zmq.asyncio

from opera_protocol.client import Endpoints
from opera_protocol.client.requests import TOO_MANY_REQUESTS
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.diff import diff
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.messages import (
    AnyRequest,
    Attach,
    Attached,
    Beat,
    Done,
    Enter,
    Exit,
    Free,
    FromClient,
    Hello,
    Lines,
    PrivateUpdate,
    Refusal,
    Request,
    Update,
)

HOST = "127.0.0.1"
R = TypeVar("R", bound=Request)

Answer = Callable[[Any], Free]


class Refuse(Exception):
    """Raised by a function that answers requests."""

    def __init__(self, code: str, **parameters: Any) -> None:
        self.code = code
        self.parameters = parameters


class Ignore(Exception):
    """Raised by a function that leaves a request without an answer."""


@dataclass
class FakeRoom:
    """Documents and streams of a room."""

    id: str
    public: Free = field(default_factory=dict)
    private: Free | None = None
    revision: int = 1
    private_revision: int = 1
    log: list[Free] = field(default_factory=list)
    members: set[bytes] = field(default_factory=set)

    def snapshot(self) -> Free:
        private = {"revision": self.private_revision, "document": self.private}
        start = max(0, len(self.log) - 50)
        return {
            "room": self.id,
            "public": {"revision": self.revision, "document": self.public},
            "private": None if self.private is None else private,
            "log": {"start": start, "lines": self.log[start:]},
            "talk": {"start": 0, "lines": []},
            "gallery": None,
            "total_log": len(self.log),
        }

    def change(self, public: Free, private: Free | None = None, log: list[Free] | None = None) -> list[bytes]:
        """Become this, and the frames that tell of it."""
        before, change = self.revision, diff(self.public, public)
        self.public, self.revision = public, self.revision + (change != {})
        lines = Lines(start=len(self.log), lines=tuple(log)) if log else None
        self.log += log or []
        frames = [encode(Update(room=self.id, before=before, after=self.revision, change=change, log=lines))]
        if private is not None:
            frames.append(self._change_private(private))
        return frames

    def _change_private(self, private: Free) -> bytes:
        before, self.private_revision = self.private_revision, self.private_revision + 1
        change = diff(self.private or {}, private)
        update = PrivateUpdate(before=0 if self.private is None else before, after=self.private_revision, change=change)
        self.private = private
        return encode(update)


class FakeServer:
    """Two ROUTERs that can be stopped and started again on the same ports."""

    def __init__(self, beat: int = 2000) -> None:
        self.identity: Identity = new_identity()
        self.beat = beat
        self.is_silent = False
        self.rooms: dict[str, FakeRoom] = {}
        self.requests: list[Request] = []
        self.repeated: list[Request] = []
        self.beats: list[bytes] = []
        self.detached: list[bytes] = []
        self.attachments: dict[bytes, bytes] = {}
        """Attachment by peer."""
        self.answers: dict[type[Request], Answer] = {}
        self._given: dict[bytes, bytes] = {}
        self._tickets: set[bytes] = set()
        self._news = asyncio.Condition()
        self._ports = [0, 0]
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def endpoints(self) -> Endpoints:
        return Endpoints(HOST, self._ports[0], self._ports[1], self.identity.public_key)

    async def start(self) -> None:
        self._context = zmq.asyncio.Context()
        self._requests, self._updates = (self._router(number) for number in (0, 1))
        self._tasks = [
            asyncio.create_task(work) for work in (self._answer_requests(), self._read_updates(), self._beat())
        ]

    def _router(self, number: int) -> zmq.asyncio.Socket:
        socket = self._context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.curve_server = True
        socket.curve_secretkey = key_to_text(self.identity.secret_key).encode()
        if self._ports[number]:
            socket.bind(f"tcp://{HOST}:{self._ports[number]}")
        else:
            self._ports[number] = socket.bind_to_random_port(f"tcp://{HOST}")
        return socket

    async def stop(self, linger: int = 0) -> None:
        """Go away as a killed process does, or with so many milliseconds for what was said last."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        self._requests.close(linger=0)
        self._updates.close(linger=linger)
        self._context.term()
        self.attachments.clear()
        for room in self.rooms.values():
            room.members.clear()

    def room(self, room_id: str, **content: Any) -> FakeRoom:
        """Open a room."""
        room = self.rooms[room_id] = FakeRoom(room_id, **content)
        return room

    async def publish(
        self, room: FakeRoom, public: Free, *, private: Free | None = None, log: list[Free] | None = None
    ) -> None:
        """Change a room and tell all who are in it."""
        await self.send_to(room, *room.change(public, private, log))

    async def send_to(self, room: FakeRoom, *frames: bytes) -> None:
        """Any frames to all who are in a room."""
        for peer, attachment in self.attachments.items():
            if attachment in room.members:
                await self._updates.send_multipart([peer, *frames])

    async def send_to_all(self, *frames: bytes) -> None:
        """Any frames to all update connections."""
        for peer in self.attachments:
            await self._updates.send_multipart([peer, *frames])

    async def received(self, kind: type[R], count: int = 1) -> list[R]:
        """Wait for so many different requests of a kind."""
        await self.until(lambda: len(self.of_kind(kind)) >= count)
        return self.of_kind(kind)

    def of_kind(self, kind: type[R]) -> list[R]:
        return [request for request in self.requests if isinstance(request, kind)]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for something that a message brings about."""
        async with self._news:
            await self._news.wait_for(lambda: bool(holds()))

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def _answer_requests(self) -> None:
        while True:
            peer, frame = await self._requests.recv_multipart()
            request: Request = decode(frame, AnyRequest)
            reply = self._reply(request)
            if reply is not None:
                await self._requests.send_multipart([peer, reply])
            await self._tell()

    def _reply(self, request: Request) -> bytes | None:
        if request.id in self._given:
            self.repeated.append(request)
            return self._given[request.id]
        if all(request.id != earlier.id for earlier in self.requests):
            self.requests.append(request)
        else:
            self.repeated.append(request)
        try:
            reply = encode(Done(id=request.id, result=self._result(request)))
        except Refuse as refusal:
            reply = encode(Refusal(id=request.id, code=refusal.code, parameters=refusal.parameters))
            if refusal.code == TOO_MANY_REQUESTS:
                return reply  # it was not read, so the next one with this id is the first
        except Ignore:
            return None
        self._given[request.id] = reply
        return reply

    def _result(self, request: Request) -> Free:
        if type(request) in self.answers:
            return self.answers[type(request)](request)
        if isinstance(request, Hello):
            return self.hello()
        if isinstance(request, Enter):
            return self.enter(request)
        if isinstance(request, Exit):
            self.rooms[request.room].members.discard(request.attachment)
        return {}

    def hello(self) -> Free:
        ticket = secrets.token_bytes(16)
        self._tickets.add(ticket)
        return {"ticket": ticket, "server": "La Scala"}

    def enter(self, request: Enter) -> Free:
        if request.room not in self.rooms:
            raise Refuse("no_such_table")
        if request.attachment not in self.attachments.values():
            raise Refuse("attachment_unknown")
        room = self.rooms[request.room]
        room.members.add(request.attachment)
        return room.snapshot()

    async def _read_updates(self) -> None:
        while True:
            peer, frame = await self._updates.recv_multipart()
            message = decode(frame, FromClient)
            if isinstance(message, Attach):
                self._tickets.remove(message.ticket)
                self.attachments[peer] = secrets.token_bytes(16)
                attached = Attached(attachment=self.attachments[peer], beat=self.beat)
                await self._updates.send_multipart([peer, encode(attached)])
            elif isinstance(message, Beat):
                self.beats.append(message.attachment)
            else:
                self.detached.append(message.attachment)
                del self.attachments[peer]
            await self._tell()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.beat / 1000)
            if not self.is_silent:
                for peer, attachment in self.attachments.items():
                    await self._updates.send_multipart([peer, encode(Beat(attachment=attachment))])


@contextlib.asynccontextmanager
async def fake_server(beat: int = 2000) -> AsyncIterator[FakeServer]:
    """A running server that is stopped at the end."""
    server = FakeServer(beat)
    await server.start()
    try:
        yield server
    finally:
        if server._tasks:
            await server.stop()
