"""The Architetto: up to two building parts, chosen in a grid of cities and parts."""

from collections.abc import Mapping
from typing import Final

from opera_games.api import Action, Refusal, code_of
from opera_games.opera import actions
from opera_games.opera.choices import ArchitettoProspect, OfferedPart, Preview, PreviewWithFigures
from opera_games.opera.words import CITIES, MOST_THINGS, WINGS, City, Part
from opera_tui.games.box import LEFT_RIGHT, UP_DOWN, AskPreviews, Box, Effect, KeyHint, Previews, Send, Text
from opera_tui.games.opera.boxes.base import OperaBox, enter_and_back
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleFace, RolePlay, play_of
from opera_tui.games.opera.labels import name, part_name, shortly
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row

GRID_AT: Final = 12
CELL: Final = 13
ASIDE_AT: Final = 52
BESIDE: Final = "intermezzo"
"""The place beside the grid where the cursor chooses an intermezzo."""
CELL_WORDS: Final = ("already_built", "none_left", "main_first")
QUESTION: Final = N_("Architetto: which parts do you build?")
SHORT_PARTS: Final[Mapping[str, str]] = {
    "main": N_("{city} main"),
    "wing_a": N_("{city} wing a"),
    "wing_b": N_("{city} wing b"),
}


class ArchitettoBox(OperaBox):
    """Mark up to two parts with Space; the figures below come from the server."""

    title = Text(N_("Architetto: build up to two parts"))

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        self._parts: dict[Part, OfferedPart] = {offered.part: offered for offered in play.box.rows}
        self.marked: list[Part] = []
        self._figures: PreviewWithFigures | None = None
        self._refusal: Refusal | None = None
        self.cursor = next((part for part in self._parts if self._why_not(part) is None), next(iter(self._parts)))
        self._left_at = self.cursor
        """The part where the cursor was before it went to the intermezzo."""

    @property
    def question(self) -> str:
        return self.play.question(self.view, QUESTION)

    @property
    def help_topic(self) -> str:
        return "opera.intermezzo" if self.cursor == BESIDE else "opera.architetto"

    def _why_not(self, part: Part) -> Refusal | None:
        """Return why the part cannot be marked; a wing becomes possible once its main part is marked."""
        refusal = self._parts[part].refusal
        if refusal and code_of(refusal) == "main_first" and _main_of(part) in self.marked:
            return None
        return refusal

    @property
    def does(self) -> str:
        if self.cursor == BESIDE:
            return _("take an intermezzo")
        if self._refusal:
            return ""
        if self.marked:
            return _("build {parts}").format(parts=", ".join(part_name(self.view, part) for part in self.marked))
        return _("build nothing, budget {budget}").format(budget=self._budget()) if self.play.is_hired else ""

    @property
    def note(self) -> str:
        if self.cursor == BESIDE:
            return ""
        if self._refusal:
            return _("not ready: {why}").format(why=shortly(self.view, self._refusal))
        word = self._mark_word()
        return _("space {mark}").format(mark=word) if word else ""

    def hints(self) -> list[KeyHint]:
        glyphs = self.glyphs
        arrows = KeyHint(glyphs.up_down + glyphs.left_right, _("part"))
        mark = [KeyHint("space", self._mark_word())] if self._mark_word() else []
        passing = [] if self.play.is_hired else [KeyHint("0", _("intermezzo"))]
        return [arrows, *mark, *passing, *enter_and_back(self.does, is_step=self.cursor != BESIDE)]

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

    def _head(self) -> Row:
        labels = (_("main"), _("wing a"), _("wing b"), _("price = points, 2 a hall"))
        return row(Span(" " * (GRID_AT + 1) + "{:<13}{:<13}{:<13}{}".format(*labels), "quiet"))

    def _city(self, city: City, aside: Row) -> Row:
        is_here = self.cursor.partition(".")[0] == city
        pointer = self.glyphs.cursor if is_here else " "
        label = column(f" {pointer} {name(self.view, city)}", GRID_AT)
        cells = [self._cell(f"{city}.{wing}") for wing in WINGS]
        return row(fit(row(label, *cells), ASIDE_AT), aside)

    def _cell(self, part: Part) -> Span:
        if part not in self._parts:
            return Span(" " * CELL)
        is_here, is_marked = part == self.cursor, part in self.marked
        mark = "+" if is_marked else ""
        if is_here:
            return column(self.chosen(mark + self._cell_text(part), True), CELL, "cursor")
        role = "strong" if is_marked else "quiet" if self._why_not(part) else ""
        return column((mark or " ") + self._cell_text(part), CELL, role)

    def _cell_text(self, part: Part) -> str:
        offered, refusal = self._parts[part], self._why_not(part)
        if refusal is None:
            return _("{ducats}d, {left} left").format(ducats=offered.ducats, left=offered.left)
        if code_of(refusal) in CELL_WORDS:
            return shortly(self.view, refusal)
        if code_of(refusal) == "city_closed":
            return _("closed")
        return f"{self.glyphs.none} " + _("{ducats} ducats").format(ducats=offered.ducats)

    def _asides(self) -> list[Row]:
        """Draw what stands right of the grid: marks, the reason under the cursor, and the intermezzo."""
        marked = _("+ marked, {number} of {most}").format(number=len(self.marked), most=MOST_THINGS)
        refusal = None if self.cursor == BESIDE else self._why_not(self.cursor)
        why = shortly(self.view, refusal) if refusal else ""
        return [row(Span(marked, "quiet")), row(Span(why, "quiet")), EMPTY, EMPTY, EMPTY, self._passing()]

    def _passing(self) -> Row:
        if self.play.is_hired:
            return EMPTY
        is_here = self.cursor == BESIDE
        pointer = self.glyphs.cursor if is_here else " "
        return row(Span(f"{pointer}0 " + _("Intermezzo: pay nothing"), "cursor" if is_here else ""))

    def _budget(self) -> str:
        level = self.view.my_player.level
        after = self.play.level_after(len(self.marked)) if self.marked or self.play.is_hired else level
        return self.glyphs.change(level, level if after is None else after)

    def _totals(self) -> Row:
        assert self.view.own is not None
        own, empty, glyphs = self.view.own.ducats, -self.view.my_player.counting.empty, self.glyphs
        figures = self._figures
        ducats, empty_halls = (figures.ducats, figures.empty_halls) if figures else ((own, own), (empty, empty))
        text = _(" ducats {ducats}   points {points:+d}   budget {budget}   empty halls {empty}").format(
            ducats=glyphs.change(*ducats),
            points=figures.points[1] - figures.points[0] if figures else 0,
            budget=self._budget(),
            empty=glyphs.change(*empty_halls),
        )
        return row(text)

    def enter(self) -> list[Effect]:
        if self.cursor == BESIDE:
            return [Send(INTERMEZZO)]
        if self._refusal:
            return self.refuse(self._refusal)
        if not self.marked and not self.play.is_hired:
            return self.refuse(refusal_of("nothing_done"))
        return [Send(self._action())]

    def opened(self) -> list[Effect]:
        """Ask for figures of what is marked already, by a proposal or before the connection broke."""
        return self._mark(self.marked)

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self._go_beside()
            return self
        self.marked = list(play_of(action, actions.Architetto).build)
        self.cursor = self.marked[-1] if self.marked else next(iter(self._parts))
        return self

    def _action(self) -> Action:
        return self.play.action(actions.Architetto(tuple(self.marked)))

    def back(self) -> list[Effect] | None:
        """Return to the choice of a role; a player who joins in goes to the intermezzo."""
        return super().back() if self.play.is_hired else self.vary("0")

    def vary(self, key: str) -> list[Effect] | None:
        if self.cursor == BESIDE and key in (*UP_DOWN, *LEFT_RIGHT):
            self.cursor = self._left_at
        elif key in UP_DOWN:
            self._go_to_city(UP_DOWN[key])
        elif key in LEFT_RIGHT:
            self._go_to_wing(LEFT_RIGHT[key])
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
        city, _dot, wing = self.cursor.partition(".")
        place = CITIES.index(city) + by
        if place == len(CITIES) and not self.play.is_hired:
            self._go_beside()
        elif place in range(len(CITIES)):
            there = self._parts_of(CITIES[place])
            self.cursor = next((part for part in there if part.endswith(wing)), there[-1])

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
        if cell >= ASIDE_AT:
            return BESIDE if row == len(CITIES) and not self.play.is_hired else None
        part = f"{CITIES[row - 1]}.{WINGS[max(0, min(2, (cell - GRID_AT) // CELL))]}"
        return part if part in self._parts else None


def _main_of(part: Part) -> str:
    return f"{part.partition('.')[0]}.main"


def _outlook(view: OperaView, could: ArchitettoProspect) -> Row:
    if not _helps(could):
        return row(_("nothing can be built now"))
    parts = ngettext("build {number} part", "build up to {number} parts", could.parts).format(number=could.parts)
    points = _("up to {points:+d} points").format(points=could.points)
    return row(f"{parts}, {points}")


def _helps(could: ArchitettoProspect) -> bool:
    return could.parts > 0


def _describe(view: OperaView, play: actions.Architetto) -> str:
    parts = [part.partition(".") for part in play.build]
    texts = [
        _(SHORT_PARTS[wing]).format(city="" if place and parts[place - 1][0] == city else name(view, city)).strip()
        for place, (city, _dot, wing) in enumerate(parts)
    ]
    return _("build {parts}").format(parts=", ".join(texts)) if texts else _("build nothing")


ROLE = RoleFace(ArchitettoBox, _outlook, _helps, _describe)
