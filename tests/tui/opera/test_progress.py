"""The header of Opera: rounds, composers of the century, and the parts of a round."""

import pytest
from support.rules.opera_builder import a_game, act
from support.tui.opera_driver import FACE
from support.tui.opera_views import moments, view_of
from support.tui.recorded_table import changed
from support.tui.table_parts import NotedRequests

from opera_games.opera.actions import Close
from opera_games.opera.events import ComposersRose, Counted, IncomePaid
from opera_games.opera.words import Composer
from opera_protocol.client import Stage, State
from opera_rules import opera
from opera_rules.opera.state import Game
from opera_tui.games.opera.view import OperaView
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.rows import Row, plain
from opera_tui.table.frame import header, prompt
from opera_tui.table.model import TableModel

CENTURY: tuple[Composer, ...] = ("mozart", "monteverdi", "wagner")


def view_in(round_: int) -> OperaView:
    return view_of(a_game(3).in_round(round_).with_century(*CENTURY).acting(), 0)


def model_of(view: OperaView) -> TableModel:
    model = TableModel(FACE, UNICODE, NotedRequests())
    model.take_state(State(Stage.LIVE))
    model.take(changed(view, is_entry=True))
    return model


def role_of(content: Row, text: str) -> str:
    """The role of the first span with this text."""
    return next(span.role for span in content if span.text == text)


@pytest.mark.parametrize(
    ("round_", "track"),
    [
        (1, "[1]2 3 Mz+1 4 5 6 Mv+2 7 8 9 Wa+3"),
        (3, " 1 2[3]Mz+1 4 5 6 Mv+2 7 8 9 Wa+3"),
        (4, " 1 2 3 Mz+1[4]5 6 Mv+2 7 8 9 Wa+3"),
        (8, " 1 2 3 Mz+1 4 5 6 Mv+2 7[8]9 Wa+3"),
    ],
)
def test_the_round_is_marked_among_all_with_the_century_behind_each_episode(round_: int, track: str) -> None:
    assert plain(FACE.header(view_in(round_), wide=False)) == f"OPERA {track}  budget›ACTIONS›income›end"


def test_composers_of_the_century_are_tokens_until_they_were_counted() -> None:
    """The one that counts next brings something, later ones do not yet, past ones no more."""
    drawn = FACE.header(view_in(5), wide=True)
    assert role_of(drawn, "Mz+1") == "quiet"
    assert (role_of(drawn, "Mv"), role_of(drawn, "+2")) == ("monteverdi", "gain")
    assert (role_of(drawn, "Wa"), role_of(drawn, "+3")) == ("wagner", "quiet")
    assert (role_of(drawn, "Classicism "), role_of(drawn, "Baroque ")) == ("strong", "quiet")


def test_the_short_game_has_shorter_episodes() -> None:
    game = next(moments(3, 1, {"rounds": 7})).game
    game.century = CENTURY
    assert "[1]2 3 Mz+1 4 5 Mv+2 6 7 Wa+3" in plain(FACE.header(view_of(game, 0), wide=False))


def test_ascii_has_the_same_track() -> None:
    drawn = plain(FACE.header(view_of(a_game(3).in_round(8).acting(), 0, ASCII), wide=False))
    assert drawn.isascii()
    assert drawn.endswith("7[8]9 Mz+3  budget>ACTIONS>income>end")


def test_what_has_no_room_gives_way_word_by_word() -> None:
    """The table's name and `you are` first, at 80 columns then the parts of the round."""
    model = model_of(view_in(8))
    wide = plain(header(model, 120, wide=True))
    assert "Fenice   Baroque" in wide
    assert "you are ◆" in wide
    shorter = plain(header(model, 110, wide=True))
    assert "Fenice" not in shorter or "you are" not in shorter
    assert "Romanticism  7[8]9 Wa+3" in shorter
    assert "budget›ACTIONS" in plain(header(model, 80, wide=False))
    assert "Wa+3  2/4 actions" in plain(header(model, 70, wide=False))
    assert "actions" not in plain(header(model, 52, wide=False))
    assert "7[8]9 Wa+3" in plain(header(model, 52, wide=False))


def test_the_wide_prompt_line_ends_with_the_part_of_the_round() -> None:
    """Before the clock; in few words or not at all where the question needs the room."""
    model = model_of(view_in(8))
    assert plain(prompt(model, 120, wide=True)).rstrip().endswith("budget › ACTIONS › income › end")
    assert plain(prompt(model, 66, wide=True)).rstrip().endswith("2/4 actions")
    assert plain(prompt(model, 45, wide=True)).rstrip().endswith("Hire a role or close")
    assert "ACTIONS" not in plain(prompt(model, 80))


def last_to_close() -> Game:
    return a_game(3).in_round(6).with_closed(1, 2).staged(0, "wien", "mozart", "verdi").with_century(*CENTURY).acting()


def test_each_reveal_at_the_end_of_a_round_says_which_part_it_is() -> None:
    """Of the round that ends, also where the next one has begun already."""
    before, seen = last_to_close(), {}
    for step in opera.unfold(before, 0, Close()):
        for event in step.events:
            if box := FACE.reveal(event, view_of(before, 0), view_of(step.game, 0)):
                assert isinstance(box.headline, OperaView)
                seen[type(event)] = plain(FACE.header(box.headline, wide=False))
        before = step.game
    assert "[6]" in seen[IncomePaid]
    assert seen[IncomePaid].endswith("budget›actions›INCOME›end")
    assert all(seen[kind].endswith("budget›actions›income›END") for kind in (ComposersRose, Counted))


def test_the_bids_are_the_first_part_and_after_the_end_it_is_over() -> None:
    bidding = a_game(3).bidding()
    assert plain(FACE.header(view_of(bidding, 0), wide=False)).endswith("BUDGET›actions›income›end")
    for seat in (0, 1):
        bidding = act(bidding, seat, "bid", amount=0).game
    assert plain(FACE.header(view_of(bidding, 2), wide=False)).endswith("BUDGET›actions›income›end")
    *_others, last = moments(2, 1)
    drawn = plain(FACE.header(view_of(last.game, 0), wide=False))
    assert "[" not in drawn
    assert drawn.endswith("the game is over")
