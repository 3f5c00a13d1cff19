"""The picture of a table in a browser: what the real one shows, read letter by letter, and drawn as an SVG."""

import asyncio
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from xml.sax.saxutils import escape

from support.doors.chromium import Browser, Page, chromium
from support.doors.running import ServerWithDoor
from support.doors.web import page_of

SIZE: Final = (880, 531)
"""Room for 80x24 below the page's header."""
BAR: Final = 34
"""The height of the bar with the address, which a browser without a screen has not."""
ADDRESS: Final = "https://opera.example.org"
ROUND: Final = re.compile(r"\[2\]")
READ: Final = """(() => {
  const runs = [], ground = getComputedStyle(document.body).backgroundColor;
  const add = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect(), style = getComputedStyle(element);
    const text = element.textContent;
    const paints = style.backgroundColor !== "rgba(0, 0, 0, 0)" && style.backgroundColor !== ground;
    if (width && (paints || text.trim())) runs.push({
      x, y, width, height, text, colour: style.color, ground: paints ? style.backgroundColor : "",
      bold: style.fontWeight >= 600, size: parseFloat(style.fontSize), fixed: element.closest(".xterm") !== null });
  };
  document.querySelectorAll(".xterm-rows span, header strong, header span, header a").forEach(add);
  const line = getComputedStyle(document.querySelector("header")).borderBottomColor;
  return { runs, ground, line, top: document.querySelector("header").offsetHeight };
})()"""


async def take_browser(file: Path) -> None:
    """Play with bots in a browser until the second round, and draw what it shows at a decision."""
    with TemporaryDirectory() as folder:
        server = ServerWithDoor(Path(folder), 'server_name = "La Fenice"\n', doors=("web",))
        try:
            async with chromium() as browser:
                page = await _at_a_decision(browser, server)
                file.write_text(_drawn(await page.evaluate(READ)), "utf-8")
        finally:
            server.close()


async def _at_a_decision(browser: Browser, server: ServerWithDoor) -> Page:
    page = await browser.open(page_of(server), await browser.person(), size=SIZE)
    await page.until_shown("What is your name?")
    await page.press(*"Anna", "\r")
    await page.until_shown("LOBBY")
    two_bots = ("down", "down", "down", "right", "right", "\r")
    steps = (("n",), "New table"), (two_bots, "yours"), (("x",), "start the game"), (("s",), "YOUR DECISION")
    for keys, shown in steps:
        await page.press(*keys)
        await page.until_shown(shown)
    text = await page.text()
    while not ("YOUR DECISION" in text and ROUND.search(text.partition("\n")[0])):
        await page.press("y" if "Do you mean it?" in text else "\r" if "enter do it" in text else " ")
        text = await page.text()
    await page.press("p")
    await asyncio.sleep(3)
    return page


def _drawn(shown: dict[str, Any]) -> str:
    """Draw what was read, below a bar with an address."""
    width, height = SIZE[0], SIZE[1] + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        "<style>.m{font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace} .s{font-family:system-ui,sans-serif}",
        "text{white-space:pre} .b{font-weight:bold}</style>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#dee1e6"/>',
        f'<rect x="80" y="5" width="{width - 100}" height="{BAR - 10}" rx="12" fill="#ffffff"/>',
        *(f'<circle cx="{x}" cy="{BAR // 2}" r="6" fill="#9aa0a6"/>' for x in (18, 38, 58)),
        f'<text class="s" x="96" y="22" font-size="13" fill="#3c4043">{ADDRESS}</text>',
        f'<g transform="translate(0 {BAR})"><rect width="{width}" height="{SIZE[1]}" fill="{_hex(shown["ground"])}"/>',
        f'<path d="M0 {shown["top"] - 0.5}H{width}" stroke="{_hex(shown["line"])}"/>',
        *(part for run in shown["runs"] for part in _run(run)),
        "</g></svg>\n",
    ]
    return "\n".join(parts)


def _run(run: dict[str, Any]) -> list[str]:
    """Draw letters of one look: their ground, and what is not blank."""
    x, y, width, height = (round(run[name], 2) for name in ("x", "y", "width", "height"))
    found = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{_hex(run["ground"])}"/>'][
        : bool(run["ground"])
    ]
    text = str(run["text"])
    for part in re.finditer(r"\S+(?: \S+)*", text):
        cell = width / len(text)
        kind = ("m" if run["fixed"] else "s") + (" b" if run["bold"] else "")
        found.append(
            f'<text class="{kind}" x="{x + part.start() * cell:g}" y="{y + height * 0.78:g}" '
            f'font-size="{run["size"]:g}" textLength="{cell * len(part[0]):g}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{_hex(run["colour"])}">{escape(part[0])}</text>'
        )
    return found


def _hex(colour: str) -> str:
    """Write a colour of a stylesheet as six digits."""
    return "#" + "".join(f"{int(number):02x}" for number in re.findall(r"\d+", colour)[:3])
