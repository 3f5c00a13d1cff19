"""After the end: the ranking, where points came from, and points after each round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from opera_games.api import Seat
from opera_games.opera.events import Counted, PartBuilt, PiecesAppraised, PieceSold
from opera_games.opera.words import CITIES
from opera_protocol.texts.i18n import N_
from opera_tui.games import result
from opera_tui.games.growth import Growth, scored
from opera_tui.games.opera.labels import name
from opera_tui.games.opera.lines import ranking
from opera_tui.games.opera.view import OperaView
from opera_tui.games.plot import plotted
from opera_tui.games.result import CHART_ROWS, Figures, Room, Standing
from opera_tui.games.source_bars import Source
from opera_tui.games.view import AnyLine
from opera_tui.look.frames import SIDES, abreast, framed
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, row

SOURCES: Final[Mapping[str, str]] = {
    "built": N_("building"),
    "sold": NP_("19 cells", "sold to the Palazzo"),
    "appraised": NP_("24 cells", "the Esperto"),
    "counted1": NP_("24 cells", "first counting"),
    "counted2": NP_("24 cells", "second counting"),
    "counted3": NP_("24 cells", "third counting"),
}
MARKS: Final = (
    Source("b", N_("building")),
    Source("p", "Palazzo"),
    Source("e", "Esperto"),
    Source("1", "", is_marked=False),
    Source("2", "", is_marked=False),
    Source("3", N_("countings, points alone"), is_marked=False),
)
"""The same in the bars."""
LEFT_CELLS: Final = 60


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


def growth(view: OperaView) -> Growth:
    """Return how points grew from round to round."""
    to_come = _("Points are shown here after each round; none has ended yet.")
    return Growth(pgettext("6 cells", "round"), to_come, scored(view), view.game.rounds, view.game.countings)


def _final(view: OperaView) -> dict[Seat, int]:
    return {seat: view.game.players[seat].points for seat in view.seats}


def final_rows(view: OperaView, log: Sequence[AnyLine], room: Room) -> list[Row]:
    """Draw everything: below each other, or all in sight where there is room."""
    grown = growth(view)
    standings = [*result.ranking(_standings(view, log), MARKS, room), *_purses(view)]
    if room.is_wide:
        return [*standings, EMPTY, *_in_sight(view, log, grown, Room(room.cells, room.height - len(standings) - 1))]
    title = result.heading(_("Points after each round"), _countings(view))
    chart = [title, *result.growth_rows(view, grown, room.cells, CHART_ROWS)]
    rounds = [] if view.glyphs.is_ascii else plotted(view, grown, room.cells, of_gains=True)
    cells = max(room.cells, Room().cells)
    parts = _parts(view, log, result.heading(_("points from")), cells)
    places = _places(view, log, result.heading(_("building and Esperto")), cells)
    return result.scrolled([[*standings], chart, parts, places, rounds], room)


def _in_sight(view: OperaView, log: Sequence[AnyLine], grown: Growth, room: Room) -> list[Row]:
    """Draw chart and rounds on the left, both tables on the right, each in its frame."""
    right = room.cells - LEFT_CELLS
    rounds = plotted(view, grown, LEFT_CELLS - SIDES - 1, of_gains=True)
    above = room.height - len(rounds) - SIDES
    chart = result.growth_rows(view, grown, LEFT_CELLS - SIDES - 1, above - SIDES)
    parts = _parts(view, log, EMPTY, right - SIDES - 1)
    places = _places(view, log, EMPTY, right - SIDES - 1)
    below = max(len(places) + SIDES, room.height - max(above, len(parts) + SIDES))
    return abreast(
        [
            *framed(_("Points after each round"), chart, LEFT_CELLS, above, view.glyphs, _countings(view)),
            *framed(_("Round by round"), rounds, LEFT_CELLS, len(rounds) + SIDES, view.glyphs),
        ],
        [
            *framed(_("Points from"), parts, right, room.height - below, view.glyphs),
            *framed(_("Built or appraised in"), places, right, below, view.glyphs),
        ],
    )


def _standings(view: OperaView, log: Sequence[AnyLine]) -> list[Standing]:
    sums = _by_source(log)
    return [
        Standing(
            f"{place}.",
            view.sign(seat),
            view.name(seat),
            view.game.players[seat].points,
            [sums[seat, source] for source in SOURCES],
            _("level {level}").format(level=view.game.players[seat].level),
            view.own_role(seat),
            place == 1,
        )
        for place, seat in enumerate(ranking(view), start=1)
    ]


def _purses(view: OperaView) -> list[Row]:
    """Draw what is left of everybody's ducats, as far as it is known: people look for it, and it counts for nothing."""
    left = {seat: view.game.players[seat].ducats for seat in ranking(view)}
    if view.own is not None and view.me is not None:
        left[view.me] = view.own.ducats
    known = [row("  ", view.sign(seat), f" {ducats}") for seat, ducats in left.items() if ducats is not None]
    text = pgettext("44 cells", "ducats left, which bring no points:")
    return [row("  ", Span(text, "quiet"), *known)] if known else []


def _by_source(log: Sequence[AnyLine]) -> Mapping[tuple[Seat, str], int]:
    sums: dict[tuple[Seat, str], int] = defaultdict(int)
    for gain in (gain for event in log for gain in gains(event)):
        sums[gain.seat, gain.source] += gain.points
    return sums


def _countings(view: OperaView) -> str:
    *first, last = map(str, view.game.countings)
    return _("countings after {first} and {last}").format(first=", ".join(first), last=last)


def _parts(view: OperaView, log: Sequence[AnyLine], title: Row, cells: int) -> list[Row]:
    """Draw where the points came from; what happened before the log begins has a separate row."""
    sums, final = _by_source(log), _final(view)
    lines = [
        _line(view, row(" ", result.source_label(MARKS, place, _(label))), [sums[seat, source] for seat in view.seats])
        for place, (source, label) in enumerate(SOURCES.items())
    ]
    earlier = [final[seat] - sum(sums[seat, source] for source in SOURCES) for seat in view.seats]
    if any(earlier):
        lines.append(_line(view, row(" ", result.unmarked(_("before this log"))), earlier))
    total = _line(view, row(" ", result.unmarked(_("together"))), list(final.values()), "strong")
    return result.table(title, _signs(view), [*lines, total], cells)


def _places(view: OperaView, log: Sequence[AnyLine], title: Row, cells: int) -> list[Row]:
    """Return what building and the Esperto brought in each city."""
    sums: dict[tuple[int, str], int] = defaultdict(int)
    for gain in (gain for event in log for gain in gains(event)):
        sums[gain.seat, gain.city] += gain.points
    cities = [city for city in CITIES if any(sums[seat, city] for seat in view.seats)]
    lines = [_line(view, row(f" {name(view, city)}"), [sums[seat, city] for seat in view.seats]) for city in cities]
    return result.table(title, _signs(view), lines, cells)


def _signs(view: OperaView) -> list[Span]:
    return [view.sign(seat) for seat in view.seats]


def _line(view: OperaView, label: Row, numbers: Sequence[int], role: str = "") -> Figures:
    return Figures(label, [str(number) if number else view.glyphs.none for number in numbers], role)
