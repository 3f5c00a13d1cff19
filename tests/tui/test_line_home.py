"""The first list in lines: what it says and what can be typed there."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tui.test_line_scripts import at_server, in_lines

from opera_games.lessons import lessons, one_line
from opera_games.puzzles import PuzzleLesson, lesson_of
from opera_protocol.wire.errors import GreetingError
from opera_tui.config.machine import VisitedMachine
from opera_tui.home.entries import last_table_told
from opera_tui.line_mode.new_game import new_game
from opera_tui.local.chosen_bots import ChosenBots, chosen_bots, remember_bots
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.local.own_servers import ServerFailed
from opera_tui.look.languages import languages
from opera_tui.session.intents import GoHome, Intent, Join, Learn, Play
from opera_tui.session.solo import SoloGame
from opera_tui.shell.connect import Arrival


async def test_home_asks_where_to_go() -> None:
    said = await in_lines(GoHome(), "nowhere", "", "19", "join", "")
    number = 5 + len(languages())
    assert said[:4] == [
        f"Where to? {number} choices; q leaves:",
        "1, learn by playing.",
        "2, play Opera: you and 2 bots, chorus, 9 rounds.",
        "3, play Turandot: you and 3 bots, chorus.",
    ]
    assert said.count(said[0]) == 2, "Enter tells the list again"
    assert said.count("That is none of the choices; ? says what can be typed.") == 2
    assert said[-1].startswith("Type the server's address")


async def test_home_says_what_can_be_typed() -> None:
    said = await in_lines(GoHome(), "?", "learn", "?", "back", "q")
    assert any(sentence.endswith("Enter tells the list again, q leaves.") for sentence in said)
    levels = "there are random, chorus, soloist, virtuoso and diva."
    assert any(s.startswith("play Turandot 5 random chooses how many play") and s.endswith(levels) for s in said)
    assert f"Which lesson? {len(lessons())} choices; back leads to the first list, q leaves:" in said
    assert "Type a number or a name of this list; back leads to the first list, q leaves." in said
    assert [sentence for sentence in said if sentence.startswith("Where to?")] == [said[0]] * 2


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("learn 2", "You have just built London and Paris;"),
        ("learn signora", "You have just built London and Paris;"),
        ("puzzle 7", "You are "),
    ],
)
async def test_lessons_and_puzzles_begin_in_the_first_list(line: str, begins: str) -> None:
    said = await in_lines(GoHome(), line, "q")
    assert any(sentence.startswith(begins) for sentence in said)


NOWHERE = "There is no machine “nowhere.invalid”; check the name."


async def test_what_is_chosen_and_cannot_be_is_said_and_the_list_asks_again(tmp_path: Path) -> None:
    """Also after `home`; the list is told again behind the reason."""
    said = await in_lines(GoHome(), "join", "nowhere.invalid", "?", "join", "::::", "q")
    assert said[said.index(NOWHERE) + 1].startswith("Where to?")
    assert sum(sentence.startswith("Where to?") for sentence in said) == 3
    assert any(sentence.startswith("Type a number of this list") for sentence in said[said.index(NOWHERE) :])
    async with at_server(tmp_path) as (_session, address):
        said = await in_lines(Join(address), "home", "join", "nowhere.invalid", "q")
    assert said[said.index(NOWHERE) + 1].startswith("Where to?")


async def test_a_lesson_of_the_list_that_does_not_begin_leads_back_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_where: Any) -> Arrival:
        raise ServerFailed("server_slow", file="server.log")

    monkeypatch.setattr("opera_tui.line_mode.run.connect", fail)
    said = await in_lines(Learn(), "1", "q")
    assert "The server does not start; its log is server.log." in said
    assert sum(sentence.startswith("Which lesson?") for sentence in said) == 2


async def test_what_the_command_line_wanted_and_cannot_be_ends_the_program() -> None:
    with pytest.raises(GreetingError):
        await in_lines(Join("nowhere.invalid"), "q")


async def test_a_lesson_or_puzzle_that_there_is_not_ends_nothing() -> None:
    said = await in_lines(GoHome(), "learn nothing", "puzzle 999", "learn", "puzzle 0", "1", "q")
    assert "There is no lesson “nothing”; learn lists them all." in said
    assert sum(sentence.startswith("There are the puzzles 1 to ") for sentence in said) == 2
    assert any(sentence.startswith("Opera at First steps, round 1") for sentence in said)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("play turandot", SoloGame("turandot", level="chorus")),
        ("play turandot 4", SoloGame("turandot", 4, "chorus")),
        ("play turandot 4 diva", SoloGame("turandot", 4, "diva")),
        ("Play Turandot, random, 2 players", SoloGame("turandot", 2, "random")),
        ("play turandot with 4 bots", SoloGame("turandot", 5, "chorus")),
        ("pl op 7 rounds", SoloGame("opera", None, "chorus", length=7)),
        ("learn", None),
        ("play", None),
    ],
)
def test_the_bots_of_a_game_can_be_typed(line: str, wanted: SoloGame | None) -> None:
    assert new_game(line) == wanted


async def test_the_bots_are_those_of_the_home_screen_and_remembered() -> None:
    """Also what was chosen there: the list says what comes."""
    await remember_bots("turandot", ChosenBots(5, "virtuoso"))
    said = await in_lines(GoHome(), "play turandot 9", "play turandot dance", "play turandot 3 random", "o", "q")
    assert "3, play Turandot: you and 4 bots, virtuoso." in said
    assert "This game is for 2 to 5 players, not for 9." in said
    assert any(sentence.startswith("“dance” means nothing here") for sentence in said)
    assert any(sentence.startswith("Number 4: ") for sentence in said)
    assert not any(sentence.startswith("Number 5: ") for sentence in said)
    assert chosen_bots()["turandot"] == ChosenBots(3, "random")
    again = await in_lines(GoHome(), "q")
    assert "3, play Turandot: you and 2 bots, random." in again


def entry(**known: Any) -> LastTable:
    return LastTable(**{"table": "t1", "where": "solo", "name": "La Scala", "game": "opera", **known})


def test_what_goes_on_is_told_with_its_game_and_how_far_it_is() -> None:
    assert last_table_told(entry()) == "Opera, not begun"
    assert last_table_told(entry(progress=3, length=9, is_my_turn=True)) == "Opera, round 3 of 9, your turn"
    assert last_table_told(entry(progress=3, length=7, game="turandot")) == "Turandot, turn 3 of 7"
    assert last_table_told(entry(progress=1, length=9, lesson="opera")) == "lesson"
    assert last_table_told(entry(progress=9, length=9, lesson="puzzle-7")) == "puzzle"


class Learner:
    """Does what the lesson has in mind, and something more after its end before leaving."""

    def __init__(self, end: str, *further: str) -> None:
        self.heard: list[str] = []
        self._end = end
        self._further = [*further]

    def is_end(self, sentence: str) -> bool:
        return sentence.startswith(self._end)

    def hear(self, text: str) -> None:
        self.heard.append(text.rstrip("\n"))

    async def next(self) -> str:
        if any(map(self.is_end, self.heard)):
            return self._further.pop(0) if self._further else "q"
        if self.heard[-1].startswith("A counting: "):
            return ""
        return "y" if self.heard[-1].endswith("Type y to send.") else "p"


@pytest.mark.parametrize(
    ("further", "told"), [((), []), (("close", "y"), ["go on at Esperto: Opera, round 8 of 9, your turn"])]
)
async def test_a_lesson_that_is_done_does_not_go_on_but_as_a_game(further: tuple[str, ...], told: list[str]) -> None:
    """Left at its end it is gone; whoever has played on after it has a game, and hears so."""
    lesson = lessons()["esperto"]
    learner = Learner(one_line(lesson.end.text), *further)
    await in_lines(Learn(lesson.id), player=learner)
    assert one_line(lesson.end.text) in learner.heard
    home = await in_lines(GoHome(), "q")
    assert [one for one in home if "go on at" in one] == [f"1, {text}." for text in told]
    assert [kept.lesson for kept in LastTables().all()] == [""] * len(told)


@pytest.mark.parametrize(
    ("intent", "at"),
    [(Play(SoloGame(players=2, level="random")), "Opera at "), (Learn("opera"), "Opera at First steps")],
)
async def test_home_leads_back_to_the_first_list_and_the_seat_is_kept(intent: Intent, at: str) -> None:
    """Also where the program was started at a table; from there the way goes on, as often as one likes."""
    said = await in_lines(intent, "?", "home", "learn 2", "home", "puzzle 30", "home", "1", "home", "q")
    assert "home leads to the first list, and your seat is kept; q leaves and ends the program." in said
    first = [place for place, sentence in enumerate(said) if sentence.startswith("Where to?")]
    assert len(first) == 4
    assert said[first[0] - 1] == "You leave; your seat is kept."
    assert said[first[0] + 1].startswith(f"1, go on at {at.removeprefix('Opera at ')}")
    assert said[first[1] + 1] == "1, go on at Signora: lesson."
    assert said[first[2] - 1] == "You leave.", "a puzzle begins anew"
    assert said[first[2] + 1] == "1, go on at Signora: lesson."
    assert any(sentence.startswith("You have just built London and Paris;") for sentence in said[first[2] :])


async def test_home_leads_from_a_server_elsewhere_but_not_for_visitors(tmp_path: Path) -> None:
    async with at_server(tmp_path) as (_session, address):
        said = await in_lines(Join(address), "?", "home", "join", address, "open opera 2", "home", "q")
        visit = Join(address, is_visit=True)
        visited = await in_lines(visit, "?", "open opera 2", "?", "home", "tables", "home", machine=VisitedMachine())
    assert "home leads to the first list: games against bots, lessons, puzzles." in said
    assert sum(sentence.startswith("Where to?") for sentence in said) == 2
    assert said[-10 - len(languages()) :].count("You leave; your seat is kept.") == 1
    assert not any(sentence.startswith(("Where to?", "home leads")) for sentence in visited)
    assert "There is no other list here: tables leads to that of all tables." in visited
    assert "tables leads to the list of tables; q leaves and ends the program." in visited
    assert visited[-1].startswith("“home” is no table here.")


async def test_a_seat_that_is_given_up_at_home_leads_to_the_first_list() -> None:
    """It ends the game against bots, so it is said twice; an answer between takes the first one back."""
    said = await in_lines(Play(SoloGame(players=2, level="random")), *["stand up", "1"], *["stand up"] * 2, "q")
    ends = "That ends this game for good. Type stand up once more, or home to keep it."
    assert said.count(ends) == 2
    assert any(sentence.startswith("Where to?") for sentence in said)


@pytest.mark.parametrize("lesson", ["esperto", "last-turn", "puzzle-7"])
async def test_what_is_done_says_the_way_home(lesson: str) -> None:
    """A lesson, one with which its game ends, and a puzzle."""
    known = lesson_of(lesson)
    assert known is not None
    is_puzzle = isinstance(known, PuzzleLesson)
    learner = Learner("Solved: " if is_puzzle else one_line(known.end.text), "home")
    await in_lines(Learn(lesson), player=learner)
    end = next(place for place, sentence in enumerate(learner.heard) if learner.is_end(sentence))
    assert "home leads to the first list: other games, lessons, puzzles." in learner.heard[end : end + 3]
    assert any(sentence.startswith("Where to?") for sentence in learner.heard[end:])


@pytest.mark.parametrize(
    ("lesson", "lines", "question"),
    [
        ("opera", ("bid 0", "y"), "Bid for budget: all at once, in secret"),
        ("signora", ("hire critico",), "Hire a role"),
    ],
)
async def test_after_a_move_that_a_lesson_refuses_its_question_is_named_again(
    lesson: str, lines: Sequence[str], question: str
) -> None:
    """In one line, whether its server refuses it, or it is known here before all is said."""
    said = await in_lines(Learn(lesson), *lines, "q")
    step = lessons()[lesson].steps[0]
    reasons = {one_line(text) for text in (*(rule.reason for rule in step.unwise), step.otherwise)}
    refused = next(place for place, sentence in enumerate(said) if sentence in reasons)
    assert said[refused + 1].startswith(f"Still asked: {question}")
    assert not any(sentence.startswith("Still asked") for sentence in said[refused + 2 :])
