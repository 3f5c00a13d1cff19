"""One life of a connection: both sockets, what is read from them, and the one moment at which it is lost.

A connection that is lost is thrown away whole; ZeroMQ's own reconnecting is put off for ever, because the server
would take the new connection for another one and the ticket is spent.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

import zmq
import zmq.asyncio

from opera_protocol.client.errors import ConnectionLost
from opera_protocol.client.heartbeat import Heartbeat
from opera_protocol.client.limits import RECEIVE_QUEUE, FloodGate, Patience
from opera_protocol.client.monitor import Monitor
from opera_protocol.client.targets import Endpoints
from opera_protocol.codec import MAX_FRAME, Message, decode, encode
from opera_protocol.curve_keys import key_to_text
from opera_protocol.errors import Malformed
from opera_protocol.identity import Identity
from opera_protocol.messages import AnyReply, Attach, Attached, Beat, Detach, Detached, FromServer, PrivateUpdate

_log = logging.getLogger(__name__)

_CURVE_OVERHEAD: Final = 64
_NEVER: Final = 3_600_000
"""Milliseconds; a socket whose connection broke is closed long before."""
_READ_AT_ONCE: Final = 50
LAST_WORDS_SECONDS: Final = 0.05

News = Callable[[Any, bytes | None, int], None]
"""Takes a message of the update connection, its second frame as it came, and the bytes of both."""
Replies = Callable[[AnyReply], None]


class Link:
    """Two DEALER sockets to one server, from opening them to the loss of either."""

    def __init__(
        self,
        context: zmq.asyncio.Context,
        endpoints: Endpoints,
        identity: Identity,
        patience: Patience,
        *,
        take_reply: Replies,
        take_news: News,
        lost: Callable[[ConnectionLost], None],
    ) -> None:
        self._patience = patience
        self._take_reply = take_reply
        self._take_news = take_news
        self._tell_loss = lost
        self._gate = FloodGate()
        self._heart: Heartbeat | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.attachment = b""
        self._attached: asyncio.Future[Attached] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[ConnectionLost] = asyncio.get_running_loop().create_future()
        self._requests = _dealer(context, endpoints, identity)
        self._updates = _dealer(context, endpoints, identity)
        # Heartbeats of our own go over the update connection alone.
        self._requests.heartbeat_ivl = int(500 * patience.transport)
        self._requests.heartbeat_timeout = int(1000 * patience.transport)
        self._monitors = (Monitor(self._requests), Monitor(self._updates))
        try:
            self._connect(endpoints)
        except zmq.ZMQError as error:
            self._close_sockets(0)
            raise ConnectionLost("disconnected") from error

    def _connect(self, endpoints: Endpoints) -> None:
        self._requests.connect(endpoints.url(endpoints.requests))
        self._updates.connect(endpoints.url(endpoints.updates))
        for monitor in self._monitors:
            self.spawn(self._watch(monitor))
        self.spawn(self._read(self._requests, self._read_reply))
        self.spawn(self._read(self._updates, self._read_news))

    async def _watch(self, monitor: Monitor) -> None:
        """Lose a broken connection, once what the server said last has been read: it may have said why it goes."""
        code = await monitor.loss()
        await asyncio.sleep(LAST_WORDS_SECONDS)
        self.lose(code)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for as long as this connection lives."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("connection_task_failed", exc_info=error)
            self.lose("internal")

    def lose(self, code: str, **parameters: Any) -> None:
        """The connection is over; only the first reason counts."""
        if self.ended.done():
            return
        loss = ConnectionLost(code, parameters)
        self.ended.set_result(loss)
        if not self._attached.done():
            self._attached.cancel()
        self._tell_loss(loss)

    def send_request(self, frame: bytes) -> None:
        self._send(self._requests, frame)

    def _send(self, socket: zmq.asyncio.Socket, frame: bytes) -> None:
        """Hand a frame to ZeroMQ, which has room for it unless the connection is dead."""
        if self.ended.done():
            return
        sent = socket.send(frame, zmq.DONTWAIT)
        assert isinstance(sent, asyncio.Future)
        if sent.done() and sent.exception():
            self.lose("disconnected")

    def _say(self, message: Message) -> None:
        self._send(self._updates, encode(message))

    async def attach(self, ticket: bytes) -> None:
        """Make the update connection ours with a ticket; from then on there are heartbeats."""
        self._say(Attach(ticket=ticket))
        outcomes: set[asyncio.Future[Any]] = {self._attached, self.ended}
        await asyncio.wait(outcomes, timeout=self._patience.answer, return_when=asyncio.FIRST_COMPLETED)
        if not self._attached.done():
            self.lose("no_answer")
        if self.ended.done():
            raise self.ended.result()
        attached = self._attached.result()
        self.attachment = attached.attachment
        beat = Beat(attachment=attached.attachment)
        self._heart = Heartbeat(attached.beat, lambda: self._say(beat), lambda: self.lose("silent"))
        self.spawn(self._heart.run())

    async def _read(self, socket: zmq.asyncio.Socket, understand: Callable[[list[bytes]], None]) -> None:
        """Read until the connection is lost, without keeping everybody else from their turn."""
        while not self.ended.done():
            for _ in range(_READ_AT_ONCE):
                frames: list[bytes] = await socket.recv_multipart()
                if self.ended.done():
                    return
                if not self._gate.lets_in(sum(map(len, frames))):
                    self.lose("flood")
                    return
                try:
                    understand(frames)
                except Malformed as error:
                    self.lose("malformed", reason=error.reason)
                    return
            await asyncio.sleep(0)

    def _read_reply(self, frames: list[bytes]) -> None:
        if len(frames) != 1:
            raise Malformed("wrong_shape")
        self._take_reply(decode(frames[0], AnyReply, limit=MAX_FRAME))

    def _read_news(self, frames: list[bytes]) -> None:
        if len(frames) > 2:
            raise Malformed("wrong_shape")
        if self._heart:
            self._heart.hear()
        message = decode(frames[0], FromServer, limit=MAX_FRAME)
        if isinstance(message, Attached):
            if not self._attached.done():
                self._attached.set_result(message)
        elif isinstance(message, Detached):
            self.lose(message.code)
        elif not isinstance(message, Beat):
            self._take_news(message, frames[1] if len(frames) == 2 else None, sum(map(len, frames)))

    async def close(self, *, with_farewell: bool) -> None:
        """Stop everything; a farewell tells the server at once that nobody is here any more."""
        can_say_it = with_farewell and self.attachment and not self.ended.done()
        if can_say_it:
            self._say(Detach(attachment=self.attachment))
        self.lose("closed")
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._close_sockets(self._patience.farewell if can_say_it else 0)

    def _close_sockets(self, farewell: float) -> None:
        for monitor in self._monitors:
            monitor.close()
        self._requests.close(linger=0)
        self._updates.close(linger=int(1000 * farewell))


def read_private(frame: bytes) -> PrivateUpdate:
    """The second frame of an update."""
    return decode(frame, PrivateUpdate, limit=MAX_FRAME)


def _dealer(context: zmq.asyncio.Context, endpoints: Endpoints, identity: Identity) -> zmq.asyncio.Socket:
    """A socket that speaks CURVE with this server only, and has no routing id of its own."""
    socket = context.socket(zmq.DEALER)
    socket.linger = 0
    socket.curve_publickey = key_to_text(identity.public_key).encode("ascii")
    socket.curve_secretkey = key_to_text(identity.secret_key).encode("ascii")
    socket.curve_serverkey = key_to_text(endpoints.key).encode("ascii")
    socket.maxmsgsize = MAX_FRAME + _CURVE_OVERHEAD
    socket.rcvhwm = RECEIVE_QUEUE
    # Not -1: ZeroMQ would then throw away what came before the connection broke and was not read yet.
    socket.reconnect_ivl = _NEVER
    socket.ipv6 = ":" in endpoints.host
    return socket
