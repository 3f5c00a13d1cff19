"""Make requests and wait for their answers, over as many connections as that takes.

A request keeps its id when it is sent again, and the server answers a repetition with the first answer: so nothing
is lost and nothing is done twice, whatever became of the connection in between.
"""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from opera_protocol.client.errors import (
    ClientClosed,
    ClientError,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    TooManyWaiting,
    Unreadable,
)
from opera_protocol.client.items import read
from opera_protocol.client.limits import MOST_REQUESTS
from opera_protocol.wire import answers, messages
from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.messages import AnyReply, Done, Free, Lines, Refusal, Request, TableSettings

ID_BYTES: Final = 16
MOST_TRANSCRIPT_LINES: Final = 100_000
MOST_TRANSCRIPT_SIZE: Final = 64 * 1024 * 1024
SLOWED_SECONDS: Final = 0.5
TOO_MANY_REQUESTS: Final = "too_many_requests"

Send = Callable[[bytes], None]
StreamName = Literal["log", "talk", "gallery"]


def new_id() -> bytes:
    """Make an id that no other request of any client has."""
    return secrets.token_bytes(ID_BYTES)


@dataclass(eq=False)
class _Pending:
    frame: bytes
    answer: asyncio.Future[Free]
    is_lasting: bool
    """Whether it outlives the connection; a request that names an attachment means nothing on the next one."""


class PendingRequests:
    """Send requests, repeat them, and hand each answer to the caller that waits for it."""

    def __init__(self, repeat_seconds: float) -> None:
        self._repeat_seconds = repeat_seconds
        self._pending: dict[bytes, _Pending] = {}
        self._send: Send | None = None
        self._is_open = False
        self._is_closed = False
        self._slowed: asyncio.TimerHandle | None = None
        self._put_off: set[bytes] = set()
        """Requests that may have come too fast; they are sent again when the timer ends."""

    async def ask(self, request: Request, within: float | None = None, *, is_lasting: bool = True) -> Free:
        """Return the server's answer, over any number of connections; raises `NoAnswer` after `within` seconds."""
        if self._is_closed:
            raise ClientClosed
        if self._send is None and not is_lasting:
            raise ConnectionLost("disconnected")
        if len(self._pending) >= MOST_REQUESTS:
            raise TooManyWaiting(MOST_REQUESTS)
        pending = _Pending(_checked_frame(request), asyncio.get_running_loop().create_future(), is_lasting)
        self._pending[request.id] = pending
        try:
            async with asyncio.timeout(within):
                return await self._answer(pending)
        except TimeoutError as error:
            raise NoAnswer from error
        finally:
            del self._pending[request.id]
            _discard(pending.answer)

    async def _answer(self, pending: _Pending) -> Free:
        """Send until there is an answer: a server that is up may still have dropped a frame it had no space for."""
        while not pending.answer.done():
            self._post(pending)
            await asyncio.wait({pending.answer}, timeout=self._repeat_seconds)
        return pending.answer.result()

    def _post(self, pending: _Pending) -> None:
        if self._send is not None and (self._is_open or not pending.is_lasting):
            self._send(pending.frame)

    def begin(self, send: Send) -> None:
        """Use a new connection, so far only for requests that belong to it alone."""
        self._send = send

    def open(self) -> None:
        """Send every unanswered request again, in order: the connection is attached."""
        self._is_open = True
        for pending in list(self._pending.values()):
            if pending.is_lasting:
                self._post(pending)

    def lose(self, loss: ClientError) -> None:
        """Stop using the lost connection, and fail the requests that belonged to it alone."""
        self._send = None
        self._is_open = False
        self._fail(loss, [pending for pending in self._pending.values() if not pending.is_lasting])

    def close(self) -> None:
        """Fail all requests: no answer will come any more."""
        self._is_closed = True
        if self._slowed:
            self._slowed.cancel()
        self._fail(ClientClosed(), list(self._pending.values()))

    def resolve(self, reply: AnyReply) -> None:
        """Hand an answer to the caller that waits for it; other answers are repetitions, or come too late."""
        if isinstance(reply, Refusal) and reply.code == TOO_MANY_REQUESTS:
            self._repeat_later()
            return
        if reply.id is None:
            # The server could not read some request: only what waits can have been meant.
            self._fail(RefusedByServer(reply.code, **reply.parameters), list(self._pending.values()))
            return
        pending = self._pending.get(reply.id)
        if pending is None or pending.answer.done():
            return
        if isinstance(reply, Done):
            pending.answer.set_result(reply.result)
        else:
            pending.answer.set_exception(RefusedByServer(reply.code, **reply.parameters))

    def _repeat_later(self) -> None:
        """Send what waits again a little later: of what comes too fast, the server answers only the first."""
        self._put_off |= self._pending.keys()
        if self._slowed is None:
            self._slowed = asyncio.get_running_loop().call_later(SLOWED_SECONDS, self._repeat)

    def _repeat(self) -> None:
        self._slowed = None
        for request, pending in list(self._pending.items()):
            if request in self._put_off and not pending.answer.done():
                self._post(pending)
        self._put_off.clear()

    def _fail(self, error: ClientError, requests: list[_Pending]) -> None:
        for pending in requests:
            if not pending.answer.done():
                pending.answer.set_exception(error)


