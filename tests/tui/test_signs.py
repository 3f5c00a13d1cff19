"""How players are told apart: a shape of the seat's and a letter of the name's."""

import pytest
from support.rules.opera_builder import a_game
from support.tui import opera_views

from opera_protocol.wire.answers import Moment
from opera_rules import opera
from opera_rules.api import to_map
from opera_tui.games.reading import read_moment
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import Span

NAMES = ("Anna", "Änne", "歌劇院")


@pytest.mark.parametrize(
    ("glyphs", "signs", "figures"),
    [(UNICODE, ["◆A", "▲N", "●B"], ["◆7", "▲7", "●7"]), (ASCII, ["A", "N", "B"], ["A7", "N7", "B7"])],
    ids=["unicode", "ascii"],
)
def test_a_sign_is_the_shape_of_the_seat_and_the_letter_of_the_name(
    glyphs: Glyphs, signs: list[str], figures: list[str]
) -> None:
    """In ASCII the letter stands alone; before a figure there is one sign only."""
    view = opera_views.view_of(a_game(3).bidding(), 0, glyphs, NAMES)
    assert [view.sign(seat) for seat in view.seats] == [Span(sign, f"player{n}") for n, sign in enumerate(signs)]
    assert [view.who(seat) for seat in view.seats] == [
        f"{sign} {name}" for sign, name in zip(signs, NAMES, strict=True)
    ]
    assert [view.figure(seat, 7).text for seat in view.seats] == figures


def test_a_seat_that_the_table_does_not_have_has_no_letter() -> None:
    """A server that means harm may name one."""
    view = opera_views.view_of(a_game(3).bidding(), 0)
    assert view.sign(4) == Span("▼", "player4")
    assert view.figure(4, 2).text == "▼2"


def test_a_moment_has_the_scores_of_then() -> None:
    """Looking back never shows what came later."""
    present = opera_views.view_of(a_game(3).in_round(5).bidding(), None)
    assert len(present.head.scores) == 4
    then = a_game(3).in_round(3).bidding()
    past = read_moment(present, Moment(log=0, scores=((1, 2, 3), (4, 5, 6)), public=to_map(opera.public(then))), None)
    assert past.head.scores == ((1, 2, 3), (4, 5, 6))
    assert past.head.seats == present.head.seats
