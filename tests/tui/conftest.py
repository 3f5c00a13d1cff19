"""What holds for every test of the client."""

from pathlib import Path

import pytest
from support.server.forking import fork_servers
from support.tui.idle import use_events
from support.tui.painting import paint_when_looked_at
from support.tui.shell_app import use_folders
from support.tui.stylesheets import share_stylesheets


@pytest.fixture(autouse=True)
def _in_little_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    use_events(monkeypatch)
    share_stylesheets(monkeypatch)
    if request.node.get_closest_marker("painted") is None:
        paint_when_looked_at(monkeypatch)
    if request.node.get_closest_marker("started") is None:
        fork_servers(monkeypatch)


@pytest.fixture(autouse=True)
def _own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    use_folders(monkeypatch, tmp_path)
