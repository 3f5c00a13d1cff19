"""The Signora: one piece for ducats or for points, from the stock or from a hall."""

from collections.abc import Sequence
from typing import Final

from opera_games.api import Action, Refusal
from opera_games.opera import actions
from opera_games.opera.choices import Sale, SaleSource, SignoraProspect, rise, sale_worth
from opera_games.opera.words import COMPOSERS, Composer, Piece, Reward, Source
from opera_tui.games.box import LEFT_RIGHT, Box, Effect, KeyHint, Send
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleBox, RoleFace, RolePlay, play_of, tip_of
from opera_tui.games.opera.labels import COMPOSER_KEYS, changed, code, name, shortly, signed_changed, token
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import Row, Span, also, column, filled, fit, row

SPARE_GREAT_HALLS: Final = "signora"
"""The name of the tip for rounds before the last."""


class SignoraBox(RoleBox):
    """List the composers; ←→ chooses where from, Space ducats or points."""

    asks = N_("Signora: which piece goes to the Palazzo?")

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view, play)
        owned = {sale.piece: sale for sale in play.box.rows}
        self._sales: Sequence[Sale] = [owned.get(composer) or _none_of(composer) for composer in COMPOSERS]
        self._sources = {sale.piece: self._best_source(sale) for sale in self._sales}
        self._is_for_points = view.is_last_round
        self._is_great_proposed = False
        """Whether it was proposed to sell what stands in a great hall."""
        self.cursor = self._best_line()

    def _best_source(self, sale: Sale) -> int:
        return max(range(len(sale.sources)), key=lambda place: self._worth(sale, sale.sources[place]), default=0)

    def _best_line(self) -> int:
        """Return the sale that the row of the role names; for who joins in the best harmless one, or the intermezzo."""
        best = self.play.best
        if isinstance(best, SignoraProspect):
            sale = next(sale for sale in self._sales if sale.piece == best.piece)
            self._sources[sale.piece] = [source.source for source in sale.sources].index(best.source)
            return self._sales.index(sale)
        sales = [
            (self._worth(sale, self._source(sale)), place)
            for place, sale in enumerate(self._sales)
            if not sale.refusal and not self._costs_income(self._source(sale))
        ]
        worth, place = max(sales, key=lambda sale: (sale[0], self._is_in_stock(sale[1])), default=(0.0, 0))
        return place if worth > 0 else len(self._sales)

    def _costs_income(self, source: SaleSource) -> bool:
        """Say whether income is lost with the piece: nobody asked for this box, and a stray Enter is not to sell it."""
        return rise(source.income) < 0 and not self.view.is_last_round

    def _is_in_stock(self, place: int) -> bool:
        return self._source(self._sales[place]).source == "stock"

    def _worth(self, sale: Sale, source: SaleSource) -> float:
        is_last = self.view.is_last_round
        return sale_worth(sale.points, rise(source.income), rise(source.counting), is_last_round=is_last)

    @property
    def _can_sell(self) -> bool:
        return any(not sale.refusal for sale in self._sales)

    @property
    def title(self) -> str:
        if not self._can_sell:
            return _("Signora: you have nothing to sell")
        is_last = self.play.box.fills_palazzo
        return _("Signora: sell one piece; the Palazzo is full then") if is_last else _("Signora: sell one piece")

    @property
    def question(self) -> str:
        if self._can_sell:
            return super().question
        who = self.view.who(self.view.game.takers[self.play.role])
        return _("{who} plays the Signora: you have nothing to sell").format(who=who)

    @property
    def tip(self) -> str:
        """Return the advice to spare great halls, unless a sale from one was proposed."""
        tip = tip_of(self.view, self.play, can_act=self._can_sell)
        return "" if tip == SPARE_GREAT_HALLS and self._is_great_proposed else tip

    @property
    def _row(self) -> Sale | None:
        """Return the composer's row under the cursor; None at the intermezzo."""
        return self._sales[self.cursor] if self.cursor < len(self._sales) else None

    @property
    def _sale(self) -> Sale | None:
        """Return the sale under the cursor, if it is possible."""
        return self._row if self._row and not self._row.refusal else None

    @property
    def refusal(self) -> Refusal | None:
        return self._row.refusal if self._row else None

    @property
    def pointed(self) -> str:
        return self._row.piece if self._row else ""

    def _source(self, sale: Sale) -> SaleSource:
        return sale.sources[self._sources[sale.piece]]

    @property
    def source(self) -> Source | None:
        """Return where the piece under the cursor would be sold from."""
        return self._source(self._sale).source if self._sale else None

    @property
    def reward(self) -> Reward:
        return "points" if self._is_for_points else "ducats"

    def head(self) -> Row:
        labels = (_("piece"), _("from"), _("ducats or points"), _("budget"), _("income"), _("counting"))
        text = "   {:<15}{:<12}{:<17}{:<8}{:<10}{}".format(*labels)
        return row(Span(text, "quiet"))

    def lines(self) -> Sequence[Line]:
        lines = [self._line(place, sale) for place, sale in enumerate(self._sales)]
        if not self.play.is_hired:
            text = row(column(_("Intermezzo"), 33), _("sell nothing, pay nothing"))
            lines.append(Line("0", text))
        return lines

    def _line(self, place: int, sale: Sale) -> Line:
        key, piece = COMPOSER_KEYS[sale.piece], f" {name(self.view, sale.piece):<11}"
        if sale.refusal:
            code_ = code(self.glyphs, sale.piece)
            return Line(key, also(row(code_, piece, " ", shortly(self.view, sale.refusal)), "quiet"), sale.refusal)
        drawn = token(self.glyphs, sale.piece)
        return Line(key, row(drawn, piece, self._figures(sale, is_here=place == self.cursor)))

    def _figures(self, sale: Sale, *, is_here: bool) -> Row:
        source, glyphs, is_for_points = self._source(sale), self.glyphs, self._is_for_points
        before, after = source.level
        place = f"{self._sources[sale.piece] + 1}/{len(sale.sources)}" if len(sale.sources) > 1 else ""
        origin = _("stock") if source.source == "stock" else name(self.view, source.source)
        return row(
            column(self.chosen(origin, is_here), 10),
            f"{place:<4}",
            column(self.chosen(str(sale.ducats), is_here and not is_for_points), 7),
            column(self.chosen(str(sale.points), is_here and is_for_points), 9),
            fit(changed(glyphs, (before, before if after is None else after)), 8),
            fit(changed(glyphs, source.income, more_is_better=True), 10),
            signed_changed(glyphs, source.counting),
        )

    @property
    def variants(self) -> str:
        if self._sale is None:
            return ""
        if len(self._sale.sources) == 1:
            return _("space ducats/points")
        return _("{arrows} from  space ducats/points").format(arrows=self.glyphs.left_right)

    @property
    def enter_text(self) -> str:
        sale = self._sale
        if sale is None:
            return _("take an intermezzo")
        piece = name(self.view, sale.piece)
        if not self._is_for_points:
            text = ngettext("sell {piece} for {n} ducat", "sell {piece} for {n} ducats", sale.ducats)
            return text.format(piece=piece, n=sale.ducats)
        text = ngettext("sell {piece} for {n} point", "sell {piece} for {n} points", sale.points)
        return text.format(piece=piece, n=sale.points)

    def take(self) -> list[Effect]:
        sale = self._sale
        if sale is None:
            return [Send(INTERMEZZO)]
        return [Send(self.play.action(actions.Signora(sale.piece, self._source(sale).source, self.reward)))]

    def prepare(self, action: Action) -> Box:
        if action == INTERMEZZO:
            self.cursor = len(self.lines()) - 1
            return self
        play = play_of(action, actions.Signora)
        self.cursor = next(place for place, sale in enumerate(self._sales) if sale.piece == play.piece)
        sale = self._sales[self.cursor]
        self._sources[sale.piece] = [source.source for source in sale.sources].index(play.source)
        self._is_for_points = play.reward == "points"
        houses = self.view.my_player.houses
        self._is_great_proposed = play.source != "stock" and houses[play.source].halls[0] == play.piece
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
        places = [KeyHint(self.glyphs.left_right, _("from"))] if len(self._sale.sources) > 1 else []
        return [*places, KeyHint("space", _("ducats/points"))]


