"""Naming the player who is to dismiss a director."""

from collections import Counter

from opera_tui.boxes import DOWN, UP, Action, Box, Effect, KeyHint, Send, moved
from opera_tui.faces.turandot.cards import LETTERS, sign, singer, word
from opera_tui.faces.turandot.game_box import GameBox, topic
from opera_tui.faces.turandot.refusals import refused, why
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView


class NominateBox(GameBox):
    """A row for each player."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self.choices: list[Document] = view.choices["seats"]
        self.cursor = next(line for line, choice in enumerate(self.choices) if "refusal" not in choice)

    @property
    def choice(self) -> Document:
        return self.choices[self.cursor]

    @property
    def action(self) -> Action:
        return {"do": "nominate", "seat": self.choice["seat"]}

    @property
    def title(self) -> str:
        return _("Name a player")

    @property
    def question(self) -> str:
        return _("You hold Puccini: who is to dismiss a director?")

    @property
    def does(self) -> str:
        if "refusal" in self.choice:
            return ""
        seat = self.choice["seat"]
        return _("name {player}").format(player=f"{self.glyphs.players[seat]} {self.view.name(seat)}")

    @property
    def note(self) -> str:
        return _("you cannot name yourself") if "refusal" in self.choice else ""

    @property
    def help_topic(self) -> str:
        return topic("nominate")

    def hints(self) -> list[KeyHint]:
        name = [] if "refusal" in self.choice else [KeyHint("enter", _("name"))]
        return [KeyHint(self.glyphs.up_down, _("or 1-{highest}").format(highest=len(self.choices))), *name]

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return self._send()
        if key in (*UP, *DOWN):
            self.cursor = moved(self.cursor, key, len(self.choices))
            return []
        if key in [str(line + 1) for line in range(len(self.choices))]:
            self.cursor = int(key) - 1
            return []
        return None

    def prepare(self, action: Action) -> Box:
        self.cursor = [choice["seat"] for choice in self.choices].index(action["seat"])
        return self

    def _send(self) -> list[Effect]:
        refusal = self.choice.get("refusal")
        return [refused(self.view, **refusal)] if refusal else [Send(self.action)]

    def click(self, row: int, cell: int) -> list[Effect] | None:
        line = row - 1
        if line not in range(len(self.choices)):
            return None
        if line == self.cursor:
            return self._send()
        self.cursor = line
        return []

    def rows(self) -> list[Row]:
        titles = (("", 3), (_("player"), 17), (_("cast"), 6), (_("money"), 7), (_("scenery"), 9), (_("singers"), 20))
        head = row(*(column(title, cells, "quiet") for title, cells in titles))
        lines = [self._player_row(line) for line in range(len(self.choices))]
        return [head, *lines, *[EMPTY] * (6 - len(lines)), self._below()]

    def _player_row(self, line: int) -> Row:
        choice = self.choices[line]
        seat = choice["seat"]
        refusal = choice.get("refusal")
        mark = column(self.glyphs.none if refusal else str(line + 1), 2, "quiet" if refusal else "strong")
        name = column(self.view.name(seat), 14, "quiet" if refusal else "")
        shown = row(Span(why(self.view, refusal), "quiet")) if refusal else self._figures(choice)
        return self.line(row(mark, sign(self.view, seat), " ", name, shown), is_cursor=line == self.cursor)

    def _figures(self, choice: Document) -> Row:
        player = self.view.game["players"][choice["seat"]]
        figures = (column(str(choice["cast"]), 6, "strong"), column(str(player["money"]), 7))
        return row(*figures, column(str(player["scenery"]), 9), self._singers(player))

    def _singers(self, player: Document) -> str:
        """How many of each category: what directors look at."""
        categories = Counter(singer(self.view, card)["category"] for card in player["singers"])
        return "  ".join(f"{word(self.glyphs, category)[:LETTERS]} {n}" for category, n in categories.items())

    def _below(self) -> Row:
        left = sum(found["state"] == "left" for found in self.view.game["directors"].values())
        told = _("Whoever you name removes one of the {n} directors left, in the open.").format(n=left)
        return row(" ", Span(told, "quiet"))
