"""The Signora: one piece for ducats or for points, from the stock or from a hall."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_tui.boxes import LEFT, RIGHT, Action, Box, Effect, KeyHint, Send
from opera_tui.faces.opera.box import INTERMEZZO, MOST_ROWS, Line, RoleBox, RolePlay
from opera_tui.faces.opera.names import change, name, names, signed_change
from opera_tui.faces.opera.wording import shortly
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import TableView

Sale = Mapping[str, Any]


class SignoraBox(RoleBox):
    """A line for each composer; ←→ chooses where from, Space ducats or points."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        super().__init__(view, play)
        self._sales: list[Sale] = [sale for sale in play.box["rows"] if "refusal" not in sale]
        self._refused: list[Sale] = [sale for sale in play.box["rows"] if "refusal" in sale]
        self._sources = dict.fromkeys((sale["piece"] for sale in self._sales), 0)
        self._is_for_points = False
        self.to_first_allowed()

    @property
    def title(self) -> str:
        return _("Signora: sell one piece")

    @property
    def _sale(self) -> Sale | None:
        """The sale under the cursor."""
        return self._sales[self.cursor] if self.cursor < len(self._sales) else None

    @property
    def pointed(self) -> str:
        return self._sale["piece"] if self._sale else ""

    def _source(self, sale: Sale) -> Mapping[str, Any]:
        source: Mapping[str, Any] = sale["sources"][self._sources[sale["piece"]]]
        return source

    def head(self) -> Row:
        labels = (_("piece"), _("from"), _("ducats or points"), _("budget"), _("income"), _("counting"))
        text = "   {:<12}{:<12}{:<17}{:<8}{:<10}{}".format(*labels)
        return row(Span(text, "quiet"))

    def lines(self) -> Sequence[Line]:
        lines = [self._line(number, sale) for number, sale in enumerate(self._sales, start=1)]
        lines += [self._refused_line(code) for code in dict.fromkeys(sale["refusal"]["code"] for sale in self._refused)]
        if not self.play.is_hired:
            text = row(column(_("Intermezzo"), 30), _("sell nothing, pay nothing"))
            lines.append(Line("0", text))
        return lines

    def _line(self, number: int, sale: Sale) -> Line:
        piece, source = sale["piece"], self._source(sale)
        is_here = number - 1 == self.cursor
        is_for_points = self._is_for_points
        glyphs = self.view.glyphs
        place = f"{self._sources[piece] + 1}/{len(sale['sources'])}" if len(sale["sources"]) > 1 else ""
        origin = _("stock") if source["source"] == "stock" else name(self.view, source["source"])
        return Line(
            str(number),
            row(
                f"{name(self.view, piece):<11}",
                column(self.chosen(origin, is_here), 10),
                f"{place:<4}",
                column(self.chosen(str(sale["ducats"]), is_here and not is_for_points), 7),
                column(self.chosen(str(sale["points"]), is_here and is_for_points), 9),
                column(change(glyphs, source["level"]), 8),
                column(change(glyphs, source["income"]), 10),
                signed_change(glyphs, source["counting"]),
            ),
        )

    def _refused_line(self, code: str) -> Line:
        refused = [sale for sale in self._refused if sale["refusal"]["code"] == code]
        refusal = refused[0]["refusal"]
        pieces = names(self.view, (sale["piece"] for sale in refused))
        return Line("", row(f"{pieces:<28}  ", shortly(self.view, refusal)), refusal)

    def below(self) -> list[Row]:
        if not self.play.box["fills_palazzo"] or self._sale is None:
            return []
        text = _("{piece} would fill the Palazzo; a full one is emptied when the round ends.")
        sentence = row(Span(f" {text.format(piece=name(self.view, self._sale['piece']))}", "quiet"))
        return [*[EMPTY] * (MOST_ROWS - 2 - len(self.lines())), sentence]

    @property
    def variants(self) -> str:
        if self._sale is None:
            return ""
        return _("{arrows} from  space ducats/points").format(arrows=self.view.glyphs.left_right)

    @property
    def deed(self) -> str:
        sale = self._sale
        if sale is None:
            return _("take an intermezzo")
        text = _("sell {piece} for {number} points") if self._is_for_points else _("sell {piece} for {number} ducats")
        number = sale["points"] if self._is_for_points else sale["ducats"]
        return text.format(piece=name(self.view, sale["piece"]), number=number)

    def take(self) -> list[Effect]:
        sale = self._sale
        if sale is None:
            return [Send(INTERMEZZO)]
        reward = "points" if self._is_for_points else "ducats"
        return [Send(self.play.action(piece=sale["piece"], source=self._source(sale)["source"], reward=reward))]

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self.cursor = len(self.lines()) - 1
            return self
        piece = action["piece"]
        self.cursor = [sale["piece"] for sale in self._sales].index(piece)
        sources = [source["source"] for source in self._sales[self.cursor]["sources"]]
        self._sources[piece] = sources.index(action["source"])
        self._is_for_points = action["reward"] == "points"
        return self

    def vary(self, key: str) -> list[Effect] | None:
        sale = self._sale
        if sale is None or key not in (*LEFT, *RIGHT, "space"):
            return None
        piece = sale["piece"]
        if key == "space":
            self._is_for_points = not self._is_for_points
        else:
            step = 1 if key in RIGHT else -1
            self._sources[piece] = (self._sources[piece] + step) % len(sale["sources"])
        return []

    def further_hints(self) -> list[KeyHint]:
        if self._sale is None:
            return []
        return [KeyHint(self.view.glyphs.left_right, _("from")), KeyHint("space", _("ducats/points"))]
