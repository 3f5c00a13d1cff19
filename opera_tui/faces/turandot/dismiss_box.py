"""Dismissing a director: nine of them in two columns, each with what it would bring to every cast."""

from typing import Final

from opera_tui.boxes import DOWN, LEFT, RIGHT, UP, Action, Box, Effect, KeyHint, Send, moved
from opera_tui.faces.turandot.cards import SILENT, long_effect, sign, signed, word
from opera_tui.faces.turandot.game_box import GameBox, topic
from opera_tui.faces.turandot.refusals import refused
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, fit, row
from opera_tui.table_view import Document, TableView

LINES: Final = 5
COLUMN_CELLS: Final = 39


class DismissBox(GameBox):
    """The numbers are what a director adds to a cast as of now."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self.choices: list[Document] = view.choices["directors"]
        self.cursor = next(place for place, choice in enumerate(self.choices) if "refusal" not in choice)

    @property
    def choice(self) -> Document:
        return self.choices[self.cursor]

    @property
    def action(self) -> Action:
        return {"do": "dismiss", "director": self.choice["director"]}

    @property
    def title(self) -> str:
        return _("Dismiss a director")

    @property
    def question(self) -> str:
        return _("You were named: which director goes?")

    @property
    def does(self) -> str:
        if "refusal" in self.choice:
            return ""
        return _("dismiss the director {director}").format(director=word(self.glyphs, self.choice["director"]))

    @property
    def note(self) -> str:
        return _("gone already") if "refusal" in self.choice else ""

    @property
    def help_topic(self) -> str:
        return topic(self.choice["director"])

    def hints(self) -> list[KeyHint]:
        dismiss = [] if "refusal" in self.choice else [KeyHint("enter", _("dismiss"))]
        return [KeyHint(self.arrows(), _("or 1-{highest}").format(highest=len(self.choices))), *dismiss]

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return self._send()
        if key in (*UP, *DOWN):
            self.cursor = moved(self.cursor, key, len(self.choices))
        elif key in (*LEFT, *RIGHT):
            self._go_to(self.cursor + (-LINES if key in LEFT else LINES))
        elif key in [str(place + 1) for place in range(len(self.choices))]:
            self._go_to(int(key) - 1)
        else:
            return None
        return []

    def prepare(self, action: Action) -> Box:
        self.cursor = [choice["director"] for choice in self.choices].index(action["director"])
        return self

    def _go_to(self, place: int) -> None:
        if place in range(len(self.choices)):
            self.cursor = place

    def _send(self) -> list[Effect]:
        refusal = self.choice.get("refusal")
        return [refused(self.view, **refusal)] if refusal else [Send(self.action)]

    def click(self, row: int, cell: int) -> list[Effect] | None:
        place = row - 1 + (LINES if cell >= COLUMN_CELLS else 0)
        if row - 1 not in range(LINES) or place not in range(len(self.choices)):
            return None
        if place == self.cursor:
            return self._send()
        self.cursor = place
        return []

    def rows(self) -> list[Row]:
        head = fit(row(column("", 15), *(self._title(seat) for seat in self._hands())), COLUMN_CELLS)
        lines = [row(self._cell(line), self._cell(line + LINES)) for line in range(LINES)]
        return [row(head, head), *lines, EMPTY, self._below()]

    def _hands(self) -> list[int | str]:
        silent: list[int | str] = [SILENT] if SILENT in self.choices[0] else []
        return [*self.view.seats, *silent]

    def _title(self, seat: int | str) -> Row:
        return row("  ", sign(self.view, seat))

    def _cell(self, place: int) -> Row:
        """One director: `4 traditional  +1   0  -1`."""
        if place >= len(self.choices):
            return EMPTY
        choice = self.choices[place]
        refusal = choice.get("refusal")
        role = "quiet" if refusal else ""
        mark = column(self.glyphs.none if refusal else str(place + 1), 2, role or "strong")
        name = column(word(self.glyphs, choice["director"]), 12, role)
        figures = Span(_("dismissed"), "quiet") if refusal else row(*self._figures(choice))
        content = row(mark, name, figures)
        return fit(self.line(content, is_cursor=place == self.cursor, cells=COLUMN_CELLS - 1), COLUMN_CELLS)

    def _figures(self, choice: Document) -> list[Span]:
        """What the director would add to every cast."""
        casts = [*choice["casts"], *([choice[SILENT]] if SILENT in choice else [])]
        roles = ["own" if seat == self.view.me else "" for seat in self._hands()]
        return [Span(f"{signed(after - before):>4}", role) for (before, after), role in zip(casts, roles, strict=True)]

    def _below(self) -> Row:
        director = self.choice["director"]
        told = _("{director}: {effect}").format(
            director=word(self.glyphs, director), effect=long_effect(self.view, director)
        )
        return row(" ", Span(told, "quiet"))
