"""The Signora: one piece for ducats or for points, from the stock or from a hall."""

from collections.abc import Sequence

from opera_games.api import Action, code_of
from opera_games.opera import actions
from opera_games.opera.choices import Sale, SaleSource, SignoraProspect
from opera_games.opera.words import Reward
from opera_tui.games.box import LEFT_RIGHT, MOST_ROWS, Box, Effect, KeyHint, Send, Text
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleBox, RoleFace, RolePlay, play_of
from opera_tui.games.opera.labels import name, names, shortly, signed_change
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, Span, also, column, row


class SignoraBox(RoleBox):
    """List composers; ←→ chooses where from, Space ducats or points."""

    title = Text(N_("Signora: sell one piece"))
    asks = N_("Signora: which piece goes to the Palazzo?")

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view, play)
        self._sales: list[Sale] = [sale for sale in play.box.rows if not sale.refusal]
        self._refused: list[Sale] = [sale for sale in play.box.rows if sale.refusal]
        self._sources = dict.fromkeys((sale.piece for sale in self._sales), 0)
        self._is_for_points = False
        self.to_first_allowed()

    @property
    def _sale(self) -> Sale | None:
        """Return the sale under the cursor."""
        return self._sales[self.cursor] if self.cursor < len(self._sales) else None

    @property
    def pointed(self) -> str:
        return self._sale.piece if self._sale else ""

    def _source(self, sale: Sale) -> SaleSource:
        return sale.sources[self._sources[sale.piece]]

    def head(self) -> Row:
        labels = (_("piece"), _("from"), _("ducats or points"), _("budget"), _("income"), _("counting"))
        text = "   {:<12}{:<12}{:<17}{:<8}{:<10}{}".format(*labels)
        return row(Span(text, "quiet"))

    def lines(self) -> Sequence[Line]:
        lines = [self._line(number, sale) for number, sale in enumerate(self._sales, start=1)]
        lines += [self._refused_line(code) for code in dict.fromkeys(map(_why, self._refused))]
        if not self.play.is_hired:
            text = row(column(_("Intermezzo"), 30), _("sell nothing, pay nothing"))
            lines.append(Line("0", text))
        return lines

    def _line(self, number: int, sale: Sale) -> Line:
        piece, source = sale.piece, self._source(sale)
        is_here = number - 1 == self.cursor
        is_for_points = self._is_for_points
        glyphs = self.glyphs
        place = f"{self._sources[piece] + 1}/{len(sale.sources)}" if len(sale.sources) > 1 else ""
        origin = _("stock") if source.source == "stock" else name(self.view, source.source)
        return Line(
            str(number),
            row(
                f"{name(self.view, piece):<11}",
                column(self.chosen(origin, is_here), 10),
                f"{place:<4}",
                column(self.chosen(str(sale.ducats), is_here and not is_for_points), 7),
                column(self.chosen(str(sale.points), is_here and is_for_points), 9),
                column(glyphs.change(*source.level), 8),
                column(glyphs.change(*source.income), 10),
                signed_change(glyphs, source.counting),
            ),
        )

    def _refused_line(self, code: str) -> Line:
        refused = [sale for sale in self._refused if _why(sale) == code]
        refusal = refused[0].refusal or {}
        pieces = names(self.view, (sale.piece for sale in refused))
        return Line("", also(row(f"{pieces:<28}  ", shortly(self.view, refusal)), "quiet"), refusal)

    def below(self) -> list[Row]:
        if not self.play.box.fills_palazzo or self._sale is None:
            return []
        text = _("{piece} would fill the Palazzo; a full one is emptied when the round ends.")
        sentence = row(Span(f" {text.format(piece=name(self.view, self._sale.piece))}", "quiet"))
        return [*[EMPTY] * (MOST_ROWS - 2 - len(self.lines())), sentence]

    @property
    def variants(self) -> str:
        if self._sale is None:
            return ""
        return _("{arrows} from  space ducats/points").format(arrows=self.glyphs.left_right)

    @property
    def enter_text(self) -> str:
        sale = self._sale
        if sale is None:
            return _("take an intermezzo")
        text = _("sell {piece} for {number} points") if self._is_for_points else _("sell {piece} for {number} ducats")
        number = sale.points if self._is_for_points else sale.ducats
        return text.format(piece=name(self.view, sale.piece), number=number)

    def take(self) -> list[Effect]:
        sale = self._sale
        if sale is None:
            return [Send(INTERMEZZO)]
        reward: Reward = "points" if self._is_for_points else "ducats"
        return [Send(self.play.action(actions.Signora(sale.piece, self._source(sale).source, reward)))]

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self.cursor = len(self.lines()) - 1
            return self
        play = play_of(action, actions.Signora)
        self.cursor = next(place for place, sale in enumerate(self._sales) if sale.piece == play.piece)
        sale = self._sales[self.cursor]
        self._sources[sale.piece] = [source.source for source in sale.sources].index(play.source)
        self._is_for_points = play.reward == "points"
        return self

    def vary(self, key: str) -> list[Effect] | None:
        sale = self._sale
        if sale is not None and key == "space":
            self._is_for_points = not self._is_for_points
        elif sale is not None and key in LEFT_RIGHT:
            self._sources[sale.piece] = (self._sources[sale.piece] + LEFT_RIGHT[key]) % len(sale.sources)
        else:
            return None
        return []

    def further_hints(self) -> list[KeyHint]:
        if self._sale is None:
            return []
        return [KeyHint(self.glyphs.left_right, _("from")), KeyHint("space", _("ducats/points"))]


def _why(sale: Sale) -> str:
    """Return why a piece cannot be sold, as a code."""
    return code_of(sale.refusal or {})


def _outlook(view: OperaView, could: SignoraProspect) -> Row:
    text = _("sell {piece} for {ducats} ducats or {points} points")
    return row(text.format(piece=name(view, could.piece), ducats=could.ducats, points=could.points))


def _helps(could: SignoraProspect) -> bool:
    return True


def _describe(view: OperaView, play: actions.Signora) -> str:
    piece = name(view, play.piece)
    if play.source != "stock":
        piece = _("{piece} in {city}").format(piece=piece, city=name(view, play.source))
    text = _("sell {piece} for points") if play.reward == "points" else _("sell {piece} for ducats")
    return text.format(piece=piece)


ROLE = RoleFace(SignoraBox, _outlook, _helps, _describe)
