"""What the server says to a client as a whole: a notice, a ban, a table that is gone, a game that went back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support.client.fake_server import Ignore, Refuse
from support.tui.at_server import at_server
from support.tui.fake_table import FakeTable, fake_table
from support.tui.shell_app import in_one_line, rows, until, until_shown

from opera_protocol.client import Client, Stage
from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import Detached, Enter, Expelled, Notice
from opera_server.operate.admin import OperatorCommands
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.last_tables import LastTables
from opera_tui.session.session import Place
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.dialogs import QuestionScreen


async def confirm(at: FakeTable) -> None:
    """Press Enter in the box in front, once it takes keys."""
    await until(at.pilot, lambda: isinstance(at.app.screen, QuestionScreen) and at.app.focused)
    await at.pilot.press("enter")


async def test_a_notice_of_the_operator_is_shown_and_stays_in_the_log() -> None:
    async with fake_table() as at:
        server, app, pilot, _session = at
        await server.send_to_all(encode(Notice(text="Down at [b]ten[/b].")))
        await until_shown(pilot, "Down at [b]ten[/b].")
        await pilot.press("g")
        await until(pilot, lambda: "operator says: Down at [b]ten[/b]." in "\n".join(rows(app)))


async def test_a_table_that_is_gone_after_a_reconnect_leads_to_the_lobby() -> None:
    """The screen does not wait for it, and Continue does not offer it again."""
    async with fake_table() as at:
        server, app, pilot, _session = at
        await until(pilot, lambda: LastTables().all())
        del server.rooms["t1"]
        await at.come_back()
        await until_shown(pilot, "There is no such table")
        await confirm(at)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: rows(app)[0].endswith("live"))
        await until(pilot, lambda: not LastTables().all())


async def test_a_table_that_does_not_let_the_player_in_again_stays_under_continue() -> None:
    """A server whose disk is full may find it again."""

    def refuse(request: Enter) -> dict[str, object]:
        if request.room == "t1":
            raise Refuse("disk_failed")
        return server.enter(request)

    async with fake_table() as at:
        server, app, pilot, _session = at
        await until(pilot, lambda: LastTables().all())
        server.answers[Enter] = refuse
        await at.come_back()
        await until(pilot, lambda: "You cannot stay at this table" in in_one_line(app))
        assert [entry.table for entry in LastTables().all()] == ["t1"]


async def test_a_spectator_who_may_not_stay_is_led_to_the_lobby() -> None:
    """A code that this program does not know is shown as it is."""
    async with fake_table() as at:
        server, app, pilot, _session = at
        await server.send_to_all(encode(Expelled(room="t1", code="curtain")))
        await until_shown(pilot, "(curtain)")
        await confirm(at)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_a_player_who_is_banned_is_told_so_and_does_not_come_back() -> None:
    async with fake_table() as at:
        server, app, pilot, session = at
        await server.send_to_all(encode(Detached(code="banned")))
        await until_shown(pilot, "banned your key")
        assert session.client.state.stage is Stage.ENDED
        await confirm(at)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        assert app.shell.session is None


async def banned(at: FakeTable) -> None:
    await at.server.send_to_all(encode(Detached(code="banned")))
    await confirm(at)


async def gone_home(at: FakeTable) -> None:
    await at.app.pop_screen()
    await at.pilot.press("escape")


async def left_with_the_server_running_on(at: FakeTable) -> None:
    at.session.place = Place("host")
    at.app.shell.servers.host()
    await at.app.pop_screen()
    await at.pilot.press("escape")
    await until_shown(at.pilot, "leave the server running")
    await at.pilot.press("r")


@pytest.mark.parametrize("leave", [banned, gone_home, left_with_the_server_running_on])
async def test_a_server_that_is_slow_to_let_go_takes_nothing_away(
    leave: Callable[[FakeTable], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home is there at once, and what is opened from there stays."""
    has_gone = asyncio.Event()
    real_close = Client.close

    async def close(client: Client) -> None:
        await has_gone.wait()
        await real_close(client)

    async with fake_table() as at:
        monkeypatch.setattr(Client, "close", close)
        await leave(at)
        await until(at.pilot, lambda: isinstance(at.app.screen, HomeScreen))
        assert at.app.shell.session is None
        await at.pilot.press("r")
        assert isinstance(at.app.screen, RulesScreen)
        has_gone.set()
        await until(at.pilot, lambda: all(worker.is_finished for worker in at.app.workers))
        assert isinstance(at.app.screen, RulesScreen)


async def test_a_ban_by_the_operator_reaches_the_screen(tmp_path: Path) -> None:
    """With a real server, which cuts the connection after it has said why."""
    async with at_server(tmp_path) as at:
        await at.begin()
        fingerprint = at.session.client.identity.fingerprint
        await OperatorCommands(at.here.server).ban(fingerprint)
        await until_shown(at.pilot, "banned your key")


async def test_a_history_that_went_back_is_told_and_goes_on() -> None:
    """After a restored backup the log is the server's again, new lines follow, and the decision begins anew."""
    async with fake_table() as at:
        server, app, pilot, _session = at
        room = server.rooms["t1"]
        news = [{"event": "closed", "seat": seat, "level": 1, "automatic": False} for seat in (1, 2)]
        await server.publish(room, room.public, log=news)
        table = app.screen
        assert isinstance(table, TableScreen)
        await until(pilot, lambda: len(table.model.playback.log.events) == 2)
        box = table.model.box
        room.log = news[:1]
        await at.come_back()
        await until_shown(pilot, "The server went back to an earlier state of this game.")
        assert len(table.model.playback.log.events) == 1
        assert table.model.box is not box
        await server.publish(room, room.public, log=[{"event": "closed", "seat": 0, "level": 1, "automatic": False}])
        await until(pilot, lambda: len(table.model.playback.log.events) == 2)


async def test_the_lobby_that_cannot_be_entered_again_leads_home() -> None:
    async with fake_table() as at:
        server, app, pilot, _session = at
        await pilot.press("q")
        await until_shown(pilot, "Leave Opera at the table Fenice?")
        await confirm(at)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        del server.rooms["lobby"]
        await at.come_back()
        await until_shown(pilot, "You cannot stay at this server")
        await confirm(at)
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_a_lobby_that_never_comes_can_be_left() -> None:
    """The screen takes keys while it waits for the server, which may never answer."""

    def ignore(_request: Enter) -> dict[str, object]:
        raise Ignore

    async with fake_table() as at:
        at.server.answers[Enter] = ignore
        await at.session.client.exit("lobby")
        await at.app.push_screen(LobbyScreen(at.session))
        await at.pilot.press("escape")
        await until(at.pilot, lambda: isinstance(at.app.screen, HomeScreen))
