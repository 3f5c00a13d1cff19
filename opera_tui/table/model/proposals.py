"""The proposal of a strong bot for the player's decision: whether it is on its way, and the sentence that is shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from opera_games.api import Action, Map
from opera_protocol.client import read
from opera_protocol.texts.i18n import N_
from opera_protocol.wire import answers
from opera_tui.games.reading import read_action
from opera_tui.games.view import AnyGameView
from opera_tui.look.i18n import _, mark, ngettext, number

Describe = Callable[[Action], str]
"""Describes an action in few words."""
TENTHS: Final = 10
GAINS: Final[Mapping[str, str]] = {
    "ducats": N_("ducats"),
    "points": N_("points"),
    "level": N_("budget"),
    "income": N_("income"),
    "counting": N_("counting"),
    "cast": N_("cast"),
    "money": N_("money"),
    "scenery": N_("scenery"),
}
"""What an action changes at once, in the words of the boxes."""


class Proposal(NamedTuple):
    """An action for a decision; points are those expected at the end of the game, in tenths."""

    decision: int
    action: Action
    points: int
    next_action: Action | None
    next_points: int
    gains: Mapping[str, int]
    reasons: Sequence[Map] = ()


class Hint:
    """One proposal at a time: asked for, awaited, and kept to be shown again."""

    def __init__(self) -> None:
        self.wordings: Sequence[str] = ()
        """What is shown of it now, from the longest wording to the shortest; empty when it is not shown."""
        self._awaited: int | None = None
        self._is_overtaken = False
        """Whether the player has gone on preparing since it was asked for."""
        self._proposal: Proposal | None = None

    def ask(self, decision: int) -> None:
        self._awaited, self._is_overtaken = decision, False

    def is_awaited_for(self, decision: int | None) -> bool:
        return decision is not None and self._awaited == decision

    def proposal_for(self, decision: int) -> Proposal | None:
        """Return the proposal that came for this decision before."""
        is_known = self._proposal is not None and self._proposal.decision == decision
        return self._proposal if is_known else None

    def take(self, proposal: Proposal) -> bool:
        """Keep a proposal and return whether it may be prepared: it must not undo what the player did meanwhile."""
        self._awaited, self._proposal = None, proposal
        return not self._is_overtaken

    def give_up(self) -> None:
        """Stop waiting: no proposal will come."""
        self._awaited = None

    def put_away(self) -> None:
        """Hide the proposal, since the player goes on."""
        self.wordings, self._is_overtaken = (), True


def read_proposal(kind: type[AnyGameView], decision: int, answer: Map) -> Proposal:
    """Convert the server's answer."""
    proposed = read(answer, answers.Proposal)
    second = proposed.next
    return Proposal(
        decision,
        read_action(kind, proposed.action),
        proposed.points,
        read_action(kind, second.action) if second else None,
        second.points if second else 0,
        proposed.gains,
        proposed.reasons,
    )


def wordings(proposal: Proposal, describe: Describe, say_why: Callable[[Map], str] = lambda _reason: "") -> list[str]:
    """Return the proposal as a sentence with its reasons, from the longest wording to the shortest.

    Words come before figures: what speaks for the action stays longest.
    """
    what = describe(proposal.action)
    why = [text for text in map(say_why, proposal.reasons) if text]
    if not why:
        return _in_figures(proposal, what, describe)
    spoken = [
        _("Proposal: {deed}: {reasons}.").format(deed=what, reasons=mark(";").join(why[:n])) for n in (len(why), 1)
    ]
    figures = _reasons(proposal, describe)
    told = [said for text in spoken for said in (*(f"{text} {figure}" for figure in figures), text)]
    return [*dict.fromkeys(told), *_in_figures(proposal, what, describe)]


def _in_figures(proposal: Proposal, what: str, describe: Describe) -> list[str]:
    """Return the proposal with what the action changes at once and what is expected of it."""
    gains = ", ".join(f"{_(GAINS[name])} {number:+d}" for name, number in proposal.gains.items() if name in GAINS)
    plain = _("Proposal: {deed}.").format(deed=what)
    whole = _("Proposal: {deed} ({gains}).").format(deed=what, gains=gains) if gains else plain
    reasons = _reasons(proposal, describe)
    return [*(f"{proposed} {reason}" for proposed in (whole, plain) for reason in reasons), plain]


def _reasons(proposal: Proposal, describe: Describe) -> list[str]:
    """Return the points it expects, compared with the next best action, which the longer wordings name."""
    expected = round(proposal.points / TENTHS)
    points = ngettext("{number} point", "{number} points", expected).format(number=expected)
    if proposal.next_action is None:
        return [_("It expects {points} for you at the end.").format(points=points)]
    difference = (proposal.points - proposal.next_points) / TENTHS
    others = (_("“{deed}”").format(deed=describe(proposal.next_action)), _("the next best"))
    parts = {"points": points, "more": number(abs(difference))}
    text = [reason.format(other=other, **parts) for reason in _against(difference) for other in others]
    return list(dict.fromkeys(text))


def _against(difference: float) -> list[str]:
    """Return the comparison: a bot weighs its points against those of the others and may prefer what brings fewer."""
    if difference > 0:
        return [_("It expects {points} for you at the end, {more} more than with {other}.")]
    if not difference:
        return [_("It expects {points} for you at the end, as many as with {other}.")]
    return [
        _("It expects {points} for you at the end. With {other} you get {more} more, but your rivals gain even more."),
        _("It expects {points} for you at the end."),
    ]
