"""The journal keeps what it acknowledged, in order and once, and finds it again."""

import asyncio
import contextlib
import resource
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.server.journals import ADA, BEN, add_table, code_of, created, open_journal, row, spoken, stored_tables

from opera_server.faults import ServerFault
from opera_server.journal.entries import Asked, Seated, Writing
from opera_server.journal.journal import Journal
from opera_server.journal.reader import JournalReader
from opera_server.journal.writer import LARGEST_GROUP, REQUEST_REPEATED

REQUEST = b"r" * 16


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


async def test_a_table_comes_back_as_it_was_written(path: Path) -> None:
    """Entries of open tables come back after a restart in order and equal; ended tables are not among them."""
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=3)
        await add_table(journal, "b", ended=row("finished", ended_ms=9))
    async with open_journal(path) as journal:
        [table] = await stored_tables(journal)
        assert (table.id, table.first, table.next, table.damaged_at) == ("a", 0, 4, None)
        assert table.entries == (created(), spoken("1"), spoken("2"), spoken("3"))
        assert (await journal.entries("b")).entries == (created(), spoken("end"))
        assert (await journal.entries("nowhere")).entries == ()


async def test_nothing_is_written_twice(path: Path) -> None:
    """A second entry of the same number is refused with its code and leaves the first and its neighbours alone."""
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        futures = [journal.append("a", n, spoken(text)) for n, text in ((1, "one"), (1, "other"), (2, "two"))]
        first, again, second = await asyncio.gather(*futures, return_exceptions=True)
        assert first is None
        assert second is None
        assert isinstance(again, ServerFault)
        assert (again.code, again.parameters) == ("journal_entry_exists", {"table": "a", "n": 1})
        assert (await journal.entries("a")).entries == (created(), spoken("one"), spoken("two"))


async def test_entries_of_an_unknown_table_are_refused_alone(path: Path) -> None:
    """An entry without a row in the directory fails; others of the same group become durable."""
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        futures = [journal.append(table, 1, spoken("x")) for table in ("a", "nowhere")]
        good, bad = await asyncio.gather(*futures, return_exceptions=True)
        assert good is None
        assert isinstance(bad, ServerFault)
        assert bad.code == "journal_write_failed"


async def test_waiting_entries_share_a_transaction(path: Path) -> None:
    """Whatever queues while the disk is busy is committed together, and each waiter is told."""
    writing, goes_on = threading.Event(), threading.Event()

    def keep_the_writer_busy(_: sqlite3.Connection) -> None:
        writing.set()
        goes_on.wait()

    async with open_journal(path) as journal:
        tables = [f"t{number}" for number in range(20)]
        for table in tables:
            await add_table(journal, table)
        busy = asyncio.create_task(journal._change(keep_the_writer_busy))
        await asyncio.to_thread(writing.wait)
        before = journal.figures.commits
        futures = [journal.append(table, n, spoken("x")) for n in range(1, 11) for table in tables]
        goes_on.set()
        await asyncio.gather(busy, *futures)
        groups = -(-len(futures) // LARGEST_GROUP)
        assert journal.figures.commits - before == 1 + groups
        assert journal.figures.largest_group == LARGEST_GROUP


async def test_a_full_disk_refuses_and_recovers(path: Path) -> None:
    """On a full disk appends fail with a fault; what was acknowledged stays, and with room again appends succeed."""

    async def fill(journal: Journal) -> None:
        for n in range(3, 100):
            await journal.append("a", n, spoken("x" * 1600))

    async def limit_pages(journal: Journal, pages: int) -> None:
        """SQLite never shrinks below what is there, so 1 means: not a page more."""
        await journal._change(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall())

    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=2)
        await limit_pages(journal, 1)
        with pytest.raises(ServerFault) as full:
            await fill(journal)
        assert code_of(full) == "journal_write_failed"
        assert full.value.parameters["problem"] == "ENOSPC"
        kept = (await journal.entries("a")).next
        with pytest.raises(ServerFault):
            await journal.append("a", kept, spoken("x" * 1600), row=row("running"))
        assert [table.state for table in await journal._read(JournalReader.find, "a")] == ["open"]
        await limit_pages(journal, 1_000_000)
        await journal.append("a", kept, spoken("again"), row=row("running"))
        assert (await journal.entries("a")).entries[-1] == spoken("again")


