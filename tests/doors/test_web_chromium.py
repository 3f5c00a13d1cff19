"""The browser door in a real browser: Debian's chromium, without a screen.

`DOOR_PICTURES=FOLDER` keeps what the browser showed; the same through the WebSocket alone is in `test_web_door`.
"""

import os
import re
import signal
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from support.doors.chromium import CHROMIUM, LIMIT, LINES, Browser, Page, chromium
from support.doors.running import ServerWithDoor, until
from support.doors.web import page_of

pytestmark = [
    pytest.mark.soak,
    pytest.mark.limit(300),
    pytest.mark.skipif(not CHROMIUM, reason="no chromium is installed"),
]
PICTURES = os.environ.get("DOOR_PICTURES")
CALLED = "What is your name?"
CTRL = 2
MEASURES = """(() => {
  const part = (name) => document.querySelector(name).getBoundingClientRect();
  const [box, screen] = [part("#terminal"), part(".xterm-screen")];
  const rows = document.querySelectorAll(".xterm-rows > div");
  const font = parseFloat(getComputedStyle(document.querySelector(".xterm-rows")).fontSize);
  return [font, box.width - screen.width, (box.height - screen.height) / (screen.height / rows.length)];
})()"""
"""The size of letters, the free pixels beside the terminal, and the free rows below it."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerWithDoor]:
    running = ServerWithDoor(tmp_path_factory.mktemp("door"), doors=("web",))
    yield running
    running.close()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


async def picture(page: Page, name: str) -> None:
    if PICTURES:
        await page.picture(Path(PICTURES) / f"{name}.png")


async def come_in(browser: Browser, server: ServerWithDoor, name: str, path: str = "/", **window: Any) -> Page:
    """Open the page and say a name; nothing has to be clicked before."""
    page = await browser.open(page_of(server) + path, await browser.person(), **window)
    await page.until_shown(CALLED)
    await page.press(*name, "\r")
    await page.until_shown("LOBBY")
    return page


async def open_table(page: Page) -> str:
    """Open a table for two by keys, and return its name."""
    await page.press("n")
    await page.until_shown("New table")
    await page.press("down", "down", "left")
    await page.until_shown("‹2›")
    await page.press("\r")
    await page.until_shown("yours")
    line = next(line for line in (await page.text()).splitlines() if "yours" in line)
    found = re.search(r"\d (.+?)  ", line)
    assert found
    return found[1]


async def take_a_turn(page: Page) -> None:
    """Press what a person presses who agrees with everything."""
    shown = await page.text()
    if "Do you mean it?" in shown:
        await page.press("y")
    else:
        await page.press("\r" if "enter do it" in shown else " ")


async def test_two_browsers_are_two_players_and_play_two_rounds_by_keys(
    browser: Browser, server: ServerWithDoor
) -> None:
    """One in the dark, one in the light; then reloading comes back to the table, and closing ends the children."""
    anna = await come_in(browser, server, "Anna")
    name = await open_table(anna)
    bert = await come_in(browser, server, "Bert", f"/?join={quote(name)}", light=True)
    await bert.until_shown("say ready at")
    await picture(bert, "lobby-light")
    for page in (bert, anna):
        await page.press("x")
    await anna.until_shown("start the game at")
    await anna.press("s")
    await anna.until_shown("your secret bid")
    give_up_at = time.monotonic() + LIMIT
    while not re.search(r"2\s*\[3\]", (await anna.text()).partition("\n")[0]):
        assert time.monotonic() < give_up_at, await anna.text()
        for page in (anna, bert):
            await take_a_turn(page)
    await anna.until_shown("your secret bid")
    await picture(anna, "game-dark")
    await picture(bert, "game-light")
    assert len(server.visits) == 2
    await anna.call("Page.reload")
    await anna.until_shown("your secret bid")
    await bert.close()
    await until(lambda: len(server.visits) == 1)
    await anna.close()
    await until(lambda: not server.visits)
    assert browser.complaints == []


async def test_the_page_follows_its_window_and_comes_back_by_itself(browser: Browser, server: ServerWithDoor) -> None:
    """Also: Esc, arrows, the mouse and Ctrl+C reach the program, and other shortcuts stay the browser's."""
    anna = await come_in(browser, server, "Anna")
    rows = len((await anna.text()).splitlines())
    await anna.call("Emulation.setDeviceMetricsOverride", width=1400, height=900, deviceScaleFactor=1, mobile=False)
    await anna.until(f"document.querySelectorAll('.xterm-rows > div').length > {rows}")
    await anna.until_shown("LOBBY")
    await anna.press("\x1b")
    await anna.until_shown("Tables of this server")
    await anna.until_shown("►t Tables of this server")
    await anna.press("down")
    await anna.until(f"!({LINES}).includes('►t Tables of this server')")
    await anna.press("r")
    await anna.until_shown("Rules of Opera")
    await anna.press("\x1b")
    await anna.until_shown("Tables of this server")
    await anna.press("c", modifiers=CTRL)
    await anna.until_shown("Quit Opera?")
    await anna.press("\x1b")
    handled = "new KeyboardEvent('keydown', {key: 'l', keyCode: 76, ctrlKey: true, cancelable: true, bubbles: true})"
    assert await anna.evaluate(f"document.querySelector('textarea').dispatchEvent({handled})")
    os.kill(server.door, signal.SIGKILL)
    await anna.until("!document.getElementById('curtain').hidden")
    await picture(anna, "broken-dark")
    await anna.until("document.getElementById('curtain').hidden")
    await anna.until_shown("LOBBY")
    await anna.press("\x1b")
    await anna.until_shown("Tables of this server")
    await anna.press("q", "q")
    await anna.until("!document.querySelector('#curtain button').hidden")
    await picture(anna, "left-dark")
    await anna.press("\r")
    await anna.until_shown("LOBBY")


