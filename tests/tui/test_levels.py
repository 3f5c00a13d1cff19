"""The levels of bots: read and typed by their names in the reader's language, kept and sent as English words."""

from pathlib import Path

import pytest
from support.tui.line_player import Script, at_table, play

from opera_tui.home.record import record_told
from opera_tui.line_mode.before_start import levels_told
from opera_tui.local.record import Opponents, Record, Tally
from opera_tui.look.i18n import choose_language
from opera_tui.look.levels import LEVELS, level_name

NAMES = {
    "en": "random chorus soloist virtuoso diva",
    "it": "casuale coro solista virtuoso diva",
    "de": "Zufall Chor Solist Virtuose Diva",
    "fr": "hasard chœur soliste virtuose diva",
}


@pytest.mark.parametrize("language", NAMES)
def test_every_level_has_its_name_in_every_language(language: str) -> None:
    choose_language(language)
    assert " ".join(map(level_name, LEVELS)) == NAMES[language]
    told = levels_told(LEVELS)
    assert [one.partition(":")[0].strip() for one in told[:-1]] == NAMES[language].split()


def test_a_level_of_a_newer_server_is_shown_as_it_came_without_what_a_terminal_acts_on() -> None:
    choose_language("it")
    assert level_name("tenor\x1b[2J") == "tenor\N{REPLACEMENT CHARACTER}[2J"


@pytest.mark.parametrize(
    ("language", "bots", "seat"),
    [
        ("it", "bot coro", "posto 2 solista"),
        ("de", "Bots Chor", "Platz 2 Solist"),
        ("fr", "bots chœur", "place 2 soliste"),
        ("fr", "bots choeur", "seat 2 soliste"),
        ("de", "bots chorus", "seat 2 soloist"),
    ],
)
async def test_levels_are_typed_by_their_names_or_in_english(
    tmp_path: Path, language: str, bots: str, seat: str
) -> None:
    """The table has the English words, and what is said of it has the names."""
    choose_language(language)
    script = Script(bots, seat)
    async with at_table(tmp_path, "turandot", 3, bots=0, is_begun=False) as (here, session, table_id):
        await play(session, table_id, script)
        assert [chair.level for chair in here.room(table_id).table.chairs] == ["", "soloist", "chorus"]
    last = next(said for said in reversed(script.heard) if ";" in said and "Turandot" in said)
    assert all(level_name(level) in last for level in ("soloist", "chorus"))
    assert "soloist" not in last


async def test_a_level_that_there_is_not_is_answered_with_the_names(tmp_path: Path) -> None:
    choose_language("it")
    script = Script("bot tenore")
    async with at_table(tmp_path, "turandot", 3, bots=0, is_begun=False) as (_here, session, table_id):
        await play(session, table_id, script)
    assert [said for said in script.heard if "casuale, coro, solista, virtuoso, diva" in said]


def test_the_record_names_levels_in_the_reader_s_language() -> None:
    """Results keep the English word."""
    choose_language("de")
    record = Record(1, 1, 1, 1, {Opponents("opera", 3, "chorus"): Tally(1, 1, 9)})
    told = "\n".join(record_told(record))
    assert "Chor" in told
    assert "chorus" not in told
