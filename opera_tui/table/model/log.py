"""The log and the talk of a table as rows, in the order in which they came: a line for each turn."""

from collections.abc import Iterable, Sequence
from typing import Any

from opera_games.api import Map
from opera_protocol.client import Changed
from opera_protocol.wire.documents import TalkLine
from opera_protocol.wire.messages import Lines
from opera_tui.games.face import Face
from opera_tui.games.reading import read_events, read_talk
from opera_tui.games.telling import Turns, event_line, log_turn, stretched
from opera_tui.games.view import AnyGameView, AnyLine, GameView, TableView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row, wrapped_row

MOST_LINES = 500
INDENT = "  "
MARGIN = " "


class TurnLine:
    """A turn in the log; it is drawn again when something was added to it."""

    def __init__(self, events: list[AnyLine]) -> None:
        self._events = events
        self._drawn: tuple[int, Sequence[Row]] = (0, ())

    def draw(self, face: Face[Any], view: TableView | None) -> Sequence[Row]:
        if self._drawn[0] != len(self._events) and view is not None:
            drawn = log_turn(face.telling, view, self._events) if isinstance(view, GameView) else None
            self._drawn = len(self._events), [event_line(view, self._events[0])] if drawn is None else drawn
        return self._drawn[1]


class TableLog:
    """The last lines; talk stands among the turns of the game as it came."""

    def __init__(self, face: Face[Any]) -> None:
        self.events: list[AnyLine] = []
        self.said: list[TalkLine] = []
        """The talk, as far as it came."""
        self.unread = 0
        """Lines of talk of others that came while the log was not in sight."""
        self._face = face
        self._turns = Turns(face.telling)
        self._entries: list[TurnLine | Row] = []
        self._view: TableView | None = None
        """The newest view, for signs and names."""
        self._next: dict[str, int] = {}
        """The number of the line that comes next in each stream."""

    @classmethod
    def of(cls, face: Face[Any], events: Iterable[AnyLine], view: AnyGameView) -> "TableLog":
        """Make the log of an earlier moment, without talk, which may be about what came later."""
        log = cls(face)
        log._view = view
        log._entries = log._added(events)
        return log

    @property
    def number(self) -> int:
        """Return the number that the next line of the log will have."""
        return self._next.get("log", 0)

    @property
    def lines(self) -> list[Row]:
        """All lines, whatever room there is for them."""
        drawn = [
            entry.draw(self._face, self._view) if isinstance(entry, TurnLine) else [entry] for entry in self._entries
        ]
        return [line for lines in drawn for line in lines if line]

    def take_snapshot(self, change: Changed, view: TableView) -> Sequence[AnyLine]:
        """Add the lines of a snapshot that are not there yet, and return the events that are new."""
        self._view = view
        if change.is_rewound:
            self._entries, self.events, self._next = [], [], {}
            self._turns = Turns(self._face.telling)
            self.add_remark(_("The server went back to an earlier state of this game."))
        events = self._new_events(change)
        said = list(_talk_lines(self._new_talk(change), view))
        self._add(_apart(said, self._added(events)))
        return events

    def take_events(self, change: Changed, view: TableView) -> Sequence[AnyLine]:
        """Add what a change tells of the game, once it is shown, and return the events that are new."""
        self._view = view
        events = self._new_events(change)
        self._add(self._added(events))
        return events

    def take_talk(self, change: Changed, view: TableView) -> None:
        """Add what was said, which waits for nothing that is still to be shown."""
        talk = self._new_talk(change)
        self._add(_talk_lines(talk, view))
        self.unread += sum(line.seat is None or line.seat != view.me for line in talk)

    def add_remark(self, text: str) -> None:
        """Add a line that is neither an event nor talk."""
        self._add([row(text)])

    def _add(self, entries: "Iterable[TurnLine | Row]") -> None:
        self._entries = [*self._entries, *entries][-MOST_LINES:]

    def _added(self, events: Iterable[AnyLine]) -> list[TurnLine | Row]:
        """Add events, and return the lines that begin with them."""
        events = list(events)
        self.events.extend(events)
        return [TurnLine(turn) for event in events if (turn := self._turns.add(event)) is not None]

    def _new_events(self, change: Changed) -> list[AnyLine]:
        return read_events(self._face.view, self._new("log", change.log))

    def _new_talk(self, change: Changed) -> list[TalkLine]:
        talk = read_talk([*self._new("talk", change.talk), *self._new("gallery", change.gallery)])
        self.said = [*self.said, *talk][-MOST_LINES:]
        return talk

    def _new(self, name: str, stream: Lines) -> Sequence[Map]:
        """Return the lines of a stream that have not come before."""
        known = max(0, self._next.get(name, 0) - stream.start)
        self._next[name] = max(self._next.get(name, 0), stream.start + len(stream.lines))
        return stream.lines[known:]

    def last(self, height: int, cells: int, back: int = 0) -> list[Row]:
        """Return as many rows as fit, ending `back` rows before the newest."""
        shown: list[Row] = []
        for line in reversed(self.lines):
            if len(shown) >= height + back:
                break
            shown = _rows(line, cells - len(MARGIN)) + shown
        end = max(len(shown) - back, min(height, len(shown)))
        return [row(MARGIN, content) for content in shown[max(0, end - height) : end]]

    def newest(self) -> Row:
        """Return the last line; nothing before there is one."""
        lines = self.lines
        return lines[-1] if lines else ()

    def furthest(self, height: int, cells: int) -> int:
        """Return how many rows the log can be scrolled back."""
        return max(0, sum(len(_rows(line, cells - len(MARGIN))) for line in self.lines) - height)


def _rows(line: Row, cells: int) -> list[Row]:
    """Return a line in rows that fit."""
    return stretched(wrapped_row(line, cells, INDENT), cells)


def _apart(said: Sequence[Row], happened: Sequence[TurnLine | Row]) -> list[TurnLine | Row]:
    """Keep talk and events of a snapshot apart: nothing says in which order they came."""
    if not said or not happened:
        return [*said, *happened]
    return [row(_("Said so far:")), *said, row(_("What happened so far:")), *happened]


def _talk_lines(lines: Iterable[TalkLine], view: TableView) -> Iterable[Row]:
    for line in lines:
        lead = view.sign(line.seat) if line.seat is not None else Span(line.name or "?", "quiet")
        yield row(lead, " ", Span(_("“{text}”").format(text=line.text), "soft"))
