"""A running game of two people or more whose time only the test moves on."""

from typing import Any

from support.server.players import start_table
from support.server.running import Inside, Time, until

from opera_protocol.client import Client, View
from opera_protocol.wire.messages import TableSettings
from opera_server.journal.entries import Acted
from opera_server.tables.play.absences import send_stand_ins
from opera_server.tables.table_room import TableRoom

SEED = b"s" * 32


def a_table(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "opera", "name": "Scala", "seats": 2, "seed": SEED, "stand_in": "random", **chosen})


class Game:
    """A running game whose time the test moves on."""

    def __init__(self, here: Inside, time: Time, clients: list[Client], table: str) -> None:
        self.here = here
        self.time = time
        self.clients = clients
        self.table = table

    @classmethod
    async def begin(cls, here: Inside, people: int = 2, **chosen: Any) -> "Game":
        time = here.stop_time()
        clients = [await here.client() for _ in range(people)]
        table = await start_table(clients, a_table(**{"seats": people, **chosen}))
        return cls(here, time, clients, table)

    @property
    def room(self) -> TableRoom:
        return self.here.room(self.table)

    async def wait(self, seconds: float) -> None:
        """Time passes, and the table looks who is late."""
        self.time.pass_by(seconds)
        await send_stand_ins(self.room)

    def stand_in(self, seat: int) -> str | None:
        return self.room.table.chairs[seat].stand_in

    async def act(self, seat: int) -> View:
        """One decision of a seat."""
        client = self.clients[seat]
        room = client.room(self.table)
        view = await room.until(lambda view: view.private is not None and view.private["decision"] is not None)
        assert view.private is not None
        decision = view.private["decision"]
        await client.act(self.table, decision, {"do": "bid", "amount": 0})
        return view

    async def entries(self, kind: type[Any]) -> list[Any]:
        stored = await self.here.server.journal.entries(self.table)
        return [entry for entry in stored.entries if isinstance(entry, kind)]

    async def until_acted_for(self, seat: int, count: int = 1) -> None:
        """Wait until a stand-in has decided for the seat so often."""
        room = self.room
        actions = room.table.actions
        await until(lambda: room.table.actions >= actions + count or room.table.state != "running")
        assert any(entry.seat == seat and entry.by == "stand_in" for entry in await self.entries(Acted))
