"""The servers this user has met: HOST:P and public key, one line each, as ssh keeps its known hosts.

    # a comment
    lan-host:1607 rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7

Lines that cannot be read are left as they are and mean nothing.
"""

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Final

from opera_protocol.address import Address, parse_address
from opera_protocol.curve_keys import key_from_text, key_to_text
from opera_protocol.errors import AddressError, ServerKeyError
from opera_protocol.fingerprint import fingerprint
from opera_protocol.storage import read_file, sole_writer, storage_errors, write_whole

KNOWN_SERVERS_FILE: Final = "known_servers"
_HEADING: Final = "# Opera servers that were visited from here: address and public key."


class Visit(Enum):
    """What a server's key is to somebody who may have been there before."""

    FIRST = "first"
    SAME_KEY = "same_key"
    CHANGED_KEY = "changed_key"


class KnownServers:
    """The store of known servers in a folder; every call reads the file anew, as other clients write it too."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / KNOWN_SERVERS_FILE

    def look_up(self, address: Address) -> bytes | None:
        """The key remembered for an address."""
        return _key_in(self._lines(), address)

    def compare(self, address: Address, key: bytes) -> Visit:
        """Whether this key was seen at this address before."""
        known = self.look_up(address)
        if known is None:
            return Visit.FIRST
        return Visit.SAME_KEY if known == key else Visit.CHANGED_KEY

    def remember(self, address: Address, key: bytes) -> None:
        """Store the key of a first visit; another key already there is a `ServerKeyError`."""

        def with_entry(lines: list[str]) -> list[str]:
            known = _key_in(lines, address)
            if known is None:
                return [*lines, _entry(address, key)]
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
        """Store a key whatever stood there before: somebody has looked at the change and accepted it."""
        self._rewrite(lambda lines: [*_without(lines, address), _entry(address, key)])

    def forget(self, address: Address) -> None:
        """Make the next visit to an address a first one."""
        self._rewrite(lambda lines: _without(lines, address))

    def _lines(self) -> list[str]:
        with storage_errors(self._path):
            try:
                content, _ = read_file(self._path)
            except FileNotFoundError:
                return []
        return content.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")

    def _rewrite(self, edit: Callable[[list[str]], list[str]]) -> None:
        with storage_errors(self._path), sole_writer(self._path):
            before = self._lines()
            after = edit(before)
            if after != before:
                text = "\n".join([*(after if before else (_HEADING, *after)), ""])
                write_whole(self._path, text.encode("utf-8", "surrogateescape"))


def _entry(address: Address, key: bytes) -> str:
    return f"{address} {key_to_text(key)}"


def _parsed(line: str) -> tuple[Address, bytes] | None:
    """The address and key of a line; None for comments and whatever else stands there."""
    words = line.split()
    if len(words) != 2 or line.startswith("#"):
        return None
    key = key_from_text(words[1])
    try:
        return None if key is None else (parse_address(words[0]), key)
    except AddressError:
        return None


def _key_in(lines: list[str], address: Address) -> bytes | None:
    entries = (entry for line in lines if (entry := _parsed(line)))
    return next((key for known, key in entries if known == address), None)


def _without(lines: list[str], address: Address) -> list[str]:
    return [line for line in lines if (entry := _parsed(line)) is None or entry[0] != address]
