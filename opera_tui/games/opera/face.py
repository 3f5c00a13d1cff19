"""Opera's face: panels, lines and boxes, each drawn in a module of its own."""

from collections.abc import Sequence

from opera_games.opera.choices import ActChoices, AppraiseChoices, ArchitettoProspect, BidChoices, ImpresarioProspect
from opera_tui.games.box import Box
from opera_tui.games.face import Face, Panel
from opera_tui.games.opera import lines
from opera_tui.games.opera.boxes.act import ActBox, role_box
from opera_tui.games.opera.boxes.bid import BidBox
from opera_tui.games.opera.boxes.esperto import AppraiseBox
from opera_tui.games.opera.boxes.reveals import reveal
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.boxes.waiting import OperaWaitingBox
from opera_tui.games.opera.labels import LETTERS
from opera_tui.games.opera.panels import budget, fame, houses, roles
from opera_tui.games.opera.panels.final import final_rows
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import N_
from opera_tui.look.rows import EMPTY, Row, Span, beside, row


def _board(view: OperaView, pointed: str) -> list[Row]:
    """Draw the tab that shows order, roles and fame beside each other."""
    order = budget.narrow_rows(view)
    left = [*order, *[EMPTY] * (6 - len(order)), *roles.narrow_rows(view)]
    supply = row(" ", Span(fame.supply_note(view), "quiet"))
    return beside(left, [*fame.fame_rows(view, fame.NARROW, pointed), supply], 40)


BOARD = Panel[OperaView](
    id="opera.board",
    title=N_("Budget table"),
    help_topic="opera.budget",
    width=51,
    height=10,
    wide_rows=lambda view, _pointed: budget.wide_rows(view),
    key="b",
    tab=N_("Board"),
    narrow_rows=_board,
)
FAME = Panel[OperaView](
    id="opera.fame",
    title=N_("Fame and offer"),
    help_topic="opera.fame",
    width=39,
    height=10,
    wide_rows=lambda view, pointed: fame.fame_rows(view, fame.WIDE, pointed),
    note=fame.supply_note,
)
ROLES = Panel[OperaView](
    id="opera.roles",
    title=N_("Roles"),
    help_topic="opera.roles",
    width=30,
    height=10,
    wide_rows=lambda view, _pointed: roles.wide_rows(view),
)
HOUSES = Panel[OperaView](
    id="opera.houses",
    title=N_("Houses"),
    help_topic="opera.houses",
    width=120,
    height=9,
    wide_rows=houses.wide_rows,
    key="o",
    tab=N_("Houses"),
    narrow_rows=houses.narrow_rows,
)


class OperaFace(Face[OperaView]):
    """Draw a table of Opera."""

    view = OperaView
    wide = ((BOARD, FAME, ROLES), (HOUSES,))
    tabs = (BOARD, HOUSES)
    box_keys = frozenset({*LETTERS.values(), "x", "plus", "minus", "backspace"})

    header = staticmethod(lines.header)
    waiting_line = staticmethod(lines.waiting_line)
    own_line = staticmethod(lines.own_line)
    action_text = staticmethod(lines.action_text)
    waiting_box = OperaWaitingBox
    reveal = staticmethod(reveal)

    def tip_kind(self, view: OperaView) -> str:
        """Name the tip for the open decision: one about a role only if that is free and has something to do."""
        choices, game = view.choices, view.game
        if not isinstance(choices, ActChoices):
            return super().tip_kind(view)
        could = [offered.could for offered in choices.rows]
        if game.round <= game.countings[0] and any(isinstance(one, ArchitettoProspect) and one.parts for one in could):
            return "act_build"
        is_to_fill = any(isinstance(one, ImpresarioProspect) and one.buy and one.empty_halls for one in could)
        return "act_fill" if is_to_fill else "act"

    def decision_box(self, view: OperaView) -> Box:
        match view.choices:
            case BidChoices():
                return BidBox(view)
            case ActChoices():
                return ActBox(view)
            case AppraiseChoices():
                return AppraiseBox(view)
        assert view.choices is not None
        return role_box(view, RolePlay(view.choices.box, is_hired=False))

    def final_rows(self, view: OperaView, log: Sequence[AnyLine], turns: Sequence[OperaView] = ()) -> list[Row]:
        return final_rows(view, log)
