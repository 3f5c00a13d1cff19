"""The table's screen: markers that move one after the other, panels with the arrows, and a log that scrolls."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

import pytest
from support.soaking import diagonal
from support.tui import turandot_scenes, turandot_views
from support.tui.gallery import Hall, in_hall
from support.tui.opera_scenes import (
    all_roles_left,
    architetto_in_play,
    bid_sealed,
    game_played,
    revealed,
    show,
    signora_in_play,
)
from support.tui.opera_views import view_of
from support.tui.recorded_table import RecordedClient, RecordedTable, changed
from support.tui.shell_app import LARGE, SMALL, footer, rows, until

from opera_games.opera.actions import Architetto, Hire
from opera_rules import opera
from opera_rules.opera.state import Game
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import RevealBox
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.table.model.proposals import Proposal
from opera_tui.table.screen import TableScreen

pytestmark = pytest.mark.painted


def levels(hall: Hall) -> list[str]:
    """The rows of the board with their levels."""
    return [row[:24] for row in rows(hall.app)[4:8]]


def is_moving(table: TableScreen) -> bool:
    return table.model.playback.is_moving


def level_row(hall: Hall) -> str:
    return next(row for row in rows(hall.app) if row.startswith("┃ level"))


@pytest.fixture
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames come when the test asks for them."""
    monkeypatch.setattr(RevealBox, "frame_seconds", 1000.0)


@pytest.mark.usefixtures("_by_hand")
async def test_markers_move_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """First the cards are turned, then each frame changes levels in box and board; then the order is told."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "bids", nth=3, pace=5)
        assert "→" not in level_row(hall)
        assert not [row for row in rows(hall.app) if "Order of play" in row]
        seen = [levels(hall)]
        while is_moving(table):
            table._pacing._show_frame()
            await hall.settle()
            seen.append(levels(hall))
        assert level_row(hall).count("→") == 4
        assert len({tuple(board) for board in seen}) == len(seen) - 1, "the cards are turned before markers move"
        assert [row for row in rows(hall.app) if "Order of play" in row]


@pytest.mark.usefixtures("_by_hand")
async def test_any_key_ends_the_moving_and_does_what_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "bids", nth=3, pace=5)
        await hall.press("f12")
        assert not is_moving(table)
        assert "→" in level_row(hall)
        await hall.press("o", "f12")
        assert "[o Houses]" in rows(hall.app)[2], "other keys keep their meaning"
        assert "BIDS" in rows(hall.app)[1]
        await hall.press("escape", "enter")
        assert "BIDS" not in rows(hall.app)[1]
        await hall.press("v", "v")
        assert is_moving(table), "looked at again, they move again"
        await hall.press("enter")
        assert "BIDS" not in rows(hall.app)[1]


@pytest.mark.parametrize("kind", ["income", "rose", "counted"])
async def test_a_reveal_stands_under_the_round_it_belongs_to(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends a round comes together with the next one, which the header tells only afterwards."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, kind)
        assert isinstance(table.model.view, OperaView)
        present = f"[{table.model.view.round}]"
        earlier = f"[{table.model.view.round - 1}]"
        assert earlier in rows(hall.app)[0]
        await hall.press("enter")
        assert present in rows(hall.app)[0]
        await hall.press("v", "v")
        assert earlier in rows(hall.app)[0], "also when it is looked at again"


async def test_markers_move_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "counted", nth=2, pace=0.05)
        await until(hall.pilot, lambda: not is_moving(table))
        assert "COUNTING" in rows(hall.app)[1]


async def test_nobody_waits_for_markers_while_the_own_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "bids", nth=3, pace=5, deadlines={"0": 1})
        assert not is_moving(table)


async def test_all_panels_and_the_rules_are_in_the_wide_footer(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(LARGE, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0)
        words = "b board  o houses  n score  g log  t talk  v review  r rules  ? help  q leave"
        assert words in footer(hall.app)


@pytest.mark.parametrize(("chosen", "then"), [("", "[d Directors]"), ("o", "[o Casts]")])
async def test_directors_come_to_the_front_while_one_is_dismissed(
    chosen: str, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line-up is empty then and says so; a tab that the player has chosen stays."""
    async with in_hall(SMALL, monkeypatch) as hall:
        glyphs = hall.app.looks.glyphs
        table = await turandot_scenes.show(hall, turandot_scenes.last_turn(), 1, *chosen)
        assert "[d Directors]" not in rows(hall.app)[2]
        table.model.take(changed(turandot_views.view_of(turandot_scenes.naming(), 1, glyphs), start=12))
        table._pacing.go_on()
        await hall.settle()
        assert then in rows(hall.app)[2]
        await hall.press("u")
        assert "The line-up comes with the next turn." in "\n".join(rows(hall.app))


async def own_move_made(hall: Hall) -> TableScreen:
    """The own decision is answered, and somebody else is to decide."""
    table = await show(hall, all_roles_left(), 0, "i", "enter")
    assert "Impresario" in rows(hall.app)[2]
    go_on_with(hall, table, architetto_in_play())
    await hall.settle()
    return table


