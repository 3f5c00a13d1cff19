"""The journal keeps what it acknowledged, whatever happens to the process, the disk or a single entry."""

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support import journal_appender

from opera_protocol.messages import TableSettings
from opera_server import journal_schema
from opera_server.entries import Created, Spoken
from opera_server.faults import ServerFault
from opera_server.journal import Journal, backup
from opera_server.journal_reader import JournalReader
from opera_server.journal_records import DirectoryRow, TableState
from opera_server.journal_schema import open_for_writing
from opera_server.journal_writer import LARGEST_GROUP

ADA, BEN = b"a" * 32, b"b" * 32


def with_journal(path: Path, play: Callable[[Journal], Awaitable[None]]) -> None:
    """Open the journal, use it, close it."""

    async def run() -> None:
        journal = Journal.open(path)
        try:
            await play(journal)
        finally:
            await journal.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def created(name: str = "Scala") -> Created:
    return Created(at=1, settings=TableSettings(game="opera", name=name, seats=2), rules=1, key=ADA)


def spoken(text: str) -> Spoken:
    return Spoken(at=2, channel="talk", name="Ada", seat=0, text=text)


def row(
    state: TableState = "open", name: str = "Scala", ended_ms: int = 0, keys: tuple[bytes, ...] = ()
) -> DirectoryRow:
    summary = {"players": ["Ada", "Bén"]}
    return DirectoryRow(
        name=name, game="opera", state=state, created_ms=1, ended_ms=ended_ms, keys=keys, summary=summary
    )


async def add_table(journal: Journal, table: str, lines: int = 0, ended: DirectoryRow | None = None) -> None:
    await journal.append(table, 0, created(), directory=row())
    for n in range(1, lines + 1):
        await journal.append(table, n, spoken(str(n)))
    if ended is not None:
        await journal.append(table, lines + 1, spoken("end"), directory=ended)


def code_of(excinfo: pytest.ExceptionInfo[ServerFault]) -> str:
    assert str(excinfo.value), "every fault has a sentence"
    return excinfo.value.code


def test_a_table_comes_back_as_it_was_written(path: Path) -> None:
    """Entries of open tables come back after a restart in order and equal; ended tables are not among them."""

    async def write(journal: Journal) -> None:
        await add_table(journal, "a", lines=3)
        await add_table(journal, "b", ended=row("finished", ended_ms=9))

    async def read(journal: Journal) -> None:
        [table] = await journal.open_tables()
        assert (table.id, table.first, table.next, table.damaged_at) == ("a", 0, 4, None)
        assert table.entries == (created(), spoken("1"), spoken("2"), spoken("3"))
        assert (await journal.entries("b")).entries == (created(), spoken("end"))
        assert (await journal.entries("nowhere")).entries == ()

    with_journal(path, write)
    with_journal(path, read)


def test_nothing_is_written_twice(path: Path) -> None:
    """A second entry of the same number is refused with its code and leaves the first and its neighbours alone."""

    async def play(journal: Journal) -> None:
        await add_table(journal, "a")
        futures = [journal.append("a", n, spoken(text)) for n, text in ((1, "one"), (1, "other"), (2, "two"))]
        first, again, second = await asyncio.gather(*futures, return_exceptions=True)
        assert first is None
        assert second is None
        assert isinstance(again, ServerFault)
        assert (again.code, again.parameters) == ("journal_entry_exists", {"table": "a", "n": 1})
        assert (await journal.entries("a")).entries == (created(), spoken("one"), spoken("two"))

    with_journal(path, play)


def test_entries_of_an_unknown_table_are_refused_alone(path: Path) -> None:
    """An entry without a row in the directory fails; others of the same group become durable."""

    async def play(journal: Journal) -> None:
        await add_table(journal, "a")
        futures = [journal.append(table, 1, spoken("x")) for table in ("a", "nowhere")]
        good, bad = await asyncio.gather(*futures, return_exceptions=True)
        assert good is None
        assert isinstance(bad, ServerFault)
        assert bad.code == "journal_write_failed"

    with_journal(path, play)


