"""The Architetto: up to two building parts, chosen in a grid of cities and parts."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_tui.boxes import DOWN, LEFT, RIGHT, UP, Action, AskPreviews, Box, Effect, KeyHint, Send
from opera_tui.faces.opera.box import INTERMEZZO, OperaBox, RolePlay, enter_and_back, play_question
from opera_tui.faces.opera.names import CITIES, WINGS, change, name, part_name
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.wording import Refusal, refusal_of, shortly
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, fit, row
from opera_tui.table_view import Document, TableView

MOST_PARTS: Final = 2
GRID_AT: Final = 12
CELL: Final = 13
ASIDE_AT: Final = 52
BESIDE: Final = "intermezzo"
"""The place beside the grid where the cursor chooses an intermezzo."""
ARROWS: Final = (*UP, *DOWN, *LEFT, *RIGHT)
CELL_WORDS: Final = ("already_built", "none_left", "main_first")


class ArchitettoBox(OperaBox):
    """Space marks up to two parts; the figures below come from the server."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play
        self._parts: dict[str, Document] = {offered["part"]: offered for offered in play.box["rows"]}
        self.marked: list[str] = []
        self._figures: Mapping[str, Any] = {}
        self._refusal: Refusal | None = None
        self.cursor = next((part for part in self._parts if self._why_not(part) is None), next(iter(self._parts)))
        self._left_at = self.cursor
        """The part where the cursor was before it went to the intermezzo."""

    @property
    def title(self) -> str:
        return _("Architetto: build up to two parts")

    @property
    def question(self) -> str:
        return play_question(self.view, self.play)

    @property
    def help_topic(self) -> str:
        return topic("intermezzo" if self.cursor == BESIDE else "architetto")

    def _why_not(self, part: str) -> Refusal | None:
        """Why the part cannot be marked; a wing becomes possible once its main part is marked."""
        refusal: Refusal | None = self._parts[part].get("refusal")
        if refusal and refusal["code"] == "main_first" and _main_of(part) in self.marked:
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
        return self._space()

    def hints(self) -> list[KeyHint]:
        glyphs = self.view.glyphs
        arrows = KeyHint(glyphs.up_down + glyphs.left_right, _("part"))
        mark = [KeyHint("space", self._mark_word())] if self._mark_word() else []
        passing = [] if self.play.is_hired else [KeyHint("0", _("intermezzo"))]
        return [arrows, *mark, *passing, *enter_and_back(self.does, is_step=self.cursor != BESIDE)]

    def _mark_word(self) -> str:
        """What Space does to the part under the cursor; empty where it does nothing."""
        if self.cursor in self.marked:
            return _("unmark")
        is_free = self.cursor != BESIDE and self._why_not(self.cursor) is None
        return _("mark") if is_free and len(self.marked) < MOST_PARTS else ""

    def _space(self) -> str:
        word = self._mark_word()
        return _("space {mark}").format(mark=word) if word else ""

    def rows(self) -> list[Row]:
        asides = self._asides()
        cities = [self._city(city, asides[place]) for place, city in enumerate(CITIES)]
        return [self._head(), *cities, self._totals()]

    def _head(self) -> Row:
        labels = (_("main"), _("wing a"), _("wing b"), _("price = points, 2 a hall"))
        return row(Span(" " * (GRID_AT + 1) + "{:<13}{:<13}{:<13}{}".format(*labels), "quiet"))

    def _city(self, city: str, aside: Row) -> Row:
        is_here = self.cursor.partition(".")[0] == city
        pointer = self.view.glyphs.cursor if is_here else " "
        label = column(f" {pointer} {name(self.view, city)}", GRID_AT)
        cells = [self._cell(f"{city}.{wing}") for wing in WINGS]
        return row(fit(row(label, *cells), ASIDE_AT), aside)

    def _cell(self, part: str) -> Span:
        if part not in self._parts:
            return Span(" " * CELL)
        is_here, is_marked = part == self.cursor, part in self.marked
        mark = "+" if is_marked else ""
        if is_here:
            return column(self.chosen(mark + self._cell_text(part), True), CELL, "cursor")
        role = "strong" if is_marked else "quiet" if self._why_not(part) else ""
        return column((mark or " ") + self._cell_text(part), CELL, role)

    def _cell_text(self, part: str) -> str:
        offered, refusal = self._parts[part], self._why_not(part)
        if refusal is None:
            return _("{ducats}d, {left} left").format(ducats=offered["ducats"], left=offered["left"])
        if refusal["code"] in CELL_WORDS:
            return shortly(self.view, refusal)
        if refusal["code"] == "city_closed":
            return _("closed")
        return f"{self.view.glyphs.none} " + _("{ducats} ducats").format(ducats=offered["ducats"])

    def _asides(self) -> list[Row]:
        """What stands right of the grid: marks, the reason under the cursor, and the intermezzo."""
        marked = _("+ marked, {number} of {most}").format(number=len(self.marked), most=MOST_PARTS)
        refusal = None if self.cursor == BESIDE else self._why_not(self.cursor)
        why = shortly(self.view, refusal) if refusal else ""
        return [row(Span(marked, "quiet")), row(Span(why, "quiet")), EMPTY, EMPTY, EMPTY, self._passing()]

    def _passing(self) -> Row:
        if self.play.is_hired:
            return EMPTY
        is_here = self.cursor == BESIDE
        pointer = self.view.glyphs.cursor if is_here else " "
        return row(Span(f"{pointer}0 " + _("Intermezzo: pay nothing"), "cursor" if is_here else ""))

    def _budget(self) -> str:
        level = self.view.game["players"][self.view.me]["level"]
        after = self.play.level_after(len(self.marked)) if self.marked or self.play.is_hired else level
        return change(self.view.glyphs, (level, level if after is None else after))

    def _totals(self) -> Row:
        assert self.view.own is not None
        glyphs = self.view.glyphs
        empty = -self.view.game["players"][self.view.me]["counting"]["empty"]
        figures = self._figures or {
            "ducats": [self.view.own["ducats"]] * 2,
            "points": [0, 0],
            "empty_halls": [empty] * 2,
        }
        points = figures["points"][1] - figures["points"][0]
        text = _(" ducats {ducats}   points {points:+d}   budget {budget}   empty halls {empty}").format(
            ducats=change(glyphs, figures["ducats"]),
            points=points,
            budget=self._budget(),
            empty=change(glyphs, figures["empty_halls"]),
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
        """What is marked already, by a proposal or before the line was down, needs its figures."""
        return self._mark(self.marked)

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self._go_beside()
            return self
        self.marked = list(action["build"])
        self.cursor = self.marked[-1] if self.marked else next(iter(self._parts))
        return self

    def _action(self) -> Mapping[str, Any]:
        return self.play.action(build=list(self.marked))

    def press(self, key: str) -> list[Effect] | None:
        """Esc leads back to the choice of a role; who joins in comes to the intermezzo."""
        return self.vary("0") if key == "escape" and not self.play.is_hired else super().press(key)

    def vary(self, key: str) -> list[Effect] | None:
        if self.cursor == BESIDE and key in ARROWS:
            self.cursor = self._left_at
        elif key in (*UP, *DOWN):
            self._go_to_city(-1 if key in UP else 1)
        elif key in (*LEFT, *RIGHT):
            self._go_to_wing(-1 if key in LEFT else 1)
        elif key == "space" and self.cursor != BESIDE:
            return self._toggle(self.cursor)
        elif key == "0" and not self.play.is_hired:
            self._go_beside()
        else:
            return None
        return []

    def _go_beside(self) -> None:
        """To the intermezzo; any arrow leads back to the part where the cursor was."""
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

    def _toggle(self, part: str) -> list[Effect]:
        if part in self.marked:
            return self._mark([other for other in self.marked if other != part and not self._depends(other, part)])
        refusal = self._why_not(part)
        if not refusal and len(self.marked) == MOST_PARTS:
            refusal = refusal_of("too_many", most=MOST_PARTS)
        return self.refuse(refusal) if refusal else self._mark([*self.marked, part])

    def _depends(self, part: str, main: str) -> bool:
        """Whether this part can only be built because that main part is built before it."""
        refusal = self._parts[part].get("refusal")
        return bool(refusal) and _main_of(part) == main

    def _mark(self, parts: list[str]) -> list[Effect]:
        self.marked, self._refusal = parts, None
        if not parts:
            self._figures = {}
            return []
        return [AskPreviews([self._action()])]

    def take_previews(self, previews: Sequence[Mapping[str, Any]]) -> None:
        """Figures of what is marked; an answer that comes after all marks were taken off is too late."""
        if not self.marked:
            return
        self._refusal = previews[0]["refusal"]
        if "ducats" in previews[0]:
            self._figures = previews[0]

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """A click moves the cursor; on the part under it, it marks."""
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


def _main_of(part: str) -> str:
    return f"{part.partition('.')[0]}.main"
