"""The log and the talk of a table as rows, in the order in which they came."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len

from opera_protocol.client import Changed
from opera_protocol.messages import Lines
from opera_protocol.texts import log_line
from opera_tui.i18n import _
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
        """Lines of talk of others that came while the log was not in sight."""
        self._next: dict[str, int] = {}
        """The number of the line that comes next in each stream."""

    @classmethod
    def of(cls, events: Iterable[Mapping[str, Any]], view: TableView) -> "TableLog":
        """The events of a game as it was, without the talk, which may tell more."""
        log = cls()
        log.events = list(events)
        log.lines = [_event_line(event, view) for event in log.events][-MOST_LINES:]
        return log

    def take(self, change: Changed, view: TableView) -> Sequence[Mapping[str, Any]]:
        """Add what came with a change, after a snapshot only what is not there yet; the events that are new."""
        events = self._new("log", change.log)
        talk = [*self._new("talk", change.talk), *self._new("gallery", change.gallery)]
        self.events.extend(events)
        happened = [_event_line(event, view) for event in events]
        said = list(_talk_lines(talk, view))
        self.lines += _apart(said, happened) if change.is_entry else [*happened, *said]
        self.lines = self.lines[-MOST_LINES:]
        if not change.is_entry:
            self.unread += sum(line["seat"] is None or line["seat"] != view.me for line in talk)
        return events

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

    def newest(self) -> Row:
        """The last line as one row; nothing before there is one."""
        if not self.lines:
            return ()
        lead, text = self.lines[-1]
        return row(lead, f" {text}" if lead.text else text)

    def furthest(self, height: int, cells: int) -> int:
        """How many rows one can go back."""
        return max(0, sum(len(line.rows(cells - len(MARGIN))) for line in self.lines) - height)


def _apart(said: list[LogLine], happened: list[LogLine]) -> list[LogLine]:
    """Lines of a snapshot: nothing tells what was said before or after what happened, so each stands for itself."""
    if not said or not happened:
        return [*said, *happened]
    return [_heading(_("Said so far:")), *said, _heading(_("What happened so far:")), *happened]


def _heading(text: str) -> LogLine:
    return LogLine(Span(""), text)


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
