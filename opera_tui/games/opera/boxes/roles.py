"""Find the face of each role in the module of its name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from opera_games.opera.choices import AnyRoleRow
from opera_games.opera.words import ROLES, Role
from opera_tui.games.box import Box
from opera_tui.games.opera.boxes.role import RoleFace, RolePlay
from opera_tui.games.opera.view import OperaView

ROLE_FACES: Final[Mapping[Role, RoleFace]] = {
    role: import_module(f"opera_tui.games.opera.boxes.{role}").ROLE for role in ROLES
}


def role_box(view: OperaView, play: RolePlay[Any]) -> Box:
    """Make the step of a role, for a player who hires it or joins in."""
    face = ROLE_FACES[play.role]
    return face.box(view, play) if play.is_hired or face.joining is None else face.joining(view, play)


def brings_something(offered: AnyRoleRow) -> bool:
    """Say whether a role can be hired and would bring something."""
    return offered.could is not None and ROLE_FACES[offered.role].helps(offered.could)
