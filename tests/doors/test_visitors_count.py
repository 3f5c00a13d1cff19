"""Visitors' clients run on the server's machine, whose connections are exempt from limits; visitors never are."""

import asyncio
import os
from pathlib import Path

import pytest
from support.doors.running import USER, until
from support.server.running import Inside, inside

from opera_doors.identity import guest_identity
from opera_doors.kept_settings import KeptSettings, VisitorSettings
from opera_doors.setup import Asked, VisitSetup
from opera_doors.visits import Visits
from opera_protocol.client import Client, RefusedByServer
from opera_protocol.local.door import DoorSetup, Listening
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.messages import TableSettings
from opera_server.config.settings import Limits, Settings
from opera_server.faults import ServerFault
from opera_server.net.access import AccessControl
from opera_server.operate.doors import Door, check_door, names_of, proxies_of

HOME = "192.0.2.7"


def table(name: str) -> TableSettings:
    return TableSettings(game="opera", name=name, seats=2)


async def visitor(here: Inside, address: str) -> Client:
    identity = guest_identity()
    here.server.access.note_visitor(identity.public_key, address)
    return await here.client(identity)


async def refused(client: Client, name: str) -> str:
    with pytest.raises(RefusedByServer) as caught:
        await client.create(table(name), "Ada")
    return caught.value.code


async def test_limits_of_keys_and_addresses_hold_for_visitors_and_not_for_others_of_this_machine(
    tmp_path: Path,
) -> None:
    limits = Limits(tables_per_key=2, tables_per_address=3)
    async with inside(tmp_path / "data", limits=limits) as here:
        owner = await here.client()
        for number in range(4):
            await owner.create(table(f"Own {number}"), "Ugo")
        one, two, elsewhere = [await visitor(here, address) for address in (HOME, HOME, "198.51.100.1")]
        await one.create(table("One"), "Ada")
        await one.create(table("Two"), "Ada")
        assert await refused(one, "Three") == "too_many_tables"
        await two.create(table("Three"), "Bob")
        assert await refused(two, "Four") == "too_many_tables"
        await elsewhere.create(table("Four"), "Cid")


async def test_connections_of_visitors_count_for_their_addresses(tmp_path: Path) -> None:
    async with inside(tmp_path / "data", limits=Limits(connections_per_address=1)) as here:
        await visitor(here, HOME)
        assert {guard._tally._by_address.get(HOME) for guard in here.server._guards} == {1}


def test_not_even_visitors_from_this_machine_are_exempt() -> None:
    access = AccessControl(Settings())
    access.note_visitor(b"k", "127.0.0.1")
    assert access.counted("127.0.0.1") is None
    assert access.counted(access.origin(b"k", "127.0.0.1")) is not None
    assert access.origin(b"l", "127.0.0.1") == "127.0.0.1"


def test_root_opens_no_door_without_a_user_for_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    for user, code in (("", "door_user_missing"), ("root", "door_user_missing"), ("no-such", "door_user_unknown")):
        with pytest.raises(ServerFault) as fault:
            check_door(Settings(ssh=0, door_user=user))
        assert fault.value.code == code
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(ServerFault) as fault:
        check_door(Settings(ssh=0, door_user="nobody"))
    assert fault.value.code == "door_user_useless"
    check_door(Settings(ssh=0))


@pytest.mark.parametrize(("settings", "extra"), [(Settings(ssh=0), "ssh"), (Settings(web=0), "web")])
def test_a_door_says_what_has_to_be_installed(monkeypatch: pytest.MonkeyPatch, settings: Settings, extra: str) -> None:
    monkeypatch.setattr("opera_server.operate.doors.find_spec", lambda _name: None)
    with pytest.raises(ServerFault) as fault:
        check_door(settings)
    assert (fault.value.code, fault.value.parameters["extra"]) == ("door_not_installed", extra)


def test_whose_word_counts_is_named_by_numbers() -> None:
    assert proxies_of(Settings(web_proxies="127.0.0.1, ::1,10.0.0.0/8")) == ("127.0.0.1", "::1", "10.0.0.0/8")
    for text in ("localhost", "10.0.0.1/8", "*", "127.0.0.1 ::1"):
        with pytest.raises(ServerFault) as fault:
            proxies_of(Settings(web_proxies=text))
        assert fault.value.code == "web_proxies_unreadable"


def test_names_of_the_door_are_names_alone() -> None:
    assert names_of(Settings(web_names="opera.example.org, box")) == ("opera.example.org", "box")
    for text in ("https://opera.example.org", "opera.example.org:1680", "*", "a b", "opera..org"):
        with pytest.raises(ServerFault) as fault:
            names_of(Settings(web_names=text))
        assert fault.value.code == "web_names_unreadable"


async def test_a_door_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    blocker = await asyncio.start_server(lambda _reader, _writer: None, "127.0.0.1", 0)
    port = blocker.sockets[0].getsockname()[1]
    setup = DoorSetup(
        data=str(tmp_path),
        ssh=Listening("127.0.0.1", port),
        server_host="",
        requests=1,
        updates=2,
        key="",
        name="",
        user=USER,
    )
    async with blocker:
        with pytest.raises(ServerFault) as fault:
            async with Door(setup, lambda _key, _address: None):
                pass
    assert (fault.value.code, fault.value.parameters["port"]) == ("door_port_taken", port)


async def test_a_visit_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    told: list[str] = []
    kept = VisitorSettings(KeptSettings(tmp_path))
    visits = Visits(USER, kept, lambda event, _text: told.append(event), memory=1)
    await visits.start()
    try:
        setup = VisitSetup(
            secret=key_to_text(guest_identity().secret_key),
            host="127.0.0.1",
            requests=1,
            updates=2,
            key=key_to_text(guest_identity().public_key),
            server="",
            asked=Asked(name="Ada", variables={"TERM": "xterm"}),
        )
        visit = await visits.begin(setup, (80, 24), lambda _shown: None)
        assert await visit.ended < 0
        assert told == ["visit_killed"]
        await until(lambda: not Path(f"/proc/{visit.pid}").exists())
    finally:
        await visits.close()
