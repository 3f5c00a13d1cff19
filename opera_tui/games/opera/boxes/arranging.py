"""The Impresario's step: buy up to two pieces, and place all of the player's pieces freely."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from opera_games.api import Action, Refusal, code_of
from opera_games.opera.actions import Impresario, Layout
from opera_games.opera.choices import OfferedPiece, Preview, PreviewWithFigures
from opera_games.opera.words import MOST_THINGS
from opera_tui.games.box import (
    CELLS,
    LEFT_RIGHT,
    UP_DOWN,
    AskLayout,
    AskPreviews,
    Box,
    Effect,
    KeyHint,
    Previews,
    Refuse,
    Send,
    Text,
)
from opera_tui.games.opera.boxes.base import OperaBox
from opera_tui.games.opera.boxes.layout_draft import OFFER, STOCK, Arrangement, Halls, Slot
from opera_tui.games.opera.boxes.layout_rows import (
    FIGURE_ROWS,
    TEXT_ROWS,
    Place,
    Scene,
    action_text,
    by_keys,
    costs,
    draw,
    first_in_stock,
    place_of,
    review,
    scales,
    slots,
)
from opera_tui.games.opera.boxes.role import RolePlay, play_of, tip_of
from opera_tui.games.opera.labels import COMPOSER_KEYS, name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import Row, Span, row, wrapped

QUESTION: Final = N_("Impresario: what do you buy, and what goes where?")
UNPAID: Final = frozenset({"ducats_short", "level_short"})
"""Refusals of purchases for which nothing can be arranged."""
GOALS: Final = ("income", "counting")
"""What `a` arranges for, one after the other; then all is as before."""
ARRANGED: Final = (
    N_("Arranged for most income; once more, for most points at the counting."),
    N_("Arranged for most points at the counting; once more, all is as it was."),
)


class ArrangeBox(OperaBox):
    """Move from slot to slot by arrows, take and put by Space; preview every change."""

    title = Text(N_("Impresario: buy up to two, place freely"))
    asked_topic = "opera.impresario"
    help_topic = "opera.arranging"
    is_tall = True

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        assert view.own is not None
        houses = view.my_player.houses
        self.arrangement = Arrangement({city: house.halls for city, house in houses.items()}, view.own.stock)
        self._offered: Sequence[OfferedPiece] = by_keys(play.box.rows)
        self.cursor = Slot(OFFER, next((spot for spot, offered in enumerate(self._offered) if is_sold(offered)), 0))
        self.held: Slot | None = None
        self._figures: PreviewWithFigures | None = None
        self._refusal: Refusal | None = None
        self._is_reviewing = False
        self._goal = -1
        self._before_goals: Layout = {}

    @property
    def question(self) -> str:
        return self.play.question(self.view, QUESTION)

    @property
    def tip(self) -> str:
        return tip_of(self.view, replace(self.play, is_hired=True))

    @property
    def pointed(self) -> str:
        if self.cursor.where == OFFER:
            return self._offered[self.cursor.spot].composer
        return self.arrangement.at(self.cursor) or ""

    @property
    def _objection(self) -> Refusal | None:
        """Return why the layout cannot be sent as it is."""
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
        return action_text(self._scene) if self._is_reviewing else self._checks() + self.glyphs.say("…")

    def _checks(self) -> str:
        """Name the check, and before it where a piece in hand goes."""
        if self.held is None:
            return _("check")
        # Translators: what Enter does; both at most 60 cells with the name of a composer.
        text = _("leave {piece} in stock, check") if self.held.where == STOCK else _("put {piece} back, check")
        return text.format(piece=self._in_hand(self.held))

    def _in_hand(self, held: Slot) -> str:
        return name(self.view, self.arrangement.at(held) or "house")

    @property
    def note(self) -> str:
        objection = self._objection
        return _("not ready: {why}").format(why=shortly(self.view, objection)) if objection else ""

    def hints(self) -> list[KeyHint]:
        glyphs = self.glyphs
        enter = [KeyHint("enter", _("send") if self._is_reviewing else _("check"), is_kept=True)] if self.does else []
        return [
            KeyHint(glyphs.up_down + glyphs.left_right, _("slot")),
            KeyHint("space", _("take/put")),
            KeyHint("1-6", _("buy")),
            KeyHint("bksp", _("give back")),
            KeyHint("a", _("arrange"), is_kept=True),
            KeyHint("0", _("as it was"), is_kept=True),
            *enter,
            KeyHint("esc", _("put back") if self.held and not self._is_reviewing else _("back"), is_kept=True),
        ]

    @property
    def pinned(self) -> int:
        """Return the rows of the figures and of the text below them."""
        return FIGURE_ROWS + TEXT_ROWS

    def rows(self) -> list[Row]:
        text, role = self._text()
        return draw(self._scene, [row("  ", Span(line, role)) for line in wrapped(text, CELLS - 4)])

    def further_rows(self) -> list[Row]:
        return scales(self.view)

    @property
    def _scene(self) -> Scene:
        return Scene(self.view, self.play, self.arrangement, self.cursor, self.held, self._figures)

    def _text(self) -> tuple[str, str]:
        """Return the text below the figures, and its role."""
        objection = self._objection
        if objection and code_of(objection) != "nothing_done":
            return self.view.why(objection), "warning"
        if self._is_reviewing:
            return review(self._scene), "strong"
        if self.held:
            piece = self._in_hand(self.held)
            if self.arrangement.would_repeat(self.held, self.cursor):
                text = _("{piece} is in {city} already, and a house shows no composer twice: choose another house.")
                return text.format(piece=piece, city=name(self.view, self.cursor.city)), "warning"
            text = (
                _("{piece} in hand: go to a hall, space puts it there; esc puts it back.")
                if self.cursor.where == OFFER
                else _("{piece} in hand: space puts it down or swaps, esc puts it back.")
            )
            return text.format(piece=piece), "soft"
        if self._goal < 0:
            return costs(self._scene)[1], "soft"
        return " ".join((_(ARRANGED[self._goal]), *self._why_halls_stay_empty())), "soft"

    def _why_halls_stay_empty(self) -> list[str]:
        """Say why the best layout leaves halls empty: there is no music left, or only what these houses show."""
        empty = self.arrangement.empty_halls
        if not empty:
            return []
        if self.arrangement.stock:
            return [
                ngettext(
                    "{n} hall stays empty: a house shows no composer twice.",
                    "{n} halls stay empty: a house shows no composer twice.",
                    empty,
                ).format(n=empty)
            ]
        return [
            ngettext(
                "{n} hall stays empty: you have no more pieces.",
                "{n} halls stay empty: you have no more pieces.",
                empty,
            ).format(n=empty)
        ]

    def opened(self) -> list[Effect]:
        return self._ask()

    def prepare(self, action: Action) -> Box:
        self.held, self._goal, self._refusal, self._is_reviewing = None, -1, None, False
        self.cursor = Slot(OFFER, 0)
        self.arrangement.reset()
        play = play_of(action, Impresario)
        for composer in play.buy:
            self.arrangement.add_purchase(composer)
        if play.layout is not None:
            self.arrangement.take(play.layout)
        return self

    def _ask(self) -> list[Effect]:
        """Ask for a preview that always names the layout, so that there are figures also before anything is changed."""
        arrangement = self.arrangement
        action = self.play.action(Impresario(tuple(arrangement.buy), arrangement.layout()))
        return [AskPreviews([action], self.take_previews)]

    def take_previews(self, previews: Previews) -> None:
        preview = previews[0]
        if isinstance(preview, Preview):
            self._refusal = preview.refusal
        if isinstance(preview, PreviewWithFigures):
            self._figures = preview

    def take_layout(self, layout: Halls) -> list[Effect]:
        if self._goal < 0:
            return []
        self.held = None
        self.arrangement.take(layout)
        return self._ask()

    def enter(self) -> list[Effect]:
        objection = self._objection
        if objection:
            return self.refuse(objection)
        self.held = None
        if not self._is_reviewing:
            self._is_reviewing = True
            return []
        arrangement = self.arrangement
        layout = arrangement.layout() if arrangement.has_new_layout else None
        return [Send(self.play.action(Impresario(tuple(arrangement.buy), layout)))]

    def doubts(self, action: Action) -> list[str]:
        arrangement, halls = self.arrangement, self.arrangement.empty_halls
        if arrangement.buy and not arrangement.has_new_layout and arrangement.could_stage_purchase:
            text = ngettext(
                "You buy but stage nothing; {halls} hall is empty. Send it all the same?",
                "You buy but stage nothing; {halls} halls are empty. Send it all the same?",
                halls,
            )
            typed = _("arrange income") if self.glyphs.names_players else "a"
            arranges = _("`{typed}` arranges your pieces for most income.").format(typed=typed)
            return [text.format(halls=halls), arranges]
        if arrangement.is_changed:
            return []
        return [_("The Impresario would do nothing: you buy nothing and move nothing. Hire him all the same?")]

    def back(self) -> list[Effect] | None:
        """Put the piece in hand or the review away first."""
        if not (self._is_reviewing or self.held):
            return super().back()
        self._is_reviewing, self.held = False, None
        return []

    def vary(self, key: str) -> list[Effect] | None:
        effects = self._varied(key)
        if effects is not None:
            self._is_reviewing = False
        return effects

    def _varied(self, key: str) -> list[Effect] | None:
        if key in LEFT_RIGHT:
            return self._go_beside(LEFT_RIGHT[key])
        if key in UP_DOWN:
            return self._go_across(UP_DOWN[key])
        if key in COMPOSER_KEYS.values():
            return self._buy([COMPOSER_KEYS[offered.composer] for offered in self._offered].index(key))
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
        """Go to the nearest slot of the next row that has any."""
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
        """Forget the goal of the layout and ask for figures, since something was put down."""
        self._goal, self._refusal = -1, None
        self.cursor = self.cursor if self.cursor in self._slots() else self._slots()[-1]
        return self._ask()

    def _take_or_put(self) -> list[Effect]:
        if self.cursor.where == OFFER:
            return self._buy_there(self.cursor.spot)
        if self.held is None:
            self.held = self.cursor if self.arrangement.at(self.cursor) else None
            return []
        held, self.held = self.held, None
        if held == self.cursor:
            return []
        self.arrangement.swap(held, self.cursor)
        return self._changed()

    def _buy_there(self, index: int) -> list[Effect]:
        """Buy the piece under the cursor; where that is refused with a piece in hand, that one is meant."""
        refusal = self._why_not_bought(index)
        if refusal is None or self.held is None:
            return self._buy(index)
        text = _("{piece} is still in hand: go to a hall first, then space puts it there.")
        return [Refuse(text.format(piece=self._in_hand(self.held)))]

    def _why_not_bought(self, index: int) -> Refusal | None:
        offered = self._offered[index]
        if len(self.arrangement.buy) == MOST_THINGS:
            return refusal_of("too_many", most=MOST_THINGS)
        if self.arrangement.buy.count(offered.composer) == offered.left:
            return refusal_of("not_offered", composer=offered.composer, left=offered.left)
        return offered.refusal

    def _buy(self, index: int) -> list[Effect]:
        """Put the piece into the stock and into the hand, to be put down at once."""
        refusal = self._why_not_bought(index)
        if refusal:
            return self.refuse(refusal)
        if self.cursor.where == OFFER:
            self.cursor = Slot(OFFER, index)
        self.held = self.arrangement.add_purchase(self._offered[index].composer)
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
        """Cycle through most income, most points, and what was there before."""
        if self._refusal and code_of(self._refusal) in UNPAID:
            return self.refuse(self._refusal)
        if self._goal < 0:
            self._before_goals = self.arrangement.layout()
        self._goal, self.held = self._goal + 1, None
        if self._goal < len(GOALS):
            return [AskLayout(list(self.arrangement.buy), GOALS[self._goal], self.take_layout)]
        self.arrangement.take(self._before_goals)
        return self._changed()

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """Move the cursor to the click; take or put if it is there already."""
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
        cells = 8 if slot.where == OFFER else 5 if slot.where != STOCK and slot.spot == 0 else 3
        return place.row == line and place.cell - 1 <= cell < place.cell + cells


def is_sold(offered: OfferedPiece) -> bool:
    """Say whether a piece of this composer can be bought."""
    return offered.left > 0 and not offered.refusal
