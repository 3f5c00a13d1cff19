"""Every panel, tab, line and box keeps its columns, with the widest names and in ASCII, and cuts nothing but names."""

from collections.abc import Iterable, Sequence

import pytest
from support.rules.opera_builder import a_game
from support.tui.opera_driver import FACE, Driver
from support.tui.opera_views import NAMES, WIDE_NAMES, drawn_state, moments, played_well, shown, view_of
from support.tui.table_parts import panel_rows, tab_rows

from opera_games.opera.choices import ActChoices
from opera_games.opera.words import Piece
from opera_protocol.wire.plain_text import cut
from opera_rules.opera.state import Game
from opera_tui.games.opera.face import BOARD, FAME, HOUSES
from opera_tui.games.opera.labels import stock_text
from opera_tui.games.opera.view import OperaView
from opera_tui.games.result import Room
from opera_tui.help.pages import page_about
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import Row, plain, width

WIDE = 120
NARROW = 80
MOST_PANEL_ROWS = 12
MOST_LOW_ROWS = 8
"""What leaves ten rows for the box and the log at 120x36, and at 120x33."""
PEOPLE = [NAMES, WIDE_NAMES]


def check(rows: Iterable[Row], cells: int, most: int, cuts: Sequence[str] = ()) -> None:
    listed = list(rows)
    assert len(listed) <= most
    for row in listed:
        assert width(row) <= cells, (width(row), plain(row))
        text = plain(row)
        for allowed in cuts:
            text = text.replace(allowed, "")
        assert "…" not in text, text


def check_screen(view: OperaView, cuts: Sequence[str] = ()) -> None:
    """All that stands around the box."""
    for panels in FACE.wide:
        assert sum(panel.width for panel in panels) == WIDE
        for panel in panels:
            check(panel_rows(panel, view), panel.width - 2, (panel.height or MOST_PANEL_ROWS) - 2)
            if panel.low_rows:
                check(panel.low_rows(view, ""), panel.width - 2, MOST_LOW_ROWS - 2)
    for panel in FACE.tabs:
        for height in (9, 8):
            check(tab_rows(panel, view, height=height), NARROW, height, cuts)
    for wide, cells in ((True, WIDE), (False, NARROW)):
        check([FACE.own_line(view, wide=wide)], cells, 1)
        you = 9 + 2 + 13 + 7 if wide else 2 + 7
        check([FACE.header(view, wide=wide)], cells - 2 - you, 1)
    check([FACE.waiting_line(view)], NARROW - 8, 1)


def _cut(name: str) -> str:
    """The name as the narrow tab shows it."""
    return cut(name, 10)


@pytest.mark.parametrize("names", PEOPLE)
@pytest.mark.parametrize("options", [{}, {"open_screens": True, "rounds": 7}])
def test_panels_and_lines_keep_their_columns_through_whole_games(
    names: Sequence[str], options: dict[str, object]
) -> None:
    for place, moment in enumerate(moments(4, 7, options)):
        if place % 5:
            continue
        for seat in (None, 0, 3):
            view = view_of(moment.game, seat, names=names)
            check_screen(view, [_cut(name) for name in names])


def test_bots_that_fill_their_houses_break_no_column() -> None:
    for place, moment in enumerate(played_well(4, 5, {"open_screens": True})):
        if place % 9 == 0:
            check_screen(view_of(moment.game, moment.seat), [_cut(name) for name in NAMES])


@pytest.mark.parametrize("names", PEOPLE)
def test_reveals_waiting_and_the_end_keep_their_columns(names: Sequence[str]) -> None:
    for place, moment in enumerate(played_well(4, 5)):
        if place % 12 == 0:
            view = view_of(moment.game, None if place % 24 else 0, names=names)
            check(FACE.waiting_box(view, moment.events[-9:]).rows(), 78, 8)
    view, events = view_of(moment.game, 0, names=names), moment.events
    boxes = [FACE.reveal(event, view, view) for event in events]
    for box in filter(None, boxes):
        check(box.rows(), 78, 8)
        assert len(f"{box.note}  enter {box.does}") <= 74
    check(FACE.final_rows(view, events), 78, 50)
    for height in (24, 30):
        in_sight = FACE.final_rows(view, events, room=Room(120, height))
        check(in_sight, 120, height)
        assert len(in_sight) == height