def go_on_with(hall: Hall, table: TableScreen, game: Game) -> None:
    table.model.take(changed(view_of(game, 0, hall.app.looks.glyphs), start=14))
    table._pacing.go_on()


async def test_what_bots_answer_at_once_comes_with_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is shown step by step, the own box stays, as sent, until the next decision."""
    monkeypatch.setattr("opera_tui.table.pacing.ANSWER_SECONDS", 3600.0)
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await own_move_made(hall)
        assert not table.model.is_deciding
        assert "Impresario" in rows(hall.app)[2]
        go_on_with(hall, table, signora_in_play())
        await hall.settle()
        assert "[b Board]" in rows(hall.app)[2]
        assert "YOUR DECISION" in rows(hall.app)[1]


@pytest.mark.parametrize(("round_", "is_said"), [(1, True), (2, False)])
async def test_the_first_moves_of_others_come_with_a_word_about_the_pace(
    round_: int, is_said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the first round only; the words stand where tips do."""
    async with in_hall(SMALL, monkeypatch) as hall:
        game = deepcopy(bid_sealed())
        game.round = round_
        table = await show(hall, game, 0)
        table._pace = 3600.0
        table.model.take(changed(view_of(game, 0, hall.app.looks.glyphs), [CLOSES], start=14))
        table._pacing.go_on()
        await hall.settle()
        assert table.model.playback.is_resting
        assert ("Too fast? Settings help" in rows(hall.app)[2]) is is_said


async def test_if_nobody_answers_the_own_move_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        await own_move_made(hall)
        await until(hall.pilot, lambda: any("While you wait" in row for row in rows(hall.app)))


async def test_without_tips_the_last_move_stands_beside_the_tabs(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one decides no box tells it; too long a line is left out."""
    async with in_hall(SMALL, monkeypatch) as hall:
        closed = {"event": "closed", "seat": 1, "level": 3, "automatic": False}
        table = await show(hall, all_roles_left(), 0, log=[closed])
        table.layout_of_table._tips = False
        await hall.press("down")
        assert rows(hall.app)[2].rstrip().endswith("▲M closes")
        await hall.press("g")
        assert "closes" not in rows(hall.app)[2]


async def test_a_reveal_goes_away_by_itself_for_who_only_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player goes on with Enter; what a spectator looks at again stays too."""
    monkeypatch.setattr("opera_tui.table.pacing.WATCHED_SECONDS", 0.05)
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "bids", seat=None)
        await until(hall.pilot, lambda: not table.model.playback.revealed)
        await hall.press("v")
        assert table.model.playback.revealed
        playing = await revealed(hall, "bids")
        assert playing.model.playback.revealed
        assert playing._pacing._watched is None


async def test_a_tip_is_about_the_step_that_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not about the role that one had better hired."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "down", "up")
        assert "Fill empty halls with the Impresario" in rows(hall.app)[2]
        await hall.press("a", "enter")
        assert "Each hall: 2 points now" in rows(hall.app)[2]


async def test_a_proposal_that_comes_under_a_reveal_has_its_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the box asks the server for is answered to that box, whatever stands in front of it."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "bids")
        client = cast("RecordedClient", table.session.client)
        game = all_roles_left()
        client.go_to(game, 0)
        table.model.take(changed(view_of(game, 0, hall.app.looks.glyphs), start=14, hints=True))
        table.model.catch_up()
        await hall.press("a", "enter")
        table.model.propose()
        await hall.press("v", "v")
        assert "BIDS" in rows(hall.app)[1]
        build = Hire(Architetto(("berlin.main",)))
        assert client.proposals
        table.model.take_proposal(Proposal(client.proposals[-1], build, 0, None, 0, {}))
        table.paint()
        await hall.press("enter")
        assert [row for row in rows(hall.app) if "ducats 14 → 12   points +2" in row]


