"""A lobby with as many tables as a test wants, at a scripted server: the newest in its document, all by asking."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from support.client.fake_server import FakeRoom, FakeServer

from opera_protocol.wire.messages import LOBBY, Find, Free

MOST_LISTED: Final = 60
"""So many open tables and so many running ones are in the document."""
Row = Mapping[str, Any]


def table_row(name: str, **other: Any) -> dict[str, Any]:
    """A table's row in the lobby."""
    return {
        "number": 1,
        "name": name,
        "game": "opera",
        "state": "open",
        "options": {"rounds": 9, "open_screens": False},
        "seats": 4,
        "players": [],
        "code": False,
        "spectators": True,
        "watching": 0,
        "clock": {"mode": "none", "seconds": 0},
        "verified": True,
        "progress": None,
        **other,
    }


def running_row(name: str, **other: Any) -> dict[str, Any]:
    return table_row(name, **{"state": "running", "progress": {"round": 2, "rounds": 9}, **other})


def lobby_document(tables: Mapping[str, Row], **totals: int) -> dict[str, Any]:
    """The lobby's public document; it has all tables of the server unless other totals are given."""
    states = [table["state"] for table in tables.values()]
    return {"tables": dict(tables), "open": states.count("open"), "running": states.count("running"), **totals}


def many_tables(running: int, opened: int) -> dict[str, Row]:
    """Tables of a large server: first the running ones, `Run 1` and so on, then the open ones."""
    names = [f"Run {number}" for number in range(1, running + 1)]
    rows = [running_row(name, number=number, players=[["Kate", "", "AB2C"]]) for number, name in enumerate(names, 1)]
    rows += [table_row(f"Open {number}", number=running + number) for number in range(1, opened + 1)]
    return {f"t{row['number']}": row for row in rows}


class FakeLobby:
    """All tables of a server, and those where the client sits."""

    def __init__(self, server: FakeServer, tables: Mapping[str, Row], own: Collection[str] = ()) -> None:
        self.tables = dict(tables)
        self.own = set(own)
        self._server = server
        self.room: FakeRoom = server.room(LOBBY, public=self.document(), private=self.private())
        server.answers[Find] = self.find

    def document(self) -> Free:
        """The newest tables of each state, and how many there are."""
        states: dict[str, list[str]] = {state: self._ids(state) for state in ("open", "running")}
        listed = [table_id for ids in states.values() for table_id in ids[:MOST_LISTED]]
        totals = {state: len(ids) for state, ids in states.items()}
        return {"tables": {table_id: self.tables[table_id] for table_id in listed}, **totals}

    def private(self) -> Free:
        return {"tables": {table_id: self.tables[table_id] for table_id in self.own if table_id in self.tables}}

    async def publish(self) -> None:
        """Tell everybody in the lobby how it is now."""
        await self._server.publish(self.room, self.document(), private=self.private())

    def find(self, request: Find) -> Free:
        """Answer as a server does that finds every table."""
        words = request.text.casefold().split()
        ids = [
            table_id
            for table_id in self._ids(request.state)
            if (request.before is None or self.tables[table_id]["number"] < request.before)
            and all(any(begun.startswith(word) for begun in self._words(table_id)) for word in words)
        ]
        found = ids[: request.count]
        before = self.tables[found[-1]]["number"] if len(ids) > len(found) else None
        return {"tables": [[table_id, self.tables[table_id]] for table_id in found], "before": before}

    def _ids(self, state: str | None) -> list[str]:
        """The ids of tables in a state, or of all, the newest first."""
        ids = [table_id for table_id, table in self.tables.items() if state in (None, table["state"])]
        return sorted(ids, key=lambda table_id: -int(self.tables[table_id]["number"]))

    def _words(self, table_id: str) -> list[str]:
        table = self.tables[table_id]
        names = [name for name, _level, _key in table["players"]]
        return " ".join((table["name"], table["game"], *names)).casefold().split()
