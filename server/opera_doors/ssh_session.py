"""A session of somebody who has logged in by ssh: a terminal there, a visit here."""

import asyncio
from collections.abc import Mapping
from typing import Final

import asyncssh

from opera_doors.door import Door
from opera_doors.limits import network_of
from opera_doors.setup import VisitSetup
from opera_doors.visits import PreloaderGone, Visit, sane_size
from opera_doors.wishes import Wish, name_of, variables_of, wish_of
from opera_protocol.local.identity import Identity
from opera_protocol.wire.keys import key_to_text
from opera_tui.start.launch import DUMB

IDLE_SECONDS: Final = 2 * 3600
NEEDS_TERMINAL: Final = "This game needs a terminal: ssh -t."
NO_SUCH_COMMAND: Final = "There is no such command. Say nothing to play, or: join TABLE, watch TABLE, rules."
FULL: Final = "This server has as many visitors as it can have; come back later."
TOO_MANY: Final = "You are here too often already; leave another session first."
IDLE: Final = "You were away for a long time; your seat is kept. Log in again to go on."
BROKEN: Final = "The program ended; your seat is kept. Log in again to go on."
CLOSING: Final = "The server is stopping; your seat is kept."
_MODES: Final = (1049, 1000, 1002, 1003, 1004, 1006, 1015, 2004)
RESTORE: Final = "".join(f"\x1b[?{mode}l" for mode in _MODES) + "\x1b[?25h\x1b[<u\x1b[0m\r\n"
"""Gives a terminal back as it was, for visits that could not do it themselves."""


class Session(asyncssh.SSHServerSession[bytes]):
    """A visitor's session: a terminal here, a visit there."""

    def __init__(self, door: Door, identity: Identity, user: str, address: str, *, is_guest: bool) -> None:
        self._door = door
        self._identity = identity
        self._user = user
        self._address = address
        self._is_guest = is_guest
        self._wish: Wish | None = Wish()
        self._has_terminal = False
        self._visit: Visit | None = None
        self._running: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._size = sane_size(0, 0)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._door.sessions.add(self)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._has_terminal = True
        self._size = sane_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._wish = wish_of(command)
        return True

    def session_started(self) -> None:
        if self._wish is None:
            self._say_goodbye(NO_SUCH_COMMAND)
        elif not self._has_terminal or (self._channel.get_terminal_type() or "") in DUMB:
            self._say_goodbye(NEEDS_TERMINAL)
        else:
            self._running = asyncio.get_running_loop().create_task(self._run(self._wish))

    def _say_goodbye(self, sentence: str, code: int = 1) -> None:
        if not self._channel.is_closing():
            self._channel.write(sentence.encode() + b"\r\n" if sentence else b"")
            self._channel.exit(code)

    async def _run(self, wish: Wish) -> None:
        """Take a place, let the server note the address, and visit."""
        holders = self._identity.public_key, network_of(self._address)
        if not self._door.places.take(*holders):
            is_full = self._door.places.taken >= self._door.setup.visitors
            self._say_goodbye(FULL if is_full else TOO_MANY)
            return
        try:
            await self._door.channel.announce(self._identity.public_key, self._address)
            self._visit = await self._door.visits.begin(
                self._setup(wish), self._size, self._channel.write, lambda: None
            )
            if not self._is_guest:
                self._door.remember(self._visit, self._identity.public_key)
            self._note_life()
            code = await asyncio.shield(self._visit.ended)
            self._say_goodbye(RESTORE + BROKEN if code < 0 else "", max(code, 0))
        except PreloaderGone:
            self._say_goodbye(BROKEN)
        finally:
            if self._visit is not None:
                await asyncio.shield(self._door.visits.end(self._visit))
            self._door.places.give_back(*holders)

    def _setup(self, wish: Wish) -> VisitSetup:
        setup, public = self._door.setup, self._identity.public_key
        asked = self._channel.get_environment()
        return VisitSetup(
            secret=key_to_text(self._identity.secret_key),
            host=setup.server_host,
            requests=setup.requests,
            updates=setup.updates,
            key=setup.key,
            server=setup.name,
            name=name_of(self._user),
            is_guest=self._is_guest,
            variables=variables_of(self._channel.get_terminal_type(), asked),
            wish=wish.wish,
            word=wish.word,
            settings="" if self._is_guest else self._door.settings_of(public),
        )

    def _note_life(self) -> None:
        """Begin to count idle time again."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        self.dismiss(IDLE)

    def dismiss(self, sentence: str) -> None:
        """End the session with a sentence; the seat is kept."""
        self._say_goodbye(RESTORE + sentence if self._visit is not None else sentence)
        self._leave()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._visit is not None:
            self._note_life()
            self._visit.terminal.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = sane_size(width, height)
        if self._visit is not None:
            self._visit.terminal.resize(width, height)

    def pause_writing(self) -> None:
        if self._visit is not None:
            self._visit.terminal.pause()

    def resume_writing(self) -> None:
        if self._visit is not None:
            self._visit.terminal.resume()

    def eof_received(self) -> bool:
        """Take the end of what is typed for a hangup."""
        self._leave()
        self._channel.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up; the seat is kept by the server."""
        self._door.sessions.discard(self)
        self._leave()

    def _leave(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._visit is not None:
            self._visit.terminal.close()
        if self._running is not None and not self._running.done():
            self._running.cancel()
