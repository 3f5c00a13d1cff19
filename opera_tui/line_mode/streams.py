"""The lines that come in and the sentences that go out."""

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from opera_games.errors import Coded
from opera_protocol.texts.format import plain
from opera_tui.games.speech import read_aloud
from opera_tui.look.glyphs import plain_ascii
from opera_tui.look.i18n import _, sentence_of
from opera_tui.look.rows import wrapped

CHUNK: Final = 4096
LONGEST_LINE: Final = 1000
"""Of a longer one only the beginning is read."""
MOST_WAITING: Final = 200
"""Lines that were read and not answered yet; more are left where they come from."""
FEWEST_CELLS: Final = 20
"""Of a line that is broken at blanks; in a narrower one hardly two words would stand side by side."""
ENDS: Final = (".", "?", "!", ":")


def asks_to_send() -> str:
    """Return how a read-back ends."""
    return _("Type y to send")


def as_sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """Return a text with a full stop, unless it ends in another way."""
    return text if not text or text.endswith(ENDS) else f"{text}."


class Lines(Protocol):
    """What is typed, line by line."""

    async def next(self) -> str | None:
        """Return the next line; None if no more will come."""


class InputLines:
    """Read the lines of a descriptor in a thread: a file, a pipe or a terminal.

    The thread reads the descriptor itself. One that held Python's own stream would stop the program from ending.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._is_ended = False
        self._room = threading.Semaphore(MOST_WAITING)
        threading.Thread(target=self._read, daemon=True).start()

    async def next(self) -> str | None:
        if self._is_ended:
            return None
        line = await self._lines.get()
        self._room.release()
        self._is_ended = line is None
        return line

    def _read(self) -> None:
        rest = b""
        while part := self._part():
            *lines, rest = (rest + part).split(b"\n")
            for line in lines:
                self._put(line.decode("utf-8", "replace"))
            rest = rest[:LONGEST_LINE]
        if rest:
            self._put(rest.decode("utf-8", "replace"))
        self._put(None)

    def _part(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:
            return b""

    def _put(self, line: str | None) -> None:
        self._room.acquire()
        with contextlib.suppress(RuntimeError):
            # The loop is closed: nobody reads any more.
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line if line is None else line[:LONGEST_LINE])


def cells_of(descriptor: int) -> int | None:
    """Return how many cells a line of a terminal has now; None where there is no terminal, or an absurd one."""
    try:
        columns = os.get_terminal_size(descriptor).columns
    except OSError:
        return None
    return columns if columns >= FEWEST_CELLS else None


class Speaker:
    """Say sentences, a line each: without control characters, and none twice in a row.

    A terminal would break a long line in the middle of a word, so there it has several lines, broken at blanks.
    """

    def __init__(
        self, write: Callable[[str], None], *, is_plain: bool = False, cells: Callable[[], int | None] = lambda: None
    ) -> None:
        self._write = write
        self._is_plain = is_plain
        self._cells = cells
        self._last = ""

    def say(self, sentence: str) -> None:
        """Say a sentence; one that was said just before is marked as a repetition."""
        text = plain(" ".join(read_aloud(sentence).split()))
        if not text:
            return
        text = ended(text)
        if text == self._last:
            text = _("Still: {sentence}").format(sentence=text)
        self._last = text
        text, cells = plain_ascii(text) if self._is_plain else text, self._cells()
        for line in wrapped(text, cells - 1) if cells else [text]:
            self._write(f"{line}\n")

    def quote(self, text: str) -> None:
        """Write the lines of a text that is to be copied: as they are, but for control characters."""
        self._last = ""
        for line in text.splitlines():
            self._write(f"{plain(line)}\n")

    def say_all(self, sentences: Iterable[str]) -> None:
        for sentence in sentences:
            self.say(sentence)

    def say_error(self, error: Coded) -> None:
        self.say(sentence_of(error))
