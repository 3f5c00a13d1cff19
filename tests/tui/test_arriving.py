"""The way to a table that has not begun: whatever happens there meanwhile, its player comes to the game."""

import asyncio
from pathlib import Path

import pytest
from support.client.fake_server import fake_server
from support.leftovers import no_task_left
from support.server.players import Player, play_all
from support.tui.at_server import AtServer, at_server
from support.tui.gallery import Hall
from support.tui.shell_app import SMALL, opera, until, until_shown
from support.tui.shell_scenes import enter_lobby, open_server

from opera_protocol.client import Client
from opera_protocol.wire.messages import TableSettings
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.last_tables import LastTable
from opera_tui.session.intents import Continue, Intent, Join
from opera_tui.shell.connect import _arrive
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.shell_screen import run_reporting


async def opened_by_kate(at: AtServer) -> tuple[str, Client]:
    kate = await at.here.client()
    table_id: str = (await kate.create(TableSettings(game="turandot", name="Scala", seats=2), "Kate"))["table"]
    await kate.enter(table_id)
    await kate.ready(table_id)
    return table_id, kate


async def begin(at: AtServer, kate: Client, table_id: str) -> None:
    """Ada's own client says ready, as another window of hers would, and Kate starts."""
    await at.session.client.ready(table_id)
    await kate.start(table_id)
    await until(at.pilot, lambda: at.session.has_begun(table_id))


