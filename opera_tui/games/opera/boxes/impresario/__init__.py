"""The Impresario: buy up to two pieces and place all own ones freely; what is prepared, drawn and said for that."""

from opera_games.opera.actions import Impresario
from opera_games.opera.choices import ImpresarioProspect
from opera_tui.games.opera.boxes.impresario.box import ArrangeBox
from opera_tui.games.opera.boxes.impresario.join import JoinImpresarioBox
from opera_tui.games.opera.boxes.role import RoleFace, rise
from opera_tui.games.opera.labels import codes
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import Row, row


def _outlook(view: OperaView, could: ImpresarioProspect) -> Row:
    number, halls = could.buy, could.empty_halls
    buying = ngettext("buy {number}", "buy up to {number}", number).format(number=number)
    parts = [buying if number else _("buy nothing")]
    parts.append(ngettext("{number} empty hall", "{number} empty halls", halls).format(number=halls))
    gain = rise(could.income)
    if gain:
        parts.append(_("arranging {gain:+d} income").format(gain=gain))
    return row(", ".join(parts))


def _helps(could: ImpresarioProspect) -> bool:
    return could.buy > 0 or rise(could.income) > 0


def _told(view: OperaView, play: Impresario) -> str:
    pieces = codes(view.glyphs, play.buy)
    parts = [_("buy {pieces}").format(pieces=pieces)] if pieces else []
    parts += [_("arrange")] if play.layout is not None else []
    return ", ".join(parts) or _("leave all as it is")


ROLE = RoleFace(ArrangeBox, _outlook, _helps, _told, JoinImpresarioBox)
