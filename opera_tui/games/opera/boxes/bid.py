"""The secret bid: how far up the budget table, and what it costs."""

from bisect import bisect
from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final

from opera_games.api import Action, Change
from opera_games.opera.actions import Bid
from opera_games.opera.choices import BidChoices, BidRow
from opera_games.opera.words import FEES, ROLES, TOP_LEVEL, WORTH, Role
from opera_tui.games.box import CELLS, LEFT_RIGHT, UP_DOWN, Box, Effect, KeyHint, Send, Text
from opera_tui.games.opera.boxes.base import OperaBox, enter_and_back
from opera_tui.games.opera.boxes.market import MARKET_CELLS, market_rows
from opera_tui.games.opera.labels import name, shape, signs
from opera_tui.games.opera.panels.track import Track, track
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, beside, filled, joined, row, width, wrapped

TRACK_ROW: Final = 1
PAYS_CELLS: Final = CELLS - MARKET_CELLS - 2
PAYS_ROWS: Final = 2
BUYING_AND_BUILDING: Final = frozenset({"impresario", "architetto"})
CHEAP_BESIDES: Final = frozenset({"signora", "maestro"})
"""Roles that the advice about levels names: those that go together, and what a higher level pays for besides."""
LEAST_FEE: Final = min(FEES.values())


class BidBox(OperaBox):
    """Choose the amount by ←→ or digits; Enter seals it."""

    question = Text(N_("Bid for budget: all at once, in secret"))
    help_topic = "opera.bid"
    beside_at = CELLS - MARKET_CELLS

    def __init__(self, view: OperaView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, BidChoices)
        self._choices = view.choices
        self.amount = 0
        self._typed = ""

    @property
    def title(self) -> str:
        """Return the title; where not all could build a part that the player may want, it says what decides then."""
        if self.view.is_a_part_scarce:
            # Translators: at most 72 cells.
            return _("Budget: your secret bid; who acts first gets the last building parts")
        return _("Budget: your secret bid")

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
        if self.amount == self.highest:
            return _("{limit}  {arrows} or digits").format(limit=self._limit(), arrows=self.glyphs.left_right)
        text = _("0 to {highest} by {arrows} or digits")
        return text.format(highest=self.highest, arrows=self.glyphs.left_right)

    def _limit(self) -> str:
        reasons = {
            "ducats": _("{highest} is the most: you have no more ducats"),
            "level": _("{highest} is the most: the table ends at level 10"),
        }
        return reasons[self._choices.limit].format(highest=self.highest)

    @property
    def tip(self) -> str:
        """Praise a level only for roles that would bring the player something with the ducats left."""
        rows = self._choices.rows
        if self.view.is_last_round:
            return "bid_last" if self.highest else ""
        if len(rows[0].roles) >= len(BUYING_AND_BUILDING):
            return "bid_enough"
        if any({*bid.roles} >= BUYING_AND_BUILDING and {*bid.roles} & CHEAP_BESIDES for bid in rows):
            return "bid_three"
        if any({*bid.roles} >= BUYING_AND_BUILDING for bid in rows):
            return "bid_two"
        helpful = {role for bid in rows for role in (*bid.roles, *bid.instead)}
        if any(FEES[role] == LEAST_FEE for role in helpful):
            return "bid_one"
        return "bid_some" if helpful else ""

    def hints(self) -> list[KeyHint]:
        arrows = KeyHint(self.glyphs.left_right, _("less or more"))
        return [arrows, KeyHint(f"0-{self.highest}", _("amount")), *enter_and_back(self.does, is_step=False)]

    def rows(self) -> list[Row]:
        own = [
            self._figures(),
            row(" ", self._track().row),
            self._if_nobody_else_bids(),
            self._order(),
            *self._pays_for(),
            self._who_has_bid(),
        ]
        return beside(own, market_rows(self.view, self._now.ducats[1]), CELLS - MARKET_CELLS)

    def _figures(self) -> Row:
        """Draw level, bid and ducats, as far apart as there is room; the level gets better, ducats are spent."""
        lines = [self._figures_apart(gap, inside) for gap, inside in (("   ", " "), ("  ", " "), (" ", " "), (" ", ""))]
        return next((line for line in lines if width(line) <= PAYS_CELLS + 1), lines[-1])

    def _figures_apart(self, gap: str, inside: str) -> Row:
        left, right = self.glyphs.chosen
        parts = (
            row(Span(_("level "), "quiet"), self._change(self._now.level, "gain")),
            row(Span(_("bid "), "quiet"), Span(f"{left}{inside}{self.amount}{inside}{right}", "value")),
            row(Span(_("ducats "), "quiet"), self._change(self._now.ducats, "strong")),
        )
        return row(" ", joined(parts, Span(gap)))

    def _change(self, change: Change, role: str) -> Row:
        """Draw `4 → 9`, the second number in a role; just the number if it stays."""
        before, after = change
        if before == after:
            return row(Span(f"{before}", "strong"))
        return row(f"{before} {self.glyphs.arrow} ", Span(f"{after}", role))

    def _track(self) -> Track:
        """Draw the budget table as it is if nobody else bids, with the way of the player's own marker."""
        before, after = self._now.level
        marks: dict[int, list[Span]] = {}
        for seat, level in self._now.order:
            own = Span(self.view.sign(seat).text, "value")
            marks.setdefault(level, []).append(own if seat == self.view.me else shape(self.view, seat))
        role = self.view.sign(self.view.me or 0).role
        if before != after:
            marks.setdefault(before, []).append(Span(self.glyphs.from_here, role))
        return track(self.glyphs, {level: row(*there) for level, there in marks.items()}, range(before, after), role)

    def _if_nobody_else_bids(self) -> Row:
        label = Span(_(" if nobody else bids"), "quiet")
        passed = self._now.passes
        return row(label, filled(_(", you pass {who}"), "gain", who=signs(self.view, passed)) if passed else EMPTY)

    def _order(self) -> Row:
        parts: list[Any] = []
        for place, (seat, level) in enumerate(self._now.order, start=1):
            own = self.view.own_role(seat)
            parts += [Span(f"  {place} ", "quiet"), self.view.sign(seat), Span(f" {level:<2}", own)]
        return row(*parts)

    def _pays_for(self) -> list[Row]:
        """Draw, in two rows, the roles that the level pays for together, and as far as there is room, what else."""
        label = _("level {level} pays for").format(level=self._now.level[1])
        for most in range(len(self._now.instead), -1, -1):
            roles = paid_roles(self.view, self._now, most)
            if len(roles) <= PAYS_CELLS:
                return [row(Span(f" {label}", "quiet")), row("  ", roles)]
            lines = wrapped(f"{label} {roles}", PAYS_CELLS)
            if len(lines) <= PAYS_ROWS:
                break
        return [row(" ", line) for line in lines[:PAYS_ROWS]]

    def _who_has_bid(self) -> Row:
        players = self.view.game.players
        made = [seat for seat in self.view.seats if players[seat].has_bid]
        thinking = [seat for seat in self.view.seats if seat not in made and seat != self.view.me]
        parts = [filled(_(" bid made: {who}  "), "quiet", who=signs(self.view, made))] if made else [row(" ")]
        if thinking:
            parts.append(filled(_("thinking {who}"), "quiet", who=signs(self.view, thinking)))
        return row(*parts)

    def enter(self) -> list[Effect]:
        return [Send(Bid(self.amount))]

    def doubts(self, action: Action) -> list[str]:
        if self._now.level[1] or not self.highest:
            return []
        question, reason = self._left_at_level_0()
        ducats = ngettext("{ducats} ducat", "{ducats} ducats", self._now.ducats[1]).format(ducats=self._now.ducats[1])
        return [question.format(amount=self.amount), reason.format(ducats=ducats)]

    def _left_at_level_0(self) -> tuple[str, str]:
        """Say what a player can do on level 0: with two players the first thing is free when joining in."""
        if self.view.is_for_two:
            return (
                _("You could hire nobody this round. Bid {amount}?"),
                _("On level 0 you only join in, with one thing each time; you have {ducats}."),
            )
        return (
            _("You could do nothing this round. Bid {amount}?"),
            _("On level 0 you neither hire nor join in; you have {ducats}."),
        )

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
        """Append a second digit to the first if there is such a bid; a 10 that is too high becomes the highest."""
        longer = self._typed + digit
        typed = longer if int(longer) <= self.highest else digit
        is_ten_too_high = int(longer) == TOP_LEVEL > self.highest
        if is_ten_too_high:
            self.amount = self.highest
        if is_ten_too_high or int(typed) > self.highest:
            self._typed = ""
            return self.refuse(refusal_of("bid_too_high", highest=self.highest))
        self._typed, self.amount = typed, int(typed)
        return []

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """Bid up to the level that was clicked; a click on the end of the bid is Enter."""
        if row != TRACK_ROW or cell < 1:
            return None
        amount = bisect(self._track().starts, cell - 1) - 1 - self._now.level[0]
        if amount not in range(self.highest + 1):
            return None
        if amount == self.amount:
            return self.enter()
        self.amount = amount
        return []