async def test_a_failing_disk_refuses_and_recovers(path: Path) -> None:
    """When the system itself refuses to write, appends fail; nothing acknowledged is lost, and later ones succeed."""
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=2)
        with files_no_larger_than(path.with_name(f"{path.name}-wal").stat().st_size):
            failures = await asyncio.gather(
                *(journal.append("a", n, spoken("x" * 1600)) for n in range(3, 9)), return_exceptions=True
            )
        assert [getattr(failure, "code", None) for failure in failures] == ["journal_write_failed"] * 6
        assert journal.figures.failures > 0
        await journal.append("a", 3, spoken("again"))
    async with open_journal(path) as journal:
        assert (await journal.entries("a")).entries == (created(), spoken("1"), spoken("2"), spoken("again"))


@contextlib.contextmanager
def files_no_larger_than(size: int) -> Iterator[None]:
    """Let every write of this process beyond a size fail, as on a disk without room."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


async def test_entries_that_cannot_be_encoded_harm_nobody(path: Path) -> None:
    """An entry or row that SQLite cannot take is refused, and the writer goes on."""
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        with pytest.raises(ServerFault) as surrogate:
            await journal.append("a", 1, spoken("x"), row=row(name="\ud800"))
        assert code_of(surrogate) == "journal_write_failed"
        with pytest.raises(ServerFault):
            await journal.append("a", 2**70, spoken("x"))
        await journal.append("a", 1, spoken("x"))


async def test_cancelled_waiters_do_not_stop_the_writer(path: Path) -> None:
    """A waiter that goes away leaves its entry in the journal and the others untouched."""
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        journal.append("a", 1, spoken("1")).cancel()
        await journal.append("a", 2, spoken("2"))
        assert (await journal.entries("a")).next == 3


async def test_closing_writes_what_was_appended_and_refuses_more(path: Path) -> None:
    """Entries appended before `close` are durable after it; later ones and questions are refused."""
    journal = Journal.open(path)
    await add_table(journal, "a")
    last = journal.append("a", 1, spoken("last"))
    await journal.close()
    await last
    with pytest.raises(ServerFault) as append:
        journal.append("a", 2, spoken("too late"))
    with pytest.raises(ServerFault) as question:
        await journal._read(JournalReader.find, "a")
    assert (code_of(append), code_of(question)) == ("journal_closed", "journal_closed")
    reader = JournalReader(path)
    assert reader.entries("a").next == 2
    reader.close()


async def test_a_request_leads_to_one_entry_for_ever(path: Path) -> None:
    """Its answer is found by key and id, also after a restart; a second entry for it is refused, not another key's."""

    async def write(journal: Journal) -> None:
        await add_table(journal, "a")
        await journal.append("a", 1, seated(2), asked=Asked(ADA, REQUEST))

    async def read(journal: Journal) -> None:
        assert await journal.answer(Asked(ADA, REQUEST)) == {"seat": 2}
        assert await journal.answer(Asked(ADA, b"s" * 16)) is None

    async def repeat(journal: Journal) -> None:
        assert await journal.answer(Asked(BEN, REQUEST)) is None
        again, other = journal.append("a", 2, seated(1), asked=Asked(ADA, REQUEST)), journal.append("a", 2, seated(0))
        with pytest.raises(ServerFault) as repeated:
            await again
        assert code_of(repeated) == REQUEST_REPEATED
        await other
        await journal.append("a", 3, seated(1), asked=Asked(BEN, REQUEST))
        assert (await journal.entries("a")).entries == (created(), seated(2), seated(0), seated(1))

    for play in (write, read, repeat, read):
        async with open_journal(path) as journal:
            await play(journal)


async def test_entries_of_several_tables_are_written_together_or_not_at_all(path: Path) -> None:
    """One that must not be written keeps all of them back, with their tables."""
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        new = Writing("b", 0, created(), Asked(ADA, REQUEST), row("open"))
        with pytest.raises(ServerFault):
            await journal.append_all([new, Writing("a", 0, spoken("there is one already"))])
        assert await journal.answer(Asked(ADA, REQUEST)) is None
        assert await journal._read(JournalReader.find, "b") == []
        await journal.append_all([new, Writing("b", 1, spoken("1")), Writing("a", 1, spoken("2"))])
        assert (await journal.entries("b")).entries == (created(), spoken("1"))
        assert (await journal.entries("a")).entries == (created(), spoken("2"))
        with pytest.raises(ServerFault) as repeated:
            await journal.append_all([Writing("c", 0, created(), Asked(ADA, REQUEST), row("open"))])
        assert code_of(repeated) == REQUEST_REPEATED
        assert await journal.answer(Asked(ADA, REQUEST)) == {"table": "b", "seat": 0}


