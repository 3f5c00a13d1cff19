"""While others decide: what was sealed, what comes next, what happened since the last decision."""

from collections.abc import Sequence
from itertools import takewhile

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
from opera_tui.games.box import CELLS, MOST_ROWS
from opera_tui.games.opera.labels import filled, names, signs
from opera_tui.games.opera.lines import waiting_line
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import WaitingBox
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped


class OperaWaitingBox(WaitingBox):
    """Say what comes next for the reader, and what happened since the last decision."""

    view: OperaView

    help_topic = "opera.waiting"
    quiet_events = (
        *(BidsRevealed, IncomePaid, ComposersRose, Counted),
        *(OfferFilled, RoundStarted, RoundEnded, BidMade),
    )

    @property
    def is_waiting(self) -> bool:
        return self.view.me is not None and self.view.game.phase != "done"

    def rows(self) -> list[Row]:
        rows = [row(" ", waiting_line(self.view))]
        if self.is_waiting:
            rows.append(row(" ", self._what_comes()))
        moves = self.moves(MOST_ROWS - len(rows) - 2)
        title = _("Lately:") if self.view.me is None else _("Since your last decision:")
        return [*rows, EMPTY, row(Span(f" {title}", "quiet")), *moves] if moves else rows

    def moves(self, most: int) -> list[Row]:
        rows: list[Row] = []
        for event in self.since:
            text = self.glyphs.say(self.view.log_text(event))
            first, *rest = wrapped(text, CELLS - 6)
            rows += [self._with_sign(event, first), *(row(f"      {line}") for line in rest)]
        return rows[-most:]

    def _with_sign(self, event: AnyLine, text: str) -> Row:
        """Put the sign of the player who did it in front."""
        seat = self.view.actor(event)
        return row(f"  {text}") if seat is None else row("  ", self.view.sign(seat), f" {text}")

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