def _discard(answer: asyncio.Future[Free]) -> None:
    """Drop an answer nobody waits for any more, so that asyncio logs nothing about it."""
    if not answer.cancel() and not answer.cancelled():
        answer.exception()


def _checked_frame(request: Request) -> bytes:
    """Encode a request and decode it as the server will, so that a wrong value fails here, not there."""
    frame = encode(request)
    decode(frame, type(request))
    return frame


class Calls(ABC):
    """Offer one method for each request of a player, except those that a connection makes by itself.

    Every call lasts until the server has answered, over as many connections as that takes. What the server refuses is
    a `RefusedByServer` with its code.
    """

    @abstractmethod
    async def ask(self, request: Request, within: float | None = None) -> Free:
        """Return the server's answer to any request."""

    async def create(self, settings: TableSettings, name: str) -> Free:
        """Open a table and sit down at its first seat; the answer names the table."""
        return await self.ask(messages.Create(id=new_id(), settings=settings, name=name))

    async def take_seat(self, table: str, name: str, *, seat: int | None = None, code: str = "") -> Free:
        """Sit down, anywhere if no seat is named; the answer names the seat."""
        return await self.ask(messages.Sit(id=new_id(), table=table, name=name, seat=seat, code=code))

    async def leave(self, table: str) -> Free:
        """Give up the seat before the start; during the game, be absent at once."""
        return await self.ask(messages.Leave(id=new_id(), table=table))

    async def return_to_seat(self, table: str) -> Free:
        """Take the player's seat back from a stand-in."""
        return await self.ask(messages.Return(id=new_id(), table=table))

    async def ready(self, table: str, is_ready: bool = True) -> Free:
        return await self.ask(messages.Ready(id=new_id(), table=table, ready=is_ready))

    async def set_bot(self, table: str, seat: int, level: str | None) -> Free:
        """Put a bot on a seat, change its level, or remove it (None)."""
        return await self.ask(messages.SetBot(id=new_id(), table=table, seat=seat, level=level))

    async def kick(self, table: str, seat: int) -> Free:
        return await self.ask(messages.Kick(id=new_id(), table=table, seat=seat))

    async def start(self, table: str) -> Free:
        return await self.ask(messages.Start(id=new_id(), table=table))

    async def rematch(self, table: str, name: str) -> Free:
        """Open another table of the same kind; the answer names it."""
        return await self.ask(messages.Rematch(id=new_id(), table=table, name=name))

    async def set_clock(self, table: str, seconds: int) -> Free:
        return await self.ask(messages.SetClock(id=new_id(), table=table, seconds=seconds))

    async def hand_over(self, table: str, seat: int, fingerprint: str) -> Free:
        """Give an abandoned seat to a spectator."""
        request = messages.HandOver(id=new_id(), table=table, seat=seat, fingerprint=fingerprint)
        return await self.ask(request)

    async def act(self, table: str, decision: int, action: Free) -> Free:
        """Answer a decision; never lost and never done twice, whatever becomes of the connection."""
        return await self.ask(messages.Act(id=new_id(), table=table, decision=decision, action=action))

    async def take_back(self, table: str, decision: int) -> Free:
        """Take back the answer to a decision and what bots did after it."""
        return await self.ask(messages.TakeBack(id=new_id(), table=table, decision=decision))

    async def branch(self, table: str, actions: int | None = None) -> Free:
        """Open a table that goes on from an earlier moment of a game that is over; the answer names it."""
        return await self.ask(messages.Branch(id=new_id(), table=table, actions=actions))

    async def preview(self, table: str, actions: Sequence[Free]) -> Free:
        """Ask for the consequences of each of up to 32 actions."""
        return await self.ask(messages.Preview(id=new_id(), table=table, actions=tuple(actions)))

    async def arrange(self, table: str, buy: Sequence[str], goal: str | tuple[int, int]) -> Free:
        """Ask for the best layout for a goal after buying these pieces."""
        return await self.ask(messages.Arrange(id=new_id(), table=table, buy=tuple(buy), goal=goal))

    async def propose(self, table: str, decision: int) -> Free:
        """Ask what a strong bot would do at this decision, and why."""
        return await self.ask(messages.Propose(id=new_id(), table=table, decision=decision))

    async def say(self, table: str, text: str) -> Free:
        return await self.ask(messages.Say(id=new_id(), table=table, text=text))

    async def history(self, table: str, stream: StreamName, before: int, count: int = 50) -> Lines:
        """Fetch up to `count` lines of a stream before a number."""
        request = messages.History(id=new_id(), table=table, stream=stream, before=before, count=count)
        history = read(await self.ask(request), answers.History)
        return Lines(start=history.start, lines=history.lines)

    async def moment(self, table: str, n: int, seat: int | None = None) -> Free:
        """Fetch the documents as they were after action n."""
        return await self.ask(messages.Moment(id=new_id(), table=table, n=n, seat=seat))

    async def after_round(self, table: str, number: int) -> Free:
        """Fetch the documents of all seats as they were after a round of a finished game."""
        return await self.ask(messages.AfterRound(id=new_id(), table=table, round=number))

    async def finished(self, *, before: int | None = None, count: int = 50, mine: bool = False) -> Free:
        """List finished tables, the newest first."""
        return await self.ask(messages.Finished(id=new_id(), before=before, count=count, mine=mine))

    async def find(
        self,
        text: str = "",
        *,
        state: Literal["open", "running"] | None = None,
        before: int | None = None,
        count: int = 50,
    ) -> answers.Found:
        """Find tables that have not ended, the newest first."""
        request = messages.Find(id=new_id(), text=text, state=state, before=before, count=count)
        return read(await self.ask(request), answers.Found)

    async def transcript(self, table: str) -> list[str]:
        """Fetch all lines of a finished game's transcript; raises `Unreadable` if they are none, or far too many."""
        lines: list[str] = []
        size = 0
        while True:
            request = messages.Transcript(id=new_id(), table=table, line=len(lines))
            part = read(await self.ask(request), answers.TranscriptPart)
            lines += part.lines
            size += sum(map(len, part.lines))
            if len(lines) >= part.total:
                return lines
            if not part.lines or size > MOST_TRANSCRIPT_SIZE or part.total > MOST_TRANSCRIPT_LINES:
                raise Unreadable
