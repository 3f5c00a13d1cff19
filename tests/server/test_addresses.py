"""Where others find a server: join lines for every address, also of IPv6, and addresses as people write them."""

import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path

import pytest
from support.server.running import inside

from opera_protocol.local.address import parse_address
from opera_protocol.local.own_addresses import lines_for_announcing, local_addresses
from opera_protocol.local.ready import Ready
from opera_server.config.settings import Settings
from opera_server.net.limits import plain_address
from opera_server.operate.admin import OperatorCommands
from opera_server.operate.serving import welcome_lines

READY = Ready(pid=1, ports=(2000, 2001, 2002), key="rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", name="Scala")


class Adapter:
    """A network interface as ifaddr describes it."""

    def __init__(self, index: int, *texts: str) -> None:
        self.index = index
        self.ips = [Ip(text) for text in texts]


class Ip:
    def __init__(self, text: str) -> None:
        self.is_IPv4 = ":" not in text
        self.ip = text if self.is_IPv4 else (text, 0, 0)


@pytest.fixture
def _two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [
        Adapter(1, "127.0.0.1", "::1"),
        Adapter(2, "fe80::1", "fd00::2", "192.0.2.7"),
        Adapter(3, "2001:db8::5"),
    ]
    monkeypatch.setattr("opera_protocol.local.own_addresses.ifaddr.get_adapters", lambda: adapters)


@pytest.mark.usefixtures("_two_lines")
def test_join_lines_are_for_every_address_that_others_can_use() -> None:
    """IPv4 first, then IPv6 in brackets; neither loopback nor what counts only on one line."""
    hosts = [line.split()[2] for line in welcome_lines(Settings(), READY) if "opera join" in line]
    assert hosts == ["192.0.2.7:2000", "[fd00::2]:2000", "[2001:db8::5]:2000"]
    assert [str(parse_address(host)) for host in hosts] == hosts


@pytest.mark.usefixtures("_two_lines")
def test_a_server_is_announced_on_every_line_but_loopback() -> None:
    """For IPv4 by address, for IPv6 by the line's number: zeroconf wants it so."""
    assert lines_for_announcing() == ["192.0.2.7", 2, 3]


def test_the_addresses_of_this_machine_can_be_found_out() -> None:
    assert not any(ip_address(address).is_loopback for address in local_addresses())


WELCOME = """
import sys
from opera_protocol.local.ready import Ready
from opera_server.config.settings import Settings
from opera_server.operate.serving import welcome_lines
ready = Ready(pid=1, ports=(1, 2, 3), key="rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7", name="Scala")
welcome_lines(Settings(announce=False), ready)
print([name for name in sys.modules if name.startswith("zeroconf")])
"""


def test_a_server_that_is_not_announced_loads_no_library_for_it() -> None:
    told = subprocess.run([sys.executable, "-c", WELCOME], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"


def test_addresses_are_shown_as_people_write_them() -> None:
    """One of IPv4 that comes in at a port for both families is one of IPv4."""
    given = ("::ffff:192.0.2.1", "192.0.2.1", "2001:db8::5", "fe80::1%eth0", "nonsense")
    assert [plain_address(text) for text in given] == ["192.0.2.1", "192.0.2.1", *given[2:]]


async def test_the_operator_sees_such_addresses(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        await here.client()
        assert [player["address"] for player in OperatorCommands(here.server).list_players()] == ["127.0.0.1"]