def paid_roles(view: OperaView, bid: BidRow, most_instead: int) -> str:
    """Return roles that would bring something now; in brackets, what could be paid besides or instead."""
    level = bid.level[1]
    together = _together(view, bid.roles)
    together = together or _without_roles(view, level)
    is_besides = sum(FEES[role] for role in (*bid.roles, *bid.spare)) <= level
    between = " + {roles}" if is_besides else _(" or {roles}")
    spare = "".join(between.format(roles=name(view, role)) for role in bid.spare)
    idle = f" ({spare.strip()})" if spare else ""
    others = [_together(view, _with(bid, role)) for role in bid.instead[:most_instead]]
    instead = _(", or {roles}") if any(" + " in one for one in (together, *others)) else _(" or {roles}")
    helpful = "".join(instead.format(roles=roles) for roles in others)
    return together + (idle + helpful if is_besides else helpful + idle)


def _without_roles(view: OperaView, level: int) -> str:
    """Return what can be done without a role: with two players the first thing is free when joining in."""
    if level >= LEAST_FEE:
        return _("joining in")
    # Translators: at most 38 cells.
    return _("no role, only joining in") if level or view.is_for_two else _("nothing")


def _together(view: OperaView, roles: Sequence[Role]) -> str:
    return " + ".join(name(view, role) for role in roles)


def _with(bid: BidRow, role: Role) -> Sequence[Role]:
    """Return a role that the level pays for instead, with those of the others that it pays for besides."""
    rest = bid.level[1] - FEES[role]
    sets = [kept for number in range(len(bid.roles)) for kept in combinations(bid.roles, number)]
    kept = max((roles for roles in sets if sum(FEES[one] for one in roles) <= rest), key=_worth)
    return [one for one in ROLES if one in (*kept, role)]


def _worth(roles: Sequence[Role]) -> int:
    return sum(WORTH[role] for role in roles)
