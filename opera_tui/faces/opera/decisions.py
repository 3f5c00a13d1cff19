"""Which box answers which decision."""

from opera_tui.boxes import Box
from opera_tui.faces.opera.act import ActBox
from opera_tui.faces.opera.bid import BidBox
from opera_tui.faces.opera.box import RolePlay
from opera_tui.faces.opera.esperto import AppraiseBox
from opera_tui.faces.opera.join_impresario import JoinImpresarioBox
from opera_tui.faces.opera.role_boxes import role_box
from opera_tui.table_view import TableView


def decision_box(view: TableView) -> Box:
    """The box for what is asked of the own seat."""
    assert view.choices is not None
    kind = view.choices["kind"]
    if kind == "bid":
        return BidBox(view)
    if kind == "act":
        return ActBox(view)
    return AppraiseBox(view) if kind == "appraise" else _joining(view)


def _joining(view: TableView) -> Box:
    assert view.choices is not None
    box = view.choices["box"]
    play = RolePlay(box["role"], box, is_hired=False)
    return JoinImpresarioBox(view, play) if play.role == "impresario" else role_box(view, play)
