"""Who is at a table now, and since when its players are away."""

from collections.abc import Callable, Mapping

from opera_rules.api import Seat
from opera_server.tables.room import Member

WATCHERS_SHOWN = 50


class Presence:
    """The people in one room, as its members tell; it remembers when players were last there."""

    def __init__(self, members: Mapping[bytes, Member], now: Callable[[], int]) -> None:
        self.began = now()
        """When the room was opened: after a restart, absence counts from the server's start."""
        self._members = members
        self._now = now
        self._last_seen: dict[Seat, int] = {}

    @property
    def seats(self) -> set[Seat]:
        """The seats whose holders are here."""
        return {member.seat for member in self._members.values() if member.seat is not None}

    @property
    def watching(self) -> list[tuple[str, str]]:
        """Name and short fingerprint of the first spectators, as many as are shown."""
        watchers = [member for member in self._members.values() if member.seat is None]
        return [watcher.shown for watcher in watchers[:WATCHERS_SHOWN]]

    @property
    def audience(self) -> int:
        """How many spectators there are."""
        return sum(member.seat is None for member in self._members.values())

    def is_present(self, seat: Seat) -> bool:
        return any(member.seat == seat for member in self._members.values())

    def note_seen(self, seat: Seat) -> None:
        """Remember that the holder of a seat was here until now."""
        self._last_seen[seat] = self._now()

    def gone_since(self, seat: Seat) -> int:
        """Return when the holder left."""
        return self._last_seen.get(seat, self.began)

    def is_gone_for(self, seat: Seat, milliseconds: int) -> bool:
        """Whether the holder has been away for so long."""
        return not self.is_present(seat) and self.gone_since(seat) + milliseconds <= self._now()

    def last_player_seen(self) -> int | None:
        """Return when the last player left; None while one is here. Nobody seen at all counts as the year 1970."""
        return None if self.seats else max(self._last_seen.values(), default=0)
