"""After the end: the ranking with each part of the points, how they grew, and who sang what."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from opera_games.turandot.documents import Ending
from opera_games.turandot.words import PARTS, SILENT, Part
from opera_protocol.texts.format import plain
from opera_tui.games import result
from opera_tui.games.growth import Growth, scored
from opera_tui.games.plot import plotted
from opera_tui.games.result import CHART_ROWS, Figures, Room, Standing
from opera_tui.games.source_bars import Source
from opera_tui.games.turandot.labels import (
    POINT_TITLES,
    SHORT,
    AnyHand,
    Hand,
    category,
    counted,
    crop,
    hand_name,
    hands,
    last_name,
    marks,
    part_of_points,
    sign,
    singer,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.frames import SIDES, abreast, framed
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row

MARKS: Final = {
    "stars": "",
    "scenery": NP_("scenery, 1 cell", "s"),
    "preferred": "p",
    "sex": "x",
    "director": NP_("director, 1 cell", "d"),
    "puccini": "P",
}
"""The parts of the points, with what stands before their numbers in a bar; stars have their own sign."""
PER_ROW: Final = 2
CHART_CELLS: Final = 50
TURNS_CELLS: Final = 34
LABEL_CELLS: Final = 16
PART_CELLS: Final = 10
NAME_CELLS: Final = 11
WHOLE_NAME_CELLS: Final = 18


def growth(view: TurandotView) -> Growth:
    """Return what the best casts were worth after each turn."""
    to_come = _("Points are shown here after each turn; none has ended yet.")
    return Growth(pgettext("6 cells", "turn"), to_come, scored(view), view.game.turns)


def final_rows(view: TurandotView, room: Room) -> list[Row]:
    """Draw the ranking, the best casts' points after each turn, what they are made of, and the casts, best first."""
    end = view.game.end
    if end is None:
        return []
    order: list[Hand] = [seat for seat, _points in end.ranking]
    if view.game.silent is not None:
        order.append(SILENT)
    grown = growth(view)
    standings = result.ranking([_standing(view, seat) for seat in order], _sources(view), room)
    above = [*_tie(end), *standings]
    if room.is_wide:
        return [*above, EMPTY, *_in_sight(view, grown, order, Room(room.cells, room.height - len(above) - 1))]
    return result.scrolled([above, *_below(view, grown, room), *(_cast(view, seat) for seat in order)], room)


def _below(view: TurandotView, grown: Growth, room: Room) -> list[list[Row]]:
    """Draw the chart, the parts of the points, and the points by turn."""
    title = result.heading(_("Points after each turn"), _("the best cast as of then"))
    chart = [title, *result.growth_rows(view, grown, room.cells, CHART_ROWS)]
    turns = plotted(view, grown, room.cells, of_gains=True) if not view.glyphs.is_ascii else []
    parts = _parts(view, result.heading(_("points from")), max(room.cells, Room().cells), result.LABEL_CELLS)
    return [chart, parts, turns]


def _in_sight(view: TurandotView, grown: Growth, order: Sequence[Hand], room: Room) -> list[Row]:
    """Draw chart, turns and parts beside each other, and the casts below, each in its frame."""
    casts = _all_casts(view, order, room.cells - SIDES - 1)
    height = room.height - len(casts) - SIDES
    rest = room.cells - CHART_CELLS - TURNS_CELLS
    chart = result.growth_rows(view, grown, CHART_CELLS - SIDES - 1, height - SIDES)
    turns = plotted(view, grown, TURNS_CELLS - SIDES)
    parts = _parts(view, EMPTY, rest - SIDES - 1, LABEL_CELLS)
    glyphs = view.glyphs
    beside = abreast(
        framed(_("Points after each turn"), chart, CHART_CELLS, height, glyphs),
        framed(_("Turn by turn"), turns, TURNS_CELLS, height, glyphs),
        framed(_("Points from"), parts, rest, height, glyphs),
    )
    return [*beside, *framed(_("Casts"), casts, room.cells, len(casts) + SIDES, glyphs)]


def _sources(view: TurandotView) -> list[Source]:
    return [Source(_(MARKS[part]) or view.glyphs.star_mark, POINT_TITLES[part]) for part in counted(view, POINT_TITLES)]


def _tie(end: Ending) -> list[Row]:
    """Say that the stars decide, if the best are equal in points."""
    if len(end.winners) != 1 or end.ranking[0][1] != end.ranking[1][1]:
        return []
    return [row(" ", Span(_("Equal in points: the stars decide."), "quiet")), EMPTY]


