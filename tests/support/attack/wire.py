"""A client that shows the bytes: both sockets to a server, and every frame that ever came over them."""

import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import zmq
import zmq.asyncio

from opera_protocol.client import Endpoints
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.codec import MAX_FRAME, Message, decode, encode
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.messages import (
    PROTOCOL,
    AnyReply,
    Attach,
    Attached,
    Beat,
    Detached,
    Done,
    Enter,
    FromServer,
    Hello,
    Refusal,
    Request,
    TableSettings,
)

FENCE = Beat(attachment=bytes(16))
"""An attachment that nobody has: the server's answer comes after all it has sent before."""
FENCE_ANSWER = encode(Detached(code="attachment_unknown"))
SEED = bytes(range(32))


def settings(**chosen: Any) -> TableSettings:
    """A table whose seed is set by hand."""
    return TableSettings(**{"game": "opera", "name": "Table", "seats": 2, "seed": SEED, **chosen})


@dataclass(eq=False)
class Wire:
    """One person's two connections, with nothing in between."""

    requests: zmq.asyncio.Socket
    updates: zmq.asyncio.Socket
    identity: Identity
    label: str = "wire"
    replies: list[bytes] = field(default_factory=list)
    news: list[list[bytes]] = field(default_factory=list)
    attachment: bytes = b""
    ticket: bytes = b""
    has_greeted: bool = False
    """Whether it has said hello; the first other request does so before."""
    _asked: int = 0

    def next_id(self) -> bytes:
        """The ids of requests in their order, the same in every run."""
        self._asked += 1
        return sha256(f"{self.label} {self._asked}".encode()).digest()[:16]

    async def send(self, kind: type[Request], **fields: Any) -> bytes:
        if kind is not Hello and not self.has_greeted:
            await self.result(Hello, protocol=PROTOCOL)
        self.has_greeted = True
        request = kind(id=self.next_id(), **fields)
        await self.requests.send(encode(request))
        return request.id

    async def reply(self) -> Done | Refusal:
        """The next answer of any kind."""
        self.replies.append(await self.requests.recv())
        answer: Done | Refusal = decode(self.replies[-1], AnyReply, limit=MAX_FRAME)
        return answer

    async def ask(self, kind: type[Request], **fields: Any) -> Done | Refusal:
        await self.send(kind, **fields)
        return await self.reply()

    async def result(self, kind: type[Request], **fields: Any) -> dict[str, Any]:
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Done), answer
        return answer.result

    async def code(self, kind: type[Request], **fields: Any) -> str:
        """The code with which this is refused."""
        answer = await self.ask(kind, **fields)
        assert isinstance(answer, Refusal), answer
        return answer.code

    async def attach(self) -> None:
        """A ticket, and the update connection with it."""
        self.ticket = (await self.result(Hello, protocol=PROTOCOL))["ticket"]
        answer = await self.tell(Attach(ticket=self.ticket))
        assert isinstance(answer, Attached), answer
        self.attachment = answer.attachment

    async def tell(self, message: Message) -> Message:
        """Say something on the update connection that is answered there."""
        await self.updates.send(encode(message))
        self.news.append(await self.updates.recv_multipart())
        answer: Message = decode(self.news[-1][0], FromServer, limit=MAX_FRAME)
        return answer

    async def enter(self, room: str, **fields: Any) -> dict[str, Any]:
        return await self.result(Enter, room=room, attachment=self.attachment, **fields)

    async def fence(self) -> list[list[bytes]]:
        """Everything that the server has sent so far over the update connection, the new part of it as result."""
        await self.updates.send(encode(FENCE))
        new: list[list[bytes]] = []
        while (frames := await self.updates.recv_multipart()) != [FENCE_ANSWER]:
            new.append(frames)
        self.news += new
        return new

    def close(self) -> None:
        self.requests.close(linger=0)
        self.updates.close(linger=0)


def dealer(
    context: "zmq.Context[Any]", endpoints: Endpoints, port: int, identity: Identity, routing_id: bytes = b""
) -> Any:
    """A bare socket with a key of its own, and with an id of its own choice if it wants one."""
    socket = context.socket(zmq.DEALER)
    socket.linger = 0
    if routing_id:
        socket.setsockopt(zmq.ROUTING_ID, routing_id)
    socket.curve_publickey = key_to_text(identity.public_key).encode("ascii")
    socket.curve_secretkey = key_to_text(identity.secret_key).encode("ascii")
    socket.curve_serverkey = key_to_text(endpoints.key).encode("ascii")
    socket.connect(endpoints.url(port))
    return socket


Opener = Callable[..., Wire]


@contextlib.asynccontextmanager
async def wires(endpoints: Endpoints) -> AsyncIterator[Opener]:
    """Opens wires that are closed at the end."""
    context = zmq.asyncio.Context()
    opened: list[Wire] = []

    def open_wire(identity: Identity | None = None, label: str = "", routing_id: bytes = b"") -> Wire:
        person = identity or new_identity()
        requests = dealer(context, endpoints, endpoints.requests, person, routing_id)
        updates = dealer(context, endpoints, endpoints.updates, person, routing_id)
        opened.append(Wire(requests, updates, person, label or f"wire {len(opened)}"))
        return opened[-1]

    try:
        yield open_wire
    finally:
        for wire in opened:
            wire.close()
        context.term()


async def nothing_comes(socket: zmq.asyncio.Socket, seconds: float = 0.05) -> bool:
    """Whether a socket has nothing to read; only for what a fence elsewhere has already made sure of."""
    return not await socket.poll(int(1000 * seconds))
