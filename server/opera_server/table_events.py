"""What happens at a table besides the game; these lines stand in the same log as the game's events."""

from opera_protocol.messages import Clock
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


class TableAbandoned(Event, frozen=True, tag="table_abandoned"):
    cause: str


TABLE_EVENTS: tuple[type[Event], ...] = (StandInCame, PlayerReturned, ClockChanged, SeatHandedOver, TableAbandoned)
