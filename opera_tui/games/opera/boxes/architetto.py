"""The Architetto: up to two building parts, chosen in a grid of cities and parts."""

from collections.abc import Mapping
from typing import Final

from opera_games.api import Action, Change, Refusal, code_of
from opera_games.opera import actions
from opera_games.opera.choices import ArchitettoProspect, OfferedPart, Preview, PreviewWithFigures
from opera_games.opera.words import CITIES, MOST_THINGS, City, Part
from opera_tui.games.box import LEFT_RIGHT, UP_DOWN, AskPreviews, Box, Effect, KeyHint, Previews, Send, Text
from opera_tui.games.opera.boxes.base import OperaBox, enter_and_back
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleFace, RolePlay, play_of, tip_of
from opera_tui.games.opera.labels import CITY_KEYS, WING_NAMES, changed, name, part_name, part_names, shortly, wings_in
from opera_tui.games.opera.panels import houses
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, ngettext, pgettext
from opera_tui.look.key_names import key_does
from opera_tui.look.rows import EMPTY, Row, Span, also, column, filled, fit, fitting, row

GRID_AT: Final = 11
CELLS_OF_PARTS: Final = {3: 13, 4: 12}
"""How wide a part is drawn, by the number of columns."""
BORDER_CELLS: Final = 46
"""What the lower border of the narrowest screen has room for besides its key."""
BESIDE: Final = "intermezzo"
"""The place beside the grid where the cursor chooses an intermezzo."""
KEY_CITIES: Final[Mapping[str, City]] = {key: city for city, key in CITY_KEYS.items()}
CELL_WORDS: Final = ("already_built", "none_left", "main_first")
QUESTION: Final = N_("Architetto: which parts do you build?")


