"""Limits let through what is allowed and no more, and remember no more than they need."""

import time
from typing import Any

from opera_server.config.settings import Limits, Settings
from opera_server.net.access import GREETINGS_AT_ONCE, AccessControl
from opera_server.net.limits import RateLimit, Tally, is_loopback, is_same_host, network_of


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate() -> None:
    """Ten come through at once, then one in each tenth of a second, and after a pause ten again."""
    clock = Clock()
    limit = RateLimit(rate=10, burst=10, clock=clock)
    assert [limit.allows("ada") for _ in range(12)] == [True] * 10 + [False] * 2
    for _ in range(5):
        clock.now += 0.1001
        assert [limit.allows("ada") for _ in range(2)] == [True, False]
    clock.now += 100
    assert [limit.allows("ada") for _ in range(11)] == [True] * 10 + [False]


def test_everyone_has_a_bucket_of_their_own() -> None:
    """Who asks too much takes nothing from another."""
    limit = RateLimit(rate=1, burst=2, clock=Clock())
    assert [limit.allows("ada") for _ in range(3)] == [True, True, False]
    assert limit.allows("ben")


def test_forgetting_gives_nothing_away() -> None:
    """Over a long time of steady flooding exactly burst + rate x seconds come through, whatever was forgotten."""
    clock = Clock()
    limit = RateLimit(rate=4, burst=8, clock=clock)
    passed = 0
    for _ in range(10_000):
        passed += limit.allows("ada")
        clock.now += 1 / 64
    assert abs(passed - (8 + 4 * 10_000 / 64)) <= 1


def test_memory_is_bounded() -> None:
    """A flood of new keys is remembered only up to twice the bound, quiet ones not at all."""
    clock = Clock()
    limit = RateLimit(rate=10, burst=10, most=100, clock=clock)
    for number in range(5000):
        assert limit.allows(number)
        assert len(limit) <= 200
    clock.now += 30
    limit.allows("ada")
    assert len(limit) == 1


def test_a_check_is_cheap() -> None:
    """A check costs some microseconds at most, also on a slow machine."""
    limit = RateLimit(rate=1e6, burst=1000)
    began = time.process_time()
    for _ in range(20_000):
        limit.allows(b"k" * 32)
    assert (time.process_time() - began) / 20_000 < 20e-6


def test_tallies_stop_at_each_limit() -> None:
    """The limit that is reached is named: the key's, the address's, the server's; giving back makes room."""
    tally = Tally(per_key=2, per_address=3, total=4)
    assert [tally.take("ada", "1.1.1.1") for _ in range(3)] == [None, None, "key"]
    assert [tally.take("ben", "1.1.1.1") for _ in range(2)] == [None, "address"]
    assert [tally.take("eve", "2.2.2.2") for _ in range(2)] == [None, "server"]
    tally.give_back("ada", "1.1.1.1")
    assert tally.take("ben", "1.1.1.1") is None
    assert tally.held == 4


def test_tallies_forget_who_holds_nothing() -> None:
    """After everything is given back nobody is remembered."""
    tally = Tally(per_key=10, per_address=10, total=1000)
    for number in range(100):
        tally.take(number, f"10.0.0.{number}")
    for number in range(100):
        tally.give_back(number, f"10.0.0.{number}")
    assert (tally.held, len(tally)) == (0, 0)


def test_exempt_ones_count_only_for_the_total() -> None:
    """Without an address neither the key's nor the address's limit stands against anything."""
    tally = Tally(per_key=1, per_address=1, total=3)
    assert [tally.take("ada", None) for _ in range(4)] == [None, None, None, "server"]
    tally.give_back("ada", None)
    assert tally.take("ada", None) is None


def test_addresses_count_as_networks() -> None:
    """One network of IPv6 is one address, an IPv4 address is itself however written, other text too."""
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2") == "2001:db8::/64"
    assert network_of("2001:db8::1") != network_of("2001:db8:0:1::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("nonsense") == "nonsense"


def test_loopback_is_known_in_every_form() -> None:
    """All addresses of this machine's own interface count, and nothing else does."""
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1")))
    assert not any(map(is_loopback, ("192.0.2.7", "2001:db8::1", "localhost", "", "127.0.0.1.evil.example")))


def test_the_same_host_is_known_however_it_is_written() -> None:
    """ZeroMQ and the system write an address differently now and then; text that is no address is no host's."""
    assert is_same_host("::ffff:192.0.2.7", "192.0.2.7")
    assert is_same_host("fe80::1%eth0", "fe80::1")
    assert not is_same_host("192.0.2.7", "192.0.2.8")
    assert not is_same_host("", "")


def access(**limits: Any) -> AccessControl:
    return AccessControl(Settings(limits=Limits(**limits)))


def test_loopback_is_exempt_if_so_set() -> None:
    """An exempt address is none; without the exemption it counts like any other."""
    assert access(loopback_exempt=True).counted("127.0.0.1") is None
    assert access(loopback_exempt=True).counted("2001:db8::5") == "2001:db8::/64"
    assert access(loopback_exempt=False).counted("127.0.0.1") == "127.0.0.1"


def test_requests_are_limited_by_key_and_by_address() -> None:
    """A key is stopped by its own limit; many keys of one address by the address's; exempt ones by none."""
    clock, control = Clock(), access()
    control._sent_by_key, control._sent_from_address = RateLimit(1, 2, clock=clock), RateLimit(1, 5, clock=clock)
    assert [control.may_send(b"ada", "1.1.1.1") for _ in range(3)] == [True, True, False]
    assert [control.may_send(bytes([number]), "1.1.1.1") for number in range(4)] == [True] * 3 + [False]
    assert control.may_send(b"ada", "2.2.2.2") is False
    assert control.may_send(b"ben", "2.2.2.2") is True
    assert all(control.may_send(b"ada", "127.0.0.1") for _ in range(100))


def test_greetings_are_limited_by_address_also_on_this_machine() -> None:
    """An address that asks without end gets so many and then one now and then; others are greeted as ever."""
    access = AccessControl(Settings())
    for address in ("127.0.0.1", "192.0.2.7", "2001:db8::1"):
        greeted = sum(access.may_greet(address) for _ in range(1000))
        assert GREETINGS_AT_ONCE <= greeted < GREETINGS_AT_ONCE + 20
    assert access.may_greet("192.0.2.8")


def test_a_bucket_can_be_looked_into() -> None:
    """Looking takes nothing; charging does."""
    limit = RateLimit(rate=1, burst=2, clock=Clock())
    assert all(limit.has_left("ada") for _ in range(5))
    limit.charge("ada", 2)
    assert not limit.has_left("ada")
    assert limit.has_left("ben")
