"""Opera's face: panels, lines and boxes, each drawn in a module of its own."""

from collections.abc import Sequence

from opera_games.opera.choices import ActChoices, AppraiseChoices, BidChoices
from opera_tui.games.box import Box
from opera_tui.games.face import Face, Panel
from opera_tui.games.opera import lines, progress
from opera_tui.games.opera.boxes.act import ActBox, role_box
from opera_tui.games.opera.boxes.bid import BidBox
from opera_tui.games.opera.boxes.esperto import AppraiseBox
from opera_tui.games.opera.boxes.reveals import reveal
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.boxes.waiting import OperaWaitingBox
from opera_tui.games.opera.labels import LETTERS
from opera_tui.games.opera.panels import budget, details, fame, houses, roles, street, track
from opera_tui.games.opera.panels.final import final_rows, growth
from opera_tui.games.opera.turns import OperaTelling
from opera_tui.games.opera.view import OperaView
from opera_tui.games.result import SCROLLED, Room
from opera_tui.games.score import score_panel
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import N_
from opera_tui.look.rows import EMPTY, Row, beside

FAME_AT = 40
"""The cell of the tab where the fame ladder begins."""


def _board(view: OperaView, pointed: str, height: int) -> list[Row]:
    """Draw the tab with order, roles and fame beside each other; eight rows have no room for track and four players."""
    order, hired = budget.narrow_rows(view), roles.narrow_rows(view)
    room = height - len(order) - len(hired)
    between = [track.narrow_row(view), *[EMPTY] * (room - 1)] if room > 0 else []
    return beside([*order, *between, *hired], fame.narrow_rows(view, pointed, height), FAME_AT)


BOARD = Panel[OperaView](
    id="opera.board",
    title=N_("Budget table"),
    help_topic="opera.budget",
    width=51,
    height=10,
    wide_rows=lambda view, _pointed: budget.wide_rows(view),
    note=budget.scale_note,
    key="b",
    tab=N_("Board"),
    narrow_rows=_board,
    beside_at=FAME_AT,
    further_topic=lambda view: "" if view.me is None else "opera.screen",
    entries=details.players,
)
FAME = Panel[OperaView](
    id="opera.fame",
    title=N_("Fame and offer"),
    help_topic="opera.fame",
    width=39,
    height=10,
    wide_rows=fame.wide_rows,
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
    id=houses.ID,
    title=N_("Houses"),
    help_topic="opera.houses",
    width=120,
    wide_rows=street.wide_rows,
    low_rows=street.low_rows,
    key="o",
    tab=N_("Houses"),
    narrow_rows=houses.narrow_rows,
    beside_at=houses.THIRD_AT,
    label_cells=houses.LABEL,
    table_rows=houses.table_rows,
    entries=details.cities,
    has_tip=True,
)
SCORE = score_panel("opera", growth, takes_place_of=HOUSES)


class OperaFace(Face[OperaView]):
    """Draw a table of Opera."""

    view = OperaView
    wide = ((BOARD, FAME, ROLES), (HOUSES,))
    tabs = (BOARD, HOUSES, SCORE)
    box_keys = frozenset({*LETTERS.values(), "x", "plus", "minus", "backspace"})

    telling = OperaTelling()
    header = staticmethod(progress.header)
    headers = staticmethod(progress.headers)
    parts_of_round = staticmethod(progress.parts_of_round)
    waiting_line = staticmethod(lines.waiting_line)
    own_line = staticmethod(lines.own_line)
    action_text = staticmethod(lines.action_text)
    waiting_box = OperaWaitingBox
    reveal = staticmethod(reveal)

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

    def final_rows(self, view: OperaView, log: Sequence[AnyLine], room: Room = SCROLLED) -> list[Row]:
        return final_rows(view, log, room)
