"""Drive Debian's chromium without a screen, over its own protocol (CDP): pages, keys, clicks and pictures."""

import asyncio
import base64
import itertools
import shutil
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
from support.doors.running import until

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-extensions "
    "--disable-background-networking --disable-component-update --disable-sync --mute-audio --remote-debugging-port=0"
)
LIMIT = 60.0
"""Seconds after which a test gives up."""
LINES = "[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent).join('\\n')"
KEYS: Mapping[str, tuple[str, int, str]] = {
    "\r": ("Enter", 13, "\r"),
    "\x1b": ("Escape", 27, ""),
    "\t": ("Tab", 9, ""),
    "up": ("ArrowUp", 38, ""),
    "down": ("ArrowDown", 40, ""),
    "left": ("ArrowLeft", 37, ""),
    "right": ("ArrowRight", 39, ""),
    "F5": ("F5", 116, ""),
}
"""What is no letter: its name, its number and the text that it makes."""


class Page:
    """A page of the browser."""

    def __init__(self, browser: "Browser", target: str, session: str) -> None:
        self._browser = browser
        self.target = target
        self._session = session

    async def call(self, method: str, **parameters: Any) -> Any:
        return await self._browser.call(method, self._session, **parameters)

    async def evaluate(self, script: str) -> Any:
        found = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def text(self) -> str:
        """What the terminal shows."""
        return str(await self.evaluate(LINES) or "")

    async def until_shown(self, *texts: str) -> None:
        """Wait until the terminal shows all these texts."""
        give_up_at = time.monotonic() + LIMIT
        shown = await self.text()
        while not all(text in shown for text in texts):
            assert time.monotonic() < give_up_at, shown
            await asyncio.sleep(0.05)
            shown = await self.text()

    async def until(self, script: str) -> None:
        """Wait until a script finds what it looks for."""
        give_up_at = time.monotonic() + LIMIT
        while not await self.evaluate(script):
            assert time.monotonic() < give_up_at, script
            await asyncio.sleep(0.05)

    async def press(self, *keys: str, modifiers: int = 0) -> None:
        """Press keys: letters, or names of `KEYS`; 2 is Ctrl."""
        for key in keys:
            name, number, text = KEYS.get(key, (key, ord(key[0].upper()), key))
            typed = {} if modifiers else {"text": text}
            shared = {"key": name, "windowsVirtualKeyCode": number, "modifiers": modifiers}
            await self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **shared, **typed)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **shared)

    async def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap(self, x: float, y: float) -> None:
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, file: Path) -> None:
        taken = await self.call("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(taken["data"]))

    async def close(self) -> None:
        await self._browser.call("Target.closeTarget", targetId=self.target)


class Browser:
    """A browser that runs."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self.told: list[dict[str, Any]] = []
        """What pages have told of themselves: errors, refusals, downloads."""

    async def listen(self) -> None:
        async for message in self._socket:
            told = message.json()
            if "id" not in told:
                self.told.append(told)
                continue
            answered = self._waiting.pop(told["id"])
            if not answered.done():
                answered.set_result(told)

    async def call(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        number = next(self._numbers)
        answered = self._waiting[number] = asyncio.get_running_loop().create_future()
        asked = {"id": number, "method": method, "params": parameters}
        await self._socket.send_json({**asked, "sessionId": session} if session else asked)
        told = await answered
        assert "error" not in told, (method, told)
        return told["result"]

    async def person(self) -> str:
        """Somebody new: a context with cookies of its own."""
        return str((await self.call("Target.createBrowserContext"))["browserContextId"])

    async def open(
        self, url: str, person: str, *, light: bool = False, size: tuple[int, int] = (1000, 640), touch: bool = False
    ) -> Page:
        """Open a page in a window of so many pixels, or on a telephone's screen, which is touched."""
        made = await self.call("Target.createTarget", url="about:blank", browserContextId=person)
        attached = await self.call("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        page = Page(self, made["targetId"], attached["sessionId"])
        scheme = {"name": "prefers-color-scheme", "value": "light" if light else "dark"}
        await page.call("Emulation.setEmulatedMedia", features=[scheme])
        await page.call(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=touch
        )
        await page.call("Emulation.setTouchEmulationEnabled", enabled=touch)
        for domain in ("Page", "Runtime", "Log"):
            await page.call(f"{domain}.enable")
        await page.call("Page.navigate", url=url)
        return page

    @property
    def complaints(self) -> list[str]:
        """What the browser has logged: violations of the policy, scripts that failed, addresses that were refused."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown")
        return [str(told["params"]) for told in self.told if told["method"] in kinds]


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start a browser, and end it."""
    assert CHROMIUM
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            CHROMIUM,
            *FLAGS.split(),
            f"--user-data-dir={folder}",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            file = Path(folder) / "DevToolsActivePort"
            await until(lambda: file.exists() and "/" in file.read_text())
            port, path = file.read_text().split()
            async with (
                aiohttp.ClientSession() as session,
                session.ws_connect(f"ws://127.0.0.1:{port}{path}", max_msg_size=0) as socket,
            ):
                browser = Browser(socket)
                listening = asyncio.create_task(browser.listen())
                yield browser
                await browser.call("Browser.close")
                await listening
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
