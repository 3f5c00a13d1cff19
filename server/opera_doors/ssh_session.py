"""A session of somebody who has logged in by ssh: a terminal there, a visit here."""

import asyncio
from collections.abc import Mapping
from typing import Final

import asyncssh

from opera_doors.door import IDLE_SECONDS, Door, NoPlace, Visitor
from opera_doors.setup import Asked
from opera_doors.visits import PreloaderGone, Visit, sane_size
from opera_doors.wishes import Wish, name_of, variables_of, wish_of
from opera_protocol.local.identity import Identity
from opera_tui.start.launch import DUMB

NEEDS_TERMINAL: Final = "This game needs a terminal: ssh -t."
NO_SUCH_COMMAND: Final = "There is no such command. Say nothing to play, or: join TABLE, watch TABLE, rules."
IDLE: Final = "You were away for a long time; your seat is kept. Log in again to go on."
BROKEN: Final = "The program ended; your seat is kept. Log in again to go on."
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
        visitor = Visitor(self._identity, self._address, self._asked(wish), self._size)
        try:
            async with self._door.visiting(visitor, self._channel.write) as self._visit:
                self._note_life()
                code = await asyncio.shield(self._visit.ended)
                self._say_goodbye(RESTORE + BROKEN if code < 0 else "", max(code, 0))
        except NoPlace as refused:
            self._say_goodbye(refused.sentence)
        except PreloaderGone:
            self._say_goodbye(BROKEN)

    def _asked(self, wish: Wish) -> Asked:
        variables = variables_of(self._channel.get_terminal_type(), self._channel.get_environment())
        return Asked(
            name=name_of(self._user), is_guest=self._is_guest, variables=variables, wish=wish.wish, word=wish.word
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
