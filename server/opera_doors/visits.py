"""The visits of a door: a terminal for each, the preloader that begins them, and a watch over their memory."""

import asyncio
import contextlib
import fcntl
import json
import os
import pty
import resource
import socket
import struct
import subprocess
import sys
import termios
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from opera_doors.kept_settings import VisitorSettings
from opera_doors.setup import (
    LONGEST_LINE,
    MOST_MISTAKES,
    AskKept,
    FilePart,
    Keep,
    Mistake,
    VisitSetup,
    read_word,
    write_line,
)

PROGRAM: Final = "from opera_doors.preloader import main; main()"
MOST_MEMORY: Final = 256 * 1024 * 1024
"""Bytes that a visit may have in memory, what it shares with others included."""
MOST_OF_DOOR: Final = 1024 * 1024 * 1024
"""The same of the door itself."""
WATCH_SECONDS: Final = 1.0
GRACE_SECONDS: Final = 3.0
"""How long a visit may take to end after its terminal is gone."""
LONGEST_TOLD: Final = 480
"""Characters of a trace, its end, in the log."""
MOST_UNTAKEN: Final = 64 * 1024
"""Bytes that were typed and not taken; more are not read from the visitor."""
AT_ONCE: Final = 64 * 1024
LEAST: Final = 1
MOST_COLUMNS: Final = 500
MOST_ROWS: Final = 200
USUAL: Final = (80, 24)
END_OF_INPUT: Final = b"\x04"
UTF8_LETTERS: Final = 0x4000
"""IUTF8 of Linux and macOS, which Python's termios does not name."""
RESIZE_SECONDS: Final = 0.1
"""How often the size of a terminal may change."""


