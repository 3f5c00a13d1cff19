"""What each player is doing now, in a word and as one sign."""

from collections.abc import Callable, Mapping
from typing import Final

from opera_games.opera.words import Answer, Kind
from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.texts.labels import LETTERS
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _

ANSWERS: Final[Mapping[Answer, str]] = {
    "joined": N_("joined in"),
    "intermezzo": N_("intermezzo"),
    "appraised": N_("has scored"),
    "declined": N_("declined"),
}
WAITED_FOR: Final[Mapping[Kind, str]] = {"bid": N_("bids"), "appraise": N_("decides now")}
ABSENCES: Final[Mapping[str, str]] = {"away": N_("away"), "bot": N_("a bot acts")}


def is_deciding(view: OperaView, seat: int) -> bool:
    return str(seat) in view.game.waiting


def has_role(view: OperaView, seat: int) -> bool:
    """Say whether the role in play is this player's."""
    playing = view.game.playing
    return playing is not None and view.game.takers.get(playing) == seat


def standing(view: OperaView, seat: int) -> str:
    """Return what the player does now, in at most 12 cells."""
    game, player = view.game, view.game.players[seat]
    if absence := view.absence(seat):
        return _(ABSENCES[absence])
    if is_deciding(view, seat):
        return _(WAITED_FOR.get(game.waiting[str(seat)], N_("decides now")))
    if has_role(view, seat):
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


def standing_sign(view: OperaView, seat: int) -> str:
    """Return the same in one cell: role in play, joined in, intermezzo, closed."""
    game = view.game
    signs: tuple[tuple[Callable[[], bool], str], ...] = (
        (lambda: has_role(view, seat), LETTERS[game.playing] if game.playing else ""),
        (lambda: game.players[seat].closed, "x"),
        (lambda: not game.playing, ""),
        (lambda: game.answers.get(str(seat)) in ("joined", "appraised"), "+"),
        (lambda: game.answers.get(str(seat)) in ("intermezzo", "declined"), view.glyphs.none),
    )
    return next((sign for applies, sign in signs if applies()), "")