def test_the_widest_table_fits() -> None:
    view = view_of(drawn_state(), 0)
    check_screen(view, [_cut(name) for name in NAMES])
    rows = tab_rows(HOUSES, view)
    assert [width(row) for row in rows[:7]] == [80] * 7


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_boxes_keep_their_columns_with_wide_names(glyphs: Glyphs) -> None:
    for place, moment in enumerate(played_well(4, 6)):
        if place % 6 == 0:
            for role in ("i", "a", "s", "m", "c", "e", "x", ""):
                view = view_of(moment.game, moment.seat, glyphs, WIDE_NAMES)
                Driver(moment.game, moment.seat, view).press(*role, *(["enter"] if role else []))
                if not isinstance(view.choices, ActChoices):
                    break


def _ascii(text: str, names: Sequence[str]) -> bool:
    for name in names:
        text = text.replace(name, "")
    return text.isascii()


def everything(game: Game, seat: int, view: OperaView) -> list[str]:
    """All texts of a decision's screen."""
    driver = Driver(game, seat, view)
    texts = []
    for key in ("", *"iasmcex"):
        driver = Driver(game, seat, view)
        if key and isinstance(view.choices, ActChoices):
            driver.press(key, "enter")
        box = driver.box
        hints = [f"{hint.key} {hint.text}" for hint in box.hints()]
        texts += [box.title, box.does, box.note, box.question, shown(box.rows()), *hints, *driver.refusals]
    panels = [panel_rows(panel, view) for panels in FACE.wide for panel in panels]
    tabs = [tab_rows(panel, view) for panel in FACE.tabs]
    lines = [
        [FACE.header(view, wide=wide), FACE.own_line(view, wide=wide), FACE.waiting_line(view)]
        for wide in (True, False)
    ]
    return [*texts, *map(shown, (*panels, *tabs, *lines)), FAME.note(view)]


def test_ascii_has_nothing_but_ascii() -> None:
    for place, moment in enumerate(moments(4, 8, {"open_screens": True})):
        if moment.seat >= 0 and place % 7 == 0:
            view = view_of(moment.game, moment.seat, ASCII)
            assert all(_ascii(text, ()) for text in everything(moment.game, moment.seat, view))
        events = moment.events
    end = view_of(moment.game, 0, ASCII)
    reveals = [FACE.reveal(event, end, end) for event in events]
    assert all(shown(box.rows()).isascii() and box.title.isascii() for box in reveals if box)
    assert shown(FACE.waiting_box(end, events).rows()).isascii()
    assert shown(FACE.final_rows(end, events)).isascii()


def test_names_in_ascii_mode_stay_as_people_wrote_them() -> None:
    view = view_of(a_game(3).bidding(), 0, ASCII, ("Jürgen", "歌劇", "Zoë"))
    board = shown(panel_rows(BOARD, view))
    assert all(name in board for name in ("Jürgen", "歌劇", "Zoë"))


def test_markup_in_names_is_only_text() -> None:
    view = view_of(a_game(2).bidding(), 0, names=("[red]x[/]", "[Wa] \\["))
    assert "[red]x[/]" in shown(panel_rows(BOARD, view))


def test_everything_that_help_is_asked_for_has_a_page() -> None:
    for place, moment in enumerate(moments(4, 9)):
        if moment.seat >= 0 and place % 10 == 0:
            driver = Driver(moment.game, moment.seat)
            for _line in range(8):
                assert page_about(driver.box.help_topic) != page_about("keys")
                driver.press("down")


@pytest.mark.parametrize(
    ("stock", "cells", "text"),
    [
        ((), 5, "–"),
        (("mozart", "verdi"), 5, "Mz Ve"),
        (("mozart", "mozart", "mozart", "verdi"), 8, "Mz3 Ve1"),
        (("monteverdi", "handel", "mozart", "house"), 7, "Mv1 +3"),
        (("monteverdi", "handel"), 3, "+2"),
    ],
)
def test_a_long_stock_is_counted_before_it_is_shortened(stock: tuple[Piece, ...], cells: int, text: str) -> None:
    assert stock_text(UNICODE, stock, cells) == text
