"""A game of the real program in a real terminal, frame by frame, next to what the server's journal says happened.

`play` answers the player's decisions by keys, from nothing but what the terminal shows. `happened` lists all that
followed from every action, with the table as it was then. `told_of` finds where the frames tell it.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from support.tui import opera_views, turandot_views
from support.tui.pty import OPERA, Terminal, environment, write_settings
from support.tui.table_parts import tab_rows

from opera_games.api import Event, Seat
from opera_server.journal.entries import Acted, Started
from opera_server.journal.reader import JournalReader
from opera_server.tables.table import Table, rebuild
from opera_tui.games import face_of
from opera_tui.games.telling import draw_turn
from opera_tui.look.rows import plain

LIMIT = 1800.0
"""Seconds after which a game is given up."""
FRAME_MODE = "2026"
"""On while a picture is being written."""
TAB_ROWS = 9
READING = 0.4
"""Seconds for which the player looks at a decision."""
STILL = 1.0
"""Seconds after which no marker moves any more: more than the pace."""
VIEWS: dict[str, Callable[..., Any]] = {"opera": opera_views.view_of, "turandot": turandot_views.view_of}


class Frame(NamedTuple):
    """What the terminal showed from a time on."""

    at: float
    rows: list[str]

    @property
    def prompt(self) -> str:
        return self.rows[1].strip()

    @property
    def is_asking(self) -> bool:
        return self.prompt.startswith("YOUR DECISION") and self.title.startswith("┏")

    @property
    def box(self) -> str:
        """The text in the box, in one line."""
        inside = [row.strip("│┃").strip() for row in self.rows[14:22] if row[:1] in ("│", "┃")]
        return " ".join(text for text in inside if text)

    @property
    def title(self) -> str:
        return next((row for row in self.rows if row[:1] in ("╭", "┏")), "")

    @property
    def board(self) -> list[str]:
        """The rows of the tab in front."""
        return self.rows[3 : 3 + TAB_ROWS]


class Recorder(Terminal):
    """A terminal that keeps every whole picture with its time."""

    def __init__(self, folder: Path, *arguments: str, pace: float) -> None:
        write_settings(folder, f'name = "Anna"\npace = {pace}\nguard = 0.0\ntips = false\nconfirm = false\n')
        super().__init__([*OPERA, *arguments], environment(folder, LANG="C.UTF-8"))
        self.taken: list[Frame] = []

    def _read(self, seconds: float = 0.01) -> bool:
        has_come = super()._read(seconds)
        rows = self.screen.rows
        if has_come and FRAME_MODE not in self.screen.modes and (not self.taken or self.taken[-1].rows != rows):
            self.taken.append(Frame(time.monotonic(), rows))
        return has_come

    @property
    def now(self) -> Frame:
        return self.taken[-1]

    def look_for(self, seconds: float) -> None:
        """Read for a while, as somebody who reads the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read()

    def play(self, keys: Callable[[Frame], str], is_enough: Callable[[Frame], bool]) -> None:
        """Answer decisions, and go on from what was revealed, until it is enough."""
        give_up_at = time.monotonic() + LIMIT
        self.until(lambda _screen: bool(self.taken) and self.now.is_asking)
        while not is_enough(self.now):
            assert time.monotonic() < give_up_at, self.screen.text
            if self.now.is_asking:
                self._answer(keys)
            elif "enter go on" in self.screen.text or "enter show the casts" in self.screen.text:
                self._go_on()
            else:
                self._read()

    def _go_on(self) -> None:
        """Dismiss a reveal once nothing moves any more, with one key: another one would show the rest at once."""
        while time.monotonic() - self.now.at < STILL:
            self._read()
        shown = self.now.title
        self.type("\r")
        self.until(lambda _screen: self.now.title != shown)

    def _answer(self, keys: Callable[[Frame], str]) -> None:
        """Press keys once all of the decision is there, and wait until it has gone from the screen."""
        self.look_for(READING)
        pressed = keys(self.now)
        self.type(pressed)
        if pressed.endswith("\r"):
            self.until(lambda _screen: not self.now.is_asking)


def opera_keys(frame: Frame) -> str:
    """Bid a little, close, and take no part."""
    if "Budget" in frame.title:
        return "1\r"
    if "initiative" in frame.title:
        return "x\r"
    return "\r" if "Esperto" in frame.title else "0\r"


def turandot_keys(frame: Frame) -> str:
    """Offer a number; hand out what is left from the top; else what the cursor is on."""
    return "\x1b[C\x1b[B" if "not ready" in "\n".join(frame.rows[20:]) else "\r"


class Happened(NamedTuple):
    """A step that followed from an action: by whom, what was told, and the table as it was then."""

    seat: Seat
    is_bot: bool
    is_action: bool
    """Whether it is what the player did, rather than what followed from it."""
    events: Sequence[Event]
    reveal: str
    """The title of the box that shows it, if one does and stands until it is dismissed."""
    board: list[str]


def happened(folder: Path) -> Iterator[Happened]:
    """Read from the journal of the program's own server what happened at its only table, as seat 0 saw it."""
    path = next((folder / "data" / "opera" / "solo").rglob("journal.sqlite3"))
    reader = JournalReader(path)
    try:
        ((table_id,),) = reader._ask("SELECT id FROM tables")
        entries = reader.entries(table_id).entries
    finally:
        reader.close()
    begun = next(number for number, entry in enumerate(entries) if isinstance(entry, Started))
    table = rebuild(table_id, entries[: begun + 1])
    for entry in entries[begun + 1 :]:
        if isinstance(entry, Acted):
            yield from _steps(table, entry)
        table.absorb(entry)


def _steps(table: Table, entry: Acted) -> Iterator[Happened]:
    face, view_of = face_of(table.settings.game), VIEWS[table.settings.game]
    panel = face.tabs[0]
    names = [chair.name for chair in table.chairs]
    before = view_of(table.game, 0, names=names)
    unfolded = table.rules.unfold(table.game, entry.seat, table.rules.read_action(entry.action))
    for number, step in enumerate(unfolded):
        view = view_of(step.game, 0, names=names)
        reveals = [box.title for event in step.events if (box := face.reveal(event, before, view)) is not None]
        before = view
        board = [plain(row).rstrip() for row in tab_rows(panel, view)]
        board += [""] * (TAB_ROWS - len(board))
        yield Happened(entry.seat, entry.by == "bot", number == 0, step.events, "".join(reveals), board)


def told_as(game: str, events: Sequence[Event], view: Any) -> str:
    """The text of an action in the line of its turn; empty for a sealed bid or offer, which its reveal tells."""
    telling = face_of(game).telling
    if all(isinstance(event, telling.passing) for event in events):
        return ""
    return plain(draw_turn(telling, view, list(events)))
