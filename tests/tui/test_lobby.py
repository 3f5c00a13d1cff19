"""The lobby: opening a table, sitting down, bots, talk, the start, and leaving a server that others use."""

import asyncio
import os
import shlex
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from support.client.fake_lobby import lobby_document, running_row, table_row
from support.tui.shell_app import (
    LARGE,
    SMALL,
    Placeholder,
    footer,
    free_port,
    in_one_line,
    is_alive,
    opera,
    rows,
    running,
    until,
    until_shown,
    use_placeholder,
    visitor,
    wait_until_gone,
)
from textual.pilot import Pilot

from opera_protocol.client import Client, Stage, State, read
from opera_protocol.local.ready import Ready, holder
from opera_protocol.wire.documents import LobbyDocument, OwnTables
from opera_protocol.wire.messages import TableSettings
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.model import Others, others_seated
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.folders import host_folder
from opera_tui.session.intents import Host
from opera_tui.session.session import Session
from opera_tui.shell.app import OperaApp
from opera_tui.shell.questions import table_question

HOSTILE = "[b]x[/b]"
HOSTILE_LINE = "gg [/red] 日本語 “” $(rm) \\[bold]"


@pytest.fixture(autouse=True)
def _any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    use_placeholder(monkeypatch)


@asynccontextmanager
async def hosting(size: tuple[int, int] = SMALL) -> AsyncIterator[tuple[OperaApp, Pilot[None]]]:
    """A client that has just begun to host."""
    app = opera(Host(free_port()))
    async with app.run_test(size=size) as pilot:
        await until_shown(pilot, "New table")
        yield app, pilot


async def open_table(pilot: Pilot[None]) -> None:
    """The form as it is."""
    await pilot.press("enter")
    await until_shown(pilot, "you, host")


async def sit_down(pilot: Pilot[None], name: str) -> tuple[Client, str]:
    """Another player at the first table."""
    other = await visitor(host_folder())
    lobby = await other.enter_lobby()
    view = await lobby.until(lambda view: view.public["tables"])
    table = next(iter(view.public["tables"]))
    await other.take_seat(table, name)
    await other.enter(table)
    await until_shown(pilot, name)
    return other, table


def session_of(app: OperaApp) -> Session:
    assert app.shell.session is not None
    return app.shell.session


def own_key(app: OperaApp) -> str:
    return session_of(app).client.identity.fingerprint[:4]


async def test_the_lobby_looks_as_it_should() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        await until_shown(pilot, "1 open, 0 running")
        shown = rows(app)
        assert shown[0] == f" Others type: {session_of(app).place.join_line}".ljust(68) + "LOBBY  live"
        assert shown[1].rstrip() == " Fenice: 1 of 3 seats taken, 1 still to say ready"
        assert shown[2].startswith("┏━ Tables ━")
        assert shown[3] == "┃   table         game       seats   state          bots        watching       ┃"
        assert shown[4] == "┃►1 Fenice        Opera      1 of 3  open           –           0     yours    ┃"
        assert shown[10].endswith("━ enter say ready at Fenice ━┛")
        assert shown[11] == ("╭─ Fenice: Opera, 9 rounds, no clock ────────────╮╭─ Talk ─────────────────────╮")
        assert shown[12].startswith(f"│ ◆A Ada          key {own_key(app)} you, host   not yet")
        assert shown[13].startswith("│ ▲  –                     free")
        assert shown[16].startswith("│ screens closed · spectators allowed · no code  │")
        assert shown[18].startswith("│ x Ready                  no")
        assert shown[20].startswith("│ – s Start: 2 seats are free")
        keys = "↑↓ choose  enter ready  n new  / search  t talk  y copy line  esc home  ? help"
        await until(pilot, lambda: footer(app) == keys)
        assert len(shown) == 24


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_table_with_another_player_and_a_bot_is_started(size: tuple[int, int]) -> None:
    async with hosting(size) as (app, pilot):
        await open_table(pilot)
        other, table = await sit_down(pilot, "Bob")
        await pilot.press("b")
        await until_shown(pilot, "seat 3: a bot, chorus, for first games")
        await pilot.press("enter")
        await until_shown(pilot, "Start: Ada is not ready yet")
        await pilot.press("enter")
        await until_shown(pilot, "Start: Bob is not ready yet")
        await pilot.press("s")
        await until_shown(pilot, "Bob is not ready yet")
        await other.ready(table)
        await until_shown(pilot, "all are ready")
        await until_shown(pilot, "enter start the game at Fenice")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Placeholder))
        await pilot.press("q")
        await until_shown(pilot, "after 3 minutes a bot acts until you are back")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until_shown(pilot, "enter go to Fenice")
        await other.close()


async def test_talk_goes_both_ways_and_is_never_markup() -> None:
    async with hosting() as (_app, pilot):
        await open_table(pilot)
        other, table = await sit_down(pilot, HOSTILE)
        await other.say(table, HOSTILE_LINE)
        await until_shown(pilot, "▲B gg [/red] 日本語")
        await until_shown(pilot, "\\[bold]")
        await pilot.press("t", *"hi [i]", "enter")
        await until_shown(pilot, "◆A hi [i]")
        await other.room(table).until(lambda _view: other.room(table).talk.lines[-1]["text"] == "hi [i]")
        await other.close()


