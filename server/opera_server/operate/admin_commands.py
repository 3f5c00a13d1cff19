"""Carry out the operator's commands on a running server."""

from collections.abc import Iterable, Iterator

from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import LOBBY
from opera_rules.api import Map
from opera_server.history.listing import only_one
from opera_server.operate.metrics import Metric
from opera_server.server import Server
from opera_server.tables.table_room import TableRoom


class OperatorCommands:
    """What the operator can see and do while the server runs."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def list_tables(self) -> list[Map]:
        return [
            {
                "id": room.id,
                "name": room.table.settings.name,
                "game": room.table.settings.game,
                "state": room.table.state,
                "players": ", ".join(chair.name for chair in room.table.chairs if not chair.is_free),
                "watching": room.presence.audience,
            }
            for room in self._rooms()
        ]

    def list_players(self) -> list[Map]:
        """List everybody who is connected, with the names they use."""
        return [
            {
                "fingerprint": fingerprint(connection.key),
                "names": ", ".join(self._names(connection.key)),
                "address": connection.address,
                "tables": ", ".join(sorted(connection.rooms - {LOBBY})),
            }
            for connection in self._server.broadcaster.connections
        ]

    def _rooms(self) -> Iterable[TableRoom]:
        return self._server.lobby.tables.values()

    def _names(self, key: bytes) -> Iterator[str]:
        names = {chair.name: None for room in self._rooms() for chair in room.table.chairs if chair.key == key}
        return iter(names)

    async def close_table(self, table: str) -> Map:
        """End a table by its id, or by its name if only one has it."""
        names = {room.id: room.table.settings.name for room in self._rooms()}
        found = [table] if table in names else [each for each, name in names.items() if name == table]
        closed = only_one(table, found, [*names, *names.values()])
        await self._server.lobby.close_table(closed)
        return {"table": closed}

    async def ban(self, who: str) -> Map:
        await self._server.journal.set_access(who, "banned")
        self._server.access.ban(who)
        return {"cut": self._server.broadcaster.dismiss(who, "banned")}

    async def allow(self, who: str) -> Map:
        await self._server.journal.set_access(who, "allowed")
        self._server.access.allow(who)
        return {}

    def notice(self, text: str) -> Map:
        self._server.broadcaster.tell_all(text)
        return {"told": len(self._server.broadcaster.connections)}

    def stop(self) -> None:
        self._server.stopping.set()

    def is_healthy(self) -> bool:
        return not any(room.is_failed for room in self._rooms())

    def metrics(self) -> Iterable[Metric]:
        states = dict.fromkeys(("open", "running", "finished", "abandoned"), 0.0)
        for room in self._rooms():
            states[room.table.state] += 1
        figures = self._server.journal.figures
        yield Metric.by("state", "opera_tables", "gauge", "Tables in memory.", states)
        yield Metric.of(
            "opera_connections", "gauge", "Attached connections.", len(self._server.broadcaster.connections)
        )
        yield Metric.of("opera_requests_total", "counter", "Requests answered.", self._server.dispatcher.answered)
        yield Metric.of("opera_refusals_total", "counter", "Requests refused.", self._server.dispatcher.refused)
        yield Metric.of("opera_journal_entries_total", "counter", "Entries written.", figures.appended)
        yield Metric.of("opera_journal_commits_total", "counter", "Transactions committed.", figures.commits)
        yield Metric.of("opera_journal_failures_total", "counter", "Transactions that failed.", figures.failures)
        yield Metric.of("opera_journal_flush_seconds_total", "counter", "Time spent committing.", figures.flush_seconds)
