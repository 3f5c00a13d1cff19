"""The chart during play: one key away, at every size, and never beyond the moment that is shown."""

from itertools import product

import pytest
from msgspec.structs import replace
from support.rules.turandot_builder import a_game
from support.soaking import diagonal
from support.tui import opera_scenes, turandot_scenes
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_views import drawn_state
from support.tui.opera_views import view_of as opera_view
from support.tui.shell_app import SMALL, footer, rows
from support.tui.turandot_views import view_of as turandot_view

from opera_tui.games.opera.boxes.esperto import AppraiseBox
from opera_tui.games.opera.face import SCORE as OPERA_SCORE
from opera_tui.games.source_bars import Source, bars
from opera_tui.games.turandot.face import SCORE as TURANDOT_SCORE
from opera_tui.games.view import AnyGameView
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import plain
from opera_tui.table.layout import TableLayout
from opera_tui.table.screen import TableScreen

SEVEN = tuple((10 * step, 8 * step, 9 * step, -step) for step in range(1, 8))
FIVE = tuple((2 * step, step, step + 1, 3, step) for step in range(1, 7))


def opera(glyphs: Glyphs = UNICODE) -> AnyGameView:
    """Round 8 of Opera, seven of which have ended."""
    view = opera_view(drawn_state(), 1, glyphs)
    return replace(view, head=replace(view.head, scores=SEVEN))


def turandot(glyphs: Glyphs = UNICODE) -> AnyGameView:
    view = turandot_view(a_game(5, turn=7), 0, glyphs)
    return replace(view, head=replace(view.head, scores=FIVE))


def drawn(view: AnyGameView, cells: int = 80, height: int = 9) -> list[str]:
    panel = OPERA_SCORE if view.head.game == "opera" else TURANDOT_SCORE
    assert panel.stretched is not None
    return [plain(line).rstrip() for line in panel.stretched(view, cells, height)]  # type: ignore[arg-type]


@pytest.mark.parametrize("view", [opera(), turandot()])
def test_the_chart_shows_everybodys_points_after_the_last_step(view: AnyGameView) -> None:
    shown = "\n".join(drawn(view))
    for seat, points in enumerate(view.head.scores[-1]):
        assert f"{view.sign(seat).text} {points}" in shown


def test_a_number_alone_in_a_bar_is_that_of_a_source_without_a_mark() -> None:
    """Where a part is narrow, its letter stays: a bare 2 would be read as the second counting."""
    sources = [Source("p", "Palazzo"), Source("1", "counting", is_marked=False)]
    (bar,) = bars(sources, [[2, 30]], 20)
    assert plain(bar).split() == ["p", "30"]


def test_steps_to_come_are_on_the_axis() -> None:
    assert drawn(opera())[-1].split() == [str(number) for number in range(1, 10)]
    assert drawn(turandot())[-1].split() == [str(number) for number in range(1, 8)]


@pytest.mark.parametrize("cells", [60, 80, 100, 118])
@pytest.mark.parametrize("height", [6, 8, 9, 20])
@pytest.mark.parametrize("view", [opera(), turandot(), opera(ASCII), turandot(ASCII)])
def test_it_fits_any_place(view: AnyGameView, height: int, cells: int) -> None:
    shown = drawn(view, cells, height)
    assert len(shown) <= height
    assert max(map(len, shown)) <= cells
    assert view.glyphs is UNICODE or all(text.isascii() for text in shown)


def test_plain_signs_have_the_last_rounds_as_numbers() -> None:
    shown = drawn(opera(ASCII), height=5)
    assert [text.split()[0] for text in shown[1:]] == ["4", "5", "6", "7"]


def test_before_the_first_round_has_ended_it_says_so() -> None:
    view = opera()
    shown = drawn(replace(view, head=replace(view.head, scores=())))
    assert shown == ["", "  Points are shown here after each round; none has ended yet."]


def test_points_that_do_not_fit_the_table_are_left_out() -> None:
    view = opera()
    odd = replace(view, head=replace(view.head, scores=((1, 2), *SEVEN[1:])))
    assert f"{view.sign(0).text} 70" in "\n".join(drawn(odd))


async def show(hall: Hall, game: str) -> None:
    """A decision in the last part of a game."""
    if game == "opera":
        await opera_scenes.show(hall, opera_scenes.all_roles_left(), 0, scores=SEVEN)
    else:
        await turandot_scenes.show(hall, turandot_scenes.last_turn(), 0, scores=FIVE)


def has_chart(hall: Hall) -> bool:
    return any(0x2800 < ord(one) < 0x2900 for text in rows(hall.app) for one in text)


@pytest.mark.parametrize(
    ("game", "size"), diagonal(["opera", "turandot"], [SMALL, (80, 23), (60, 20), (120, 36), (120, 33)])
)
async def test_the_key_brings_it_and_escape_leads_back(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=size) as pilot:
        hall = Hall(app, pilot, [size])
        await show(hall, game)
        before = rows(app)
        assert not has_chart(hall)
        await hall.press("n")
        assert has_chart(hall)
        assert footer(app).startswith("esc back to the box")
        assert any("Score" in text for text in rows(app))
        await hall.press("escape")
        if size[0] >= 120:
            assert rows(app) == before, "the panel whose place it took is there again"
        elif size[0] == 80:
            assert any("[n Score]" in text for text in rows(app)), "a tab stays in front"


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_a_click_on_the_chart_chooses_nothing_behind_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=(120, 36)) as pilot:
        hall = Hall(app, pilot, [(120, 36)])
        await show(hall, game)
        layout = app.screen.query_one(TableLayout)
        hidden = "panel-houses" if game == "opera" else "panel-lineup"
        places = list(product(range(8), range(2, 118, 5)))
        assert {layout.thing_at(hidden, *place) for place in places} - {""}
        await hall.press("n")
        assert {layout.thing_at(hidden, *place) for place in places} == {""}


async def test_a_question_has_the_key_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the box asks yes or no, `n` is the answer."""
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await opera_scenes.SCENES["opera-appraise"](hall)
        assert isinstance(app.screen, TableScreen)
        box = app.screen.model.box
        assert isinstance(box, AppraiseBox)
        assert box.cursor == 0
        await hall.press("n")
        assert box.cursor == 1
        assert not has_chart(hall)
