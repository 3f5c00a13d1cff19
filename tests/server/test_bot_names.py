"""The names and temperaments of bots at a table."""

from itertools import product
from pathlib import Path

from opera_bots.levels import LEVELS, TEMPERED, temperaments_of
from opera_protocol import texts
from opera_protocol.wire.messages import TableSettings
from opera_server.journal.entries import BotSeated, Created
from opera_server.tables.seating import BOT_NAMES, new_bot
from opera_server.tables.table import Table

TEMPLATE = Path(texts.__file__).parent / "locale" / "opera.pot"


def test_no_bot_is_called_like_something_in_the_games() -> None:
    """Puccini is what goes round in Turandot: 'Puccini ▼V Puccini' tells nobody who holds him."""
    said = TEMPLATE.read_text("utf-8")
    assert "Puccini" in said
    assert [name for name in BOT_NAMES if name in said] == []


def bots_of(game: str, level: str, tables: int = 20, seed: bytes | None = None) -> list[BotSeated]:
    """The bots of several tables with three seats."""
    found = []
    for number in range(tables):
        settings = TableSettings(game=game, name="Scala", seats=3, seed=seed)
        table = Table.create(f"table{number}", Created(at=0, settings=settings, rules=2, key=b"k" * 32))
        for seat in range(3):
            found.append(new_bot(table, seat, level, 1))
            table.absorb(found[-1])
    return found


def test_soloists_of_opera_have_temperaments_by_chance_and_other_bots_none() -> None:
    assert {bot.temperament for bot in bots_of("opera", "soloist")} == set(temperaments_of("opera"))
    others = [pair for pair in product(("opera", "turandot"), LEVELS) if pair != ("opera", "soloist")]
    assert {bot.temperament for pair in others for bot in bots_of(*pair, tables=2)} == {""}


def test_a_table_with_a_seed_has_the_same_temperaments_again() -> None:
    """Games with a seed are there to be repeated."""
    first, second = (bots_of("opera", "soloist", 1, b"s" * 32) for _ in range(2))
    assert [bot.temperament for bot in first] == [bot.temperament for bot in second]


def test_the_table_asks_for_the_bot_with_its_temperament_and_keeps_it_when_the_bot_changes() -> None:
    table = Table.create(
        "t", Created(at=0, settings=TableSettings(game="opera", name="Scala", seats=2), rules=2, key=b"k" * 32)
    )
    table.absorb(new_bot(table, 1, "soloist", 1))
    name, temperament = table.chairs[1].name, table.chairs[1].temperament
    assert table.chairs[1].bot == f"soloist:{temperament}"
    table.absorb(new_bot(table, 1, "chorus", 2))
    assert (table.chairs[1].name, table.chairs[1].bot) == (name, "chorus")
    table.absorb(new_bot(table, 1, "soloist", 3))
    assert table.chairs[1].temperament == temperament


def test_a_name_with_the_level_that_has_temperaments_fits_the_lobby() -> None:
    assert max(len(f"{name}, {TEMPERED}") for name in BOT_NAMES) <= 18
