"""A bot that acts for the player at the screen, and the clock that brought it."""

import re
from pathlib import Path

import pytest
from support.tui.at_server import AtServer, at_server
from support.tui.shell_app import rows, until, until_shown

from opera_protocol.client import Client
from opera_protocol.client.server_clock import ServerClock
from opera_protocol.wire.messages import Clock
from opera_server.tables.play.absences import send_stand_ins
from opera_tui.look.rows import plain

A_BOT_ACTS = "A bot acts for you. Press any key to take your seat back."
CLOCK = Clock(mode="decision", seconds=30)


async def bid(client: Client, table_id: str) -> None:
    private = client.room(table_id).view.private
    assert private is not None
    await client.act(table_id, private["decision"], {"do": "bid", "amount": 0})


async def run_out_of_time(at: AtServer, table_id: str, peter: Client) -> None:
    """Let Ada's time for a decision pass while Peter has decided."""
    await bid(peter, table_id)
    at.time.pass_by(31)
    await send_stand_ins(at.room(table_id))


async def test_the_screen_says_that_a_bot_acts_and_the_next_key_takes_the_seat_back(tmp_path: Path) -> None:
    """Out of time once is not for ever: an arrow is enough, and everybody's log tells of it."""
    async with at_server(tmp_path) as at:
        table_id, peter = await at.begin(clock=CLOCK)
        await run_out_of_time(at, table_id, peter)
        await until_shown(at.pilot, A_BOT_ACTS)
        assert at.room(table_id).table.chairs[0].stand_in == "clock"
        await at.pilot.press("down")
        await until(at.pilot, lambda: at.room(table_id).table.chairs[0].stand_in is None)
        await until(at.pilot, lambda: A_BOT_ACTS not in rows(at.app)[1])
        assert {"event": "table_returned", "seat": 0} in at.session.client.room(table_id).log.lines


async def test_nobody_at_the_keyboard_takes_no_seat_back(tmp_path: Path) -> None:
    """Seconds that are counted down and moves that come are no keys."""
    async with at_server(tmp_path) as at:
        table_id, peter = await at.begin(clock=CLOCK)
        await run_out_of_time(at, table_id, peter)
        await until_shown(at.pilot, A_BOT_ACTS)
        at.table._tick()
        await peter.say(table_id, "Are you there?")
        await until(at.pilot, lambda: plain(at.table.model.playback.log.lines[-1]).endswith("“Are you there?”"))
        assert at.room(table_id).table.chairs[0].stand_in == "clock"


async def test_the_clock_on_the_screen_is_the_server_s(tmp_path: Path) -> None:
    """Here the server's clock stands in the year 1970; 50 minutes are 50 minutes."""
    async with at_server(tmp_path) as at:
        await at.begin(clock=Clock(mode="decision", seconds=3000))
        assert re.search(r" (50|4\d):\d\d$", rows(at.app)[1])


async def test_a_clock_that_is_set_during_a_reveal_shows_at_once(tmp_path: Path) -> None:
    """What is played back is of the past; the clock runs now."""
    async with at_server(tmp_path, pace=5) as at:
        table_id, peter = await at.begin()
        await bid(peter, table_id)
        await until_shown(at.pilot, "enter bid 0")
        await at.pilot.press("right")
        await until_shown(at.pilot, "enter bid 1")
        await at.pilot.press("enter")
        await until(at.pilot, lambda: at.table.model.playback.revealed)
        assert at.table.model.playback.is_behind
        await at.session.client.set_clock(table_id, 3000)
        await until(at.pilot, lambda: re.search(r" (50|4\d):\d\d$", rows(at.app)[1]))
        assert at.table.model.playback.is_behind


def test_the_server_s_time_goes_on_whatever_the_own_clock_says() -> None:
    """Half of the way of question and answer lies behind the time in the answer."""
    steady = [100.0]
    clock = ServerClock(lambda: steady[0])
    steady[0] = 102.0
    clock.set(5_000, asked_at=100.0)
    assert clock.now_ms() == 6_000
    steady[0] = 110.0
    assert clock.now_ms() == 14_000


@pytest.mark.parametrize(
    ("clock", "told"),
    [(Clock(), "after 3 minutes a bot acts"), (Clock(mode="decision", seconds=60), "when your time is up, a bot acts")],
    ids=["no clock", "clock"],
)
async def test_who_goes_is_told_when_a_bot_acts(clock: Clock, told: str, tmp_path: Path) -> None:
    async with at_server(tmp_path) as ada:
        await ada.begin("opera", clock=clock)
        await ada.pilot.press("q")
        await until_shown(ada.pilot, told)