async def test_a_touch_screen_has_the_keys_that_its_keyboard_lacks(browser: Browser, server: ServerWithDoor) -> None:
    """They go the way of all keys, below the terminal and not over it; with a mouse they are not there."""
    shown = "getComputedStyle(document.getElementById('keys')).display"
    anna = await come_in(browser, server, "Anna", size=(390, 844), touch=True)
    assert await anna.evaluate(shown) == "flex"
    await picture(anna, "keys-390")
    font, beside, below = await anna.evaluate(MEASURES)
    assert font >= 9.9
    assert 0 <= beside < font
    assert 0 <= below < 1

    async def tap(key: str) -> None:
        x, y = await anna.evaluate(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector('#keys [value=\"{key}\"]').getBoundingClientRect())"
        )
        await anna.tap(x, y)

    await tap("esc")
    await anna.until_shown("►t Tables of this server")
    await tap("down")
    await anna.until(f"!({LINES}).includes('►t Tables of this server')")
    await tap("up")
    await anna.until_shown("►t Tables of this server")
    await tap("?")
    await anna.until_shown("A visit")
    assert await anna.evaluate("document.activeElement.tagName") == "TEXTAREA"
    await tap("esc")
    await anna.until(f"!({LINES}).includes('A visit')")
    await tap("enter")
    await anna.until_shown("LOBBY")
    bert = await come_in(browser, server, "Bert", size=(390, 844))
    assert await bert.evaluate(shown) == "none"
    assert browser.complaints == []


async def test_letters_can_be_read_and_the_terminal_fills_its_window(browser: Browser, server: ServerWithDoor) -> None:
    """From a telephone to a large screen; a narrow window gets the smallest form instead of tiny letters."""
    windows = {(390, 844): 9.9, (500, 800): 13, (800, 600): 16, (1280, 800): 18, (1920, 1080): 18}
    for size, least in windows.items():
        page = await come_in(browser, server, "Anna", size=size, light=size[0] % 200 == 0)
        await picture(page, f"lobby-{size[0]}")
        font, beside, below = await page.evaluate(MEASURES)
        assert font >= least, size
        assert 0 <= beside < font, size
        assert 0 <= below < 1, size
        await page.close()
    await until(lambda: not server.visits)
    assert browser.complaints == []
