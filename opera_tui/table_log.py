"""The log and the talk of a table as rows, in the order in which they came."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from opera_protocol.client import Changed
from opera_protocol.messages import Lines
from opera_protocol.texts import log_line
from opera_tui.rows import Row, Span, row
from opera_tui.table_view import TableView
from opera_tui.wrapping import wrapped

MOST_LINES = 500
INDENT = "  "
MARGIN = " "


class LogLine(NamedTuple):
    """Who it is about, in that player's sign, and what is said."""

    lead: Span
    text: str

    def rows(self, cells: int) -> list[Row]:
        """The line in as many rows as it takes; all but the first are indented."""
        start = f"{'x' * cell_len(self.lead.text)} " if self.lead.text else ""
        first, *more = wrapped(f"{start}{self.text}", cells - len(INDENT))
        return [row(self.lead, first[len(start) - 1 if start else 0 :]), *(row(INDENT, rest) for rest in more)]


class TableLog:
    """The last lines; talk stands among the game's events as it came."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []
        self.events: list[Mapping[str, Any]] = []
        self.unread = 0
        """Lines of talk that came while the log was not in sight."""
        self._next: dict[str, int] = {}
        """The number of the line that comes next in each stream."""

    @classmethod
    def of(cls, events: Iterable[Mapping[str, Any]], view: TableView) -> "TableLog":
        """The events of a game as it was, without the talk, which may tell more."""
        log = cls()
        log.events = list(events)
        log.lines = [_event_line(event, view) for event in log.events][-MOST_LINES:]
        return log

    def take(self, change: Changed, view: TableView) -> None:
        """Add what came with a change; after a snapshot, only what is not there yet."""
        for event in self._new("log", change.log):
            self.events.append(event)
            self.lines.append(_event_line(event, view))
        for name, stream in (("talk", change.talk), ("gallery", change.gallery)):
            fresh = self._new(name, stream)
            self.lines.extend(_talk_lines(fresh, view))
            self.unread += 0 if change.is_entry else len(fresh)
        self.lines = self.lines[-MOST_LINES:]

    def _new(self, name: str, stream: Lines) -> Sequence[Mapping[str, Any]]:
        """The lines of a stream that have not come before."""
        known = max(0, self._next.get(name, 0) - stream.start)
        self._next[name] = max(self._next.get(name, 0), stream.start + len(stream.lines))
        return stream.lines[known:]

    def last(self, height: int, cells: int, back: int = 0) -> list[Row]:
        """As many of the newest rows as fit, or of those so many rows before."""
        shown: list[Row] = []
        for line in reversed(self.lines):
            if len(shown) >= height + back:
                break
            shown = line.rows(cells - len(MARGIN)) + shown
        end = max(len(shown) - back, min(height, len(shown)))
        return [row(MARGIN, content) for content in shown[max(0, end - height) : end]]

    def furthest(self, height: int, cells: int) -> int:
        """How many rows one can go back."""
        return max(0, sum(len(line.rows(cells - len(MARGIN))) for line in self.lines) - height)


def _event_line(event: Mapping[str, Any], view: TableView) -> LogLine:
    """A line of the log; who acts stands first."""
    told = log_line(view.head["game"], event, view.teller())
    seat = event.get("seat")
    if isinstance(seat, int) and told.startswith(view.name(seat)):
        return LogLine(view.sign(seat), told.removeprefix(view.name(seat)).lstrip())
    return LogLine(Span(""), told)


def _talk_lines(lines: Iterable[Mapping[str, Any]], view: TableView) -> Iterable[LogLine]:
    left, right = view.glyphs.quotes
    for line in lines:
        who = view.sign(line["seat"]) if line["seat"] is not None else Span(line["name"] or "?", "quiet")
        yield LogLine(who, f"{left}{line['text']}{right}")
