"""Dispatch requests: read each one, run its handler once, and repeat the answer when the request is repeated.

The person is always the connection's key, never something a message says.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

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


class _Turn(NamedTuple):
    """A request's place in the order of its connection."""

    before: asyncio.Future[None] | None
    over: asyncio.Future[None]

    def pass_on(self) -> None:
        """Let the next request begin."""
        if not self.over.done():
            self.over.set_result(None)


class Dispatcher:
    """Hands requests to their handlers and sends the answers."""

    def __init__(self, context: RequestContext, access: AccessControl) -> None:
        self.answered = 0
        self.refused = 0
        self._context = context
        self._access = access
        self._answers: OrderedDict[Key, OrderedDict[bytes, asyncio.Future[bytes]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[bytes] = Counter()
        """How many requests of each connection are in progress."""
        self._turns: dict[bytes, asyncio.Future[None]] = {}
        """When the next request of each connection may be carried out."""
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
        task = asyncio.get_running_loop().create_task(self._take_turn(sender, request, self._next_turn(peer)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _has_room(self, peer: bytes) -> bool:
        return len(self._tasks) < MOST_WAITING and self._waiting[peer] < MOST_WAITING_OF_ONE

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

    def _next_turn(self, peer: bytes) -> "_Turn":
        """Queue one more request behind those of its connection."""
        turn = _Turn(self._turns.get(peer), asyncio.get_running_loop().create_future())
        self._turns[peer] = turn.over
        self._waiting[peer] += 1
        return turn

    async def _take_turn(self, sender: Sender, request: Request, turn: "_Turn") -> None:
        """Answer a request when those that came before it over its connection are carried out.

        One that changes nothing and may take long is only begun in its turn.
        """
        peer = sender.peer
        try:
            if turn.before is not None:
                await asyncio.wait((turn.before,))
            if HANDLERS[type(request)].is_aside:
                turn.pass_on()
            await self._answer(sender, request)
        finally:
            turn.pass_on()
            if self._turns.get(peer) is turn.over:
                del self._turns[peer]
            self._waiting[peer] -= 1
            if not self._waiting[peer]:
                del self._waiting[peer]

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
