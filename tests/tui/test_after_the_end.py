"""After the end of a game: the ways on from the result, and the next game of the same people."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.contract.choices import chosen
from support.tui.at_server import AtServer, at_server
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import SCENES
from support.tui.shell_app import SMALL, footer, rows, until, until_shown

from opera_protocol.client import Client
from opera_tui.config.machine import Machine
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.table.end_of_game import EndOfGame
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen


async def play_on(client: Client, table_id: str) -> bool:
    """Answer a decision if one is open, and return whether the game goes on."""
    room = client.room(table_id)
    private = room.view.private
    if room.view.head.state == "finished":
        return False
    if private is not None and private["decision"] is not None:
        decision = private["decision"]
        await client.act(table_id, decision, chosen(dict(private["choices"])))
        await room.until(lambda view: view.private is not None and view.private["decision"] != decision)
    return True


async def ended(table: AtServer) -> tuple[str, Client]:
    """Ada and Peter have played a whole game, and Ada sees its result."""
    table_id, peter = await table.begin("turandot")
    while await play_on(peter, table_id):
        await play_on(table.session.client, table_id)
        await table.pilot.pause(0.005)
    while not isinstance(table.app.screen, GameOverScreen):
        await table.pilot.press("space")
        await table.pilot.pause(0.01)
    return table_id, peter


async def test_each_file_is_told_with_its_own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where both are written before either is told: y copies what stands beside it."""
    both_are_written = asyncio.Barrier(2)

    async def in_a_thread(write: Callable[..., Any], *arguments: Any) -> Any:
        written = write(*arguments)
        await both_are_written.wait()
        return written

    async def transcript(*_: object) -> tuple[str, bytes]:
        return "Fenice-t1.jsonl", b"{}"

    async def booklet(*_: object) -> bytes:
        return b"<p>"

    monkeypatch.setattr("asyncio.to_thread", in_a_thread)
    monkeypatch.setattr("opera_tui.table.end_of_game.transcript", transcript)
    view = SimpleNamespace(head=SimpleNamespace(name="Fenice"))
    table: Any = SimpleNamespace(
        session=SimpleNamespace(client=SimpleNamespace(room=lambda _: SimpleNamespace(view=view))),
        table_id="t1",
        shell=SimpleNamespace(booklet=booklet),
        application=SimpleNamespace(machine=Machine()),
    )
    end, told = EndOfGame(table, is_shown=True), dict[str, str]()
    end._screen = cast("Any", SimpleNamespace(show_notice=lambda text, file="": told.update({text: file})))
    await asyncio.gather(end._export(), end._print())
    files = {text: file for text, file in told.items() if file}
    assert sorted(Path(file).suffix for file in files.values()) == [".html", ".jsonl"]
    assert all(file in text for text, file in files.items())


async def test_the_footer_of_the_result_names_the_ways_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 columns `esc` and `q` stand in it."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await SCENES["opera-over"](Hall(app, pilot, [SMALL]))
        assert "v enter look back" in footer(app)
        assert "q leave" in footer(app)


async def test_the_result_has_a_page_of_help(monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        await SCENES["opera-over"](Hall(app, pilot, [SMALL]))
        await pilot.press("?")
        await until_shown(pilot, "v leads to the board")


async def test_q_at_the_result_leads_home_at_once(tmp_path: Path) -> None:
    """Not to the board before."""
    async with at_server(tmp_path) as table:
        await ended(table)
        await table.pilot.press("q")
        await until(table.pilot, lambda: isinstance(table.app.screen, HomeScreen))


async def test_esc_at_the_result_leads_to_the_board(tmp_path: Path) -> None:
    """There the game can be looked back at."""
    async with at_server(tmp_path) as table:
        await ended(table)
        await table.pilot.press("escape")
        await until(table.pilot, lambda: isinstance(table.app.screen, TableScreen))


async def test_the_result_tells_who_opened_a_rematch_and_a_joins_it(tmp_path: Path) -> None:
    """Both then wait at the same table."""
    async with at_server(tmp_path) as table:
        table_id, peter = await ended(table)
        await table.session.client.enter_lobby()
        again = (await peter.rematch(table_id, "Peter"))["table"]
        await peter.take_seat(again, "Peter")
        await until_shown(table.pilot, "Peter opened a rematch: a joins")
        assert "a join" in footer(table.app)
        await table.pilot.press("a")
        await until(table.pilot, lambda: isinstance(table.app.screen, LobbyScreen))
        await until(table.pilot, lambda: [seat.name for seat in table.room(again).table.chairs] == ["Ada", "Peter"])


async def test_without_a_rematch_the_result_offers_to_open_one(tmp_path: Path) -> None:
    """The title is the result."""
    async with at_server(tmp_path) as table:
        await ended(table)
        await until_shown(table.pilot, "a again")
        assert "rematch" not in rows(table.app)[0]
