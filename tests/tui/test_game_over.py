"""The screen after the end: everything on it can be reached by keys."""

from collections.abc import Mapping

import pytest
from support.tui import turandot_scenes
from support.tui.gallery import LOOKS, Hall, Scene, application
from support.tui.opera_scenes import SCENES
from support.tui.shell_app import SMALL, footer, rows
from textual.containers import VerticalScroll


def body(hall: Hall) -> list[str]:
    """What lies between title and footer, without the scroll bar."""
    return [row[:79].rstrip() for row in rows(hall.app)[2:23]]


async def test_what_does_not_fit_is_scrolled_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the winner to the last round and the whole verdict about the shuffle, and back."""
    app = application(LOOKS["gala"], monkeypatch)
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
        assert " 9 103 " in shown, "the points by round are at the end"
        await hall.press("pageup", "home")
        assert body(hall) == top


async def test_the_chart_needs_no_scrolling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ranking with its bars and the chart of the nine rounds stand above the fold at 80x24."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        shown = body(hall)
        assert [text.split()[0] for text in shown[:4]] == ["1.", "2.", "3.", "4."]
        assert shown[4].split() == ["b", "building", "p", "Palazzo", "e", "Esperto", "1", "2", "3", "countings"]
        assert [text.split() for text in shown].index([str(number) for number in range(1, 10)]) < 20


@pytest.mark.parametrize("size", [(120, 36), (120, 33), (200, 60)])
@pytest.mark.parametrize("scenes", [SCENES, turandot_scenes.SCENES])
async def test_a_large_terminal_shows_everything_at_once(
    scenes: Mapping[str, Scene], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=size) as pilot:
        hall = Hall(app, pilot, [size])
        await next(scene for name, scene in scenes.items() if name.endswith("-over"))(hall)
        shown = "\n".join(rows(app))
        assert "scroll" not in footer(app)
        assert all(word in shown for word in ("wins", "Points after each", "by t" if scenes is not SCENES else "by r"))
        assert "The shuffle is" in shown
        assert not app.screen.query_one(VerticalScroll).show_vertical_scrollbar


async def test_another_size_is_another_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames come and go with the room for them."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=(120, 36)) as pilot:
        hall = Hall(app, pilot, [(120, 36)])
        await SCENES["opera-over"](hall)
        assert any("╭─ Round by round" in text for text in rows(app))
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert not [text for text in rows(app) if "╭─" in text]
