"""The Impresario: whether to join in, what he could bring, and what is done with him in few words."""

from collections.abc import Sequence

from opera_games.api import Action
from opera_games.opera.actions import Impresario
from opera_games.opera.choices import ImpresarioProspect, rise
from opera_tui.games.box import Box, Effect, KeyHint, Open, Refuse, Send, Text
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.arranging import ArrangeBox, is_sold
from opera_tui.games.opera.boxes.layout_rows import offer_rows
from opera_tui.games.opera.boxes.role import INTERMEZZO, RoleBox, RoleFace, RolePlay, tip_of
from opera_tui.games.opera.labels import COMPOSER_KEYS, changed, codes
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _, ngettext, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, filled, fit, row


class JoinImpresarioBox(RoleBox):
    """Ask whether to join in, before arranging, which is a separate step."""

    title = Text(N_("Impresario: join in?"))

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        super().__init__(view, play)
        self._arranging = ArrangeBox(view, play)
        self._is_proposed = False
        """Whether what is arranged is a proposal."""
        self._can_act = any(map(is_sold, play.box.rows)) or bool(view.own and view.own.stock)
        self.cursor = 0 if self._can_act else 1

    @property
    def tip(self) -> str:
        return tip_of(self.view, self.play, can_act=self._can_act)

    @property
    def help_topic(self) -> str:
        return "opera.intermezzo" if self.cursor else "opera.impresario"

    def head(self) -> Row:
        labels = (_("answer"), pgettext("7 cells", "budget"), pgettext("30 cells", "what it means"))
        return row(Span("   {:<14}{:<11}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        arranging, passing = _("Arrange") + self.glyphs.say("…"), _("Intermezzo")
        after = self.play.level_after(1)
        budget = changed(self.glyphs, (self.level, self.level if after is None else after))
        arrange = row(f"{arranging:<14}", fit(budget, 11))
        passing = f"{passing:<14}{self.level:<11}"
        return [
            # Translators: at most 48 cells.
            Line("a", row(arrange, _("buy up to two pieces, place all pieces freely"))),
            Line("0", row(passing, _("buy nothing, move nothing, pay nothing"))),
        ]

    def below(self) -> list[Row]:
        first, second = self.play.level_after(1), self.play.level_after(2)
        if second is None:
            # Translators: at most 76 cells.
            cost = _("Your level pays for one piece.")
        elif first == self.level:
            # Translators: at most 76 cells with two changes such as 10 → 9.
            cost = _("Only arranging or one piece costs no level; two pieces: budget {two}.")
        else:
            # Translators: at most 76 cells with two changes such as 10 → 9.
            cost = _("Only arranging or one piece: budget {one}; two pieces: budget {two}.")
        cost = cost.format(one=self.budget_change(1), two=self.budget_change(2))
        return [
            EMPTY,
            *offer_rows(self.view, self.play.box.rows),
            row(Span(f"  {cost}", "soft")),
        ]

    @property
    def enter_text(self) -> str:
        return _("take an intermezzo") if self.cursor else pgettext("join in", "arrange") + self.glyphs.say("…")

    def prepare(self, action: Action) -> Box:
        self.cursor = 1 if action == INTERMEZZO else 0
        self._is_proposed = not self.cursor
        return self if self.cursor else self._arranging.prepare(action)

    def come_back(self) -> None:
        """Forget a proposal that the player has left."""
        if self._is_proposed:
            self._arranging, self._is_proposed = ArrangeBox(self.view, self.play), False

    def doubts(self, action: Action) -> list[str]:
        if action != INTERMEZZO or not self._arranging.arrangement.is_changed:
            return []
        return [_("What you have arranged would be lost. Take an intermezzo?")]

    def vary(self, key: str) -> list[Effect] | None:
        """Buy the piece with this digit, and go on to arranging."""
        if key not in COMPOSER_KEYS.values():
            return None
        effects = self._arranging.press(key)
        if any(isinstance(effect, Refuse) for effect in effects or ()):
            return effects
        self.cursor = 0
        return [self._arrange()]

    def further_hints(self) -> list[KeyHint]:
        return [KeyHint("1-6", _("buy"))]

    def take(self) -> list[Effect]:
        return [Send(INTERMEZZO)] if self.cursor else [self._arrange()]

    def _arrange(self) -> Open:
        return Open(self._arranging, {"do": "join"})


def _outlook(view: OperaView, could: ImpresarioProspect) -> Row:
    number, halls = could.buy, could.empty_halls
    # Translators: stands in one row with the two texts below; at most 11 cells.
    buying = ngettext("buy {number}", "buy up to {number}", number).format(number=number)
    parts = [buying if number else _("buy nothing")]
    # Translators: at most 13 cells.
    parts.append(ngettext("{number} empty hall", "{number} empty halls", halls).format(number=halls))
    gain = rise(could.income)
    if gain:
        shown = Span(f"{gain:+d}", "gain" if gain > 0 else "")
        # Translators: what arranging brings; at most 20 cells.
        return row(", ".join(parts), ", ", filled(_("arranging {gain:+d} income"), gain=shown))
    return row(", ".join(parts))


def _describe(view: OperaView, play: Impresario) -> str:
    pieces = codes(view.glyphs, play.buy)
    parts = [_("buy {pieces}").format(pieces=pieces)] if pieces else []
    parts += [pgettext("to be done", "arrange")] if play.layout is not None else []
    return ", ".join(parts) or _("leave all as it is")


ROLE = RoleFace(ArrangeBox, _outlook, _describe, JoinImpresarioBox)
