"""The log and the talk of a table as rows, in the order in which they came."""

from collections.abc import Iterable, Mapping
from typing import Any

from opera_protocol.client import Changed
from opera_protocol.texts import log_line
from opera_tui.rows import Row, Span, row
from opera_tui.table_view import TableView

MOST_LINES = 500


class TableLog:
    """The last lines; talk stands among the game's events as it came."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.events: list[Mapping[str, Any]] = []
        self.unread = 0
        """Lines of talk that came while the log was not in sight."""

    def take(self, change: Changed, view: TableView) -> None:
        """Add what came with a change; a snapshot begins anew."""
        if change.is_entry:
            self.rows, self.events = [], []
        for event in change.log.lines:
            self.events.append(event)
            self.rows.append(_event_row(event, view))
        for stream in (change.talk, change.gallery):
            self.rows.extend(_talk_rows(stream.lines, view))
            self.unread += 0 if change.is_entry else len(stream.lines)
        self.rows = self.rows[-MOST_LINES:]

    def last(self, height: int) -> list[Row]:
        """As many of the newest rows as fit."""
        return self.rows[-height:] if height > 0 else []


def _event_row(event: Mapping[str, Any], view: TableView) -> Row:
    """A line of the log; who acts stands first, in that player's sign."""
    told = log_line(view.head["game"], event, view.teller())
    seat = event.get("seat")
    if isinstance(seat, int) and told.startswith(view.name(seat)):
        return row(view.sign(seat), told.removeprefix(view.name(seat)))
    return row(told)


def _talk_rows(lines: Iterable[Mapping[str, Any]], view: TableView) -> Iterable[Row]:
    left, right = view.glyphs.quotes
    for line in lines:
        who = view.sign(line["seat"]) if line["seat"] is not None else Span(line["name"] or "?", "quiet")
        yield row(who, f" {left}{line['text']}{right}")
