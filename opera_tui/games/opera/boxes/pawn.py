"""Boxes of the characters: a line for each city their pawn may go to, the others with the reason."""

from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from opera_games.api import Action, Refusal
from opera_games.opera.actions import Critico, Esperto, Maestro
from opera_games.opera.words import City
from opera_tui.games.box import Box
from opera_tui.games.effects import Effect, Send
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.role import RoleBox, RolePlay, play_of
from opera_tui.games.opera.labels import name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, also, column, row

CITY_CELLS: Final = 10


class Visit(Protocol):
    """A city for a character's pawn, in the choices."""

    @property
    def city(self) -> City: ...
    @property
    def refusal(self) -> Refusal | None: ...


AnyVisit = TypeVar("AnyVisit", bound=Visit)


class VisitBox(RoleBox, Generic[AnyVisit]):
    """List cities; those where the pawn can go are numbered."""

    kind: type[Maestro | Critico | Esperto]
    """The play of the role."""

    def __init__(self, view: OperaView, play: RolePlay[Any]) -> None:
        super().__init__(view, play)
        self.visits: Sequence[AnyVisit] = play.box.rows
        self.to_first_allowed()
        best = getattr(play.best, "city", None)
        self.cursor = next((place for place, visit in enumerate(self.visits) if visit.city == best), self.cursor)

    @property
    def visit(self) -> AnyVisit:
        return self.visits[self.cursor]

    @property
    def city(self) -> City:
        return self.visit.city

    def lines(self) -> Sequence[Line]:
        lines, number = [], 0
        for visit in self.visits:
            number += visit.refusal is None
            lines.append(self._line(visit, str(number)))
        return lines

    def _line(self, visit: AnyVisit, key: str) -> Line:
        city = column(name(self.view, visit.city), CITY_CELLS)
        if visit.refusal:
            return Line("", also(row(city, shortly(self.view, visit.refusal)), "quiet"), visit.refusal)
        return Line(key, row(city, self.figures(visit)))

    def figures(self, visit: AnyVisit) -> Row:
        """Return what the visit would bring."""
        return ()

    def take(self) -> list[Effect]:
        return [Send(self.play.action(self.kind(self.city)))]

    def prepare(self, action: Action) -> Box:
        self.cursor = [visit.city for visit in self.visits].index(play_of(action, self.kind).city)
        return self


def visit_told(view: OperaView, play: Maestro | Critico | Esperto) -> str:
    """Return a text such as `to Wien`."""
    return _("to {city}").format(city=name(view, play.city))
