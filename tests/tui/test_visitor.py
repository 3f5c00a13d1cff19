"""A visitor plays on somebody else's machine: one server, no files, no paths on the screen, and no way out of it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from support.server.running import Inside, inside
from support.soaking import soak_seed, soak_size
from support.tui.at_server import at_server
from support.tui.line_player import Player, play
from support.tui.shell_app import SMALL, in_one_line, rows, until, until_shown, use_folders
from textual import events
from textual.pilot import Pilot
from tui.test_after_the_end import ended

from opera_protocol.client import Target
from opera_protocol.client.targets import Decide
from opera_protocol.local.identity import load_or_create_identity
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.messages import TableSettings
from opera_tui.config.appearance import Terminal
from opera_tui.config.machine import VisitedMachine
from opera_tui.config.settings import Settings, load_settings
from opera_tui.home.home import HomeScreen
from opera_tui.home.lessons import LessonsScreen
from opera_tui.home.visitor_home import VisitorHome
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.folders import data_folder
from opera_tui.local.transcripts import transcripts_folder
from opera_tui.look.i18n import hide_paths, sentence_of
from opera_tui.session.intents import Continue, Host, Intent, Join, LookBack, Play, ReadRules, Replay, Replays
from opera_tui.session.own_results import own_finished
from opera_tui.shell.app import OperaApp
from opera_tui.shell.shell import CONNECTING
from opera_tui.table.screen import TableScreen

ELSEWHERE: tuple[Intent, ...] = (
    Play(),
    Host(),
    Replays(),
    Replay(Path("/etc/passwd")),
    LookBack("solo", "abcdefgh", "Fenice"),
    Continue(None),  # type: ignore[arg-type] # nobody looks at it
)
KEYS = (
    *("enter", "escape", "tab", "space", "up", "down", "left", "right", "pageup", "end", "f1", "ctrl+c", "ctrl+q"),
    *("ctrl+z", "ctrl+s", "ctrl+p", "ctrl+o", "ctrl+backslash", "q", "s", "n", "y", "e", "r", "t", "w", "x", "c", "z"),
    *"abdfghijklmopuv0123456789/?",
)
CHANGING = (CONNECTING, "reporting", "act", "begin")
"""Workers that change screens or sessions."""
PASTES = ("/etc/passwd", "\x1b]52;c;aGk=\x07", "[red]x[/red]", "opera join elsewhere", "ö" * 500)


class AtOneServer(VisitedMachine):
    """A visitor's machine whose server is the test's own."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.asked: list[str] = []

    def server_at(self, address: str, key: str | None, decide: Decide) -> Target:
        self.asked.append(address)
        return self._target

    def asks_name(self, settings: Settings) -> bool:
        return not settings.name


class Visit(NamedTuple):
    app: OperaApp
    pilot: Pilot[None]
    here: Inside
    machine: AtOneServer


@pytest.fixture(autouse=True)
def paths_shown_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    use_folders(monkeypatch, tmp_path)
    yield
    hide_paths(False)


@asynccontextmanager
async def a_visit(folder: Path, intent: Intent | None = None, name: str = "Ada") -> AsyncIterator[Visit]:
    """Ada visits a server and is in its lobby, or wherever her intent leads."""
    async with inside(folder / "server") as here:
        machine = AtOneServer(here.endpoints)
        settings = Settings(name=name, pace=0, guard=0, bell=False, tips=False)
        app = OperaApp(settings, intent or Join("scala", is_visit=True), Terminal(), machine=machine)
        async with app.run_test(size=SMALL) as pilot:
            yield Visit(app, pilot, here, machine)
            await app.shell.leave_session()
            app.exit()


async def test_a_visitor_comes_to_the_lobby_and_esc_leads_to_a_home_of_one_server(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as (app, pilot, _here, machine):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, VisitorHome))
        await until_shown(pilot, "Tables of this server")
        text = in_one_line(app)
        assert not any(word in text for word in ("Continue", "Play now", "network", "Find", "Replays"))
        await pilot.press("t")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert machine.asked == ["scala", "scala"]


async def test_a_visitor_without_a_name_is_asked_until_there_is_one(tmp_path: Path) -> None:
    """An empty one is answered with a sentence, Esc asks whether to leave; what is typed stands in the box."""
    async with a_visit(tmp_path, name="") as (app, pilot, _here, _machine):
        await until_shown(pilot, "What is your name?")
        await pilot.press("enter")
        await until_shown(pilot, "it is empty")
        await pilot.press("escape")
        await until_shown(pilot, "Quit Opera?")
        await pilot.press("s")
        await until_shown(pilot, "What is your name?")
        await pilot.press(*"Ada")
        await until_shown(pilot, "Name Ada")
        lines = rows(app)
        asked = next(place for place, line in enumerate(lines) if "What is your name?" in line)
        assert "Name Ada" in lines[asked + 2]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        assert app.looks.settings.name == "Ada"


