"""Lessons on the screen and in lines: from the home screen to the counting that is guessed first."""

import re
from pathlib import Path

import pytest
from support.server.running import inside
from support.server.running import until as wait_until
from support.tui.line_player import Script, play
from support.tui.shell_app import SMALL, opera, rows, until, until_shown
from textual.pilot import Pilot

from opera_games.lessons import lessons
from opera_tui.games.guess_box import GuessBox, verdict
from opera_tui.home.entries import last_table_text
from opera_tui.home.lessons import LessonsScreen
from opera_tui.local.done_lessons import done_lessons
from opera_tui.local.last_tables import LastTables
from opera_tui.session.intents import Learn
from opera_tui.session.session import Place, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen

FIRST = lessons()["opera"]


def table_of(app: OperaApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


async def answer(pilot: Pilot[None], app: OperaApp) -> None:
    """Propose, and send it; then put reveals away until something is asked."""
    model = table_of(app).model
    number = model.decision.number
    await pilot.press("p")
    await until(pilot, lambda: model.hint.wordings)
    await until(pilot, lambda: "The lesson has this in mind" in "".join(rows(app)))
    while model.decision.number == number and model.is_deciding:
        if not model.decision.is_sending:
            await pilot.press("enter")
        await pilot.pause(0.01)


async def until_asked(pilot: Pilot[None], app: OperaApp) -> None:
    """Put reveals away until a decision is open, or a guess is asked for."""
    model = table_of(app).model
    while not model.is_deciding:
        if isinstance(model.playback.revealed, GuessBox):
            return
        if model.playback.revealed is not None:
            await pilot.press("enter")
        await pilot.pause(0.01)


@pytest.mark.limit(90)
async def test_the_first_lesson_from_the_home_screen_to_its_end(tmp_path: Path) -> None:
    """Somebody new finds it first; a move that does not fit gets its reason; the counting is guessed; it is done.

    A role that does not fit gets its reason before its box opens, and a lesson that was left after its end is done.
    """
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "►e Learn by playing")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await until_shown(pilot, "►First steps")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        assert "Most points win," in rows(app)[0]
        assert "lesson 1/9" in rows(app)[3]
        await pilot.press("9", "enter")
        await until_shown(pilot, "! Two roles are enough to begin with.")
        assert "Any key shows the text again." in rows(app)[2]
        await pilot.press("5")
        assert "Most points win," in rows(app)[0]
        await pilot.press("enter")
        await until(pilot, lambda: not table_of(app).model.is_deciding)
        await until_shown(pilot, "Both bids lie open")
        await until_asked(pilot, app)
        await pilot.press("i", "enter")
        assert "! He buys music, but your only hall is full." in rows(app)[0]
        assert table_of(app).model.decision.is_at_first_step
        for key in ("tab", "7"):
            await pilot.press("i", "enter")
            assert "! He buys music" in rows(app)[0]
            await pilot.press(key)
            assert "First the Architetto:" in rows(app)[0], key
        await pilot.press("b")
        for _step in FIRST.steps[1:]:
            await until_asked(pilot, app)
            assert table_of(app).model.is_deciding
            await answer(pilot, app)
        await until_asked(pilot, app)
        assert "how many points is that for you?" in rows(app)[3]
        assert "lesson 9/9" in rows(app)[3]
        assert "Count it yourself: each piece in a great hall counts its fame" in rows(app)[0]
        assert any(re.search(r"fame  \S\S \d.*  Ve \d\+1  ", line) for line in rows(app)), "what a guess goes by"
        assert "esc do without" in rows(app)[-1]
        await pilot.press("1", "2", "backspace", "enter")
        assert "than you thought" in rows(app)[0]
        assert "Great halls by fame" in rows(app)[1]
        await until_asked(pilot, app)
        assert "That was the first episode" in rows(app)[0]
        await until(pilot, lambda: done_lessons() == {"opera"})
        assert "lesson 9/9" in rows(app)[3]
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await until_shown(pilot, "►Signora")
        await pilot.press("home")
        await until_shown(pilot, "enter play, about 10 minutes")
        assert "begun" not in "".join(rows(app))
        await until_shown(pilot, "done")
        await until(pilot, lambda: LastTables().all() == [])
        await pilot.press("escape", "y")
        await until_shown(pilot, "No finished game of yours is kept on this machine.")


