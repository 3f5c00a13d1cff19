"""A game of the real program in a real terminal, frame by frame, next to what the server's journal says happened.

`play` answers the player's decisions by keys, from nothing but what the terminal shows. `happened` lists all that
followed from every action, with the table as it was then.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from support.tui import opera_views, turandot_views
from support.tui.pty import OPERA, Terminal, environment, write_settings
from support.tui.table_parts import tab_rows

from opera_games.api import Event, Seat
from opera_server.journal.entries import Acted, Started
from opera_server.journal.reader import JournalReader
from opera_server.tables.rebuilding import rebuild
from opera_server.tables.table import Table
from opera_tui.games import face_of
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.telling import draw_turn
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain

LIMIT = 1800.0
"""Seconds after which a game is given up."""
FRAME_MODE = "2026"
"""On while a picture is being written."""
TAB_ROWS = 9
OWN_ROW = 3 + TAB_ROWS
BOX_ROWS = 8
READING = 0.4
"""Seconds for which the player looks at a decision."""
GOING_ON = ("go on", "show the result", "to the bids")
"""What the footer says of Enter while a reveal stands."""
VIEWS: dict[str, Callable[..., Any]] = {"opera": opera_views.view_of, "turandot": turandot_views.view_of}
Board = tuple[str, ...]
"""All that the screen shows of the table: the header's progress, the rows of a tab, and the player's own line."""


class Frame(NamedTuple):
    """What the terminal showed from a time on."""

    at: float
    rows: list[str]
    underlined: Sequence[bool] = ()
    """Whether anything is underlined, row by row."""

    @property
    def prompt(self) -> str:
        return self.rows[1].strip()

    @property
    def is_asking(self) -> bool:
        return self.prompt.startswith("YOUR DECISION") and self.title.startswith("┏")

    @property
    def box_rows(self) -> list[str]:
        """What stands in the box, row by row."""
        inside = self.rows[IN_BOX]
        return [row.strip("│┃").rstrip() for row in inside if row[:1] in ("│", "┃")]

    @property
    def box(self) -> str:
        """The text in the box, in one line."""
        return " ".join(row.strip() for row in self.box_rows if row.strip())

    @property
    def title(self) -> str:
        return next((row for row in self.rows if row[:1] in ("╭", "┏")), "")

    @property
    def front(self) -> str:
        """The title of the tab in front; empty where a tall box stands in place of the tabs."""
        found = re.search(r"\[\w ([^]]+)\]", self.rows[2])
        return found[1] if found else ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing moves any more in the reveal that stands, and all that it says is there."""
        return next((is_whole(self) for prompt, is_whole in WHOLE.items() if self.prompt.startswith(prompt)), True)

    @property
    def board(self) -> Board:
        """What is seen of the table."""
        return (self.rows[0], *self.rows[3 : OWN_ROW + 1])


ROSE_OR_NOT = re.compile(f"{UNICODE.rises}|at the top already|cannot pass")
"""Somebody has risen, and is underlined until all have; what held the others is said in the end."""
IN_BOX = slice(OWN_ROW + 2, OWN_ROW + 2 + BOX_ROWS)
WHOLE: Mapping[str, Callable[[Frame], bool]] = {
    "BIDS": lambda frame: "Order of play" in frame.box,
    "FAME": lambda frame: bool(ROSE_OR_NOT.search(frame.box)) and not any(frame.underlined[IN_BOX]),
    "COUNTING  great halls": lambda frame: len(frame.box_rows) == BOX_ROWS and bool(frame.box_rows[-1].strip()),
    "COUNTING  part by part": lambda frame: False,
    "OFFERS": lambda frame: UNICODE.card not in frame.box,
}
"""How a reveal in which something moves looks in the end, by how its prompt begins."""


