"""Turandot's face: panels, lines and boxes, each drawn in a module of its own."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from opera_games.turandot.choices import AssignChoices, Choices, DismissChoices, NominateChoices, OfferChoices
from opera_tui.games.box import Box
from opera_tui.games.face import Face, Panel
from opera_tui.games.result import SCROLLED, Room
from opera_tui.games.score import score_panel
from opera_tui.games.turandot import lines
from opera_tui.games.turandot.boxes.assign import AssignBox
from opera_tui.games.turandot.boxes.dismissal import DismissBox, NominateBox
from opera_tui.games.turandot.boxes.offer import OfferBox
from opera_tui.games.turandot.boxes.reveals import reveal
from opera_tui.games.turandot.boxes.waiting import TurandotWaitingBox
from opera_tui.games.turandot.labels import hands
from opera_tui.games.turandot.panels import details
from opera_tui.games.turandot.panels.casts import LAST_PART_AT, NAME_CELLS, casts, casts_tab
from opera_tui.games.turandot.panels.directors import ID as DIRECTORS_ID
from opera_tui.games.turandot.panels.directors import directors, directors_tab
from opera_tui.games.turandot.panels.final import final_rows, growth
from opera_tui.games.turandot.panels.lineup import is_about_directors, lineup
from opera_tui.games.turandot.turns import TurandotTelling
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import N_, NP_, _
from opera_tui.look.rows import Row

BOXES: Mapping[type[Choices], Callable[[TurandotView], Box]] = {
    OfferChoices: OfferBox,
    AssignChoices: AssignBox,
    NominateChoices: NominateBox,
    DismissChoices: DismissBox,
}

LINEUP = Panel[TurandotView](
    id="turandot.lineup",
    title=N_("Line-up"),
    help_topic="turandot.lineup",
    width=84,
    height=11,
    wide_rows=partial(lineup, wide=True),
    key="u",
    tab=N_("Line-up"),
    narrow_rows=partial(lineup, wide=False),
    note=lambda view: _("deck {n}").format(n=view.game.deck),
    entries=details.lineup_cards,
)
DIRECTORS = Panel[TurandotView](
    id=DIRECTORS_ID,
    title=N_("Directors"),
    help_topic="turandot.directors",
    width=36,
    height=11,
    wide_rows=directors,
    key="d",
    tab=NP_("tab, 10 cells", "Directors"),
    narrow_rows=lambda view, pointed, height: directors_tab(view, height, pointed),
    entries=details.director_rows,
)
CASTS = Panel[TurandotView](
    id="turandot.casts",
    title=N_("Casts, best as of now"),
    help_topic="turandot.casts",
    width=120,
    height=8,
    wide_rows=lambda view, _pointed: casts(view),
    key="o",
    tab=N_("Casts"),
    narrow_rows=lambda view, _pointed, height: casts_tab(view, height),
    beside_at=LAST_PART_AT,
    label_cells=NAME_CELLS,
    table_rows=lambda view: 1 + len(hands(view)),
    further_topic=lambda view: "" if view.game.silent is None else "turandot.silent",
    entries=details.cast_rows,
)
SCORE = score_panel("turandot", growth, takes_place_of=LINEUP)


class TurandotFace(Face[TurandotView]):
    """Draw a table of Turandot."""

    view = TurandotView
    wide = ((LINEUP, DIRECTORS), (CASTS,))
    tabs = (LINEUP, CASTS, DIRECTORS, SCORE)
    box_keys = frozenset({*"mb", "backspace"})

    telling = TurandotTelling()
    header = staticmethod(lines.header)
    waiting_line = staticmethod(lines.waiting_line)
    own_line = staticmethod(lines.own_line)
    action_text = staticmethod(lines.action_text)
    waiting_box = TurandotWaitingBox
    reveal = staticmethod(reveal)

    def first_tab(self, view: TurandotView) -> str:
        """Bring the directors to the front while one of them is dismissed."""
        return DIRECTORS.id if is_about_directors(view) else super().first_tab(view)

    def decision_box(self, view: TurandotView) -> Box:
        assert view.choices is not None
        return BOXES[type(view.choices)](view)

    def final_rows(self, view: TurandotView, log: Sequence[AnyLine], room: Room = SCROLLED) -> list[Row]:
        return final_rows(view, room)
