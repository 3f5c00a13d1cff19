"""Turandot on the table screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opera_tui.boxes import Action, Box
from opera_tui.faces.face import PanelSpec
from opera_tui.faces.turandot import lines
from opera_tui.faces.turandot.assign_box import AssignBox
from opera_tui.faces.turandot.casts import casts, casts_tab
from opera_tui.faces.turandot.deeds import deed
from opera_tui.faces.turandot.directors import directors, directors_tab
from opera_tui.faces.turandot.dismiss_box import DismissBox
from opera_tui.faces.turandot.final import final_rows
from opera_tui.faces.turandot.lineup import is_about_directors, lineup
from opera_tui.faces.turandot.nominate_box import NominateBox
from opera_tui.faces.turandot.offer_box import OfferBox
from opera_tui.faces.turandot.reveal_box import reveal
from opera_tui.faces.turandot.waiting_box import MovesBox, WaitingBox
from opera_tui.i18n import _
from opera_tui.rows import Row
from opera_tui.table_view import TableView

BOXES: Mapping[str, Callable[[TableView], Box]] = {
    "offer": OfferBox,
    "assign": AssignBox,
    "nominate": NominateBox,
    "dismiss": DismissBox,
}


class TurandotFace:
    """The line-up and the directors, below them everybody's cast."""

    @property
    def wide_rows(self) -> Sequence[Sequence[PanelSpec]]:
        above = (PanelSpec("u", _("Line-up"), 84, 11), PanelSpec("d", _("Directors"), 36, 11))
        return (above, (PanelSpec("o", _("Casts, best as of now"), 120, 8),))

    @property
    def tabs(self) -> Sequence[PanelSpec]:
        titles = (("u", _("Line-up")), ("o", _("Casts")), ("d", _("Directors")))
        return tuple(PanelSpec(key, title, 80, 9) for key, title in titles)

    def first_tab(self, view: TableView) -> str:
        """Between two line-ups it is about the directors."""
        return "d" if is_about_directors(view) else "u"

    def header(self, view: TableView, *, wide: bool) -> Row:
        return lines.header(view, wide=wide)

    def waiting_line(self, view: TableView) -> Row:
        return lines.waiting_line(view)

    def panel(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        if key == "u":
            return lineup(view, box, wide=True)
        return casts(view) if key == "o" else directors(view)

    def panel_note(self, key: str, view: TableView) -> str:
        if key != "u":
            return ""
        return _("deck {n}").format(n=view.game["deck"])

    def tab(self, key: str, view: TableView, box: Box | None) -> list[Row]:
        if key == "u":
            return lineup(view, box, wide=False)
        return casts_tab(view) if key == "o" else directors_tab(view)

    def own_line(self, view: TableView, *, wide: bool) -> Row:
        return lines.own_line(view, wide=wide)

    def decision_box(self, view: TableView) -> Box:
        assert view.choices is not None
        return BOXES[view.choices["kind"]](view)

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
        return True

    def final_rows(
        self, view: TableView, log: Sequence[Mapping[str, Any]], turns: Sequence[TableView] = ()
    ) -> list[Row]:
        return final_rows(view, turns)
