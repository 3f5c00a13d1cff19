"""What the people at a table see of a change: all of it at its end, and nothing of one that was refused."""

from typing import Any, cast

import pytest

from opera_protocol.wire.messages import TableSettings
from opera_rules.api import Map, to_map
from opera_rules.refusals import Refused
from opera_server.faults import ServerFault
from opera_server.journal.entries import Created, ReadySet, Seated
from opera_server.tables.table import Table
from opera_server.tables.table_room import Services, TableRoom

ADA = b"a" * 32


class Disk:
    """Takes the journal's place: writes nothing, and fails after so many entries."""

    def __init__(self) -> None:
        self.takes = 1_000

    async def append(self, *_: object, **_more: object) -> None:
        self.takes -= 1
        if self.takes < 0:
            raise ServerFault("journal_write_failed", problem="full")


class Around:
    """A room with one player, and how often it was shown and its bots were woken."""

    def __init__(self) -> None:
        self.disk = Disk()
        self.shown: list[Map] = []
        self.woken = 0
        table = Table.create(
            "t", Created(at=0, settings=TableSettings(game="opera", name="Scala", seats=2), rules=2, key=ADA)
        )
        table.absorb(Seated(at=0, seat=0, key=ADA, name="Ada"))
        unused = cast("Any", None)
        services = Services(cast("Any", self.disk), unused, unused, now=lambda: 0, bot_seconds=1.0)
        self.room = TableRoom(table, services, on_show=self._note_document, wake_bots=self._count)

    def _note_document(self, _table: str) -> None:
        self.shown.append(to_map(self.room.public.document.table))

    def _count(self, _room: TableRoom) -> None:
        self.woken += 1


def ready(is_ready: bool = True) -> ReadySet:
    return ReadySet(at=0, seat=0, ready=is_ready)


async def set_ready_twice(room: TableRoom) -> None:
    async with room.change():
        await room.commit(ready())
        await room.commit(ready(is_ready=False))


async def test_a_change_is_shown_once_at_its_end_and_wakes_the_bots() -> None:
    around = Around()
    async with around.room.change():
        await around.room.commit(ready())
        await around.room.commit(ready(is_ready=False))
        await around.room.commit(ready())
        assert not around.shown
    assert [document["seats"][0]["ready"] for document in around.shown] == [True]
    assert around.woken == 1


async def test_without_a_change_nothing_is_shown() -> None:
    around = Around()
    async with around.room.change():
        pass
    assert not around.shown
    assert around.woken == 1


async def test_a_refusal_shows_nothing_and_lets_the_next_change_in() -> None:
    around = Around()
    with pytest.raises(Refused, match="stale"):
        async with around.room.change():
            raise Refused("stale")
    assert not around.shown
    assert not around.woken
    assert not around.room.lock.locked()


async def test_what_was_written_before_the_disk_failed_is_shown_with_the_fault() -> None:
    around = Around()
    around.disk.takes = 1
    with pytest.raises(Refused, match="disk_failed"):
        await set_ready_twice(around.room)
    assert [(document["seats"][0]["ready"], document["fault"]) for document in around.shown] == [(True, "disk_failed")]
    assert not around.woken