def hold_lobby(at: AtServer, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let the screen of the lobby wait for the server until the event is set."""
    go_on = asyncio.Event()
    enter_lobby = at.session.client.enter_lobby

    async def enter_late() -> object:
        await go_on.wait()
        return await enter_lobby()

    monkeypatch.setattr(at.session.client, "enter_lobby", enter_late)
    return go_on


def ways(table_id: str) -> dict[str, Intent]:
    entry = LastTable(table=table_id, where="away", address="scala", name="Scala", game="turandot")
    return {"join": Join("here", table="Scala"), "continue": Continue(entry)}


@pytest.mark.parametrize("way", ["join", "continue"])
async def test_a_game_that_begins_before_the_lobby_is_shown_is_shown_itself(way: str, tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, kate = await opened_by_kate(at)
        if way == "continue":
            await at.session.sit(table_id)
        arrival = await _arrive(at.app.shell, at.session, ways(table_id)[way])
        await begin(at, kate, table_id)
        await at.app.shell._stack.show_arrival(arrival)
        await until(at.pilot, lambda: isinstance(at.app.screen, TableScreen))


@pytest.mark.parametrize("way", ["join", "continue"])
async def test_a_game_that_begins_while_the_lobby_is_opened_is_gone_to(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen is there, but has not found out yet where its player waits."""
    async with at_server(tmp_path) as at:
        table_id, kate = await opened_by_kate(at)
        if way == "continue":
            await at.session.sit(table_id)
        arrival = await _arrive(at.app.shell, at.session, ways(table_id)[way])
        go_on = hold_lobby(at, monkeypatch)
        await at.app.shell._stack.show_arrival(arrival)
        await begin(at, kate, table_id)
        go_on.set()
        await until(at.pilot, lambda: isinstance(at.app.screen, TableScreen))


async def test_who_is_sent_away_while_the_lobby_is_opened_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that takes no spectators may begin in that very moment."""
    async with at_server(tmp_path) as at:
        table_id, _kate = await opened_by_kate(at)
        arrival = await _arrive(at.app.shell, at.session, Join("here", table="Scala", is_watching=True))
        go_on = hold_lobby(at, monkeypatch)
        await at.app.shell._stack.show_arrival(arrival)
        room = at.room(table_id)
        for member in [each for each in room.members.values() if each.seat is None]:
            room.expel(member, "no_spectators")
        await until(at.pilot, lambda: not at.session.client.is_in(table_id))
        go_on.set()
        await until_shown(at.pilot, "Scala")
        await until(at.pilot, lambda: not any(worker.group == "begin" for worker in at.app.workers))
        await at.pilot.pause()
        assert isinstance(at.app.screen, LobbyScreen)
        assert at.app.shell.session is not None


@pytest.mark.parametrize("has_begun", [False, True], ids=["open", "running"])
async def test_a_seat_taken_elsewhere_is_gone_to_from_the_lobby(has_begun: bool, tmp_path: Path) -> None:
    """On another machine, or by another address: also where all seats are taken and nobody may watch."""
    async with at_server(tmp_path) as at:
        kate = await at.here.client()
        settings = TableSettings(game="turandot", name="Scala", seats=2, spectators=False, code="aria")
        table_id: str = (await kate.create(settings, "Kate"))["table"]
        elsewhere = await at.here.client(at.session.client.identity)
        await elsewhere.take_seat(table_id, "Ada", code="aria")
        if has_begun:
            for client in (kate, elsewhere):
                await client.enter(table_id)
                await client.ready(table_id)
            await kate.start(table_id)
            await elsewhere.room(table_id).until(lambda view: view.head.state == "running")
        await elsewhere.close()
        await at.app.shell._stack.show_arrival(await _arrive(at.app.shell, at.session, Join("here")))
        await until_shown(at.pilot, "enter go to Scala" if has_begun else "enter go back to your seat at Scala")
        await at.pilot.press("enter")
        await until(at.pilot, lambda: table_id in at.session.seated_at())
        assert isinstance(at.app.screen, TableScreen if has_begun else LobbyScreen)


async def test_who_stood_up_is_not_asked_for_the_code_word_again(tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        kate = await at.here.client()
        await kate.create(TableSettings(game="turandot", name="Scala", seats=3, code="aria"), "Kate")
        await at.app.shell._stack.show_arrival(await _arrive(at.app.shell, at.session, Join("here")))
        await until_shown(at.pilot, "enter sit down at Scala")
        await at.pilot.press("enter")
        await until_shown(at.pilot, "Code word for Scala")
        await at.pilot.press(*"aria", "enter")
        await until_shown(at.pilot, "Scala: 2 of 3 seats taken")
        await at.pilot.press("u")
        await until_shown(at.pilot, "enter sit down at Scala")
        await at.pilot.press("enter")
        await until_shown(at.pilot, "Scala: 2 of 3 seats taken")


async def rematch_of_peter(at: AtServer) -> tuple[str, str]:
    """A game with a code word to its end, and the table of its rematch, as soon as this client knows of it."""
    table_id, peter = await at.begin("turandot", code="aria", name="Scala")
    await play_all([Player(client, table_id, bytes(32)) for client in (at.session.client, peter)])
    await peter.rematch(table_id, "Peter")
    await until(at.pilot, lambda: at.session.client.room(table_id).view.head.rematch)
    return table_id, at.session.client.room(table_id).view.head.rematch or ""


async def test_a_rematch_is_gone_to_from_the_lobby_without_its_code_word(tmp_path: Path) -> None:
    """Whoever leaves the result for the lobby sits down there like those who press the key of the rematch."""
    async with at_server(tmp_path) as at:
        await rematch_of_peter(at)
        await at.app.shell._stack.show_arrival(await _arrive(at.app.shell, at.session, Join("here")))
        await until_shown(at.pilot, "enter sit down at Scala")
        await at.pilot.press("enter")
        await until_shown(at.pilot, "Scala: 2 of 2 seats taken")


async def test_a_rematch_needs_no_code_word_while_the_game_before_it_is_still_being_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables are followed by somebody who waits for the disk."""
    async with at_server(tmp_path) as at:
        is_written = asyncio.Event()

        async def forget_late(_place: object) -> None:
            await is_written.wait()

        monkeypatch.setattr(at.session.last_tables, "forget", forget_late)
        _table_id, rematch = await rematch_of_peter(at)
        is_known = at.session.has_sat_at(rematch)
        is_written.set()
        assert is_known


async def test_a_rematch_needs_no_code_word_for_whoever_leaves_as_it_opens(tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, rematch = await rematch_of_peter(at)
        await at.session.leave_table(table_id)
        assert at.session.has_sat_at(rematch)


async def test_a_program_that_ends_while_it_leaves_a_server_has_left_it_at_the_end() -> None:
    """Else its connection would go on without a program."""
    app = opera()
    async with fake_server() as server:
        with no_task_left():
            async with app.run_test(size=SMALL) as pilot:
                open_server(server)
                await enter_lobby(Hall(app, pilot, [SMALL]), server)
                run_reporting(app, app.shell.leaving._go_home)
                while app.shell.session:  # noqa: ASYNC110 - the program is to end in the next step
                    await asyncio.sleep(0)
                app.exit()
