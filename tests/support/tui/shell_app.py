"""The client's application in tests: folders of its own, no look at the network, and the screen as text."""

import secrets
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual._context import visible_screen_stack
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Static

from opera_protocol.client import Client, Endpoints, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.local.ready import Ready, holder
from opera_protocol.wire.keys import key_from_text
from opera_tui.config.appearance import Looks, Terminal
from opera_tui.config.settings import Settings
from opera_tui.session.intents import GoHome, Intent
from opera_tui.session.session import Session
from opera_tui.shell.app import OperaApp
from opera_tui.widgets.shell_screen import InShell

SMALL = (80, 24)
LARGE = (120, 36)
MOST_SECONDS = 60.0
"""After which a test gives up; nothing is said about how fast anything must be."""


def use_folders(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Everything that the client keeps goes below this folder."""
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(folder / name.lower()))
    monkeypatch.setenv("HOME", str(folder))


def opera(intent: Intent | None = None, **settings: Any) -> OperaApp:
    """The application with a player called Ada."""
    return OperaApp(
        Settings(**{"name": "Ada", "motion": False, **settings}), intent or GoHome(), Terminal(), looks_around=False
    )


async def until(pilot: Pilot[None], holds: Callable[[], object], told: str = "") -> None:
    """Wait for something to be so, whatever happens on the way."""
    give_up_at = time.monotonic() + MOST_SECONDS
    while not holds():
        assert time.monotonic() < give_up_at, told or "\n".join(rows(pilot.app))
        await pilot.pause(0.02)


async def until_shown(pilot: Pilot[None], text: str) -> None:
    """Wait for a text, also where a box has broken it into lines."""

    def is_shown() -> bool:
        shown = rows(pilot.app)
        return text in "\n".join(shown) or text in _in_one_line(shown)

    await until(pilot, is_shown)


def in_one_line(app: Any) -> str:
    """What boxes say, without their borders."""
    return _in_one_line(rows(app))


def _in_one_line(shown: list[str]) -> str:
    return " ".join(" ".join(row.strip(" ┃│▓█▌▒▐") for row in shown).split())


def rows(app: Any) -> list[str]:
    """The screen as it would be painted, without blanks at the ends of its rows."""
    return ["".join(segment.text for segment in strip).rstrip() for strip in painted(app)]


def painted(app: Any) -> list[Strip]:
    """The lines of the screen in front and of those seen around it, which Textual knows only while it paints."""
    visible_screen_stack.set(app._background_screens)
    strips: list[Strip] = app.screen._compositor.render_strips()
    return strips


def footer(app: Any) -> str:
    return rows(app)[-1].strip()


class Placeholder(InShell[None]):
    """Stands for the table's screen."""

    def __init__(self, session: Session, looks: Looks, table_id: str, game: str, *, is_replay: bool = False) -> None:
        super().__init__()
        self.session, self.table_id, self.game = session, table_id, game

    def compose(self) -> ComposeResult:
        yield Static(f"the table {self.game}")

    def key_q(self) -> None:
        self.shell.leaving.ask_to_leave(self.session, self.table_id)


def use_placeholder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests of the shell do not depend on what the table looks like."""
    monkeypatch.setattr("opera_tui.table.screen.TableScreen", Placeholder)


def running(folder: Path) -> Ready:
    """The server that holds a data folder."""
    line = holder(folder)
    assert isinstance(line, Ready), line
    return line


async def visitor(folder: Path) -> Client:
    """Somebody else at the server of a data folder."""
    ready = running(folder)
    key = key_from_text(ready.key)
    assert key is not None
    return await connect(Endpoints("127.0.0.1", ready.ports[0], ready.ports[1], key), new_identity())


def free_port() -> int:
    """The first of three ports that nobody uses."""
    for _ in range(1000):
        first = 20_000 + secrets.randbelow(10_000)
        if all(_is_free(port) for port in range(first, first + 3)):
            return first
    raise AssertionError("no free ports")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("", port))
        except OSError:
            return False
    return True


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(pid: int, seconds: float = 15.0) -> None:
    give_up_at = time.monotonic() + seconds
    while is_alive(pid):
        assert time.monotonic() < give_up_at, f"process {pid} is still there"
        time.sleep(0.02)


def wait_until_free(folder: Path, seconds: float = 15.0) -> None:
    """A killed process keeps its locks until the last of its threads is gone."""
    give_up_at = time.monotonic() + seconds
    while holder(folder) is not None:
        assert time.monotonic() < give_up_at, f"{folder} is still locked"
        time.sleep(0.02)
