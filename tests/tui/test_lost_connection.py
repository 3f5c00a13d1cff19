"""A real server that dies in the middle of a decision: nothing that was prepared is lost. And every role's box."""

import os
import signal
import time
from typing import Any

import pytest
from support.tui.shell_app import running, until, until_shown
from support.tui.whole_games import an_app, at_table
from textual.pilot import Pilot

from opera_games.opera.documents import PrivateDocument
from opera_protocol.client import ConnectionLost, Endpoints, Stage, State
from opera_tui.games.opera.boxes.act import ActBox
from opera_tui.games.opera.boxes.arranging import ArrangeBox
from opera_tui.games.opera.boxes.bid import BidBox
from opera_tui.games.opera.view import OperaView
from opera_tui.local.folders import solo_folder
from opera_tui.look.rows import plain
from opera_tui.shell.app import OperaApp
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.status_lines import lost_line

ROLES = {"impresario", "architetto", "signora", "maestro", "critico", "esperto"}
FAMES = ("6", "5", "4", "3", "2", "1")


async def to_the_initiative(table: TableScreen, pilot: Pilot[None]) -> ActBox:
    """Bid high and take no part in anything until the own turn to hire comes."""
    bid = ["right"] * 8
    model = table.model
    while not (model.is_deciding and isinstance(model.box, ActBox)):
        if model.playback.is_behind:
            await pilot.press("space")
        elif model.is_deciding and not model.decision.is_sending:
            await pilot.press(*(bid if isinstance(model.box, BidBox) else ["0"]), "enter")
        await pilot.pause(0.01)
    return model.box


async def open_role(table: TableScreen, pilot: Pilot[None], letter: str) -> Any:
    await pilot.press(letter, "enter")
    return table.model.box


async def buy_one(box: ArrangeBox, pilot: Pilot[None]) -> None:
    """Buy the first piece that can be paid; it is in hand then."""
    for fame in FAMES:
        await pilot.press(fame)
        if box.arrangement.buy:
            return
    raise AssertionError("nothing can be bought")


def cut_the_line(app: OperaApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Kill the server, and let every try to find another one fail; the tries are counted."""
    tries: list[str] = []

    async def gone() -> Endpoints:
        tries.append("again")
        raise ConnectionLost("silence")

    monkeypatch.setattr(app.shell.servers.solo, "locate", gone)
    os.kill(running(solo_folder()).pid, signal.SIGKILL)
    return tries


async def test_a_server_lost_and_found_in_the_middle_of_arranging_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Pieces bought and moved stay so, keys go on working, Enter tries now, and the same box is sent at the end."""
    app = an_app("opera", 2)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await at_table(app, pilot)
        await to_the_initiative(table, pilot)
        box = await open_role(table, pilot, "i")
        assert isinstance(box, ArrangeBox)
        await buy_one(box, pilot)
        while box.cursor.where != "venezia":
            await pilot.press("up" if box.cursor.where == "stock" else "down")
        await pilot.press("space")
        assert box.arrangement.has_new_layout
        decision, prepared = table.model.decision.number, (list(box.arrangement.buy), box.arrangement.layout())

        with monkeypatch.context() as patch:
            tries = cut_the_line(app, patch)
            await until_shown(pilot, "CONNECTION LOST")
            await until_shown(pilot, "what you prepared is kept")
            assert table.model.state.stage is not Stage.LIVE
            before = len(tries)
            await pilot.press("enter")
            await until(pilot, lambda: len(tries) > before)
            await until_shown(pilot, "CONNECTION LOST")
            await pilot.press("down", "up", "space", "escape")
            assert table.model.box is box
            assert table.model.decision.number == decision
            assert (list(box.arrangement.buy), box.arrangement.layout()) == prepared

        await pilot.press("enter")
        await until(pilot, lambda: table.model.state.stage is Stage.LIVE)
        await until_shown(pilot, "YOUR DECISION")
        assert table.model.box is box
        assert (list(box.arrangement.buy), box.arrangement.layout()) == prepared
        await pilot.press("enter", "enter")
        await until(pilot, lambda: table.model.decision.number != decision or table.model.playback.is_behind)
        log = [plain(line) for line in table.model.playback.log.lines]
        assert any("Impresario" in line for line in log), log


async def test_every_roles_box_is_opened_and_cancelled() -> None:
    """Esc leads back to the list of roles with nothing spent; the Signora waits until there is something to sell."""
    app = an_app("opera", 2)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await at_table(app, pilot)
        opened: set[str] = set()
        while opened != ROLES:
            act = await to_the_initiative(table, pilot)
            opened |= await look_into_each(table, pilot, act, ROLES - opened)
            await hire_and_buy(table, pilot)


def own_of(table: TableScreen) -> PrivateDocument | None:
    assert isinstance(table.model.view, OperaView)
    return table.model.view.own


async def look_into_each(table: TableScreen, pilot: Pilot[None], act: ActBox, roles: set[str]) -> set[str]:
    """Open the box of every role that can be hired, and leave it again."""
    decision = table.model.decision.number
    own = own_of(table)
    opened = set()
    for role in sorted(roles):
        box = await open_role(table, pilot, role[0])
        if box is not act:
            opened.add(role)
            await until_shown(pilot, box.title)
            await pilot.press("escape")
        assert table.model.box is act
    assert table.model.decision.number == decision
    assert own_of(table) == own
    return opened


async def hire_and_buy(table: TableScreen, pilot: Pilot[None]) -> None:
    """Hire the Impresario for a piece in the stock; else close."""
    decision = table.model.decision.number
    box = await open_role(table, pilot, "i")
    if isinstance(box, ArrangeBox):
        await buy_one(box, pilot)
        await pilot.press("enter", "enter")
    else:
        await pilot.press("x", "enter", "y")
    await until(pilot, lambda: table.model.decision.number != decision or table.model.playback.is_behind)


def test_another_server_at_the_same_place_is_told() -> None:
    """Whoever waits for the connection to come back learns why it does not."""
    assert "another server answers there" in lost_line(State(Stage.LOST, "server_key_changed", {}, 1))
    assert "another server" not in lost_line(State(Stage.LOST, "disconnected", {}, 1))


def test_a_server_that_was_stopped_is_no_failure() -> None:
    """Whoever sits there learns that it was stopped and that nothing is lost, in the room of a small terminal."""
    told = lost_line(State(Stage.LOST, "disconnected", has_said_goodbye=True, next_try=time.monotonic() + 10))
    assert told == "The server has stopped; games are kept. Next try in 10 s; Enter tries now"
    assert len(told) < 80


async def test_talk_that_nobody_answers_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that hangs keeps every line waiting; there is an end to that, but not to the program."""
    most = 5  # few enough to be typed before the connection counts as lost
    monkeypatch.setattr("opera_protocol.client.requests.MOST_REQUESTS", most)
    app = an_app("opera", 2)
    async with app.run_test(size=(80, 24)) as pilot:
        await at_table(app, pilot)
        child = app.shell.servers.solo.child
        assert child is not None
        process = child.process
        process.send_signal(signal.SIGSTOP)
        try:
            for _ in range(most + 1):
                await pilot.press("t", "h", "enter")
            await until_shown(pilot, "wait for an answer already")
        finally:
            process.send_signal(signal.SIGCONT)
