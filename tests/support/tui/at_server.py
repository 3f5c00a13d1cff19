"""A player at the screen and others at a server inside the test, which has its insides in reach."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from support.server.running import Inside, Time, inside
from support.tui.shell_app import SMALL, opera, until
from textual.pilot import Pilot

from opera_protocol.client import Client
from opera_protocol.wire.messages import TableSettings
from opera_server.tables.table_room import TableRoom
from opera_tui.session.session import Place, Session, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen


class AtServer(NamedTuple):
    """Ada at her screen, in the lobby's session, and a server whose time only the test moves on."""

    app: OperaApp
    pilot: Pilot[None]
    here: Inside
    time: Time

    @property
    def session(self) -> Session:
        assert self.app.shell.session is not None
        return self.app.shell.session

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    def room(self, table_id: str) -> TableRoom:
        return self.here.room(table_id)

    async def begin(self, game: str = "opera", **chosen: Any) -> tuple[str, Client]:
        """Ada opens a table and plays there with Peter, in front of her screen."""
        settings = TableSettings(**{"game": game, "name": "Fenice", "seats": 2, "stand_in": "random", **chosen})
        table_id = await self.session.create(settings)
        peter = await self.here.client()
        await peter.take_seat(table_id, "Peter", code=settings.code)
        await peter.enter(table_id)
        await peter.ready(table_id)
        await self.session.start_alone(table_id)
        self.app.shell.open_table(table_id)
        await until(self.pilot, lambda: isinstance(self.app.screen, TableScreen) and self.app.screen.model.is_deciding)
        return table_id, peter


@asynccontextmanager
async def at_server(folder: Path, size: tuple[int, int] = SMALL, **settings: Any) -> AsyncIterator[AtServer]:
    """Connect Ada's screen to a server of its own."""
    app = opera(**{"pace": 0, "guard": 0, "bell": False, "tips": False, **settings})
    async with inside(folder / "server") as here:
        time = here.stop_time()
        async with app.run_test(size=size) as pilot:
            app.shell.adopt(await open_session(here.endpoints, Place("away", "scala"), "Ada"))
            yield AtServer(app, pilot, here, time)
            await app.shell.leave_session()
            app.exit()
