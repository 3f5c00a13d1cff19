"""One visit: the client in its visitor's mode, with a terminal or a pipe and one socket to the door, and no file."""

import os
import socket
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, Final

import msgspec

from opera_doors.identity import identity_from
from opera_doors.setup import (
    LONGEST_LINE,
    LONGEST_TRACE,
    MOST_MISTAKES,
    MOST_OF_FILE,
    MOST_SETTINGS,
    AskKept,
    FilePart,
    Keep,
    Mistake,
    VisitSetup,
    Word,
    read_setup,
    read_word,
    write_line,
)
from opera_games.catalog import GAMES
from opera_protocol.client import Endpoints, Target
from opera_protocol.client.targets import Decide
from opera_protocol.local.command_errors import ended_by_sentence
from opera_protocol.local.identity import Identity
from opera_protocol.local.settings import Mistakes
from opera_protocol.wire.keys import key_from_text
from opera_tui.config.appearance import shows_utf8
from opera_tui.config.machine import VisitedMachine, Written
from opera_tui.config.settings import Settings, up_to_date
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.look.i18n import _, choose_language, translations
from opera_tui.session.intents import Intent, Join, ReadRules
from opera_tui.start import launch

ANSWER_SECONDS: Final = 2.0
"""How long the door may take to say what it keeps."""
LESSONS: Final = "lessons"
Chosen = dict[str, Any]


class TablesOfThisVisit(LastTables):
    """The tables of this visit; the server knows those of earlier ones."""

    def __init__(self) -> None:
        self._tables: list[LastTable] = []

    def all(self) -> list[LastTable]:
        return self._tables

    async def remember(self, entry: LastTable) -> None:
        await self.forget(entry.place)
        self._tables.insert(0, entry)

    async def forget(self, place: tuple[str, str, str]) -> None:
        self._tables = [entry for entry in self._tables if entry.place != place]


class KeptSettings(Settings, frozen=True, kw_only=True):
    """What the door keeps for a visitor: the settings, and the lessons that are done."""

    lessons: frozenset[str] = frozenset()


def chosen_in(written: str) -> Chosen:
    """Return what a visitor has chosen, as it was kept; nothing if that cannot be read."""
    try:
        chosen = up_to_date(msgspec.json.decode(written, type=Chosen))
        msgspec.convert(chosen, KeptSettings)
    except (msgspec.MsgspecError, RecursionError):
        return {}
    return chosen


