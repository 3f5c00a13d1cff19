"""The six role cards: fee, their holders, and where the pawns stand."""

from opera_games.opera.words import CHARACTERS, EMPLOYEES, ROLES, Character, Role
from opera_tui.games.opera.labels import CITY_LETTERS, LETTERS, name, pawn_token, sign
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import pgettext
from opera_tui.look.rows import Row, Span, beside, column, row


def wide_rows(view: OperaView) -> list[Row]:
    """Draw a row for each role in 28 cells."""
    rows = [row(*_card(view, role, 10), " ", _note(view, role)) for role in ROLES]
    return [*rows, (), row("  ", Span(pgettext("26 cells", "fee = budget levels"), "quiet"))]


def _card(view: OperaView, role: Role, cells: int) -> Row:
    """Draw key or `–`, name, fee, and the player that has it."""
    is_free = role in view.game.roles
    key = LETTERS[role] if is_free else view.glyphs.none
    taker = view.game.takers.get(role)
    emphasis = "" if is_free else "quiet"
    return row(
        " ",
        Span(key, "key" if is_free else "quiet"),
        " ",
        column(name(view, role), cells, emphasis),
        Span(f" {view.game.fees[role]} ", "strong" if is_free else "quiet"),
        "  " if taker is None else sign(view, taker),
    )


def _note(view: OperaView, role: Role) -> Row:
    """Draw the pawn of a role and where it stands, or that the role is in play."""
    pawn = next((pawn for pawn in CHARACTERS if pawn == role), None)
    city = view.game.pawns[pawn] if pawn else None
    where = Span(name(view, city)) if city else Span(pgettext("7 cells", "no city") if pawn else "", "quiet")
    shown = Span(pgettext("7 cells", "in play"), "strong") if view.game.playing == role else where
    return row(pawn_token(pawn), " ", shown) if pawn else row(shown)


def narrow_rows(view: OperaView) -> list[Row]:
    """Draw employees and characters side by side in 40 cells."""
    employees = [_card(view, role, 10) for role in EMPLOYEES]
    characters = [row(_card(view, role, 7), " ", _short_whereabouts(view, role)) for role in CHARACTERS]
    return beside(employees, characters, 19)


def _short_whereabouts(view: OperaView, pawn: Character) -> Row:
    city = view.game.pawns[pawn]
    return row(pawn_token(pawn), " ", CITY_LETTERS[city]) if city else row(Span(view.glyphs.none, "quiet"))
