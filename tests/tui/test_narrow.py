"""Boxes and tabs in terminals that are narrower than they were drawn for: nothing is cut, and clicks find their way."""

from collections import Counter
from pathlib import Path

import pytest
from support.tui import turandot_scenes
from support.tui.gallery import in_hall
from support.tui.opera_scenes import all_roles_left, bidding, show, signora_in_play
from support.tui.opera_views import moments, view_of
from support.tui.shell_app import rows, use_folders

from opera_tui.games.opera.face import OperaFace
from opera_tui.look.narrow import Beside, narrowed, row_of
from opera_tui.look.rows import Row, Span, plain, row, width

LEAST = (60, 20)
CELLS = LEAST[0] - 2
MANY = 40
HIGH = (62, 51)
"""A window of 500 by 800 pixels in a browser."""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


def signs(drawn: list[Row]) -> Counter[str]:
    """Everything that is no blank."""
    return Counter("".join(map(plain, drawn)).replace(" ", ""))


def test_every_sign_of_every_box_is_shown_in_fewer_cells() -> None:
    """Columns move and texts are wrapped, but nothing is lost."""
    for moment in moments(4, 1):
        if moment.seat < 0:
            continue
        box = OperaFace().decision_box(view_of(moment.game, moment.seat))
        beside = Beside(box.beside_at, len(box.rows())) if box.beside_at else None
        drawn = [row_of(line) for line in narrowed(box.rows(), CELLS, MANY, box.pinned, beside)]
        assert max(map(width, drawn)) <= CELLS
        assert signs(drawn) == signs(box.rows())


def test_a_gutter_shrinks_before_anything_moves() -> None:
    lines = narrowed([row("one      two"), row("three    four")], 11, 5)
    assert [plain(row_of(line)) for line in lines] == ["one    two", "three  four"]


def test_what_has_no_room_stands_below_its_line() -> None:
    """Each cell knows where it was drawn."""
    lines = narrowed([row("a  first words"), row("b  other words"), row("c  more words")], 9, 9)
    assert [plain(row_of(line)) for line in lines] == ["a first", "  words", "b other", "  words", "c more", "  words"]
    found = lines[3][2]
    assert (found.row, found.at) == (1, 9)


def test_columns_that_go_below_have_the_names_of_their_rows_again() -> None:
    """The houses of the third and fourth player, or what stands behind a cast; a row without any is not repeated."""
    drawn = [row("Ven [Mv]Hä|[Ho]   |[Wa]"), row("Lon opens later"), row("a legend of all of that")]
    lines = narrowed(drawn, 18, 9, beside=Beside(19, rows=2, label=3))
    assert [plain(row_of(line)) for line in lines] == [
        "Ven [Mv]Hä|[Ho]",
        "Lon opens later",
        "Ven [Wa]",
        "a legend of all of",
        "  that",
    ]
    assert (lines[2][4].row, lines[2][4].at) == (0, 19)


def test_things_and_prices_stay_together_also_with_a_third_line() -> None:
    drawn = [row("Offer  1 Mv  2 Hä  3 Wagner"), row("price   3 d   5 d   6 d"), row("Bought  ··  up to 2")]
    lines = [plain(row_of(line)).split() for line in narrowed(drawn, 20, 9)]
    assert lines[:2] == [["Offer", "1", "Mv", "2", "Hä"], ["price", "3", "d", "5", "d"]]
    assert lines[2:4] == [["3", "Wagner"], ["6", "d"]]


@pytest.mark.parametrize("size", [LEAST, (62, 40)])
def test_houses_keep_their_columns_on_a_telephone(size: tuple[int, int]) -> None:
    """Halls stand below those of the same player, in every city."""
    view = next(view_of(moment.game, max(0, moment.seat)) for moment in moments(4, 1))
    houses = next(panel for panel in OperaFace.tabs if panel.id == "opera.houses")
    assert houses.narrow_rows is not None
    assert houses.table_rows is not None
    beside = Beside(houses.beside_at, houses.table_rows(view), houses.label_cells)
    drawn = [plain(row_of(line)) for line in narrowed(houses.narrow_rows(view, "", 9), size[0], MANY, beside=beside)]
    walls = [line.index("│") for line in drawn if "│" in line]
    assert len(set(walls[:4])) == 1
    assert len(set(walls[-4:])) == 1


def test_a_sentence_below_two_blocks_stays_whole() -> None:
    """Where the second block goes below the first, no text that stands over the full width is cut in two."""
    drawn = [row("left   right"), row("lower  block"), row("a text below")]
    lines = [plain(row_of(line)) for line in narrowed(drawn, 10, 9, beside=Beside(7, rows=2))]
    assert lines == ["left", "lower", " right", " block", "a text", "  below"]


