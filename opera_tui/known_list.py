"""The addresses in the store of known servers, in the order of the first visits."""

from pathlib import Path

from opera_protocol.address import Address, parse_address
from opera_protocol.errors import AddressError
from opera_protocol.known_servers import KNOWN_SERVERS_FILE
from opera_protocol.storage import read_file


def known_addresses(folder: Path) -> list[Address]:
    """All that can be read; the store itself is asked for their keys."""
    try:
        content, _mode = read_file(folder / KNOWN_SERVERS_FILE)
    except OSError:
        return []
    lines = content.decode("utf-8", "replace").split("\n")
    found = [_address(line) for line in lines if not line.startswith("#")]
    return list(dict.fromkeys(address for address in found if address))


def _address(line: str) -> Address | None:
    words = line.split()
    try:
        return parse_address(words[0]) if len(words) == 2 else None
    except AddressError:
        return None
