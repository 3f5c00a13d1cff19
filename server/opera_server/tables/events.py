"""Events of the table rather than of its game, which stand in the same log."""

from opera_protocol.wire.messages import Clock
from opera_rules.api import Event, Seat


class StandInCame(Event, frozen=True, tag="table_stand_in"):
    """A bot acts for a player who is gone or out of time."""

    seat: Seat
    cause: str


class PlayerReturned(Event, frozen=True, tag="table_returned"):
    seat: Seat


class ClockChanged(Event, frozen=True, tag="table_clock"):
    clock: Clock


class SeatHandedOver(Event, frozen=True, tag="table_handed"):
    seat: Seat
    name: str


class ActionsTakenBack(Event, frozen=True, tag="table_taken_back"):
    """The player took back so many actions: lines of the game from number `since` on stand no longer."""

    seat: Seat
    actions: int
    since: int


class TableBranched(Event, frozen=True, tag="table_from"):
    """Until here the game is that of an earlier table."""

    table: str
    actions: int


class TableAbandoned(Event, frozen=True, tag="table_abandoned"):
    cause: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    StandInCame,
    PlayerReturned,
    ClockChanged,
    SeatHandedOver,
    ActionsTakenBack,
    TableBranched,
    TableAbandoned,
)
"""Events of the table rather than the game; they are in the same log."""
