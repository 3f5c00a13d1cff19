"""The budget table: lanes in the wide layout, one track in the narrow one, and how points grew."""

from collections.abc import Sequence

import pytest
from msgspec import structs
from support.rules.opera_builder import a_game
from support.tui.opera_views import drawn_state, shown, view_of
from support.tui.table_parts import panel_rows, tab_rows

from opera_rules.opera.state import Game
from opera_tui.games.opera.face import BOARD
from opera_tui.games.opera.panels.track import narrow_row
from opera_tui.look.glyphs import ASCII
from opera_tui.look.rows import plain, width


def table(*levels: int, order: Sequence[int]) -> Game:
    return a_game(len(levels)).with_levels(*levels).with_order(*order).acting()


def test_a_lane_is_of_the_players_colour_up_to_the_marker_and_stands_over_its_scale() -> None:
    view = view_of(drawn_state(), 0)
    rows = panel_rows(BOARD, view)
    assert [plain(one)[4:26] for one in rows[::2]] == [
        "──────────────●B──────",
        "──────────────▲M──────",
        "────────────◆A────────",
        "■W────────────────────",
    ]
    assert [span.role for span in rows[0] if "─" in span.text] == ["player2", "line"]
    note = f"──{BOARD.note(view)}"
    assert [note[4 + 2 * level :].split(maxsplit=1)[0] for level in range(11)] == [str(level) for level in range(11)]


@pytest.mark.parametrize(
    ("levels", "order", "track"),
    [
        ((4, 7, 7, 0), (1, 2, 0, 3), "■──1──2──3──◆──5──6──▲●─8──9──10"),
        ((0, 0, 0, 0), (3, 1, 2, 0), "■▲●◆─1──2──3──4──5──6──7──8──9──10"),
        ((10, 10, 9), (1, 0, 2), "0──1──2──3──4──5──6──7──8──●──▲◆"),
    ],
)
def test_the_track_has_everybody_in_the_place_of_the_level_in_order_of_play(
    levels: Sequence[int], order: Sequence[int], track: str
) -> None:
    assert plain(narrow_row(view_of(table(*levels, order=order), 0))).strip() == track


def test_the_track_stands_between_players_and_roles_if_there_is_room() -> None:
    """Four players leave none in eight rows; the roles are whole in any case."""
    for players, height, at in ((4, 9, 5), (3, 9, 4), (3, 8, 4), (2, 8, 3)):
        rows = shown(tab_rows(BOARD, view_of(a_game(players).acting(), 0), height=height)).splitlines()
        assert "──2──3──" in rows[at]
        assert "Signora" in rows[height - 1][:40]
    assert "──2──" not in shown(tab_rows(BOARD, view_of(a_game(4).acting(), 0), height=8))


def test_points_so_far_are_a_cell_for_each_round_on_one_scale() -> None:
    """Nothing before the first round is over; a player below zero stays at the bottom."""
    view = view_of(drawn_state(), 0)
    view = structs.replace(view, head=structs.replace(view.head, scores=()))
    assert not [one for one in panel_rows(BOARD, view) if "▁" in plain(one)]
    head = structs.replace(view.head, scores=((0, 4, 14, -3), (28, 7, 14, -9)))
    rows = [plain(one)[4:15].strip() for one in panel_rows(BOARD, structs.replace(view, head=head))[1::2]]
    assert rows == ["▄▄", "▂▂", "▁█", "▁▁"]


def test_points_so_far_are_left_out_in_ascii_and_where_screens_are_open() -> None:
    for game, glyphs in ((drawn_state(), ASCII), (drawn_state(), None)):
        game.open_screens = glyphs is None
        view = view_of(game, 0, ASCII) if glyphs else view_of(game, 0)
        head = structs.replace(view.head, scores=((0, 4, 14, -3),))
        rows = panel_rows(BOARD, structs.replace(view, head=head))
        assert all(plain(one).isascii() for one in rows) or not glyphs
        assert not [one for one in rows if any(step in plain(one) for step in "▁▂▃▄▅▆▇█")]


def test_open_screens_show_ducats_and_tokens() -> None:
    game = drawn_state()
    game.open_screens = True
    rows = panel_rows(BOARD, view_of(game, 0))
    own = rows[5]
    assert plain(own).strip().startswith("14 d Mz Ve ")
    assert [span.role for span in own if span.text in ("Mz", "Ve")] == ["mozart", "verdi"]
    assert all(width(one) <= BOARD.width - 2 for one in rows)