def _none_of(composer: Composer) -> Sale:
    """Return the row of a composer of whom the player has no piece."""
    return Sale(composer, 0, 0, (), refusal_of("no_such_piece", piece=composer, source="stock"))


def _outlook(view: OperaView, could: SignoraProspect) -> Row:
    """Say what the sale brings; in the last round ducats are of no use, but the counting is near."""
    if not view.is_last_round:
        text = ngettext(
            "sell {piece}: {ducats} ducats or {n} point",
            "sell {piece}: {ducats} ducats or {n} points",
            could.points,
        )
        piece = _from(view, could.piece, could.source)
        return filled(text, piece=piece, ducats=could.ducats, n=Span(str(could.points), "gain"))
    text = ngettext("sell {piece} for {n} point", "sell {piece} for {n} points", could.points)
    if not rise(could.counting):
        return filled(text, piece=name(view, could.piece), n=Span(str(could.points), "gain"))
    counting = filled(_(", counting {counting}"), counting=signed_changed(view.glyphs, could.counting))
    return row(filled(text, piece=name(view, could.piece), n=could.points), counting)


def _from(view: OperaView, piece: Piece, source: Source) -> str:
    """Name a piece, and the city of its hall if it is not in the stock."""
    if source == "stock":
        return name(view, piece)
    return _("{piece} in {city}").format(piece=name(view, piece), city=name(view, source))


def _describe(view: OperaView, play: actions.Signora) -> str:
    piece = _from(view, play.piece, play.source)
    text = _("sell {piece} for points") if play.reward == "points" else _("sell {piece} for ducats")
    return text.format(piece=piece)


ROLE = RoleFace(SignoraBox, _outlook, _describe)
