"""A journal that is lost, write-protected or damaged is told at the start; what can be read goes on."""

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.server.journals import ADA, add_table, code_of, open_journal, row, spoken, stored_tables

from opera_protocol.texts.sentences import sentence_of
from opera_server.faults import ServerFault
from opera_server.journal import schema
from opera_server.journal.entries import Asked
from opera_server.journal.journal import Journal
from opera_server.journal.opening import open_for_writing
from opera_server.journal.reader import JournalReader
from opera_server.journal.schema import connect, layout_of

NOBODY = 65534
PAGE = 4096
TABLES = ("aaaa", "bbbb", "cccc")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


async def write_tables(path: Path) -> None:
    """Three tables, each larger than a page of the file, and a key that is kept out."""
    async with open_journal(path) as journal:
        for table in TABLES:
            await add_table(journal, table)
            for n in range(1, 21):
                request = Asked(ADA, f"{table}{n:012}".encode())
                await journal.append(table, n, spoken(f"{table} says {n} " + "x" * 500), asked=request)
        await journal.set_access("K7QF-2M3A-X5TD-PLWE", "banned")


def break_page(path: Path, holding: bytes) -> None:
    """Flip one bit in the head of every page of the file that holds these bytes and no entry of another table."""
    content = bytearray(path.read_bytes())
    others = [f"{table} says".encode() for table in TABLES if not holding.startswith(table.encode())]
    for start in range(0, len(content), PAGE):
        page = content[start : start + PAGE]
        if holding in page and not any(other in page for other in others):
            content[start] ^= 1
    path.write_bytes(content)


