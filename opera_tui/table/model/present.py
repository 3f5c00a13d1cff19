"""The table as it is now, ahead of what is still being played back: clocks run and bots act whatever is shown."""

import contextlib
import time
from collections.abc import Callable

from msgspec import Struct

from opera_games.api import Seat
from opera_protocol.client import Unreadable, View, read
from opera_protocol.wire.documents import AnySeat, HumanSeat, TableHead
from opera_protocol.wire.messages import Natural


def own_now_ms() -> int:
    return time.time_ns() // 1_000_000


class _Own(Struct):
    """The part of a seat's document that is needed ahead of what is shown."""

    take_back: Natural | None = None


def is_person(chair: AnySeat) -> bool:
    return isinstance(chair, HumanSeat)


class Present:
    """What the newest document says about the table itself."""

    def __init__(self) -> None:
        self.head: TableHead | None = None
        self.me: Seat | None = None
        """The reader's own seat; None for spectators."""
        self.take_back: int | None = None
        """The decision whose answer the reader can take back."""
        self.now_ms: Callable[[], int] = own_now_ms
        """The server's time, by which deadlines are given."""

    def take(self, view: View) -> None:
        """Take the newest view; one that cannot be read changes nothing."""
        with contextlib.suppress(Unreadable):
            self.head, self.me = view.head, view.seat
            self.take_back = read(view.private, _Own).take_back if view.private else None

    @property
    def is_alone(self) -> bool:
        """Whether the reader is the only person who sits here."""
        head, me = self.head, self.me
        return head is not None and [seat for seat, chair in enumerate(head.seats) if is_person(chair)] == [me]

    @property
    def may_branch(self) -> bool:
        """Whether the reader can go on from an earlier moment at another table."""
        return self.is_alone and self.head is not None and self.head.state in ("finished", "abandoned")

    @property
    def is_replaced(self) -> bool:
        """Whether a bot acts for the reader."""
        head, me = self.head, self.me
        if head is None or me is None or head.state != "running" or me not in range(len(head.seats)):
            return False
        chair = head.seats[me]
        return isinstance(chair, HumanSeat) and chair.stand_in is not None

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs for anybody."""
        return self.head is not None and bool(self.head.deadlines)

    def time_left(self) -> str:
        """Return the time left for the player's decision, else for the decision that ends first; empty if no clock."""
        deadlines = self.head.deadlines if self.head else {}
        if not deadlines:
            return ""
        end = min(deadlines.values()) if self.me not in deadlines else deadlines[self.me]
        seconds = max(0, end - self.now_ms()) // 1000
        return f"{seconds // 60}:{seconds % 60:02d}"
