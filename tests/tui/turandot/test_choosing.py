"""What the boxes and panels of Turandot say while one chooses: swaps, keys of players, sexes, a sensible start."""

from support.rules.turandot_builder import a_game
from support.tui.table_parts import panel_rows, tab_rows
from support.tui.turandot_views import moments, texts, view_of

from opera_rules.turandot.state import Game
from opera_tui.games.box import Refuse
from opera_tui.games.turandot.face import LINEUP, TurandotFace
from opera_tui.games.turandot.panels.lineup import dealt
from opera_tui.look.rows import Row

FACE = TurandotFace()


def two_to_hand_out() -> Game:
    return a_game(4, turn=5, phase="assign", puccini=1, lineup=("corelli", "grubbiacci", "gualdi"), lacking=(1, 3))


def underlined(row: Row) -> str:
    return "".join(span.text for span in row if "moved" in span.role).strip()


def test_a_swap_says_who_gets_what() -> None:
    """The arrows change two rows at once: both are underlined, and the border names both players with their cards."""
    box = FACE.decision_box(view_of(two_to_hand_out(), 1))
    for key in ("right", "down", "right", "up", "right"):
        box.press(key)
    assert box.note == "■W gets 1, ▲M gets 2"
    assert [underlined(row) for row in box.rows()[1:4]] == ["‹■W Wilhelmina-K›", "‹▲M Massimiliano›", ""]
    box.press("down")
    assert box.note == "", "what was given before is no news in another row"


def test_the_arrows_go_round_in_the_order_of_seats() -> None:
    """They never take a card away; Backspace does."""
    box = FACE.decision_box(view_of(two_to_hand_out(), 1))
    box.press("right")
    for missing in ("▲M", "■W", "▲M"):
        box.press("right")
        assert box.note == f"not ready: no card yet for {missing}"
    box.press("left")
    assert box.note == "not ready: no card yet for ■W"
    box.press("backspace")
    assert box.note == "not ready: no card yet for ▲M ■W"


def test_a_player_who_has_a_card_always_swaps() -> None:
    """With the owner of the card under the cursor, even if it was given just now, else with what stays over."""
    box = FACE.decision_box(view_of(two_to_hand_out(), 1))
    for key in ("right", "down", "right", "right"):
        box.press(key)
    assert box.does == "hand out 1 ■W, 2 ▲M"
    assert box.note == "■W gets 1, ▲M gets 2"
    box.press("right")
    assert box.note == "", "as it was"
    for key in ("down", "right"):
        box.press(key)
    assert box.note == "1 stays over, ▲M gets 3"
    assert box.does == "hand out 2 ■W, 3 ▲M"


def test_players_are_the_digits_of_their_seats() -> None:
    """Also the one who cannot be named keeps place and digit."""
    for holder in range(3):
        game = a_game(3, turn=2, phase="nominate", puccini=holder)
        for seat in range(3):
            box = FACE.decision_box(view_of(game, holder))
            box.press(str(seat + 1))
            assert (box.does == "") == (seat == holder)
            assert f"►{'–' if seat == holder else seat + 1}" in "\n".join(texts(box.rows()))


def test_the_line_up_says_how_many_singers_of_each_sex_there_are() -> None:
    """In all, and still to be dealt, in the last turn not in this game; at both sizes."""
    for moment in moments(4, 11):
        view = view_of(moment.game, moment.seat)
        for rows in (panel_rows(LINEUP, view), tab_rows(LINEUP, view)):
            left = "not in this game" if moment.game.turn == 7 else "still to be dealt"
            assert f"all singers: 12 f, 20 m, 4 x · {left}:" in texts(rows)[-1]
        assert len(view.game.cards) - len(dealt(view) & set(view.game.cards)) == view.game.deck


def test_dismissing_begins_with_a_director_that_helps_others_more() -> None:
    """Not simply with the first one that is left."""
    hands = {0: ("altomare", "notturni"), 1: ("tarallucci", "gualdi"), 2: ("cocoritti", "malombra")}
    game = a_game(3, turn=2, phase="dismiss", nominated=0, hands=hands)
    assert FACE.decision_box(view_of(game, 0)).does == "dismiss the director farce"


def test_a_thing_of_a_panel_is_chosen_in_the_box() -> None:
    """A card of the line-up, a player or a director, but only where it can be chosen."""
    offering = FACE.decision_box(view_of(a_game(3), 0))
    assert offering.choose("card:3") == []
    assert offering.does == "offer 3"
    assert offering.choose("seat:1") is None
    naming = FACE.decision_box(view_of(a_game(3, turn=2, phase="nominate", puccini=1), 1))
    assert naming.hints()[0].text == "or 1 3", "one does not name oneself"
    assert naming.choose("seat:2") == []
    assert naming.does == "name ●B Bartholomeus"
    handing = FACE.decision_box(view_of(two_to_hand_out(), 1))
    assert handing.choose("card:3") == []
    assert handing.pointed == "3"


def test_advice_about_the_own_card_is_for_holders_who_get_one() -> None:
    """Others are told about the cards of the others."""
    assert FACE.decision_box(view_of(two_to_hand_out(), 1)).tip == "assign"
    game = a_game(4, turn=5, phase="assign", puccini=1, lineup=("corelli", "grubbiacci", "gualdi"), lacking=(0, 3))
    assert FACE.decision_box(view_of(game, 1)).tip == "assign_others"


def test_money_is_no_key_for_who_has_none() -> None:
    """The footer names only what does something."""
    rich, poor = a_game(3, turn=2), a_game(3, turn=2, money={0: 0})
    assert "m" in [hint.key for hint in FACE.decision_box(view_of(rich, 0)).hints()]
    assert "m" not in [hint.key for hint in FACE.decision_box(view_of(poor, 0)).hints()]


def test_who_has_no_money_is_not_said_to_have_offered_any() -> None:
    """The key for money alone says what it costs: nothing has been offered yet."""
    box = FACE.decision_box(view_of(a_game(3, turn=2, money={0: 0}), 0))
    assert box.press("0") == [Refuse("This costs 1 money card, and you have 0 in hand.")]


def test_a_single_receiver_gets_the_card_under_the_cursor() -> None:
    """There is nobody else to choose: the arrows alone choose the card."""
    game = a_game(3, turn=5, phase="assign", puccini=1, lineup=("corelli", "gualdi"), lacking=(0,))
    box = FACE.decision_box(view_of(game, 1))
    assert box.does == "hand out 1 ◆A"
    box.press("right")
    assert box.does == "hand out 1 ◆A"
    box.press("down")
    assert box.does == "hand out 2 ◆A"
    assert box.press("escape") == []
    assert box.does == "hand out 1 ◆A"
    assert box.press("escape") is None
