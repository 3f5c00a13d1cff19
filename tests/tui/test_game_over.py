"""The screen after the end: everything on it can be reached by keys."""

import pytest
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import SCENES
from support.tui.shell_app import SMALL, footer, rows


def body(hall: Hall) -> list[str]:
    """What lies between title and footer, without the scroll bar."""
    return [row[:79].rstrip() for row in rows(hall.app)[2:22]]


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
        assert "building and Esperto" in shown
        await hall.press("pageup", "home")
        assert body(hall) == top


async def test_points_by_round_need_no_scrolling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ranking and the nine rounds stand above the fold at 80x24."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        shown = body(hall)
        head = next(place for place, text in enumerate(shown) if text.startswith(" round"))
        assert [text.split()[0] for text in shown[head + 1 : head + 10]] == [str(number) for number in range(1, 10)]
