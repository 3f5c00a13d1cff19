"""The log and the talk of a table as rows, in the order in which they came."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from opera_games.api import Map
from opera_protocol.client import Changed
from opera_protocol.wire.documents import TalkLine
from opera_protocol.wire.messages import Lines
from opera_tui.games.reading import read_events, read_talk
from opera_tui.games.view import AnyGameView, AnyLine, TableView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row, wrapped

MOST_LINES = 500
INDENT = "  "
MARGIN = " "


class LogLine(NamedTuple):
    """A line of the log: the sign of the player that it is about, and its text."""

    lead: Span
    text: str

    def rows(self, cells: int) -> list[Row]:
        """Break the line into rows; all but the first are indented."""
        start = f"{'x' * cell_len(self.lead.text)} " if self.lead.text else ""
        first, *more = wrapped(f"{start}{self.text}", cells - len(INDENT))
        return [row(self.lead, first[len(start) - 1 if start else 0 :]), *(row(INDENT, rest) for rest in more)]


class TableLog:
    """The last lines; talk stands among the game's events as it came."""

    def __init__(self, kind: type[AnyGameView]) -> None:
        self._kind = kind
        self.lines: list[LogLine] = []
        self.events: list[AnyLine] = []
        self.unread = 0
        """Lines of talk of others that came while the log was not in sight."""
        self._next: dict[str, int] = {}
        """The number of the line that comes next in each stream."""

    @classmethod
    def of(cls, events: Iterable[AnyLine], view: AnyGameView) -> "TableLog":
        """Make the log of an earlier moment, without talk, which may be about what came later."""
        log = cls(type(view))
        log.events = list(events)
        log.lines = [_event_line(event, view) for event in log.events][-MOST_LINES:]
        return log

    def take(self, change: Changed, view: TableView) -> Sequence[AnyLine]:
        """Add the lines of a change that are not there yet, and return the events that are new."""
        events = read_events(self._kind, self._new("log", change.log))
        talk = read_talk([*self._new("talk", change.talk), *self._new("gallery", change.gallery)])
        self.events.extend(events)
        happened = [_event_line(event, view) for event in events]
        said = list(_talk_lines(talk, view))
        self.lines += _apart(said, happened) if change.is_entry else [*happened, *said]
        self.lines = self.lines[-MOST_LINES:]
        if not change.is_entry:
            self.unread += sum(line.seat is None or line.seat != view.me for line in talk)
        return events

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
            shown = line.rows(cells - len(MARGIN)) + shown
        end = max(len(shown) - back, min(height, len(shown)))
        return [row(MARGIN, content) for content in shown[max(0, end - height) : end]]

    def newest(self) -> Row:
        """Return the last line as one row; nothing before there is one."""
        if not self.lines:
            return ()
        lead, text = self.lines[-1]
        return row(lead, f" {text}" if lead.text else text)

    def furthest(self, height: int, cells: int) -> int:
        """Return how many rows the log can be scrolled back."""
        return max(0, sum(len(line.rows(cells - len(MARGIN))) for line in self.lines) - height)


def _apart(said: list[LogLine], happened: list[LogLine]) -> list[LogLine]:
    """Keep talk and events of a snapshot apart: nothing says in which order they came."""
    if not said or not happened:
        return [*said, *happened]
    return [_heading(_("Said so far:")), *said, _heading(_("What happened so far:")), *happened]


def _heading(text: str) -> LogLine:
    return LogLine(Span(""), text)


def _event_line(event: AnyLine, view: TableView) -> LogLine:
    """Make a line of the log; a name at its start becomes the player's sign."""
    text, seat = view.log_text(event), view.actor(event)
    if seat is not None and text.startswith(view.name(seat)):
        return LogLine(view.sign(seat), text.removeprefix(view.name(seat)).lstrip())
    return LogLine(Span(""), text)


def _talk_lines(lines: Iterable[TalkLine], view: TableView) -> Iterable[LogLine]:
    left, right = view.glyphs.quotes
    for line in lines:
        lead = view.sign(line.seat) if line.seat is not None else Span(line.name or "?", "quiet")
        yield LogLine(lead, f"{left}{line.text}{right}")
