"""The stage of the home screen as rows, without a terminal."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_tui.config.appearance import Terminal, looks_of
from opera_tui.config.settings import Settings
from opera_tui.home.stage import MENU_ROWS, Drawing, drawing_of, stage
from opera_tui.look.palette import Mode, Palette
from opera_tui.look.rows import Row, plain, width

SMALL, LARGE = (80, 23), (120, 35)
"""Terminals of 80x24 and 120x36: the last row is the footer's."""
SUBTITLE = "and Turandot"
MENU_CELLS = 50
DRAWINGS = get_args(Drawing)
sizes = st.tuples(st.integers(60, 320), st.integers(19, 90))


def texts(rows: tuple[Row, ...]) -> list[str]:
    return [plain(content) for content in rows]


@given(
    sizes,
    st.sampled_from(DRAWINGS),
    st.sampled_from([SUBTITLE, "", "杜兰朵", "x" * 40]),
    st.none() | st.integers(0, 99),
)
def test_every_row_fits_and_the_menu_has_its_room(
    size: tuple[int, int], drawing: Drawing, subtitle: str, opening: int | None
) -> None:
    """At any size, in any drawing, with any translation, and however far the curtain is open."""
    cells, height = size
    rows, menu = stage(cells, height, drawing, subtitle, opening)
    assert len(rows) == height
    assert all(width(content) <= cells for content in rows)
    assert menu + MENU_ROWS <= height
    if opening is None:
        left = (cells - MENU_CELLS) // 2
        beside = [text[left : left + MENU_CELLS] for text in texts(rows)[menu : menu + MENU_ROWS - 1]]
        assert {text.strip() for text in beside} == {""}, "nothing is drawn where the menu is"


@given(st.integers(80, 320), st.integers(23, 90), st.sampled_from(["velvet", "lines"]))
def test_the_stage_is_the_same_on_both_sides(cells: int, height: int, drawing: Drawing) -> None:
    """The curtains mirror each other and fall, narrow and widen without a jump."""
    rows = stage(cells, height, drawing, "").rows
    for content in rows[2:-1]:
        assert width(content) == cells
        left, right = content[0], content[-1]
        assert left.text == right.text[::-1].translate(str.maketrans("▌▐", "▐▌"))
        assert left.role == right.role


@pytest.mark.parametrize(("cells", "height"), [SMALL, LARGE])
def test_each_side_of_a_row_is_one_run(cells: int, height: int) -> None:
    """Over a slow line the colours of a curtain are sent once for each side."""
    rows = stage(cells, height, "velvet", SUBTITLE).rows
    for content in rows[2:-1]:
        roles = [span.role for span in content]
        assert roles[0] == roles[-1] in ("fold", "rod")
        assert len({*roles} & {"fold", "rod"}) == 1
        assert roles.count(roles[0]) == 2


def test_title_and_menu_are_where_they_should_be_at_80x24() -> None:
    rows, menu = stage(*SMALL, "velvet", SUBTITLE)
    shown = texts(rows)
    assert "█▀▀█  █▀▀█  █▀▀▀  █▀▀█  █▀▀█" in shown[3]
    assert "─────── and Turandot ───────" in shown[6]
    assert menu == 7
    assert shown[0] == shown[-1] == "━" * 80
    assert shown[-2].count("▂▅▆▆▅▂") == 7


def test_no_head_is_cut_by_the_menu() -> None:
    """With an open game and others the menu reaches the audience."""
    for cells in range(80, 320):
        heads = texts(stage(cells, 23, "velvet", SUBTITLE).rows)[-2]
        left = (cells - MENU_CELLS) // 2
        beside = heads[:left], heads[left : left + MENU_CELLS], heads[left + MENU_CELLS :]
        assert sum(part.count("▂▅▆▆▅▂") for part in beside) == heads.count("▂") / 2, cells


def test_the_title_is_larger_where_there_is_room() -> None:
    small, large = (
        ["█" in text for text in texts(stage(*size, "lines", "").rows)].count(True) for size in (SMALL, LARGE)
    )
    assert large > small


@pytest.mark.parametrize(("cells", "height"), [(79, 40), (200, 22), (60, 19)])
def test_below_80x24_there_is_only_the_title(cells: int, height: int) -> None:
    shown = texts(stage(cells, height, "velvet", SUBTITLE).rows)
    assert sum(bool(text.strip()) for text in shown) == 4
    assert not set("".join(shown)) & set("▓▒━│")


def test_a_curtain_that_opens_shows_ever_more_of_the_stage() -> None:
    """Closed it hides all but the rod; the folds hang straight until it is tied back."""
    closed, *opening, last = (texts(stage(*SMALL, "velvet", SUBTITLE, cells).rows) for cells in (40, 30, 20, 13))
    assert not any(" " in text for text in closed[2:-1])
    for before, after in zip([closed, *opening], [*opening, last], strict=True):
        assert all(one.count(" ") <= other.count(" ") for one, other in zip(before, after, strict=True))
    assert "█▀▀█  █▀▀█" in last[3]
    assert last[3] == texts(stage(*SMALL, "velvet", SUBTITLE).rows)[3]


@pytest.mark.parametrize(
    ("mode", "ascii_signs", "drawing"),
    [("full", False, "velvet"), ("16", False, "velvet"), ("none", False, "lines"), ("full", True, "title")],
)
def test_the_drawing_follows_colours_and_signs(mode: Mode, ascii_signs: bool, drawing: Drawing) -> None:
    """Lines without colours, and nothing but ASCII where there is nothing else."""
    settings = Settings(ascii="yes" if ascii_signs else "no")
    assert drawing_of(looks_of(settings, Terminal(mode), Palette("gala", mode))) == drawing
    shown = "".join(texts(stage(*LARGE, drawing, SUBTITLE).rows))
    assert shown.isascii() is ascii_signs
    assert ("▓" in shown, "╰" in shown) == (drawing == "velvet", drawing == "lines")


def test_a_size_is_drawn_once() -> None:
    assert stage(*SMALL, "velvet", SUBTITLE) is stage(*SMALL, "velvet", SUBTITLE)
