"""The ports of the server for others belong to its folder: people find it where it was."""

import pytest
from support.tui.shell_app import SMALL, free_port, opera, running, until, until_shown, use_placeholder

from opera_protocol.local.ready import Ready
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.folders import host_folder
from opera_tui.local.hosted_port import keep_port, kept_port
from opera_tui.local.own_servers import OwnServers
from opera_tui.session.intents import Host
from opera_tui.shell import connect


@pytest.fixture(autouse=True)
def _any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    use_placeholder(monkeypatch)


async def test_continue_starts_the_server_on_the_ports_it_had() -> None:
    """`opera host --port N` once is enough; those who know the address find the game again."""
    port = free_port()
    app = opera(Host(port))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "New table")
        await pilot.press("enter")
        await until_shown(pilot, "you, host")
        app.exit()
    again = opera()
    async with again.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(again.screen, LobbyScreen))
        assert running(host_folder()).ports[0] == port
        again.exit()


async def test_a_port_is_not_ignored_where_the_server_runs_on_another() -> None:
    """Those who are there would lose it: the player is told what runs, and how to stop it."""
    port, other = free_port(), free_port()
    servers = OwnServers()
    await servers.host(port).locate()
    app = opera(Host(other))
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, f"Your server runs on port {port} already")
        await until_shown(pilot, "opera-server admin stop")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        app.exit()
    await servers.close()


@pytest.mark.parametrize("content", [b"", b"0", b"65534", b"abc", b"\xff\xfe"])
def test_a_port_that_cannot_be_read_is_the_usual_one(content: bytes) -> None:
    keep_port(2000)
    assert kept_port() == 2000
    (host_folder() / "port").write_bytes(content)
    assert kept_port() == 1607


@pytest.mark.parametrize(
    ("web", "shown"),
    [
        ("", ""),
        ("127.0.0.1:1680", "http://127.0.0.1:1680/"),
        ("[::1]:1680", "http://[::1]:1680/"),
        ("*:1680", "http://[2001:db8::5]:1680/"),
    ],
)
def test_the_address_for_browsers_can_be_opened(monkeypatch: pytest.MonkeyPatch, web: str, shown: str) -> None:
    """Also where this machine has only an IPv6 address, which needs brackets."""
    monkeypatch.setattr(connect, "_own_address", lambda: "2001:db8::5")
    assert connect.hosted_web_line(Ready(pid=1, ports=(1, 2, 3), key="", name="attic", web=web)) == shown
