"""Puzzles on the screen and in lines: from the shelf to the move that is the best, and why."""

import asyncio
import gc
from pathlib import Path

import pytest
from support.server.running import inside
from support.tui.line_player import Script, play
from support.tui.shell_app import SMALL, opera, rows, until, until_shown

from opera_games.puzzles import PuzzleLesson, lesson_of, puzzle_id, shelf
from opera_tui.config.machine import Machine
from opera_tui.home.home import HomeScreen
from opera_tui.home.puzzles import PuzzlesScreen
from opera_tui.local.done_lessons import done_lessons
from opera_tui.local.last_tables import LastTables
from opera_tui.session.intents import Learn
from opera_tui.session.lesson_states import LessonStates
from opera_tui.session.session import Place, Session, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen

TODAY = next(
    number
    for number, puzzle in enumerate(shelf(), 1)
    if puzzle.best.get("role") == "maestro" and puzzle.tempting.get("role") == "esperto"
)
"""A puzzle of Opera whose answer is not the first thing that comes to mind."""
BEST = shelf()[TODAY - 1].ideas[0]


@pytest.mark.limit(60)
async def test_a_puzzle_from_the_shelf_to_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the day comes first; a try is told its worth and costs nothing; the best is told why; it is solved."""
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: TODAY)
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "u Puzzles")
        await pilot.press("u")
        await until_shown(pilot, "►Puzzle of the day")
        await until_shown(pilot, f"Solved: 0 of {len(shelf())}.")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        assert f"puzzle {TODAY}" in rows(app)[3]
        assert isinstance(app.screen, TableScreen)
        view = app.screen.model.view
        assert view is not None
        assert view.me is not None
        assert rows(app)[0].startswith(f" │ You are {view.who(view.me)}. Which move makes sure")
        await pilot.press("x", "enter")
        await until_shown(pilot, f"and {BEST} can be had")
        await pilot.press("p")
        await until_shown(pilot, "The best move: Maestro to")
        await pilot.press("enter")
        await until_shown(pilot, "enter send him to")
        await pilot.press("enter")
        await until_shown(pilot, f"Solved: {BEST} points for sure. The Maestro leaves")
        assert "enter next puzzle" in rows(app)[-1]
        await until(pilot, lambda: done_lessons() == {puzzle_id(TODAY)})
        await pilot.press("escape")
        await until(pilot, lambda: is_deciding(app))
        assert "nothing is judged any more" in rows(app)[0]
        assert "The Maestro leaves" not in "".join(rows(app)[:3])
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        await until_shown(pilot, f"Solved: 1 of {len(shelf())}.")
        await until(pilot, lambda: LastTables().all() == [])
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


@pytest.mark.limit(60)
async def test_a_solved_puzzle_leads_to_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter in the box that says why; the table of the solved one is gone, and q still leads to the shelf."""
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: TODAY)
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("u", "enter")
        await until(pilot, lambda: is_deciding(app))
        await pilot.press("p")
        await until_shown(pilot, "The best move: Maestro to")
        await pilot.press("enter")
        await until_shown(pilot, "enter send him to")
        await pilot.press("enter")
        await until_shown(pilot, "SOLVED  that was the best move")
        await until(pilot, lambda: done_lessons() == {puzzle_id(TODAY)})
        await pilot.press("enter")
        await until_shown(pilot, " puzzle 1 ")
        await until(pilot, lambda: is_deciding(app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        await until(pilot, lambda: LastTables().all() == [])


@pytest.mark.limit(60)
async def test_however_often_enter_is_pressed_the_solved_puzzle_is_left_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its box stays in front until the next one is there; the client ended when it was left twice."""
    left: list[str] = []
    is_pressed = asyncio.Event()
    leave = Session.give_up_seat

    async def give_up_seat(session: Session, table_id: str) -> None:
        left.append(table_id)
        await is_pressed.wait()
        await leave(session, table_id)

    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: TODAY)
    monkeypatch.setattr(Session, "give_up_seat", give_up_seat)
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("u", "enter")
        await until(pilot, lambda: is_deciding(app))
        await pilot.press("p")
        await until_shown(pilot, "The best move: Maestro to")
        await pilot.press("enter")
        await until_shown(pilot, "enter send him to")
        await pilot.press("enter")
        await until_shown(pilot, "SOLVED  that was the best move")
        await pilot.press("enter", "enter", "enter")
        is_pressed.set()
        await until_shown(pilot, " puzzle 1 ")
        await until(pilot, lambda: is_deciding(app))
        assert len(left) == 1


async def test_an_intent_that_another_one_overtakes_leaves_nothing_behind() -> None:
    """Nobody is left waiting: a coroutine that never ran would be complained about."""
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        app.shell.follow(Learn(puzzle_id(1)))
        app.shell.follow(Learn(puzzle_id(2)))
        await until_shown(pilot, " puzzle 2 ")
        gc.collect()


def is_deciding(app: OperaApp) -> bool:
    return isinstance(app.screen, TableScreen) and app.screen.model.is_deciding


def test_the_next_puzzle_is_one_that_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the last one come those before it; with all solved it is simply the next."""
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: 10)
    last = len(shelf())
    states = LessonStates(Machine())
    states.done = frozenset(map(puzzle_id, (2, 3, last)))
    assert [states.next_puzzle(puzzle_id(number)) for number in (1, 4, last)] == [*map(puzzle_id, (4, 5, 1))]
    states.done = frozenset(map(puzzle_id, range(1, last + 1)))
    assert [states.next_puzzle(puzzle_id(number)) for number in (1, last)] == [*map(puzzle_id, (2, 1))]


def test_behind_the_puzzle_of_the_day_comes_the_first_of_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands before all others in the list, whatever its number."""
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: 64)
    states = LessonStates(Machine())
    for done, following in ((), 1), ((1, 2), 3), (range(1, len(shelf()) + 1), 1):
        states.done = frozenset(map(puzzle_id, (64, *done)))
        assert states.next_puzzle(puzzle_id(64)) == puzzle_id(following)
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: 1)
    assert states.next_puzzle(puzzle_id(1)) == puzzle_id(2)


async def test_a_puzzle_that_is_left_leads_back_to_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is begun anew the next time, and no open game stays behind."""
    monkeypatch.setattr("opera_games.puzzles.todays_puzzle", lambda: TODAY)
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("u", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzlesScreen))
        assert done_lessons() == frozenset()
        await until(pilot, lambda: LastTables().all() == [])


async def test_a_puzzle_in_lines(tmp_path: Path) -> None:
    """The question, what a try is worth, and why the best is better."""
    script = Script("close", "y", "y", "p", "y", "q")
    lesson = lesson_of(puzzle_id(TODAY))
    assert isinstance(lesson, PuzzleLesson)
    async with inside(tmp_path / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        table_id = await session.learn(lesson.id)
        await play(session, table_id, script)
        await session.leave()
    said = script.heard
    assert any(line.startswith("You are Ada. Which move makes sure of the most points") for line in said)
    assert any(f"and {BEST} can be had" in line for line in said)
    assert any(line.startswith(f"Solved: {BEST} points for sure. The Maestro leaves") for line in said)
