"""Which PINGs are behind what ZeroMQ answered by itself: of any that can be, never more bytes than came."""

from itertools import combinations_with_replacement

import pytest

from opera_server.net.heartbeats import pings_behind

OF_SHORT_PING = 56
PINGS = {pong + 2: pong for pong in range(40, 57)} | {40: OF_SHORT_PING}
"""The bytes of every PING, and of the PONG to it."""


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_few_pings_without_content_are_known_to_the_byte(number: int) -> None:
    """As libzmq sends them, and also others as long as it is clear how many they are."""
    assert pings_behind(40 * number) == 42 * number
    assert pings_behind(40 * number + 15) == 42 * number + 15


def test_no_pings_have_more_bytes_than_came() -> None:
    """However long they are, and how many are counted at once."""
    for number in range(1, 7):
        for pings in combinations_with_replacement(PINGS, number):
            assert pings_behind(sum(PINGS[ping] for ping in pings)) <= sum(pings), pings


def test_answers_of_a_handshake_are_behind_less_than_came() -> None:
    """Greeting, WELCOME and READY, apart and together; what a client sends for them is longer each time."""
    assert pings_behind(64) < 64
    assert pings_behind(64 + 170) < 64 + 202
    assert pings_behind(64 + 170 + 67) < 64 + 202 + 257
