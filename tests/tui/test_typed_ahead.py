"""Keys that come before the screen they are for: they wait for it, in their order, and nothing breaks."""

import asyncio
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import pytest
from support.tui.fake_table import FakeTable, fake_table
from support.tui.shell_app import SMALL, opera, rows, until
from support.tui.shell_scenes import JOIN_LINE, LEVELS
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Input, Static

import opera_tui
from opera_protocol.wire.messages import Act
from opera_tui.help.pages import usual_rules
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.find import FindScreen
from opera_tui.home.game_lists import OpenGamesScreen, ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.lessons import LessonsScreen
from opera_tui.home.puzzles import PuzzlesScreen
from opera_tui.home.settings import SettingsScreen
from opera_tui.home.visitor_home import VisitorHome
from opera_tui.lobby.new_table import NewTableScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.found_servers import FoundServer
from opera_tui.look.rows import row
from opera_tui.session.finished_games import FinishedGames
from opera_tui.session.intents import Intent, Join, ReadRules
from opera_tui.shell.app import OperaApp
from opera_tui.shell.questions import QuitQuestion, code_question, quit_question
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.hosting import HostScreen
from opera_tui.table.screen import TableScreen
from opera_tui.terminal import typed_ahead
from opera_tui.terminal.textual_private import HookedScreen
from opera_tui.widgets.dialogs import QuestionScreen, TextScreen, WaitingScreen, note
from opera_tui.widgets.shell_screen import InShell

OTHER_KEYS: Final = (*"?bhkmpqrtvz37", "enter", "escape", "tab", "space", "left", "up", "pageup")
"""Of the table, whose keys are no bindings of Textual's."""
RANKING: Final = [row(f"place {place}") for place in range(60)]


def game_over() -> GameOverScreen:
    return GameOverScreen("Ada wins", lambda _room: RANKING, [], lambda: None, may_take_back=True)


SCREENS: Final[Mapping[type[Screen[Any]], Callable[[FakeTable], Screen[Any]]]] = {
    HomeScreen: lambda _at: HomeScreen(),
    VisitorHome: lambda _at: VisitorHome(),
    FindScreen: lambda _at: FindScreen(Join()),
    SettingsScreen: lambda _at: SettingsScreen(),
    OpenGamesScreen: lambda _at: OpenGamesScreen(),
    ReplaysScreen: lambda _at: ReplaysScreen(FinishedGames()),
    LessonsScreen: lambda _at: LessonsScreen(),
    PuzzlesScreen: lambda _at: PuzzlesScreen(today=1),
    RulesScreen: lambda _at: RulesScreen(usual_rules("opera")),
    LobbyScreen: lambda at: LobbyScreen(at.session),
    NewTableScreen: lambda _at: NewTableScreen(LEVELS, [], JOIN_LINE),
    TableScreen: lambda at: TableScreen(at.session, at.app.looks, "t1", "opera"),
    GameOverScreen: lambda _at: game_over(),
    HostScreen: lambda at: HostScreen(at.session, at.app.looks, "t1", usual_rules("opera")),
    QuestionScreen: lambda _at: note("That did not work", "Nobody answers."),
    QuitQuestion: lambda _at: quit_question(has_games=True),
    TextScreen: lambda _at: code_question("Fenice", ""),
    WaitingScreen: lambda _at: WaitingScreen("Connecting …"),
}


def screens_of_ours() -> set[type[Screen[Any]]]:
    """Every kind of screen in the program that stands for itself."""
    for module in pkgutil.walk_packages(opera_tui.__path__, "opera_tui."):
        importlib.import_module(module.name)
    found = set(kinds_of(InShell))
    return {kind for kind in found if kind.__module__.startswith("opera_tui.") and "compose" in all_names(kind)}


