"""The secret bid: how far up the budget table, and what it costs."""

from typing import Any, Final

from opera_games.api import Action
from opera_games.opera.actions import Bid
from opera_games.opera.choices import BidChoices, BidRow
from opera_games.opera.words import TOP_LEVEL
from opera_tui.games.box import LEFT_RIGHT, UP_DOWN, Box, Effect, KeyHint, Send, Text
from opera_tui.games.opera.boxes.base import OperaBox, enter_and_back
from opera_tui.games.opera.labels import filled, name, signs
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, Span, column, row

LABEL: Final = 23
LEVEL_ROW: Final = 1
BAR_AT: Final = 10


class BidBox(OperaBox):
    """Choose the amount by ←→ or digits; Enter seals it."""

    title = Text(N_("Budget: your secret bid"))
    question = Text(N_("Bid for budget: all at once, in secret"))
    help_topic = "opera.bid"

    def __init__(self, view: OperaView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, BidChoices)
        self._choices = view.choices
        self.amount = 0
        self._typed = ""

    @property
    def highest(self) -> int:
        return self._choices.highest

    @property
    def _now(self) -> BidRow:
        return self._choices.rows[self.amount]

    @property
    def does(self) -> str:
        return _("bid {amount}").format(amount=self.amount)

    @property
    def note(self) -> str:
        return _("{arrows} or digits").format(arrows=self.glyphs.left_right)

    def hints(self) -> list[KeyHint]:
        arrows = KeyHint(self.glyphs.left_right, _("less or more"))
        return [arrows, KeyHint(f"0-{min(9, self.highest)}", _("amount")), *enter_and_back(self.does, is_step=False)]

    def rows(self) -> list[Row]:
        return [EMPTY, self._level(), self._limit(), EMPTY, self._order(), self._pays_for(), EMPTY, self._who_has_bid()]

    def _level(self) -> Row:
        before, after = self._now.level
        glyphs = self.glyphs
        bar = (glyphs.bar * before, Span(glyphs.bar * (after - before), "cursor"))
        rest = Span(glyphs.bar_left * (TOP_LEVEL - after), "quiet")
        left, right = glyphs.chosen
        amount = row(f"{left} ", Span(f"{self.amount}", "cursor"), f" {right}")
        ducats = _("{ducats} ducats").format(ducats=self._now.ducats[0])
        ducats = glyphs.change(ducats, self._now.ducats[1]) if self.amount else ducats
        most = _("  of 0 to {highest}").format(highest=self.highest)
        level = column(_(" level {level}").format(level=before), BAR_AT)
        return row(level, *bar, rest, f"  {after:>2}     ", amount, most, "      ", ducats)

    def _limit(self) -> Row:
        reasons = {
            "ducats": _("{highest} is the most: you have no more ducats"),
            "level": _("{highest} is the most: the table ends at level 10"),
        }
        return row(" " * LABEL, Span(reasons[self._choices.limit].format(highest=self.highest), "quiet"))

    def _order(self) -> Row:
        parts: list[Any] = [column(_(" if nobody else bids"), LABEL, "quiet")]
        for place, (seat, level) in enumerate(self._now.order, start=1):
            parts += [f"{place} ", self.view.sign(seat), f" {level}   "]
        passed = self._now.passes
        return row(*parts, filled(_("you pass {who}"), who=signs(self.view, passed)) if passed else EMPTY)

    def _pays_for(self) -> Row:
        level = self._now.level[1]
        label = column(_(" level {level} pays for").format(level=level), LABEL, "quiet")
        roles = " + ".join(name(self.view, role) for role in self._now.roles)
        if not level:
            return row(label, _("nothing"))
        return row(label, _("e.g. {roles}").format(roles=roles) if roles else _("joining in"))

    def _who_has_bid(self) -> Row:
        players = self.view.game.players
        made = [seat for seat in self.view.seats if players[seat].has_bid]
        thinking = [seat for seat in self.view.seats if seat not in made]
        parts = [filled(_(" made: {who}    "), "quiet", who=signs(self.view, made))] if made else [row(" ")]
        return row(*parts, filled(_("thinking: {who}"), "quiet", who=signs(self.view, thinking)))

    def enter(self) -> list[Effect]:
        return [Send(Bid(self.amount))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Bid)
        self.amount, self._typed = action.amount, ""
        return self

    def vary(self, key: str) -> list[Effect] | None:
        if key.isdecimal() and len(key) == 1:
            return self._type(key)
        step = LEFT_RIGHT.get(key, 0) - UP_DOWN.get(key, 0)
        if not step:
            return None
        self._typed = ""
        self.amount = min(self.highest, max(0, self.amount + step))
        return []

    def _type(self, digit: str) -> list[Effect]:
        """Append a second digit to the first if there is such a bid."""
        longer = self._typed + digit
        typed = longer if int(longer) <= self.highest else digit
        if int(typed) > self.highest:
            self._typed = ""
            return self.refuse(refusal_of("bid_too_high", highest=self.highest))
        self._typed, self.amount = typed, int(typed)
        return []

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """Bid up to the level that was clicked; a click on the end of the bid is Enter."""
        amount = cell - BAR_AT + 1 - self._now.level[0]
        if row != LEVEL_ROW or amount not in range(self.highest + 1):
            return None
        if amount == self.amount:
            return self.enter()
        self.amount = amount
        return []