@pytest.mark.parametrize(("role", "size"), diagonal("iamce", [SMALL, LARGE]))
async def test_the_footer_never_leaves_out_help_proposals_and_the_ways_out(
    role: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many keys a box has, one can get help, a proposal, back and away."""
    async with in_hall(size, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, role, "enter", hints=True)
        last_rows = "\n".join(rows(hall.app)[-2:])
        assert [key for key in ("? help", "q leave", "p propose", "esc back") if key not in last_rows] == []


def log_rows(hall: Hall) -> list[str]:
    return [row[81:119].strip() for row in rows(hall.app)[26:34]]


async def test_the_log_takes_the_arrows_and_gives_them_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(LARGE, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0, log=game_played()[-1].events[-40:])
        last = log_rows(hall)
        await hall.press("g", "up", "k")
        assert log_rows(hall)[2:] == last[:-2]
        await hall.press("pageup", "pageup", "pageup", "pageup")
        top = log_rows(hall)
        await hall.press("up")
        assert log_rows(hall) == top, "it stops at its beginning"
        await hall.press("pagedown", "pagedown", "pagedown", "pagedown", "down")
        assert log_rows(hall) == last
        cursor = _cursor(table)
        await hall.press("escape", "down")
        assert _cursor(table) == cursor + 1, "the box has them again"


def _cursor(table: TableScreen) -> int:
    cursor = getattr(table.model.box, "cursor", None)
    assert isinstance(cursor, int)
    return cursor


async def test_a_panel_with_the_arrows_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(LARGE, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "o", "question_mark")
        assert isinstance(hall.app.screen, RulesScreen)
        assert "Houses" in rows(hall.app)[0]


async def test_as_a_tab_the_log_scrolls_by_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, "g", log=game_played()[-1].events)
        last = rows(hall.app)[3:12]
        await hall.press("pageup")
        assert rows(hall.app)[11] != last[-1]
        await hall.press("pagedown")
        assert rows(hall.app)[3:12] == last


def place_of(hall: Hall, text: str) -> tuple[int, int]:
    """Where a text stands on the screen, its first cell."""
    return next((row.index(text), y) for y, row in enumerate(rows(hall.app)) if text in row)


def sent_by(table: RecordedTable) -> Mapping[str, Any]:
    client: Any = table.session.client
    assert isinstance(client, RecordedClient)
    assert client.sent is not None
    return client.sent


async def click(hall: Hall, text: str, beside: int = 0) -> None:
    x, y = place_of(hall, text)
    await hall.pilot.click(offset=(x + beside, y))
    await hall.settle()


async def buys_wagner_by_clicks(hall: Hall) -> RecordedTable:
    """The Impresario, with the piece just bought in hand."""
    table = await show(hall, all_roles_left(), 0)
    await click(hall, "i Impresario 3 ")
    await click(hall, "enter Impresario…")
    await click(hall, "6) Wa")
    await click(hall, "6) Wa")
    return table


async def test_the_impresario_is_played_by_clicks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A click moves the cursor, a click on it takes or puts, a click on what Enter does is Enter."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await buys_wagner_by_clicks(hall)
        await click(hall, "Ho  ")
        await click(hall, "Ho›")
        await click(hall, "enter check…")
        await click(hall, "enter buy Wagner, arrange")
        assert sent_by(table)["buy"] == ["wagner"]
        assert sent_by(table)["layout"]["venezia"][-1] == "wagner"


async def test_a_piece_in_hand_is_left_in_stock_by_a_click_on_what_enter_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await buys_wagner_by_clicks(hall)
        await click(hall, "enter leave Wagner in stock, check…")
        await click(hall, "enter buy Wagner")
        assert sent_by(table) == {"do": "hire", "role": "impresario", "buy": ["wagner"], "layout": None}


async def test_the_architetto_is_played_by_clicks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await show(hall, all_roles_left(), 0)
        await click(hall, "a Architetto   2")
        await click(hall, "a Architetto   2")
        await click(hall, "1 at 2d")
        await click(hall, "enter build Berlin")
        assert sent_by(table)["build"] == ["berlin.main"]


async def test_a_click_on_a_tab_brings_it_to_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0)
        for title in ("o Houses", "g Log", "b Board"):
            await click(hall, title, beside=3)
            assert f"[{title}]" in rows(hall.app)[2]


CLOSES = {"event": "closed", "seat": 1, "automatic": False}


async def test_the_free_lines_of_the_box_tell_what_happened_since_the_last_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One line a turn, the newest last; what has no room is counted beside the key that shows it."""
    async with in_hall((120, 37), monkeypatch) as hall:
        await show(hall, signora_in_play(), 0, log=[CLOSES] * 3)
        inside = [row[1:79].strip() for row in rows(hall.app) if "▲M closes" in row[:79]]
        assert len(inside) == 1
        assert inside[0].endswith("v 2 more")
    async with in_hall(SMALL, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, log=[CLOSES] * 3)
        assert rows(hall.app)[2].rstrip().endswith("v 2 more")


async def test_a_step_stands_until_its_time_is_over_and_then_the_decision_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What bots did at once is shown before the player is asked, at any pace."""
    async with in_hall(SMALL, monkeypatch) as hall:
        glyphs = hall.app.looks.glyphs
        changes = [
            changed(view_of(bid_sealed(), 0, glyphs), is_entry=True),
            changed(view_of(all_roles_left(), 0, glyphs), [CLOSES]),
        ]
        table = RecordedTable(hall.app, RecordedClient(opera, all_roles_left(), 0), "opera", changes, pace=500)
        await hall.show(table)
        assert not table.model.is_deciding
        assert [row for row in rows(hall.app) if "▲M closes" in row]
        assert "space skip" in rows(hall.app)[-1], "the key for the rest is named while steps are shown"
        table._pacing._end_rest()
        await hall.settle()
        assert "space skip" not in rows(hall.app)[-1]
        assert table.model.is_deciding


async def test_with_a_running_clock_a_reveal_makes_way_for_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box opens in time also if nobody dismisses what stands before it; `v` shows it again."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "income", pace=500, deadlines={"0": 1})
        assert table.model.playback.revealed is not None
        assert table._pacing._last_moment is not None
        table._pacing._end_in_time()
        await hall.settle()
        assert table.model.is_deciding
        await hall.press("v", "v")
        assert "INCOME" in rows(hall.app)[1]
