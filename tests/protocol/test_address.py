"""Addresses are read as people type them and written in one way."""

import pytest

from opera_protocol.local.address import Address, parse_address
from opera_protocol.wire.errors import AddressError


@pytest.mark.parametrize(
    ("typed", "whole", "short"),
    [
        ("opera.lan", "opera.lan:1607", "opera.lan"),
        ("Opera.LAN.:1607", "opera.lan:1607", "opera.lan"),
        (" 192.168.1.7:2000 ", "192.168.1.7:2000", "192.168.1.7:2000"),
        ("[::1]:1700", "[::1]:1700", "[::1]:1700"),
        ("[FE80:0:0::1%eth0]", "[fe80::1%eth0]:1607", "[fe80::1%eth0]"),
        ("::1", "[::1]:1607", "[::1]"),
        ("büro", "büro:1607", "büro"),
        ("a:65533", "a:65533", "a:65533"),
    ],
)
def test_an_address_has_one_spelling(typed: str, whole: str, short: str) -> None:
    """Case, a final dot, blanks around and the usual port make no difference; what was written is read again."""
    address = parse_address(typed)
    assert (str(address), address.short) == (whole, short)
    assert parse_address(whole) == parse_address(short) == address


@pytest.mark.parametrize(
    "typed",
    ["", ":", ":1607", "a:", "a:0", "a:65534", "a:99999999", "a:b", "a b", "a/b", "[::1", "[x]:1", "::1%a b", "."],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    """Nothing is guessed: a port out of range or a strange character is an error that repeats what was typed."""
    with pytest.raises(AddressError) as refusal:
        parse_address(typed)
    assert refusal.value.code == "bad_address"
    assert refusal.value.parameters == {"text": typed}


def test_the_greeting_s_port_follows_from_the_first() -> None:
    """It is the second after that of the requests; the greeting tells the port of the updates."""
    assert (Address("a").port, Address("a").greeting_port) == (1607, 1609)
