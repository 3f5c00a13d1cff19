"""Boxes of the characters: a line for each city their pawn may go to, the others with the reason."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_tui.boxes import Action, Box, Effect, Send
from opera_tui.faces.opera.box import Line, RoleBox, RolePlay
from opera_tui.faces.opera.names import change, name, person, sign
from opera_tui.faces.opera.wording import shortly
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, column, row
from opera_tui.table_view import TableView

Visit = Mapping[str, Any]
CITY_CELLS: Final = 10


class VisitBox(RoleBox):
    """Cities as lines; those where the pawn can go are numbered."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        super().__init__(view, play)
        self.visits: list[Visit] = play.box["rows"]
        self.to_first_allowed()
        best = play.best["city"] if play.best else None
        self.cursor = next((place for place, visit in enumerate(self.visits) if visit["city"] == best), self.cursor)

    @property
    def visit(self) -> Visit:
        return self.visits[self.cursor]

    @property
    def city(self) -> str:
        city: str = self.visit["city"]
        return city

    def lines(self) -> Sequence[Line]:
        lines, number = [], 0
        for visit in self.visits:
            number += "refusal" not in visit
            lines.append(self._line(visit, str(number)))
        return lines

    def _line(self, visit: Visit, key: str) -> Line:
        city = column(name(self.view, visit["city"]), CITY_CELLS)
        refusal = visit.get("refusal")
        if refusal:
            return Line("", row(city, shortly(self.view, refusal)), refusal)
        return Line(key, row(city, self.figures(visit)))

    def figures(self, visit: Visit) -> Row:
        """What the visit would bring."""
        return ()

    def take(self) -> list[Effect]:
        return [Send(self.play.action(city=self.city))]

    def prepare(self, action: Action) -> Box:
        self.cursor = [visit["city"] for visit in self.visits].index(action["city"])
        return self


class MaestroBox(VisitBox):
    """Everybody's income before and after."""

    @property
    def title(self) -> str:
        return _("Maestro: double the income of one city")

    def head(self) -> Row:
        label = row("   ", column(_("city"), CITY_CELLS, "quiet"))
        people: list[Any] = []
        for seat in self.view.seats:
            people += [sign(self.view, seat), " ", person(self.view, seat), " "]
        return row(label, *people[:-1])

    def figures(self, visit: Visit) -> Row:
        incomes = visit["income"]
        return row(*(column(change(self.view.glyphs, incomes[str(seat)]), 16) for seat in self.view.seats))

    def below(self) -> list[Row]:
        text = _("As long as he stands there, every house in his city brings double income.")
        return [row(Span(f" {text}", "quiet"))]

    @property
    def deed(self) -> str:
        text = _("send him to {city}, budget {budget}")
        return text.format(city=name(self.view, self.city), budget=self.budget_change())
