"""While others decide: what was sealed, what comes next, what happened since the last decision."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_protocol.texts import log_line
from opera_tui.boxes import Effect
from opera_tui.faces.opera.box import CELLS, MOST_ROWS, OperaBox
from opera_tui.faces.opera.lines import waiting_line
from opera_tui.faces.opera.names import names, signs
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.wording import filled, wrapped
from opera_tui.i18n import _
from opera_tui.moves_box import MovesTexts
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.table_view import TableView

SHOWN_APART: Final = frozenset({"bids", "income", "rose", "counted", "offer", "round", "round_ended", "bid"})
"""Events that have a table of their own, or say nothing that the panels do not show."""


class WaitingBox(OperaBox):
    """Nothing to decide; Enter and Esc do nothing."""

    def __init__(self, view: TableView, since: Sequence[Mapping[str, Any]]) -> None:
        super().__init__(view)
        self._since = [event for event in since if event["event"] not in SHOWN_APART]

    @property
    def title(self) -> str:
        is_waiting = self.view.me is not None and self.view.game["phase"] != "done"
        return _("While you wait") if is_waiting else _("Last moves")

    @property
    def help_topic(self) -> str:
        return topic("waiting")

    def press(self, key: str) -> list[Effect] | None:
        return None

    def rows(self) -> list[Row]:
        rows = [row(" ", waiting_line(self.view))]
        if self.view.me is not None and self.view.game["phase"] != "done":
            rows.append(row(" ", self._what_comes()))
        events = self._events()
        room = MOST_ROWS - len(rows) - 2
        return [*rows, EMPTY, *self._headed(events[-room:])] if events else rows

    def _headed(self, events: list[Row]) -> list[Row]:
        text = _("Lately:") if self.view.me is None else _("Since your last decision:")
        return [row(Span(f" {text}", "quiet")), *events]

    def _events(self) -> list[Row]:
        teller = self.view.teller()
        rows: list[Row] = []
        for event in self._since:
            told = self.view.glyphs.say(log_line("opera", event, teller))
            first, *rest = wrapped(told, CELLS - 6)
            rows += [self._signed(event, first), *(row(f"      {line}") for line in rest)]
        return rows

    def _signed(self, event: Mapping[str, Any], told: str) -> Row:
        """Who did it stands first, with the player's sign."""
        seat = event.get("seat")
        return row("  ", self.view.sign(seat), f" {told}") if isinstance(seat, int) else row(f"  {told}")

    def _what_comes(self) -> Row:
        game, me = self.view.game, self.view.me
        assert me is not None
        player = game["players"][me]
        if game["phase"] == "bid":
            return row(_("When all have bid, the bids are revealed and paid."))
        if player["closed"]:
            return row(_("You have closed: for you this round goes on with the income."))
        if me in game["queue"]:
            return self._queued(game["queue"])
        return self._initiative(player["level"])

    def _queued(self, queue: Sequence[int]) -> Row:
        before = queue[: queue.index(self.view.me)]
        if not before:
            return row(_("You are asked next."))
        return filled(_("You are asked after {who}."), who=signs(self.view, before))

    def _initiative(self, level: int) -> Row:
        game = self.view.game
        payable = [role for role in game["roles"] if game["fees"][role] <= level]
        if not payable:
            return row(_("Your level {level} pays for none of the roles left.").format(level=level))
        if len(payable) == len(game["roles"]):
            return row(_("Your level {level} pays for each of the roles left.").format(level=level))
        return row(_("Your level {level} pays for {roles}.").format(level=level, roles=names(self.view, payable)))


class MovesBox(MovesTexts, WaitingBox):
    """What the others did before the decision that is open, to look at again."""

    def rows(self) -> list[Row]:
        return self._events()[-MOST_ROWS:]
