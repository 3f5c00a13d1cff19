"""Tell ZeroMQ's own heartbeats from the parts of a message, by what they are answered with.

Encrypted and over the wire, a PING takes 42 bytes, as a part of a message with 7 bytes of content does, and an idle
client sends one every three seconds, for weeks: neither their size nor their rate tells them from a message that never
ends. But ZeroMQ answers a PING at once with a PONG of 40 bytes, and a part with nothing. So what it sends by itself
shows how much of what came in nobody will ever read, and has not to be kept.

Both may be longer by 16 bytes at most, which a PING carries and its PONG brings back; and a PING that is cut short has
40 bytes, yet is answered with the longest PONG (libzmq 4.3.5 reads beyond its end). So the number of PINGs, and with it
their bytes, is sure for one to three of the short ones that libzmq sends. Of others only this is: behind 56 bytes of
answers are at least 40. If nobody had time to look while more than three came, some 13 bytes of each are taken for
parts of a message: that ends a connection after 80,000 of them, and not before.
"""

from typing import Final

SHORTEST_PONG: Final = 40
LONGEST_PONG: Final = 56
LONGER_PING: Final = 2
"""By how many bytes a PING is longer than its PONG."""
SHORTEST_PING: Final = 40
MOST_CLEAR: Final = 3
"""PONGs at once of which the number is clear; every connection is looked at each second, and has one in three."""


def pings_behind(answers: int) -> int:
    """Return the bytes of PINGs that made ZeroMQ answer with so many bytes, or fewer: never more than came."""
    pongs, longer = divmod(answers, SHORTEST_PONG)
    if pongs <= MOST_CLEAR and longer < LONGEST_PONG - SHORTEST_PONG:
        return answers + pongs * LONGER_PING
    return answers * SHORTEST_PING // LONGEST_PONG
