"""Enter belongs to the panel that has the focus, which alone has the heavy frame."""

import contextlib
from collections.abc import AsyncIterator
from typing import cast

import pytest
from support.tui import turandot_scenes
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import all_roles_left, bid_sealed, bidding, game_played, revealed, show, signora_in_play
from support.tui.opera_views import view_of
from support.tui.recorded_table import RecordedClient, RecordedTable, changed
from support.tui.shell_app import LARGE, SMALL, footer, rows, until

from opera_tui.help.rules_screen import RulesScreen
from opera_tui.table.screen import TableScreen

SIZES = (SMALL, LARGE)

pytestmark = pytest.mark.painted

BID = "Budget: your secret bid; who acts first gets the last building parts"


@contextlib.asynccontextmanager
async def in_hall(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """Run the application in a terminal of this size."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=size) as pilot:
        yield Hall(app, pilot, [size])


def sent(table: RecordedTable) -> object:
    return cast("RecordedClient", table.session.client).sent


def heavy(hall: Hall) -> list[str]:
    """The beginnings of the titles in heavy frames."""
    return [part.split(" ━")[0] for row in rows(hall.app) for part in row.split("┏━ ")[1:]]


@pytest.mark.parametrize("size", SIZES)
async def test_enter_in_the_houses_sends_no_bid(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """`o`, Down, Enter explains the second city; the bid that is being prepared stays as it is."""
    async with in_hall(size, monkeypatch) as hall:
        table = await show(hall, bidding(), 0, "3", "o", "down", "enter")
        assert sent(table) is None
        assert isinstance(hall.app.screen, RulesScreen)
        shown = "\n".join(rows(hall.app))
        assert "Wien" in rows(hall.app)[0]
        assert "halls  ducats  points   left" in shown
        await hall.press("escape", "escape", "enter")
        assert sent(table) == {"do": "bid", "amount": 3}


async def test_escape_is_named_where_a_panel_has_nothing_to_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, bidding(), 0, "g")
        assert "esc back to the box" in footer(hall.app)


async def test_talk_is_answered_where_the_log_is_out_of_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else would say that anybody has heard it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, bidding(), 0)
        await hall.press("t", *"hi", "enter")
        await until(hall.pilot, lambda: "Said, and it stands in the log (g)" in rows(hall.app)[1])


async def test_the_heavy_frame_is_only_where_enter_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 120 columns it goes to the panel and back; its lower border says what Enter does there."""
    async with in_hall(LARGE, monkeypatch) as hall:
        await show(hall, bidding(), 0)
        assert heavy(hall) == [BID]
        for key, title, does in (
            ("o", "Houses", "enter details of Venezia"),
            ("b", "Budget table", "enter details of "),
            ("g", "Log and talk", "enter back to the box"),
        ):
            await hall.press(key)
            assert heavy(hall) == [title]
            assert sum(row.count(" enter ") for row in rows(hall.app)[:-1]) == 1
            assert does in "\n".join(rows(hall.app))
        await hall.press("escape")
        assert heavy(hall) == [BID]


async def test_while_others_decide_nothing_has_the_heavy_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter does nothing then; in a reveal it goes on, and the frame says so."""
    async with in_hall(LARGE, monkeypatch) as hall:
        await show(hall, bid_sealed(), 0)
        assert heavy(hall) == []
        await revealed(hall, "income")
        assert len(heavy(hall)) == 1


@pytest.mark.parametrize("size", SIZES)
async def test_a_new_decision_takes_the_focus_back(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """It stayed on the houses for the rest of the game."""
    async with in_hall(size, monkeypatch) as hall:
        table = await show(hall, bid_sealed(), 0, "o")
        assert table.layout_of_table.panel_focus.panel == "opera.houses"
        table.model.take(changed(view_of(signora_in_play(), 0, hall.app.looks.glyphs), start=14))
        table._pacing.go_on()
        await hall.settle()
        assert table.layout_of_table.panel_focus.panel == ""
        assert [title.partition(":")[0] for title in heavy(hall)] == ["Signora"]


@pytest.mark.parametrize("size", SIZES)
async def test_letters_and_digits_are_the_boxs_and_bring_the_focus_back(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looks at the houses may go on with the bid at once; arrows stay in the panel."""
    async with in_hall(size, monkeypatch) as hall:
        table = await show(hall, bidding(), 0, "4", "o", "right", "left", "right")
        assert _bid(table) == "bid 4"
        await hall.press("2")
        assert _bid(table) == "bid 2"
        assert heavy(hall) == [BID]
        await hall.press("right")
        assert _bid(table) == "bid 3"


def _bid(table: TableScreen) -> str:
    assert table.model.box is not None
    return table.model.box.does


async def test_tab_goes_round_and_ends_in_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """As tabs: houses, score, log, and then the board again with the focus in the box."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, bidding(), 0)
        seen = []
        for _press in range(4):
            await hall.press("tab")
            seen.append(table.layout_of_table.panel_focus.panel)
        assert seen == ["opera.houses", "opera.score", "table.log", ""]
        assert "[b Board]" in rows(hall.app)[2]


async def test_as_a_tab_the_log_scrolls_by_arrows_once_it_has_the_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    """And Enter gives the focus back to the box."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, bidding(), 0, "g", log=game_played()[-1].events)
        last = rows(hall.app)[3:12]
        await hall.press("up")
        assert rows(hall.app)[4:12] == last[:-1]
        await hall.press("enter")
        assert sent(table) is None
        assert heavy(hall) == [BID]


@pytest.mark.parametrize("size", SIZES)
async def test_the_footer_names_the_keys_of_the_panel(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not those of the box, which do nothing now."""
    async with in_hall(size, monkeypatch) as hall:
        await show(hall, bidding(), 0, "o")
        arrows = "↑↓" if size == SMALL else "←→"
        assert footer(hall.app).startswith(f"{arrows} choose  enter details  esc back to the box")
        assert "less or more" not in footer(hall.app)


@pytest.mark.parametrize(
    ("keys", "title"), [("u", None), (("o", "down"), "Massimiliano"), (("d", "down", "down"), "Director avant-garde")]
)
async def test_cards_casts_and_directors_have_details(
    keys: tuple[str, ...], title: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each panel of Turandot explains its rows."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await turandot_scenes.show(hall, turandot_scenes.last_turn(), 1, *keys, "enter")
        assert isinstance(hall.app.screen, RulesScreen)
        assert title is None or title in rows(hall.app)[0]


async def test_a_box_over_the_whole_screen_gives_way_to_a_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    """A panel that gets keys is seen; Esc leads back."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0, "i", "enter", "o")
        assert table.layout_of_table.panel_focus.panel == "opera.houses"
        assert "[o Houses]" in rows(hall.app)[2]
        await hall.press("escape")
        assert heavy(hall) == ["Impresario: buy up to two, place freely"]


async def test_a_proposal_brings_the_focus_back_to_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that Enter sends what is proposed."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, bidding(), 0, "o", "p")
        assert table.layout_of_table.panel_focus.panel == ""
        assert heavy(hall) == [BID]