def kinds_of(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def all_names(kind: type[Any]) -> set[str]:
    """What a class or one of its bases in this program defines."""
    return {name for base in kind.__mro__ if base.__module__.startswith("opera_tui.") for name in vars(base)}


def test_every_kind_of_screen_is_tried() -> None:
    """Those that only others are made of have no pictures of their own."""
    made_of = {"FormScreen", "GameListScreen"}
    assert {kind.__name__ for kind in screens_of_ours()} - made_of == {kind.__name__ for kind in SCREENS}


def press(app: OperaApp, *keys: str) -> None:
    """Let keys come from the terminal, without waiting for anything."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


def stay_here(app: OperaApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no key start a server of this machine, leave the one in use, or end the program."""

    async def leave_session() -> None:
        pass

    def follow(intent: Intent) -> None:
        if isinstance(intent, ReadRules):
            real_follow(intent)

    real_follow = app.shell.follow
    monkeypatch.setattr(app.shell, "follow", follow)
    monkeypatch.setattr(app.shell, "leave_session", leave_session)
    monkeypatch.setattr(app, "exit", lambda *_result, **_more: None)


async def keys_of(at: FakeTable, screen: Screen[Any]) -> list[str]:
    """A key for each thing that can be done on a screen; those of the application itself never come so far."""
    await at.app.push_screen(screen)
    await at.pilot.pause()
    keys = {
        active.binding.action: key for key, active in screen.active_bindings.items() if not at.app.has_priority(key)
    }
    await at.app.pop_screen()
    return sorted({*keys.values(), *(OTHER_KEYS if isinstance(screen, TableScreen) else ())})


async def go_home(at: FakeTable) -> None:
    """Close everything but the first home screen."""
    while len(at.app.screen_stack) > 2:
        await at.app.pop_screen()
    await at.pilot.pause()


def comes_with_the_next_key(app: OperaApp, screen: Screen[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a screen come to the front when the one before it has had a key and has not taken it."""
    real_on_event = type(app).on_event
    coming = [screen]

    async def on_event(self: OperaApp, event: events.Event) -> None:
        if coming and isinstance(event, events.Key) and event.is_forwarded:
            app.push_screen(coming.pop())
        await real_on_event(self, event)

    monkeypatch.setattr(type(app), "on_event", on_event)


@pytest.mark.limit(600)
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
async def test_keys_at_the_coming_of_a_screen_do_no_harm(kind: type[Screen[Any]]) -> None:
    """Each of its keys is pressed while it comes, several times: nothing is there yet of what they are about."""
    async with fake_table() as at:
        with pytest.MonkeyPatch.context() as patches:
            stay_here(at.app, patches)
            await go_home(at)
            for key in await keys_of(at, SCREENS[kind](at)):
                with pytest.MonkeyPatch.context() as for_this_key:
                    screen = SCREENS[kind](at)
                    comes_with_the_next_key(at.app, screen, for_this_key)
                    press(at.app, key, key)
                    await at.pilot.pause()
                assert at.app._exception is None, (key, at.app._exception)
                assert at.app.is_running
                assert screen.is_mounted
                await go_home(at)


class Slow(InShell[None]):
    """A screen that waits while it is made, and with one of its keys."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = asyncio.Event()
        self.may_finish = asyncio.Event()
        self.pressed: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("slow")

    async def on_mount(self) -> None:
        await self.may_go_on.wait()

    async def on_key(self, event: events.Key) -> None:
        self.pressed.append(event.key)
        if event.key == "f8":
            await self.may_finish.wait()


async def test_what_is_typed_ahead_of_a_screen_is_for_it() -> None:
    """Not one letter is lost: the rules are opened, and searched for words, all at one stroke."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        press(app, "r", "slash", *"great", "enter")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen._search.words == "great")
        press(app, "escape", "escape", "f", "a", *"scala")
        await until(pilot, lambda: isinstance(app.screen, FindScreen))
        await until(pilot, lambda: app.screen.query_one(Input).value == "scala")


async def test_what_is_typed_into_a_form_reaches_each_of_its_fields() -> None:
    """Enter opens a field and closes it, and then the cursor is on the next one."""
    app = opera(name="")
    async with app.run_test(size=SMALL) as pilot:
        press(app, "s", "enter", *"Kate", "enter", "right")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)
        assert [field.value for field in app.screen.form.fields[:2]] == ["Kate", "matinee"]


async def test_a_key_after_one_that_opens_the_help_is_for_the_help() -> None:
    """Esc closes it; at the table it would be something else."""
    async with fake_table() as at:
        table = at.screen
        press(at.app, "question_mark", "escape", "question_mark", "down")
        await until(at.pilot, lambda: isinstance(at.app.screen, RulesScreen))
        await at.pilot.pause()
        assert at.app.screen_stack[-2] is table
        assert isinstance(at.app.screen, RulesScreen)


async def test_enter_twice_answers_one_question() -> None:
    """The screen behind it stays."""
    async with fake_table() as at:
        table = at.screen
        at.app.push_screen(note("One", "One."))
        press(at.app, "enter", "enter")
        await at.pilot.pause()
        assert at.app.screen is table


async def test_enter_twice_answers_one_decision() -> None:
    """Also where the word that the first was taken comes before what it led to."""
    async with fake_table() as at:
        decision = at.screen.model.decision
        await at.pilot.press("1", "enter")
        for _enter in range(2):
            await until(at.pilot, lambda: not [worker for worker in at.app.workers if worker.group == "send"])
            await at.pilot.press("enter")
        assert len(at.server.of_kind(Act)) == 1
        following = {**(at.room.private or {}), "decision": 99}
        await at.server.publish(at.room, at.room.public, private=following)
        await until(at.pilot, lambda: decision.number == 99)
        await at.pilot.press("1", "enter")
        assert [act.decision for act in await at.server.received(Act, 2)][-1] == 99


async def test_a_screen_that_is_not_in_front_closes_no_other() -> None:
    """Textual would close whatever is in front."""
    async with fake_table() as at:
        question = note("One", "One.")
        await at.app.push_screen(question)
        question.dismiss("")
        question.dismiss("")
        await at.pilot.pause()
        assert isinstance(at.app.screen, TableScreen)


async def test_keys_wait_for_a_screen_that_takes_long() -> None:
    """They come in their order, once it is there."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        slow = Slow()
        app.push_screen(slow)
        press(app, *"abc")
        await asyncio.sleep(0)
        assert slow.pressed == []
        slow.may_go_on.set()
        await pilot.pause()
        assert slow.pressed == ["a", "b", "c"]


async def test_keys_after_a_screen_that_goes_before_it_is_there_are_for_the_one_before() -> None:
    """Nothing waits for it any more."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        slow = Slow()
        app.push_screen(slow)
        app.pop_screen()
        press(app, "r")
        slow.may_go_on.set()
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        assert slow.pressed == []


async def test_keys_wait_while_screens_change_unseen() -> None:
    """What is in front for a moment, while several are closed, gets none."""
    async with fake_table() as at:
        home = at.app.screen_stack[1]
        with at.app.batch_update():
            await at.app.pop_screen()
            press(at.app, "r")
            await at.pilot.pause()
            assert isinstance(at.app.screen, LobbyScreen)
            await at.app.pop_screen()
            assert at.app.screen is home
        await until(at.pilot, lambda: isinstance(at.app.screen, RulesScreen))


async def test_keys_wait_for_the_first_screen() -> None:
    """Before it there is only Textual's own, which has none."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await app.pop_screen()
        press(app, "r")
        await pilot.pause()
        await app.shell._stack.open_home()
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))


async def test_the_way_out_waits_for_no_screen() -> None:
    """What was typed before it answers nothing that it asks."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        with app.batch_update():
            press(app, "enter", "ctrl+q")
            await pilot.pause()
            assert isinstance(app.screen, QuitQuestion)
        await pilot.pause()
        assert isinstance(app.screen, QuitQuestion)
        assert app.is_running


async def test_a_key_that_is_never_finished_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait for it only so long."""
    monkeypatch.setattr(typed_ahead, "PATIENCE_SECONDS", 0.01)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        slow = Slow()
        slow.may_go_on.set()
        await app.push_screen(slow)
        press(app, "f8", "x", "ctrl+q")
        await app.typed_is_handled()
        assert isinstance(app.screen, QuitQuestion)
        assert slow.pressed == ["f8"]
        slow.may_finish.set()
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is slow)
        assert slow.pressed == ["f8", "x"]


