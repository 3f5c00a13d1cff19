"""The journal's file survives kills, damage and other programs' versions, or says what is wrong with it."""

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.server import journal_appender
from support.server.journals import ADA, add_table, code_of, created, open_journal, row, spoken, stored_tables

from opera_server.faults import ServerFault
from opera_server.journal import schema
from opera_server.journal.entries import Asked, Seated
from opera_server.journal.journal import Journal, backup
from opera_server.journal.opening import open_for_writing
from opera_server.journal.reader import JournalReader


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def modes(path: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}


PRIVATE = dict.fromkeys(("journal.sqlite3", "journal.sqlite3-wal", "journal.sqlite3-shm"), 0o600)


async def test_the_journal_is_its_owners_alone(path: Path) -> None:
    """A new journal, its write-ahead log and that log's index have mode 0600, whatever the umask allows."""
    before = os.umask(0o022)
    try:
        async with open_journal(path) as journal:
            await add_table(journal, "a")
            assert modes(path) == PRIVATE
    finally:
        os.umask(before)


async def test_a_journal_that_others_could_read_is_taken_away_from_them(path: Path, tmp_path: Path) -> None:
    """One of an earlier version, with the logs that a crash left beside it."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with open_journal(path) as journal:
        await add_table(journal, "a")
        for name in PRIVATE:
            shutil.copyfile(path.with_name(name), crashed / name)
            (crashed / name).chmod(0o644)
    async with open_journal(crashed / path.name) as journal:
        assert [table.id for table in await journal.open_tables()] == ["a"]
        assert modes(crashed / path.name) == PRIVATE


DAMAGES = {
    "a body that cannot be read": "UPDATE entries SET body = x'c1' WHERE table_id = 'b' AND n = 2",
    "a body that is no entry": "UPDATE entries SET body = x'80' WHERE table_id = 'b' AND n = 2",
    "a body that is text": "UPDATE entries SET body = 'text' WHERE table_id = 'b' AND n = 2",
    "a gap": "DELETE FROM entries WHERE table_id = 'b' AND n = 2",
    "a number that is text": "UPDATE entries SET n = 'two' WHERE table_id = 'b' AND n = 2",
    "a second beginning": "UPDATE entries SET body = (SELECT body FROM entries WHERE n = 0) "
    "WHERE table_id = 'b' AND n = 2",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
async def test_a_damaged_table_does_not_keep_the_others_back(path: Path, damage: str) -> None:
    """The table says where it is damaged and what is sound before; the others load, and it can still be closed."""
    async with open_journal(path) as journal:
        for table in ("a", "b", "c"):
            await add_table(journal, table, lines=3)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    async with open_journal(path) as journal:
        tables = {table.id: table for table in await stored_tables(journal)}
        assert {name: table.damaged_at for name, table in tables.items()} == {"a": None, "b": 2, "c": None}
        assert tables["b"].entries == (created(), spoken("1"))
        await journal.append("b", tables["b"].next, spoken("closed"), row=row("abandoned"))


@pytest.mark.parametrize("sql", ["DELETE FROM entries", "DELETE FROM entries WHERE n = 0"])
async def test_a_table_without_its_beginning_is_damaged(path: Path, sql: str) -> None:
    """A table whose first entry is missing is reported, not taken for an empty one."""
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=1)
    with sqlite3.connect(path) as connection:
        connection.execute(sql)
    connection.close()
    async with open_journal(path) as journal:
        [table] = await stored_tables(journal)
        assert table.entries == ()
        assert table.damaged_at is not None


async def test_the_file_is_migrated_with_all_its_entries(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An older layout gets every missing step and keeps its content; a step that fails leaves the old one whole."""
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=2)
    steps = list(schema.MIGRATIONS)
    added = ["ALTER TABLE tables ADD COLUMN place TEXT;", "UPDATE tables SET place = 'Wien';"]
    monkeypatch.setattr(schema, "READABLE_FROM", len(steps) + 1)
    monkeypatch.setattr(schema, "MIGRATIONS", [*steps, *added, "nonsense;"])
    with pytest.raises(ServerFault) as broken:
        Journal.open(path)
    assert code_of(broken) == "journal_corrupt"
    with pytest.raises(ServerFault) as older:
        JournalReader(path)
    assert code_of(older) == "journal_older"
    monkeypatch.setattr(schema, "MIGRATIONS", [*steps, *added])
    async with open_journal(path) as journal:
        [table] = await stored_tables(journal)
        assert table.next == 3
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT place FROM tables").fetchall() == [("Wien",)]
        assert connection.execute("SELECT value FROM meta WHERE name = 'schema_version'").fetchall() == [
            (str(len(steps) + 2),)
        ]
    connection.close()


async def test_a_request_that_an_older_layout_knew_twice_belongs_to_its_first_entry(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first layout did not keep a client from using an id again; no entry is lost by that."""
    asked = Asked(ADA, b"r" * 16)
    steps = list(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", steps[:1])
    monkeypatch.setattr(schema, "READABLE_FROM", 1)
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=2)
        for n in (3, 4):
            await journal.append("a", n, Seated(at=1, seat=n, key=ADA, name="Ada"), asked=asked)
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    async with open_journal(path) as journal:
        assert (await journal.entries("a")).next == 5
        assert await journal.answer(asked) == {"seat": 3}


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


async def test_a_backup_is_consistent_while_the_journal_is_written(path: Path, tmp_path: Path) -> None:
    """Each copy holds every entry acknowledged before it began, without gaps, and is private and complete in itself."""
    copies = [tmp_path / f"copy{number}" for number in range(3)]
    acknowledged = []

    async def write(journal: Journal) -> None:
        for n in range(1, 10_000):
            await journal.append("a", n, spoken("x" * 500))
            if writing.done():
                return

    writing: asyncio.Future[None]
    async with open_journal(path) as journal:
        writing = asyncio.get_running_loop().create_future()
        await add_table(journal, "a")
        task = asyncio.create_task(write(journal))
        for copy in copies:
            acknowledged.append((await journal.entries("a")).next)
            await journal.backup(copy)
        writing.set_result(None)
        await task
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


async def test_a_program_that_does_not_know_the_new_entries_refuses_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take them for damage and close the tables; a journal from before them is read as it is."""
    steps = list(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", steps[:2])
    async with open_journal(path) as journal:
        await add_table(journal, "a", lines=2)
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    reader = JournalReader(path)
    assert len(reader.entries("a").entries) == 3
    reader.close()
    async with open_journal(path):
        pass
    monkeypatch.setattr(schema, "MIGRATIONS", steps[:2])
    with pytest.raises(ServerFault) as newer:
        Journal.open(path)
    assert code_of(newer) == "journal_newer"
