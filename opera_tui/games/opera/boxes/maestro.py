"""The Maestro: the income of one city is doubled."""

from typing import Any

from opera_games.opera import actions
from opera_games.opera.choices import MaestroProspect, MaestroVisit
from opera_tui.games.box import Text
from opera_tui.games.opera.boxes.role import CITY_CELLS, RoleFace, VisitBox, describe_visit, rise
from opera_tui.games.opera.labels import name, person, sign
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import Row, Span, column, row


class MaestroBox(VisitBox[MaestroVisit]):
    """Show everybody's income before and after."""

    title = Text(N_("Maestro: double the income of one city"))
    asks = N_("Maestro: which city's income is doubled?")
    kind = actions.Maestro

    def head(self) -> Row:
        label = row("   ", column(_("city"), CITY_CELLS, "quiet"))
        people: list[Any] = []
        for seat in self.view.seats:
            people += [sign(self.view, seat), " ", person(self.view, seat), " "]
        return row(label, *people[:-1])

    def figures(self, visit: MaestroVisit) -> Row:
        incomes = visit.income or {}
        return row(*(column(self.glyphs.change(*incomes[str(seat)]), 16) for seat in self.view.seats))

    def below(self) -> list[Row]:
        text = _("As long as he stands there, every house in his city brings double income.")
        return [row(Span(f" {text}", "quiet"))]

    @property
    def enter_text(self) -> str:
        text = _("send him to {city}, budget {budget}")
        return text.format(city=name(self.view, self.city), budget=self.budget_change())


def _outlook(view: OperaView, could: MaestroProspect) -> Row:
    if not _helps(could):
        return row(_("no city would raise your income"))
    text = _("best for you: {city}, income {income}")
    return row(text.format(city=name(view, could.city), income=view.glyphs.change(*could.income)))


def _helps(could: MaestroProspect) -> bool:
    return rise(could.income) > 0


ROLE = RoleFace(MaestroBox, _outlook, _helps, describe_visit)