async def test_hostile_names_stand_everywhere_as_plain_text() -> None:
    async with hosting() as (app, pilot):
        await pilot.press("escape")
        other = await visitor(host_folder())
        await other.create(TableSettings(game="turandot", name=HOSTILE, seats=4), HOSTILE)
        await until_shown(pilot, f"►1 {HOSTILE}      Turandot")
        shown = "\n".join(rows(app))
        assert f"╭─ {HOSTILE}: Turandot, no clock" in shown
        assert f"enter sit down at {HOSTILE}" in shown
        await pilot.press("enter")
        await until_shown(pilot, f"{HOSTILE}: 2 of 4 seats taken")
        await until_shown(pilot, "only the host can")
        await other.close()


async def test_a_code_word_is_asked_for_and_a_wrong_one_refused_with_a_sentence() -> None:
    async with hosting() as (app, pilot):
        await pilot.press("escape")
        other = await visitor(host_folder())
        await other.create(TableSettings(game="opera", name="Arena", seats=2, code="aida"), "Bob")
        await until_shown(pilot, "open, code")
        await pilot.press("enter", *"tosca", "enter")
        await until_shown(pilot, "This table has a code word, and that is not it")
        await until_shown(pilot, "Code word for Arena")
        await pilot.press(*"aida", "enter")
        await until_shown(pilot, "Arena: 2 of 2 seats taken")
        await pilot.press("u")
        await until_shown(pilot, "1 of 2  open, code")
        await until(pilot, lambda: not session_of(app).seated_at())
        await other.close()


async def test_who_is_sent_away_is_told() -> None:
    async with hosting() as (_app, pilot):
        await pilot.press("escape")
        other = await visitor(host_folder())
        table = (await other.create(TableSettings(game="opera", name="Arena", seats=3), "Bob"))["table"]
        await until_shown(pilot, "enter sit down at Arena")
        await pilot.press("enter")
        await until_shown(pilot, "Arena: 2 of 3 seats taken")
        await other.kick(table, 1)
        await until_shown(pilot, "You have no seat at this table any more.")
        await other.close()


async def test_every_setting_of_a_new_table_reaches_the_server() -> None:
    async with hosting() as (app, pilot):
        await pilot.press("right", "down", "enter")
        await until_shown(pilot, " name of the table")
        await pilot.press(*["backspace"] * 6, *"Torre", "enter")
        await pilot.press("right", "down", "right", "right", "down", "left")
        await pilot.press(*("down", "right") * 3, "down", "enter", *"liu", "enter")
        await until_shown(pilot, "code word          liu")
        await pilot.press("enter")
        await until_shown(pilot, "Torre: Turandot, 30 s ")
        assert any("no spectators · code word · no hints" in row for row in rows(app))
        assert any("s Start: 2 seats are free" in row for row in rows(app)), "also with five seats there is room"
        head = session_of(app).client.room(session_of(app).seated_at()[0]).view.public["table"]
        assert (head["game"], head["name"], len(head["seats"])) == ("turandot", "Torre", 5)
        assert [chair.get("level") for chair in head["seats"]] == [None, None, None, "chorus", "chorus"]
        assert head["clock"] == {"mode": "decision", "seconds": 30}
        assert (head["spectators"], head["hints"], head["code"]) == (False, False, True)


async def test_bots_move_no_row_of_a_new_table() -> None:
    """Keys that are on their way would change the level in place of the length."""
    async with hosting() as (_app, pilot):
        await until_shown(pilot, "– their level")
        await pilot.press("down", "down", "down", "right", "down", "down", "right")
        await until_shown(pilot, "‹7 rounds›")


async def test_the_line_for_others_is_copied() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        await pilot.press("y")
        await until_shown(pilot, "Copied: opera join")
        assert app.clipboard == f"{session_of(app).place.join_line} --table Fenice"


async def test_the_line_for_others_has_table_and_code_word() -> None:
    """As a shell reads it: names and words may have blanks and more."""
    async with hosting() as (app, pilot):
        await pilot.press("escape")
        settings = TableSettings(game="opera", name="L'Arena di V", seats=3, code="dolce $x")
        table_id = await session_of(app).create(settings)
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert isinstance(app.screen, LobbyScreen)
        app.screen._take_place(table_id)
        await pilot.press("y")
        await until_shown(pilot, "Copied: opera join")
        assert shlex.split(app.clipboard)[-4:] == ["--table", "L'Arena di V", "--code", "dolce $x"]


async def test_going_home_alone_stops_the_server() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        pid = running(host_folder()).pid
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await asyncio.to_thread(wait_until_gone, pid)


