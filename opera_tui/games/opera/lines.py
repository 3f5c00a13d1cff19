"""Texts around the panels: players who decide, what the reader's screen hides; and an action in few words."""

from collections.abc import Mapping, Sequence
from typing import Final

from opera_games.api import Action, Seat
from opera_games.opera.actions import ROLE_OF, Appraise, Bid, Close, Hire, Join
from opera_games.opera.documents import PublicPlayer
from opera_games.opera.words import CHARACTERS, Kind
from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.boxes.act import ROLE_FACES
from opera_tui.games.opera.labels import name, signed, signs, stock_row
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import Row, Span, filled, row, width

WIDE: Final = 120
NARROW: Final = 80

WAITED_FOR: Final[Mapping[Kind, str]] = {
    "act": N_("{who} decides: hire or close"),
    # Translators: at most 66 cells with a name of 15 and a role of 14.
    "join": N_("{who}: join in with {role:object}, or not (intermezzo)?"),
    "appraise": N_("{who} answers the Esperto in {city}"),
}

ASKED_NEXT: Final[Mapping[Kind, str]] = {
    "bid": N_("Your bid comes next"),
    "act": N_("You decide next: hire or close"),
    # Translators: at most 76 cells with a role.
    "join": N_("You decide next: join in with {role:object}, or not (intermezzo)"),
    "appraise": N_("You answer the Esperto in {city} next"),
}
"""For a reader who is asked as soon as what led to it has been shown."""


def waiting_line(view: OperaView) -> Row:
    """Say which players decide what; after the end, which player has won; nothing of a game that was closed."""
    game = view.game
    waiting = view.waiting
    if view.head.state == "abandoned":
        return ()
    if not waiting:
        return _outcome(view) if game.phase == "done" else why_hiring_is_over(view)
    kind = game.waiting[str(waiting[0])]
    city = game.pawns["esperto"]
    parts = {"role": name(view, game.playing or "maestro"), "city": name(view, city or "wien")}
    if view.me in waiting:
        return row(_(ASKED_NEXT[kind]).format(**parts))
    if kind == "bid":
        return _bidding(view, waiting)
    return filled(_(WAITED_FOR[kind]), who=view.player(waiting[0]), **parts)


def why_hiring_is_over(view: OperaView) -> Row:
    """Say why nobody hires any more in this round; nothing at any other moment."""
    game = view.game
    if game.phase != "act" or game.waiting:
        return ()
    if not game.roles:
        return row(_("All roles are hired: the round ends"))
    holder = next((seat for seat in game.order if not game.players[seat].closed), None)
    if holder is None:
        return row(_("All have closed: the round ends"))
    if view.can_anybody_hire:
        return ()
    level = game.players[holder].level
    if holder == view.me:
        text = _("You are next on level {level} and can pay for no role left: the round ends")
        return row(text.format(level=level))
    text = _("{who} is next on level {level} and can pay for no role left: the round ends")
    return filled(text, who=view.sign(holder), level=level)


def _bidding(view: OperaView, waiting: Sequence[Seat]) -> Row:
    who = signs(view, waiting)
    bid = view.own.bid if view.own else None
    if bid is None:
        return filled(_("Bids are being made. Waiting for {who}"), who=who)
    return filled(_("Your bid: {bid}. Waiting for {who}"), bid=bid, who=who)


def ranking(view: OperaView) -> list[Seat]:
    """Rank the seats from the winner down: points, then the better place in budget order."""
    return sorted(view.game.order, key=lambda seat: -view.game.players[seat].points)


def ends_level(view: OperaView) -> bool:
    """Say whether the winner has no more points than the next, and only the place on the budget table decides."""
    first, second, *_others = (view.game.players[seat].points for seat in ranking(view))
    return first == second


def _outcome(view: OperaView) -> Row:
    first = ranking(view)[0]
    text = _("{who} wins with {points}")
    if ends_level(view):
        text = _("{who} wins with {points} and the better place on the budget table")
    return filled(text, who=view.player(first), points=view.game.players[first].points)


def own_line(view: OperaView, *, wide: bool) -> Row:
    """Draw ducats and stock, and what income and counting would be now; nothing for spectators."""
    if view.own is None or view.me is None:
        return ()
    room = (WIDE if wide else NARROW) - 1
    lines = [_own(view, opening, wide=wide) for opening in (_("Behind your screen"), _("Screen"), "")]
    return next((line for line in lines if width(line) <= room), _own(view, "", cells=room, wide=False))


def _own(view: OperaView, opening: str, *, wide: bool, cells: int = 0) -> Row:
    assert view.own is not None
    figures = _figures(view, wide=wide)
    own = view.own.ducats
    ducats = filled(ngettext("{ducats} ducat", "{ducats} ducats", own), ducats=Span(str(own), "gain"))
    lead = row(" ", Span(f"{opening} " if opening else "", "title"), ducats, Span(_("  stock "), "quiet"))
    stock = stock_row(view.glyphs, view.own.stock, cells - width(lead) - width(figures) if cells else WIDE)
    return row(lead, stock, figures)


def _figures(view: OperaView, *, wide: bool) -> Row:
    """Draw what income and counting would be now; only what is still to come."""
    if view.game.phase == "done":
        return ()
    player = view.my_player
    income = row(Span(_("  income "), "quiet"), Span(str(sum(player.income.values())), "strong"))
    if view.is_counting_round and (view.are_roles_back or (view.is_last_round and view.is_round_ending)):
        return income
    counting = player.counting.total
    parts = Span(_parts(player) if wide else "", "quiet")
    now = row(Span(_("  counting now "), "quiet"), Span(signed(counting), "strong"))
    return row(income, now, _rise(view, counting), parts)


def _rise(view: OperaView, counting: int) -> Row:
    """Say what it would be after the rise that comes before a counting, if that is something else."""
    is_to_come = view.is_counting_round and not view.is_round_ending
    after = view.counting_after_rise if is_to_come else counting
    if after == counting:
        return ()
    emphasis = "gain" if after > counting else "strong"
    # Translators: at most 22 cells with a figure such as +12.
    return filled(_(", after the rise {counting}"), "quiet", counting=Span(signed(after), emphasis))


def _parts(player: PublicPlayer) -> str:
    counting = player.counting
    text = _("  (great halls {great}, century {century}, empty {empty})")
    return text.format(great=counting.great, century=counting.century, empty=counting.empty)


def action_text(view: OperaView, action: Action) -> str:
    """Return a text such as `Maestro to Wien` or `bid 5`."""
    match action:
        case Bid(amount):
            return _("bid {amount}").format(amount=amount)
        case Close():
            return _("close")
        case Appraise(accept):
            return _("score there") if accept else _("keep your pieces")
        case Hire(play):
            role = ROLE_OF[type(play)]
            what = ROLE_FACES[role].describe(view, play)
            text = _("{role} {where}") if role in CHARACTERS else _("{role}, {what}")
            return text.format(role=name(view, role), what=what, where=what)
        case Join(play):
            return ROLE_FACES[ROLE_OF[type(play)]].describe(view, play)
    return _("intermezzo")
