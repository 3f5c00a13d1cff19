"""The six role cards: fee, who has them, and where the pawns stand."""

from opera_tui.faces.opera.names import CHARACTERS, EMPLOYEES, LETTERS, ROLES, name, sign
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, beside, column, row
from opera_tui.table_view import TableView


def wide_rows(view: TableView) -> list[Row]:
    """A row for each role in 28 cells."""
    rows = [row(*_card(view, role, 10), " ", _note(view, role)) for role in ROLES]
    return [*rows, (), row("  ", Span(_("fee = budget levels"), "quiet"))]


def _card(view: TableView, role: str, cells: int) -> Row:
    """Key or `–`, name, fee, and who has it."""
    is_free = role in view.game["roles"]
    key = LETTERS[role] if is_free else view.glyphs.none
    taker = view.game["takers"].get(role)
    emphasis = "" if is_free else "quiet"
    return row(
        " ",
        Span(key, "strong" if is_free else "quiet"),
        " ",
        column(name(view, role), cells, emphasis),
        Span(f" {view.game['fees'][role]} ", emphasis),
        "  " if taker is None else sign(view, taker),
    )


def _note(view: TableView, role: str) -> Span:
    if view.game["playing"] == role:
        return Span(_("in play"), "strong")
    return Span("" if role in EMPLOYEES else _whereabouts(view, role), "quiet")


def _whereabouts(view: TableView, role: str) -> str:
    city = view.game["pawns"][role]
    return _("no city") if city is None else name(view, city)


def narrow_rows(view: TableView) -> list[Row]:
    """Employees and characters next to each other in 40 cells."""
    employees = [_card(view, role, 10) for role in EMPLOYEES]
    characters = [row(_card(view, role, 7), " ", _short_whereabouts(view, role)) for role in CHARACTERS]
    return beside(employees, characters, 19)


def _short_whereabouts(view: TableView, role: str) -> Span:
    city = view.game["pawns"][role]
    return Span(name(view, city)[:3] if city else view.glyphs.none, "quiet")
