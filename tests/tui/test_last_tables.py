"""The last tables: the newest first, each once, and never a reason for an error."""

from pathlib import Path

from opera_tui.home.home import last_table_text
from opera_tui.local.last_tables import FILE, MOST, LastTable, LastTables


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


async def test_the_file_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(MOST + 3):
        await LastTables(tmp_path).remember(entry(str(number)))
    assert len(LastTables(tmp_path).all()) == MOST


def test_a_damaged_file_is_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b'[{"table": 1}]\xff')
    assert LastTables(tmp_path).all() == []


async def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    await LastTables(tmp_path / "file").remember(entry("a"))


def test_where_a_game_stands_is_told_in_the_room_there_is() -> None:
    assert last_table_text(entry("a")) == "Fenice, not begun"
    assert last_table_text(entry("a", progress=4, length=9, is_my_turn=True)) == "Fenice, round 4 of 9, your turn"
    assert last_table_text(entry("a", progress=4, length=7, game="turandot")) == "Fenice, turn 4 of 7"
    long = entry("a", name="Teatro Colón", progress=4, length=9, is_my_turn=True)
    assert last_table_text(long) == "Teatro Colón, 4/9, your turn"
    assert "\x1b" not in last_table_text(entry("a", name="a\x1b[31m"))
