"""A player at a running table of a scripted server: whatever the server says, the screen has to cope with."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from support.client.fake_server import FakeRoom, FakeServer, fake_server
from support.tui import opera_views
from support.tui.documents import sent
from support.tui.shell_app import SMALL, opera, until_shown
from support.tui.shell_scenes import open_server
from textual.pilot import Pilot

from opera_protocol.client import View
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.session.session import Place, Session, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen

BIDDING: Final = sent(opera_views.view_of(next(opera_views.moments(3, 1)).game, 0))


class FakeTable(NamedTuple):
    """Ada decides about her bid; behind the table is the lobby."""

    server: FakeServer
    app: OperaApp
    pilot: Pilot[None]
    session: Session

    @property
    def room(self) -> FakeRoom:
        return self.server.rooms["t1"]

    @property
    def screen(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    async def come_back(self) -> None:
        """Stop the server and start it again; whatever was changed meanwhile is what it always was."""
        await self.server.stop()
        await until_shown(self.pilot, "CONNECTION LOST")
        await self.server.start()
        self.session.client.try_now()


@asynccontextmanager
async def fake_table(view: View = BIDDING, size: tuple[int, int] = SMALL) -> AsyncIterator[FakeTable]:
    """Sit at a table of Opera, having come from the lobby."""
    app = opera(pace=0, guard=0)
    async with fake_server() as server, app.run_test(size=size, notifications=True) as pilot:
        open_server(server, own=view.public)
        server.rooms["t1"].private = dict(view.private or {})
        session = await open_session(server.endpoints, Place("away", "scala"), "Ada")
        app.shell.adopt(session)
        await session.enter("t1")
        await app.push_screen(LobbyScreen(session))
        app.shell.open_table("t1")
        await until_shown(pilot, "YOUR DECISION")
        yield FakeTable(server, app, pilot, session)
        await session.leave()
