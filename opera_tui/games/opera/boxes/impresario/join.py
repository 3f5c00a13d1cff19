"""Joining in with the Impresario: arranging is a step of its own, so it is asked first."""

from collections.abc import Sequence
from typing import Any

from opera_games.api import Action
from opera_tui.games.box import Box, Text
from opera_tui.games.effects import Effect, Open, Send
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.impresario.box import ArrangeBox
from opera_tui.games.opera.boxes.impresario.rows import offer_text
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleBox, RolePlay
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, Span, row


class JoinImpresarioBox(RoleBox):
    """Ask whether to arrange or to take an intermezzo."""

    title = Text(N_("Impresario: join in?"))

    def __init__(self, view: OperaView, play: RolePlay[Any]) -> None:
        super().__init__(view, play)
        self._arranging = ArrangeBox(view, play)

    @property
    def help_topic(self) -> str:
        return "opera.intermezzo" if self.cursor else "opera.impresario"

    def head(self) -> Row:
        labels = (_("answer"), _("budget"), _("what it means"))
        return row(Span("   {:<14}{:<11}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        arranging, passing = _("Arrange") + self.glyphs.say("…"), _("Intermezzo")
        arrange = f"{arranging:<14}{self.budget_change(1):<11}"
        passing = f"{passing:<14}{self.level:<11}"
        return [
            Line("a", row(arrange, _("buy up to two pieces, place all pieces freely"))),
            Line("0", row(passing, _("buy nothing, move nothing, pay nothing"))),
        ]

    def below(self) -> list[Row]:
        second = self.play.level_after(2)
        if second is None:
            cost = _("Your level pays for one piece.")
        else:
            cost = _("A second piece costs one level more; only arranging costs as much as one.")
        return [
            EMPTY,
            row(Span(" " + _("Offer") + "   ", "quiet"), offer_text(self.view, self.play.box.rows)),
            EMPTY,
            row(Span(f" {cost}", "quiet")),
        ]

    @property
    def deed(self) -> str:
        return _("take an intermezzo") if self.cursor else _("arrange") + self.glyphs.say("…")

    def prepare(self, action: Action) -> Box:
        self.cursor = 1 if action == INTERMEZZO else 0
        return self if self.cursor else self._arranging.prepare(action)

    def take(self) -> list[Effect]:
        return [Send(INTERMEZZO)] if self.cursor else [Open(self._arranging)]
