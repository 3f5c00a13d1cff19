"""The request desk: every request is read, limited, answered once, and answered again when it is repeated.

The person is always the connection's key, never something a message says.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
import zmq

from opera_protocol.codec import decode, encode
from opera_protocol.errors import Malformed, ProtocolError
from opera_protocol.messages import (
    PROTOCOL,
    Act,
    AnyRequest,
    Arrange,
    Commit,
    Create,
    Done,
    Enter,
    Exit,
    Finished,
    HandOver,
    Hello,
    History,
    Kick,
    Leave,
    Moment,
    Preview,
    Propose,
    Ready,
    Refusal,
    Rematch,
    Request,
    RequestId,
    Return,
    Reveal,
    Say,
    SetBot,
    SetClock,
    Sit,
    Start,
    Transcript,
)
from opera_protocol.plain_text import CHAT_LINE, clean
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server import playing, proposing, seating, watching
from opera_server.archive import Archives
from opera_server.attachments import Attachment, Attachments
from opera_server.entries import Asked, Key
from opera_server.faults import ServerFault
from opera_server.finished import finished_tables, transcript_lines
from opera_server.lobby import Lobby
from opera_server.table_room import TableRoom

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

Handler = Callable[["Desk", Asked, Any], Awaitable[Map]]
Charge = Callable[[int], None]
"""Counts the request for so many more."""


class _Named(msgspec.Struct):
    """The one field of a request that an answer needs."""

    id: RequestId


_find_name = msgspec.msgpack.Decoder(_Named).decode


class Desk:
    """Answers requests."""

    def __init__(
        self, lobby: Lobby, attachments: Attachments, welcome: Map, send: Callable[[bytes, bytes], None]
    ) -> None:
        self.lobby = lobby
        self.attachments = attachments
        self.archives = Archives()
        self.welcome = welcome
        self.answered = 0
        self.refused = 0
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
            return await HANDLERS[type(request)](self, asked, request)
        except (Refused, ServerFault):
            first = await self.lobby.services.journal.answer(asked) if type(request) in WRITTEN_DOWN else None
            if first is None:
                raise
            return first

    def attachment(self, key: Key, number: bytes) -> Attachment:
        attachment = self.attachments.of_number(number, key)
        if attachment is None:
            raise Refused("attachment_unknown")
        return attachment

    def room(self, table_id: str) -> TableRoom:
        return self.lobby.table(table_id)

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


def weight_of(request: Request) -> int:
    """For how many requests one counts, by the work it makes or what it writes for ever."""
    if isinstance(request, Preview):
        return 1 + len(request.actions) // 4
    return WEIGHTS.get(type(request), 1)


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


async def _hello(desk: Desk, asked: Asked, request: Hello) -> Map:
    if request.protocol != PROTOCOL:
        raise Refused("protocol_unknown", server=PROTOCOL, client=request.protocol)
    return {**desk.welcome, "now": desk.lobby.services.now(), "ticket": desk.attachments.issue_ticket(asked.key)}


async def _enter(desk: Desk, asked: Asked, request: Enter) -> Map:
    attachment = desk.attachment(asked.key, request.attachment)
    return await watching.enter(desk.lobby, request.room, attachment, request.code, request.name)


async def _exit(desk: Desk, asked: Asked, request: Exit) -> Map:
    watching.leave_room(desk.lobby, request.room, desk.attachment(asked.key, request.attachment))
    return {}


async def _create(desk: Desk, asked: Asked, request: Create) -> Map:
    return await desk.lobby.create(asked, request.settings, request.name)


async def _sit(desk: Desk, asked: Asked, request: Sit) -> Map:
    room = desk.room(request.table)
    if room.table.seat_of(asked.key) is None:
        desk.lobby.check_seats_of(asked.key)
    elif first := await desk.lobby.services.journal.answer(asked):
        # Who sits there is told where; asked again, where it was then.
        return first
    return await seating.sit(room, asked, request.name, request.seat, request.code)


async def _leave(desk: Desk, asked: Asked, request: Leave) -> Map:
    """Whether the game has begun is only sure with the table's lock: it may begin while the request waits."""
    room = desk.room(request.table)
    try:
        return await seating.give_up(room, asked)
    except Refused as refused:
        if refused.code != "not_open":
            raise
    return await playing.leave_game(room, asked)


