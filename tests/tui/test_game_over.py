"""The screen after the end: everything on it can be reached by keys."""

import asyncio
from collections.abc import Mapping
from typing import Any, cast

import pytest
from support.tui import opera_scenes, turandot_scenes, turandot_views
from support.tui.gallery import LOOKS, Hall, Scene, application
from support.tui.opera_scenes import SCENES, game_ended
from support.tui.opera_views import shown, view_of
from support.tui.recorded_table import RecordedClient
from support.tui.shell_app import SMALL, footer, rows, until, until_shown
from textual.containers import VerticalScroll

from opera_protocol.client import Client
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.result import SCROLLED
from opera_tui.session.after_round import all_open
from opera_tui.table.game_over import GameOverScreen


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
        assert shown[4].split() == [
            "b",
            "building",
            "p",
            "Palazzo",
            "e",
            "Esperto",
            "1",
            "2",
            "3",
            "countings,",
            "points",
            "alone",
        ]
        assert [text.split() for text in shown].index([str(number) for number in range(1, 10)]) < 20


async def test_everybodys_ducats_are_told_at_first_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of rivals, whose screens were shut until the end; and that they count for nothing."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        assert body(hall)[5] == "  ducats left, which bring no points:  ■W 47  ●B 45  ▲M 26  ◆A 70"


def test_only_known_ducats_are_told_where_the_server_does_not_tell() -> None:
    """One's own; to a spectator none, and then there is no row about them."""
    ended = game_ended()
    seen = [shown(OperaFace().final_rows(view_of(ended.game, seat), ended.events, SCROLLED)) for seat in (0, None)]
    assert "ducats left, which bring no points:  ◆A 70\n" in seen[0]
    assert "ducats" not in seen[1]


async def test_the_result_does_not_wait_for_what_lay_behind_others_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server rebuilds the game for it, for everybody who was there at once; the ducats come when it has."""
    is_rebuilt = asyncio.Event()
    after_round = RecordedClient.after_round

    async def once_rebuilt(client: RecordedClient, table: str, number: int) -> dict[str, Any]:
        await is_rebuilt.wait()
        return await after_round(client, table, number)

    monkeypatch.setattr(RecordedClient, "after_round", once_rebuilt)
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        table = await opera_scenes.show(hall, game_ended().game, 0, state="finished")
        table._end.show()
        await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
        await until_shown(pilot, "ducats left, which bring no points:  ◆A 70")
        is_rebuilt.set()
        await until_shown(pilot, "ducats left, which bring no points:  ■W 47  ●B 45  ▲M 26  ◆A 70")


async def test_nothing_is_asked_for_a_result_that_has_nothing_to_open() -> None:
    """At the end of Turandot everything that counts lies open."""
    ended = turandot_scenes.game_played()[-1].game
    view = turandot_views.view_of(ended, None)
    assert await all_open(cast("Client", None), view) is view


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


async def test_what_became_of_an_export_covers_nothing_and_its_file_can_be_copied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has rows of its own; a long path stands in one piece."""
    app = application(LOOKS["gala"], monkeypatch)
    path = "/home/ada/.local/share/opera/transcripts/La-Scala-sq5e7qqi.jsonl"
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        top = body(hall)
        assert isinstance(app.screen, GameOverScreen)
        assert "y copy path" not in footer(app)
        app.screen.show_notice(f"The transcript is in {path}", path)
        await pilot.pause()
        assert [row.strip() for row in rows(app)[21:23]] == ["The transcript is in", path]
        assert body(hall)[:18] == top[:18]
        assert not app.screen.query("Toast")
        await hall.press("y")
        assert app.clipboard == path
        assert f"Copied: {path}" in rows(app)[22]


def test_a_notice_may_come_before_the_result_is_on_the_screen() -> None:
    """A hasty key asks for the booklet while the screen is being made."""
    GameOverScreen("Ada wins", lambda _room: [], [], lambda: None).show_notice("Printing the booklet …")


async def test_the_end_of_the_result_can_be_reached_above_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await SCENES["opera-over"](hall)
        assert isinstance(app.screen, GameOverScreen)
        app.screen.show_notice("Printing the booklet …")
        await hall.press("end")
        assert "Printing the booklet …" in rows(app)[22]
        assert any(row.split()[:2] == ["9", "103"] for row in rows(app))
