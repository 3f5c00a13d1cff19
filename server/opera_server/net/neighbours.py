"""Know the connections of each address, over all ports of a server, and bound what they leave unread together."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from opera_server.net.guarded_connection import MEASURED_EVERY, GuardedConnection

MOST_UNREAD_OF_ADDRESS = 16 * 1024 * 1024
"""Bytes that are kept for all connections of one address until they are read."""


@dataclass
class Neighbours:
    """The connections of each address; those of an exempt one have no neighbours."""

    _by_address: dict[str, set[GuardedConnection]] = field(default_factory=dict)

    def add(self, connection: GuardedConnection) -> None:
        if connection.counted is not None:
            self._by_address.setdefault(connection.counted, set()).add(connection)

    def remove(self, connection: GuardedConnection) -> None:
        if connection.counted is None:
            return
        others = self._by_address[connection.counted]
        others.discard(connection)
        if not others:
            del self._by_address[connection.counted]

    def _of(self, connection: GuardedConnection) -> Iterable[GuardedConnection]:
        """Return the connections of the same address; of one that is exempt only itself."""
        return self._by_address.get(connection.counted or "", {connection})

    def may_send(self, connection: GuardedConnection, size: int) -> bool:
        """Count bytes that are to be sent over a connection; False if too much waits there to be read.

        Of an address for which too much waits in all, the connection with the most is cut.
        """
        if not connection.may_be_sent(size):
            return False
        if connection.unread > MEASURED_EVERY:
            self._bound(connection)
        return True

    def _bound(self, connection: GuardedConnection) -> None:
        others = self._of(connection)
        if sum(other.unread for other in others) > MOST_UNREAD_OF_ADDRESS:
            fullest = max(others, key=lambda other: other.unread)
            fullest.look()
            if sum(other.unread for other in others) > MOST_UNREAD_OF_ADDRESS:
                fullest.end("unread")
