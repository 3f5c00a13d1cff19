"""The initiative: hire one of six roles, or close."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NamedTuple

from opera_games.api import Action, Refusal, code_of
from opera_games.opera.actions import ROLE_OF, Close, Hire
from opera_games.opera.choices import ActChoices, AnyRoleRow, ImpresarioProspect, Sale, SignoraProspect, rise
from opera_games.opera.words import MOST_THINGS, ROLES, Role
from opera_tui.games.box import Box, Effect, KeyHint, Open, Send, Text
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.base import OperaListBox
from opera_tui.games.opera.boxes.role import RoleFace, RolePlay
from opera_tui.games.opera.labels import LETTERS, changed, name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _, pgettext
from opera_tui.look.rows import Row, Span, column, filled, fit, grounded, row

CLOSE: Final = Close()
ROLE_FACES: Final[Mapping[Role, RoleFace]] = {
    role: import_module(f"opera_tui.games.opera.boxes.{role}").ROLE for role in ROLES
}
"""What the client shows of each role, from the module of its name."""


class ActBox(OperaListBox):
    """List a line for each role and one for closing; Enter opens the role's step."""

    title = Text(N_("The initiative is yours: hire a role, or close"))

    def __init__(self, view: OperaView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, ActChoices)
        self._choices = view.choices
        self._steps: dict[Role, Box] = {}
        self._proposed: Role | None = None
        """The role whose step has a proposal in it."""
        self._advice = advice(view, view.choices)
        roles = [offered.role for offered in view.choices.rows]
        self.cursor = roles.index(self._advice.role) if self._advice.role else len(roles)

    @property
    def question(self) -> str:
        player = self.view.my_player
        if player.hired + 1 == self.view.game.role_limit:
            return _("Hire your last role (closes you at your next turn), or close")
        return _("Hire a role or close")

    @property
    def tip(self) -> str:
        return self._advice.tip

    asked_topic = "opera.act"

    @property
    def help_topic(self) -> str:
        return f"opera.{self._role or 'close'}"

    @property
    def _offered(self) -> AnyRoleRow | None:
        """Return the row of the role under the cursor; None for closing."""
        rows = self._choices.rows
        return rows[self.cursor] if self.cursor < len(rows) else None

    @property
    def _role(self) -> Role | None:
        return self._offered.role if self._offered else None

    @property
    def refusal(self) -> Refusal | None:
        return self._offered.refusal if self._offered else None

    def head(self) -> Row:
        labels = (
            pgettext("11 cells", "role"),
            pgettext("4 cells", "fee"),
            pgettext("7 cells", "budget"),
            _("what you could do"),
        )
        return row(Span("   {:<12}{:<5}{:<8}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        return [*(self._line(offered) for offered in self._choices.rows), self._closing()]

    def _line(self, offered: AnyRoleRow) -> Line:
        role = offered.role
        lead = f"{name(self.view, role):<13}{offered.fee}   "
        if offered.refusal:
            content = grounded(row(lead, " " * 8, self._why_not(role, offered.refusal)), "quiet")
            return Line(LETTERS[role], content, offered.refusal)
        budget = fit(changed(self.glyphs, offered.level) if offered.level else (), 8)
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
        lead = row(column(pgettext("12 cells", "Close"), 13), f"{self.glyphs.none}   {level:<8}")
        return Line("x", row(lead, _("no hiring and no joining in any more")))

    def further_hints(self) -> list[KeyHint]:
        return [KeyHint(_("letter"), _("go to"))]

    @property
    def enter_text(self) -> str:
        if self._role:
            return name(self.view, self._role) + self.glyphs.say("…")
        return _("close for this round")

    def take(self) -> list[Effect]:
        if self._role:
            return [Open(self._step(self._role), {"do": "hire", "role": self._role})]
        return [Send(CLOSE)]

    def doubts(self, action: Action) -> list[str]:
        helpful = [role for role in helpful_roles(self.view, self._choices) if self._would_be_missed(role)]
        if not helpful or not isinstance(action, Close):
            return []
        roles = ", ".join(f"{name(self.view, role)} {self.view.game.fees[role]}" for role in helpful)
        return [
            _("You could pay a role that helps you. Close for this round?"),
            _("Your level pays for one of these: {roles}.").format(roles=roles),
            self._what_closing_means(),
        ]

    def _would_be_missed(self, role: Role) -> bool:
        """Say whether to do without is to be regretted: not purchases without a hall, nor a sale out of a house."""
        could = next(offered.could for offered in self._choices.rows if offered.role == role)
        if isinstance(could, ImpresarioProspect):
            return bool(could.empty_halls) or rise(could.income) > 0
        return not isinstance(could, SignoraProspect) or self.view.is_last_round or self._may_sell_from_the_stock

    @property
    def _may_sell_from_the_stock(self) -> bool:
        sales = [sale for sale in self._choices.boxes["signora"].rows if isinstance(sale, Sale) and not sale.refusal]
        return any(source.source == "stock" for sale in sales for source in sale.sources)

    def _what_closing_means(self) -> str:
        if self.view.is_last_round:
            return _("Once closed, you neither hire nor join in any more.")
        return _("Once closed, you neither hire nor join in until the next round; the level you have left stays yours.")

    def prepare(self, action: Action) -> Box:
        """Move the cursor to the role, and prepare its step, which is sent after it was opened."""
        roles = [offered.role for offered in self._choices.rows]
        if not isinstance(action, Hire):
            self.cursor = len(roles)
            return self
        self._proposed = role = ROLE_OF[type(action.play)]
        self.cursor = roles.index(role)
        return self._step(role).prepare(action)

    def come_back(self) -> None:
        self._forget_proposal()

    def go_to(self, place: int) -> None:
        super().go_to(place)
        self._forget_proposal()

    def _forget_proposal(self) -> None:
        """Let Enter open again what the row of the role says, since the player has left what was proposed."""
        if self._proposed:
            self._steps.pop(self._proposed, None)
            self._proposed = None

    def _step(self, role: Role) -> Box:
        """Return the role's step; what was prepared there is kept while this decision is open."""
        if role not in self._steps:
            best = self._choices.rows[self.cursor].could
            self._steps[role] = role_box(self.view, RolePlay(self._choices.boxes[role], is_hired=True, best=best))
        return self._steps[role]


def role_box(view: OperaView, play: RolePlay) -> Box:
    """Make the step of a role, for a player who hires it or joins in."""
    face = ROLE_FACES[play.role]
    return face.box(view, play) if play.is_hired or face.joining is None else face.joining(view, play)


class Advice(NamedTuple):
    """The name of a tip, and the role where the cursor begins; None for closing."""

    tip: str
    role: Role | None


def helpful_roles(view: OperaView, choices: ActChoices) -> list[Role]:
    """Return the roles that the reader could hire and that would bring something."""
    could = {offered.role: offered.could for offered in choices.rows}
    return [role for role, one in could.items() if one and one.helps(is_last_round=view.is_last_round)]


def advice(view: OperaView, choices: ActChoices) -> Advice:
    """Advise a role that would bring something: early in the game halls, then music for empty ones."""
    helpful = helpful_roles(view, choices)
    if not helpful:
        return Advice("" if view.is_last_round else "act_close", None)
    could = {offered.role: offered.could for offered in choices.rows}
    buying, empty_halls = could["impresario"], -view.my_player.counting.empty
    if view.game.episode == 1 and "architetto" in helpful and empty_halls < MOST_THINGS:
        return Advice("act_build", "architetto")
    if isinstance(buying, ImpresarioProspect) and buying.buy and empty_halls:
        return Advice("act_fill", "impresario")
    return Advice("act_last" if view.is_last_round else "act", helpful[0])
