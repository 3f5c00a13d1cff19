"""What holds for every test of the client."""

import pytest
from support.tui.idle import use_events
from support.tui.stylesheets import share_stylesheets


@pytest.fixture(autouse=True)
def _in_little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    use_events(monkeypatch)
    share_stylesheets(monkeypatch)