async def test_clicks_and_pastes_wait_as_keys_do() -> None:
    """A text that is pasted goes into the line that the key before it opens."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        press(app, "r", "slash")
        app.post_message(events.Paste("great hall"))
        press(app, "enter")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen) and app.screen._search.words == "great hall")


class Busy(InShell[None]):
    """A screen that looks at its children whenever something has happened, and as long as it can."""

    def compose(self) -> ComposeResult:
        yield Static("busy")

    def on_mount(self) -> None:
        self.run_worker(self._look_again_and_again())

    async def _look_again_and_again(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(0)

    def look(self) -> None:
        self.query_one(Static)


async def test_a_screen_that_is_removed_does_nothing_any_more() -> None:
    """Neither its workers nor what it left for after the next painting look for children that are gone."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        busy = Busy()
        await app.push_screen(busy)
        busy.call_after_refresh(busy.look)
        await app.pop_screen()
        busy.call_after_refresh(busy.look)
        app.call_after_refresh(HookedScreen.call_after_refresh, busy, busy.look)
        await pilot.pause()
        assert app._exception is None
        assert not any(worker.node is busy for worker in app.workers)


async def test_what_is_found_while_a_screen_comes_is_shown_there() -> None:
    """Servers of the network may appear at any moment."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        screen = FindScreen(Join())
        app.push_screen(screen)
        app.push_screen(HomeScreen())
        app.shell.found._servers = {"one": FoundServer("La Scala", "192.168.1.20", "K7QF-2M3A-X5TD-PLWE")}
        app.shell._show_found()
        await pilot.pause()
        assert "1 server found" in "\n".join(rows(app))
        await app.pop_screen()
        await pilot.pause()
        assert "La Scala" in "\n".join(rows(app))