class ArchitettoBox(OperaBox):
    """Mark up to two parts with Space; the figures below come from the server."""

    title = Text(N_("Architetto: build up to two parts"))
    panel = houses.ID

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        self._parts: dict[Part, OfferedPart] = {offered.part: offered for offered in play.box.rows}
        self._wings = wings_in(view.game.edition)
        self.marked: list[Part] = []
        self._figures: PreviewWithFigures | None = None
        self._refusal: Refusal | None = None
        self.cursor = self._first()
        self._left_at = self.cursor
        """The part where the cursor was before it went to the intermezzo."""
        self._can_build = self._why_not(self.cursor) is None
        if not self._can_build and not play.is_hired:
            self._go_beside()

    @property
    def question(self) -> str:
        if self._can_build or self.play.is_hired:
            return self.play.question(self.view, QUESTION)
        who = self.view.who(self.view.game.takers[self.play.role])
        if self.view.cheapest_part is None:
            return _("{who} plays the Architetto: no part is left for you").format(who=who)
        return _("{who} plays the Architetto: too few ducats for any part").format(who=who)

    @property
    def tip(self) -> str:
        return tip_of(self.view, self.play, can_act=self._can_build)

    @property
    def asked_topic(self) -> str:
        return "" if self.play.is_hired else "opera.join"

    @property
    def help_topic(self) -> str:
        return "opera.intermezzo" if self.cursor == BESIDE else "opera.architetto"

    def _why_not(self, part: Part) -> Refusal | None:
        """Return why the part cannot be marked; a wing becomes possible once its main part is marked."""
        refusal, main = self._parts[part].refusal, _main_of(part)
        if refusal and code_of(refusal) == "main_first":
            if main in self.marked:
                return None
            return refusal if self._parts[main].left else self._parts[main].refusal
        return refusal

    def _first(self) -> Part:
        """Return the first part that can be built; where none can, the first."""
        return next((part for part in self._parts if self._why_not(part) is None), next(iter(self._parts)))

    @property
    def does(self) -> str:
        if self.cursor == BESIDE:
            return _("take an intermezzo")
        if self._refusal:
            return ""
        if self.marked:
            whole = ", ".join(part_name(self.view, part) for part in self.marked)
            parts = (whole, part_names(self.view, self.marked))
            return fitting([_("build {parts}").format(parts=told) for told in parts], BORDER_CELLS, 1)
        return (
            _("build nothing, budget {budget}").format(budget=self.glyphs.change(*self._levels()))
            if self.play.is_hired
            else ""
        )

    @property
    def note(self) -> str:
        if self.cursor == BESIDE:
            return ""
        if self._refusal:
            return _("not ready: {why}").format(why=shortly(self.view, self._refusal))
        refusal = self._why_not(self.cursor)
        if refusal and self.cursor not in self.marked:
            return shortly(self.view, refusal)
        return key_does("space", self._mark_word())

    def hints(self) -> list[KeyHint]:
        glyphs = self.glyphs
        arrows = KeyHint(glyphs.up_down + glyphs.left_right, _("part"))
        mark = [KeyHint("space", self._mark_word())] if self._mark_word() else []
        passing = [] if self.play.is_hired else [KeyHint("0", _("intermezzo"), is_kept=True)]
        return [arrows, *mark, *passing, *enter_and_back(self.does, is_step=False), *self._back_hint()]

    def _mark_word(self) -> str:
        """Return what Space does to the part under the cursor; empty where it does nothing."""
        if self.cursor in self.marked:
            return _("unmark")
        is_free = self.cursor != BESIDE and self._why_not(self.cursor) is None
        return _("mark") if is_free and len(self.marked) < MOST_THINGS else ""

    def rows(self) -> list[Row]:
        asides = self._asides()
        cities = [self._city(city, asides[place]) for place, city in enumerate(CITIES)]
        return [self._head(), *cities, self._totals()]

    @property
    def _cell_width(self) -> int:
        return CELLS_OF_PARTS[max(3, len(self._wings))]

    @property
    def _aside_at(self) -> int:
        """Return the cell where what stands right of the grid begins."""
        return GRID_AT + max(3, len(self._wings)) * self._cell_width + 1

    @property
    def _has_room(self) -> bool:
        """Say whether there is room for more than a word right of the grid."""
        return len(self._wings) <= 3

    def _head(self) -> Row:
        wings = [column(_(WING_NAMES[wing]), self._cell_width, "quiet") for wing in self._wings]
        price = (
            pgettext("24 cells", "price = points, 2 a hall")
            if self._has_room
            else pgettext("14 cells", "price = points")
        )
        return row(fit(row(" " * (GRID_AT + 1), *wings), self._aside_at), Span(price, "quiet"))

    def _city(self, city: City, aside: Row) -> Row:
        is_here = self.cursor.partition(".")[0] == city
        pointer = self.glyphs.cursor if is_here else " "
        label = row(pointer, Span(CITY_KEYS[city], "key"), column(f" {name(self.view, city)}", GRID_AT - 2))
        cells = [self._cell(f"{city}.{wing}") for wing in self._wings]
        return row(fit(row(label, *cells), self._aside_at), aside)

    def _cell(self, part: Part) -> Row:
        if part not in self._parts:
            return row(" " * self._cell_width)
        if part == self.cursor:
            return row(column(self.chosen(self._cell_text(part), True), self._cell_width, "cursor"))
        text = self._cell_text(part)
        role = "value" if part in self.marked else "quiet" if self._why_not(part) else ""
        return fit(row(" ", Span(text, role)), self._cell_width)

    def _cell_text(self, part: Part) -> str:
        offered, refusal = self._parts[part], self._why_not(part)
        if part in self.marked:
            # Translators: a building part that is to be built, and its price in ducats; at most 11 cells with a digit.
            return _("marked, {ducats}d").format(ducats=offered.ducats)
        # Translators: copies left and the price in ducats; at most 11 cells with two digits.
        copies = _("{left} at {ducats}d").format(left=offered.left, ducats=offered.ducats)
        if refusal is None:
            return copies
        if code_of(refusal) == "none_left" and offered.left:
            return f"{self.glyphs.none} " + pgettext("9 cells", "no main")
        if code_of(refusal) in CELL_WORDS:
            return shortly(self.view, refusal)
        return (
            pgettext("city, 11 cells", "closed")
            if code_of(refusal) == "city_closed"
            else f"{self.glyphs.none} {copies}"
        )

    def _asides(self) -> list[Row]:
        """Draw what stands right of the grid: how many parts are marked, and the intermezzo."""
        # Translators: at most 24 cells.
        marked = _("{number} of {most} marked").format(number=len(self.marked), most=MOST_THINGS)
        return [row(Span(marked, "quiet")), *[EMPTY] * (len(CITIES) - 2), self._passing()]

    def _passing(self) -> Row:
        if self.play.is_hired:
            return EMPTY
        is_here = self.cursor == BESIDE
        pointer = self.glyphs.cursor if is_here else " "
        text = pgettext("23 cells", "Intermezzo: pay nothing") if self._has_room else _("Intermezzo")
        drawn = row(pointer, Span("0", "key"), f" {text}")
        return also(drawn, "cursor") if is_here else drawn

    def _levels(self) -> Change:
        """Return the budget level before and after."""
        level = self.view.my_player.level
        is_paid = self.cursor != BESIDE and (self.marked or self.play.is_hired)
        after = self.play.level_after(len(self.marked)) if is_paid else level
        return level, level if after is None else after

    def _totals(self) -> Row:
        assert self.view.own is not None
        own, empty, glyphs = self.view.own.ducats, -self.view.my_player.counting.empty, self.glyphs
        figures = None if self.cursor == BESIDE else self._figures
        ducats, empty_halls = (figures.ducats, figures.empty_halls) if figures else ((own, own), (empty, empty))
        points = figures.points[1] - figures.points[0] if figures else 0
        return filled(
            # Translators: labels of figures; at most 76 cells with figures such as 12 → 10.
            _(" ducats {ducats}   points {points:+d}   budget {budget}   empty halls {empty}"),
            "quiet",
            ducats=changed(glyphs, ducats),
            points=Span(f"{points:+d}", "gain" if points > 0 else "own"),
            budget=changed(glyphs, self._levels()),
            empty=changed(glyphs, empty_halls, more_is_better=False),
        )

    def enter(self) -> list[Effect]:
        if self.cursor == BESIDE:
            return [Send(INTERMEZZO)]
        if self._refusal:
            return self.refuse(self._refusal)
        if not self.marked and not self.play.is_hired:
            return self.refuse(refusal_of("nothing_done"))
        return [Send(self._action())]

    def doubts(self, action: Action) -> list[str]:
        if action == INTERMEZZO:
            lost = _("The parts that you marked would not be built. Take an intermezzo?")
            return [lost] if self.marked else []
        if self.marked:
            return []
        return [_("The Architetto would build nothing. Hire him all the same?")]

    def opened(self) -> list[Effect]:
        """Ask for figures of what is marked already, by a proposal or before the connection broke."""
        return self._mark(self.marked)

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self._mark([])
            self._go_beside()
            return self
        self.marked = list(play_of(action, actions.Architetto).build)
        self.cursor = self.marked[-1] if self.marked else self._first()
        return self

    def _action(self) -> Action:
        return self.play.action(actions.Architetto(tuple(self.marked)))

    def back(self) -> list[Effect] | None:
        """Return to the choice of a role; a player who joins in leaves the intermezzo, or takes off all marks."""
        if self.play.is_hired:
            return super().back()
        if self.cursor == BESIDE and self._can_build:
            self.cursor = self._left_at
            return []
        return self._mark([]) if self.marked else None

    def _back_hint(self) -> list[KeyHint]:
        is_unmarking = self.marked and self.cursor != BESIDE and not self.play.is_hired
        is_going = self.play.is_hired or (self.cursor == BESIDE and self._can_build)
        word = _("clear") if is_unmarking else _("back") if is_going else ""
        return [KeyHint("esc", word, is_kept=True)] if word else []

    def vary(self, key: str) -> list[Effect] | None:
        if self.cursor == BESIDE and key in (*UP_DOWN, *LEFT_RIGHT):
            self.cursor = self._left_at
        elif key in UP_DOWN:
            self._go_to_city(UP_DOWN[key])
        elif key in LEFT_RIGHT:
            self._go_to_wing(LEFT_RIGHT[key])
        elif key in KEY_CITIES:
            self._jump_to(KEY_CITIES[key])
        elif key == "space" and self.cursor != BESIDE:
            return self._toggle(self.cursor)
        elif key == "0" and not self.play.is_hired:
            self._go_beside()
        else:
            return None
        return []

    def _go_beside(self) -> None:
        """Go to the intermezzo; any arrow leads back to the part where the cursor was."""
        if self.cursor != BESIDE:
            self._left_at, self.cursor = self.cursor, BESIDE

    def _go_to_city(self, by: int) -> None:
        place = CITIES.index(self.cursor.partition(".")[0]) + by
        if place == len(CITIES) and not self.play.is_hired:
            self._go_beside()
        elif place in range(len(CITIES)):
            self._go_to(CITIES[place])
            self._go_to_needed_main()

    def _go_to_needed_main(self) -> None:
        """Go from a wing that needs its main part first to that, if it can be built."""
        refusal, main = self._why_not(self.cursor), _main_of(self.cursor)
        if refusal and code_of(refusal) == "main_first" and self._why_not(main) is None:
            self.cursor = main

    def _go_to(self, city: City) -> None:
        """Go to a city, if possible to the same wing."""
        wing = (self._left_at if self.cursor == BESIDE else self.cursor).partition(".")[2]
        there = self._parts_of(city)
        self.cursor = next((part for part in there if part.endswith(wing)), there[-1])

    def choose(self, thing: str) -> list[Effect] | None:
        cities = [city for city in CITIES if thing == f"city:{city}"]
        if not cities:
            return None
        self._jump_to(cities[0])
        return []

    def _jump_to(self, city: City) -> None:
        """Go to a city, to the same wing if that can be built, else to the first part that can."""
        self._go_to(city)
        if self._why_not(self.cursor) is not None:
            possible = [part for part in self._parts_of(city) if self._why_not(part) is None]
            self.cursor = next(iter(possible), self.cursor)

    def _go_to_wing(self, by: int) -> None:
        there = self._parts_of(self.cursor.partition(".")[0])
        place = there.index(self.cursor) + by
        if place == len(there) and there[0].startswith(CITIES[-1]) and not self.play.is_hired:
            self._go_beside()
        else:
            self.cursor = there[min(len(there) - 1, max(0, place))]

    def _parts_of(self, city: str) -> list[str]:
        return [part for part in self._parts if part.startswith(f"{city}.")]

    def _toggle(self, part: Part) -> list[Effect]:
        if part in self.marked:
            return self._mark([other for other in self.marked if other != part and not self._depends(other, part)])
        refusal = self._why_not(part)
        if not refusal and len(self.marked) == MOST_THINGS:
            refusal = refusal_of("too_many", most=MOST_THINGS)
        return self.refuse(refusal) if refusal else self._mark([*self.marked, part])

    def _depends(self, part: Part, main: Part) -> bool:
        """Say whether this part can only be built because that main part is built before it."""
        return bool(self._parts[part].refusal) and _main_of(part) == main

    def _mark(self, parts: list[Part]) -> list[Effect]:
        self.marked, self._refusal = parts, None
        if not parts:
            self._figures = None
            return []
        return [AskPreviews([self._action()], self.take_previews)]

    def take_previews(self, previews: Previews) -> None:
        """Show figures of what is marked; an answer that comes after all marks were taken off is too late."""
        preview = previews[0]
        if not self.marked or not isinstance(preview, Preview):
            return
        self._refusal = preview.refusal
        if isinstance(preview, PreviewWithFigures):
            self._figures = preview

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """Move the cursor to the click; mark the part if it is there already."""
        there = self._at(row, cell)
        if there is None:
            return None
        if there == self.cursor:
            return self.enter() if there == BESIDE else self._toggle(there)
        if there == BESIDE:
            self._go_beside()
        else:
            self.cursor = there
        return []

    def _at(self, row: int, cell: int) -> str | None:
        if row not in range(1, 1 + len(CITIES)):
            return None
        if cell >= self._aside_at:
            return BESIDE if row == len(CITIES) and not self.play.is_hired else None
        place = max(0, min(len(self._wings) - 1, (cell - GRID_AT) // self._cell_width))
        part = f"{CITIES[row - 1]}.{self._wings[place]}"
        return part if part in self._parts else None


def _main_of(part: Part) -> str:
    return f"{part.partition('.')[0]}.main"


def _outlook(view: OperaView, could: ArchitettoProspect) -> Row:
    if not could.parts:
        return row(Span(_why_nothing(view), "quiet"))
    parts = ngettext("build {number} part", "build up to {number} parts", could.parts).format(number=could.parts)
    points = filled(_("up to {points:+d} points"), points=Span(f"{could.points:+d}", "gain"))
    return row(f"{parts}, ", points)


def _why_nothing(view: OperaView) -> str:
    """Say whether no part is left that the reader may build, or the ducats pay for none."""
    least = view.cheapest_part
    if least is None:
        return _("no part left: he would only cost you his fee")
    return _("too few ducats: the cheapest part costs {price}").format(price=least)


def _describe(view: OperaView, play: actions.Architetto) -> str:
    return _("build {parts}").format(parts=part_names(view, play.build)) if play.build else _("build nothing")


ROLE = RoleFace(ArchitettoBox, _outlook, _describe)
