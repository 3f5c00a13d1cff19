"""Reading the contract's page: its marked code blocks, its sections and its tables."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parents[3] / "protocol" / "README.md"
BLOCK = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEX_LINE = re.compile(r"[0-9a-f]+")
WORD = re.compile(r"`([^`]+)`")


def page() -> str:
    return PAGE.read_text("utf-8")


def blocks(mark: str) -> list[str]:
    """The content of all code blocks with this mark."""
    return [content for found, content in BLOCK.findall(page()) if found == mark]


class Frame(NamedTuple):
    """A message as it is shown, and its bytes."""

    message: dict[str, Any]
    content: bytes


def frames() -> Iterator[Frame]:
    for block in blocks("frame"):
        lines = block.splitlines()
        first = next(place for place, line in enumerate(lines) if HEX_LINE.fullmatch(line))
        message = with_bytes(json.loads("".join(lines[:first])))
        yield Frame(message, bytes.fromhex("".join(lines[first:])))


def examples(mark: str) -> list[dict[str, Any]]:
    """JSON objects, one to a block."""
    return [with_bytes(json.loads(block)) for block in blocks(mark)]


def with_bytes(value: Any) -> Any:
    """Texts that begin with 0x stand for bytes."""
    if isinstance(value, dict):
        return {key: with_bytes(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_bytes(inner) for inner in value]
    if isinstance(value, str) and value.startswith("0x"):
        return bytes.fromhex(value[2:])
    return value


def section(title: str) -> str:
    """What stands under a heading, up to the next heading of any depth."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", page(), re.MULTILINE | re.DOTALL)
    assert found, f"no section “{title}”"
    return found[1]


def headings() -> list[str]:
    return re.findall(r"^#+ (.+)$", page(), re.MULTILINE)


def rows(title: str, table: int | None = None) -> list[list[str]]:
    """The cells of the tables of a section, without their heads; of one table if it is numbered."""
    tables = re.findall(r"(?:^\|.*\n)+", section(title), re.MULTILINE)
    chosen = tables if table is None else [tables[table]]
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for lines in chosen for line in lines.splitlines()[2:]
    ]


def named(title: str, table: int | None = None) -> dict[str, list[str]]:
    """Rows by the word in their first cell."""
    found = {word: cells[1:] for cells in rows(title, table) for word in WORD.findall(cells[0])}
    assert found, f"no table under “{title}”"
    return found


def words(cell: str) -> set[str]:
    return set(WORD.findall(cell))


class Paths:
    """Documented paths of a document, such as `players[].houses.*.halls`, and which of them occurred."""

    def __init__(self, documented: Mapping[str, object]) -> None:
        self.documented = set(documented)
        self.inner = {path[:end] for path in self.documented for end in range(len(path)) if path[end] in ".["}
        self.met: set[str] = set()

    def walk(self, value: Any, path: str = "") -> None:
        """Go through a real document; whatever is not documented is a mistake of the page."""
        if path in self.documented:
            self.met.add(path)
            if path not in self.inner:
                return
        assert path in self.inner or not path, f"not documented: {path}"
        if isinstance(value, dict):
            for key, inner in value.items():
                self.walk(inner, self._child(path, key))
        elif isinstance(value, list | tuple):
            for inner in value:
                self.walk(inner, f"{path}[]")

    def _child(self, path: str, key: str) -> str:
        start = f"{path}." if path else ""
        any_key = f"{start}*"
        return any_key if any_key in self.documented | self.inner else f"{start}{key}"

    @property
    def missing(self) -> set[str]:
        """What is documented and never occurred."""
        return self.documented - self.met
