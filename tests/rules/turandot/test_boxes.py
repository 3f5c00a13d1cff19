"""The rows of the decision boxes and the previews."""

from typing import Any

import pytest
from support.rules.turandot_builder import a_game, act, all_offer, offer

from opera_games.turandot.actions import Assign, Dismiss, Nominate
from opera_rules import turandot
from opera_rules.api import to_map
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game

LINEUP = ("corelli", "gualdi", "orsakova", "temnikov")


def box(game: Game, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = to_map(turandot.choices(game, seat))
    return found


def test_the_offer_box_has_each_number_with_its_card_and_the_cast_before_and_after() -> None:
    """And the part the singer would have."""
    rows = box(a_game(3, lineup=LINEUP, hands={1: ["castelvecchi"]}), 1)["numbers"]
    assert rows == [
        {"number": 1, "card": "corelli", "cast": [3, 6], "part": "liu"},
        {"number": 2, "card": "gualdi", "cast": [3, 4], "part": "calaf"},
        {"number": 3, "card": "orsakova", "cast": [3, 7], "part": "liu"},
        {"number": 4, "card": "temnikov", "cast": [3, 6], "part": "calaf"},
    ]


def test_the_offer_box_has_money_bluff_and_what_follows() -> None:
    """Money not in hand stays in its place and says why."""
    rows = box(a_game(3, puccini=2, money={1: 2}), 1)
    assert rows["kind"] == "offer"
    assert rows["money"] == [
        {"money": 0, "left": 2},
        {"money": 1, "left": 1},
        {"money": 2, "left": 0},
        {"money": 3, "refusal": {"code": "not_enough_money", "money": 3, "hand": 2}},
    ]
    assert rows["bluff"] == [{"bluff": False, "cards": 0}, {"bluff": True, "cards": 1}]
    assert rows["otherwise"] == {"money": 2, "assigned_by": 2}


def test_the_offer_box_has_money_alone_or_why_not() -> None:
    """With the decorator a scenery card is worth two points."""
    game = a_game(4, turn=5, directed={1: "decorator"}, scenery={1: 1}, money={1: 2, 2: 0})
    assert box(game, 1)["alone"] == {
        "cast": [2, 4],
        "scenery": [1, 2],
        "money": [2, 1],
        "helpers": ["costumier", "carpenter"],
    }
    assert box(game, 0)["alone"] == {"helpers": []}
    assert box(game, 2)["alone"]["refusal"] == {"code": "not_enough_money", "money": 1, "hand": 0}


def test_in_turn_4_each_director_shows_what_it_brings_every_cast() -> None:
    """Also the silent hand's, with two players."""
    game = a_game(
        2,
        turn=4,
        lineup=("gothic", "farce", "plain"),
        hands={0: ["temnikov"], 1: ["grubbiacci"]},
        silent=["notturni", "altomare"],
    )
    assert box(game, 1)["numbers"][0] == {
        "number": 1,
        "card": "gothic",
        "cast": [2, 1],
        "casts": [[3, 4], [2, 1]],
        "silent": [6, 8],
    }
    assert box(game, 1)["alone"] == {"helpers": []}


def test_the_assign_box_has_the_cards_left_for_each_player_without_one() -> None:
    """With two players also what the silent hand would have of it."""
    game, _ = all_offer(a_game(2, lineup=LINEUP[:3]), "1", "1")
    assert box(game, 0) == {
        "kind": "assign",
        "seats": [0, 1],
        "cards": [
            {
                "number": number,
                "card": card,
                "given": [{"seat": seat, "cast": [0, after], "part": part} for seat in (0, 1)],
                "silent": [0, silent],
            }
            for number, card, after, part, silent in (
                (1, "corelli", 4, "turandot", 4),
                (2, "gualdi", 1, "calaf", 0),
                (3, "orsakova", 4, "liu", 3),
            )
        ],
    }
    assert turandot.choices(game, 1) is None


def test_the_nominate_box_has_all_players_with_their_casts() -> None:
    """Oneself with the reason why not."""
    game = a_game(3, phase="nominate", puccini=1, hands={2: ["gualdi"]})
    assert box(game, 1)["seats"] == [
        {"seat": 0, "cast": 0},
        {"seat": 1, "refusal": {"code": "nominate_self"}},
        {"seat": 2, "cast": 1},
    ]


def test_the_dismiss_box_has_all_nine_with_what_they_mean_for_all_casts() -> None:
    """Those gone with the reason why not."""
    game = a_game(3, phase="dismiss", nominated=2, hands={0: ["temnikov"]}, directors=("gothic", "plain"))
    rows = box(game, 2)["directors"]
    assert len(rows) == 9
    assert rows[0] == {"director": "gothic", "casts": [[3, 4], [0, 0], [0, 0]]}
    assert rows[1]["casts"][0] == [3, 2]
    assert rows[1]["refusal"] == {"code": "director_not_left", "director": "farce", "left": ["gothic", "plain"]}


def test_the_preview_of_an_offer_says_what_follows_if_it_wins_and_if_not() -> None:
    """And how many cards the others see."""
    game = a_game(3, lineup=LINEUP, hands={1: ["castelvecchi"]}, puccini=2)
    assert to_map(turandot.preview(game, 1, offer("3+2b"))) == {
        "refusal": None,
        "down": 4,
        "won": {"number": 3, "card": "orsakova", "cast": [3, 7], "part": "liu", "money": [3, 1]},
        "otherwise": {"money": [3, 3], "assigned_by": 2},
    }
    assert to_map(turandot.preview(game, 1, offer("alone"))) == {
        "refusal": None,
        "down": 1,
        "won": {"cast": [3, 4], "scenery": [0, 1], "money": [3, 2], "assigned_by": 2},
        "otherwise": {"money": [3, 3], "assigned_by": 2},
    }


def test_the_preview_of_an_assignment_has_every_cast_and_the_card_left_over() -> None:
    """It is all in the open."""
    game, _ = all_offer(a_game(3, lineup=LINEUP), "1", "2", "2")
    assert to_map(turandot.preview(game, 0, Assign({1: 3, 2: 2}))) == {
        "refusal": None,
        "given": [
            {"seat": 1, "number": 3, "card": "orsakova", "cast": [0, 4], "part": "liu"},
            {"seat": 2, "number": 2, "card": "gualdi", "cast": [0, 1], "part": "calaf"},
        ],
        "left_over": {"number": 4, "card": "temnikov"},
    }


def test_previews_of_naming_and_dismissing() -> None:
    """Who decides next, and which directors are left."""
    naming = a_game(3, phase="nominate", puccini=1)
    assert to_map(turandot.preview(naming, 1, Nominate(2))) == {"refusal": None, "nominated": 2}
    dismissing = a_game(3, phase="dismiss", nominated=2, directors=("gothic", "farce", "plain"))
    after = {"refusal": None, "directors": ["gothic", "plain"]}
    assert to_map(turandot.preview(dismissing, 2, Dismiss("farce"))) == after


def test_the_preview_of_what_is_not_allowed_says_why() -> None:
    """The same refusal that the action would get."""
    game, _ = act(a_game(3), (1, offer("2")))
    assert to_map(turandot.preview(game, 1, offer("3"))) == {"refusal": {"code": "not_your_turn"}}
    expected = {"code": "number_not_in_lineup", "number": 6, "highest": 4}
    assert to_map(turandot.preview(game, 2, offer("6"))) == {"refusal": expected}


def test_there_is_nothing_to_arrange() -> None:
    """Turandot has no layouts."""
    with pytest.raises(Refused, match="nothing_to_arrange"):
        turandot.arrange(a_game(3), 0, [], "income")
