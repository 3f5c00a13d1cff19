"""After the end: the ranking, where points came from, and points after each round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from opera_protocol.i18n import N_
from opera_tui.faces.opera.lines import ranking
from opera_tui.faces.opera.names import CITIES, name, person, sign
from opera_tui.faces.plot import plotted
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import TableView

Event = Mapping[str, Any]
SOURCES: Final[Mapping[str, str]] = {
    "built": N_("building"),
    "sold": N_("sold to the Palazzo"),
    "appraised": N_("the Esperto"),
    "counted1": N_("first counting"),
    "counted2": N_("second counting"),
    "counted3": N_("third counting"),
}
LABEL: Final = 24
CELL: Final = 12


class Gain(NamedTuple):
    """Points that somebody got in one event."""

    seat: int
    source: str
    points: int
    city: str = ""
    """Where, if it was won in one city."""


def gains(event: Event) -> list[Gain]:
    """The points an event brought."""
    kind = event["event"]
    if kind in ("built", "sold", "appraised"):
        city = event.get("city") or event.get("part", "").partition(".")[0]
        return [Gain(event["seat"], kind, event["points"], city)]
    if kind != "counted":
        return []
    parts = (event["great"], event["century"], event["empty"])
    source = f"counted{event['counting']}"
    return [Gain(int(seat), source, sum(part[seat] for part in parts)) for seat in event["points"]]


def points_by_round(final: Mapping[int, int], log: Sequence[Event]) -> dict[int, dict[int, int]]:
    """Points of each seat after each round, counted back from the end as far as the log reaches."""
    now = dict(final)
    last = max((event["round"] for event in log if event["event"] == "round_ended"), default=0)
    by_round = {last: dict(now)} if last else {}
    for event in reversed(log):
        if event["event"] == "round" and event["round"] > 1:
            by_round[event["round"] - 1] = dict(now)
        for gain in gains(event):
            now[gain.seat] -= gain.points
    return by_round


def final_rows(view: TableView, log: Sequence[Event]) -> list[Row]:
    """Everything in 78 cells."""
    final = {seat: view.game["players"][seat]["points"] for seat in view.seats}
    return [
        *_ranking(view),
        EMPTY,
        *_parts(view, final, log),
        EMPTY,
        *_places(view, log),
        EMPTY,
        *_rounds(view, points_by_round(final, log)),
    ]


def _ranking(view: TableView) -> list[Row]:
    rows = []
    for place, seat in enumerate(ranking(view), start=1):
        player = view.game["players"][seat]
        points = Span(f"{player['points']:>5}", "strong")
        level = Span(_("   level {level}").format(level=player["level"]), "quiet")
        winner = Span(_("   wins"), "strong") if place == 1 else Span("")
        rows.append(row(f" {place}. ", sign(view, seat), " ", person(view, seat), points, level, winner))
    return rows


def _heading(view: TableView, label: str) -> Row:
    cells = [column(view.sign(seat).text, CELL, view.sign(seat).role, right=True) for seat in view.seats]
    return row(column(f" {label}", LABEL, "quiet"), *cells)


def _parts(view: TableView, final: Mapping[int, int], log: Sequence[Event]) -> list[Row]:
    """Where the points came from; what the log does not tell stands in a row of its own."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for event in log:
        for gain in gains(event):
            sums[gain.seat, gain.source] += gain.points
    rows = [_heading(view, _("points from"))]
    rows += [_part(view, _(label), [sums[seat, source] for seat in view.seats]) for source, label in SOURCES.items()]
    earlier = [final[seat] - sum(sums[seat, source] for source in SOURCES) for seat in view.seats]
    if any(earlier):
        rows.append(_part(view, _("before this log begins"), earlier))
    return [*rows, _part(view, _("together"), [final[seat] for seat in view.seats], "strong")]


def _places(view: TableView, log: Sequence[Event]) -> list[Row]:
    """What building and the Esperto brought in each city."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for gain in (gain for event in log for gain in gains(event)):
        sums[gain.seat, gain.city] += gain.points
    rows = [_heading(view, _("built or appraised in"))]
    cities = [city for city in CITIES if any(sums[seat, city] for seat in view.seats)]
    return [*rows, *(_part(view, name(view, city), [sums[seat, city] for seat in view.seats]) for city in cities)]


def _part(view: TableView, label: str, numbers: Sequence[int], role: str = "") -> Row:
    cells = [column(str(number) if number else view.glyphs.none, CELL, role, right=True) for number in numbers]
    return row(column(f" {label}", LABEL, role), *cells)


def _rounds(view: TableView, by_round: Mapping[int, Mapping[int, int]]) -> list[Row]:
    rows = plotted(view, _("round"), by_round)
    if len(by_round) < view.game["rounds"]:
        rows.append(row(Span(" " + _("The log here does not reach back to the first round."), "quiet")))
    return rows
