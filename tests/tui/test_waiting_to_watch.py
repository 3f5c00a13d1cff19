"""Watching a table that has not begun: it is shown in the lobby, and its game when it begins."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.tui.at_server import AtServer, at_server
from support.tui.shell_app import rows, until, until_shown

from opera_protocol.client import Client
from opera_protocol.wire.messages import TableSettings
from opera_server.operate.admin import OperatorCommands
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.session.intents import Join
from opera_tui.shell.connect import _arrive
from opera_tui.table.screen import TableScreen

GAMES = pytest.mark.parametrize("game", ["opera", "turandot"])


async def opened(at: AtServer, game: str, **chosen: Any) -> tuple[str, Client]:
    """A table that Kate has opened, and Kate, who is ready."""
    kate = await at.here.client()
    settings = TableSettings(**{"game": game, "name": "Scala", "seats": 2, "bots": ("chorus",), **chosen})
    table_id: str = (await kate.create(settings, "Kate"))["table"]
    await kate.enter(table_id)
    await kate.ready(table_id)
    return table_id, kate


async def follow(at: AtServer, kate: Client, table_id: str) -> None:
    """The table waits in the lobby, with its seats; then the game begins, and the screen follows."""
    await until_shown(at.pilot, "Waiting to watch Scala: 2 of 2 seats taken")
    assert isinstance(at.app.screen, LobbyScreen)
    assert any("Kate" in row and "ready" in row for row in rows(at.app))
    await kate.start(table_id)
    await until(at.pilot, lambda: isinstance(at.app.screen, TableScreen) and at.app.screen.model.view is not None)
    await until_shown(at.pilot, "Watching.")


async def arrive(at: AtServer, intent: Join) -> None:
    """Go where the command line leads, over the connection that is there."""
    await at.app.shell._stack.show_arrival(await _arrive(at.app.shell, at.session, intent))


@GAMES
async def test_opera_watch_with_a_table_waits_for_it(game: str, tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, kate = await opened(at, game)
        await arrive(at, Join("here", table="Scala", is_watching=True))
        await follow(at, kate, table_id)


@GAMES
async def test_opera_watch_without_a_table_waits_for_the_one_that_is_chosen(game: str, tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, kate = await opened(at, game)
        await arrive(at, Join("here", is_watching=True))
        await until_shown(at.pilot, "enter watch Scala")
        await at.pilot.press("enter")
        await follow(at, kate, table_id)


@GAMES
async def test_w_in_the_lobby_waits_for_the_table_under_the_cursor(game: str, tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, kate = await opened(at, game)
        await arrive(at, Join("here"))
        await until_shown(at.pilot, "Scala")
        await at.pilot.press("w")
        await follow(at, kate, table_id)


async def test_a_spectator_who_waits_may_sit_down_or_go(tmp_path: Path) -> None:
    """The code word is asked for once; sitting down leads to a seat at the same table, `u` away from it."""
    async with at_server(tmp_path) as at:
        await opened(at, "opera", seats=3, code="aria")
        await arrive(at, Join("here"))
        await until_shown(at.pilot, "Scala")
        await at.pilot.press("w", *"aria", "enter")
        await until_shown(at.pilot, "Waiting to watch Scala")
        await at.pilot.press("u")
        await until_shown(at.pilot, "Choose a table to sit down")
        await at.pilot.press("w", *"aria", "enter")
        await until_shown(at.pilot, "Waiting to watch Scala")
        await at.pilot.press("enter")
        await until_shown(at.pilot, "Scala: 3 of 3 seats taken, 1 still to say ready")
        await at.pilot.press("x")
        await until_shown(at.pilot, "all are ready")


async def test_a_table_that_is_closed_while_a_spectator_waits_is_told(tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        table_id, _kate = await opened(at, "opera")
        await arrive(at, Join("here", table="Scala", is_watching=True))
        await until_shown(at.pilot, "Waiting to watch Scala")
        await OperatorCommands(at.here.server).close_table(table_id)
        await until_shown(at.pilot, "This table was closed.")
        assert isinstance(at.app.screen, LobbyScreen)


@pytest.mark.parametrize("is_watching", [True, False])
async def test_who_hears_what_is_said_before_the_start_is_told(is_watching: bool, tmp_path: Path) -> None:
    """Spectators talk among themselves, and players hear that after the end."""
    async with at_server(tmp_path) as at:
        await opened(at, "opera", seats=3)
        await arrive(at, Join("here", table="Scala", is_watching=is_watching))
        await until_shown(at.pilot, "Scala: ")
        await at.pilot.press("t")
        await until_shown(at.pilot, " To the spectators" if is_watching else " Say")
        assert any("players hear you after the end" in row for row in rows(at.app)) == is_watching


@pytest.mark.parametrize("is_watching", [True, False])
async def test_a_code_word_that_is_missing_or_wrong_is_asked_for(is_watching: bool, tmp_path: Path) -> None:
    """On the way to a table that the command line names; Esc leads to the lobby instead."""
    async with at_server(tmp_path) as at:
        await opened(at, "opera", seats=3, code="aria")
        for keys, then in ((["escape"], "Choose a table"), ([*"area", "enter", *"aria", "enter"], "Scala: ")):
            going = asyncio.create_task(arrive(at, Join("here", table="Scala", is_watching=is_watching)))
            await until_shown(at.pilot, "This table has a code word; ask its host for it.")
            await at.pilot.press(*keys[:5])
            if keys[5:]:
                await until_shown(at.pilot, "that is not it")
                first = next(n for n, row in enumerate(rows(at.app)) if "that is not it" in row)
                assert " it. " in rows(at.app)[first + 1], "the whole sentence, which takes two rows"
                await at.pilot.press(*keys[5:])
            await going
            await until_shown(at.pilot, then)


async def test_a_wrong_code_word_in_the_lobby_is_asked_for_again(tmp_path: Path) -> None:
    async with at_server(tmp_path) as at:
        await opened(at, "opera", code="aria")
        await arrive(at, Join("here"))
        await until_shown(at.pilot, "Scala")
        await at.pilot.press("w", *"area", "enter")
        await until_shown(at.pilot, "that is not it")
        await until_shown(at.pilot, "Code word for Scala")
        await at.pilot.press(*"aria", "enter")
        await until_shown(at.pilot, "Waiting to watch Scala")
