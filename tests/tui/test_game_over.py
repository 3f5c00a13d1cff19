"""The screen after the end: everything on it can be reached by keys."""

from pathlib import Path

import pytest
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import SCENES
from support.tui.shell_app import SMALL, footer, rows, use_folders


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


def body(hall: Hall) -> list[str]:
    """What lies between title and footer, without the scroll bar."""
    return [row[:79].rstrip() for row in rows(hall.app)[2:22]]


async def test_what_does_not_fit_is_scrolled_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the winner to the last round and the whole verdict about the shuffle, and back."""
    app = application(LOOKS["dark"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        top = body(hall)
        assert footer(app).startswith("↑↓ scroll")
        await hall.press("down")
        assert body(hall)[:-1] == top[1:]
        await hall.press("end")
        shown = " ".join(" ".join(rows(app)).split())
        assert "can prove that nothing was changed afterwards." in shown
        assert "round ◆B" in shown
        await hall.press("pageup", "home")
        assert body(hall) == top
