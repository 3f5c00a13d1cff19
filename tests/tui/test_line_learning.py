"""Lessons and puzzles in lines: at home and in the list of tables, by numbers and names, and how far each is."""

from pathlib import Path

import pytest
from tui.test_line_scripts import at_server, in_lines

from opera_games.puzzles import puzzle_id, shelf, todays_puzzle
from opera_tui.config.machine import Machine, VisitedMachine
from opera_tui.line_mode.learning import lesson_meant
from opera_tui.local.done_lessons import note_lesson
from opera_tui.session.intents import GoHome, Join


@pytest.mark.parametrize("machine", [Machine(), VisitedMachine()], ids=["own", "visited"])
async def test_lessons_and_puzzles_begin_in_the_list_of_tables(machine: Machine, tmp_path: Path) -> None:
    """There visitors come in, who have no other list: by number, by name, and what is begun; a left puzzle is gone."""
    async with at_server(tmp_path) as (_session, address):
        join = Join(address, is_visit=machine.is_visit)
        lines = ("?", "learn", "2", "tables", "learn", "learn nothing", "puzzle 7", "tables", "learn maestro", "q")
        said = await in_lines(join, *lines, machine=machine)
        again = await in_lines(join, "tables", "learn", "open opera", "q", machine=machine)
    assert any(sentence.startswith("learn tells the lessons, and how far you are") for sentence in said)
    assert said.count("Lessons; a number or a name leads to one:") == 2
    assert "2, Signora: sell music to the Palazzo, and what for." in said
    assert any(sentence.startswith("You have just built London and Paris;") for sentence in said)
    assert "2, Signora, begun: sell music to the Palazzo, and what for." in said
    assert "This server has no lesson “nothing”." in said
    assert any(sentence.startswith("You are ") and "Which move makes sure" in sentence for sentence in said)
    assert any(sentence.startswith("The Maestro stands in Wien") for sentence in said)
    listed = [sentence for sentence in said if ", where you sit: " in sentence]
    assert any("Signora" in sentence for sentence in listed)
    assert not any("Puzzle" in sentence for sentence in listed)
    assert "3, Maestro, begun: double the income of a city." in again
    assert any(sentence.startswith("Opera at ") and "not begun" in sentence for sentence in again)


def test_a_lesson_or_puzzle_is_meant_by_its_number_or_name() -> None:
    numbers = [lesson_meant(line) for line in ("learn 1", "learn 11", "learn 12", "learn 0", "puzzle 86", "puzzle x")]
    assert numbers == ["opera", "last-turn", "12", "0", "puzzle-86", ""]
    names = [lesson_meant(line) for line in ("learn sig", "learn Round six", "learn turandot", "learn", "Signora")]
    assert names == ["signora", "round-6", "turandot", "", ""]
    assert lesson_meant("puzzle") == puzzle_id(todays_puzzle())


async def test_lines_say_what_is_done_of_lessons_and_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """At home as in the list of tables; nothing of puzzles while none is solved; the example is one that is not."""
    for module in ("opera_games.puzzles", "opera_tui.line_mode.learning"):
        monkeypatch.setattr(f"{module}.todays_puzzle", lambda: 5)
    before = await in_lines(GoHome(), "q")
    for lesson in ("maestro", "puzzle-1", "puzzle-4"):
        note_lesson(lesson)
    after = await in_lines(GoHome(), "learn", "q")
    another = "solve the puzzle of the day, or type puzzle and a number for another one, such as puzzle {}."
    assert any(sentence.endswith(another.format(1)) for sentence in before)
    assert any(sentence.endswith(f"{another.format(2)} Solved: 2 of {len(shelf())}.") for sentence in after)
    assert "3, Maestro, done: double the income of a city." in after
    assert "2, Signora: sell music to the Palazzo, and what for." in after
