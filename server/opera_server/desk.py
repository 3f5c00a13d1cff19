"""The request desk: every request is read, limited, answered once, and answered again when it is repeated.

The person is always the connection's key, never something a message says.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence

import msgspec
import zmq

from opera_protocol.codec import decode, encode
from opera_protocol.errors import Malformed, ProtocolError
from opera_protocol.messages import AnyRequest, Done, Refusal, Request, RequestId
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.entries import Asked, Key
from opera_server.faults import ServerFault
from opera_server.handlers import HANDLERS, WRITTEN_DOWN, Premises, weight_of

_log = logging.getLogger(__name__)

REMEMBERED_PER_KEY = 64
REMEMBERED_KEYS = 2_000
LONGEST_REMEMBERED = 512
"""Bytes of an answer that is kept. Longer ones only show something, and may be worked out again."""
LONGEST_LOOKED_AT = 1024
"""Bytes of a request beyond the limits in which its id is looked for: a flood must cost next to nothing."""
MOST_WAITING = 5_000
"""Requests that are being answered at the same time."""
WRONG_WORD = "wrong_code_word"
WRONG_WORD_COUNTS = 50
"""So many requests a wrong code word counts for: it may be a mistake, hundreds of them are not."""

Charge = Callable[[int], None]
"""Counts the request for so many more."""


class _Named(msgspec.Struct):
    """The one field of a request that an answer needs."""

    id: RequestId


_find_name = msgspec.msgpack.Decoder(_Named).decode


class Desk:
    """Answers requests."""

    def __init__(self, premises: Premises, send: Callable[[bytes, bytes], None]) -> None:
        self.answered = 0
        self.refused = 0
        self._premises = premises
        self._send = send
        self._answers: OrderedDict[Key, OrderedDict[bytes, asyncio.Future[bytes]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def receive(self, peer: bytes, key: Key, frames: Sequence[zmq.Frame], charge: Charge) -> None:
        """Take a request in; the answer goes out when it is there."""
        if self._is_closed:
            # Left without an answer it is asked again after the restart; a refusal would be final.
            return
        try:
            request = _read(frames)
        except Malformed as error:
            self._send(peer, encode(Refusal(id=id_in(frames), code=error.code, parameters=dict(error.parameters))))
            return
        if len(self._tasks) >= MOST_WAITING:
            self._send(peer, too_fast(frames))
            return
        charge(weight_of(request) - 1)
        task = asyncio.get_running_loop().create_task(self._answer(peer, key, request, charge))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, peer: bytes, key: Key, request: Request, charge: Charge) -> None:
        """Repeated requests wait for the same answer, over whatever connection they come."""
        remembered = self._remembered(key)
        future = remembered.get(request.id)
        if future is None:
            future = asyncio.get_running_loop().create_future()
            remembered[request.id] = future
            try:
                future.set_result(await self._outcome(key, request, charge))
            finally:
                _forget_some(remembered, request.id)
        self._send(peer, await future)

    def _remembered(self, key: Key) -> OrderedDict[bytes, asyncio.Future[bytes]]:
        remembered = self._answers.setdefault(key, OrderedDict())
        self._answers.move_to_end(key)
        while len(self._answers) > REMEMBERED_KEYS:
            self._answers.popitem(last=False)
        return remembered

    async def _outcome(self, key: Key, request: Request, charge: Charge) -> bytes:
        outcome = await self._handled(key, request)
        self.answered += 1
        if isinstance(outcome, Refusal):
            self.refused += 1
            charge(WRONG_WORD_COUNTS if outcome.code == WRONG_WORD else 0)
        try:
            return encode(outcome)
        except Malformed:
            _log.exception("answer_failed kind=%s", type(request).__name__)
            return encode(Refusal(id=request.id, code="internal", parameters={}))

    async def _handled(self, key: Key, request: Request) -> Done | Refusal:
        try:
            return Done(id=request.id, result=await self._carried_out(Asked(key, request.id), request))
        except Refused as refused:
            return Refusal(id=request.id, code=refused.code, parameters=refused.parameters)
        except ProtocolError as error:
            return Refusal(id=request.id, code=error.code, parameters=dict(error.parameters))
        except Exception:  # noqa: BLE001 - a fault of ours must not take the desk down; its sender hears of it
            _log.exception("request_failed kind=%s", type(request).__name__)
            return Refusal(id=request.id, code="internal", parameters={})

    async def _carried_out(self, asked: Asked, request: Request) -> Map:
        """What was carried out once, be it before a restart, is not done again but answered as it was then."""
        try:
            return await HANDLERS[type(request)](self._premises, asked, request)
        except (Refused, ServerFault):
            journal = self._premises.lobby.services.journal
            first = await journal.answer(asked) if type(request) in WRITTEN_DOWN else None
            if first is None:
                raise
            return first

    async def close(self) -> None:
        self._is_closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _forget_some(remembered: OrderedDict[bytes, asyncio.Future[bytes]], newest: bytes) -> None:
    """Keep the last short answers; whoever waits for one has it already."""
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


def too_fast(frames: Sequence[zmq.Frame]) -> bytes:
    """The answer to a request that is not read because there were too many; a long one is not even looked at."""
    found = id_in(frames) if len(frames[0]) <= LONGEST_LOOKED_AT else None
    return encode(Refusal(id=found, code="too_many_requests", parameters={}))


def id_in(frames: Sequence[zmq.Frame]) -> bytes | None:
    """The id of a request that is not read, where one can be found: nothing else of it is looked at or built."""
    if len(frames) != 1:
        return None
    try:
        return _find_name(frames[0].buffer).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _read(frames: Sequence[zmq.Frame]) -> Request:
    if len(frames) != 1:
        raise Malformed("wrong_shape")
    request: Request = decode(frames[0].bytes, AnyRequest)
    return request
