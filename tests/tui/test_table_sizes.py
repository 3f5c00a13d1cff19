"""The table's screen at the edges of its sizes: 80x23 is whole, 120x33 stays wide, and boxes bring their panel."""

import pytest
from support.tui import turandot_scenes
from support.tui.gallery import in_hall
from support.tui.opera_scenes import all_roles_left, bidding, revealed, show, signora_in_play, some_log
from support.tui.shell_app import SMALL, rows

from opera_tui.table.talk_line import TalkLine
from opera_tui.widgets.row_panel import RowPanel

LOW = (80, 23)
"""A terminal of 80x24 in tmux, whose status line takes a row."""
LEAST_WIDE = (120, 33)


async def test_nothing_of_the_board_is_lost_at_80x23(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last row of the roles stands above the player's line, and the box has all its rows."""
    async with in_hall(LOW, monkeypatch) as hall:
        await show(hall, signora_in_play(), 0)
        screen = rows(hall.app)
        (own,) = [line for line, text in enumerate(screen) if "Behind your screen" in text]
        assert "Signora" in screen[own - 1]
        assert "Esperto" in screen[own - 1]
        assert "supply" in screen[own - 1]
        assert "0 Intermezzo" in screen[-3]


async def test_the_box_of_the_impresario_is_whole_at_80x23(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last row says what buying costs."""
    async with in_hall(LOW, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "i", "enter")
        screen = rows(hall.app)
        assert "Offer" in screen[3]
        assert any("The fee covers two pieces" in text for text in screen)


@pytest.mark.parametrize("key", ["u", "o", "d"])
async def test_all_tabs_of_turandot_are_whole_at_80x23(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the tab at 80x24 stands there in fewer rows, too."""
    async with in_hall(LOW, monkeypatch) as hall:
        table = await turandot_scenes.show(hall, turandot_scenes.last_turn(), 1, key)
        screen = "\n".join(rows(hall.app))
        assert table.model.view is not None
        if key == "d":
            words = (
                "gothic",
                "farce",
                "avant",
                "traditional",
                "purist",
                "decorator",
                "eclectic",
                "androgynous",
                "plain",
            )
            assert all(word in screen for word in words)
        if key == "o":
            assert all(sign in screen for sign in ("◆A", "▲M", "●B", "■W", "▼R", "P Puccini", "$ money"))
        if key == "u":
            assert "0  money alone" in screen


async def test_talking_does_not_collapse_the_wide_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """At exactly 120x33 the line for talk takes the footer's place and nothing else."""
    async with in_hall(LEAST_WIDE, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0)
        before = rows(hall.app)
        await hall.press("t")
        assert table.query_one(TalkLine).is_open
        assert rows(hall.app)[:-1] == before[:-1]


@pytest.mark.parametrize(
    ("size", "houses", "bottom"), [((120, 33), 8, 11), ((120, 35), 8, 13), ((120, 36), 12, 10), ((120, 40), 12, 14)]
)
async def test_the_street_leaves_ten_rows_for_box_and_log(
    size: tuple[int, int], houses: int, bottom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With roofs from 36 rows on; what a higher terminal has more goes to the log and the box."""
    async with in_hall(size, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0)
        heights = {name: table.query_one(f"#{name}").outer_size.height for name in ("panel-houses", "box", "log")}
        assert heights == {"panel-houses": houses, "box": bottom, "log": bottom}
        assert any("x Close" in text for text in rows(hall.app))


async def test_the_log_fills_its_room_when_the_street_gets_lower(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal that becomes lower loses the roofs, one that becomes higher gets them back."""
    async with in_hall((120, 36), monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0, log=some_log(60))
        for height, houses in ((33, 8), (36, 12)):
            await hall.resize((120, height))
            assert table.query_one("#panel-houses").outer_size.height == houses
            log = table.query_one("#log", RowPanel)
            assert len(log.shown) == log.size.height


async def test_the_tip_stands_in_the_lower_border_of_the_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """In few words, and whole below the help of the box."""
    async with in_hall((120, 36), monkeypatch) as hall:
        await show(hall, all_roles_left(), 0)
        (line,) = [text for text in rows(hall.app) if "Tip: Fill empty halls with the Impresario" in text]
        assert "─" in line
        await hall.press("question_mark")
        assert any("Tip: " in text for text in rows(hall.app))


async def test_arrows_go_from_city_to_city_of_the_street(monkeypatch: pytest.MonkeyPatch) -> None:
    """To the right as well as down; Enter describes the one whose head is marked."""
    async with in_hall((120, 36), monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "o", "right", "down")
        assert any("enter details of Berlin" in text for text in rows(hall.app))


async def test_the_architetto_stands_below_the_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 columns the tab with the houses comes to the front with his box, and goes with it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0)
        assert "[b Board]" in rows(hall.app)[2]
        await hall.press("a", "enter")
        assert "[o Houses]" in rows(hall.app)[2]
        await hall.press("escape")
        assert "[b Board]" in rows(hall.app)[2]


async def test_a_tab_that_the_player_wanted_stays_behind_the_architetto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads the log goes on reading it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "g")
        await hall.press("escape", "a", "enter")
        assert "[g Log]" in rows(hall.app)[2]


async def test_a_counting_stands_below_the_houses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Great halls and empty halls, which it counts, are in sight; the other reveals leave the board there."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await revealed(hall, "counted")
        assert "[o Houses]" in rows(hall.app)[2]


async def test_a_bid_stands_below_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Order, roles, fame and offer decide it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, bidding(), 0)
        assert "[b Board]" in rows(hall.app)[2]


