"""Which box answers which decision."""

from opera_games.opera.choices import ActChoices, AppraiseChoices, BidChoices
from opera_tui.games.box import Box
from opera_tui.games.opera.boxes.act import ActBox
from opera_tui.games.opera.boxes.bid import BidBox
from opera_tui.games.opera.boxes.esperto import AppraiseBox
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.boxes.roles import role_box
from opera_tui.games.opera.view import OperaView


def decision_box(view: OperaView) -> Box:
    """Make the box for what is asked of this seat."""
    match view.choices:
        case BidChoices():
            return BidBox(view)
        case ActChoices():
            return ActBox(view)
        case AppraiseChoices():
            return AppraiseBox(view)
    assert view.choices is not None
    return role_box(view, RolePlay(view.choices.box, is_hired=False))
