"""Open both sockets to a server, read from them, and notice the one moment at which the connection is lost.

A lost connection is thrown away whole. ZeroMQ never gets to reconnect by itself: the server would not recognise the
new connection, and the ticket is used up.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

import zmq
import zmq.asyncio
from zmq.utils.monitor import parse_monitor_message

from opera_protocol.client.errors import ConnectionLost
from opera_protocol.client.limits import RECEIVE_QUEUE, FloodGate, Patience
from opera_protocol.client.targets import Endpoints
from opera_protocol.local.identity import Identity
from opera_protocol.wire.codec import MAX_FRAME, Message, decode, encode
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.messages import AnyReply, Attach, Attached, Beat, Detach, Detached, FromServer, PrivateUpdate

_log = logging.getLogger(__name__)

_CURVE_OVERHEAD: Final = 64
_NEVER: Final = 3_600_000
"""Milliseconds; a socket whose connection broke is closed long before."""
_READ_AT_ONCE: Final = 10
"""Messages read before other tasks have their turn: whoever types is not to wait for all that comes."""
_LAST_MESSAGE_SECONDS: Final = 0.05

LOSSES: Final = {
    int(zmq.EVENT_DISCONNECTED): "disconnected",
    int(zmq.EVENT_CLOSED): "disconnected",
    int(zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL): "handshake_failed",
    int(zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL): "handshake_failed",
    int(zmq.EVENT_HANDSHAKE_FAILED_AUTH): "not_admitted",
}
"""The code for each of ZeroMQ's events that end a connection."""

_SHORTEST_BEAT: Final = 0.02
_LONGEST_BEAT: Final = 60.0
_SILENT_BEATS: Final = 2.5
"""Two missed beats and half a beat of delay."""
_LATE_BEATS: Final = 2.0

OnReply = Callable[[AnyReply], None]
OnMessage = Callable[[Any, bytes | None, int], None]
"""Gets a message of the update connection, its second frame as it came, and the bytes of both."""
OnLoss = Callable[[ConnectionLost], None]


class Connection:
    """Two DEALER sockets to one server, from opening them to the loss of either."""

    def __init__(
        self,
        context: zmq.asyncio.Context,
        endpoints: Endpoints,
        identity: Identity,
        patience: Patience,
        *,
        on_reply: OnReply,
        on_message: OnMessage,
        on_loss: OnLoss,
    ) -> None:
        self._patience = patience
        self._on_reply = on_reply
        self._on_message = on_message
        self._on_loss = on_loss
        self._gate = FloodGate()
        self._heartbeat: Heartbeat | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.attachment = b""
        self._attached: asyncio.Future[Attached] = asyncio.get_running_loop().create_future()
        self.ended: asyncio.Future[ConnectionLost] = asyncio.get_running_loop().create_future()
        self._requests = _dealer(context, endpoints, identity)
        self._updates = _dealer(context, endpoints, identity)
        # Our own heartbeats go over the update connection only; ZeroMQ's watch this one.
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
        self.spawn(self._read(self._updates, self._read_message))

    async def _watch(self, monitor: "Monitor") -> None:
        """Give up a broken connection after a moment: the server's last message, still to be read, may say why."""
        code = await monitor.loss()
        await asyncio.sleep(_LAST_MESSAGE_SECONDS)
        self.lose(code)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task that is cancelled when this connection closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            _log.error("connection_task_failed", exc_info=error)
            self.lose("internal")

    def lose(self, code: str, **parameters: Any) -> None:
        """End the connection; only the first reason counts."""
        if self.ended.done():
            return
        loss = ConnectionLost(code, **parameters)
        self.ended.set_result(loss)
        if not self._attached.done():
            self._attached.cancel()
        self._on_loss(loss)

    def send_request(self, frame: bytes) -> None:
        self._send(self._requests, frame)

    def _send(self, socket: zmq.asyncio.Socket, frame: bytes) -> None:
        """Hand a frame to ZeroMQ, whose queue has space for it unless the connection is dead."""
        if self.ended.done():
            return
        sent = socket.send(frame, zmq.DONTWAIT)
        assert isinstance(sent, asyncio.Future)
        if sent.done() and sent.exception():
            self.lose("disconnected")

    def _send_message(self, message: Message) -> None:
        self._send(self._updates, encode(message))

    async def attach(self, ticket: bytes) -> None:
        """Attach the update connection with a ticket; from then on heartbeats are sent."""
        self._send_message(Attach(ticket=ticket))
        outcomes: set[asyncio.Future[Any]] = {self._attached, self.ended}
        await asyncio.wait(outcomes, timeout=self._patience.answer, return_when=asyncio.FIRST_COMPLETED)
        if not self._attached.done():
            self.lose("no_answer")
        if self.ended.done():
            raise self.ended.result()
        attached = self._attached.result()
        self.attachment = attached.attachment
        beat = Beat(attachment=attached.attachment)
        self._heartbeat = Heartbeat(attached.beat, lambda: self._send_message(beat), lambda: self.lose("silent"))
        self.spawn(self._heartbeat.run())

    async def _read(self, socket: zmq.asyncio.Socket, handle: Callable[[list[bytes]], None]) -> None:
        """Read until the connection is lost, and let other tasks run in between."""
        while not self.ended.done():
            for _ in range(_READ_AT_ONCE):
                frames: list[bytes] = await socket.recv_multipart()
                if self.ended.done():
                    return
                if not self._gate.admits(sum(map(len, frames))):
                    self.lose("flood")
                    return
                try:
                    handle(frames)
                except Malformed as error:
                    self.lose("malformed", reason=error.reason)
                    return
            await asyncio.sleep(0)

    def _read_reply(self, frames: list[bytes]) -> None:
        if len(frames) != 1:
            raise Malformed("wrong_shape")
        self._on_reply(decode(frames[0], AnyReply, limit=MAX_FRAME))

    def _read_message(self, frames: list[bytes]) -> None:
        if len(frames) > 2:
            raise Malformed("wrong_shape")
        if self._heartbeat:
            self._heartbeat.hear()
        message = decode(frames[0], FromServer, limit=MAX_FRAME)
        if isinstance(message, Attached):
            if not self._attached.done():
                self._attached.set_result(message)
        elif isinstance(message, Detached):
            self.lose(message.code)
        elif not isinstance(message, Beat):
            self._on_message(message, frames[1] if len(frames) == 2 else None, sum(map(len, frames)))

    async def close(self, *, with_farewell: bool) -> None:
        """Stop all tasks and close both sockets; a farewell lets the server notice it at once."""
        can_say_farewell = with_farewell and self.attachment and not self.ended.done()
        if can_say_farewell:
            self._send_message(Detach(attachment=self.attachment))
        self.lose("closed")
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        try:
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            # Also if the client is closed meanwhile: its context waits for every socket.
            self._close_sockets(self._patience.farewell if can_say_farewell else 0)

    def _close_sockets(self, farewell: float) -> None:
        for monitor in self._monitors:
            monitor.close()
        self._requests.close(linger=0)
        self._updates.close(linger=int(1000 * farewell))


