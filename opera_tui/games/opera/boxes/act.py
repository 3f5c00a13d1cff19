"""The initiative: hire one of six roles, or close."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from opera_games.api import Action, Refusal, code_of
from opera_games.opera.actions import ROLE_OF, Close, Hire
from opera_games.opera.choices import ActChoices, AnyRoleRow
from opera_games.opera.words import ROLES, Role
from opera_tui.games.box import Box, Effect, KeyHint, Open, Send, Text
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.base import OperaBox, OperaListBox, enter_and_back
from opera_tui.games.opera.boxes.role import RoleFace, RolePlay
from opera_tui.games.opera.labels import LETTERS, filled, name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, Span, also, column, row

CLOSE: Final = Close()
ROLE_FACES: Final[Mapping[Role, RoleFace]] = {
    role: import_module(f"opera_tui.games.opera.boxes.{role}").ROLE for role in ROLES
}
"""What the client shows of each role, from the module of its name."""


class ActBox(OperaListBox):
    """List a line for each role and one for closing; Enter opens the role's step."""

    title = Text(N_("The initiative is yours: hire a role, or close"))
    question = Text(N_("Hire a role or close"))

    def __init__(self, view: OperaView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, ActChoices)
        self._choices = view.choices
        self._steps: dict[Role, Box] = {}
        self.to_first_allowed()
        self.cursor = next((place for place, offered in enumerate(view.choices.rows) if _helps(offered)), self.cursor)

    @property
    def help_topic(self) -> str:
        return f"opera.{self._role or 'close'}"

    @property
    def _role(self) -> Role | None:
        """Return the role under the cursor; None for closing."""
        rows = self._choices.rows
        return rows[self.cursor].role if self.cursor < len(rows) else None

    def head(self) -> Row:
        labels = (_("role"), _("fee"), _("budget"), _("what you could do"))
        return row(Span("   {:<12}{:<5}{:<8}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        return [*(self._line(offered) for offered in self._choices.rows), self._closing()]

    def _line(self, offered: AnyRoleRow) -> Line:
        role = offered.role
        lead = f"{name(self.view, role):<13}{offered.fee}   "
        if offered.refusal:
            content = also(row(lead, " " * 8, self._why_not(role, offered.refusal)), "quiet")
            return Line(LETTERS[role], content, offered.refusal)
        budget = column(self.glyphs.change(*offered.level) if offered.level else "", 8)
        return Line(LETTERS[role], row(lead, budget, ROLE_FACES[role].outlook(self.view, offered.could)))

    def _why_not(self, role: Role, refusal: Refusal) -> Row:
        taker = self.view.game.takers.get(role)
        if code_of(refusal) == "role_taken" and taker == self.view.me:
            return row(_("you have it"))
        if code_of(refusal) == "role_taken" and taker is not None:
            return filled(_("taken by {who}"), who=self.view.player(taker))
        return row(shortly(self.view, refusal))

    def _closing(self) -> Line:
        level = self.view.my_player.level
        lead = row(column(_("Close"), 13), f"{self.glyphs.none}   {level:<8}")
        return Line("x", row(lead, _("end of performance: no hiring, no joining in")))

    @property
    def enter_text(self) -> str:
        dots = self.glyphs.say("…")
        if self._role:
            return name(self.view, self._role) + dots
        return _("close") + (dots if self._choices.close.payable else "")

    def take(self) -> list[Effect]:
        if self._role:
            return [Open(self._step(self._role))]
        payable = self._choices.close.payable
        return [Open(CloseBox(self.view, payable))] if payable else [Send(CLOSE)]

    def prepare(self, action: Action) -> Box:
        """Move the cursor to the role, and prepare its step, which is sent after it was opened."""
        roles = [offered.role for offered in self._choices.rows]
        if not isinstance(action, Hire):
            self.cursor = len(roles)
            return self
        role = ROLE_OF[type(action.play)]
        self.cursor = roles.index(role)
        return self._step(role).prepare(action)

    def _step(self, role: Role) -> Box:
        """Return the role's step; what was prepared there is kept while this decision is open."""
        if role not in self._steps:
            best = self._choices.rows[self.cursor].could
            self._steps[role] = role_box(self.view, RolePlay(self._choices.boxes[role], is_hired=True, best=best))
        return self._steps[role]


class CloseBox(OperaBox):
    """Ask again before closing while a role can be paid."""

    title = Text(N_("Close for this round?"))
    question = Text(N_("Close for this round?"))
    does = Text(N_("close for this round"))
    help_topic = "opera.close"

    def __init__(self, view: OperaView, payable: Sequence[Role]) -> None:
        super().__init__(view)
        self._payable = payable

    def rows(self) -> list[Row]:
        fees = self.view.game.fees
        roles = ", ".join(f"{name(self.view, role)} {fees[role]}" for role in self._payable)
        return [
            EMPTY,
            row(" ", _("Your level would still pay for one of these:")),
            row(" ", Span(roles, "strong")),
            EMPTY,
            row(" ", _("Once closed, you neither hire nor join in until the next round.")),
            row(" ", _("The level you have left stays yours for the next round.")),
        ]

    def hints(self) -> list[KeyHint]:
        return enter_and_back(self.does, is_step=True)

    def enter(self) -> list[Effect]:
        return [Send(CLOSE)]


def role_box(view: OperaView, play: RolePlay) -> Box:
    """Make the step of a role, for a player who hires it or joins in."""
    face = ROLE_FACES[play.role]
    return face.box(view, play) if play.is_hired or face.joining is None else face.joining(view, play)


def _helps(offered: AnyRoleRow) -> bool:
    """Say whether a role can be hired and would bring something."""
    return offered.could is not None and ROLE_FACES[offered.role].helps(offered.could)
