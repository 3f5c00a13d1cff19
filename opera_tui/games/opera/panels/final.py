"""After the end: the ranking, where points came from, and points after each round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from opera_games.api import Seat
from opera_games.opera.events import Counted, PartBuilt, PiecesAppraised, PieceSold, RoundEnded, RoundStarted
from opera_games.opera.words import CITIES
from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.labels import heading, name, person, sign, table_row
from opera_tui.games.opera.lines import ranking
from opera_tui.games.opera.view import OperaView
from opera_tui.games.plot import plotted
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row

SOURCES: Final[Mapping[str, str]] = {
    "built": N_("building"),
    "sold": N_("sold to the Palazzo"),
    "appraised": N_("the Esperto"),
    "counted1": N_("first counting"),
    "counted2": N_("second counting"),
    "counted3": N_("third counting"),
}


class Gain(NamedTuple):
    """Points that a seat got in one event."""

    seat: Seat
    source: str
    points: int
    city: str = ""
    """Where, if it was won in one city."""


def gains(event: AnyLine) -> list[Gain]:
    """Return the points an event brought."""
    match event:
        case PartBuilt():
            return [Gain(event.seat, "built", event.points, event.part.partition(".")[0])]
        case PieceSold():
            return [Gain(event.seat, "sold", event.points)]
        case PiecesAppraised():
            return [Gain(event.seat, "appraised", event.points, event.city)]
        case Counted():
            parts = (event.great, event.century, event.empty)
            source = f"counted{event.counting}"
            return [Gain(seat, source, sum(part[seat] for part in parts)) for seat in event.points]
    return []


def points_by_round(final: Mapping[Seat, int], log: Sequence[AnyLine]) -> dict[int, dict[Seat, int]]:
    """Return points of each seat after each round, counted back from the end as far as the log reaches."""
    now = dict(final)
    last = max((event.round for event in log if isinstance(event, RoundEnded)), default=0)
    by_round = {last: dict(now)} if last else {}
    for event in reversed(log):
        if isinstance(event, RoundStarted) and event.round > 1:
            by_round[event.round - 1] = dict(now)
        for gain in gains(event):
            now[gain.seat] -= gain.points
    return by_round


def final_rows(view: OperaView, log: Sequence[AnyLine]) -> list[Row]:
    """Draw everything in 78 cells."""
    final = {seat: view.game.players[seat].points for seat in view.seats}
    return [
        *_ranking(view),
        EMPTY,
        *_rounds(view, points_by_round(final, log)),
        EMPTY,
        *_parts(view, final, log),
        EMPTY,
        *_places(view, log),
    ]


def _ranking(view: OperaView) -> list[Row]:
    rows = []
    for place, seat in enumerate(ranking(view), start=1):
        player = view.game.players[seat]
        points = Span(f"{player.points:>5}", "strong")
        level = Span(_("   level {level}").format(level=player.level), "quiet")
        winner = Span(_("   wins"), "strong") if place == 1 else Span("")
        rows.append(row(f" {place}. ", sign(view, seat), " ", person(view, seat), points, level, winner))
    return rows


def _parts(view: OperaView, final: Mapping[Seat, int], log: Sequence[AnyLine]) -> list[Row]:
    """Draw where the points came from; what happened before the log begins has a separate row."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for event in log:
        for gain in gains(event):
            sums[gain.seat, gain.source] += gain.points
    rows = [heading(view, _("points from"))]
    rows += [_part(view, _(label), [sums[seat, source] for seat in view.seats]) for source, label in SOURCES.items()]
    earlier = [final[seat] - sum(sums[seat, source] for source in SOURCES) for seat in view.seats]
    if any(earlier):
        rows.append(_part(view, _("before this log begins"), earlier))
    return [*rows, _part(view, _("together"), [final[seat] for seat in view.seats], "strong")]


def _places(view: OperaView, log: Sequence[AnyLine]) -> list[Row]:
    """Return what building and the Esperto brought in each city."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for gain in (gain for event in log for gain in gains(event)):
        sums[gain.seat, gain.city] += gain.points
    rows = [heading(view, _("building and Esperto"))]
    cities = [city for city in CITIES if any(sums[seat, city] for seat in view.seats)]
    return [*rows, *(_part(view, name(view, city), [sums[seat, city] for seat in view.seats]) for city in cities)]


def _part(view: OperaView, label: str, numbers: Sequence[int], role: str = "") -> Row:
    return table_row(label, [str(number) if number else view.glyphs.none for number in numbers], role)


def _rounds(view: OperaView, by_round: Mapping[int, Mapping[Seat, int]]) -> list[Row]:
    rows = plotted(view, _("round"), by_round)
    if len(by_round) < view.game.rounds:
        rows.append(row(Span(" " + _("The log here does not reach back to the first round."), "quiet")))
    return rows
