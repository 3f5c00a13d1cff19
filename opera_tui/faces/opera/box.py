"""What all boxes of Opera have in common, and boxes that are a list with a cursor."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from opera_protocol.i18n import N_
from opera_tui.boxes import DOWN, UP, Action, Close, Effect, KeyHint, Refuse, TableBox, moved
from opera_tui.faces.opera.names import change, name
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.wording import Refusal, shortly, told
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, also, fit, row
from opera_tui.table_view import TableView

CELLS: Final = 78
MOST_ROWS: Final = 8


class OperaBox(TableBox):
    """A box of Opera: Enter does what it says, Esc goes back, other keys vary what is prepared."""

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return self.enter()
        return [Close()] if key == "escape" else self.vary(key)

    def enter(self) -> list[Effect] | None:
        """What Enter does, as `does` says."""
        return None

    def vary(self, key: str) -> list[Effect] | None:
        """Keys that move the cursor or change what is being prepared."""
        return None

    def refuse(self, refusal: Refusal) -> list[Effect]:
        return [Refuse(told(self.view, refusal))]

    def chosen(self, text: str, is_chosen: bool) -> str:
        """The text with `‹ ›` if it is the chosen variant, else with blanks in their place."""
        left, right = self.view.glyphs.chosen if is_chosen else (" ", " ")
        return f"{left}{text}{right}"


class Line(NamedTuple):
    """A row that the cursor can stand on: its key, what it says from the third cell on, why it is not allowed."""

    key: str
    content: Row
    refusal: Refusal | None = None


class ListBox(OperaBox):
    """Lines below a head; letters and digits move the cursor, Enter takes the line."""

    line_cells = CELLS

    @property
    def is_step(self) -> bool:
        """Whether Esc leads back to a box before."""
        return False

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self.cursor = 0

    def head(self) -> Row:
        return ()

    def lines(self) -> Sequence[Line]:
        return ()

    def below(self) -> list[Row]:
        """Rows under the lines, as far as there is room."""
        return []

    def rows(self) -> list[Row]:
        lines = [self._drawn(place, line) for place, line in enumerate(self.lines())]
        return [self.head(), *lines, *self.below()][:MOST_ROWS]

    def _drawn(self, place: int, line: Line) -> Row:
        is_here = place == self.cursor
        pointer = self.view.glyphs.cursor if is_here else " "
        if line.refusal:
            drawn = row(f"{pointer}{self.view.glyphs.none} ", line.content)
            drawn = also(drawn, "quiet")
        else:
            drawn = row(pointer, Span(line.key or " ", "strong"), " ", line.content)
        return also(fit(drawn, self.line_cells), "cursor") if is_here else drawn

    def to_first_allowed(self) -> None:
        self.cursor = next((place for place, line in enumerate(self.lines()) if not line.refusal), 0)

    @property
    def here(self) -> Line:
        return self.lines()[self.cursor]

    @property
    def note(self) -> str:
        refusal = self.here.refusal
        return shortly(self.view, refusal) if refusal else self.variants

    @property
    def variants(self) -> str:
        """The keys that vary the line under the cursor, for the lower border."""
        return ""

    @property
    def does(self) -> str:
        return "" if self.here.refusal else self.deed

    @property
    def deed(self) -> str:
        """What Enter does on a line that is allowed."""
        return ""

    def enter(self) -> list[Effect] | None:
        refusal = self.here.refusal
        return self.refuse(refusal) if refusal else self.take()

    def take(self) -> list[Effect] | None:
        """Carry out the line under the cursor, which is allowed."""
        return None

    def press(self, key: str) -> list[Effect] | None:
        lines = self.lines()
        if key in (*UP, *DOWN):
            self.cursor = moved(self.cursor, key, len(lines))
            return []
        places = [place for place, line in enumerate(lines) if line.key == key]
        if places:
            self.cursor = places[0]
            return []
        return super().press(key)

    def click(self, row: int, cell: int) -> list[Effect] | None:
        place = row - 1
        if place not in range(len(self.lines())):
            return None
        if place == self.cursor:
            return self.enter()
        self.cursor = place
        return []

    def hints(self) -> list[KeyHint]:
        hints = [KeyHint(self.view.glyphs.up_down, _("choose")), *self.further_hints()]
        return [*hints, *enter_and_back(self.does, self.is_step)]

    def further_hints(self) -> list[KeyHint]:
        return []


def enter_and_back(does: str, is_step: bool) -> list[KeyHint]:
    """Enter if it does something, and Esc if there is something to go back to."""
    enter = [KeyHint("enter", _("do it"))] if does else []
    return [*enter, *([KeyHint("esc", _("back"))] if is_step else [])]


class RolePlay(NamedTuple):
    """A role's part of the choices: its box, and whether it is hired or joined in with."""

    role: str
    box: Mapping[str, Any]
    is_hired: bool
    best: Mapping[str, Any] | None = None
    """What the row that offers the role named as its best."""

    def action(self, **fields: Any) -> Action:
        if self.is_hired:
            return {"do": "hire", "role": self.role, **fields}
        return {"do": "join", **fields}

    def level_after(self, things: int) -> int | None:
        """The budget level after so many things; None if it is not enough."""
        level: int | None = self.box["levels"][things]
        return level


INTERMEZZO: Final[Action] = {"do": "intermezzo"}


class RoleBox(ListBox):
    """A role's step as a list."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        super().__init__(view)
        self.play = play

    @property
    def is_step(self) -> bool:
        return True

    def press(self, key: str) -> list[Effect] | None:
        """Esc leads back to the choice of a role; who joins in comes to the intermezzo, the last line."""
        if key == "escape" and not self.play.is_hired:
            self.cursor = len(self.lines()) - 1
            return []
        return super().press(key)

    @property
    def level(self) -> int:
        level: int = self.view.game["players"][self.view.me]["level"]
        return level

    def budget_change(self, things: int = 1) -> str:
        after = self.play.level_after(things)
        return change(self.view.glyphs, (self.level, self.level if after is None else after))

    @property
    def question(self) -> str:
        return play_question(self.view, self.play)

    @property
    def help_topic(self) -> str:
        return topic(self.play.role)


QUESTIONS: Final[Mapping[str, str]] = {
    "impresario": N_("Impresario: what do you buy, and what goes where?"),
    "architetto": N_("Architetto: which parts do you build?"),
    "signora": N_("Signora: which piece goes to the Palazzo?"),
    "maestro": N_("Maestro: which city's income is doubled?"),
    "critico": N_("Critico: whose fame changes, and in which city?"),
    "esperto": N_("Esperto: in which city do you score?"),
}


def play_question(view: TableView, play: RolePlay) -> str:
    """For the prompt line: what the own role asks, or whose role can be joined in with."""
    if play.is_hired:
        return _(QUESTIONS[play.role])
    taker = view.game["takers"][play.role]
    who = f"{view.sign(taker).text} {view.name(taker)}"
    return _("{who} plays the {role}: join in?").format(who=who, role=name(view, play.role))
