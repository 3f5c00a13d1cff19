"""The decisions of Opera as steps: the bid, hiring a role, joining in, and the answer to the Esperto."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from opera_games.opera.actions import Appraise, Bid, Close
from opera_games.opera.choices import ActChoices, AnyRoleRow, AppraiseChoices, BidChoices, BidRow
from opera_games.opera.texts import WORDS
from opera_games.opera.words import Role
from opera_tui.games.opera.boxes.act import ROLE_FACES
from opera_tui.games.opera.boxes.bid import paid_roles
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.labels import name, signed_change
from opera_tui.games.opera.speech import arranging, roles
from opera_tui.games.opera.view import OperaView
from opera_tui.games.speech import Option, Outcome, Step, Words, both, listed, phrases, read_aloud, with_verbs
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, NP_, _, ngettext
from opera_tui.look.rows import plain

ROLE_STEPS: Final[Mapping[Role, Callable[[OperaView, RolePlay], Step]]] = {
    "impresario": arranging.step,
    "architetto": roles.building,
    "signora": roles.selling,
    "maestro": roles.maestro,
    "critico": roles.critico,
    "esperto": roles.esperto,
}
MOST_TYPED: Final = 100
"""Bids that are answered with why they are too high; what is above is no bid."""
VERBS: Final[Mapping[Role, tuple[str, ...]]] = {
    "impresario": (N_("buy"), N_("arrange")),
    "architetto": (N_("build"),),
    "signora": (N_("sell"),),
}
"""What a role does, for players who name that and not the role."""


def first_step(view: OperaView) -> Step:
    """Return what the open decision asks."""
    match view.choices:
        case BidChoices() as choices:
            return _bid(view, choices)
        case ActChoices() as choices:
            return _act(view, choices)
        case AppraiseChoices() as choices:
            return _appraise(view, choices)
    assert view.choices is not None
    return _joining(view, RolePlay(view.choices.box, is_hired=False))


def _bid(view: OperaView, choices: BidChoices) -> Step:
    options = [
        Option(phrases(N_("bid {amount}"), amount=bid.amount), Bid(bid.amount), _bid_text(view, bid), number=bid.amount)
        for bid in choices.rows
    ]
    why = view.why(refusal_of("bid_too_high", highest=choices.highest))
    too_high = range(choices.highest + 1, MOST_TYPED)
    options += [Option(phrases(N_("bid {amount}"), amount=one), Bid(one), number=one, refusal=why) for one in too_high]
    brackets = (
        _("In brackets stand roles that would bring you nothing now") if any(b.spare for b in choices.rows) else ""
    )
    return Step(_("Bid for budget: all at once, in secret"), options, also=brackets)


def _bid_text(view: OperaView, bid: BidRow) -> str:
    level, ducats = view.glyphs.change(*bid.level), view.glyphs.change(*bid.ducats)
    text = _("level {level}, ducats {ducats}").format(level=level, ducats=ducats)
    pays = _(", pays for {roles}").format(roles=paid_roles(view, bid, len(bid.instead)))
    return read_aloud(text + pays)


def _act(view: OperaView, choices: ActChoices) -> Step:
    options = [option for offered in choices.rows for option in _role(view, choices, offered)]
    closing = Option(
        phrases(N_("close")),
        Close(),
        _("close: no hiring and no joining in any more"),
    )
    return Step(_("Hire a role or close"), [*options, closing])


def _role(view: OperaView, choices: ActChoices, offered: AnyRoleRow) -> list[Option]:
    """Return the role by its name, and only for typing, by what it does."""
    role, shown = offered.role, name(view, offered.role)
    said = tuple(text for word in both(WORDS[role]) for text in phrases(N_("hire {role}"), N_("{role}"), role=word))
    verbs = phrases(*VERBS.get(role, ()))
    if offered.refusal:
        return [Option((*said, *verbs), Close(), refusal=view.why(offered.refusal))]
    could = plain(ROLE_FACES[role].outlook(view, offered.could)) if offered.could else ""
    fee = ngettext("{n} level", "{n} levels", offered.fee).format(n=offered.fee)
    text = _("hire {role:object} for {fee}: {could}").format(role=shown, fee=fee, could=could)
    play = RolePlay(choices.boxes[role], is_hired=True, best=offered.could)
    step = ROLE_STEPS[role](view, play)._replace(begun={"do": "hire", "role": role})

    def by_verb(words: Words) -> Outcome:
        """Let the verb be read again, by the role."""
        words.unread()
        return step

    return [Option(said, step, text), *([Option(verbs, by_verb)] if verbs else [])]


def _joining(view: OperaView, play: RolePlay) -> Step:
    """Return the step of a role that another player has hired."""
    step = ROLE_STEPS[play.role](view, play)
    verbs = phrases(NP_("a role", "join"), NP_("a role", "join {role}"), N_("{role}"), role=name(view, play.role))
    return with_verbs(step, verbs)


def _appraise(view: OperaView, choices: AppraiseChoices) -> Step:
    city, who = name(view, choices.city), view.who(view.game.takers["esperto"])
    glyphs, lost = view.glyphs, name(view, choices.gives or "house")
    text = ngettext(
        "yes: {points:+d} point for {pieces}, {piece} is discarded, income {income}, counting {counting}",
        "yes: {points:+d} points for {pieces}, {piece} is discarded, income {income}, counting {counting}",
        choices.points,
    )
    score = text.format(
        points=choices.points,
        pieces=listed([name(view, piece) for piece in choices.pieces]),
        piece=lost,
        income=glyphs.change(*choices.income),
        counting=signed_change(glyphs, choices.counting),
    )
    options: Sequence[Option] = [
        Option(phrases(N_("yes"), N_("score")), Appraise(accept=True), score),
        Option(phrases(N_("no"), N_("keep")), Appraise(accept=False), _("no: keep your pieces")),
    ]
    return Step(_("{who} sent the Esperto to {city}: score there?").format(who=who, city=city), options)
