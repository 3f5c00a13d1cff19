"""Finding servers: first visits, changed keys, typed addresses, and announcements that nobody should believe."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from errno import ENOSPC
from os import strerror
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar

import pytest
from support.client.fake_server import fake_server
from support.tui.shell_app import SMALL, footer, free_port, opera, rows, until, until_shown
from support.tui.shell_scenes import open_server

from opera_protocol.local.address import Address, parse_address
from opera_protocol.local.identity import new_identity
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.wire.keys import fingerprint
from opera_server.operate.announce import REMEMBERED_SECONDS
from opera_tui.home.find import FindScreen
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.child_process import FOR_THIS_MACHINE, Recipe
from opera_tui.local.folders import data_folder
from opera_tui.local.found_servers import _RESOLVE_MS, ASK_EVERY, IGNORED_FOR, FoundServer, FoundServers, described
from opera_tui.local.own_servers import LocalServer
from opera_tui.session.intents import Join
from opera_tui.session.session import Place, open_session
from opera_tui.widgets.dialogs import WaitingScreen


@asynccontextmanager
async def a_server(folder: Path) -> AsyncIterator[tuple[str, str]]:
    """A server at an address of this machine: the address and its fingerprint."""
    port = free_port()
    server = LocalServer(Recipe(folder / "elsewhere", {**FOR_THIS_MACHINE, "port": str(port)}))
    endpoints = await server.locate()
    try:
        yield f"127.0.0.1:{port}", fingerprint(endpoints.key)
    finally:
        await server.stop()


async def test_a_first_visit_shows_the_fingerprint_and_later_ones_do_not_ask(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (address, key):
        app = opera()
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("f")
            await until_shown(pilot, "No server was found on this network so far")
            await pilot.press("a", *address, "enter")
            await until_shown(pilot, "First visit")
            assert key in "\n".join(rows(app))
            await pilot.press("b")
            await until_shown(pilot, "You have not met")
            await pilot.press("enter")
            assert not KnownServers(data_folder()).addresses()
            await pilot.press("a", *address, "enter")
            await until_shown(pilot, "First visit")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            await until_shown(pilot, f"opera join {address} --key {key}")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))
            await pilot.press("f")
            await until(pilot, lambda: isinstance(app.screen, FindScreen))
            await until_shown(pilot, address)
            assert "forget" in footer(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_changed_key_is_a_warning_whose_first_answer_is_to_go_back(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (address, key):
        known, where = KnownServers(data_folder()), Address("127.0.0.1", int(address.split(":")[1]))
        known.remember(where, new_identity().public_key)
        app = opera(Join(address))
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "WARNING: another key")
            assert f"now {key}" in "\n".join(rows(app))
            await pilot.press("enter")
            await until_shown(pilot, "ask its operator")
            await pilot.press("enter")
            assert known.look_up(where) is not None
            assert fingerprint(known.look_up(where) or b"") != key
            app.shell.follow(Join(address))
            await until_shown(pilot, "WARNING: another key")
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
            assert fingerprint(known.look_up(where) or b"") == key


async def test_a_whole_join_line_can_be_typed_and_a_wrong_key_is_refused(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (address, key):
        app = opera(Join())
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "Type an address")
            await pilot.pause(0.1)
            await pilot.press("a", *f"opera join {address} --key {'A' * 16}", "enter")
            await until_shown(pilot, "not the one you asked for")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, FindScreen))
            await pilot.press("a", *f"opera join {address} --key {key} --table 'La Scala' --code Aria", "enter")
            await until_shown(pilot, "There is no such table")
            await pilot.press("enter", "a", *f"opera join {address} --key {key}", "enter")
            await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_what_is_no_address_or_leads_nowhere_is_told() -> None:
    app = opera(Join())
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until_shown(pilot, "Type an address")
        await pilot.pause(0.1)
        await pilot.press("a", *f"127.0.0.1:{free_port()}", "enter")
        await until_shown(pilot, "No server answers")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, FindScreen))
        await pilot.press("a", *"[x]:1", "enter")
        await until_shown(pilot, "“[x]:1” is no address")


async def test_a_table_can_be_named_and_one_that_is_not_there_is_told(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (address, key):
        app = opera(Join(address, key, "Fenice"))
        async with app.run_test(size=SMALL) as pilot:
            await until_shown(pilot, "There is no such table")


async def test_a_full_disk_is_told_when_a_server_is_to_be_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    KnownServers(data_folder()).replace(Address("127.0.0.1", 1607), new_identity().public_key)

    def is_full(*_arguments: object) -> None:
        raise OSError(ENOSPC, strerror(ENOSPC))

    app = opera(Join())
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await until_shown(pilot, "forget")
        monkeypatch.setattr("opera_protocol.local.known_servers.write_whole", is_full)
        await pilot.press("d")
        await until(pilot, lambda: [note for note in app._notifications if "the disk is full" in note.message])
        await until_shown(pilot, "127.0.0.1")


async def test_a_question_does_not_keep_the_wait_for_a_server_that_has_gone(tmp_path: Path) -> None:
    """It asked whether to quit while waiting; the server hung up meanwhile."""
    lines: list[asyncio.StreamWriter] = []
    async with await asyncio.start_server(lambda _reader, writer: lines.append(writer), "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        app = opera(Join(f"127.0.0.1:{port - 2}"))
        async with app.run_test(size=SMALL) as pilot:
            await until(pilot, lambda: isinstance(app.screen, WaitingScreen) and lines)
            await pilot.press("ctrl+q")
            await until_shown(pilot, "Quit Opera?")
            for line in lines:
                line.close()
            await until_shown(pilot, "That did not work")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_found_servers_are_listed_as_plain_text(tmp_path: Path) -> None:
    app = opera(Join())
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Type an address")
        await pilot.pause(0.1)
        app.shell.found._servers["x"] = FoundServer("[b]La Scala[/b]", "192.0.2.1", "K7QF-2M3A-X5TD-PLWE")
        app.shell._show_found()
        await until_shown(pilot, "[b]La Scala[/b]         192.0.2.1               K7QF  here")


class Answering:
    """What zeroconf knows of one announced server, and whether it still answers."""

    port = 1607
    properties: ClassVar = {b"product": b"opera", b"name": b"La Scala", b"key": b"K7QF"}

    def __init__(self, answers: bool) -> None:
        self._answers = answers

    async def async_request(self, _network: object, _within: int) -> bool:
        return self._answers

    def parsed_scoped_addresses(self) -> list[str]:
        return ["192.0.2.1"]


async def test_a_server_that_answers_no_more_leaves_the_list_and_comes_back() -> None:
    """Its announcement is remembered for an hour, so it is asked about again every few seconds."""
    told: list[int] = []
    found = FoundServers(lambda: told.append(len(found.all())))
    found._announced.add("scala")
    for answers in (True, True, False, False, True):
        await found._resolve(None, Answering(answers), "scala")
    assert told == [1, 0, 1]
    found._handle(None)(None, "", "scala", SimpleNamespace(name="Removed"))
    await found._resolve(None, Answering(True), "scala")
    assert told == [1, 0, 1, 0]


async def test_a_server_that_is_stopped_here_leaves_the_list_at_once() -> None:
    """Its announcement counts for some seconds longer, and home would show a server that cannot be found."""
    told: list[int] = []
    found = FoundServers(lambda: told.append(len(found.all())))
    found._announced.add("scala")
    await found._resolve(None, Answering(True), "scala")
    found.forget("K7QF")
    await found._resolve(None, Answering(True), "scala")
    assert told == [1, 0]
    assert found.all() == []


async def test_a_stopped_server_that_is_there_again_is_listed_again() -> None:
    """At once where it is hosted here; else, somebody else may have started it, with its next answer after a while."""
    told: list[int] = []
    now = [0.0]
    found = FoundServers(lambda: told.append(len(found.all())), lambda: now[0])
    found._announced.add("scala")
    await found._resolve(None, Answering(True), "scala")
    found.forget("K7QF")
    found.expect("K7QF")
    assert told == [1, 0, 1]
    found.forget("K7QF")
    now[0] += IGNORED_FOR
    await found._resolve(None, Answering(True), "scala")
    assert told == [1, 0, 1, 0, 1]


async def test_stopping_a_server_whose_key_is_not_known_hides_none_that_announces_none() -> None:
    found = FoundServers(lambda: None)
    found._servers["scala"] = FoundServer("La Scala", "192.0.2.1", "")
    found.forget("")
    assert [server.name for server in found.all()] == ["La Scala"]


async def test_hosting_again_lists_the_server_that_was_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may run on when its host goes home, who finds it in the list then."""
    key = "K7QF-2M3A-X5TD-PLWE"
    monkeypatch.setattr(LocalServer, "fingerprint", key)
    app = opera()
    async with fake_server() as server, app.run_test(size=SMALL):
        open_server(server)
        app.shell.found._servers["scala"] = FoundServer("La Scala", "192.0.2.1", key)
        app.shell.found.forget(key)
        assert app.shell.found.all() == []
        app.shell.adopt(await open_session(server.endpoints, Place("host"), "Ada"))
        assert [server.key for server in app.shell.found.all()] == [key]
        await app.shell.leave_session()


