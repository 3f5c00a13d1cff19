"""A session of somebody with a browser: a WebSocket there, a visit here."""

import asyncio
import contextlib
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from opera_doors.door import CLOSING, IDLE_SECONDS, Door, NoPlace, Visitor
from opera_doors.limits import Pace, network_of
from opera_doors.setup import Asked, FilePart
from opera_doors.visits import PreloaderGone, Terminal, Visit, sane_size
from opera_doors.web.languages import locale_of, said
from opera_doors.web.messages import Begin, End, File, Size, read_message, write_message
from opera_doors.wishes import Wish, wish_of
from opera_protocol.local.identity import Identity
from opera_protocol.texts.i18n import N_

BEGIN_SECONDS: Final = 20
HEARTBEAT_SECONDS: Final = 30
"""After so long without a message an empty one is sent, by which the page knows that the line is not broken."""
MOST_UNSENT: Final = 64 * 1024
"""Bytes that wait for a slow browser; while there are more, nothing is read from the terminal."""
MESSAGES_PER_SECOND: Final = 200
MESSAGES_AT_ONCE: Final = 1000
GONE: Final = 0
"""The browser is not there any more."""

LEFT: Final = N_("You have left; your seats are kept.")
IDLE: Final = N_("You were away for a long time; your seat is kept.")
BROKEN: Final = N_("The program ended; your seat is kept.")


class Session:
    """What goes to and from one browser."""

    def __init__(
        self, door: Door, socket: web.WebSocketResponse, identity: Identity, address: str, language: str
    ) -> None:
        self._door = door
        self._socket = socket
        self._identity = identity
        self._address = address
        self._language = language
        self._pace = Pace(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
        self._loop = asyncio.get_running_loop()
        self._dismissed: asyncio.Future[End] = self._loop.create_future()
        self._idle: asyncio.TimerHandle | None = None
        self._terminal: Terminal | None = None
        self._unsent = bytearray()
        self._has_unsent = asyncio.Event()

    async def run(self) -> None:
        """Visit until the browser is gone, the visitor has left or is sent away, and say why."""
        self._door.sessions.add(self)
        code: int = WSCloseCode.OK
        try:
            begin = await self._first_message()
            over = await self._visit(begin) if begin else WSCloseCode.POLICY_VIOLATION
            if isinstance(over, End):
                await self._socket.send_str(write_message(over))
            else:
                code = over
        except ConnectionError:
            return
        finally:
            self._door.sessions.discard(self)
            if self._idle is not None:
                self._idle.cancel()
            await self._socket.close(code=code or WSCloseCode.OK)

    async def _first_message(self) -> Begin | None:
        """Return how the page begins; None where it does not, or where too many of its address have not yet."""
        network = network_of(self._address)
        if not self._door.logging_in.take(network):
            return None
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                message = await self._socket.receive()
        except TimeoutError:
            return None
        finally:
            self._door.logging_in.give_back(network)
        begin = read_message(message.data) if message.type is WSMsgType.TEXT else None
        return begin if isinstance(begin, Begin) else None

    async def _visit(self, begin: Begin) -> End | int:
        """Visit, and return why it is over: what to say, or the code to close with."""
        size = sane_size(begin.columns, begin.rows)
        visitor = Visitor(self._identity, self._address, self._asked(begin), size)
        try:
            async with self._door.visiting(visitor, self._show) as visit:
                self._terminal = visit.terminal
                visit.hand_over = self._hand_over
                self._note_life()
                return await self._until_over(visit)
        except NoPlace as refused:
            return self._end(refused.sentence)
        except PreloaderGone:
            return self._end(BROKEN, comes_back=True)

    def _asked(self, begin: Begin) -> Asked:
        wish = wish_of(begin.command) or Wish()
        return Asked(
            variables={"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": locale_of(self._language)},
            wish=wish.wish,
            word=wish.word,
            has_lines=wish.has_lines,
            theme="matinee" if begin.is_light else "gala",
            takes_files=True,
        )

    async def _until_over(self, visit: Visit) -> End | int:
        receiving = self._loop.create_task(self._receive(visit.terminal))
        sending = self._loop.create_task(self._send(visit.terminal))
        ends: list[asyncio.Future[Any]] = [receiving, sending, visit.ended, self._dismissed]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (receiving, sending):
                task.cancel()
            await asyncio.gather(receiving, sending, return_exceptions=True)
        if self._dismissed.done():
            return self._dismissed.result()
        if visit.ended.done():
            is_broken = visit.ended.cancelled() or visit.ended.result() < 0
            return self._end(BROKEN if is_broken else LEFT, comes_back=visit.ended.cancelled())
        return receiving.result() if receiving.done() and not receiving.cancelled() else GONE

    def _end(self, sentence: str, *, comes_back: bool = False) -> End:
        return End(said(sentence, self._language), "return" if comes_back else "ask")

    async def _receive(self, terminal: Terminal) -> int:
        """Pass on what comes from the browser; return the code to close with."""
        while True:
            message = await self._socket.receive()
            if not self._pace.allows(self):
                return WSCloseCode.POLICY_VIOLATION
            if message.type is WSMsgType.BINARY:
                self._note_life()
                terminal.type(message.data)
            elif message.type is WSMsgType.TEXT:
                size = read_message(message.data)
                if not isinstance(size, Size):
                    return WSCloseCode.POLICY_VIOLATION
                terminal.resize(size.columns, size.rows)
            elif message.type is WSMsgType.PING:
                await self._socket.pong(message.data)
            elif message.type is not WSMsgType.PONG:
                return GONE

    def _show(self, shown: bytes) -> None:
        self._unsent += shown
        self._has_unsent.set()
        if len(self._unsent) > MOST_UNSENT and self._terminal is not None:
            self._terminal.pause()

    async def _send(self, terminal: Terminal) -> None:
        """Send what is shown as fast as the browser takes it."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._has_unsent.wait()
            self._has_unsent.clear()
            shown, self._unsent = bytes(self._unsent), bytearray()
            await self._socket.send_bytes(shown)
            terminal.resume()

    async def _hand_over(self, part: FilePart) -> None:
        with contextlib.suppress(ConnectionError):
            await self._socket.send_str(write_message(File(part.name, part.text, part.is_last)))

    def _note_life(self) -> None:
        """Begin to count idle time again."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = self._loop.call_later(IDLE_SECONDS, self.dismiss, IDLE)

    def dismiss(self, sentence: str) -> None:
        """End the session with a sentence; the seat is kept."""
        if not self._dismissed.done():
            self._dismissed.set_result(self._end(sentence, comes_back=sentence == CLOSING))
