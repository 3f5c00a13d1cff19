"""What is counted of one connection: how much came in that nobody could read yet."""

import pytest

from opera_server.net.guarded_connection import MEASURED_EVERY, MOST_UNHEARD, GuardedConnection
from opera_server.net.tcp import Traffic

PING, PONG = 42, 40
"""The bytes of ZeroMQ's heartbeat over the wire, and of the answer that it sends by itself."""


class Line:
    """A connection over which as much has come and gone, and waits in the system, as a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.received = self.waiting = self.written = self.taken = 0
        self.connection = GuardedConnection(0, ("10.0.0.1", 1), None, 0.0)
        place = "opera_server.net.guarded_connection."
        monkeypatch.setattr(f"{place}traffic_of", lambda _descriptor: Traffic(self.received, self.taken, self.written))
        monkeypatch.setattr(f"{place}waiting_in", lambda _descriptor: self.waiting)

    def look(self) -> GuardedConnection:
        self.connection.look()
        return self.connection

    def beat(self, times: int = 1) -> None:
        """Let a heartbeat come in, and its answer go."""
        self.received += PING * times
        self.written += PONG * times
        self.taken = self.written


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


def test_heartbeats_of_zeromq_are_not_kept(line: Line) -> None:
    """A client sends one in three seconds over a connection on which it asks for nothing, for weeks."""
    line.received, line.written = 567, 301
    handshake = line.look().unheard
    while line.received < 4 * MOST_UNHEARD:
        line.beat()
        assert line.look().unheard == handshake


def test_a_message_that_comes_like_heartbeats_is_kept(line: Line) -> None:
    """It is never answered, at whatever rate it comes."""
    for number in range(1, MOST_UNHEARD // PING + 1):
        line.received += PING
        assert line.look().unheard == PING * number
    line.received += PING
    assert line.look().is_endless


def test_heartbeats_in_between_hide_no_part_of_a_message(line: Line) -> None:
    """Nor do messages that are sent to it, whether they are written yet or not."""
    for number in range(1000):
        line.beat(number % 5)
        line.received += PING
        line.connection.may_be_sent(1000)
        line.written += 1000 * (number % 2)
        assert line.look().unheard >= PING * (number + 1)


def test_heartbeats_are_known_as_soon_as_messages_before_them_are_written(line: Line) -> None:
    """Until then it is not clear what was written."""
    line.connection.may_be_sent(1000)
    line.written += 500
    line.beat()
    assert line.look().unheard == PING
    line.written += 500
    assert line.look().unheard == 0


def test_what_could_not_be_sent_hides_no_heartbeats(line: Line) -> None:
    line.connection.may_be_sent(1000)
    line.connection.take_back(1000)
    line.beat()
    assert line.look().unheard == 0
    assert line.connection.unread == 0


def test_heartbeats_between_messages_never_add_up(line: Line) -> None:
    for _ in range(1000):
        line.beat()
        line.received += 200
        line.connection.hear(200)
        line.connection.may_be_sent(300)
        line.written += 300
        assert line.look().unheard == 0


def test_heartbeats_are_mostly_known_even_if_nobody_had_time_to_look(line: Line) -> None:
    """Of many at once it is not clear how many they are."""
    line.beat(100)
    assert 0 < line.look().unheard < line.received / 3


def test_a_message_of_another_connection_makes_no_room(line: Line) -> None:
    """Who had the descriptor before may be heard late; what comes next is kept all the same."""
    line.connection.hear(MOST_UNHEARD)
    line.look()
    line.received += PING
    assert line.look().unheard == PING


def test_what_waits_in_the_system_is_not_kept_by_the_server(line: Line) -> None:
    """ZeroMQ takes no more from whoever has a hundred messages waiting; that needs no cut."""
    line.received = line.waiting = 3 * MOST_UNHEARD
    assert line.look().unheard == 0
    line.waiting = 0
    assert line.look().is_endless


def test_whole_messages_are_kept_by_nobody(line: Line) -> None:
    line.received = 2 * MEASURED_EVERY
    line.connection.hear(line.received)
    assert line.look().unheard == 0
