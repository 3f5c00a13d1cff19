"""Requests and their answers, over as many connections as it takes.

A request keeps its id when it is sent again, and the server answers a repetition with the first answer: so nothing
is lost and nothing is done twice, whatever became of the connection in between.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from opera_protocol.client.errors import (
    ClientClosed,
    ClientError,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    TooManyWaiting,
)
from opera_protocol.client.limits import MOST_REQUESTS
from opera_protocol.codec import decode, encode
from opera_protocol.messages import AnyReply, Done, Free, Refusal, Request

ID_BYTES: Final = 16
SLOWED_SECONDS: Final = 0.5
TOO_MANY_REQUESTS: Final = "too_many_requests"

Send = Callable[[bytes], None]


def new_id() -> bytes:
    """An id that no other request of anybody has."""
    return secrets.token_bytes(ID_BYTES)


@dataclass(eq=False)
class _Asked:
    frame: bytes
    answer: asyncio.Future[Free]
    is_lasting: bool
    """Whether it outlives the connection; what names an attachment means nothing on the next one."""


class Requests:
    """All requests that wait for an answer."""

    def __init__(self, repeat_seconds: float) -> None:
        self._repeat_seconds = repeat_seconds
        self._asked: dict[bytes, _Asked] = {}
        self._send: Send | None = None
        self._is_open = False
        self._is_closed = False
        self._slowed: asyncio.TimerHandle | None = None
        self._put_off: set[bytes] = set()
        """Requests that came too fast; they are sent again when the timer ends."""

    async def ask(self, request: Request, within: float | None = None, *, is_lasting: bool = True) -> Free:
        """The server's answer, however many connections that takes; without a limit as long as the caller waits."""
        if self._is_closed:
            raise ClientClosed
        if self._send is None and not is_lasting:
            raise ConnectionLost("disconnected")
        if len(self._asked) >= MOST_REQUESTS:
            raise TooManyWaiting(MOST_REQUESTS)
        asked = _Asked(_readable(request), asyncio.get_running_loop().create_future(), is_lasting)
        self._asked[request.id] = asked
        try:
            async with asyncio.timeout(within):
                return await self._answer(asked)
        except TimeoutError as error:
            raise NoAnswer from error
        finally:
            del self._asked[request.id]
            _forget(asked.answer)

    async def _answer(self, asked: _Asked) -> Free:
        """Send until there is an answer: a server that is up may still have dropped what it could not take."""
        while not asked.answer.done():
            self._post(asked)
            await asyncio.wait({asked.answer}, timeout=self._repeat_seconds)
        return asked.answer.result()

    def _post(self, asked: _Asked) -> None:
        if self._send is not None and (self._is_open or not asked.is_lasting):
            self._send(asked.frame)

    def begin(self, send: Send) -> None:
        """A connection is there, so far only for what belongs to it alone."""
        self._send = send

    def open(self) -> None:
        """The connection is attached: whatever is unanswered goes out again, in its order."""
        self._is_open = True
        for asked in list(self._asked.values()):
            if asked.is_lasting:
                self._post(asked)

    def lose(self, loss: ClientError) -> None:
        """The connection is gone, and with it what belonged to it alone."""
        self._send = None
        self._is_open = False
        self._fail(loss, [asked for asked in self._asked.values() if not asked.is_lasting])

    def close(self) -> None:
        """Nobody will answer any more."""
        self._is_closed = True
        if self._slowed:
            self._slowed.cancel()
        self._fail(ClientClosed(), list(self._asked.values()))

    def take(self, reply: AnyReply) -> None:
        """Hand an answer to whoever waits for it; others are repetitions, or come too late."""
        if isinstance(reply, Refusal) and reply.code == TOO_MANY_REQUESTS:
            self._repeat_later([reply.id] if reply.id else self._asked)
            return
        if reply.id is None:
            # The server could not read some request: only what waits can have been meant.
            self._fail(RefusedByServer(reply.code, reply.parameters), list(self._asked.values()))
            return
        asked = self._asked.get(reply.id)
        if asked is None or asked.answer.done():
            return
        if isinstance(reply, Done):
            asked.answer.set_result(reply.result)
        else:
            asked.answer.set_exception(RefusedByServer(reply.code, reply.parameters))

    def _repeat_later(self, those: Iterable[bytes]) -> None:
        """Nothing is lost by being too fast: it goes out again, a little later."""
        self._put_off |= self._asked.keys() & those
        if self._slowed is None:
            self._slowed = asyncio.get_running_loop().call_later(SLOWED_SECONDS, self._repeat)

    def _repeat(self) -> None:
        self._slowed = None
        for request, asked in list(self._asked.items()):
            if request in self._put_off and not asked.answer.done():
                self._post(asked)
        self._put_off.clear()

    def _fail(self, error: ClientError, those: list[_Asked]) -> None:
        for asked in those:
            if not asked.answer.done():
                asked.answer.set_exception(error)


def _forget(answer: asyncio.Future[Free]) -> None:
    """Whoever gave up does not want to hear of the answer either, nor shall the log."""
    if not answer.cancel() and not answer.cancelled():
        answer.exception()


def _readable(request: Request) -> bytes:
    """The frame of a request, read as the server will, so that nonsense fails here and by its own name."""
    frame = encode(request)
    decode(frame, type(request))
    return frame
