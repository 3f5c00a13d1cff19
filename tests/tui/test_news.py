"""What happened since the last decision, where there is little room for it."""

from collections.abc import Sequence

from support.tui.opera_views import drawn_state, view_of

from opera_games.api import Event
from opera_games.opera.events import Closed, IntermezzoTaken, JoinedIn, PartBuilt, RoleHired
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.telling import tell
from opera_tui.look.rows import Row, plain, width, wrapped_row
from opera_tui.table.news import shortened, with_news

FACE = OperaFace()
TURN = (
    *(RoleHired(1, "architetto", 8, 6), PartBuilt(1, "wien.main", 4, 4), PartBuilt(1, "berlin.main", 2, 2)),
    *(JoinedIn(2, "architetto", 7, 6), PartBuilt(2, "paris.main", 4, 4), IntermezzoTaken(3, "architetto")),
)
WHOLE = "▲R Architetto: Wien main, Berlin main, +6 · ●Y joins in: Paris main, +4 · ■G intermezzo"


def news(*events: Event) -> list[Row]:
    return tell(FACE.telling, view_of(drawn_state(), 0), events)


def in_one_line(lines: Sequence[Row], cells: int) -> str:
    (line,) = shortened(lines, 1, cells, "v")
    return plain(line).rstrip()


def test_a_turn_that_fits_is_told_whole() -> None:
    """No key is named, since nothing is left out."""
    assert in_one_line(news(*TURN), 90) == WHOLE


def test_parts_of_a_turn_are_left_out_whole_and_the_key_is_named() -> None:
    """Also if it is the only turn."""
    assert in_one_line(news(*TURN), 50) == "▲R Architetto: Wien main, Berlin main, +6 …      v"
    assert in_one_line(news(*TURN), 40) == "▲R Architetto …                        v"


def test_turns_before_are_counted() -> None:
    closes = [Closed(3, automatic=False), Closed(2, automatic=False)]
    assert in_one_line(news(*closes, *TURN), 40) == "▲R Architetto …                     +2 v"


def test_no_line_is_longer_than_its_room() -> None:
    lines = news(Closed(3, automatic=False), *TURN)
    for cells in range(12, 100):
        assert all(width(line) <= cells for line in shortened(lines, 2, cells, "v"))


def test_lines_under_a_box_name_the_key_if_one_of_them_is_cut() -> None:
    """The player's own move comes first, and what the others did is too long for the row."""
    rows = with_news([], news(Closed(0, automatic=False), *TURN), 2, "v")
    assert plain(rows[0]).rstrip().endswith(" v")
    assert "…" in plain(rows[1])


def test_last_moves_begin_with_the_beginning_of_a_turn() -> None:
    """A turn that needs more rows than are left is left out."""
    box = FACE.waiting_box(view_of(drawn_state(), 0), (*TURN, *TURN, *TURN))
    beginnings = [plain(wrapped_row(line, 76, "    ")[0]) for line in box.lines]
    for most in range(1, 7):
        assert plain(box.moves(most)[0]).strip() in beginnings
