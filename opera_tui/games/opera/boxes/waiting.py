"""While others decide: what was sealed, what comes next, what happened since the last decision."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from opera_games.api import Seat
from opera_games.opera.events import (
    BidMade,
    BidsRevealed,
    ComposersRose,
    Counted,
    IncomePaid,
    OfferFilled,
    RoundEnded,
    RoundStarted,
)
from opera_tui.games.box import CELLS, MOST_ROWS, Box
from opera_tui.games.opera.labels import filled, names, signs
from opera_tui.games.opera.lines import waiting_line
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import MovesBox
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row
from opera_tui.look.wrapping import wrapped

SHOWN_APART: Final = (
    *(BidsRevealed, IncomePaid, ComposersRose, Counted),
    *(OfferFilled, RoundStarted, RoundEnded, BidMade),
)
"""Events that have a table of their own, or say nothing that the panels do not show."""


class WaitingBox(Box):
    """Show what happens meanwhile; Enter and Esc do nothing."""

    view: OperaView

    help_topic = "opera.waiting"

    def __init__(self, view: OperaView, since: Sequence[AnyLine]) -> None:
        super().__init__(view)
        self._since = [event for event in since if not isinstance(event, SHOWN_APART)]

    @property
    def title(self) -> str:
        is_waiting = self.view.me is not None and self.view.game.phase != "done"
        return _("While you wait") if is_waiting else _("Last moves")

    def rows(self) -> list[Row]:
        rows = [row(" ", waiting_line(self.view))]
        if self.view.me is not None and self.view.game.phase != "done":
            rows.append(row(" ", self._what_comes()))
        events = self.moves()
        room = MOST_ROWS - len(rows) - 2
        return [*rows, EMPTY, *self._headed(events[-room:])] if events else rows

    def _headed(self, events: list[Row]) -> list[Row]:
        text = _("Lately:") if self.view.me is None else _("Since your last decision:")
        return [row(Span(f" {text}", "quiet")), *events]

    def moves(self) -> list[Row]:
        """Return what happened since the last decision."""
        rows: list[Row] = []
        for event in self._since:
            told = self.glyphs.say(self.view.told(event))
            first, *rest = wrapped(told, CELLS - 6)
            rows += [self._signed(event, first), *(row(f"      {line}") for line in rest)]
        return rows

    def _signed(self, event: AnyLine, told: str) -> Row:
        """Put the player who did it first, with the player's sign."""
        seat = self.view.actor(event)
        return row(f"  {told}") if seat is None else row("  ", self.view.sign(seat), f" {told}")

    def _what_comes(self) -> Row:
        game, player = self.view.game, self.view.my_player
        if game.phase == "bid":
            return row(_("When all have bid, the bids are revealed and paid."))
        if player.closed:
            return row(_("You have closed: for you this round goes on with the income."))
        if self.view.me in game.queue:
            return self._queued(game.queue)
        return self._initiative(player.level)

    def _queued(self, queue: Sequence[Seat]) -> Row:
        before = [*takewhile(lambda seat: seat != self.view.me, queue)]
        if not before:
            return row(_("You are asked next."))
        return filled(_("You are asked after {who}."), who=signs(self.view, before))

    def _initiative(self, level: int) -> Row:
        game = self.view.game
        payable = [role for role in game.roles if game.fees[role] <= level]
        if not payable:
            return row(_("Your level {level} pays for none of the roles left.").format(level=level))
        if len(payable) == len(game.roles):
            return row(_("Your level {level} pays for each of the roles left.").format(level=level))
        return row(_("Your level {level} pays for {roles}.").format(level=level, roles=names(self.view, payable)))


def moves_box(view: OperaView, since: Sequence[AnyLine]) -> MovesBox | None:
    """Return a box with the moves before the decision that is open; None if there were none."""
    waiting = WaitingBox(view, since)
    moves = waiting.moves()[-MOST_ROWS:]
    return MovesBox(view, moves, waiting.help_topic) if moves else None