async def test_a_lesson_that_ends_with_its_game_says_its_last_words_before_the_result(tmp_path: Path) -> None:
    """The text of the end stands above the counting: behind it comes the result, which says that the lesson is done.

    Whoever does what it asks wins.
    """
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        app.shell.follow(Learn("last-turn"))
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        await answer(pilot, app)
        for last, said in (
            ("Offers revealed", "Most money wins a number."),
            ("Cards handed out", "Now everybody has six singers"),
            ("The game is over", "A cast counts stars"),
        ):
            await until_shown(pilot, last)
            assert said in rows(app)[0]
            await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
        await until_shown(pilot, "wins with 17")
        assert rows(app)[0].strip().endswith("The lesson is done; q leads to the others")
        assert rows(app)[0].startswith(" ◆")
        assert "q leave" in rows(app)[-1]
        assert "again" not in rows(app)[-1]
        await pilot.press("a")
        assert isinstance(app.screen, GameOverScreen)


async def test_a_lesson_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    """`Continue` and the list of lessons lead back; `a` begins it again."""
    app = opera(pace=0, guard=0, bell=False)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("e", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        await answer(pilot, app)
        await until_asked(pilot, app)
        assert "lesson 2/9" in rows(app)[3]
        await answer(pilot, app)
        await until_asked(pilot, app)
        assert "lesson 3/9" in rows(app)[3]
        await pilot.press("q")
        await until_shown(pilot, "Go; the lesson waits")
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await until_shown(pilot, "begun")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        assert "lesson 3/9" in rows(app)[3]
        await pilot.press("q")
        await until_shown(pilot, "Go; the lesson waits")
        await pilot.press("g")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        assert "lesson 1/9" in rows(app)[3]


@pytest.mark.limit(60)
async def test_a_lesson_in_lines(tmp_path: Path) -> None:
    """Texts come before the question, a reason instead of a move, and the counting is asked for before it is told."""
    script = Script(
        *("bid 1", "bid 5", "y", "impresario"),
        *(line for _step in FIRST.steps[1:] for line in ("p", "y")),
        *("f", "9", "q"),
    )
    async with inside(tmp_path / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        table_id = await session.learn("opera")
        await play(session, table_id, script)
        await session.leave()
    said = script.heard
    assert any(line.startswith("Most points win,") for line in said)
    assert "No role costs less than 2 levels: with this bid you could hire nobody in this round." in said
    assert any(line.startswith("He buys music, but your only hall is full.") for line in said)
    assert sum(line.startswith("The Architetto is an employee.") for line in said) == 1
    guess = said.index("A counting: how many points is that for you? Type a number, or nothing to hear it.")
    assert not any("counting: " in line.lower() and "Ada" in line for line in said[:guess])
    before = ("Income: ", "Most staged", "The last income before the counting", "Count it yourself: each piece")
    assert all(sum(line.startswith(told) for line in said[guess - 12 : guess]) == 1 for told in before)
    again = said.index(said[guess], guess + 1)
    assert said[guess + 1].startswith("Fame")
    assert said[again + 1].startswith(("It is ", "Right, "))
    assert said[again + 2].startswith("Counting 1: Ada ")
    assert any(line.startswith("That was the first episode") for line in said[guess:])


def test_a_guess_is_right_or_wrong_by_so_much() -> None:
    assert verdict(9, 9) == "Right, it is 9."
    assert verdict(8, 9) == "It is 9, 1 more than you thought."
    assert verdict(3, -2) == "It is -2, 5 less than you thought."
    assert verdict(None, 9) == ""


@pytest.mark.limit(60)
async def test_a_game_after_a_lesson_is_remembered_as_a_game(tmp_path: Path) -> None:
    """Until its last step as a lesson, then not at all, and with the first decision beyond as what it is."""
    async with inside(tmp_path / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        room = session.client.room(await session.learn("opera"))
        table = room.view.room

        async def go_on(place: int) -> None:
            assert room.view.private is not None
            number = room.view.private["decision"]
            proposal = await session.client.propose(table, number)
            await session.client.act(table, number, proposal["action"])
            await room.until(
                lambda view: view.is_asked and view.head.lesson is not None and view.head.lesson.step == place
            )

        def remembered() -> list[str]:
            return [entry.lesson for entry in LastTables().all()]

        for place in range(1, len(FIRST.steps)):
            await go_on(place)
        await wait_until(lambda: remembered() == ["opera"])
        await go_on(len(FIRST.steps))
        await wait_until(lambda: remembered() == [])
        await go_on(len(FIRST.steps) + 1)
        await wait_until(lambda: remembered() == [""])
        assert last_table_text(LastTables().all()[0]).startswith("Opera First steps")
        await session.leave()
