"""Lessons and puzzles in lines: at home and in the list of tables, by numbers and names, and how far each is."""

from pathlib import Path

import pytest
from support.server.running import inside, strict_limits
from support.tui.line_player import Script
from tui.test_line_scripts import at_server, in_lines

from opera_games.puzzles import puzzle_id, shelf, todays_puzzle
from opera_protocol.wire.messages import TableSettings
from opera_tui.config.machine import Machine, VisitedMachine
from opera_tui.config.settings import Settings
from opera_tui.games.speech import Unclear
from opera_tui.line_mode.exits import Exit
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.learning import known_lesson
from opera_tui.line_mode.lobby import choose_table
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Speaker
from opera_tui.line_mode.table import LineTable
from opera_tui.local.done_lessons import note_lesson
from opera_tui.session.intents import GoHome, Join, Learn
from opera_tui.session.session import Place, open_session

GUESS = "A counting: how many points is that for you? Type a number, or nothing to hear it."
VERDICTS = ("It is ", "Right, ", "Counting 1")


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
    assert "There is no lesson “nothing”; learn lists them all." in said
    assert any(sentence.startswith("You are ") and "Which move makes sure" in sentence for sentence in said)
    assert any(sentence.startswith("The Maestro stands in Wien") for sentence in said)
    listed = [sentence for sentence in said if ", where you sit: " in sentence]
    assert any("Signora" in sentence for sentence in listed)
    assert not any("Puzzle" in sentence for sentence in listed)
    assert "3, Maestro, begun: double the income of a city." in again
    assert any(sentence.startswith("Opera at ") and "not begun" in sentence for sentence in again)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("learn nothing", "There is no lesson “nothing”; learn lists them all."),
        ("puzzle 999", f"There are the puzzles 1 to {len(shelf())}."),
        ("learn 2", "You hold 1 seat, which is all that this server allows; give one up first."),
        ("puzzle 7", "You hold 1 seat, which is all that this server allows; give one up first."),
    ],
)
async def test_a_lesson_that_does_not_begin_leaves_the_reader_in_the_list(typed: str, why: str, tmp_path: Path) -> None:
    """Whether there is none such or the server opens no more tables: the list is told again, and goes on."""
    player = Script(typed, "", "?", "q")
    async with inside(tmp_path / "server", limits=strict_limits(seats_per_key=1)) as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        await session.create(TableSettings(game="opera", name="Fenice", seats=2))
        front = LineFront("Ada", Speaker(player.hear), player)
        preferences = Preferences(Settings(), front.machine)
        assert await choose_table(session, front, preferences, is_watching=False) is Exit.PROGRAM
        await session.leave()
    at = player.heard.index(why)
    assert player.heard[at + 1].startswith("1 table, ")
    assert player.heard[-1] == "settings lists settings, Enter tells the tables again, q leaves."


def test_a_lesson_or_puzzle_is_meant_by_its_number_or_name() -> None:
    numbers = [known_lesson(line) for line in ("learn 1", "learn 11", "puzzle 86", "puzzle x")]
    assert numbers == ["opera", "last-turn", "puzzle-86", ""]
    names = [known_lesson(line) for line in ("learn sig", "learn Round six", "learn turandot", "learn", "Signora")]
    assert names == ["signora", "round-6", "turandot", "", ""]
    assert known_lesson("puzzle") == puzzle_id(todays_puzzle())
    for line in ("learn 12", "learn 0", "puzzle 0"):
        with pytest.raises(Unclear):
            known_lesson(line)


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


class Guesser(Script):
    """Does what a lesson has in mind until it asks for a guess, and types the given lines from there on."""

    async def next(self) -> str | None:
        if any(sentence.startswith(GUESS) for sentence in self.heard):
            return await super().next()
        return "y" if self.heard[-1].endswith("Type y to send.") else "p"

    @property
    def answers(self) -> list[str]:
        """What was said since the guess was asked for."""
        at = next(place for place, sentence in enumerate(self.heard) if sentence.startswith(GUESS))
        return self.heard[at + 1 :]


@pytest.mark.parametrize("word", ["q", "quit", "home", "stand up"])
async def test_words_for_leaving_leave_also_while_a_counting_is_guessed(word: str) -> None:
    guesser = Guesser(word, "q")
    await in_lines(Learn("arranging"), player=guesser)
    assert not any(sentence.startswith(VERDICTS) for sentence in guesser.answers)
    leads_home = word in ("home", "stand up")
    assert any(sentence.startswith("Where to?") for sentence in guesser.answers) == leads_home
    assert guesser.lines == ([] if leads_home else ["q"])


async def test_the_list_of_tables_is_reached_while_a_counting_is_guessed(tmp_path: Path) -> None:
    async with inside(tmp_path / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        guesser = Guesser("tables")
        preferences = Preferences(Settings(), Machine())
        table_id = await session.learn("arranging")
        table = LineTable(session, table_id, preferences, Speaker(guesser.hear), guesser)
        assert await table.run() is Exit.TABLES
        assert guesser.answers == []
        await session.leave()


async def test_a_guess_is_a_number_or_nothing_and_is_asked_for_until_it_comes() -> None:
    """What stands on the table may be asked meanwhile; other words are answered with the question."""
    guesser = Guesser("?", "tables", "no idea", "f", "+7", "q")
    await in_lines(Learn("arranging"), player=guesser)
    said = guesser.answers
    assert said[:2] == [f"Still: {GUESS}", "There are no other tables here."]
    asked = [place for place, sentence in enumerate(said) if sentence.endswith(GUESS)]
    judged = next(place for place, sentence in enumerate(said) if sentence.startswith(VERDICTS))
    assert len(asked) == 4
    assert said[asked[-2] + 1].startswith("Fame")
    assert judged == asked[-1] + 1
    assert not said[judged].startswith("Counting 1")
