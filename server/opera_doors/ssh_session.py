"""A session of somebody who has logged in by ssh: a terminal or a pipe there, a visit here."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Final

import asyncssh

from opera_doors.bounds import MOST_UNSENT, keep_few_variables, unsent
from opera_doors.door import IDLE_SECONDS, Door, NoPlace, Visitor
from opera_doors.setup import Asked
from opera_doors.visits import MOST_UNTAKEN, PreloaderGone, Visit, sane_size
from opera_doors.wishes import VARIABLES, Wish, name_of, variables_of, wish_of
from opera_protocol.local.identity import Identity
from opera_protocol.texts.i18n import N_
from opera_tui.look.i18n import catalog_of
from opera_tui.start.launch import DUMB

UNSENT_SECONDS: Final = 0.1
"""How soon it is looked again whether the client has taken what was sent."""
ENDING_SIGNALS: Final = ("HUP", "INT", "QUIT", "TERM", "KILL")
NO_SUCH_COMMAND: Final = N_("There is no such command. Say nothing to play, or: join TABLE, watch TABLE, rules, lines.")
NO_TERMINAL: Final = N_("Your ssh asked for no terminal, so this is line by line; with ssh -t you see the screen.")
SCREENS: Final = ("join", "watch")
"""Wishes for which ssh asks for no terminal unless it is told to."""
IDLE: Final = N_("You were away for a long time; your seat is kept. Log in again to go on.")
BROKEN: Final = N_("The program ended; your seat is kept. Log in again to go on.")
_MODES: Final = (1049, 1000, 1002, 1003, 1004, 1006, 1015, 2004)
RESTORE: Final = "".join(f"\x1b[?{mode}l" for mode in _MODES) + "\x1b[?25h\x1b[<u\x1b[0m\r\n"
"""Gives a terminal back as it was, for visits that could not do it themselves."""


Told = tuple[Callable[[], None], Callable[[], None]]
"""What is called when a session begins, and when it has ended."""


class Session(asyncssh.SSHServerSession[bytes]):
    """A visitor's session, from the channel's opening to its end."""

    def __init__(self, door: Door, identity: Identity, user: str, address: str, told: Told, *, is_guest: bool) -> None:
        self._door = door
        self._identity = identity
        self._user = user
        self._address = address
        self._tell_start, self._tell_end = told
        self._is_guest = is_guest
        self._wish: Wish | None = Wish()
        self._size: tuple[int, int] | None = None
        """None without a terminal."""
        self._has_lines = True
        """Whether the visit is one in lines, as far as the door knows."""
        self._visit: Visit | None = None
        self._early = bytearray()
        """What was typed before the visit has begun."""
        self._is_input_ended = False
        self._is_window_full = False
        self._running: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._connection = chan.get_connection()
        keep_few_variables(chan, VARIABLES)
        self._door.sessions.add(self)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._size = sane_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._wish = wish_of(command)
        return True

    def session_started(self) -> None:
        self._tell_start()
        if self._wish is None:
            self._say_goodbye(NO_SUCH_COMMAND)
            return
        is_dumb = (self._channel.get_terminal_type() or "") in DUMB
        self._has_lines = self._wish.has_lines or self._size is None or is_dumb
        if self._size is None and self._wish.wish in SCREENS and not self._wish.has_lines:
            self._hint(NO_TERMINAL)
        self._running = asyncio.get_running_loop().create_task(self._run(self._wish))

    def _hint(self, sentence: str) -> None:
        """Say something beside what the visit says, where a script does not take it for that."""
        self._channel.write_stderr(f"{catalog_of(self._variables).gettext(sentence)}\n".encode())

    def _say_goodbye(self, sentence: str, code: int = 1) -> None:
        """Say a last sentence in the visitor's language, below what a screen has left, and close."""
        if self._channel.is_closing():
            return
        if sentence:
            told = catalog_of(self._variables).gettext(sentence)
            before = RESTORE if self._visit is not None and not self._has_lines else ""
            end = "\n" if self._size is None else "\r\n"
            self._channel.write(f"{before}{told}{end}".encode())
        self._channel.exit(code)

    @property
    def _variables(self) -> dict[str, str]:
        return variables_of(self._channel.get_terminal_type(), self._channel.get_environment())

    async def _run(self, wish: Wish) -> None:
        """Take a place, let the server note the address, and visit."""
        visitor = Visitor(self._identity, self._address, self._asked(wish), self._size)
        try:
            async with self._door.visiting(visitor, self._show, self._channel.resume_reading) as self._visit:
                self._begin(self._visit)
                code = await asyncio.shield(self._visit.ended)
                self._say_goodbye(BROKEN if code < 0 else "", max(code, 0))
        except NoPlace as refused:
            self._say_goodbye(refused.sentence)
        except PreloaderGone:
            self._say_goodbye(BROKEN)

    def _begin(self, visit: Visit) -> None:
        """Pass on what was typed meanwhile."""
        self._note_life()
        visit.terminal.type(bytes(self._early))
        self._early.clear()
        if self._is_input_ended:
            visit.terminal.end_input()
        self._channel.resume_reading()

    def _asked(self, wish: Wish) -> Asked:
        return Asked(
            name=name_of(self._user),
            is_guest=self._is_guest,
            variables=self._variables,
            wish=wish.wish,
            word=wish.word,
            has_lines=self._has_lines,
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
        self._say_goodbye(sentence)
        self._leave()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on what is typed; a visit that has not begun, or takes nothing, stops the visitor's typing."""
        if self._visit is None:
            self._early += data[: MOST_UNTAKEN - len(self._early)]
            is_full = len(self._early) >= MOST_UNTAKEN // 2
        else:
            self._note_life()
            self._visit.terminal.type(data)
            is_full = self._visit.terminal.is_full
        if is_full:
            self._channel.pause_reading()

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._size is not None:
            self._size = sane_size(width, height)
            if self._visit is not None:
                self._visit.terminal.resize(width, height)

    def _show(self, shown: bytes) -> None:
        """Pass on what a visit shows; it waits if the client does not take that."""
        if not self._channel.is_closing():
            self._channel.write(shown)
        if unsent(self._connection) > MOST_UNSENT and self._visit is not None:
            self._visit.terminal.pause()
            asyncio.get_running_loop().call_later(UNSENT_SECONDS, self._look_again)

    def _look_again(self) -> None:
        if unsent(self._connection) > MOST_UNSENT:
            asyncio.get_running_loop().call_later(UNSENT_SECONDS, self._look_again)
        elif self._visit is not None and not self._is_window_full:
            self._visit.terminal.resume()

    def pause_writing(self) -> None:
        self._is_window_full = True
        if self._visit is not None:
            self._visit.terminal.pause()

    def resume_writing(self) -> None:
        self._is_window_full = False
        self._look_again()

    def eof_received(self) -> bool:
        """Let a visit in lines come to its end, and take the end of what is typed at a screen for a hangup."""
        if not self._has_lines:
            self._leave()
            self._channel.close()
            return False
        self._is_input_ended = True
        if self._visit is not None:
            self._visit.terminal.end_input()
        return True

    def signal_received(self, signal: str) -> None:
        """Take signals that end programs for the end of what is typed: the visit leaves in order."""
        if signal in ENDING_SIGNALS:
            self.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up; the seat is kept by the server."""
        self._door.sessions.discard(self)
        self._tell_end()
        self._leave()

    def _leave(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._visit is not None:
            self._visit.terminal.close()
        if self._running is not None and not self._running.done():
            self._running.cancel()