def sane_size(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a program can draw: what is not known is as usual, what is absurd is cut."""
    columns, rows = columns or USUAL[0], rows or USUAL[1]
    return max(LEAST, min(columns, MOST_COLUMNS)), max(LEAST, min(rows, MOST_ROWS))


class Terminal:
    """Our end of a visit's terminal: bytes out of it, bytes into it, and its size."""

    def __init__(
        self,
        size: tuple[int, int],
        shown: Callable[[bytes], None],
        drained: Callable[[], None] = lambda: None,
    ) -> None:
        self._ours, self.theirs = self._open()
        os.set_blocking(self._ours, False)
        self._shown = shown
        self._drained = drained
        self._waiting = bytearray()
        self._loop = asyncio.get_running_loop()
        self._is_open = True
        self._wanted: tuple[int, int] | None = None
        self._set_size(size)
        self.resume()

    def _open(self) -> tuple[int, int]:
        """Return our end and theirs, for letters of several bytes: rubbing one out takes all of them."""
        ours, theirs = pty.openpty()
        modes = termios.tcgetattr(theirs)
        modes[0] |= UTF8_LETTERS
        termios.tcsetattr(theirs, termios.TCSANOW, modes)
        return ours, theirs

    def let_go(self) -> None:
        """Close their end here, once the visit has it."""
        os.close(self.theirs)

    def pause(self) -> None:
        """Stop reading: the visitor does not take what is shown."""
        if self._is_open:
            self._loop.remove_reader(self._ours)

    def resume(self) -> None:
        if self._is_open:
            self._loop.add_reader(self._ours, self._read)

    def _read(self) -> bool:
        """Pass on what is shown; False if there is nothing now."""
        try:
            shown = os.read(self._ours, AT_ONCE)
        except BlockingIOError:
            return False
        except OSError:
            shown = b""
        if shown:
            self._shown(shown)
        else:
            self.close()
        return bool(shown)

    @property
    def is_full(self) -> bool:
        """Whether the visit takes too little of what is typed: `drained` is called when that is over."""
        return len(self._waiting) > MOST_UNTAKEN // 2

    def end_input(self) -> None:
        """Say that nothing more will be typed, to a program that reads lines: what has no line end counts as one."""
        self.type(END_OF_INPUT * 2)

    def type(self, typed: bytes) -> None:
        """Pass on what the visitor typed; what is beyond all bounds is lost."""
        if self._is_open and len(self._waiting) <= MOST_UNTAKEN:
            self._waiting += typed
            self._write()

    def _write(self) -> None:
        if not self._is_open:
            # The number of our end may be that of another visitor's terminal by now.
            return
        was_full = self.is_full
        with contextlib.suppress(BlockingIOError):
            try:
                del self._waiting[: os.write(self._ours, self._waiting)]
            except BlockingIOError:
                raise
            except OSError:
                self._waiting.clear()
        if self._waiting:
            self._loop.add_writer(self._ours, self._write)
        else:
            self._loop.remove_writer(self._ours)
        if was_full and not self.is_full:
            self._drained()

    def resize(self, columns: int, rows: int) -> None:
        """Change the size soon: of many changes in a row only the last one counts."""
        if self._wanted is None:
            self._loop.call_later(RESIZE_SECONDS, self._resize)
        self._wanted = sane_size(columns, rows)

    def _resize(self) -> None:
        size, self._wanted = self._wanted, None
        if self._is_open and size is not None:
            self._set_size(size)

    def _set_size(self, size: tuple[int, int]) -> None:
        columns, rows = size
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def drain(self) -> None:
        """Read what is left of a visit that has ended, and close."""
        shown = True
        while self._is_open and shown:
            shown = self._read()
        self.close()

    def close(self) -> None:
        """Hang up: the visit ends."""
        if self._is_open:
            self._loop.remove_reader(self._ours)
            self._loop.remove_writer(self._ours)
            self._is_open = False
            os.close(self._ours)


class Pipe(Terminal):
    """The same for a visitor without a terminal, who reads and types lines: it has no size, and an end of input."""

    _is_input_ended = False

    def _open(self) -> tuple[int, int]:
        ours, theirs = socket.socketpair()
        return ours.detach(), theirs.detach()

    def _set_size(self, size: tuple[int, int]) -> None:
        """Do nothing: lines have no end."""

    def end_input(self) -> None:
        self._is_input_ended = True
        self._write()

    def _write(self) -> None:
        super()._write()
        if self._is_open and self._is_input_ended and not self._waiting:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._ours)) as ours:
                ours.shutdown(socket.SHUT_WR)


