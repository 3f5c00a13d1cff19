"""The nine directors: what each brings, and where each is."""

from opera_games.turandot.documents import DirectorCard
from opera_games.turandot.words import Director
from opera_tui.games.turandot.labels import effect, long_effect, sign, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row

GONE = ("dismissed", "out")


def directors(view: TurandotView) -> list[Row]:
    """Draw name, effect and owner; a director that is gone starts with a dash."""
    return [_short(view, director, found) for director, found in view.game.directors.items()]


def _short(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    is_gone = found.state in GONE
    role = "quiet" if is_gone else ""
    mark = view.glyphs.none if is_gone else " "
    named = (column(word(view.glyphs, director), 12, role), column(effect(view, director), 17, role))
    return row(Span(f"{mark} ", "quiet"), *named, _whose(view, director, found))


def _whose(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    """Return the sign of the director's owner, or the number in the line-up."""
    if found.by is not None:
        return row(sign(view, found.by))
    numbers = [number for number, card in view.game.lineup.items() if found.state == "lineup" and card == director]
    return row(*(Span(number, "strong") for number in numbers))


def directors_tab(view: TurandotView) -> list[Row]:
    """Draw the same with whole sentences."""
    return [_long(view, director, found) for director, found in view.game.directors.items()]


def _long(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    is_gone = found.state in GONE
    role = "quiet" if is_gone else ""
    mark = view.glyphs.none if is_gone else " "
    named = (column(word(view.glyphs, director), 12, role), column(long_effect(view, director), 50, role))
    return row(Span(f"{mark} ", "quiet"), *named, " ", _where(view, director, found))


def _where(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    if isinstance(found.by, str):
        return row(Span(_("silent hand"), "quiet"))
    if found.by is not None:
        return row(view.player(found.by))
    if found.state == "lineup":
        return row(_("line-up, "), _whose(view, director, found))
    states = {"left": _("left"), "dismissed": _("dismissed"), "out": _("not dealt")}
    return row(Span(states[found.state], "quiet"))