class Recorder(Terminal):
    """A terminal that keeps every whole picture with its time."""

    def __init__(self, folder: Path, *arguments: str, pace: float) -> None:
        write_settings(folder, f'name = "Anna"\npace = {pace}\nguard = 0.0\ntips = false\nconfirm = false\n')
        super().__init__([*OPERA, *arguments], environment(folder, LANG="C.UTF-8"))
        self.taken: list[Frame] = []

    def _read(self, seconds: float = 0.01) -> bool:
        has_come = super()._read(seconds)
        shown = self.screen.rows, self.screen.underlined
        if has_come and FRAME_MODE not in self.screen.modes and (not self.taken or self.taken[-1][1:] != shown):
            self.taken.append(Frame(time.monotonic(), *shown))
        return has_come

    @property
    def now(self) -> Frame:
        return self.taken[-1]

    def look_for(self, seconds: float) -> None:
        """Read for a while, as somebody who reads the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._read()

    def look_for_the_rest(self) -> None:
        """Read until nothing moves any more, and then as long as the player looks at it."""
        self.until(lambda _screen: self.now.is_whole)
        self.look_for(READING)

    def play(self, keys: Callable[[Frame], str], is_enough: Callable[[Frame], bool]) -> None:
        """Answer decisions, and go on from what was revealed, until it is enough."""
        give_up_at = time.monotonic() + LIMIT
        self.until(lambda _screen: bool(self.taken) and self.now.is_asking)
        while not is_enough(self.now):
            assert time.monotonic() < give_up_at, self.screen.text
            if self.now.is_asking:
                self._answer(keys)
            elif any(f"enter {does}" in self.now.rows[-1] for does in GOING_ON):
                self._go_on()
            else:
                self._read()

    def _go_on(self) -> None:
        """Dismiss a reveal once nothing moves any more, with one key: another one would show the rest at once."""
        self.look_for_the_rest()
        shown = self.now.title
        self.type("\r")
        self.until(lambda _screen: self.now.title != shown)

    def _answer(self, keys: Callable[[Frame], str]) -> None:
        """Press keys once all of the decision is there, and wait until it or its step has gone from the screen."""
        self.look_for(READING)
        if not self.now.is_asking:
            return
        pressed, title = keys(self.now), self.now.title
        self.type(pressed)
        if pressed.endswith("\r"):
            self.until(lambda _screen: not self.now.is_asking or self.now.title != title)


def opera_keys(frame: Frame) -> str:
    """Bid some ducats, hire Esperto, Critico, Maestro or Signora while that is possible, and build and buy nothing."""
    if "Budget" in frame.title:
        return "5\r"
    if "initiative" in frame.title:
        hired = [row.strip("►").strip()[0] for row in frame.box_rows if re.match(r"[ ►][ecms] \w", row)]
        return f"{hired[-1]}\r" if hired else "x\r"
    asks_for_more = "Impresario" in frame.title or "Architetto" in frame.title or "nothing to sell" in frame.title
    return "0\r" if asks_for_more else "\r"


def turandot_keys(frame: Frame) -> str:
    """Offer a number; hand out what is left from the top; else what the cursor is on."""
    return "\x1b[C\x1b[B" if "not ready" in "\n".join(frame.rows[20:]) else "\r"


class Seen(NamedTuple):
    """The table at a moment, as every tab shows it, by the title of the tab."""

    boards: Mapping[str, Board]

    def is_in(self, frame: Frame) -> bool:
        """Whether a frame shows this moment; the header as far as the state of the connection, which follows it."""
        progress, *rows = self.boards[frame.front]
        shown, *below = frame.board
        return rows == below and shown.startswith(progress)


class Happened(NamedTuple):
    """A step that followed from an action: by whom, what was told, and the table as it was then."""

    seat: Seat
    is_bot: bool
    is_action: bool
    """Whether it is what the player did, rather than what followed from it."""
    events: Sequence[Event]
    seen: Seen
    text: str
    """The line of an action, as a spectator reads it."""
    reveal: str = ""
    """The title of the box that shows it, if one does and stands until it is dismissed."""
    table: Sequence[str] = ()
    """What that box says in the end."""
    on_the_way: Sequence[Seen] = ()
    """What the panels show while markers move in front of it."""


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
    told: list[Event] = []
    for entry in entries[begun + 1 :]:
        if isinstance(entry, Acted):
            yield from _steps(table, entry, told)
        table.absorb(entry)


def _steps(table: Table, entry: Acted, told: list[Event]) -> Iterator[Happened]:
    """Yield what followed from an action step by step; what was told so far grows by it."""
    face, view_of = face_of(table.settings.game), VIEWS[table.settings.game]
    names = [chair.name for chair in table.chairs]
    before, watched = (view_of(table.game, seat, names=names) for seat in (0, None))
    unfolded = table.rules.unfold(table.game, entry.seat, table.rules.read_action(entry.action))
    for number, step in enumerate(unfolded):
        view = view_of(step.game, 0, names=names)
        told += step.events
        boxes = [box for event in step.events if (box := face.reveal(event, before, view)) is not None]
        for box in boxes:
            box.recall(told)
        text = "" if number else told_as(table.settings.game, step.events, watched)
        happened = Happened(entry.seat, entry.by == "bot", number == 0, step.events, _seen(face, view, view), text)
        yield _revealed(happened, face, view, boxes[0]) if boxes else happened
        before = view


def _seen(face: Any, view: Any, headline: Any) -> Seen:
    """Draw the table as tabs show it, below the progress of another moment."""
    progress, own = " " + plain(face.header(headline, wide=False)), plain(face.own_line(view, wide=False)).rstrip()
    drawn = {panel.tab: [plain(row).rstrip() for row in tab_rows(panel, view)] for panel in face.tabs}
    return Seen({tab: (progress, *rows, *[""] * (TAB_ROWS - len(rows)), own) for tab, rows in drawn.items()})


def _revealed(happened: Happened, face: Any, view: Any, box: RevealBox) -> Happened:
    """Add the box that shows a step: the header is of what it tells, and cities that it opens are open."""
    on_the_way = []
    while box.is_moving:
        on_the_way.append(_seen(face, box.board or view, box.headline))
        box.move()
    table = [plain(row).rstrip() for row in box.rows()]
    seen = _seen(face, box.board or view, box.headline)
    return happened._replace(seen=seen, reveal=box.title, table=table, on_the_way=on_the_way)


def told_as(game: str, events: Sequence[Event], view: Any) -> str:
    """The text of an action in the line of its turn; empty for a sealed bid or offer, which its reveal tells."""
    telling = face_of(game).telling
    if all(isinstance(event, telling.passing) for event in events):
        return ""
    return plain(draw_turn(telling, view, list(events)))
