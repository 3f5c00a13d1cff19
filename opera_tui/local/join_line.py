"""The line that others have to type to join."""

import socket
from typing import Final

from opera_protocol.local.address import Address
from opera_protocol.local.ready import Ready
from opera_protocol.wire.keys import fingerprint, key_from_text

_ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation: nothing is sent there, the system only says over which interface it would be."""


def join_line(address: Address, key: bytes) -> str:
    return f"opera join {address.short} --key {fingerprint(key)}"


def hosted_join_line(ready: Ready) -> str:
    """Return the line for a server of this machine; empty if its key cannot be read."""
    key = key_from_text(ready.key)
    return join_line(Address(own_address(), ready.ports[0]), key) if key else ""


def own_address() -> str:
    """Return the address at which others on the network find this machine, else its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