async def test_a_visitor_learns_at_this_server_and_it_is_kept(tmp_path: Path) -> None:
    """The list leads straight to the table, and leaving it back to the list."""
    async with a_visit(tmp_path) as (app, pilot, here, machine):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("escape", "e")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))
        await pilot.press("end", "enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.is_deciding)
        (room,) = here.server.lobby.tables.values()
        assert (room.table.settings.lesson, machine.asked[-1]) == ("last-turn", "scala")
        assert "Your last singer." in rows(app)[0]
        await pilot.press("q")
        await until_shown(pilot, "End the lesson")
        await pilot.press("u")
        await until(pilot, lambda: isinstance(app.screen, LessonsScreen))


async def test_a_visitor_finds_a_finished_game_again(tmp_path: Path) -> None:
    """With its result, in the lobby; leaving it leads back there. Before there is one, a sentence says so."""
    async with a_visit(tmp_path) as (app, pilot, _here, _machine):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press("f")
        await until_shown(pilot, "No game of yours has ended here yet.")
        session = app.shell.session
        assert session is not None
        table_id = await session.create(TableSettings(game="turandot", name="Aida", seats=2, bots=("random",)))
        await session.start_alone(table_id)
        await play(session, table_id, Player(Random("visitor")))
        await session.leave_table(table_id)
        ((_id, _name, told),) = await own_finished(session, 2)
        assert told.startswith("Aida, Turandot: ")
        assert "Ada" in told or "you" in told
        await pilot.press("f")
        await until_shown(pilot, "Your finished games")
        await until_shown(pilot, f"1 {told}")
        await pilot.press("1")
        await until_shown(pilot, "Points after each turn")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


async def test_no_intent_leads_a_visitor_elsewhere(tmp_path: Path) -> None:
    async with a_visit(tmp_path, ReadRules()) as (app, pilot, _here, machine):
        await until(pilot, lambda: len(app.screen_stack) > 2)
        before = app.screen
        for intent in ELSEWHERE:
            app.shell.follow(intent)
            await pilot.pause()
        assert app.screen is before
        app.shell.follow(Join("elsewhere.example:99", key="K7QF-2M3A-X5TD-PLWE"))
        await pilot.pause()
        assert machine.asked in ([], [""])
        with pytest.raises(AssertionError):
            _ = app.shell.servers


async def test_the_next_visit_leads_straight_to_the_running_game(tmp_path: Path) -> None:
    async with a_visit(tmp_path) as (app, pilot, here, _machine):
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        again = await here.client(load_or_create_identity(data_folder()))
        table = await again.create(TableSettings(game="opera", name="Fenice", seats=2, bots=("random",)), "Ada")
        table_id = str(table["table"])
        await again.enter(table_id)
        await again.ready(table_id)
        await again.start(table_id)
        await again.room(table_id).until(lambda view: view.head.state == "running")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, VisitorHome))
        app.shell.follow(Join(is_visit=True))
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_a_visitor_changes_looks_but_sees_no_path_and_no_name(tmp_path: Path) -> None:
    async with a_visit(tmp_path, ReadRules()) as (app, pilot, _here, _machine):
        await until(pilot, lambda: len(app.screen_stack) > 2)
        await pilot.press("escape", "s")
        await until_shown(pilot, "pace of events")
        text = "\n".join(rows(app))
        assert "/" not in text.replace("↑/↓", "")
        assert "as your account" not in text
        await pilot.press("right", "enter")
        await until(pilot, lambda: isinstance(app.screen, VisitorHome))
        assert load_settings().theme == "matinee"


async def test_a_visitor_gets_the_transcript_to_copy_and_no_file_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    async with at_server(tmp_path) as table:
        monkeypatch.setattr(table.app, "copy_to_clipboard", copied.append)
        await ended(table)
        table.app.machine = VisitedMachine()
        await table.pilot.press("e")
        await until(table.pilot, lambda: copied)
        assert copied[0].startswith('{"')
        assert copied[0].endswith("\n")
        assert not transcripts_folder().exists()


async def test_the_result_says_that_a_shuffle_proves_nothing_to_a_visitor(tmp_path: Path) -> None:
    async with at_server(tmp_path) as table:
        table.app.machine = VisitedMachine()
        await ended(table)
        await table.pilot.press("end")
        await until_shown(table.pilot, "it proves nothing to a visitor")
        assert "proved fair" not in in_one_line(table.app)


def test_errors_that_name_files_are_told_without_them() -> None:
    error = StorageError("storage_failed", path="/srv/secret/place", problem="ENOSPC")
    assert "/srv" in sentence_of(error)
    hide_paths(True)
    assert "/" not in sentence_of(error)


async def walk(folder: Path, seed: str, steps: int) -> None:
    """Press, click and paste at random: the visitor's mode is never left, and no path is ever shown."""
    chance = Random(seed)
    async with a_visit(folder) as (app, pilot, _here, machine):
        app.exit = lambda *_result, **_more: None  # type: ignore[method-assign]
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        for _ in range(steps):
            kind = chance.random()
            if kind < 0.9:
                await pilot.press(chance.choice(KEYS))
            elif kind < 0.95:
                await pilot.click(offset=(chance.randrange(SMALL[0]), chance.randrange(SMALL[1])))
            else:
                app.screen.post_message(events.Paste(chance.choice(PASTES)))
            shown = "\n".join(rows(app))
            assert str(folder) not in shown
            assert "settings.toml" not in shown
            assert not any(isinstance(screen, HomeScreen) for screen in app.screen_stack)
        assert set(machine.asked) <= {"scala"}
        assert not transcripts_folder().exists()
        app.shell.give_up()
        await until(pilot, lambda: all(worker.is_finished for worker in app.workers if worker.group in CHANGING))
        await pilot.pause()


async def test_a_random_walk_never_leaves_the_visitors_mode(tmp_path: Path) -> None:
    await walk(tmp_path, "visitor", 150)


@pytest.mark.soak
@pytest.mark.limit(36_000)
async def test_a_long_random_walk_never_leaves_the_visitors_mode(tmp_path: Path) -> None:
    """20,000 keys, clicks and pastes."""
    await walk(tmp_path, soak_seed(), soak_size(20_000))