async def test_a_damaged_page_costs_only_the_tables_on_it(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The other tables go on whole, the access list is kept, the damaged table is named and counts as damaged."""
    await write_tables(path)
    break_page(path, b"bbbb says 9 ")
    async with open_journal(path) as journal:
        tables = {table.id: table for table in await stored_tables(journal)}
        assert await journal.access_list() == {"K7QF-2M3A-X5TD-PLWE": "banned"}
        assert [tables[name].damaged_at for name in ("aaaa", "cccc")] == [None, None]
        assert [tables[name].next for name in ("aaaa", "cccc")] == [21, 21]
        assert tables["bbbb"].damaged_at is not None
        assert 0 < len(tables["bbbb"].entries) <= 9
        await journal.append("bbbb", tables["bbbb"].next, spoken("closed"), row=row("abandoned"))
    [mended] = [record.msg for record in caplog.records if "journal_mended" in str(record.msg)]
    assert "bbbb" in str(mended)
    assert "aaaa" not in str(mended)


async def test_what_was_damaged_is_kept_beside_the_mended_journal(path: Path) -> None:
    """For its owner alone; another start finds nothing to mend."""
    await write_tables(path)
    break_page(path, b"bbbb says 9 ")
    damaged = path.read_bytes()
    open_for_writing(path).close()
    kept = path.with_name(f"{path.name}.damaged-1")
    assert kept.read_bytes() == damaged
    assert stat.S_IMODE(kept.stat().st_mode) == stat.S_IMODE(path.stat().st_mode) == 0o600
    open_for_writing(path).close()
    assert {file.name for file in path.parent.iterdir()} == {path.name, kept.name}


async def test_a_journal_from_before_the_new_entries_is_mended_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tables are the same; it has the present layout afterwards."""
    steps = list(schema.MIGRATIONS)
    monkeypatch.setattr(schema, "MIGRATIONS", steps[:2])
    await write_tables(path)
    break_page(path, b"bbbb says 9 ")
    monkeypatch.setattr(schema, "MIGRATIONS", steps)
    async with open_journal(path) as journal:
        assert [table.id for table in await journal.open_tables()] == list(TABLES)
    with contextlib.closing(connect(path, "ro")) as connection:
        assert layout_of(connection, path) == len(steps)


def requests_in_entries(path: Path) -> list[bytes]:
    """The requests as they stand with the entries, not in their index."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return [
            request for request, _body in connection.execute("SELECT request, body FROM entries ORDER BY table_id, n")
        ]


async def test_a_damaged_index_costs_nothing(path: Path) -> None:
    """All tables are whole after the start, and a repeated request is known again."""
    await write_tables(path)
    content = path.read_bytes()
    request = b"bbbb000000000007"
    for found in re.finditer(re.escape(request), content):
        broken = bytearray(content)
        broken[found.start() + 15] ^= 8
        path.write_bytes(broken)
        if request in requests_in_entries(path):
            break
    async with open_journal(path) as journal:
        assert [table.damaged_at for table in await stored_tables(journal)] == [None, None, None]
        assert await journal.answer(Asked(ADA, request)) == {}
    assert path.with_name(f"{path.name}.damaged-1").exists()


async def test_an_index_that_is_found_damaged_later_is_made_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A large file is not checked whole at the start; the table is not stopped by it for ever."""
    monkeypatch.setattr("opera_server.journal.mending.CHECKED_WHOLE", 0)
    await write_tables(path)
    content = bytearray(path.read_bytes())
    place = content.find(b"openbbbb")
    assert content.count(b"openbbbb") == 1, "the entry in the index of states"
    content[place + 7] ^= 1
    path.write_bytes(content)
    async with open_journal(path) as journal:
        await journal.append("bbbb", 21, spoken("end"), row=row("finished", ended_ms=5))
        assert [game.id for game in await journal.finished()] == ["bbbb"]
    assert any("journal_reindexed" in str(record.msg) for record in caplog.records)


async def test_a_journal_whose_list_of_tables_is_unreadable_is_refused(path: Path) -> None:
    """It stays as it is, and a restart each second does not fill the disk with copies."""
    await write_tables(path)
    content = bytearray(path.read_bytes())
    for start in range(PAGE, len(content), PAGE):
        if b"Scala" in content[start : start + PAGE] and b" says " not in content[start : start + PAGE]:
            content[start] ^= 1
    path.write_bytes(content)
    for _ in range(2):
        with pytest.raises(ServerFault) as refused:
            Journal.open(path)
        assert code_of(refused) == "journal_corrupt"
    assert not list(path.parent.glob("*damaged*"))
    assert not list(path.parent.glob("*mended*"))
    assert path.read_bytes() == bytes(content)


@pytest.mark.parametrize(
    ("word", "instead"),
    [(b"CREATE TABLE meta", b"CREATE T\xff"), (b"value TEXT", b"valuf"), (b"body BLOB", b"bodz")],
    ids=["no text", "meta", "entries"],
)
async def test_a_journal_that_describes_its_tables_wrongly_is_refused_with_what_to_do(
    path: Path, word: bytes, instead: bytes
) -> None:
    """What SQLite then says may be no text; the sentence names the files beside it, which must not meet a backup."""
    await write_tables(path)
    content = path.read_bytes()
    place = content.find(word)
    assert 0 < place < PAGE
    damaged = content[:place] + instead + content[place + len(instead) :]
    path.write_bytes(damaged)
    with pytest.raises(ServerFault) as refused:
        async with open_journal(path) as journal:
            await journal.open_tables()
    assert code_of(refused) == "journal_corrupt"
    assert "-wal" in sentence_of(refused.value)
    assert path.read_bytes()[:PAGE] == damaged[:PAGE]


async def test_damaged_texts_keep_nobody_from_the_list_of_finished_games(path: Path) -> None:
    """A name that is no UTF-8 and a summary that is no JSON: the list has all games."""
    async with open_journal(path) as journal:
        for table in TABLES:
            await add_table(journal, table, ended=row("finished", ended_ms=5))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE tables SET name = CAST(x'53ff' AS TEXT) WHERE id = 'aaaa'")
        connection.execute("UPDATE tables SET summary = '{' WHERE id = 'bbbb'")
    connection.close()
    async with open_journal(path) as journal:
        found = {game.id: game for game in await journal.finished()}
    assert set(found) == set(TABLES)
    assert found["bbbb"].summary["players"] == []


@pytest.mark.parametrize("is_emptied", [False, True], ids=["lost", "emptied"])
async def test_a_journal_that_is_gone_beside_a_full_log_is_not_begun_anew(
    path: Path, tmp_path: Path, is_emptied: bool
) -> None:
    """The start is refused with what to do, and the log stays as it is."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    log = crashed / f"{path.name}-wal"
    async with open_journal(path) as journal:
        await add_table(journal, "aaaa")
        shutil.copyfile(path.with_name(log.name), log)
    content = log.read_bytes()
    if is_emptied:
        (crashed / path.name).touch()
    with pytest.raises(ServerFault) as lost:
        Journal.open(crashed / path.name)
    assert code_of(lost) == "journal_lost"
    assert log.name in sentence_of(lost.value)
    assert log.read_bytes() == content


def refusal_as_nobody(path: Path) -> str:
    """Open a journal as a user who may only read it, and give back code and sentence of the refusal."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        try:
            open_for_writing(path)
        except ServerFault as fault:
            os.write(writer, f"{fault.code} {sentence_of(fault)}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as told:
        return told.read()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine can reach."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="a file of one's own is made writable")


@pytest.mark.parametrize("mode", [0o555, pytest.param(0o777, marks=AS_ROOT)], ids=["folder too", "file alone"])
def test_a_journal_that_can_only_be_read_is_refused_at_the_start(open_folder: Path, mode: int) -> None:
    """It is not ready to take a game, so it does not say so; the sentence names the reason.

    Where only the file is write-protected, SQLite opens it without a word.
    """
    path = open_folder / "journal.sqlite3"
    open_for_writing(path).close()
    path.chmod(0o444)
    open_folder.chmod(mode)
    told = refusal_as_nobody(path)
    open_folder.chmod(0o755)
    assert told.startswith("journal_unusable ")
    assert "write-protected" in told


async def test_an_error_that_nobody_foresaw_refuses_the_entry_and_is_logged(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread that writes goes on, so that nobody waits for it for ever."""
    async with open_journal(path) as journal:

        def fail(_connection: sqlite3.Connection) -> None:
            raise LookupError("unforeseen")

        with pytest.raises(ServerFault) as failed:
            await journal._change(fail)
        assert code_of(failed) == "journal_write_failed"
        await add_table(journal, "aaaa")
    assert any("journal_failed" in str(record.msg) for record in caplog.records)
    reader = JournalReader(path)
    assert reader.entries("aaaa").next == 1
    reader.close()