TABLE = (
    "           main         wing a       wing b   price = points, 2",
    "1 Venezia  built        built        built    2 of 2 marked",
    "2 Wien     not yet open",
    "3 Berlin   marked, 2d  ‹marked, 2d›  1 at 2d",
)


def test_the_columns_of_a_table_stay_below_each_other() -> None:
    """Its heading is too long and one of its lines has other columns; neither moves the others sideways."""
    lines = [plain(row_of(line)) for line in narrowed([row(line) for line in TABLE], 56, 9)]
    assert lines == [
        "          main        wing a      wing b  price =",
        "  points, 2",
        "1 Venezia built       built       built   2 of 2 marked",
        "2 Wien     not yet open",
        "3 Berlin  marked, 2d ‹marked, 2d› 1 at 2d",
    ]


def test_numbers_stay_at_their_arrow() -> None:
    lines = narrowed([row("counting and more 22 → 24")], 20, 9)
    assert [plain(row_of(line)) for line in lines] == ["counting and more", "  22 → 24"]


def test_the_wall_of_a_house_stays_while_gutters_shrink() -> None:
    """It is blank, but as much a part of the house as the halls are."""
    house = row(Span("[Wa]", "wagner"), Span("  ", "wall"), Span("Mz", "mozart"), Span(" ", "wall"))
    (line,) = narrowed([row("Wien     ", house, "     8")], 16, 5)
    assert plain(row_of(line)) == "Wien [Wa]  Mz  8"


def test_where_it_is_too_low_the_cursor_and_the_last_rows_stay() -> None:
    drawn = [row(f"line {number}") for number in range(9)]
    drawn[6] = tuple(span._replace(role="cursor") for span in drawn[6])
    lines = [plain(row_of(line)) for line in narrowed([*drawn, row("sum")], 10, 4, pinned=1)]
    assert [line.strip() for line in lines] == ["line 5", "line 6", "line 7", "sum"]


def test_where_it_is_too_low_no_row_is_spent_on_blanks() -> None:
    lines = narrowed([*(row(f"line {number}") for number in range(9)), (), row("sum")], 10, 4, pinned=2)
    assert [plain(row_of(line)) for line in lines] == ["line 0", "line 1", "line 2", "sum"]


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ((), ("Critico    3", "x Close")),
        (("i", "enter"), ("6) Wa", "5 d", "then", "The fee covers two pieces", "0 as it was", "enter check")),
        (("a", "enter"), ("1 at 2d", "empty halls", "space mark")),
        (("m", "enter"), ("◆A", "▲M", "●B", "■W")),
        (("o",), ("■W", "Mil")),
        (("b",), ("supply", "Esperto 4", "century", "staged")),
    ],
)
async def test_choices_costs_and_panels_are_whole_at_60x20(
    keys: tuple[str, ...], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(LEAST, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, *keys)
        screen = "\n".join(rows(hall.app))
        assert [word for word in words if word not in screen] == []


async def test_the_intermezzo_and_the_market_are_whole_at_60x20(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(LEAST, monkeypatch) as hall:
        await show(hall, signora_in_play(), 0)
        assert "sell nothing, pay nothing" in "\n".join(rows(hall.app))
        await show(hall, bidding(), 0)
        screen = "\n".join(rows(hall.app))
        assert "pawns" in screen
        assert "Milano" in screen


@pytest.mark.parametrize(("key", "words"), [("u", ("your cast", "15 → 19")), ("o", ("$ s dn pts", "gothic 2 1"))])
async def test_the_panels_of_turandot_are_whole_at_60x20(
    key: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall(LEAST, monkeypatch) as hall:
        await turandot_scenes.show(hall, turandot_scenes.last_turn(), 0, key)
        screen = "\n".join(rows(hall.app))
        assert [word for word in words if word not in screen] == []


@pytest.mark.parametrize("keys", [(), ("i", "enter"), ("m", "enter")])
async def test_a_high_window_of_a_browser_shows_board_and_box_together(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has fewer columns than boxes are drawn for, but rows for both, and the rungs of the ladder line up."""
    async with in_hall(HIGH, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0, *keys)
        screen = rows(hall.app)
        assert "[b Board]" in screen[2]
        assert len({line.index("╞") for line in screen if "╞" in line and "┃" not in line}) == 1
        assert any("┃" in line for line in screen)


async def test_a_higher_box_is_left_for_a_lower_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows that it had are free again, and all is as it was."""
    async with in_hall(HIGH, monkeypatch) as hall:
        await show(hall, all_roles_left(), 0)
        before = rows(hall.app)
        await hall.press("i", "enter", "escape")
        assert rows(hall.app) == before


async def test_what_happened_before_a_bid_stands_whole_below_its_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall(HIGH, monkeypatch) as hall:
        await show(hall, bidding(), 0)
        screen = rows(hall.app)
        (last,) = [number for number, line in enumerate(screen) if "┃ Milano" in line]
        assert "◆A closes" in screen[last + 1]