def test_waiting_entries_share_a_transaction(path: Path) -> None:
    """Whatever queues while the disk is busy is committed together, and each waiter is told."""

    async def play(journal: Journal) -> None:
        tables = [f"t{number}" for number in range(20)]
        for table in tables:
            await add_table(journal, table)
        before = journal.figures.commits
        lines = 10
        futures = [journal.append(table, n, spoken("x")) for n in range(1, lines + 1) for table in tables]
        await asyncio.gather(*futures)
        groups = journal.figures.commits - before
        assert groups <= 2 + -(-len(futures) // LARGEST_GROUP) + 5, "a transaction for each entry would be 200"
        assert journal.figures.largest_group > 20

    with_journal(path, play)


def test_a_full_disk_refuses_and_recovers(path: Path) -> None:
    """On a full disk appends fail with a fault; what was acknowledged stays, and with room again appends succeed."""

    async def play(journal: Journal) -> None:
        await add_table(journal, "a", lines=2)
        await limit_pages(journal, 1)
        with pytest.raises(ServerFault) as full:
            await fill(journal)
        assert code_of(full) == "journal_write_failed"
        assert "full" in str(full.value)
        kept = (await journal.entries("a")).next
        with pytest.raises(ServerFault):
            await journal.append("a", kept, spoken("x" * 1600), directory=row("running"))
        assert [table.state for table in await journal.find("a")] == ["open"]
        await limit_pages(journal, 1_000_000)
        await journal.append("a", kept, spoken("again"), directory=row("running"))
        assert (await journal.entries("a")).entries[-1] == spoken("again")

    async def fill(journal: Journal) -> None:
        for n in range(3, 100):
            await journal.append("a", n, spoken("x" * 1600))

    async def limit_pages(journal: Journal, pages: int) -> None:
        """SQLite never shrinks below what is there, so 1 means: not a page more."""
        await journal._change(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall())

    with_journal(path, play)


def test_entries_that_cannot_be_encoded_harm_nobody(path: Path) -> None:
    """An entry or row that SQLite cannot take is refused, and the writer goes on."""

    async def play(journal: Journal) -> None:
        await add_table(journal, "a")
        with pytest.raises(ServerFault) as surrogate:
            await journal.append("a", 1, spoken("x"), directory=row(name="\ud800"))
        assert code_of(surrogate) == "journal_write_failed"
        with pytest.raises(ServerFault):
            await journal.append("a", 2**70, spoken("x"))
        await journal.append("a", 1, spoken("x"))

    with_journal(path, play)


def test_cancelled_waiters_do_not_stop_the_writer(path: Path) -> None:
    """A waiter that goes away leaves its entry in the journal and the others untouched."""

    async def play(journal: Journal) -> None:
        await add_table(journal, "a")
        journal.append("a", 1, spoken("1")).cancel()
        await journal.append("a", 2, spoken("2"))
        assert (await journal.entries("a")).next == 3

    with_journal(path, play)


def test_closing_writes_what_was_appended_and_refuses_more(path: Path) -> None:
    """Entries appended before `close` are durable after it; later ones and questions are refused."""

    async def run() -> None:
        journal = Journal.open(path)
        await add_table(journal, "a")
        last = journal.append("a", 1, spoken("last"))
        await journal.close()
        await last
        with pytest.raises(ServerFault) as append:
            journal.append("a", 2, spoken("too late"))
        with pytest.raises(ServerFault) as question:
            await journal.find("a")
        assert (code_of(append), code_of(question)) == ("journal_closed", "journal_closed")

    asyncio.run(run())
    reader = JournalReader(path)
    assert reader.entries("a").next == 2
    reader.close()


def test_repeated_requests_are_found(path: Path) -> None:
    """A request leads to its entry by key and id, also after a restart; another key's same id does not."""

    async def write(journal: Journal) -> None:
        await add_table(journal, "a")
        await journal.append("a", 1, spoken("x"), key=ADA, request=b"r" * 16)

    async def read(journal: Journal) -> None:
        assert await journal.answered(ADA, b"r" * 16) == ("a", 1)
        assert await journal.answered(BEN, b"r" * 16) is None
        assert await journal.answered(ADA, b"s" * 16) is None

    with_journal(path, write)
    with_journal(path, read)


def test_finished_tables_come_newest_first_in_pages(path: Path) -> None:
    """Pages follow each other without gap or repetition, though all tables end in the same millisecond."""

    async def play(journal: Journal) -> None:
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

    with_journal(path, play)


def test_tables_are_found_by_id_and_by_name(path: Path) -> None:
    """An id finds its table alone; a name finds all tables called so."""

    async def play(journal: Journal) -> None:
        await journal.append("a", 0, created(), directory=row(name="b"))
        await journal.append("b", 0, created(), directory=row(name="x"))
        await journal.append("c", 0, created(), directory=row(name="x"))
        assert [entry.id for entry in await journal.find("b")] == ["b"]
        assert {entry.id for entry in await journal.find("x")} == {"b", "c"}
        assert await journal.find("nowhere") == []

    with_journal(path, play)


def test_pruning_takes_old_ended_tables_whole(path: Path) -> None:
    """Tables that ended earlier go with all that belongs to them; later ones and open ones stay."""

    async def play(journal: Journal) -> None:
        for number in range(50):
            ended = row("finished", ended_ms=number, keys=(ADA,))
            await add_table(journal, f"t{number}", ended=ended)
        await add_table(journal, "open")
        assert await journal.prune(older_than_ms=45) == 45
        assert [entry.id for entry in await journal.finished()] == ["t49", "t48", "t47", "t46", "t45"]
        assert (await journal.entries("t0")).entries == ()
        assert [table.id for table in await journal.open_tables()] == ["open"]

    with_journal(path, play)
    with sqlite3.connect(path) as connection:
        counts = [connection.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("entries", "holders")]
    connection.close()
    assert counts == [5 * 2 + 1, 5]


def test_access_lists_last(path: Path) -> None:
    """Bans and permissions survive a restart and can be changed and taken back."""

    async def write(journal: Journal) -> None:
        await journal.set_standing("AAAA", "banned")
        await journal.set_standing("BBBB", "allowed")
        await journal.set_standing("CCCC", "allowed")
        await journal.set_standing("CCCC", None)
        await journal.set_standing("BBBB", "banned")

    async def read(journal: Journal) -> None:
        assert await journal.standings() == {"AAAA": "banned", "BBBB": "banned"}

    with_journal(path, write)
    with_journal(path, read)


DAMAGES = {
    "a body that cannot be read": "UPDATE entries SET body = x'c1' WHERE table_id = 'b' AND n = 2",
    "a body that is no entry": "UPDATE entries SET body = x'80' WHERE table_id = 'b' AND n = 2",
    "a body that is text": "UPDATE entries SET body = 'text' WHERE table_id = 'b' AND n = 2",
    "a gap": "DELETE FROM entries WHERE table_id = 'b' AND n = 2",
    "a second beginning": "UPDATE entries SET body = (SELECT body FROM entries WHERE n = 0) "
    "WHERE table_id = 'b' AND n = 2",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_table_does_not_keep_the_others_back(path: Path, damage: str) -> None:
    """The table says where it is damaged and what is sound before; the others load, and it can still be closed."""

    async def write(journal: Journal) -> None:
        for table in ("a", "b", "c"):
            await add_table(journal, table, lines=3)

    async def read(journal: Journal) -> None:
        tables = {table.id: table for table in await journal.open_tables()}
        assert {name: table.damaged_at for name, table in tables.items()} == {"a": None, "b": 2, "c": None}
        assert tables["b"].entries == (created(), spoken("1"))
        await journal.append("b", tables["b"].next, spoken("closed"), directory=row("abandoned"))

    with_journal(path, write)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    with_journal(path, read)


@pytest.mark.parametrize("sql", ["DELETE FROM entries", "DELETE FROM entries WHERE n = 0"])
def test_a_table_without_its_beginning_is_damaged(path: Path, sql: str) -> None:
    """A table whose first entry is missing is reported, not taken for an empty one."""

    async def write(journal: Journal) -> None:
        await add_table(journal, "a", lines=1)

    async def read(journal: Journal) -> None:
        [table] = await journal.open_tables()
        assert table.entries == ()
        assert table.damaged_at is not None

    with_journal(path, write)
    with sqlite3.connect(path) as connection:
        connection.execute(sql)
    connection.close()
    with_journal(path, read)


def test_the_file_is_migrated_with_all_its_entries(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older layout gets every missing step and keeps its content; a step that fails leaves the old one whole."""

    async def write(journal: Journal) -> None:
        await add_table(journal, "a", lines=2)

    async def read(journal: Journal) -> None:
        [table] = await journal.open_tables()
        assert table.next == 3

    with_journal(path, write)
    steps = list(journal_schema.MIGRATIONS)
    added = ["ALTER TABLE tables ADD COLUMN place TEXT;", "UPDATE tables SET place = 'Wien';"]
    monkeypatch.setattr(journal_schema, "MIGRATIONS", [*steps, *added, "nonsense;"])
    with pytest.raises(ServerFault) as broken:
        Journal.open(path)
    assert code_of(broken) == "journal_unusable"
    with pytest.raises(ServerFault) as older:
        JournalReader(path)
    assert code_of(older) == "journal_older"
    monkeypatch.setattr(journal_schema, "MIGRATIONS", [*steps, *added])
    with_journal(path, read)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT place FROM tables").fetchall() == [("Wien",)]
        assert connection.execute("SELECT value FROM meta").fetchall() == [("3",)]
    connection.close()


def test_a_newer_file_is_refused_untouched(path: Path) -> None:
    """A journal of a later program is neither read nor changed, and the fault says which layout it has."""
    open_for_writing(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99'")
    connection.close()
    for opening in (Journal.open, JournalReader):
        with pytest.raises(ServerFault) as newer:
            opening(path)
        assert code_of(newer) == "journal_newer"
        assert newer.value.parameters["schema"] == 99


def test_other_files_are_refused(tmp_path: Path) -> None:
    """What is no database, another program's database, a torn file and a folder: each has its own fault."""
    torn = tmp_path / "torn"
    connection = open_for_writing(torn)
    connection.executemany("INSERT INTO access VALUES (?, 'banned')", [(f"{n:0500}",) for n in range(200)])
    connection.close()
    content = bytearray(torn.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    torn.write_bytes(content)
    (tmp_path / "text").write_text("no database " * 100)
    with sqlite3.connect(tmp_path / "foreign") as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    (tmp_path / "folder").mkdir()
    expected = {
        "text": "journal_corrupt",
        "foreign": "journal_foreign",
        "torn": "journal_corrupt",
        "folder": "journal_unusable",
    }
    for name, code in expected.items():
        with pytest.raises(ServerFault) as refused:
            Journal.open(tmp_path / name)
        assert code_of(refused) == code, name
    with pytest.raises(ServerFault) as missing:
        JournalReader(tmp_path / "nothing")
    assert code_of(missing) == "journal_missing"


def test_a_backup_is_consistent_while_the_journal_is_written(path: Path, tmp_path: Path) -> None:
    """Each copy holds every entry acknowledged before it began, without gaps, and is private and complete in itself."""
    copies = [tmp_path / f"copy{number}" for number in range(3)]
    acknowledged = []

    async def write(journal: Journal) -> None:
        for n in range(1, 10_000):
            await journal.append("a", n, spoken("x" * 500))
            if writing.done():
                return

    writing: asyncio.Future[None]

    async def play(journal: Journal) -> None:
        nonlocal writing
        writing = asyncio.get_running_loop().create_future()
        await add_table(journal, "a")
        task = asyncio.create_task(write(journal))
        for copy in copies:
            acknowledged.append((await journal.entries("a")).next)
            await journal.backup(copy)
        writing.set_result(None)
        await task

    with_journal(path, play)
    for copy, least in zip(copies, acknowledged, strict=True):
        reader = JournalReader(copy)
        table = reader.entries("a")
        reader.close()
        assert table.damaged_at is None
        assert table.next >= least
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert {entry.name for entry in tmp_path.iterdir()} == {path.name, *(copy.name for copy in copies)}


def test_a_backup_replaces_nothing(path: Path, tmp_path: Path) -> None:
    """An existing file is kept, a place that cannot be written is named, and nothing is left lying about."""
    open_for_writing(path).close()
    taken = tmp_path / "taken"
    taken.write_text("keep me")
    with pytest.raises(ServerFault) as exists:
        backup(path, taken)
    assert code_of(exists) == "file_exists"
    assert taken.read_text() == "keep me"
    with pytest.raises(ServerFault) as nowhere:
        backup(path, tmp_path / "no" / "such" / "folder")
    assert code_of(nowhere) == "file_unwritable"


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(path: Path) -> None:
    """In 20 rounds a process that prints each durable number is killed at some moment; all it printed is there."""
    for round_number in range(20):
        acknowledged = _append_until_killed(path, lines=5 + 7 * round_number % 40)
        connection = open_for_writing(path)
        connection.close()
        reader = JournalReader(path)
        for table in journal_appender.TABLES:
            stored = reader.entries(table)
            assert stored.damaged_at is None or stored.next == 0
            assert stored.next > acknowledged.get(table, -1)
        reader.close()


def _append_until_killed(path: Path, lines: int) -> dict[str, int]:
    """The last number that each table's appender acknowledged before kill -9 came after so many lines."""
    command = [sys.executable, journal_appender.__file__, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        heard = [process.stdout.readline() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        heard += process.stdout.readlines()
    acknowledged = {}
    for line in heard:
        if line.endswith("\n"):
            table, n = line.split()
            acknowledged[table] = int(n)
    return acknowledged