class Monitor:
    """Notice at once that a socket cannot connect or has lost its connection; made before the socket connects."""

    def __init__(self, socket: zmq.asyncio.Socket) -> None:
        self._socket = socket
        # The default name has the file descriptor in it, which a new socket may share with one that is still closing.
        self._events = socket.get_monitor_socket(sum(LOSSES), f"inproc://monitor.{secrets.token_hex(8)}")

    async def loss(self) -> str:
        """Wait until the connection is lost, and return the code that says how."""
        frames: list[bytes] = await self._events.recv_multipart()
        return LOSSES[int(parse_monitor_message(frames)["event"])]

    def close(self) -> None:
        """Stop watching; to be called before the socket itself is closed."""
        self._socket.disable_monitor()
        self._events.close(linger=0)


class Heartbeat:
    """Send heartbeats on the update connection, and notice when the server has sent nothing for two beats."""

    def __init__(self, milliseconds: int, beat: Callable[[], None], on_silence: Callable[[], None]) -> None:
        # The server chooses the interval, within limits: a hostile one may name none at all or a microsecond.
        self._interval = min(max(milliseconds / 1000, _SHORTEST_BEAT), _LONGEST_BEAT)
        self._beat = beat
        self._on_silence = on_silence
        self._heard_at = time.monotonic()

    def hear(self) -> None:
        """Note that something came."""
        self._heard_at = time.monotonic()

    async def run(self) -> None:
        """Send beats until cancelled, or until the server is silent."""
        while True:
            self._beat()
            before = time.monotonic()
            await asyncio.sleep(self._interval)
            now = time.monotonic()
            if now - before > _LATE_BEATS * self._interval:
                # We were asleep ourselves (a stopped process, a busy loop): what came meanwhile is still unread.
                self.hear()
            elif now - self._heard_at > _SILENT_BEATS * self._interval:
                self._on_silence()
                return


def read_private(frame: bytes) -> PrivateUpdate:
    """Decode the second frame of an update."""
    return decode(frame, PrivateUpdate, limit=MAX_FRAME)


def _dealer(context: zmq.asyncio.Context, endpoints: Endpoints, identity: Identity) -> zmq.asyncio.Socket:
    """Make a socket that speaks CURVE with this server only, without choosing a routing id."""
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
