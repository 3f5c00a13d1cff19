"""Clocks: how long a decision may take, and what it takes from a time bank."""

from opera_rules.api import Seat
from opera_server.table import Table

LEAST_MS = 10_000
"""What a decision gets at least, also when the time bank is empty."""


def deadline(table: Table, seat: Seat, opened_at: int) -> int | None:
    """When the clock runs out for a decision; None without a clock, and for bots."""
    if table.clock.mode == "none" or not table.chairs[seat].key:
        return None
    whole = 1000 * table.clock.seconds
    if table.clock.mode == "decision":
        return opened_at + whole
    return opened_at + max(LEAST_MS, whole - table.thought.get(seat, 0))


def time_taken(table: Table, opened_at: int, now: int) -> int:
    """Milliseconds that a decision takes from the bank."""
    return max(0, now - opened_at) if table.clock.mode == "bank" else 0
