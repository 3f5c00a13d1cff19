"""The client against a server that means harm: whatever it sends, the program lives, and leads home."""

import asyncio
from random import Random
from typing import Any, Final

import pytest
from support.attack.hostile_server import TABLE, HostileServer
from support.client.fake_server import FakeServer, fake_server
from support.soaking import soak_seed, soak_size, some
from support.tui.shell_app import LARGE, SMALL, opera, painted, rows, until
from textual.pilot import Pilot
from textual.screen import Screen

from opera_protocol.client import RefusedByServer, Target
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.home import HomeScreen
from opera_tui.session.intents import Join
from opera_tui.session.session import Place, Session, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.shell.shell import OperaShell
from opera_tui.widgets.dialogs import QuestionScreen, WaitingScreen

STEPS: Final = 6
TOGETHER: Final = 5
"""Sessions of one run of the program."""
KEYS: Final = (
    *("enter",) * 6,
    *("escape", "space", "tab", "left", "right", "up", "down", "pageup", "pagedown", "home", "end"),
    *"abcdefghijklmnopstuvwxyz0123456789",
    *("f1", "plus", "minus", "slash"),
)


async def visit(app: OperaApp, pilot: Pilot[None], server: FakeServer, chance: Random) -> None:
    """One session: go to a table or the lobby, press keys and click while the server does its worst, and go home."""
    hostile = HostileServer(server, chance)
    app.shell.follow(Join("scala", table=chance.choice(("", TABLE, TABLE, TABLE)), is_watching=chance.random() < 0.8))
    await arrival(app, pilot)
    for _step in range(STEPS):
        if isinstance(app.screen, WaitingScreen | RulesScreen):
            await pilot.press("escape")
        if app.shell.session is None:
            break
        await hostile.push()
        for key in chance.choices(KEYS, k=3):
            # Not on the home screen, where keys start servers of this machine.
            await pilot.press("down" if isinstance(app.screen, HomeScreen) else key)
            painted(app)
        if chance.random() < 0.3:
            await pilot.click(offset=(chance.randrange(app.size.width), chance.randrange(app.size.height)))
        painted(app)
        assert app._exception is None, app._exception
    await go_home(app, pilot)


async def arrival(app: OperaApp, pilot: Pilot[None]) -> None:
    """Wait until the server has been reached; what never comes, such as a seat, is given up."""
    for _ in range(100):
        await pilot.pause(0.01)
        if app.shell.session is not None or not isinstance(app.screen, WaitingScreen):
            return


async def go_home(app: OperaApp, pilot: Pilot[None]) -> None:
    """The program has not ended, its home screen comes, and keys work there."""
    app.shell.give_up()
    await pilot.pause()
    await app.shell.leave_session()
    await app.shell._stack.back_to("home")
    await pilot.pause()
    assert app._exception is None, app._exception
    assert app.is_running
    assert not isinstance(app.screen, WaitingScreen)
    await press_until(RulesScreen, "r", app, pilot)
    await press_until(HomeScreen, "escape", app, pilot)
    assert any("Rules" in row for row in rows(app)), "\n".join(rows(app))


async def press_until(kind: type[Screen[Any]], key: str, app: OperaApp, pilot: Pilot[None]) -> None:
    """Press a key until a screen of this kind is in front."""
    while not isinstance(app.screen, kind):
        # Why the server was left may be told only now; it has to be read first.
        await pilot.press("escape" if isinstance(app.screen, QuestionScreen) else key)
        await until(pilot, lambda: isinstance(app.screen, RulesScreen | QuestionScreen | HomeScreen))


async def visits(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several sessions with one run of the program."""
    chance = Random(seed)
    app = opera(pace=chance.choice((0, 0.6)), guard=0)
    targets: list[Target] = []

    async def session_at(_shell: OperaShell, _intent: Join) -> Session:
        return await open_session(targets[-1], Place("away", "scala"), "Ada")

    monkeypatch.setattr("opera_tui.shell.connect.session_at", session_at)
    monkeypatch.setattr(app, "exit", lambda *_result, **_more: None)
    async with app.run_test(size=chance.choice((SMALL, SMALL, LARGE))) as pilot:
        for number in range(TOGETHER):
            async with fake_server() as server:
                targets.append(server.endpoints)
                await visit(app, pilot, server, Random(f"{seed} {number}"))


@pytest.mark.limit(600)
@pytest.mark.parametrize("number", some(range(8), 3))
async def test_nothing_that_a_server_sends_ends_the_program(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty sessions: twisted documents, events, diffs, answers, texts and bytes, in the lobby and at tables."""
    await visits(f"hostile {number}", monkeypatch)


@pytest.mark.soak
@pytest.mark.limit(36_000)
async def test_nothing_that_a_server_sends_ever_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with two thousand sessions."""
    seed = soak_seed()
    for number in range(soak_size(400)):
        await visits(f"{seed} {number}", monkeypatch)


async def test_giving_up_while_a_failure_comes_to_the_screen_does_not_stop_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half a change of screens would stop Textual's own loop, and with it every key."""
    app = opera()
    begun = asyncio.Event()
    real_fail = OperaShell._fail

    async def fail(shell: OperaShell, waiting: WaitingScreen, error: Exception) -> None:
        begun.set()
        await real_fail(shell, waiting, error)

    async def session_at(_shell: OperaShell, _intent: Join) -> Session:
        raise RefusedByServer("server_full")

    monkeypatch.setattr("opera_tui.shell.connect.session_at", session_at)
    monkeypatch.setattr(OperaShell, "_fail", fail)
    async with app.run_test(size=SMALL) as pilot:
        app.shell.follow(Join("scala"))
        await begun.wait()
        app.shell.give_up()
        await pilot.pause()
        await pilot.press("escape", "r")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
