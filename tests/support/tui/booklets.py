"""Booklets of recorded games, and what is written in them."""

import gzip
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from opera_tui.local.own_servers import OwnServers
from opera_tui.session.booklets import booklet_of_file

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
_ENDLESS = re.compile(r"(<(?:meta|br)\b[^<>/]*(?:\"[^\"<>]*\"[^<>/]*)*)>")
_made: dict[str, bytes] = {}
"""Booklets that tests of this process have asked for."""


def recorded(name: str) -> list[dict[str, Any]]:
    """The lines of a recorded game."""
    return [json.loads(line) for line in gzip.decompress((GAMES / f"{name}.jsonl.gz").read_bytes()).splitlines()]


async def booklet_of_recorded(name: str, folder: Path) -> "Booklet":
    """The booklet of a recorded game; it is made once."""
    if name not in _made:
        _made[name] = await booklet_of(recorded(name), folder)
    return Booklet(_made[name])


async def booklet_of(lines: list[dict[str, Any]], folder: Path, name: str = "Fenice-abcdefgh") -> bytes:
    """The booklet of a game, made as the command makes it."""
    file = folder / f"{name}.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    servers = OwnServers()
    try:
        return await booklet_of_file(servers, file, "Ada")
    finally:
        await servers.close()


class Booklet:
    """A booklet that was read: but for elements that have no end it is well-formed, so an XML parser reads it."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.root = ElementTree.fromstring(_ENDLESS.sub(r"\1/>", content.decode("utf-8")))

    def part(self, name: str) -> ElementTree.Element:
        """The element of this id."""
        found = [element for element in self.root.iter() if element.get("id") == name]
        assert len(found) == 1, name
        return found[0]

    def rows(self, name: str) -> list[list[str]]:
        """The lines of a table below its head, as texts."""
        return [[text(cell) for cell in row] for row in self.part(name).iter("tr")][1:]

    def figures(self, name: str) -> list[list[int]]:
        """The numbers of a table by line, without the heads of lines."""
        return [[int(cell) for cell in row[1:]] for row in self.rows(name)]

    def tags(self) -> list[str]:
        """The tags of all elements, in their order."""
        return [element.tag for element in self.root.iter()]


def text(element: ElementTree.Element) -> str:
    """All text in an element."""
    return "".join(element.itertext()).strip()
