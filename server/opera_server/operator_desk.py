"""What the operator can see and do while the server runs."""

from collections.abc import Iterable, Iterator

from opera_protocol.fingerprint import fingerprint
from opera_protocol.messages import LOBBY
from opera_rules.api import Map
from opera_server.metrics import Metric
from opera_server.server import Server
from opera_server.table_names import only_one
from opera_server.table_room import TableRoom


class OperatorDesk:
    """The operator's view of a server."""

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
                "watching": room.scene.audience,
            }
            for room in self._rooms()
        ]

    def list_players(self) -> list[Map]:
        """Everybody who is connected, with the names they use."""
        return [
            {
                "fingerprint": fingerprint(attachment.key),
                "names": ", ".join(self._names(attachment.key)),
                "address": attachment.address,
                "tables": ", ".join(sorted(attachment.rooms - {LOBBY})),
            }
            for attachment in self._server.updates.attachments
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
        await self._server.journal.set_standing(who, "banned")
        self._server.banned.add(who)
        self._server.allowed.discard(who)
        return {"cut": self._server.updates.dismiss(who, "banned")}

    async def allow(self, who: str) -> Map:
        await self._server.journal.set_standing(who, "allowed")
        self._server.allowed.add(who)
        self._server.banned.discard(who)
        return {}

    def notice(self, text: str) -> Map:
        self._server.updates.tell_all(text)
        return {"told": len(self._server.updates.attachments)}

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
        yield Metric.of("opera_connections", "gauge", "Attached connections.", len(self._server.updates.attachments))
        yield Metric.of("opera_requests_total", "counter", "Requests answered.", self._server.desk.answered)
        yield Metric.of("opera_refusals_total", "counter", "Requests refused.", self._server.desk.refused)
        yield Metric.of("opera_journal_entries_total", "counter", "Entries written.", figures.appended)
        yield Metric.of("opera_journal_commits_total", "counter", "Transactions committed.", figures.commits)
        yield Metric.of("opera_journal_failures_total", "counter", "Transactions that failed.", figures.failures)
        yield Metric.of("opera_journal_flush_seconds_total", "counter", "Time spent committing.", figures.flush_seconds)
