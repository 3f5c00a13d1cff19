"""What each player is doing now, in a word and as one sign."""

from collections.abc import Callable, Mapping
from typing import Final

from opera_protocol.i18n import N_
from opera_tui.faces.opera.names import LETTERS
from opera_tui.i18n import _
from opera_tui.table_view import TableView

ANSWERS: Final[Mapping[str, str]] = {
    "joined": N_("joined in"),
    "intermezzo": N_("intermezzo"),
    "appraised": N_("has scored"),
    "declined": N_("declined"),
}
WAITED_FOR: Final[Mapping[str, str]] = {"bid": N_("bids"), "appraise": N_("decides now")}
ABSENCES: Final[Mapping[str, str]] = {"away": N_("away"), "bot": N_("a bot acts")}


def is_deciding(view: TableView, seat: int) -> bool:
    return str(seat) in view.game["waiting"]


def has_role(view: TableView, seat: int) -> bool:
    """Whether the role in play is this player's."""
    playing = view.game["playing"]
    return playing is not None and view.game["takers"].get(playing) == seat


def standing(view: TableView, seat: int) -> str:
    """What the player does now, in at most 12 cells."""
    game, player = view.game, view.game["players"][seat]
    if absence := view.absence(seat):
        return _(ABSENCES[absence])
    if is_deciding(view, seat):
        return _(WAITED_FOR.get(game["waiting"][str(seat)], N_("decides now")))
    if has_role(view, seat):
        return _("has the role")
    if player["has_bid"]:
        return _("has bid")
    if str(seat) in game["answers"] and game["playing"]:
        return _(ANSWERS[game["answers"][str(seat)]])
    return _at_rest(view, seat)


def _at_rest(view: TableView, seat: int) -> str:
    player = view.game["players"][seat]
    if player["closed"]:
        return _("closed")
    if seat in view.game["queue"]:
        return _("comes next") if seat == view.game["queue"][0] else _("waits")
    return _("level 0") if not player["level"] and view.game["phase"] == "act" else ""


def standing_sign(view: TableView, seat: int) -> str:
    """The same in one cell: role in play, joined in, intermezzo, closed."""
    game = view.game
    signs: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: has_role(view, seat), LETTERS.get(game["playing"], "")),
        (lambda: game["players"][seat]["closed"], "x"),
        (lambda: not game["playing"], ""),
        (lambda: game["answers"].get(str(seat)) in ("joined", "appraised"), "+"),
        (lambda: game["answers"].get(str(seat)) in ("intermezzo", "declined"), view.glyphs.none),
    )
    return next((sign for applies, sign in signs if applies()), "")