class Visit(VisitedMachine):
    """A machine without files: the key has come from the door, and settings go there."""

    def __init__(self, setup: VisitSetup, line: socket.socket) -> None:
        self._setup = setup
        self._line = line
        self._mistakes = 0
        self._changing = threading.Lock()
        self._is_answered = True
        self._chosen = chosen_in(setup.settings)
        """All that the visitor has ever chosen, by the names of the settings."""
        self.makes_booklets = setup.asked.takes_files

    def identity(self) -> Identity:
        return identity_from(_key(self._setup.secret))

    def is_known(self) -> bool:
        return False

    def shuffles_folder(self) -> None:
        """Keep nothing: what is seen here proves nothing to the visitor."""

    def last_tables(self) -> LastTables:
        return TablesOfThisVisit()

    def server_at(self, _address: str, _key_told: str | None, _decide: Decide) -> Target:
        return Endpoints(self._setup.host, self._setup.requests, self._setup.updates, _key(self._setup.key))

    def load_settings(self, mistakes: Mistakes) -> Settings:
        """Return what the visitor has kept, as far as it can be read; the name is that of the login."""
        kept = msgspec.convert({"theme": self._setup.asked.theme, **self._chosen}, KeptSettings)
        return msgspec.structs.replace(kept, name=self._setup.asked.name or kept.name, keys={})

    def save_settings(self, before: Settings, after: Settings) -> None:
        """Let the door keep what was changed; a theme that suits the visitor's screen is not, as that may change."""
        old, new = msgspec.to_builtins(before), msgspec.to_builtins(after)
        changed = {name: value for name, value in new.items() if value != old[name]}

        def change(chosen: Chosen) -> Chosen:
            chosen = {**chosen, **changed}
            if changed.get("theme") == self._setup.asked.theme:
                del chosen["theme"]
            return chosen

        self._keep(change)

    def done_lessons(self) -> frozenset[str]:
        return frozenset(self._chosen.get(LESSONS, ()))

    def note_lesson(self, lesson: str) -> None:
        """Let the door keep it with the settings."""
        if lesson not in self.done_lessons():
            self._keep(lambda chosen: {**chosen, LESSONS: sorted({*chosen.get(LESSONS, ()), lesson})})

    def _keep(self, change: Callable[[Chosen], Chosen]) -> None:
        """Change what is kept now: another session of the same visitor may have changed something else."""
        with self._changing:
            self._chosen = change(self._kept_now())
            written = msgspec.json.encode(self._chosen).decode()
            if len(written) <= MOST_SETTINGS:
                self._tell(Keep(written))

    def _kept_now(self) -> Chosen:
        """Return what the door keeps now; what this visit knows if the door keeps nothing, or has ever not answered."""
        if not self._is_answered:
            return self._chosen
        self._tell(AskKept())
        self._line.settimeout(ANSWER_SECONDS)
        try:
            answer = read_word(_first_line(self._line))
        except (OSError, EOFError):
            # An answer that comes too late would be taken for that to a later question.
            self._is_answered = False
            return self._chosen
        finally:
            self._line.settimeout(None)
        return chosen_in(answer.settings) if isinstance(answer, Keep) and answer.settings else self._chosen

    def asks_name(self, settings: Settings) -> bool:
        return not settings.name

    def write_transcript(self, name: str, content: bytes) -> Written | None:
        """Hand the transcript over where the door can do so."""
        if not self._setup.asked.takes_files:
            return super().write_transcript(name, content)
        self._hand_over(name, content)
        return Written(_("Your browser keeps the transcript as {file}").format(file=name))

    def write_booklet(self, name: str, content: bytes) -> Written:
        """Hand a booklet over."""
        self._hand_over(name, content)
        return Written(_("Your browser keeps the booklet as {file}").format(file=name))

    def _hand_over(self, name: str, content: bytes) -> None:
        """Let the door give the visitor a file, part by part."""
        text = content.decode("utf-8")
        for start in range(0, len(text), MOST_OF_FILE):
            self._tell(FilePart(name, text[start : start + MOST_OF_FILE], start + MOST_OF_FILE >= len(text)))

    def log_error(self, error: BaseException | None = None) -> str:
        text = traceback.format_exc() if error is None else "".join(traceback.format_exception(error))
        self._mistakes += 1
        if self._mistakes <= MOST_MISTAKES:
            self._tell(Mistake(text[-LONGEST_TRACE:]))
        return ""

    def _tell(self, word: Word) -> None:
        try:
            self._line.sendall(write_line(word))
        except OSError:
            return


def _key(text: str) -> bytes:
    key = key_from_text(text)
    assert key is not None
    return key


def intent_of(setup: VisitSetup) -> Intent:
    """Return where a visit begins."""
    asked = setup.asked
    if asked.wish == "rules":
        return ReadRules(asked.word if asked.word in GAMES else GAMES[0])
    return Join(setup.server, table=asked.word, is_watching=asked.wish == "watch", is_visit=True)


def run(descriptor: int) -> int:
    """Run a visit to its end; all it has besides the terminal is this socket."""
    line = socket.socket(fileno=descriptor)
    setup = read_setup(_first_line(line))
    os.environ.clear()
    os.environ.update(setup.asked.variables)
    time.tzset()
    machine = Visit(setup, line)
    settings = machine.load_settings([])
    launch.put_off_garbage()
    if setup.asked.has_lines or settings.lines == "yes":
        return _run_in_lines(setup, settings, machine)
    app = launch.application(settings, intent_of(setup), machine)
    app.warnings = _notices(setup)
    return launch.run_in_terminal(app, mouse=settings.mouse)


def _run_in_lines(setup: VisitSetup, settings: Settings, machine: Visit) -> int:
    """Run in lines, with the signs that the visitor's terminal has; an error ends the visit with its sentence."""
    is_plain = settings.ascii == "yes" or (settings.ascii == "auto" and not shows_utf8(encoding="utf-8"))
    with ended_by_sentence("opera", translations):
        choose_language(settings.language)
        return launch.run_in_lines(intent_of(setup), settings, machine, is_plain=is_plain, warnings=_notices(setup))


def _notices(setup: VisitSetup) -> list[str]:
    """Return what the visitor is told first."""
    if setup.asked.is_guest:
        return [_("You are a guest: your seats are lost when you leave. With a key of your own they are kept.")]
    if setup.is_also_here:
        return [_("You are also here in another window: both have the same seats, and you may act in either.")]
    return []


def _first_line(line: socket.socket) -> bytes:
    """Read byte by byte up to the end of the first line: nothing else is to come."""
    heard = bytearray()
    while not heard.endswith(b"\n"):
        part = line.recv(LONGEST_LINE)
        if not part:
            raise EOFError
        heard += part
    return bytes(heard)