def place_of(view: TurandotView, seat: int) -> int:
    """Return the place; players equal in points and stars share it."""
    results = [(player.points.total, player.points.stars) for player in view.game.players]
    return 1 + sum(other > results[seat] for other in results)


def _standing(view: TurandotView, seat: Hand) -> Standing:
    points = hands(view)[seat].points
    winners = view.game.end.winners if view.game.end else ()
    return Standing(
        "" if isinstance(seat, str) else f"{place_of(view, seat)}.",
        sign(view, seat),
        hand_name(view, seat),
        points.total,
        [getattr(points, part) for part in counted(view, POINT_TITLES)],
        role=view.own_role(seat),
        is_winner=seat in winners,
    )


def _parts(view: TurandotView, title: Row, cells: int, label: int) -> list[Row]:
    """Draw what the points are made of, players as columns."""
    found, sources = hands(view), _sources(view)
    lines = [
        Figures(
            row(" ", result.source_label(sources, place, _(POINT_TITLES[part]))),
            [part_of_points(view, part, getattr(hand.points, part)) for hand in found.values()],
        )
        for place, part in enumerate(counted(view, POINT_TITLES))
    ]
    totals = [str(hand.points.total) for hand in found.values()]
    total = Figures(row(" ", result.unmarked(_("together"))), totals, "strong")
    return result.table(title, [sign(view, seat) for seat in found], [*lines, total], cells, label)


def _cast(view: TurandotView, seat: Hand) -> list[Row]:
    """Draw the director, then two parts in a row: `Turandot Fiammetta Corelli 3f prof+`."""
    hand = hands(view)[seat]
    director = _("director {director}").format(director=word(view.glyphs, hand.director)) if hand.director else ""
    sung = [_sung(view, hand, part, card) for part, card in zip(PARTS, hand.casting, strict=True)]
    named = row(
        " ", sign(view, seat), " ", Span(hand_name(view, seat), view.own_role(seat)), Span(f"  {director}", "quiet")
    )
    return [named, *(row("    ", *sung[first : first + PER_ROW]) for first in range(0, len(sung), PER_ROW))]


def _sung(view: TurandotView, hand: AnyHand, part: Part, card: str | None) -> Row:
    named = column(word(view.glyphs, part), 9, "quiet")
    if card is None:
        return row(named, column(view.glyphs.dot, 28, "line"))
    full = plain(singer(view, card).name)
    shown = full if cell_len(full) < WHOLE_NAME_CELLS else crop(last_name(view, card), WHOLE_NAME_CELLS - 1)
    return row(named, column(shown, WHOLE_NAME_CELLS), fit(_kind(view, hand, part, card), 10))


def _kind(view: TurandotView, hand: AnyHand, part: Part, card: str) -> Row:
    """Draw `3f prof+`."""
    found = singer(view, card)
    return row(f"{found.stars}{found.sex} ", category(view, found.category, SHORT), marks(hand, part))


def _all_casts(view: TurandotView, order: Sequence[Hand], cells: int) -> list[Row]:
    """Draw all casts as one table: parts as rows, hands as columns."""
    each = (cells - PART_CELLS - 1) // len(order)
    found = hands(view)
    head = [fit(row(sign(view, seat), f" {crop(hand_name(view, seat), 12)}"), each) for seat in order]
    lines = [
        row(
            " ",
            column(word(view.glyphs, part), PART_CELLS, "quiet"),
            *(fit(_singing(view, found[seat], part, place), each) for seat in order),
        )
        for place, part in enumerate(PARTS)
    ]
    directors = [_directed(view.glyphs, found[seat]) for seat in order]
    last = row(
        " ", column(pgettext("9 cells", "director"), PART_CELLS, "quiet"), *(column(name, each) for name in directors)
    )
    return [row(" " * (PART_CELLS + 1), *head), *lines, last]


def _directed(glyphs: Glyphs, hand: AnyHand) -> str:
    return word(glyphs, hand.director) if hand.director else glyphs.none


def _singing(view: TurandotView, hand: AnyHand, part: Part, place: int) -> Row:
    card = hand.casting[place]
    if card is None:
        return row(Span(view.glyphs.dot * NAME_CELLS, "line"))
    return row(crop(last_name(view, card), NAME_CELLS), " ", _kind(view, hand, part, card))