def test_a_crashed_server_is_not_listed_for_longer_than_half_a_minute() -> None:
    """What its announcement says of how long it counts, the next question, and the time to answer it."""
    assert REMEMBERED_SECONDS + ASK_EVERY + _RESOLVE_MS / 1000 < 30


def test_the_address_of_a_found_server_is_the_one_that_is_easiest_to_reach() -> None:
    """IPv4 first, then IPv6; one that counts only on this line last, with the line's name."""
    ours: dict[bytes, bytes | None] = {b"product": b"opera"}
    addresses = ["fe80::1%eth0", "fd00::2", "192.0.2.1"]
    shown = [found.address for n in range(3) if (found := described(addresses[: n + 1], 1607, ours))]
    assert shown == ["[fe80::1%eth0]", "[fd00::2]", "192.0.2.1"]
    assert all(parse_address(address).short == address for address in shown)


def test_announcements_are_believed_only_as_far_as_they_are_ours() -> None:
    ours = {b"product": b"opera", b"name": b"La \x1b[31mScala\xff", b"key": b"K" * 99}
    found = described(["192.0.2.1"], 1607, ours)  # type: ignore[arg-type]
    assert found is not None
    assert "\x1b" not in found.name
    assert (found.address, len(found.key)) == ("192.0.2.1", 19)
    assert described(["192.0.2.1"], 1607, {b"product": b"chess"}) is None
    assert described([], 1607, {b"product": b"opera"}) is None
    assert described(["192.0.2.1"], 65535, {b"product": b"opera"}) is None
    assert described(["192.0.2.1"], 99, {b"product": b"opera", b"name": None}) == FoundServer("?", "192.0.2.1:99", "")


async def test_a_long_list_of_servers_scrolls() -> None:
    """The cursor stays in sight, and so do the line for an address and the lower border."""
    known = KnownServers(data_folder())
    for number in range(25):
        known.remember(Address(f"10.0.0.{number}"), new_identity().public_key)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("f")
        await until_shown(pilot, "10.0.0.0 ")
        assert "enter go there" in "\n".join(rows(app)), "the lower border is in sight"
        await pilot.press(*["down"] * 24)
        await until_shown(pilot, "10.0.0.24")
        await pilot.press("down")
        await until_shown(pilot, "enter type it")
        assert any(row.lstrip("┃").startswith("►a Type an address") for row in rows(app))
        await pilot.press("home")
        await until_shown(pilot, "10.0.0.0 ")
