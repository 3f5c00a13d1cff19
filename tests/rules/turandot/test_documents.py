"""What is public, what is private, and who hears of what."""

from typing import Any

import msgspec
import pytest
from support.rules.turandot_builder import SEED, a_game, act, all_offer, edition, offer, played_out

from opera_games.turandot.actions import Dismiss
from opera_games.turandot.events import EVENTS, OfferMade
from opera_games.turandot.words import DIRECTORS
from opera_rules import turandot
from opera_rules.api import Event, to_map
from opera_rules.chance import Chance
from opera_rules.turandot.views.documents import PUBLIC

LARGEST = 6_000


def test_the_public_document_shows_what_everybody_sees() -> None:
    """Line-up, cards taken, scenery, money left, Puccini, who still has to decide."""
    game = a_game(3, turn=5, puccini=1, hands={0: ["corelli", "gualdi"]}, scenery={2: 1}, money={2: 2})
    shown = to_map(turandot.public(act(game, (0, offer("2+1")))[0]))
    assert (shown["turn"], shown["turns"], shown["phase"], shown["puccini"]) == (5, 7, "offer", 1)
    assert list(shown["lineup"]) == ["1", "2", "3", "4"]
    assert shown["waiting"] == {"1": "offer", "2": "offer"}
    assert shown["players"][0] == {
        "money": 3,
        "scenery": 0,
        "down": 2,
        "singers": ["corelli", "gualdi"],
        "director": None,
        "casting": ["corelli", "gualdi", None, None, None, None],
        "preferred": ["turandot"],
        "wrong_sex": [],
        "points": {
            "stars": 4,
            "scenery": 0,
            "preferred": 1,
            "sex": 0,
            "director": 0,
            "puccini": 0,
            "total": 5,
        },
    }
    assert (shown["players"][2]["money"], shown["players"][2]["scenery"], shown["players"][2]["down"]) == (2, 1, None)
    assert shown["silent"] is None


def test_every_singer_is_written_once() -> None:
    """Everything else names it by its id."""
    shown = to_map(turandot.public(a_game(3)))
    assert shown["cards"]["corelli"] == ["Fiammetta Corelli", 3, "professional", "f", "turandot"]
    assert len(shown["cards"]) == 36


def test_where_each_director_is() -> None:
    """Left, dismissed, in the line-up, out of the game, or taken by somebody."""
    left = turandot.public(a_game(3, directors=DIRECTORS[:8])).directors
    assert to_map(left["gothic"]) == {"effect": {"dark": 1, "comic": -1}, "state": "left", "by": None}
    game = a_game(2, turn=4, lineup=("gothic", "farce", "purist"))
    states = {name: card.state for name, card in turandot.public(game).directors.items()}
    assert (states["gothic"], states["plain"]) == ("lineup", "out")
    after = turandot.public(all_offer(game, "1", "3")[0]).directors
    assert [after["gothic"].by, after["farce"].by, after["purist"].by] == [0, "silent", 1]
    dismissed, _ = act(a_game(3, phase="dismiss", nominated=1), (1, Dismiss("gothic")))
    assert turandot.public(dismissed).directors["gothic"].state == "dismissed"


def test_the_silent_hand_is_shown_like_a_players() -> None:
    """Cast in its order, with its points as of now."""
    shown = to_map(turandot.public(a_game(2, silent=("gualdi", "corelli"))))["silent"]
    assert shown["casting"] == ["gualdi", "corelli", None, None, None, None]
    assert (shown["preferred"], shown["wrong_sex"]) == ([], ["turandot", "calaf"])
    assert shown["points"]["total"] == 2


def test_an_offer_is_private_until_the_reveal() -> None:
    """Its owner sees it; money in hand does not show what is in it."""
    game, _ = act(a_game(3), (1, offer("2+1b")))
    assert to_map(turandot.private(game, 1)) == {
        "seat": 1,
        "hand": {"numbers": [1, 2, 3, 4], "money": 3, "bluff": True},
        "offer": {"number": 2, "money": 1, "bluff": True},
    }
    assert turandot.private(game, 0).offer is None
    assert turandot.public(game).players[1].money == 3


def test_only_events_listed_as_public_are_heard_of() -> None:
    """An event that nobody thought about is heard by nobody."""

    class Whispered(Event, frozen=True, tag="whispered"):
        secret: int

    assert turandot.visible((OfferMade(1, 2), Whispered(4)), 1) == (OfferMade(1, 2),)
    assert turandot.visible((Whispered(4),), None) == ()
    assert set(EVENTS) == PUBLIC


@pytest.mark.parametrize("players", turandot.SEATS)
def test_documents_are_small_and_plain(players: int) -> None:
    """What is sent arrives the same, as JSON and as msgpack; tuples are lists then."""
    game, _ = turandot.new_game(players, {}, edition(), SEED)
    done, _ = played_out(players, SEED, Chance(SEED))
    documents: list[Any] = [turandot.public(game), turandot.public(done), turandot.private(game, 0)]
    documents += [
        turandot.choices(game, 0),
        turandot.write_state(game),
        turandot.write_state(done),
        turandot.outcome(done),
    ]
    for document in documents:
        packed = msgspec.msgpack.encode(document)
        assert to_map(document) == msgspec.msgpack.decode(packed)
        assert len(packed) < LARGEST
