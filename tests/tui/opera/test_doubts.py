"""Decisions that are rarely wise are asked about once, and what is usual is not."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from support.rules.opera_builder import a_game, hire
from support.tui.opera_scenes import all_roles_left
from support.tui.opera_views import shown, view_of
from support.tui.table_parts import NotedRequests

from opera_games.opera.actions import Bid, Close, Esperto, Hire, Impresario
from opera_rules.opera.state import Game
from opera_tui.games.doubt_box import DoubtBox
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.speech import spoken_glyphs
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.rows import plain
from opera_tui.table.model import TableModel
from opera_tui.table.model.proposals import Proposal


def deciding(game: Game, *keys: str, asks: bool = True) -> tuple[TableModel, NotedRequests]:
    """Seat 0 at its decision, after some keys."""
    requests = NotedRequests()
    model = TableModel(OperaFace(), UNICODE, requests, guard=0, asks=asks)
    view = view_of(game, 0)
    model.playback.view = view
    model.decision.begin(1, OperaFace().decision_box(view))
    for key in keys:
        model.press(key)
    return model, requests


def bidding(level: int = 0, ducats: int = 20) -> Game:
    return a_game(3).with_levels(level, 3, 3).with_ducats(ducats, 5, 5).bidding()


def test_a_bid_that_leaves_the_player_at_level_0_is_asked_about_and_y_sends_it() -> None:
    """The question says what follows from it."""
    model, requests = deciding(bidding(), "0", "enter")
    assert requests.sent == []
    assert model.box is not None
    assert model.box.question == "Are you sure: bid 0?"
    assert "You could do nothing this round. Bid 0?" in shown(model.box.rows())
    model.press("y")
    assert requests.sent == [Bid(0)]


def test_with_two_players_level_0_still_joins_in() -> None:
    """Their first thing is free when joining in, so the question does not say that nothing can be done."""
    model, _ = deciding(a_game(2).with_levels(0, 3).with_ducats(20, 5).bidding(), "0", "enter")
    assert model.box is not None
    assert "You could hire nobody this round. Bid 0?" in shown(model.box.rows())


@pytest.mark.parametrize("back", ["enter", "escape", "n"])
def test_a_second_enter_does_no_harm(back: str) -> None:
    """Whoever typed ahead is back in the box, with nothing sent."""
    model, requests = deciding(bidding(), "enter", back)
    assert requests.sent == []
    assert not isinstance(model.box, DoubtBox)
    model.press("4")
    model.press("enter")
    assert requests.sent == [Bid(4)]


def test_without_the_letter_the_arrows_answer_too() -> None:
    """`y` may be the key of something else."""
    _model, requests = deciding(bidding(), "enter", "down", "enter")
    assert requests.sent == [Bid(0)]


@pytest.mark.parametrize(
    ("game", "keys", "sent"),
    [
        (bidding(level=4), ("enter",), Bid(0)),
        (bidding(ducats=0), ("enter",), Bid(0)),
        (bidding(), ("1", "enter"), Bid(1)),
    ],
)
def test_usual_bids_are_sent_at_once(game: Game, keys: Sequence[str], sent: Bid) -> None:
    """With levels left, without ducats, or with a budget."""
    _model, requests = deciding(game, *keys)
    assert requests.sent == [sent]


def test_closing_with_levels_for_a_role_is_asked_about() -> None:
    """The roles that could still be paid are named."""
    model, requests = deciding(all_roles_left(), "x", "enter")
    assert requests.sent == []
    assert model.box is not None
    assert "Impresario 3" in "\n".join(map(plain, model.box.rows()))
    model.press("y")
    assert requests.sent == [Close()]


def test_closing_is_not_doubted_where_no_role_would_bring_anything() -> None:
    """The advice itself is to close: the Signora could be paid, but there is nothing to sell."""
    game = a_game(3).with_levels(9, 3, 3).with_roles("signora", "maestro", "critico").acting()
    _model, requests = deciding(game, "x", "enter")
    assert requests.sent == [Close()]


def test_closing_is_not_doubted_for_music_without_a_hall() -> None:
    """The Impresario could buy, but every hall is full: only with an empty one is there something to regret."""
    table = a_game(3).with_levels(9, 3, 3).with_ducats(9, 9, 9).with_offer(verdi=2).with_roles("impresario")
    _model, requests = deciding(table.staged(0, "wien", "mozart", "wagner").acting(), "x", "enter")
    assert requests.sent == [Close()]
    _model, requests = deciding(table.staged(0, "wien", "mozart", None).acting(), "x", "enter")
    assert requests.sent == []


def test_closing_is_not_doubted_for_a_sale_out_of_a_house() -> None:
    """Rarely is a staged piece to be sold before the last round; one in the stock is no loss."""
    table = a_game(3).with_levels(9, 3, 3).with_roles("signora")
    staged = table.staged(0, "wien", "handel", "wagner")
    _model, requests = deciding(staged.acting(), "x", "enter")
    assert requests.sent == [Close()]
    _model, requests = deciding(staged.in_round(9).acting(), "x", "enter")
    assert requests.sent == []
    _model, requests = deciding(staged.in_round(1).with_stock(0, "mozart").acting(), "x", "enter")
    assert requests.sent == []


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (("i", "enter", "enter", "enter"), "The Impresario would do nothing"),
        (("a", "enter", "enter"), "The Architetto would build nothing"),
        (("c", "enter", "left", "enter"), "The Critico would move no composer"),
    ],
)
def test_a_role_that_does_nothing_is_asked_about(keys: Sequence[str], why: str) -> None:
    """Its fee would be paid for nothing."""
    model, requests = deciding(all_roles_left(), *keys)
    assert requests.sent == []
    assert model.box is not None
    assert why in shown(model.box.rows())


def test_purchases_that_stay_in_the_stock_beside_empty_halls_are_asked_about() -> None:
    """Staged, they are sent at once."""
    game = a_game(3).built(0, "wien.main").with_levels(9, 3, 3).with_offer(verdi=2).acting()
    model, requests = deciding(game, "i", "enter", "5", "escape", "enter", "enter")
    assert requests.sent == []
    assert model.box is not None
    assert "You buy but stage nothing; 2 halls are empty." in shown(model.box.rows())
    model.press("y")
    assert len(requests.sent) == 1
    _model, requests = deciding(game, "i", "enter", "5", "down", "down", "space", "enter", "enter")
    assert len(requests.sent) == 1


@pytest.mark.parametrize(("glyphs", "typed"), [(UNICODE, "a"), (spoken_glyphs(), "arrange income")])
def test_the_doubt_names_what_arranges_here(glyphs: Glyphs, typed: str) -> None:
    """On the screen that is a key; in lines it is said in words, for a letter alone is a question there."""
    game = a_game(3).built(0, "wien.main").with_levels(9, 3, 3).with_offer(verdi=2).acting()
    box = OperaFace().decision_box(view_of(game, 0, glyphs)).prepare(Hire(Impresario(("verdi",), None)))
    doubts = box.doubts(Hire(Impresario(("verdi",), None)))
    assert doubts[-1] == f"`{typed}` arranges your pieces for most income."


def test_an_intermezzo_that_loses_marks_is_asked_about() -> None:
    """Without marks it is sent at once."""
    joining = hire(a_game(3).with_levels(5, 5, 9).with_order(2, 0, 1).acting(), 2, "architetto", build=[]).game
    _model, requests = deciding(joining, "space", "0", "enter")
    assert requests.sent == []
    _model, requests = deciding(joining, "0", "enter")
    assert len(requests.sent) == 1


def test_an_esperto_without_own_pieces_is_asked_about() -> None:
    """He scores nothing for his hirer there."""
    model, requests = deciding(a_game(3).with_levels(9, 3, 3).acting(), "e", "enter", "2", "enter")
    assert requests.sent == []
    assert model.box is not None
    assert "You score nothing" in shown(model.box.rows())
    model.press("y")
    assert isinstance(requests.sent[0], Hire)
    assert isinstance(requests.sent[0].play, Esperto)


def test_the_setting_turns_the_questions_off() -> None:
    """Whoever knows what to do is not asked."""
    _model, requests = deciding(bidding(), "enter", asks=False)
    assert requests.sent == [Bid(0)]


def test_what_was_proposed_is_not_doubted() -> None:
    """A strong bot may have its reasons."""
    model, requests = deciding(bidding())
    assert model.view is not None
    model.playback.view = replace(model.view, decision=1)
    model.hint.ask(1)
    model.take_proposal(Proposal(1, Bid(0), 0, None, 0, {}))
    model.press("enter")
    assert requests.sent == [Bid(0)]
