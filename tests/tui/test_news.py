"""What happened since the last decision, where there is little room for it."""

from collections.abc import Sequence

import pytest
from support.tui.opera_views import drawn_state, view_of

from opera_games.api import Event
from opera_games.opera.events import (
    Closed,
    HousesArranged,
    IntermezzoTaken,
    JoinedIn,
    PartBuilt,
    PieceBought,
    RoleHired,
)
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.telling import ToldTurn, tell
from opera_tui.look.rows import plain, width, wrapped_row
from opera_tui.table.news import shortened, with_news

FACE = OperaFace()
TURN = (
    *(RoleHired(1, "architetto", 8, 6), PartBuilt(1, "wien.main", 4, 4), PartBuilt(1, "berlin.main", 2, 2)),
    *(JoinedIn(2, "architetto", 7, 6), PartBuilt(2, "paris.main", 4, 4), IntermezzoTaken(3, "architetto")),
)
WHOLE = "▲M Architetto: Wien main, Berlin main, +6 · ●B joins in: Paris main, +4 · ■W intermezzo"


def news(*events: Event) -> list[ToldTurn]:
    return tell(FACE.telling, view_of(drawn_state(), 0), events)


def in_one_line(turns: Sequence[ToldTurn], cells: int) -> str:
    (line,) = shortened(turns, 1, cells, "v")
    return plain(line).rstrip()


def test_a_turn_that_fits_is_told_whole() -> None:
    """No key is named, since nothing is left out."""
    assert in_one_line(news(*TURN), 90) == WHOLE


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (80, "▲M Architetto: Wien main, Berlin main, +6 · ●B joins in: Paris main, +4    v all"),
        (65, "▲M Architetto: Wie main, Ber main, +6 · ●B joins: Par main, +4 v…"),
        (50, "▲M Architetto: Wie main, Ber main, +6 …      v all"),
        (40, "▲M Architetto: Wie main …          v all"),
        (28, "▲M Architetto: Wie main … v…"),
        (22, "▲M Architetto …  v all"),
    ],
)
def test_what_is_missed_least_goes_first_and_the_key_is_named(cells: int, line: str) -> None:
    """Who did nothing, then long names, and only then others' parts of the turn, each of them whole."""
    assert in_one_line(news(*TURN), cells) == line


def test_what_the_reader_did_gives_way_to_what_others_did() -> None:
    """Also where the role's hirer acted before the last decision: the turn begins with the reader's own part."""
    own = (JoinedIn(0, "impresario", 7, 5), PieceBought(0, "verdi", 4), PieceBought(0, "mozart", 3))
    other = (JoinedIn(2, "impresario", 6, 5), PieceBought(2, "wagner", 6), HousesArranged(2, {"wien": ("wagner",)}))
    assert in_one_line(news(*own, *other), 60) == "●B joins in: buys Wagner for 6 ducats                  v all"
    assert in_one_line(news(*own, *other), 24) == "●B joins: buys Wa  v all"


def test_who_hired_reads_first_what_others_did_when_joining_in() -> None:
    """Of the own role its name is left: what came of it is known, and whether somebody joined in was cut."""
    own = (RoleHired(0, "impresario", 7, 4), PieceBought(0, "verdi", 4), PieceBought(0, "mozart", 3))
    other = (JoinedIn(2, "impresario", 6, 5), PieceBought(2, "wagner", 6))
    assert in_one_line(news(*own, *other), 62) == "◆A Impresario · ●B joins in: buys Wagner for 6 ducats    v all"
    assert in_one_line(news(*own, *other), 40) == "◆A Impresario · ●B joins: buys Wa  v all"
    assert in_one_line(news(*own), 60).startswith("◆A Impresario: buys Verdi, Mozart for 7 ducats")


def test_turns_before_are_counted() -> None:
    closes = [Closed(3, automatic=False), Closed(2, automatic=False)]
    assert in_one_line(news(*closes, *TURN), 84).endswith("●B joins in: Paris main, +4     v 2 more")
    assert in_one_line(news(*closes, *TURN), 67).endswith("●B joins: Par main, +4 v +2"), "parts come before the word"
    assert in_one_line(news(*closes, *TURN), 40) == "▲M Architetto: Wie main …       v 2 more"
    assert in_one_line(news(*closes, *TURN), 24) == "▲M Architetto … v 2 more"


def test_no_line_is_longer_than_its_room() -> None:
    lines = news(Closed(3, automatic=False), *TURN)
    for cells in range(12, 100):
        assert all(width(line) <= cells for line in shortened(lines, 2, cells, "v"))


def test_lines_under_a_box_name_the_key_if_one_of_them_is_cut() -> None:
    """The player's own move comes first, and what the others did is too long for the row."""
    rows = with_news([], news(Closed(0, automatic=False), *TURN), 2, "v")
    assert plain(rows[0]).rstrip().endswith(" v all")
    assert plain(rows[1]).strip() in WHOLE.removesuffix(" · ■W intermezzo")


def test_last_moves_begin_with_the_beginning_of_a_turn() -> None:
    """A turn that needs more rows than are left is left out."""
    box = FACE.waiting_box(view_of(drawn_state(), 0), (*TURN, *TURN, *TURN))
    beginnings = [plain(wrapped_row(line, 76, "    ")[0]) for line in (turn.whole for turn in box.turns)]
    for most in range(1, 7):
        assert plain(box.moves(most)[0]).strip() in beginnings
