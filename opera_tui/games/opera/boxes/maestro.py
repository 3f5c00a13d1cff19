"""The Maestro: the income of one city is doubled."""

from typing import Any

from opera_games.api import Change, Seat
from opera_games.opera import actions
from opera_games.opera.choices import ActChoices, MaestroProspect, MaestroVisit, rise
from opera_tui.games.box import Text
from opera_tui.games.opera.boxes.role import CITY_CELLS, RoleFace, VisitBox, describe_visit
from opera_tui.games.opera.labels import changed, name, person, sign
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import Row, Span, column, filled, fit, row


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
        return row(*(fit(self._income(seat, incomes[str(seat)]), 16) for seat in self.view.seats))

    def _income(self, seat: Seat, change: Change) -> Row:
        """Draw a player's income before and after; more is better only for the reader."""
        return changed(self.glyphs, change, more_is_better=True if seat == self.view.me else None)

    def below(self) -> list[Row]:
        # Translators: at most 76 cells.
        text = _("As long as he stands there, every house in his city brings double income.")
        return [row(Span(f" {text}", "soft"))]

    @property
    def enter_text(self) -> str:
        text = _("send him to {city}, budget {budget}")
        return text.format(city=name(self.view, self.city), budget=self.budget_change())


def _lost_by_others(view: OperaView, could: MaestroProspect) -> int:
    """Return by how much the others' income falls without any loss of the reader's own."""
    box = view.choices.boxes.get("maestro") if isinstance(view.choices, ActChoices) else None
    if box is None or rise(could.income) < 0:
        return 0
    visits = [visit for visit in box.rows if isinstance(visit, MaestroVisit) and visit.city == could.city]
    incomes = visits[0].income or {}
    return -sum(rise(change) for seat, change in incomes.items() if seat != str(view.me))


def _outlook(view: OperaView, could: MaestroProspect) -> Row:
    if view.is_last_round:
        return row(_("nothing: the last income buys nothing any more"))
    if rise(could.income) <= 0:
        lost = _lost_by_others(view, could)
        text = (
            _("nothing for you; in {city}, others earn {lost} less")
            if lost > 0
            else _("no city open to him would raise your income")
        )
        return row(text.format(city=name(view, could.city), lost=lost))
    income = changed(view.glyphs, could.income, more_is_better=True)
    return filled(_("best for you: {city}, income {income}"), city=name(view, could.city), income=income)


ROLE = RoleFace(MaestroBox, _outlook, describe_visit)
