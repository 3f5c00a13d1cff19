"""The budget table: the order of play with levels, points, and what everybody does now."""

from collections.abc import Mapping
from typing import Final

from opera_games.opera.documents import PublicPlayer
from opera_games.opera.words import TOP_LEVEL, Answer, Kind
from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.labels import LETTERS, NAME_CELLS, person, sign, stock_text
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row, width

DOING_CELLS: Final = 13
DETAIL_CELLS: Final = 18
NAMES_AT: Final = 18
ANSWERS: Final[Mapping[Answer, str]] = {
    "joined": N_("joined in"),
    "intermezzo": N_("intermezzo"),
    "appraised": N_("has scored"),
    "declined": N_("declined"),
}
WAITED_FOR: Final[Mapping[Kind, str]] = {"bid": N_("bids"), "appraise": N_("decides now")}
ABSENCES: Final[Mapping[str, str]] = {"away": N_("away"), "bot": N_("a bot acts")}


def wide_rows(view: OperaView) -> list[Row]:
    """Draw two rows for each player in 49 cells."""
    rows: list[Row] = []
    for seat in view.game.order:
        rows += [_level_row(view, seat), _doing_row(view, seat)]
    return rows


def _pointer(view: OperaView, seat: int) -> str:
    return view.glyphs.cursor if _is_deciding(view, seat) else " "


def _level_row(view: OperaView, seat: int) -> Row:
    player = view.game.players[seat]
    own = view.own_role(seat)
    points = Span(f"{player.points:>5}", own or "strong")
    level = Span(f"{player.level:>2} ")
    name = (sign(view, seat), " ", person(view, seat))
    return row(_pointer(view, seat), level, bar(view, player.level), " ", *name, points, Span(_(" points"), "quiet"))


def bar(view: OperaView, level: int) -> Row:
    """Draw ten cells, filled up to the level."""
    return row(view.glyphs.bar * level, Span(view.glyphs.bar_left * (TOP_LEVEL - level), "quiet"))


def _doing_row(view: OperaView, seat: int) -> Row:
    emphasis = "strong" if _is_deciding(view, seat) else "quiet"
    shown = column(view.glyphs.say(_doing(view, seat)), DOING_CELLS, emphasis)
    return row(" " * NAMES_AT, shown, _details(view, seat))


def _details(view: OperaView, seat: int) -> Span:
    player = view.game.players[seat]
    if view.game.open_screens:
        return Span(behind_screen(view, player, DETAIL_CELLS))
    hired = _("hired {hired}/{limit}").format(hired=player.hired, limit=view.game.role_limit)
    stock = _("stock {number}").format(number=player.stock_size)
    return Span(f"{hired} {stock}", "quiet")


def behind_screen(view: OperaView, player: PublicPlayer, cells: int) -> str:
    """Return ducats and stock of a player whose screen is open."""
    ducats = _("{ducats} d").format(ducats=player.ducats)
    return f"{ducats} {stock_text(view.glyphs, player.stock or (), cells - len(ducats) - 1)}"


def narrow_rows(view: OperaView) -> list[Row]:
    """Draw one row for each player in 40 cells, below the names of the columns."""
    labels = (_("lvl"), _("player"), _("hired"), _("stock"), _("points"))
    head = Span(" {:<5}{:<14} {:>5} {:>5} {:>6}".format(*labels), "quiet")
    return [row(head), *(_narrow_row(view, seat) for seat in view.game.order)]


def _narrow_row(view: OperaView, seat: int) -> Row:
    player = view.game.players[seat]
    hired = f"{player.hired}/{view.game.role_limit}"
    doing = column(_doing_sign(view, seat), 2)
    figures = (f"{hired:>5}{player.stock_size:>5}", Span(f"{player.points:>7}", view.own_role(seat) or "strong"))
    level = f"{player.level:>2} "
    return row(_pointer(view, seat), level, doing, sign(view, seat), " ", _named(view, seat), *figures)


def _named(view: OperaView, seat: int) -> Row:
    """Draw the name, and beside it that the player is absent."""
    away = view.short_absence(seat)
    return row(person(view, seat, NAME_CELLS - width(away)), away)


def _is_deciding(view: OperaView, seat: int) -> bool:
    return str(seat) in view.game.waiting


def _has_role(view: OperaView, seat: int) -> bool:
    """Say whether the role in play is this player's."""
    playing = view.game.playing
    return playing is not None and view.game.takers.get(playing) == seat


def _doing(view: OperaView, seat: int) -> str:
    """Return what the player does now, in at most 12 cells."""
    game, player = view.game, view.game.players[seat]
    if absence := view.absence(seat):
        return _(ABSENCES[absence])
    if _is_deciding(view, seat):
        return _(WAITED_FOR.get(game.waiting[str(seat)], N_("decides now")))
    if _has_role(view, seat):
        return _("has the role")
    if player.has_bid:
        return _("has bid")
    if str(seat) in game.answers and game.playing:
        return _(ANSWERS[game.answers[str(seat)]])
    return _at_rest(view, seat)


def _at_rest(view: OperaView, seat: int) -> str:
    player = view.game.players[seat]
    if player.closed:
        return _("closed")
    if seat in view.game.queue:
        return _("comes next") if seat == view.game.queue[0] else _("waits")
    return _("level 0") if not player.level and view.game.phase == "act" else ""


def _doing_sign(view: OperaView, seat: int) -> str:
    """Return the same in one cell: role in play, joined in, intermezzo, closed."""
    game = view.game
    if game.playing and _has_role(view, seat):
        return LETTERS[game.playing]
    if game.players[seat].closed:
        return "x"
    answer = game.answers.get(str(seat)) if game.playing else None
    return "" if answer is None else "+" if answer in ("joined", "appraised") else view.glyphs.none
