"""The initiative: hire one of six roles, or close."""

from collections.abc import Sequence
from typing import Final

from opera_tui.boxes import Action, Box, Effect, KeyHint, Open, Send
from opera_tui.faces.opera.box import Line, ListBox, OperaBox, RolePlay, enter_and_back
from opera_tui.faces.opera.names import LETTERS, change, name
from opera_tui.faces.opera.prospects import PROSPECTS, brings_something
from opera_tui.faces.opera.role_boxes import role_box
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.wording import filled, shortly
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

CLOSE: Final = {"do": "close"}


class ActBox(ListBox):
    """A line for each role and one for closing; Enter opens the role's step."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self._choices: Document = view.choices
        self._steps: dict[str, Box] = {}
        self._to_first_useful()

    def _to_first_useful(self) -> None:
        """The first role that would bring something, else the first that is allowed."""
        self.to_first_allowed()
        rows = self._choices["rows"]
        useful = [place for place, offered in enumerate(rows) if brings_something(offered)]
        self.cursor = useful[0] if useful else self.cursor

    @property
    def title(self) -> str:
        return _("The initiative is yours: hire a role, or close")

    @property
    def question(self) -> str:
        return _("Hire a role or close")

    @property
    def help_topic(self) -> str:
        return topic(self._role or "close")

    @property
    def _role(self) -> str:
        """The role under the cursor; empty for closing."""
        rows = self._choices["rows"]
        return rows[self.cursor]["role"] if self.cursor < len(rows) else ""

    def head(self) -> Row:
        labels = (_("role"), _("fee"), _("budget"), _("what you could do"))
        return row(Span("   {:<12}{:<5}{:<8}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        return [*(self._line(offered) for offered in self._choices["rows"]), self._closing()]

    def _line(self, offered: Document) -> Line:
        role = offered["role"]
        lead = f"{name(self.view, role):<13}{offered['fee']}   "
        refusal = offered.get("refusal")
        if refusal:
            return Line(LETTERS[role], row(lead, " " * 8, self._why_not(refusal)), refusal)
        budget = column(change(self.view.glyphs, offered["level"]), 8)
        return Line(LETTERS[role], row(lead, budget, PROSPECTS[role](self.view, offered["could"])))

    def _why_not(self, refusal: Document) -> Row:
        taker = self.view.game["takers"].get(refusal.get("role"))
        if refusal["code"] == "role_taken" and taker == self.view.me:
            return row(_("you have it"))
        if refusal["code"] == "role_taken" and taker is not None:
            return filled(_("taken by {who}"), who=self.view.player(taker))
        return row(shortly(self.view, refusal))

    def _closing(self) -> Line:
        level = self.view.game["players"][self.view.me]["level"]
        lead = row(column(_("Close"), 13), f"{self.view.glyphs.none}   {level:<8}")
        return Line("x", row(lead, _("end of performance: no hiring, no joining in")))

    @property
    def deed(self) -> str:
        dots = self.view.glyphs.say("…")
        if self._role:
            return name(self.view, self._role) + dots
        return _("close") + (dots if self._choices["close"]["payable"] else "")

    def take(self) -> list[Effect]:
        if self._role:
            return [Open(self._step(self._role))]
        payable = self._choices["close"]["payable"]
        return [Open(CloseBox(self.view, payable))] if payable else [Send(CLOSE)]

    def prepare(self, action: Action) -> Box:
        """The cursor goes to the role, and its step is as it should be sent once it is opened."""
        roles = [offered["role"] for offered in self._choices["rows"]]
        if action["do"] == "close":
            self.cursor = len(roles)
            return self
        self.cursor = roles.index(action["role"])
        return self._step(action["role"]).prepare(action)

    def _step(self, role: str) -> Box:
        """The role's step; what was prepared there is kept while this decision is open."""
        if role not in self._steps:
            best = self._choices["rows"][self.cursor]["could"]
            play = RolePlay(role, self._choices["boxes"][role], is_hired=True, best=best)
            self._steps[role] = role_box(self.view, play)
        return self._steps[role]


class CloseBox(OperaBox):
    """Asks again before closing while a role can be paid."""

    def __init__(self, view: TableView, payable: Sequence[str]) -> None:
        super().__init__(view)
        self._payable = payable

    @property
    def title(self) -> str:
        return _("Close for this round?")

    @property
    def question(self) -> str:
        return _("Close for this round?")

    @property
    def does(self) -> str:
        return _("close for this round")

    @property
    def help_topic(self) -> str:
        return topic("close")

    def rows(self) -> list[Row]:
        fees = self.view.game["fees"]
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
