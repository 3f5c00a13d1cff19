"""The budget table: the order of play with levels, points, and what everybody does now."""

from collections.abc import Mapping
from typing import Final

from opera_games.opera.documents import PublicPlayer
from opera_games.opera.words import Answer, Kind
from opera_tui.games.opera.labels import LETTERS, NAME_CELLS, in_tokens, person, sign, stock_text
from opera_tui.games.opera.panels.track import lane, points_so_far, scale
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.rows import Row, Span, column, filled, fit, row, width

LANE_AT: Final = 4
SPARK_CELLS: Final = 11
HIRED_CELLS: Final = 11
DOING_CELLS: Final = 13
STOCK_CELLS: Final = 9
SCREEN_CELLS: Final = 21
"""What ducats and stock may take where screens are open."""
ANSWERS: Final[Mapping[Answer, str]] = {
    "joined": NP_("12 cells", "joined in"),
    "intermezzo": NP_("12 cells", "intermezzo"),
    "appraised": NP_("12 cells", "has scored"),
    "declined": NP_("12 cells", "declined"),
}
WAITED_FOR: Final[Mapping[Kind, str]] = {
    "bid": NP_("what a player does, 12 cells", "bids"),
    "appraise": NP_("12 cells", "decides now"),
}
BORDER_TEXT_AT: Final = 2
"""Where a text at the left end of a border begins, counted from the panel's first cell."""
ABSENCES: Final[Mapping[str, str]] = {"away": NP_("12 cells", "away"), "bot": NP_("12 cells", "a bot acts")}


def wide_rows(view: OperaView) -> list[Row]:
    """Draw two rows for each player in 49 cells: the lane with the points, and how the points grew."""
    rows: list[Row] = []
    for seat in view.game.order:
        rows += [_level_row(view, seat), _doing_row(view, seat)]
    return rows


def _pointer(view: OperaView, seat: int) -> Span:
    return Span(view.glyphs.cursor if _is_deciding(view, seat) else " ", "title")


def _level_row(view: OperaView, seat: int) -> Row:
    player = view.game.players[seat]
    points = Span(f"{player.points:>5}", view.own_role(seat) or "strong")
    level = Span(f"{player.level:>2}", "strong")
    return row(_pointer(view, seat), level, " ", lane(view, seat), " ", person(view, seat), points, _unit())


def _unit() -> Span:
    return Span(pgettext("4 cells", " pts"), "quiet")


def scale_note(view: OperaView) -> str:
    """Return the numbers of the levels for the lower border, where they stand below the lanes."""
    return f"{' ' * (LANE_AT - BORDER_TEXT_AT)}{scale()}".rstrip()


def _doing_row(view: OperaView, seat: int) -> Row:
    player = view.game.players[seat]
    is_open = view.game.open_screens
    screen = in_tokens(view.glyphs, behind_screen(view, player, SCREEN_CELLS - 1)) if is_open else ()
    # Translators: roles hired in this round; at most 10 cells with a figure such as 1/3.
    hired = filled(_("hired {n}"), "quiet", n=Span(f"{player.hired}/{view.game.role_limit}"))
    doing = column(view.glyphs.say(_doing(view, seat)), DOING_CELLS, "title" if _is_deciding(view, seat) else "quiet")
    # Translators: at most 8 cells with a figure of one digit.
    stock = () if is_open else filled(_("stock {number}"), "quiet", number=Span(str(player.stock_size)))
    return row(
        " " * LANE_AT,
        fit(screen, SCREEN_CELLS) if is_open else fit(row(points_so_far(view, seat)), SPARK_CELLS),
        fit(hired, HIRED_CELLS),
        doing,
        " " * (STOCK_CELLS - width(stock)) if stock else "",
        stock,
    )


def behind_screen(view: OperaView, player: PublicPlayer, cells: int) -> str:
    """Return ducats and stock of a player whose screen is open."""
    ducats = _("{ducats} d").format(ducats=player.ducats)
    return f"{ducats} {stock_text(view.glyphs, player.stock or (), cells - len(ducats) - 1)}"


def narrow_rows(view: OperaView) -> list[Row]:
    """Draw one row for each player in 40 cells, below the names of the columns."""
    labels = (
        pgettext("4 cells", "lvl"),
        pgettext("13 cells", "player"),
        pgettext("5 cells", "hired"),
        pgettext("5 cells", "stock"),
        pgettext("6 cells", "points"),
    )
    head = Span(" {:<5}{:<14} {:>5} {:>5} {:>6}".format(*labels), "quiet")
    return [row(head), *(_narrow_row(view, seat) for seat in view.game.order)]


def _narrow_row(view: OperaView, seat: int) -> Row:
    player = view.game.players[seat]
    hired = f"{player.hired}/{view.game.role_limit}"
    doing = column(_doing_sign(view, seat), 2)
    figures = (f"{hired:>5}{player.stock_size:>5}", Span(f"{player.points:>7}", view.own_role(seat) or "strong"))
    level = row(Span(f"{player.level:>2}", "strong"), " ")
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
        return _(WAITED_FOR.get(game.waiting[str(seat)], NP_("12 cells", "decides now")))
    if _has_role(view, seat):
        return pgettext("12 cells", "has the role")
    if player.has_bid:
        return pgettext("12 cells", "has bid")
    if str(seat) in game.answers and game.playing:
        return _(ANSWERS[game.answers[str(seat)]])
    return _at_rest(view, seat)


def _at_rest(view: OperaView, seat: int) -> str:
    player = view.game.players[seat]
    if player.closed:
        return pgettext("player, 12 cells", "closed")
    if seat in view.game.queue:
        return pgettext("12 cells", "comes next") if seat == view.game.queue[0] else pgettext("12 cells", "waits")
    return pgettext("12 cells", "level 0") if not player.level and view.game.phase == "act" else ""


def _doing_sign(view: OperaView, seat: int) -> str:
    """Return the same in one cell: role in play, joined in, intermezzo, closed."""
    game = view.game
    if game.playing and _has_role(view, seat):
        return LETTERS[game.playing]
    if game.players[seat].closed:
        return "x"
    answer = game.answers.get(str(seat)) if game.playing else None
    return "" if answer is None else "+" if answer in ("joined", "appraised") else view.glyphs.none
