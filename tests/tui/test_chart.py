"""Points as a chart: pure rows, whatever the points are."""

from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from support.soaking import diagonal

from opera_tui.games.chart import Line, Steps, chart
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.palette import styles_of
from opera_tui.look.rows import Row, Span, plain, width

LETTERS = "ABCDE"
SIGNS = tuple(Span(UNICODE.sign(seat, letter), f"player{seat}") for seat, letter in enumerate(LETTERS))
NINE = Steps(range(1, 10), (3, 6, 9))


def lines(*points: Sequence[int], first: int = 1) -> list[Line]:
    """A line for each player, with the points after each step."""
    return [Line(SIGNS[seat], dict(enumerate(numbers, start=first))) for seat, numbers in enumerate(points)]


def drawn(found: Sequence[Line], steps: Steps = NINE, cells: int = 60, height: int = 11) -> list[str]:
    return [plain(line).rstrip() for line in chart(found, steps, cells, height, UNICODE)]


def places(rows: Sequence[str], sign: str) -> list[tuple[int, int]]:
    """Where a sign stands in the plot, not before a letter: the cell, and the row from the top."""
    found = [(cell, down) for down, text in enumerate(rows) for cell, one in enumerate(text) if one == sign]
    return sorted((cell, down) for cell, down in found if not rows[down][cell + 1 : cell + 2].isalpha())


def roles(rows: Sequence[Row]) -> set[str]:
    return {word for line in rows for span in line for word in span.role.split()}


def test_a_line_rises_from_the_first_step_to_the_last() -> None:
    rows = drawn(lines([0, 10, 20, 30, 40, 50, 60, 70, 80]))
    found = places(rows, "◆")
    assert len(found) == 9
    assert [down for _cell, down in found] == sorted((down for _cell, down in found), reverse=True)
    assert rows[0].endswith(" ◆A 80"), "its end is named"
    assert rows[-1].split() == [str(step) for step in range(1, 10)]


def test_steps_that_stand_out_are_gold() -> None:
    last = chart(lines([1, 2]), NINE, 60, 11, UNICODE)[-1]
    assert {span.text for span in last if span.role == "key"} == {"3", "6", "9"}


def test_signs_on_one_place_stand_side_by_side() -> None:
    rows = drawn(lines([5, 9], [5, 7], [5, 8], [5, 6]))
    first = [min(places(rows, sign[0])) for sign in UNICODE.players[:4]]
    assert len({down for _cell, down in first}) == 1
    cells = sorted(cell for cell, _down in first)
    assert cells == list(range(cells[0], cells[0] + 4))


def test_everybody_equal_all_the_time_is_still_everybody() -> None:
    rows = drawn(lines(*[[10, 20, 30]] * 5))
    for sign, letter in zip(UNICODE.players, LETTERS, strict=True):
        assert len(places(rows, sign[0])) == 3, sign
        assert sum(f"{sign}{letter}" in text for text in rows) == 1, "and each has a row for the end"


def test_lines_that_meet_share_their_colours() -> None:
    spans = [span for line in chart(lines([0, 9], [0, 9]), NINE, 60, 11, UNICODE) for span in line]
    braille = {span.role for span in spans if any("\u2800" < one <= "\u28ff" for one in span.text)}
    assert braille == {"player0", "player1"}


def test_points_below_zero_lie_below_the_line_of_zero() -> None:
    rows = drawn(lines([0, -5, -14], [3, 20, 40]))
    zero = next(place for place, text in enumerate(rows) if text.strip().startswith("0 │"))
    assert [down > zero for _cell, down in places(rows, "◆")] == [False, True, True]
    assert any(text.endswith("◆A -14") for text in rows)


def test_one_step_alone_has_signs_and_no_line() -> None:
    rows = drawn(lines([4], [7]))
    assert len(places(rows, "◆")) == len(places(rows, "▲")) == 1
    assert not [text for text in rows if any("\u2800" < one <= "\u28ff" for one in text)]


def test_a_line_may_begin_late() -> None:
    """Where the log does not reach back to the first round."""
    rows = drawn(lines([30, 40, 50], first=7))
    assert len(places(rows, "◆")) == 3
    assert min(cell for cell, _down in places(rows, "◆")) > 30


def test_nothing_known_is_an_empty_chart() -> None:
    assert drawn([])[-1].split() == [str(step) for step in range(1, 10)]
    assert drawn(lines([], []))[-2].strip().startswith("└──")


@pytest.mark.parametrize(("players", "steps"), diagonal((2, 3, 4, 5), (1, 2, 7, 9, 30)))
def test_nothing_is_wider_or_higher_than_asked_for(players: int, steps: int) -> None:
    known = styles_of("gala", "full").keys()
    for cells, height, most in product((38, 60, 78, 118), (5, 6, 9, 20), (0, 1, 13, 300, 999)):
        points = [[most * step // steps - seat * 7 for step in range(1, steps + 1)] for seat in range(players)]
        rows = chart(lines(*points), Steps(range(1, steps + 1)), cells, height, UNICODE)
        assert len(rows) == height
        assert max(map(width, rows)) <= cells
        assert roles(rows) <= known


def test_the_scale_has_round_numbers_apart() -> None:
    for most in (1, 7, 13, 40, 99, 149, 151, 420):
        labels = [text.split("│")[0].strip() for text in drawn(lines([0, most]))[:-2]]
        numbers = [int(label) for label in labels if label]
        assert numbers[-1] == 0
        assert 2 <= len(numbers) <= 5, most
        assert all(not (one and other) for one, other in pairwise(labels)), most
