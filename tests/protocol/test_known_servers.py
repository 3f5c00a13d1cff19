"""The store of known servers keeps what several clients put into it, and tells a changed key."""

import subprocess
import sys
from pathlib import Path

import pytest

from opera_protocol.local.address import Address
from opera_protocol.local.known_servers import KNOWN_SERVERS_FILE, KnownServers, Visit
from opera_protocol.wire.errors import ServerKeyError, StorageError
from opera_protocol.wire.keys import fingerprint, key_to_text

HOME = Address("opera.lan")
LOOPBACK = Address("::1", 2000)
KEY, OTHER_KEY = bytes(range(32)), bytes(range(32, 64))

REMEMBER_MANY = """
import sys
from pathlib import Path
from opera_protocol.local.address import Address
from opera_protocol.local.known_servers import KnownServers
servers = KnownServers(Path(sys.argv[1]))
for number in range(10):
    servers.remember(Address(f"{sys.argv[2]}-{number}"), bytes(32))
"""


def test_a_visit_is_the_first_the_same_or_changed(tmp_path: Path) -> None:
    """Comparing tells the three cases apart and stores nothing."""
    servers = KnownServers(tmp_path)
    assert servers.compare(HOME, KEY) is Visit.FIRST
    assert servers.compare(HOME, KEY) is Visit.FIRST
    servers.remember(HOME, KEY)
    assert servers.compare(HOME, KEY) is Visit.SAME_KEY
    assert servers.compare(HOME, OTHER_KEY) is Visit.CHANGED_KEY
    assert servers.compare(Address("opera.lan", 1700), KEY) is Visit.FIRST


def test_keys_are_remembered_by_address(tmp_path: Path) -> None:
    """Each address has its own key, also for a store opened later."""
    servers = KnownServers(tmp_path / "not yet there")
    servers.remember(HOME, KEY)
    servers.remember(LOOPBACK, OTHER_KEY)
    servers.remember(HOME, KEY)
    later = KnownServers(tmp_path / "not yet there")
    assert (later.look_up(HOME), later.look_up(LOOPBACK)) == (KEY, OTHER_KEY)
    assert later.look_up(Address("elsewhere")) is None


def test_a_changed_key_is_stored_only_on_purpose(tmp_path: Path) -> None:
    """Remembering never replaces a key; the error shows both fingerprints; replacing does."""
    servers = KnownServers(tmp_path)
    servers.remember(HOME, KEY)
    with pytest.raises(ServerKeyError) as refusal:
        servers.remember(HOME, OTHER_KEY)
    assert refusal.value.code == "server_key_changed"
    assert refusal.value.parameters == {
        "address": "opera.lan:1607",
        "known": fingerprint(KEY),
        "offered": fingerprint(OTHER_KEY),
    }
    assert servers.look_up(HOME) == KEY
    servers.replace(HOME, OTHER_KEY)
    assert servers.look_up(HOME) == OTHER_KEY


def test_a_forgotten_server_is_met_for_the_first_time(tmp_path: Path) -> None:
    """Forgetting removes one address and leaves the others; forgetting a stranger does nothing."""
    servers = KnownServers(tmp_path)
    servers.forget(HOME)
    servers.remember(HOME, KEY)
    servers.remember(LOOPBACK, KEY)
    servers.forget(HOME)
    assert servers.compare(HOME, KEY) is Visit.FIRST
    assert servers.look_up(LOOPBACK) == KEY


def test_the_file_is_readable(tmp_path: Path) -> None:
    """A person finds a heading and one line for each server."""
    KnownServers(tmp_path).remember(HOME, KEY)
    heading, line, end = (tmp_path / KNOWN_SERVERS_FILE).read_text().split("\n")
    assert heading.startswith("# ")
    assert line == f"opera.lan:1607 {key_to_text(KEY)}"
    assert end == ""


def test_corrupt_lines_cost_nothing_else(tmp_path: Path) -> None:
    """Lines that cannot be read hide no other entry, and writing keeps them as they are."""
    path = tmp_path / KNOWN_SERVERS_FILE
    good = f"opera.lan:1607 {key_to_text(KEY)}\r\n".encode()
    bad = [
        b"# note\n",
        b"\n",
        b"opera.lan:1607\n",
        b"elsewhere:1607 nokey\n",
        b"\xff\xfe \x00\n",
        b"::: " + b"0" * 40 + b"\n",
    ]
    path.write_bytes(b"".join(bad) + good + b"no end")
    servers = KnownServers(tmp_path)
    assert servers.look_up(HOME) == KEY
    servers.remember(LOOPBACK, OTHER_KEY)
    assert (servers.look_up(HOME), servers.look_up(LOOPBACK)) == (KEY, OTHER_KEY)
    assert path.read_bytes().startswith(b"".join(bad) + good + b"no end\n")


def test_clients_do_not_lose_each_others_servers(tmp_path: Path) -> None:
    """Processes that write at the same time all find their entries in the end."""
    programs = [
        subprocess.Popen([sys.executable, "-c", REMEMBER_MANY, str(tmp_path), name]) for name in ("a", "b", "c")
    ]
    assert [program.wait(timeout=30) for program in programs] == [0, 0, 0]
    servers = KnownServers(tmp_path)
    assert all(servers.look_up(Address(f"{name}-{number}")) for name in "abc" for number in range(10))


def test_a_store_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """An unusable file is no first visit: that would hide a changed key."""
    (tmp_path / KNOWN_SERVERS_FILE).mkdir()
    with pytest.raises(StorageError) as refusal:
        KnownServers(tmp_path).compare(HOME, KEY)
    assert refusal.value.code == "storage_failed"
