"""After the end: the ranking with each part of the points, and who sang what."""

from collections.abc import Sequence
from typing import Final

from opera_games.turandot.documents import Ending
from opera_games.turandot.words import PARTS, SILENT, Part
from opera_protocol.texts.format import plain
from opera_tui.games.plot import plotted
from opera_tui.games.turandot.labels import (
    POINT_TITLES,
    AnyHand,
    Hand,
    counted,
    hand_name,
    hands,
    part_of_points,
    sign,
    singer,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, column, row

COLUMNS: Final = {"stars": 6, "scenery": 8, "preferred": 10, "sex": 4, "director": 9, "puccini": 8}
"""The parts of the points, and how wide their columns are."""
TOTAL_CELLS: Final = 7
PER_ROW: Final = 2


def final_rows(view: TurandotView, turns: Sequence[TurandotView] = ()) -> list[Row]:
    """Draw in 78 cells the ranking, the best casts' points after each turn, and the casts, best first."""
    end = view.game.end
    if end is None:
        return []
    order: list[Hand] = [seat for seat, _points in end.ranking]
    if view.game.silent is not None:
        order.append(SILENT)
    casts = [line for seat in order for line in _cast(view, seat)]
    plot = [*_by_turn(view, turns), EMPTY] if turns else []
    return [*_tie(end), _head(view), *(_ranked(view, seat) for seat in order), EMPTY, *plot, *casts]


def _by_turn(view: TurandotView, turns: Sequence[TurandotView]) -> list[Row]:
    """Return what the best casts were worth after each turn; the last turn is the end."""
    points = {
        turn: {seat: moment.game.players[seat].points.total for seat in view.seats}
        for turn, moment in enumerate((*turns, view), start=1)
    }
    return plotted(view, _("turn"), points)


def _tie(end: Ending) -> list[Row]:
    """Say that the stars decide, if the best are equal in points."""
    if len(end.winners) != 1 or end.ranking[0][1] != end.ranking[1][1]:
        return []
    return [row(" ", Span(_("Equal in points: the stars decide."), "quiet")), EMPTY]


def _columns(view: TurandotView) -> dict[str, int]:
    return {part: COLUMNS[part] for part in counted(view, COLUMNS)}


def _head(view: TurandotView) -> Row:
    shown = [column(_(POINT_TITLES[part]), cells, "quiet", right=True) for part, cells in _columns(view).items()]
    return row(column("", 19), *shown, column(_("points"), TOTAL_CELLS, "quiet", right=True))


def _place(view: TurandotView, seat: int) -> int:
    """Return the place; players equal in points and stars share it."""
    results = [(player.points.total, player.points.stars) for player in view.game.players]
    return 1 + sum(other > results[seat] for other in results)


def _ranked(view: TurandotView, seat: Hand) -> Row:
    points = hands(view)[seat].points
    number = column("" if isinstance(seat, str) else f"{_place(view, seat)}.", 3)
    name = column(hand_name(view, seat), 12, view.own_role(seat))
    figures = [
        column(part_of_points(view, part, getattr(points, part)), cells, right=True)
        for part, cells in _columns(view).items()
    ]
    total = column(str(points.total), TOTAL_CELLS, "strong", right=True)
    return row(" ", number, sign(view, seat), " ", name, *figures, total)


def _cast(view: TurandotView, seat: Hand) -> list[Row]:
    """Draw the director, then two parts in a row: `Turandot Fiammetta Corelli 3f +`."""
    hand = hands(view)[seat]
    director = _("director {director}").format(director=word(view.glyphs, hand.director)) if hand.director else ""
    sung = [_sung(view, hand, part, card) for part, card in zip(PARTS, hand.casting, strict=True)]
    named = row(
        " ", sign(view, seat), " ", Span(hand_name(view, seat), view.own_role(seat)), Span(f"  {director}", "quiet")
    )
    return [named, *(row("    ", *sung[first : first + PER_ROW]) for first in range(0, len(sung), PER_ROW)), EMPTY]


def _sung(view: TurandotView, hand: AnyHand, part: Part, card: str | None) -> Row:
    named = column(word(view.glyphs, part), 9, "quiet")
    if card is None:
        return row(named, column(view.glyphs.dot, 28))
    found = singer(view, card)
    marks = ("+" if part in hand.preferred else "") + ("-" if part in hand.wrong_sex else "")
    return row(named, column(plain(found.name), 21), " ", column(f"{found.stars}{found.sex} {marks}", 6))
