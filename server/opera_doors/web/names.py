"""Know the door's own names: a browser that was led here under another one shows somebody else's page.

Whoever owns a name can let it lead to any address, also to one that only the visitor's machine reaches. The browser
then takes this door for a part of that page, and lets the page's scripts play here. So the door answers to addresses,
to the names of its machine, and to those that its operator has set.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Final

_HOST: Final = re.compile(r"(\[(?P<v6>[0-9a-f:.]{2,45})\]|(?P<name>[a-z0-9._-]{1,253}?))\.?(:[0-9]{1,5})?")


class Names:
    """What a browser may call the door."""

    def __init__(self, names: Iterable[str]) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self._names = {"localhost", machine, short, f"{short}.local", *(name.lower() for name in names)}

    def has(self, host: str) -> bool:
        """Say whether a Host header names this door, with or without a port."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = found["v6"] or found["name"]
        return name in self._names or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
