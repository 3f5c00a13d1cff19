"""What is counted of one connection: how much came in that nobody could read yet."""

import pytest

from opera_server.net.guarded_connection import MEASURED_EVERY, MOST_UNHEARD, GuardedConnection
from opera_server.net.tcp import Traffic

HEARTBEAT = 42
"""The bytes of ZeroMQ's `PING` over the wire."""


class Line:
    """A connection over which as much has come, and waits in the system, as a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.received = self.waiting = 0
        self.connection = GuardedConnection(0, ("10.0.0.1", 1), None, 0.0)
        place = "opera_server.net.guarded_connection."
        monkeypatch.setattr(f"{place}traffic_of", lambda _descriptor: Traffic(self.received, 0))
        monkeypatch.setattr(f"{place}waiting_in", lambda _descriptor: self.waiting)

    def look(self, seconds: float) -> GuardedConnection:
        """Look again after so long."""
        self.connection._looked_at -= seconds
        self.connection.look()
        return self.connection


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


def test_heartbeats_of_zeromq_are_not_kept(line: Line) -> None:
    """A client sends them for hours over a connection on which it asks for nothing."""
    for _ in range(10_000):
        line.received += HEARTBEAT
        assert line.look(1.0).unheard == 0
    assert not line.connection.is_endless


def test_a_message_that_comes_as_slowly_ends_all_the_same(line: Line) -> None:
    """Nobody can tell it from heartbeats until it is too long."""
    while line.received <= MOST_UNHEARD:
        assert not line.connection.is_endless
        line.received += 50 * HEARTBEAT
        line.look(50.0)
    assert line.connection.is_endless


def test_heartbeats_between_messages_never_add_up(line: Line) -> None:
    for _ in range(1000):
        line.received += 100 * HEARTBEAT
        line.look(100.0)
        line.received += 200
        line.connection.hear(200)
    assert line.received > 4 * MOST_UNHEARD
    assert not line.look(1.0).is_endless


def test_what_waits_in_the_system_is_not_kept_by_the_server(line: Line) -> None:
    """ZeroMQ takes no more from whoever has a hundred messages waiting; that needs no cut."""
    line.received = line.waiting = 3 * MOST_UNHEARD
    assert line.look(0.0).unheard == 0
    line.waiting = 0
    assert line.look(0.0).is_endless


def test_whole_messages_are_kept_by_nobody(line: Line) -> None:
    line.received = 2 * MEASURED_EVERY
    line.connection.hear(line.received)
    assert line.look(0.0).unheard == pytest.approx(0)