async def _act(desk: Desk, asked: Asked, request: Act) -> Map:
    return await playing.act(desk.room(request.table), asked, request.decision, request.action)


async def _preview(desk: Desk, asked: Asked, request: Preview) -> Map:
    room = desk.room(request.table)
    result = playing.preview(room, asked.key, request.actions)
    await playing.notice_life(room, asked.key)
    return result


async def _arrange(desk: Desk, asked: Asked, request: Arrange) -> Map:
    room = desk.room(request.table)
    goal = request.goal if isinstance(request.goal, str) else (request.goal[0], request.goal[1])
    result = playing.arrange(room, asked.key, request.buy, goal)
    await playing.notice_life(room, asked.key)
    return result


async def _moment(desk: Desk, asked: Asked, request: Moment) -> Map:
    table = await watching.stored_table(desk.lobby, request.table)
    watching.check_may_look(desk.lobby, table, asked.key)
    return await watching.moment(desk.lobby, desk.archives, table, asked.key, request.n, request.seat)


async def _transcript(desk: Desk, asked: Asked, request: Transcript) -> Map:
    table = await watching.stored_table(desk.lobby, request.table)
    watching.check_may_look(desk.lobby, table, asked.key)
    return await transcript_lines(desk.lobby, table, request.line)


async def _rematch(desk: Desk, asked: Asked, request: Rematch) -> Map:
    """After a restart the game that is over is only in the journal; its room is opened for who played there alone."""
    table = await watching.stored_table(desk.lobby, request.table)
    if table.seat_of(asked.key) is None:
        raise Refused("not_seated")
    return await desk.lobby.rematch(desk.lobby.room_of(table), asked, request.name)


async def _history(desk: Desk, asked: Asked, request: History) -> Map:
    return watching.history(desk.room(request.table), asked.key, request.stream, request.before, request.count)


HANDLERS: dict[type[Any], Handler] = {
    Hello: _hello,
    Enter: _enter,
    Exit: _exit,
    Create: _create,
    Sit: _sit,
    Leave: _leave,
    Act: _act,
    Preview: _preview,
    Arrange: _arrange,
    Moment: _moment,
    Transcript: _transcript,
    History: _history,
    Propose: lambda desk, asked, request: proposing.propose(desk.room(request.table), asked.key, request.decision),
    Return: lambda desk, asked, request: playing.return_to_seat(desk.room(request.table), asked.key, asked),
    Ready: lambda desk, asked, request: seating.set_ready(desk.room(request.table), asked, request.ready),
    SetBot: lambda desk, asked, request: seating.set_bot(desk.room(request.table), asked, request.seat, request.level),
    Kick: lambda desk, asked, request: seating.kick(desk.room(request.table), asked, request.seat),
    Start: lambda desk, asked, request: seating.start(desk.room(request.table), asked),
    Commit: lambda desk, asked, request: seating.commit(
        desk.room(request.table), asked.key, request.attempt, request.digest
    ),
    Reveal: lambda desk, asked, request: seating.reveal(
        desk.room(request.table), asked, request.attempt, request.contribution
    ),
    Rematch: _rematch,
    SetClock: lambda desk, asked, request: playing.set_clock(desk.room(request.table), asked, request.seconds),
    HandOver: lambda desk, asked, request: playing.hand_over(
        desk.room(request.table), asked, request.seat, request.fingerprint
    ),
    Say: lambda desk, asked, request: watching.say(desk.room(request.table), asked, clean(request.text, CHAT_LINE)),
    Finished: lambda desk, asked, request: finished_tables(
        desk.lobby, asked.key if request.mine else None, request.before, request.count
    ),
}

WRITTEN_DOWN: frozenset[type[Request]] = frozenset(
    {Create, Sit, Leave, Return, Ready, SetBot, Kick, Start, Reveal, Rematch, SetClock, HandOver, Act, Say}
)
"""Requests that may lead to an entry in the journal, which remembers them for ever."""

WEIGHTS: dict[type[Request], int] = {
    Create: 20,
    Rematch: 20,
    Transcript: 15,
    Moment: 10,
    Propose: 10,
    Say: 10,
    Sit: 5,
    Leave: 5,
    Return: 5,
    Ready: 5,
    SetBot: 5,
    Kick: 5,
    Start: 5,
    SetClock: 5,
    HandOver: 5,
    Enter: 3,
    Finished: 3,
    Arrange: 2,
}
