"""Clocks: how long a decision may take, and how much it takes from a time bank."""

from collections.abc import Callable
from typing import NamedTuple

from opera_rules.api import Seat
from opera_server.tables.table import Table

LEAST_MS = 10_000
"""What a decision gets at least, also when the time bank is empty."""


class Opened(NamedTuple):
    """A decision's number, and when its clock began: when it was first shown, or the server or its disk came back."""

    decision: int
    at: int
    extended_to: int | None = None
    """Until when it waits for a player who came back too late."""


class DecisionClocks:
    """The clocks of the decisions that are open at one table. Without a clock and for bots there is no deadline."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.opened: dict[Seat, Opened] = {}

    def follow(self, table: Table) -> None:
        """Start the clocks of decisions that are new, and drop those of decisions that were made."""
        before, now = self.opened, self._now()
        self.opened = {
            seat: before[seat] if seat in before and before[seat].decision == decision else Opened(decision, now)
            for seat, decision in table.opened.items()
        }

    def restart(self, table: Table) -> None:
        """Start all clocks again: one was just set, or nothing was accepted for a while."""
        self.opened = {}
        self.follow(table)

    def deadlines(self, table: Table) -> dict[Seat, int]:
        """Return when the clock runs out, for every seat that has to decide in time."""
        if table.clock.mode == "none":
            return {}
        ends = {seat: self.deadline(table, seat) for seat in table.asked}
        return {seat: end for seat, end in ends.items() if end is not None}

    def deadline(self, table: Table, seat: Seat) -> int | None:
        opened = self.opened.get(seat)
        if opened is None:
            return None
        if opened.extended_to is not None:
            return opened.extended_to
        if table.clock.mode == "none" or not table.chairs[seat].key:
            return None
        whole = 1000 * table.clock.seconds
        if table.clock.mode == "decision":
            return opened.at + whole
        return opened.at + max(LEAST_MS, whole - table.thought.get(seat, 0))

    def extend(self, table: Table, seat: Seat) -> bool:
        """Let an overdue decision wait for a player who came back; only once, or clocks would mean nothing."""
        end, now = self.deadline(table, seat), self._now()
        if end is None or end > now:
            return True
        if self.opened[seat].extended_to is not None:
            return False
        self.opened[seat] = self.opened[seat]._replace(extended_to=now + LEAST_MS)
        return True

    def time_taken(self, table: Table, seat: Seat) -> int:
        """Return how many milliseconds the seat's decision takes from its bank."""
        return max(0, self._now() - self.opened[seat].at) if table.clock.mode == "bank" else 0
