"""After the end: the ranking with each part of the points, and who sang what."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_protocol.telling import plain
from opera_tui.faces.plot import plotted
from opera_tui.faces.turandot.cards import PARTS, SILENT, counts_puccini, sign, signed, singer, word
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

COLUMNS: Final = {"stars": 6, "scenery": 8, "preferred": 10, "sex": 4, "director": 9, "puccini": 8}
"""The parts of the points, and how wide their columns are."""
TOTAL_CELLS: Final = 7
PER_ROW: Final = 2


def final_rows(view: TableView, turns: Sequence[TableView] = ()) -> list[Row]:
    """78 cells: the ranking, the best casts' points after each turn, and the casts from the best to the last."""
    if not view.game["end"]:
        return []
    order: list[int | str] = [seat for seat, _points in view.game["end"]["ranking"]]
    if view.game["silent"] is not None:
        order.append(SILENT)
    casts = [line for seat in order for line in _cast(view, seat)]
    plot = [*_by_turn(view, turns), EMPTY] if turns else []
    return [*_tie(view), _head(view), *(_ranked(view, seat) for seat in order), EMPTY, *plot, *casts]


def _by_turn(view: TableView, turns: Sequence[TableView]) -> list[Row]:
    """What the best casts were worth after each turn; the last turn is the end."""
    standings = {
        turn: {seat: moment.game["players"][seat]["points"]["total"] for seat in view.seats}
        for turn, moment in enumerate((*turns, view), start=1)
    }
    return plotted(view, _("turn"), standings)


def _tie(view: TableView) -> list[Row]:
    """A win by the stars alone is worth a sentence."""
    winners, ranking = view.game["end"]["winners"], view.game["end"]["ranking"]
    if len(winners) != 1 or ranking[0][1] != ranking[1][1]:
        return []
    return [row(" ", Span(_("Equal in points: the stars decide."), "quiet")), EMPTY]


def _columns(view: TableView) -> dict[str, int]:
    """Puccini's point counts only between two players."""
    return {part: cells for part, cells in COLUMNS.items() if part != "puccini" or counts_puccini(view)}


def _head(view: TableView) -> Row:
    titles = {
        "stars": _("stars"),
        "scenery": _("scenery"),
        "preferred": _("preferred"),
        "sex": _("sex"),
        "director": _("director"),
        "puccini": _("Puccini"),
    }
    shown = [column(titles[part], cells, "quiet", right=True) for part, cells in _columns(view).items()]
    return row(column("", 19), *shown, column(_("points"), TOTAL_CELLS, "quiet", right=True))


def _place(view: TableView, seat: int) -> int:
    """Who is equal in points and stars has the same place."""
    standings = [(player["points"]["total"], player["points"]["stars"]) for player in view.game["players"]]
    return 1 + sum(other > standings[seat] for other in standings)


def _ranked(view: TableView, seat: int | str) -> Row:
    points = _hand(view, seat)["points"]
    number = column("" if isinstance(seat, str) else f"{_place(view, seat)}.", 3)
    name = column(_name(view, seat), 12, _role(view, seat))
    figures = [column(_figure(view, part, points[part]), cells, right=True) for part, cells in _columns(view).items()]
    total = column(str(points["total"]), TOTAL_CELLS, "strong", right=True)
    return row(" ", number, sign(view, seat), " ", name, *figures, total)


def _figure(view: TableView, part: str, points: int) -> str:
    if part == "stars":
        return str(points)
    return signed(points) if points else view.glyphs.none


def _hand(view: TableView, seat: int | str) -> Document:
    hand: Document = view.game["silent"] if isinstance(seat, str) else view.game["players"][seat]
    return hand


def _name(view: TableView, seat: int | str) -> str:
    return _("silent hand") if isinstance(seat, str) else view.name(seat)


def _role(view: TableView, seat: int | str) -> str:
    return "own" if seat == view.me else ""


def _cast(view: TableView, seat: int | str) -> list[Row]:
    """The director, then two parts in a row: `Turandot Fiammetta Corelli 3f +`."""
    hand = _hand(view, seat)
    director = _("director {director}").format(director=word(view.glyphs, hand["director"])) if hand["director"] else ""
    sung = [_sung(view, hand, part, card) for part, card in zip(PARTS, hand["casting"], strict=True)]
    named = row(" ", sign(view, seat), " ", Span(_name(view, seat), _role(view, seat)), Span(f"  {director}", "quiet"))
    return [named, *(row("    ", *sung[first : first + PER_ROW]) for first in range(0, len(sung), PER_ROW)), EMPTY]


def _sung(view: TableView, hand: Document, part: str, card: str | None) -> Row:
    named = column(word(view.glyphs, part), 9, "quiet")
    if card is None:
        return row(named, column(view.glyphs.dot, 28))
    found: Mapping[str, Any] = singer(view, card)
    marks = ("+" if part in hand["preferred"] else "") + ("-" if part in hand["wrong_sex"] else "")
    return row(named, column(plain(found["name"]), 21), " ", column(f"{found['stars']}{found['sex']} {marks}", 6))