class Visit:
    """One visit, from its order to its end."""

    def __init__(self, number: int, terminal: Terminal, line: socket.socket) -> None:
        self.number = number
        self.terminal = terminal
        self.line = line
        self.pid = 0
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Its exit code, negative for a signal."""
        self.hand_over: Callable[[FilePart], Awaitable[None]] | None = None
        """Takes what is for the visitor to keep; while it waits, the visit is not heard."""


class PreloaderGone(Exception):
    """Nothing can begin any more: the door must be opened anew."""


class Visits:
    """The preloader, and every visit that it has begun."""

    def __init__(
        self, user: str, settings: VisitorSettings, log: Callable[[str, str], None], memory: int = MOST_MEMORY
    ) -> None:
        self._user = user
        self._settings = settings
        self._log = log
        self._memory = memory
        self._number = 0
        self._visits: dict[int, Visit] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.pid = 0
        """The preloader's process."""
        self.gone = asyncio.Event()
        """Set when the preloader has ended, or the door cannot go on."""

    async def start(self) -> None:
        """Start the preloader and wait until it has loaded everything."""
        self._loop = asyncio.get_running_loop()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._orders = ours.dup()
        with theirs:
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - our own program, and nothing else runs yet
                [sys.executable, "-P", "-c", PROGRAM, str(theirs.fileno()), self._user],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", ""), "PYTHONUTF8": "1", "LANG": "C.UTF-8"},
                start_new_session=True,
            )
        self._reader, self._writer = await asyncio.open_connection(sock=ours)
        if not await self._reader.readline():
            raise PreloaderGone
        self.pid = self._process.pid
        self._do(self._listen())
        self._do(self._watch_memory())

    def _do(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def begin(
        self,
        setup: VisitSetup,
        size: tuple[int, int] | None,
        shown: Callable[[bytes], None],
        drained: Callable[[], None] = lambda: None,
    ) -> Visit:
        """Begin a visit, without a size on a pipe; what it shows goes to `shown`."""
        self._number += 1
        terminal = Pipe(USUAL, shown, drained) if size is None else Terminal(size, shown, drained)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        visit = Visit(self._number, terminal, ours)
        self._visits[visit.number] = visit
        try:
            order = json.dumps({"begin": visit.number}).encode() + b"\n"
            # asyncio's transports send no descriptors; an order is far smaller than what the socket takes at once.
            socket.send_fds(self._orders, [order], [terminal.theirs, theirs.fileno()])
            await self._loop.sock_sendall(ours, write_line(setup))
        except OSError as error:
            raise PreloaderGone from error
        finally:
            terminal.let_go()
            theirs.close()
        self._do(self._hear(visit))
        return visit

    async def _hear(self, visit: Visit) -> None:
        """Keep what a visit wants to have kept, and log its mistakes, as long as its lines are short."""
        reader, writer = await asyncio.open_connection(sock=visit.line, limit=LONGEST_LINE)
        mistakes = 0
        with contextlib.suppress(ValueError, OSError):
            while line := await reader.readline():
                word = read_word(line)
                if isinstance(word, Keep):
                    self._settings.keep(visit.number, word.settings)
                elif isinstance(word, AskKept):
                    writer.write(write_line(Keep(self._settings.of_visit(visit.number))))
                    await writer.drain()
                elif isinstance(word, Mistake) and mistakes < MOST_MISTAKES:
                    mistakes += 1
                    self._log("visit_failed", word.trace[-LONGEST_TOLD:])
                elif isinstance(word, FilePart) and visit.hand_over is not None:
                    await visit.hand_over(word)
        writer.close()

    async def _listen(self) -> None:
        """Hear of visits that have begun and ended, until the preloader is gone."""
        while line := await self._reader.readline():
            told = json.loads(line)
            number = told.get("begun", told.get("ended"))
            visit = self._visits.get(number)
            if visit is None:
                continue
            if "begun" in told:
                visit.pid = told["pid"]
            else:
                del self._visits[number]
                visit.terminal.drain()
                visit.ended.set_result(told["status"])
        for visit in self._visits.values():
            visit.terminal.close()
            visit.ended.cancel()
        self._visits.clear()
        self.gone.set()

    async def end(self, visit: Visit) -> None:
        """Hang up, and kill a visit that does not end by itself."""
        visit.terminal.close()
        done, _pending = await asyncio.wait([visit.ended], timeout=GRACE_SECONDS)
        if not done:
            self._kill(visit)

    def _kill(self, visit: Visit) -> None:
        self._writer.write(json.dumps({"end": visit.number}).encode() + b"\n")

    async def _watch_memory(self) -> None:
        """Kill visits that take too much memory, and give the door up if it does so itself."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if _resident(os.getpid()) > MOST_OF_DOOR:
                # Visitors can send what nobody takes; seats are kept, and the server opens another door.
                self._log("door_full", "the door takes too much memory and is opened again")
                self.gone.set()
            for visit in list(self._visits.values()):
                if visit.pid and _resident(visit.pid) > self._memory:
                    self._log("visit_killed", "it took too much memory")
                    self._kill(visit)

    async def close(self) -> None:
        """End everything."""
        for task in list(self._tasks):
            task.cancel()
        for visit in self._visits.values():
            visit.terminal.close()
        self._writer.close()
        self._orders.close()
        await asyncio.to_thread(self._process.wait)


def _resident(pid: int) -> int:
    """Return how much memory a process takes; 0 if that cannot be known."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    except (OSError, IndexError, ValueError):
        return 0
