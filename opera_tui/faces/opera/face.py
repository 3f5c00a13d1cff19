"""Opera's face: panels, lines and boxes, each drawn in a module of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_tui.boxes import Action, Box
from opera_tui.faces.face import PanelSpec
from opera_tui.faces.opera import budget_panel, fame_panel, houses_panel, lines, roles_panel
from opera_tui.faces.opera.decisions import decision_box
from opera_tui.faces.opera.deeds import deed
from opera_tui.faces.opera.final import final_rows
from opera_tui.faces.opera.reveals import reveal
from opera_tui.faces.opera.waiting import MovesBox, WaitingBox
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, beside, row
from opera_tui.table_view import TableView


class OperaFace:
    """Draws a table of Opera."""

    @property
    def wide_rows(self) -> Sequence[Sequence[PanelSpec]]:
        return (
            (
                PanelSpec("b", _("Budget table"), 51, 10),
                PanelSpec("f", _("Fame and offer"), 39, 10),
                PanelSpec("r", _("Roles"), 30, 10),
            ),
            (PanelSpec("o", _("Houses"), 120, 9),),
        )

    @property
    def tabs(self) -> Sequence[PanelSpec]:
        return (PanelSpec("b", _("Board"), 80, 9), PanelSpec("o", _("Houses"), 80, 9))

    def first_tab(self, view: TableView) -> str:
        return "b"

    def header(self, view: TableView, *, wide: bool) -> Row:
        return lines.header(view, wide=wide)

    def waiting_line(self, view: TableView) -> Row:
        return lines.waiting_line(view)

    def panel(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        pointed = box.pointed if box else ""
        if key == "b":
            return budget_panel.wide_rows(view)
        if key == "f":
            return fame_panel.fame_rows(view, fame_panel.WIDE, pointed)
        if key == "r":
            return roles_panel.wide_rows(view)
        return houses_panel.wide_rows(view, pointed)

    def panel_note(self, key: str, view: TableView) -> str:
        return fame_panel.supply_note(view) if key == "f" else ""

    def tab(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        pointed = box.pointed if box else ""
        if key == "o":
            return houses_panel.narrow_rows(view, pointed)
        order = budget_panel.narrow_rows(view)
        left = [*order, *[EMPTY] * (6 - len(order)), *roles_panel.narrow_rows(view)]
        right = [*fame_panel.fame_rows(view, fame_panel.NARROW, pointed), _supply(view)]
        return beside(left, right, 40)

    def own_line(self, view: TableView, *, wide: bool) -> Row:
        return lines.own_line(view, wide=wide)

    def decision_box(self, view: TableView) -> Box:
        return decision_box(view)

    def deed(self, view: TableView, action: Action) -> str:
        return deed(view, action)

    def waiting_box(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> Box:
        return WaitingBox(view, since)

    def moves_box(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> Box | None:
        box = MovesBox(view, since)
        return box if box.rows() else None

    def reveal(self, event: Mapping[str, Any], before: TableView, after: TableView) -> Box | None:
        return reveal(event, before, after)

    @property
    def plots_moments(self) -> bool:
        return False

    def final_rows(
        self, view: TableView, log: Sequence[Mapping[str, Any]], turns: Sequence[TableView] = ()
    ) -> list[Row]:
        return final_rows(view, log)


def _supply(view: TableView) -> Row:
    return row(" ", Span(fame_panel.supply_note(view), "quiet"))
