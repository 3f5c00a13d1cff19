"""Bound what one ssh connection can make the door keep.

asyncssh keeps all variables that a client sends, and everything that a client does not take: answers to its requests,
and what a visit shows, if the client has opened a large window. There are no settings for that, so this module looks
at what asyncssh does not show to everybody; a test fails if that changes.
"""

from collections.abc import Collection
from typing import Any, Final

import asyncssh
from asyncssh.connection import SSHConnection

MOST_UNSENT: Final = 256 * 1024
"""Bytes on their way to a client; visits that would show more wait."""
FAR_TOO_MUCH: Final = 16 * MOST_UNSENT
"""Bytes on their way to a client that lose it its connection: it asks and takes no answers."""
MOST_DEFERRED: Final = 2_000
"""Packets that wait for the end of a key exchange; more count as far too much."""
MOST_READ: Final = 4096
"""Bytes that are read from a connection before it is the others' turn."""
LONGEST_VALUE: Final = 64
"""Bytes of a variable."""


def unsent(connection: SSHConnection) -> int:
    """Return how many bytes the client has not taken yet."""
    inside: Any = connection
    transport, deferred = inside._transport, inside._deferred_packets  # noqa: SLF001
    if len(deferred) > MOST_DEFERRED:
        return FAR_TOO_MUCH + 1
    waiting = transport.get_write_buffer_size() if transport is not None else 0
    return int(waiting) + sum(len(part) for _kind, parts in deferred for part in parts)


def keep_few_variables(channel: asyncssh.SSHServerChannel[bytes], names: Collection[str]) -> None:
    """Let a channel keep these variables alone, and of each only a short value."""
    wanted, inside = {name.encode() for name in names}, channel

    def keep(packet: Any) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        is_wanted = name in wanted and len(value) <= LONGEST_VALUE
        if is_wanted:
            inside._env[name] = value  # noqa: SLF001
        return is_wanted

    setattr(inside, "_process_env_request", keep)  # noqa: B010 - only of this one object


def read_in_small_parts(connection: SSHConnection) -> None:
    """Let others have their turn soon: asyncio reads so much at once that its requests take half a second."""
    inside: Any = connection
    if inside._transport is not None:  # noqa: SLF001
        inside._transport.max_size = MOST_READ  # noqa: SLF001
