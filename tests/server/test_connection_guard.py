"""What all connections of a port keep together, over hours that a test lets pass."""

from collections.abc import AsyncIterator

import pytest
import zmq

from opera_server.config.settings import Settings
from opera_server.net.access import AccessControl
from opera_server.net.connection_guard import MOST_UNHEARD_OF_ALL, ConnectionGuard
from opera_server.net.guarded_connection import GuardedConnection
from opera_server.net.limits import Tally
from opera_server.net.neighbours import Neighbours
from opera_server.net.tcp import Traffic

SLOW = 100
"""Connections that each send a message without an end."""
BYTES_PER_MINUTE = 60 * 64
MINUTES = 270
IDLE = 20
"""Connections of clients that do nothing, with a heartbeat in three seconds."""
PING, PONG, BEATS_PER_MINUTE = 42, 40, 20


@pytest.fixture
async def guard() -> AsyncIterator[ConnectionGuard]:
    context = zmq.Context()
    socket = context.socket(zmq.ROUTER)
    watching = ConnectionGuard(socket, AccessControl(Settings()), Tally(1000, 1000, 1000), Neighbours())
    yield watching
    watching.close()
    socket.close(linger=0)
    context.term()


async def test_slow_endless_messages_are_bounded_for_all_together(
    guard: ConnectionGuard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow they are; whoever only sends heartbeats meanwhile is not among the fullest."""
    place = "opera_server.net.guarded_connection."
    came, went = [0] * (SLOW + IDLE), [0] * (SLOW + IDLE)
    monkeypatch.setattr(f"{place}traffic_of", lambda number: Traffic(came[number], went[number], went[number]))
    monkeypatch.setattr(f"{place}waiting_in", lambda _number: 0)
    monkeypatch.setattr(f"{place}cut", lambda _number, _address: None)
    connections = [GuardedConnection(each, ("192.0.2.7", each), None, 0.0, is_told=True) for each in range(len(came))]
    guard._connections.update(enumerate(connections))
    slow, idle = connections[:SLOW], connections[SLOW:]
    for connection in connections:
        connection.hear(0)
    for _ in range(MINUTES):
        for connection in slow:
            came[connection.descriptor] += BYTES_PER_MINUTE
        for _ in range(BEATS_PER_MINUTE):
            for connection in idle:
                came[connection.descriptor] += PING
                went[connection.descriptor] += PONG
            guard._look_at(idle)
        guard._look_at(slow)
        guard._bound_all()
        assert sum(came[each.descriptor] for each in slow if not each.is_cut) <= MOST_UNHEARD_OF_ALL
    assert sum(came[:SLOW]) > 6 * MOST_UNHEARD_OF_ALL, "what they would have sent"
    assert 0 < sum(connection.is_cut for connection in slow) < SLOW
    assert not any(connection.is_cut for connection in idle)