def test_the_own_seat_at_a_table_that_was_not_entered_again_is_nobody_else() -> None:
    players = [["Ada", "", "AAAA"], ["Bob", "", "BBBB"], ["Rossini", "chorus", ""]]
    rows = {"a": running_row("Arena", players=players), "b": table_row("Scala", players=[["Eva", "", "EEEE"]])}
    lobby = read(lobby_document(rows), LobbyDocument)
    assert others_seated(lobby, {}, [], "AAAA") == Others(2)
    assert others_seated(lobby, {}, [], "CCCC") == Others(3)


def test_of_more_tables_than_the_lobby_lists_others_are_counted_as_far_as_they_are_known() -> None:
    """One's own tables may stand in both documents, and are counted once."""
    own = {"a": running_row("Arena", players=[["Ada", "", "AAAA"], ["Bob", "", "BBBB"]])}
    lobby = read(lobby_document(own), LobbyDocument)
    own_tables = read({"tables": own}, OwnTables).tables
    assert others_seated(lobby, own_tables, [], "AAAA") == Others(1)
    fuller = read(lobby_document(own, open=1), LobbyDocument)
    assert others_seated(fuller, own_tables, [], "AAAA") == Others(1, is_all=False)
    unknown = others_seated(read(lobby_document({}, open=1), LobbyDocument), {}, [], "AAAA")
    assert unknown == Others(0, is_all=False)
    assert unknown.may_be_there


async def test_who_leaves_others_alone_is_asked_and_can_stay_or_stop_for_all() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        other, _table = await sit_down(pilot, "Bob")
        pid = running(host_folder()).pid
        await pilot.press("escape")
        await until_shown(pilot, "1 other player sits here.")
        assert "stopped with opera-server admin stop" in "\n".join(rows(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert is_alive(pid)
        await pilot.press("escape")
        await until_shown(pilot, "Stop for all")
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await asyncio.to_thread(wait_until_gone, pid)
        await other.close()


async def stop_from_another_client() -> None:
    """Who comes back to a server that was left running is asked again, and may stop it."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await until_shown(pilot, "you, host")
        assert app.shell.servers.host().child is None
        await pilot.press("escape")
        await until_shown(pilot, "Stop for all")
        await pilot.press("x")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await until(pilot, lambda: all(worker.is_finished for worker in app.workers))


async def test_a_server_for_others_can_be_left_running_and_stopped_later() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        other, _table = await sit_down(pilot, "Bob")
        server = app.shell.servers.host()
        assert server.child is not None
        process = server.child.process
        await pilot.press("ctrl+q")
        await until_shown(pilot, "Go and leave the server running")
        await pilot.press("r")
        await until(pilot, lambda: not app.is_running)
    assert "opera-server admin stop --data" in app.farewell
    assert is_alive(process.pid)
    await other.close()
    await stop_from_another_client()
    await asyncio.to_thread(process.wait, 15)


async def test_the_lobby_says_when_the_line_is_down_and_comes_back() -> None:
    async with hosting() as (app, pilot):
        await open_table(pilot)
        client, screen = session_of(app).client, app.screen
        assert isinstance(screen, LobbyScreen)
        live, client.state = client.state, State(Stage.LOST, "disconnected", next_try=time.monotonic() + 4)
        screen.paint()
        await until_shown(pilot, "CONNECTION LOST  next try in 4 s")
        assert "LOBBY  lost" in rows(app)[0]
        client.state = live
        pid = running(host_folder()).pid
        os.kill(pid, signal.SIGKILL)
        await until(pilot, lambda: (line := holder(host_folder())) and isinstance(line, Ready) and line.pid != pid)
        await until_shown(pilot, "Fenice: 1 of 3 seats taken")


async def test_without_a_connection_leaving_promises_nothing_of_the_server() -> None:
    """Neither a bot nor a clock goes on at a server that cannot be reached."""
    async with hosting() as (app, pilot):
        await open_table(pilot)
        session = session_of(app)
        view = session.client.room(session.seated_at()[0]).view
        question = table_question(view, session)
        assert question is not None
        await app.push_screen(question)
        await until_shown(pilot, "Leave Opera at the table Fenice?")
        await until_shown(pilot, "Only bots play with you: nobody waits.")
        await pilot.press("escape")
        live, session.client.state = session.client.state, State(Stage.LOST, "restarting", has_said_goodbye=True)
        question = table_question(view, session)
        assert question is not None
        await app.push_screen(question)
        await until_shown(pilot, "Your seat stays yours")
        assert "bot acts" not in in_one_line(app)
        await pilot.press("escape")
        session.client.state = live


async def test_the_cursor_goes_to_the_table_that_was_just_opened() -> None:
    async with hosting() as (_app, pilot):
        await pilot.press("escape")
        other = await visitor(host_folder())
        await other.create(TableSettings(game="opera", name="Arena", seats=3), "Bob")
        await until_shown(pilot, "►1 Arena")
        await pilot.press("n")
        await until_shown(pilot, "New table")
        await pilot.press("enter")
        await until_shown(pilot, "►1 Fenice")
        await until_shown(pilot, "you, host")
        await pilot.press("2")
        await until_shown(pilot, "enter sit down at Arena")
        await other.close()
