"""The Impresario: buy up to two pieces and place all own ones freely."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from opera_tui.boxes import (
    DOWN,
    LEFT,
    RIGHT,
    UP,
    Action,
    AskLayout,
    AskPreviews,
    Box,
    Close,
    Effect,
    KeyHint,
    Refuse,
    Send,
)
from opera_tui.faces.opera.arrange_rows import Place, Scene, draw, first_in_stock, place_of, slots
from opera_tui.faces.opera.arrange_texts import ARRANGED, GOALS, Terms
from opera_tui.faces.opera.arranging import OFFER, STOCK, Arrangement, Slot
from opera_tui.faces.opera.box import CELLS, OperaBox, RolePlay, play_question
from opera_tui.faces.opera.names import name
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.wording import Refusal, refusal_of, shortly, told, wrapped
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, row
from opera_tui.table_view import Document, TableView

MOST_BOUGHT: Final = 2
UNPAID: Final = frozenset({"ducats_short", "level_short"})
"""Purchases for which nothing can be arranged."""


class ArrangeBox(OperaBox):
    """Arrows go from slot to slot, Space takes and puts; every change asks what it would bring."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        assert view.own is not None
        houses = view.game["players"][view.me]["houses"]
        self.arrangement = Arrangement({city: house["halls"] for city, house in houses.items()}, view.own["stock"])
        self._offered: Sequence[Document] = play.box["rows"]
        self._terms = Terms(view, play)
        self.cursor = Slot(OFFER, next((spot for spot, offered in enumerate(self._offered) if _is_sold(offered)), 0))
        self.held: Slot | None = None
        self._figures: Mapping[str, Any] = {}
        self._refusal: Refusal | None = None
        self._is_reviewing = False
        self._goal = -1
        self._before_goals: dict[str, list[str | None]] = {}

    @property
    def title(self) -> str:
        return _("Impresario: buy up to two, place freely")

    @property
    def question(self) -> str:
        return play_question(self.view, self.play)

    @property
    def is_tall(self) -> bool:
        return True

    @property
    def help_topic(self) -> str:
        return topic("offer" if self.cursor.where == OFFER else "impresario")

    @property
    def pointed(self) -> str:
        if self.cursor.where == OFFER:
            composer: str = self._offered[self.cursor.spot]["composer"]
            return composer
        piece = self.arrangement.at(self.cursor)
        return piece or ""

    @property
    def _objection(self) -> Refusal | None:
        """Why it cannot be sent as it is."""
        repeated = self.arrangement.first_repeated()
        if repeated:
            return refusal_of("composer_twice", city=repeated[0], composer=repeated[1])
        if not self.arrangement.is_changed and not self.play.is_hired:
            return refusal_of("nothing_done")
        return self._refusal

    @property
    def does(self) -> str:
        if self._objection:
            return ""
        return self._terms.deed(self.arrangement) if self._is_reviewing else _("review") + self.view.glyphs.say("…")

    @property
    def note(self) -> str:
        objection = self._objection
        return _("not ready: {why}").format(why=shortly(self.view, objection)) if objection else ""

    def hints(self) -> list[KeyHint]:
        glyphs = self.view.glyphs
        enter = [KeyHint("enter", _("send") if self._is_reviewing else _("review"))] if self.does else []
        return [
            KeyHint(glyphs.up_down + glyphs.left_right, _("slot")),
            KeyHint("space", _("take/put")),
            KeyHint("1-6", _("buy")),
            KeyHint("bksp", _("give back")),
            KeyHint("a", _("arrange")),
            KeyHint("0", _("as it was")),
            *enter,
            KeyHint("esc", _("back")),
        ]

    def rows(self) -> list[Row]:
        level = (self._terms.level, self._terms.level_after(self.arrangement))
        prepared = (self.arrangement, self.cursor, self.held, self._figures)
        scene = Scene(self.view, self._offered, *prepared, level, self._terms.shortly())
        text, role = self._text()
        lines = [row("  ", Span(line, role)) for line in wrapped(text, CELLS - 4)]
        return draw(scene, lines)

    def _text(self) -> tuple[str, str]:
        """What stands below the figures, and its role."""
        objection = self._objection
        if objection and objection["code"] != "nothing_done":
            return told(self.view, objection), "warning"
        if self._is_reviewing:
            return self._terms.review(self.arrangement), "strong"
        if self.held:
            piece = name(self.view, self.arrangement.at(self.held) or "house")
            return _("{piece} in hand: space puts it down or swaps, esc leaves it there.").format(piece=piece), ""
        return self._terms.sentence() if self._goal < 0 else _(ARRANGED[self._goal]), "quiet"

    def opened(self) -> list[Effect]:
        return self._ask()

    def prepare(self, action: Action) -> Box:
        self.held, self._goal, self._refusal, self._is_reviewing = None, -1, None, False
        self.cursor = Slot(OFFER, 0)
        self.arrangement.reset()
        for composer in action["buy"]:
            self.arrangement.add_purchase(composer)
        if action["layout"] is not None:
            self.arrangement.take(action["layout"])
        return self

    def _ask(self) -> list[Effect]:
        """The preview always names the layout, so that there are figures also before anything is changed."""
        arrangement = self.arrangement
        return [AskPreviews([self.play.action(buy=list(arrangement.buy), layout=arrangement.layout())])]

    def take_previews(self, previews: Sequence[Mapping[str, Any]]) -> None:
        self._refusal = previews[0]["refusal"]
        if "houses" in previews[0]:
            self._figures = previews[0]

    def take_layout(self, layout: Mapping[str, Sequence[str | None]]) -> list[Effect]:
        if self._goal < 0:
            return []
        self.held = None
        self.arrangement.take(layout)
        return self._ask()

    def enter(self) -> list[Effect]:
        self.held = None
        objection = self._objection
        if objection:
            return self.refuse(objection)
        if not self._is_reviewing:
            self._is_reviewing = True
            return []
        arrangement = self.arrangement
        layout = arrangement.layout() if arrangement.has_new_layout else None
        return [Send(self.play.action(buy=list(arrangement.buy), layout=layout))]

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return self.enter()
        if key == "escape" and (self._is_reviewing or self.held):
            self._is_reviewing, self.held = False, None
            return []
        if key == "escape":
            return [Close()]
        effects = self.vary(key)
        if effects is not None:
            self._is_reviewing = False
        return effects

    def vary(self, key: str) -> list[Effect] | None:
        if key in (*LEFT, *RIGHT):
            return self._go_beside(-1 if key in LEFT else 1)
        if key in (*UP, *DOWN):
            return self._go_across(-1 if key in UP else 1)
        if key in ("1", "2", "3", "4", "5", "6"):
            return self._buy(len(self._offered) - int(key))
        commands: Mapping[str, Callable[[], list[Effect]]] = {
            "space": self._take_or_put,
            "backspace": self._give_back,
            "a": self._arrange,
            "0": self._reset,
        }
        return commands[key]() if key in commands else None

    def _slots(self) -> list[Slot]:
        return slots(self._offered, self.arrangement)

    def _go_beside(self, by: int) -> list[Effect]:
        there = Slot(self.cursor.where, self.cursor.spot + by)
        self.cursor = there if there in self._slots() else self.cursor
        return []

    def _go_across(self, by: int) -> list[Effect]:
        """To the nearest slot of the next row that has any."""
        here = self._place(self.cursor)
        rows = {self._place(slot).row for slot in self._slots()}
        further = [line for line in rows if (line - here.row) * by > 0]
        if further:
            line = min(further, key=lambda line: abs(line - here.row))
            there = [slot for slot in self._slots() if self._place(slot).row == line]
            self.cursor = min(there, key=lambda slot: abs(place_of(slot).cell - here.cell))
        return []

    def _place(self, slot: Slot) -> Place:
        return place_of(slot, first_in_stock(self.cursor))

    def _changed(self) -> list[Effect]:
        """Something was put down: what arranging by goals began with is no longer of use."""
        self._goal, self._refusal = -1, None
        self.cursor = self.cursor if self.cursor in self._slots() else self._slots()[-1]
        return self._ask()

    def _take_or_put(self) -> list[Effect]:
        if self.cursor.where == OFFER:
            return self._buy(self.cursor.spot)
        if self.held is None:
            self.held = self.cursor if self.arrangement.at(self.cursor) else None
            return []
        held, self.held = self.held, None
        if held == self.cursor:
            return []
        self.arrangement.swap(held, self.cursor)
        return self._changed()

    def _buy(self, index: int) -> list[Effect]:
        """The piece goes to the stock and is in hand, to be put down at once."""
        offered = self._offered[index]
        composer = offered["composer"]
        refusal = offered.get("refusal")
        if len(self.arrangement.buy) == MOST_BOUGHT:
            refusal = refusal_of("too_many", most=MOST_BOUGHT)
        elif self.arrangement.buy.count(composer) == offered["left"]:
            refusal = refusal_of("not_offered", composer=composer, left=offered["left"])
        if refusal:
            return [Refuse(told(self.view, refusal))]
        self.held = self.arrangement.add_purchase(composer)
        return self._changed()

    def _give_back(self) -> list[Effect]:
        if not self.arrangement.buy:
            return []
        self.held = None
        self.arrangement.give_back()
        return self._changed()

    def _reset(self) -> list[Effect]:
        self.held = None
        self.arrangement.reset()
        return self._changed()

    def _arrange(self) -> list[Effect]:
        """Most income, most points, and back to what was there before."""
        if self._refusal and self._refusal["code"] in UNPAID:
            return self.refuse(self._refusal)
        if self._goal < 0:
            self._before_goals = self.arrangement.layout()
        self._goal, self.held = self._goal + 1, None
        if self._goal < len(GOALS):
            return [AskLayout(list(self.arrangement.buy), GOALS[self._goal])]
        self.arrangement.take(self._before_goals)
        return self._changed()

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """A click moves the cursor; on the slot under it, it takes or puts."""
        there = next((slot for slot in self._slots() if self._covers(slot, row, cell)), None)
        if there is None:
            return None
        self._is_reviewing = False
        if there == self.cursor:
            return self._take_or_put()
        self.cursor = there
        return []

    def _covers(self, slot: Slot, line: int, cell: int) -> bool:
        place = self._place(slot)
        cells = {OFFER: 8, STOCK: 3}.get(slot.where, 4)
        return place.row == line and place.cell - 1 <= cell < place.cell - 1 + cells + 1


def _is_sold(offered: Document) -> bool:
    return bool(offered["left"]) and not offered.get("refusal")
