"""What holds for every test of the client."""

import pytest
from support.tui.idle import use_events


@pytest.fixture(autouse=True)
def _waits_for_events(monkeypatch: pytest.MonkeyPatch) -> None:
    use_events(monkeypatch)
