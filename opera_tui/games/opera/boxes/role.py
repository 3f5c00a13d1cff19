"""What the boxes of all roles have in common, and the record of a role."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from opera_games.api import Action, Change
from opera_games.opera import choices
from opera_games.opera.actions import Hire, Intermezzo, Join, Play
from opera_games.opera.choices import Prospect
from opera_games.opera.words import Role
from opera_tui.games.box import Box
from opera_tui.games.effects import Effect
from opera_tui.games.opera.boxes.base import OperaListBox
from opera_tui.games.opera.labels import change, name
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row

AnyRole = TypeVar("AnyRole", bound=choices.Box)
AnyPlay = TypeVar("AnyPlay", bound=Play)
INTERMEZZO = Intermezzo()


@dataclass(frozen=True)
class RolePlay(Generic[AnyRole]):
    """A role's part of the choices: its box, and whether it is hired or joined in with."""

    box: AnyRole
    is_hired: bool
    best: Prospect | None = None
    """What the row that offers the role named as its best."""

    @property
    def role(self) -> Role:
        return self.box.role

    def action(self, play: Play) -> Hire | Join:
        return Hire(play) if self.is_hired else Join(play)

    def level_after(self, things: int) -> int | None:
        """Return the budget level after so many things; None if it is not enough."""
        return self.box.levels[things]

    def question(self, view: OperaView, when_hired: str) -> str:
        """Return the text of the prompt line: what the role asks, or whose role can be joined."""
        if self.is_hired:
            return _(when_hired)
        taker = view.game.takers[self.role]
        who = f"{view.sign(taker).text} {view.name(taker)}"
        return _("{who} plays the {role}: join in?").format(who=who, role=name(view, self.role))


def play_of(action: Action, kind: type[AnyPlay]) -> AnyPlay:
    """Return how an action carries a role out, which must be of this kind."""
    assert isinstance(action, Hire | Join)
    assert isinstance(action.play, kind)
    return action.play


class RoleBox(OperaListBox):
    """A role's step as a list."""

    asks = ""
    """The question to a player who hires, marked with `N_`."""
    is_step = True

    def __init__(self, view: OperaView, play: RolePlay[Any]) -> None:
        super().__init__(view)
        self.play = play

    def back(self) -> list[Effect] | None:
        """Return to the choice of a role; a player who joins in goes to the intermezzo, the last line."""
        if self.play.is_hired:
            return super().back()
        self.go_to(len(self.lines()) - 1)
        return []

    @property
    def level(self) -> int:
        return self.view.my_player.level

    def budget_change(self, things: int = 1) -> str:
        after = self.play.level_after(things)
        return change(self.glyphs, (self.level, self.level if after is None else after))

    @property
    def question(self) -> str:
        return self.play.question(self.view, self.asks)

    @property
    def help_topic(self) -> str:
        return f"opera.{self.play.role}"


class RoleFace(NamedTuple):
    """Hold what the client shows of a role."""

    box: Callable[[OperaView, RolePlay[Any]], Box]
    """Its step for a player who hires it."""
    outlook: Callable[[OperaView, Any], Row]
    """What it could bring at best, in half a row."""
    helps: Callable[[Any], bool]
    """Whether it would bring its hirer anything."""
    told: Callable[[OperaView, Any], str]
    """How it is carried out, in few words."""
    joining: Callable[[OperaView, RolePlay[Any]], Box] | None = None
    """Its step for a player who joins in, if that is another one."""


def rise(figure: Change) -> int:
    return figure[1] - figure[0]
