"""The host's box during the game: a clock for a table without one, and a seat whose holder is gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from support.contract.choices import chosen
from support.tui.shell_app import LARGE, SMALL, footer, opera, rows, until, until_shown
from textual.pilot import Pilot

from opera_protocol.client import Client, Room, View, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import TableSettings
from opera_tui.local.child_process import FOR_THIS_MACHINE, Recipe
from opera_tui.local.own_servers import LocalServer
from opera_tui.session.session import Place, Session, open_session
from opera_tui.session.solo import SoloGame
from opera_tui.shell.app import OperaApp
from opera_tui.table.hosting import HostScreen
from opera_tui.table.screen import TableScreen


class Evening(NamedTuple):
    """Ada hosts at a screen, Peter plays, and the server has room for more."""

    app: OperaApp
    pilot: Pilot[None]
    server: LocalServer
    table_id: str
    peter: Client

    async def watch(self, name: str) -> tuple[Client, Room]:
        """Somebody comes to watch."""
        client = await connect(await self.server.locate(), new_identity())
        return client, await client.enter(self.table_id, name=name)

    async def open_box(self) -> None:
        await self.pilot.press("w")
        await until(self.pilot, lambda: isinstance(self.app.screen, HostScreen))

    async def until_closed(self) -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, TableScreen))


@asynccontextmanager
async def evening(folder: Path, size: tuple[int, int] = LARGE) -> AsyncIterator[Evening]:
    server = LocalServer(Recipe(folder / "server", FOR_THIS_MACHINE))
    app = opera(pace=0, guard=0, bell=False, tips=False)
    async with app.run_test(size=size) as pilot:
        session = await open_session(server, Place("host"), "Ada")
        app.shell.adopt(session)
        table_id = await session.create(TableSettings(game="opera", name="Fenice", seats=2))
        peter = await connect(await server.locate(), new_identity())
        await peter.take_seat(table_id, "Peter")
        await peter.enter(table_id)
        await peter.ready(table_id)
        await session.start_alone(table_id)
        app.shell.open_table(table_id)
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        yield Evening(app, pilot, server, table_id, peter)
        await peter.close()
        app.exit()
    await server.stop()


def is_asked(view: View) -> bool:
    return view.private is not None and view.private["decision"] is not None


async def decide(client: Client, table_id: str) -> None:
    """Make one decision, and see that it was taken."""
    room = client.room(table_id)
    private = (await room.until(is_asked)).private
    assert private is not None
    decision = private["decision"]
    await client.act(table_id, decision, chosen(dict(private["choices"])))
    await room.until(lambda view: view.private is not None and view.private["decision"] != decision)


async def decide_always(client: Client, table_id: str) -> None:
    while True:
        await decide(client, table_id)


@asynccontextmanager
async def playing_on(client: Client, table_id: str) -> AsyncIterator[None]:
    """Meanwhile somebody makes every decision, for a bot may have made the first one of an abandoned seat."""
    playing = asyncio.create_task(decide_always(client, table_id))
    try:
        yield
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def until_deciding(app: OperaApp, pilot: Pilot[None]) -> None:
    """Until the own decision is on the screen, past whatever is revealed on the way."""
    assert isinstance(app.screen, TableScreen)
    while not app.screen.model.is_deciding:
        await (pilot.press("space") if app.screen.model.playback.is_behind else pilot.pause(0.02))


def session_of(app: OperaApp) -> Session:
    assert app.shell.session is not None
    return app.shell.session


async def test_the_host_sets_a_clock_that_all_are_told_of(tmp_path: Path) -> None:
    async with evening(tmp_path) as here:
        assert "w host" in footer(here.app)
        await here.open_box()
        await until_shown(here.pilot, "enter set a clock: 60 s for each decision")
        await here.pilot.press("right", "right")
        await until_shown(here.pilot, "enter set a clock: 180 s for each decision")
        await here.pilot.press("enter")
        await here.until_closed()
        room = here.peter.room(here.table_id)
        clock = {"mode": "decision", "seconds": 180}
        await room.until(lambda view: view.public["table"]["clock"] == clock)
        assert {"event": "table_clock", "clock": clock} in room.log.lines
        await until_shown(here.pilot, "The host sets a clock")
        await here.open_box()
        await until_shown(here.pilot, "– clock            it stays as it is: 180 s")
        assert "enter set" not in "\n".join(rows(here.app))
        await here.pilot.press("right", "enter", "question_mark")
        await until_shown(here.pilot, "While a game with other people is under way, w is for its host.")
        await here.pilot.press("escape")
        await until(here.pilot, lambda: isinstance(here.app.screen, HostScreen))
        await here.pilot.press("escape")
        await here.until_closed()


async def test_an_abandoned_seat_goes_to_the_spectator_who_was_chosen(tmp_path: Path) -> None:
    """While its holder is there or nobody watches, the row says so; the new holder then decides."""
    async with evening(tmp_path) as here:
        await here.open_box()
        await until_shown(here.pilot, "– ▲P Peter         is at the table")
        await here.peter.exit(here.table_id)
        await until_shown(here.pilot, "nobody watches who could take this seat")
        await here.peter.enter(here.table_id)
        clients = {name: await here.watch(name) for name in ("Ugo", "Rita", "Ada")}
        await here.peter.leave(here.table_id)
        await here.peter.close()
        await until_shown(here.pilot, "1 of 2, has left")
        rita, room = clients["Rita"]
        key = short_fingerprint(rita.identity.public_key)
        await here.pilot.press("down", "right")
        await until_shown(here.pilot, f"‹Rita {key}› 2 of 2, has left")
        await until_shown(here.pilot, f"enter give the seat of ▲P Peter to Rita {key}")
        await here.pilot.press("enter")
        await until_shown(here.pilot, f"Give the seat of ▲P Peter to Rita {key}?")
        await here.pilot.press("enter")
        await until(here.pilot, lambda: isinstance(here.app.screen, HostScreen))
        assert session_of(here.app).client.room(here.table_id).view.head.seats[1].name == "Peter"
        await here.pilot.press("enter", "g")
        await here.until_closed()
        await until_shown(here.pilot, "▲P has the seat from now on")
        view = await room.until(lambda view: view.seat == 1)
        assert view.public["table"]["seats"][1]["name"] == "Rita"
        async with playing_on(session_of(here.app).client, here.table_id):
            await decide(rita, here.table_id)
        for client, _room in clients.values():
            await client.close()


async def test_a_spectators_screen_becomes_a_players(tmp_path: Path) -> None:
    """Who watched in the client sees the own hidden things and the decision, without leaving the table."""
    server = LocalServer(Recipe(tmp_path / "server", FOR_THIS_MACHINE))
    host, peter = [await connect(await server.locate(), new_identity()) for _player in range(2)]
    table_id: str = (await host.create(TableSettings(game="opera", name="Fenice", seats=2), "Kate"))["table"]
    await peter.take_seat(table_id, "Peter")
    for client in (host, peter):
        await client.enter(table_id)
        await client.ready(table_id)
    await host.start(table_id)
    await host.room(table_id).until(is_asked)
    app = opera(pace=0, guard=0, bell=False, tips=False)
    async with app.run_test(size=SMALL) as pilot:
        session = await open_session(server, Place("away"), "Ada")
        app.shell.adopt(session)
        await session.enter(table_id)
        app.shell.open_table(table_id)
        await until_shown(pilot, "Watching.")
        await pilot.press("t")
        await until_shown(pilot, "To the spectators")
        await until_shown(pilot, "players hear you after the end of the game")
        await pilot.press("escape", "w")
        assert isinstance(app.screen, TableScreen), "the box is the host's"
        await peter.leave(table_id)
        await peter.close()
        key = short_fingerprint(session.client.identity.public_key)
        await host.room(table_id).until(lambda view: not view.public["table"]["seats"][1]["present"])
        await host.hand_over(table_id, 1, key)
        await until_shown(pilot, "Behind your screen")
        async with playing_on(host, table_id):
            await until_deciding(app, pilot)
            await decide(session.client, table_id)
        app.exit()
    await host.close()
    await server.stop()


async def test_what_the_server_refuses_is_told_in_the_box(tmp_path: Path) -> None:
    """A holder whose line broke just now keeps the seat."""
    async with evening(tmp_path, SMALL) as here:
        ugo, _room = await here.watch("Ugo")
        await here.peter.exit(here.table_id)
        await here.open_box()
        await until_shown(here.pilot, "1 of 1, away")
        await here.pilot.press("down", "enter", "g")
        await until_shown(here.pilot, "The seat of Peter is not abandoned")
        await here.pilot.press("escape")
        await here.until_closed()
        await ugo.close()


async def test_who_plays_with_bots_alone_has_nothing_to_host(tmp_path: Path) -> None:
    server = LocalServer(Recipe(tmp_path / "server", FOR_THIS_MACHINE))
    app = opera(pace=0, guard=0, bell=False, tips=False)
    async with app.run_test(size=LARGE) as pilot:
        session = await open_session(server, Place("solo"), "Ada")
        app.shell.adopt(session)
        app.shell.open_table(await session.play_new(SoloGame("opera", 2)))
        await until_shown(pilot, "YOUR DECISION")
        assert "w host" not in footer(app)
        await pilot.press("w")
        assert isinstance(app.screen, TableScreen)
        app.exit()
    await server.stop()
