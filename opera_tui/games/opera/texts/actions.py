"""Actions of Opera in few words, for a sentence about them."""

from opera_games.api import Action
from opera_games.opera.actions import ROLE_OF, Appraise, Bid, Close, Hire, Join
from opera_games.opera.words import CHARACTERS
from opera_tui.games.opera.boxes.roles import ROLE_FACES
from opera_tui.games.opera.texts.labels import name
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _


def deed(view: OperaView, action: Action) -> str:
    """Return a text such as `Maestro to Wien` or `bid 5`."""
    match action:
        case Bid(amount):
            return _("bid {amount}").format(amount=amount)
        case Close():
            return _("close")
        case Appraise(accept):
            return _("score there") if accept else _("keep your pieces")
        case Hire(play):
            role = ROLE_OF[type(play)]
            what = ROLE_FACES[role].told(view, play)
            text = _("{role} {where}") if role in CHARACTERS else _("{role}, {what}")
            return text.format(role=name(view, role), what=what, where=what)
        case Join(play):
            return ROLE_FACES[ROLE_OF[type(play)]].told(view, play)
    return _("intermezzo")
