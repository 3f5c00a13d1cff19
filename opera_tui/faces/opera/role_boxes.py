"""The box of each role's step."""

from collections.abc import Callable, Mapping
from typing import Final

from opera_tui.boxes import Box
from opera_tui.faces.opera.architetto import ArchitettoBox
from opera_tui.faces.opera.arrange import ArrangeBox
from opera_tui.faces.opera.box import RolePlay
from opera_tui.faces.opera.critico import CriticoBox
from opera_tui.faces.opera.esperto import EspertoBox
from opera_tui.faces.opera.signora import SignoraBox
from opera_tui.faces.opera.visits import MaestroBox
from opera_tui.table_view import TableView

BOXES: Final[Mapping[str, Callable[[TableView, RolePlay], Box]]] = {
    "impresario": ArrangeBox,
    "architetto": ArchitettoBox,
    "signora": SignoraBox,
    "maestro": MaestroBox,
    "critico": CriticoBox,
    "esperto": EspertoBox,
}


def role_box(view: TableView, play: RolePlay) -> Box:
    return BOXES[play.role](view, play)
