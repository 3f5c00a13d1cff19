"""Remember the servers this user has met: HOST:P and public key, one line each, as ssh keeps its known hosts.

    # a comment
    lan-host:1607 rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7

Lines that cannot be read are ignored and kept as they are.
"""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final

from opera_protocol.local.address import Address, parse_address
from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import AddressError, ServerKeyError, StorageError
from opera_protocol.wire.keys import fingerprint, key_from_text, key_to_text

KNOWN_SERVERS_FILE: Final = "known_servers"
_HEADING: Final = "# Opera servers that were visited from here: address and public key."


class Visit(Enum):
    """Whether a server was met before, and with which key."""

    FIRST = "first"
    SAME_KEY = "same_key"
    CHANGED_KEY = "changed_key"


class KnownServers:
    """The store of known servers in a folder; every call reads the file again, as other clients write it, too."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / KNOWN_SERVERS_FILE

    def look_up(self, address: Address) -> bytes | None:
        """Return the key remembered for an address."""
        return _find_key(self._read_lines(), address)

    def addresses(self) -> list[Address]:
        """Return the addresses of all servers, in the order of the first visits; none if the file cannot be read."""
        try:
            lines = self._read_lines()
        except StorageError:
            return []
        return list(dict.fromkeys(entry[0] for line in lines if (entry := _parse_line(line))))

    def compare(self, address: Address, key: bytes) -> Visit:
        """Compare a key with the one seen at this address before."""
        known = self.look_up(address)
        if known is None:
            return Visit.FIRST
        return Visit.SAME_KEY if known == key else Visit.CHANGED_KEY

    def has_key(self, key: bytes) -> bool:
        """Say whether a key was seen at any address: a server that has moved is the same one."""
        return any(entry[1] == key for line in self._read_lines() if (entry := _parse_line(line)))

    def remember(self, address: Address, key: bytes) -> None:
        """Store the key of a first visit; raises `ServerKeyError` if another key is stored already."""

        def with_entry(lines: list[str]) -> list[str]:
            known = _find_key(lines, address)
            if known is None:
                return [*lines, _format_line(address, key)]
            if known != key:
                raise ServerKeyError(
                    "server_key_changed",
                    address=str(address),
                    known=fingerprint(known),
                    offered=fingerprint(key),
                )
            return lines

        self._rewrite(with_entry)

    def replace(self, address: Address, key: bytes) -> None:
        """Store a key in place of any other one: a person has looked at the change and accepted it."""
        self._rewrite(lambda lines: [*_without(lines, address), _format_line(address, key)])

    def forget(self, address: Address) -> None:
        """Remove an address, so that the next visit is a first one."""
        self._rewrite(lambda lines: _without(lines, address))

    def _read_lines(self) -> list[str]:
        with storage_errors(self._path):
            try:
                content, _ = read_file(self._path)
            except FileNotFoundError:
                return []
        return content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")

    def _rewrite(self, edit: Callable[[list[str]], list[str]]) -> None:
        with storage_errors(self._path), sole_writer(self._path):
            before = self._read_lines()
            after = edit(before)
            if after != before:
                text = "\n".join([*(after if before else (_HEADING, *after)), ""])
                write_whole(self._path, text.encode("utf-8", "surrogateescape"))


def _format_line(address: Address, key: bytes) -> str:
    return f"{address} {key_to_text(key)}"


def _parse_line(line: str) -> tuple[Address, bytes] | None:
    """Parse the address and key of a line; None for comments and anything else."""
    words = line.split()
    if len(words) != 2 or line.startswith("#"):
        return None
    key = key_from_text(words[1])
    try:
        return None if key is None else (parse_address(words[0]), key)
    except AddressError:
        return None


def _find_key(lines: list[str], address: Address) -> bytes | None:
    entries = (entry for line in lines if (entry := _parse_line(line)))
    return next((key for known, key in entries if known == address), None)


def _without(lines: list[str], address: Address) -> list[str]:
    return [line for line in lines if (entry := _parse_line(line)) is None or entry[0] != address]
