"""Dispatch requests: read each one, run its handler once, and repeat the answer when the request is repeated.

The person is always the connection's key, never something a message says.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Coroutine, Sequence
from typing import Any

import msgspec
import zmq

from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.errors import Malformed, ProtocolError
from opera_protocol.wire.messages import PROTOCOL, AnyRequest, Done, Hello, Refusal, Request, RequestId
from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.faults import ServerFault
from opera_server.journal.entries import Asked, Key
from opera_server.net.access import AccessControl
from opera_server.net.limits import RateLimit
from opera_server.net.sockets import Router, Sender
from opera_server.requests.handlers import HANDLERS, RequestContext, weight_of

_log = get_logger(__name__)

REMEMBERED_PER_KEY = 64
REMEMBERED_KEYS = 2_000
LONGEST_REMEMBERED = 512
"""Bytes of an answer that is kept. Longer ones change nothing, so they may be computed again."""
LONGEST_LOOKED_AT = 1024
"""A request over the rate limit is searched for its id only up to this size: a flood must cost next to nothing."""
MOST_WAITING = 5_000
MOST_WAITING_OF_ONE = 500
"""Requests that may be in progress at the same time, in all and of one connection."""
REFUSALS_PER_SECOND = 1
"""How often a connection that is too fast is told so; the rest of what it sends is dropped."""
WRONG_WORD = "wrong_code_word"
WRONG_WORD_COUNTS = 50
"""How many requests a wrong code word counts as: one may be a mistake, hundreds are not."""


class _WithId(msgspec.Struct):
    """The one field of a request that an answer needs."""

    id: RequestId


_find_id = msgspec.msgpack.Decoder(_WithId).decode


class _Line:
    """What one connection has asked: requests that wait for their turn, and how many are not answered yet."""

    def __init__(self) -> None:
        self.requests: deque[tuple[Sender, Request]] = deque()
        self.unanswered = 0
        self.is_served = False
        """Whether a task works through it."""


class Dispatcher:
    """Hands requests to their handlers and sends the answers."""

    def __init__(self, context: RequestContext, access: AccessControl) -> None:
        self.answered = 0
        self.refused = 0
        self._context = context
        self._access = access
        self._answers: OrderedDict[Key, OrderedDict[bytes, asyncio.Future[bytes]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._lines: dict[bytes, _Line] = {}
        """The connections that wait for answers, by their peers."""
        self.unanswered = 0
        """The requests of all of them."""
        self._told_to_wait = RateLimit(REFUSALS_PER_SECOND, 1)
        self._is_closed = False

    def open(self, router: Router) -> None:
        """Set the socket to send answers through."""
        self._router = router

    def receive(self, sender: Sender, frames: Sequence[zmq.Frame]) -> None:
        """Read a request and begin to answer it, unless there are too many."""
        if self._is_closed:
            # Without an answer the client repeats the request after the restart; a refusal would be final.
            return
        peer, key, address, _ = sender
        if not self._access.may_send(key, address) or not self._has_room(peer):
            self._tell_to_wait(peer, frames)
            return
        self._access.note_address(key, address)
        try:
            request = _read(frames)
        except Malformed as error:
            self._reply(peer, encode(Refusal(id=id_in(frames), code=error.code, parameters=dict(error.parameters))))
            return
        self._access.charge(key, address, weight_of(request) - 1)
        self._queue(sender, request)

    def _has_room(self, peer: bytes) -> bool:
        line = self._lines.get(peer)
        return self.unanswered < MOST_WAITING and (line is None or line.unanswered < MOST_WAITING_OF_ONE)

    def _tell_to_wait(self, peer: bytes, frames: Sequence[zmq.Frame]) -> None:
        """Refuse a request that came too fast, unless its connection was told just now: a flood gets no answers."""
        if self._told_to_wait.allows(peer):
            # A long request is not even searched for its id.
            found = id_in(frames) if len(frames[0]) <= LONGEST_LOOKED_AT else None
            self._reply(peer, encode(Refusal(id=found, code="too_many_requests", parameters={})))

    def _reply(self, peer: bytes, answer: bytes) -> None:
        """Send an answer; a connection that does not read its answers is cut, and may come back and ask again."""
        if self._router.send(peer, answer) == "full":
            self._router.cut(peer, "unread")

    def _queue(self, sender: Sender, request: Request) -> None:
        """Queue a request behind those of its connection."""
        line = self._lines.get(sender.peer)
        if line is None:
            line = self._lines[sender.peer] = _Line()
        line.requests.append((sender, request))
        line.unanswered += 1
        self.unanswered += 1
        if not line.is_served:
            line.is_served = True
            self._begin(self._work_through(line))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_through(self, line: _Line) -> None:
        """Answer what a connection asks in its order; what changes nothing and may take long is only begun in it."""
        while line.requests:
            sender, request = line.requests.popleft()
            if HANDLERS[type(request)].is_aside:
                self._begin(self._take_turn(line, sender, request))
            else:
                await self._take_turn(line, sender, request)
        line.is_served = False

    async def _take_turn(self, line: _Line, sender: Sender, request: Request) -> None:
        """Answer a request and count it as answered, whatever happens."""
        try:
            await self._answer(sender, request)
        except Exception:  # noqa: BLE001 - whatever is wrong with one request, those behind it are still answered
            _log.exception("request_failed", kind=type(request).__name__)
        finally:
            line.unanswered -= 1
            self.unanswered -= 1
            if not line.unanswered:
                del self._lines[sender.peer]

    async def _answer(self, sender: Sender, request: Request) -> None:
        """Answer a request; repetitions wait for the same answer, over whatever connection they come."""
        if not sender.connection.has_greeted and not isinstance(request, Hello):
            self._reply(sender.peer, encode(Refusal(id=request.id, code="hello_first", parameters={})))
            return
        remembered = self._remembered(sender.key)
        answer = remembered.get(request.id)
        if answer is None:
            answer = asyncio.get_running_loop().create_future()
            remembered[request.id] = answer
            try:
                outcome = await self._outcome(Asked(sender.key, request.id), request)
                self.answered += 1
                if isinstance(outcome, Refusal):
                    self.refused += 1
                    if outcome.code == WRONG_WORD:
                        self._access.charge(sender.key, sender.address, WRONG_WORD_COUNTS)
                answer.set_result(_encoded(request, outcome))
            finally:
                _forget_some(remembered, request.id)
        sender.connection.has_greeted |= isinstance(request, Hello) and request.protocol == PROTOCOL
        self._reply(sender.peer, await answer)

    def _remembered(self, key: Key) -> OrderedDict[bytes, asyncio.Future[bytes]]:
        """Return the last answers to a key; forget those to the keys that asked longest ago."""
        remembered = self._answers.setdefault(key, OrderedDict())
        self._answers.move_to_end(key)
        while len(self._answers) > REMEMBERED_KEYS:
            self._answers.popitem(last=False)
        return remembered

    async def _outcome(self, asked: Asked, request: Request) -> Done | Refusal:
        """Run the handler; a request carried out before, perhaps before a restart, gets its first answer again.

        Whatever keeps it from being done becomes a refusal.
        """
        handler = HANDLERS[type(request)]
        try:
            try:
                result = await handler.run(self._context, asked, request)
            except (Refused, ServerFault):
                first = await self._context.journal.answer(asked) if handler.durable else None
                if first is None:
                    raise
                result = first
            return Done(id=request.id, result=result)
        except (Refused, ProtocolError) as error:
            return Refusal(id=request.id, code=error.code, parameters=dict(error.parameters))
        except Exception:  # noqa: BLE001 - a fault of ours must not take the dispatcher down; its sender hears of it
            _log.exception("request_failed", kind=type(request).__name__)
            return Refusal(id=request.id, code="internal", parameters={})

    async def close(self) -> None:
        """Cancel the requests in progress and answer nothing more."""
        self._is_closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _encoded(request: Request, outcome: Done | Refusal) -> bytes:
    try:
        return encode(outcome)
    except Malformed:
        _log.exception("answer_failed", kind=type(request).__name__)
        return encode(Refusal(id=request.id, code="internal", parameters={}))


def _forget_some(remembered: OrderedDict[bytes, asyncio.Future[bytes]], newest: bytes) -> None:
    """Forget all but the last short answers; repetitions that wait hold their future already."""
    future = remembered[newest]
    if not future.done():
        future.cancel()
    if future.cancelled() or len(future.result()) > LONGEST_REMEMBERED:
        del remembered[newest]
    too_many = len(remembered) - REMEMBERED_PER_KEY
    if too_many > 0:
        done = [request for request, answer in remembered.items() if answer.done()]
        for request in done[:too_many]:
            del remembered[request]


def id_in(frames: Sequence[zmq.Frame]) -> bytes | None:
    """Find the id of a request without decoding the rest; None if it has none."""
    if len(frames) != 1:
        return None
    try:
        return _find_id(frames[0].buffer).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _read(frames: Sequence[zmq.Frame]) -> Request:
    if len(frames) != 1:
        raise Malformed("wrong_shape")
    request: Request = decode(frames[0].bytes, AnyRequest)
    return request