async def test_a_table_that_begins_with_a_long_game_fits_into_older_sqlite_libraries(path: Path) -> None:
    """They allow 999 variables in a statement; a game that goes on from another one has hundreds of entries."""

    def limit(connection: sqlite3.Connection) -> None:
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 999)

    async with open_journal(path) as journal:
        await journal._change(limit)
        actions = [Writing("a", n, spoken(str(n))) for n in range(1, 3 * LARGEST_GROUP)]
        await journal.append_all([Writing("a", 0, created(), row=row("running")), *actions])
        stored = await journal.entries("a")
        assert stored.entries == (created(), *(writing.entry for writing in actions))


def seated(seat: int) -> Seated:
    return Seated(at=1, seat=seat, key=ADA, name="Ada")


async def test_finished_tables_come_newest_first_in_pages(path: Path) -> None:
    """Pages follow each other without gap or repetition, though all tables end in the same millisecond."""
    async with open_journal(path) as journal:
        for number in range(7):
            keys = (ADA, BEN) if number % 2 else (BEN,)
            await add_table(journal, f"t{number}", ended=row("finished", ended_ms=5, keys=keys))
        await add_table(journal, "gone", ended=row("abandoned", ended_ms=5, keys=(ADA,)))
        await add_table(journal, "open")
        first = await journal.finished(count=3)
        second = await journal.finished(before=first[-1].number, count=3)
        third = await journal.finished(before=second[-1].number, count=3)
        assert [entry.id for entry in first + second + third] == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]
        mine = await journal.finished(key=ADA)
        assert [entry.id for entry in mine] == ["t5", "t3", "t1"]
        assert mine[0].keys == (ADA, BEN)
        assert mine[0].summary == {"players": ["Ada", "Bén"]}


async def test_tables_are_found_by_id_and_by_name(path: Path) -> None:
    """An id finds its table alone; a name finds all tables called so."""
    async with open_journal(path) as journal:
        await journal.append("a", 0, created(), row=row(name="b"))
        await journal.append("b", 0, created(), row=row(name="x"))
        await journal.append("c", 0, created(), row=row(name="x"))
        assert [entry.id for entry in await journal._read(JournalReader.find, "b")] == ["b"]
        assert {entry.id for entry in await journal._read(JournalReader.find, "x")} == {"b", "c"}
        assert await journal._read(JournalReader.find, "nowhere") == []


async def test_pruning_takes_old_ended_tables_whole(path: Path) -> None:
    """Tables that ended earlier go with all that belongs to them; later ones and open ones stay."""
    async with open_journal(path) as journal:
        for number in range(50):
            ended = row("finished", ended_ms=number, keys=(ADA,))
            await add_table(journal, f"t{number}", ended=ended)
        await add_table(journal, "open")
        assert await journal.prune(older_than_ms=45) == 45
        assert [entry.id for entry in await journal.finished()] == ["t49", "t48", "t47", "t46", "t45"]
        assert (await journal.entries("t0")).entries == ()
        assert [table.id for table in await journal.open_tables()] == ["open"]
    with sqlite3.connect(path) as connection:
        counts = [connection.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("entries", "holders")]
    connection.close()
    assert counts == [5 * 2 + 1, 5]


async def test_access_lists_last(path: Path) -> None:
    """Bans and permissions survive a restart and can be changed and taken back."""
    async with open_journal(path) as journal:
        await journal.set_access("AAAA", "banned")
        await journal.set_access("BBBB", "allowed")
        await journal.set_access("CCCC", "allowed")
        await journal.set_access("CCCC", None)
        await journal.set_access("BBBB", "banned")
    async with open_journal(path) as journal:
        assert await journal.access_list() == {"AAAA": "banned", "BBBB": "banned"}
