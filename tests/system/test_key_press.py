"""The page about a key press names only files and functions that there are."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "protocol" / "key-press.md").read_text("utf-8")
PACKAGES = ("opera_tui", "server", "protocol")
FOLDERS = ("opera_tui", "server/opera_server", "protocol", "protocol/opera_protocol")


def named() -> set[str]:
    return set(re.findall(r"`([^`]+)`", PAGE))


def test_every_file_is_there() -> None:
    files = {name for name in named() if name.endswith(".py")}
    assert len(files) > 30
    assert {file for file in files if not any((ROOT / folder / file).is_file() for folder in FOLDERS)} == set()


def test_every_function_is_there() -> None:
    names = {name for name in named() if re.fullmatch(r"[A-Za-z_]+(\.[A-Za-z_]+)?", name) and not name.endswith(".py")}
    parts = {part for name in names for part in name.split(".")}
    assert len(parts) > 80
    sources = [file.read_text("utf-8") for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    assert parts - {word for source in sources for word in re.findall(r"\w+", source)} == set()
