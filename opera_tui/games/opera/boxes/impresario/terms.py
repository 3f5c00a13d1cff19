"""What the Impresario's box says about costs and about what would be sent."""

from collections.abc import Sequence
from typing import Any, Final

from opera_games.opera.choices import OfferedPiece
from opera_games.opera.words import Composer
from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.boxes.impresario.layout_draft import Arrangement
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.labels import change, name
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, ngettext

GOALS: Final = ("income", "counting")
"""What `a` arranges for, one after the other; then all is as before."""
ARRANGED: Final = (
    N_("Arranged for most income; once more, for most points at the counting."),
    N_("Arranged for most points at the counting; once more, all is as it was."),
)


class Terms:
    """Levels and prices of one seat's Impresario."""

    def __init__(self, view: OperaView, play: RolePlay[Any]) -> None:
        self._view = view
        self._play = play
        self._offered: Sequence[OfferedPiece] = play.box.rows

    @property
    def level(self) -> int:
        return self._view.my_player.level

    def level_after(self, arrangement: Arrangement) -> int:
        if not arrangement.is_changed and not self._play.is_hired:
            return self.level
        after = self._play.level_after(max(1, len(arrangement.buy)))
        return self.level if after is None else after

    def price(self, composers: Sequence[Composer]) -> int:
        prices = {offered.composer: offered.price for offered in self._offered}
        return sum(prices[composer] for composer in composers)

    def shortly(self) -> str:
        """Return what buying costs besides the price, to stand beside the purchases."""
        if self._play.is_hired:
            return _("up to 2")
        if self._play.level_after(2) is None:
            return _("1 at most, on your level")
        is_free = self._play.level_after(1) == self.level
        return _("up to 2, the second for 1 level") if is_free else _("up to 2, 1 level each")

    def sentence(self) -> str:
        if self._play.is_hired:
            return _("The fee covers two pieces and any arrangement.")
        if self._play.level_after(2) is None:
            return _("Your level pays for one piece, or for arranging only.")
        first = self.level - (self._play.level_after(1) or 0)
        cost = ngettext("{levels} level", "{levels} levels", first).format(levels=first)
        return _("One piece, or only arranging, costs {cost}; a second piece one more.").format(cost=cost)

    def deed(self, arrangement: Arrangement) -> str:
        """Describe what would be sent, for the lower border."""
        parts = [_("buy {pieces}").format(pieces=self._both(arrangement.buy))] if arrangement.buy else []
        parts += [_("arrange")] if arrangement.has_new_layout else []
        return ", ".join(parts) or _("leave all as it is")

    def review(self, arrangement: Arrangement) -> str:
        """Describe everything in one line."""
        bought, halls = arrangement.buy, arrangement.changed_halls
        text = _("buy {pieces} for {price}").format(pieces=self._both(bought), price=self.price(bought))
        budget = change(self._view.glyphs, (self.level, self.level_after(arrangement)))
        parts = [
            *([text] if bought else []),
            ngettext("{number} hall changes", "{number} halls change", halls).format(number=halls),
            _("budget {budget}").format(budget=budget),
        ]
        whole = ", ".join(parts)
        return f"{whole[0].upper()}{whole[1:]}."

    def _both(self, composers: Sequence[Composer]) -> str:
        return _(" and ").join(name(self._view, composer) for composer in composers)