@pytest.mark.parametrize(("key", "title"), [("b", "[b Board]"), ("o", "[o Houses]"), ("g", "[g Log]")])
async def test_a_panel_can_be_looked_at_from_the_box_of_the_impresario(
    key: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes the place of the box, which comes back with the same key or Esc, with all that was prepared."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "i", "enter", "6")
        whole = rows(hall.app)
        for back in (key, "escape"):
            await hall.press(key)
            assert title in rows(hall.app)[2]
            await hall.press(back)
            assert rows(hall.app) == whole


async def test_tab_walks_through_the_panels_and_back_to_the_box_of_the_impresario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every view that the footer promises comes, also at 80 columns."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "i", "enter")
        whole = rows(hall.app)
        for title in ("[b Board]", "[o Houses]", "[n Score]", "[g Log]"):
            await hall.press("tab")
            assert title in rows(hall.app)[2]
        await hall.press("tab")
        assert rows(hall.app) == whole


async def test_the_houses_can_be_looked_at_from_the_box_of_the_impresario_in_the_wide_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There only the houses are covered by the box."""
    async with in_hall((120, 36), monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "i", "enter")
        whole = rows(hall.app)
        assert not [row for row in whole if "Houses" in row and "━" in row]
        await hall.press("o")
        assert [row for row in rows(hall.app) if "Houses" in row and "━" in row]
        await hall.press("escape")
        assert rows(hall.app) == whole


@pytest.mark.parametrize("size", [SMALL, (120, 36)])
async def test_a_click_on_a_row_of_the_line_up_chooses_it(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of the offer follows the click; nothing is sent by it."""
    async with in_hall(size, monkeypatch) as hall:
        table = await turandot_scenes.show(hall, turandot_scenes.last_turn(), 0)
        (line,) = [y for y, row in enumerate(rows(hall.app)) if "Ludmilla Orsakova" in row and "classic" in row]
        await hall.pilot.click(offset=(12, line))
        await hall.settle()
        assert table.model.box is not None
        assert table.model.box.does == "offer 4"


async def test_a_click_on_a_city_chooses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a box that asks for a city; a bid is not changed by it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0, "m", "enter", "o")
        (line,) = [y for y, row in enumerate(rows(hall.app)) if row.startswith("Par")]
        await hall.pilot.click(offset=(12, line))
        await hall.settle()
        assert table.model.box is not None
        assert "Paris" in table.model.box.does
