"""The last tables: the newest first, each once, and never a reason for an error."""

import asyncio
from pathlib import Path

import pytest
from rich.cells import cell_len
from support.tui.shell_scenes import own_table

from opera_protocol.client import View
from opera_protocol.local.storage import sole_writer
from opera_tui.home.entries import last_table_text
from opera_tui.local.last_tables import FILE, MOST, LastTable, LastTables, entry_of


def entry(table: str, where: str = "solo", **more: object) -> LastTable:
    values = {"table": table, "where": where, "name": "Fenice", "game": "opera", **more}
    return LastTable(**values)  # type: ignore[arg-type]


async def test_the_newest_comes_first_and_each_only_once(tmp_path: Path) -> None:
    for table in ("a", "b", "a"):
        await LastTables(tmp_path).remember(entry(table))
    await LastTables(tmp_path).remember(entry("a", "host"))
    tables = LastTables(tmp_path)
    assert [found.place for found in tables.all()] == [("host", "", "a"), ("solo", "", "a"), ("solo", "", "b")]


async def test_a_table_that_is_over_is_forgotten(tmp_path: Path) -> None:
    tables = LastTables(tmp_path)
    await tables.remember(entry("a"))
    await tables.forget(entry("a").place)
    assert LastTables(tmp_path).all() == []


async def test_a_table_that_is_forgotten_does_not_come_back(tmp_path: Path) -> None:
    """Remembering it was under way, and nobody waits for that any more: the game that had just ended stood there."""
    tables = LastTables(tmp_path)
    with sole_writer(tmp_path / FILE):
        remembering = [asyncio.create_task(tables.remember(entry(f"t{number}"))) for number in range(4)]
        await asyncio.sleep(0)
        for task in remembering:
            task.cancel()
        await asyncio.wait(remembering)
    for number in range(4):
        await tables.forget(entry(f"t{number}").place)
    await tables.remember(entry("another"))
    assert [kept.table for kept in tables.all()] == ["another"]


async def test_the_file_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(MOST + 3):
        await LastTables(tmp_path).remember(entry(str(number)))
    assert len(LastTables(tmp_path).all()) == MOST


@pytest.mark.parametrize("content", [b'[{"table": 1}]\xff', b"", b"7", b"[" * 100_000, b'{"table": "a"}x'])
def test_a_file_of_something_else_is_an_empty_one(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert LastTables(tmp_path).all() == []


BAD_ENTRIES = (
    b"7",
    b"null",
    b'{"table": 1, "where": "solo", "name": "Fenice", "game": "opera"}',
    b'{"table": "x", "where": "moon", "name": "Fenice", "game": "opera"}',
    b'{"table": "x", "where": "solo", "name": "' + b"n" * 2_000_000 + b'", "game": "opera"}',
    b'{"table": "x", "where": "solo", "name": "Fenice", "game": "opera", "progress": -1}',
    b'{"table": "x", "where": "solo", "na',
    b'{"table": "x", "where": "solo", "name": "\xff", "game": "opera"}',
)


@pytest.mark.parametrize("bad", BAD_ENTRIES)
async def test_one_bad_entry_costs_only_itself(bad: bytes, tmp_path: Path) -> None:
    """Also when the file is written the next time."""
    tables = LastTables(tmp_path)
    for table in ("a", "b"):
        await tables.remember(entry(table))
    first, *lines = (tmp_path / FILE).read_bytes().splitlines()
    (tmp_path / FILE).write_bytes(b"\n".join([first, bad + b",", *lines]))
    assert [found.table for found in tables.all()] == ["b", "a"]
    await tables.remember(entry("c"))
    assert [found.table for found in LastTables(tmp_path).all()] == ["c", "b", "a"]


async def test_the_file_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    """It had everything in one line."""
    (tmp_path / FILE).write_bytes(
        b'[{"table":"a","where":"away","address":"scala","name":"Fenice","game":"opera","progress":3,"length":9}]'
    )
    assert [found.place for found in LastTables(tmp_path).all()] == [("away", "scala", "a")]


@pytest.mark.parametrize("name", ["n" * 40, "\x1b[2J\n", "\u202e", "", "歌" * 40, "["])
async def test_the_name_that_a_hostile_server_gives_a_table_harms_no_other_entry(name: str, tmp_path: Path) -> None:
    tables = LastTables(tmp_path)
    await tables.remember(entry("a"))
    view = own_table(name=name, id="../../x", game=name)
    remembered = entry_of(View("t1", view, 1, {"seat": 0, "decision": None}, 1), "away", "scala")
    assert remembered is not None
    await tables.remember(remembered)
    first, second = LastTables(tmp_path).all()
    assert (first.table, second.table) == ("t1", "a")
    assert first.name.isprintable()
    assert cell_len(first.name) <= 12


async def test_an_entry_that_the_file_could_not_hold_is_not_written(tmp_path: Path) -> None:
    tables = LastTables(tmp_path)
    await tables.remember(entry("a"))
    for bad in (entry("x" * 17), entry("b", where="moon"), entry("b", address="a" * 301), entry("b", name="")):
        await tables.remember(bad)
    assert [found.table for found in tables.all()] == ["a"]


async def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    await LastTables(tmp_path / "file").remember(entry("a"))


def test_where_a_game_stands_is_told_in_the_room_there_is() -> None:
    assert last_table_text(entry("a")) == "Opera Fenice, not begun"
    assert last_table_text(entry("a", progress=4, length=9, is_my_turn=True)) == "Opera Fenice, 4/9, your turn"
    assert last_table_text(entry("a", progress=4, length=7, game="turandot")) == "Turandot Fenice, turn 4 of 7"
    long = entry("a", name="Teatro Colón", progress=4, length=9, is_my_turn=True)
    assert last_table_text(long) == "Opera, 4/9, your turn"
    assert "\x1b" not in last_table_text(entry("a", name="a\x1b[31m"))


def test_a_lesson_that_was_left_is_called_one() -> None:
    assert last_table_text(entry("a", progress=1, length=9, lesson="opera")) == "lesson: First steps"
    assert last_table_text(entry("a", progress=9, length=9, lesson="puzzle-7")) == "puzzle 7"
    assert last_table_text(entry("a", lesson="of another version")) == "Opera Fenice, not begun"
