"""What the boxes of all roles have in common, the box of roles with a pawn, and the record of a role."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from msgspec import Struct

from opera_games.api import Action, Refusal
from opera_games.opera.actions import Critico, Esperto, Hire, Intermezzo, Join, Maestro, Play
from opera_games.opera.choices import CriticoVisit, EspertoVisit, MaestroVisit, Prospect
from opera_games.opera.words import City, Role
from opera_tui.games.box import Box, Effect, Send
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.base import OperaListBox
from opera_tui.games.opera.labels import CITY_KEYS, name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, also, column, row

AnyPlay = TypeVar("AnyPlay", bound=Play)
AnyVisit = TypeVar("AnyVisit", bound=MaestroVisit | CriticoVisit | EspertoVisit)
INTERMEZZO = Intermezzo()
CITY_CELLS: Final = 10
LAST_TIPS: Final = ("impresario", "signora", "esperto")
"""Roles about which there is other advice in the last round."""


class RolePlay(Struct, frozen=True):
    """A role's part of the choices: its box, and whether it is hired or joined in with."""

    box: Any
    """Of the role's own type, which its step knows."""
    is_hired: bool
    best: Prospect | None = None
    """The best that the role could bring, as the row that offers it says."""

    @property
    def role(self) -> Role:
        role: Role = self.box.role
        return role

    def action(self, play: Play) -> Hire | Join:
        return Hire(play) if self.is_hired else Join(play)

    def level_after(self, things: int) -> int | None:
        """Return the budget level after so many things; None if it is not enough."""
        level: int | None = self.box.levels[things]
        return level

    def question(self, view: OperaView, when_hired: str) -> str:
        """Return the text of the prompt line: what the role asks, or whose role can be joined."""
        if self.is_hired:
            return _(when_hired)
        who = view.who(view.game.takers[self.role])
        return _("{who} plays {role:object}: join in?").format(who=who, role=name(view, self.role))


def tip_of(view: OperaView, play: RolePlay, *, can_act: bool = True) -> str:
    """Name the advice about a role: none where nothing can be done with it or nothing would come of it."""
    is_last = view.is_last_round
    if not can_act or (play.best is not None and not play.best.helps(is_last_round=is_last)):
        return ""
    if not play.is_hired:
        return "join_of_two" if view.is_for_two else "join"
    return f"{play.role}_last" if is_last and play.role in LAST_TIPS else play.role


def play_of(action: Action, kind: type[AnyPlay]) -> AnyPlay:
    """Return how an action carries out a role; it must be of this kind."""
    assert isinstance(action, Hire | Join)
    assert isinstance(action.play, kind)
    return action.play


class RoleBox(OperaListBox):
    """A role's step as a list."""

    asks = ""
    """The question to a player who hires, marked with `N_`."""

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        self.is_step = play.is_hired

    def back(self) -> list[Effect] | None:
        """Return to the choice of a role; a player who joins in has nowhere to go back to."""
        return super().back() if self.play.is_hired else None

    @property
    def level(self) -> int:
        return self.view.my_player.level

    def budget_change(self, things: int = 1) -> str:
        after = self.play.level_after(things)
        return self.glyphs.change(self.level, self.level if after is None else after)

    @property
    def question(self) -> str:
        return self.play.question(self.view, self.asks)

    @property
    def asked_topic(self) -> str:
        return "" if self.play.is_hired else "opera.join"

    @property
    def help_topic(self) -> str:
        return f"opera.{self.play.role}"

    @property
    def tip(self) -> str:
        return tip_of(self.view, self.play)


class VisitBox(RoleBox, Generic[AnyVisit]):
    """List the cities where the pawn can go, and the others with why it cannot."""

    kind: type[Maestro | Critico | Esperto]
    """The play of the role."""

    def __init__(self, view: OperaView, play: RolePlay) -> None:
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

    @property
    def refusal(self) -> Refusal | None:
        return self.visit.refusal

    def lines(self) -> Sequence[Line]:
        return [self._line(visit, CITY_KEYS[visit.city]) for visit in self.visits]

    def _line(self, visit: AnyVisit, key: str) -> Line:
        city = column(name(self.view, visit.city), CITY_CELLS)
        if visit.refusal:
            content = also(row(city, shortly(self.view, visit.refusal)), "quiet")
        else:
            content = row(city, self.figures(visit))
        return Line(key, content, visit.refusal, f"city:{visit.city}")

    def figures(self, visit: AnyVisit) -> Row:
        """Return what the visit would bring."""
        return ()

    def take(self) -> list[Effect]:
        play = self.kind(self.city)  # type: ignore[call-arg]  # the box of the Critico has another `take`
        return [Send(self.play.action(play))]

    def prepare(self, action: Action) -> Box:
        self.cursor = [visit.city for visit in self.visits].index(play_of(action, self.kind).city)
        return self


class RoleFace(NamedTuple):
    """What the client shows of a role."""

    box: Callable[[OperaView, RolePlay], Box]
    """Its step for a player who hires it."""
    outlook: Callable[[OperaView, Any], Row]
    """What it could bring at best, in half a row."""
    describe: Callable[[OperaView, Any], str]
    """Describes how it is carried out, in few words."""
    joining: Callable[[OperaView, RolePlay], Box] | None = None
    """Its step for a player who joins in, if that is another one."""


def describe_visit(view: OperaView, play: Maestro | Critico | Esperto) -> str:
    """Return a text such as `to Wien`."""
    return _("to {city}").format(city=name(view, play.city))
