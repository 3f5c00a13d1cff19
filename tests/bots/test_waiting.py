"""Money alone where no helper comes, as a way to wait: every level of Turandot weighs it for what it is."""

import pytest
from support.rules.turandot_builder import a_game

from opera_bots.api import View, view_of
from opera_bots.levels import bot_of, never
from opera_bots.turandot.offer_model import OfferModel
from opera_bots.turandot.offer_search import OfferSearch, immediate_gains
from opera_bots.turandot.turn_model import MONEY_ALONE, TurnModel
from opera_games.turandot.actions import Offer
from opera_rules.api import rules_of
from opera_rules.chance import Chance, derive
from opera_rules.turandot.state import Game

SEED = bytes(32)
ALIKE = tuple(
    singer.id for singer in a_game(2).edition.singers if (singer.stars, singer.sex, singer.prefers) == (1, "m", None)
)
"""Singers who bring the same to a cast without a director."""
DIRECTORS = ("gothic", "farce", "purist", "plain")
WAITING = (MONEY_ALONE, 1)
NOBODY_HELPS = {
    "the holder": a_game(3, turn=2, puccini=0),
    "turn 4": a_game(3, turn=4, puccini=1, lineup=DIRECTORS),
}
EACH = pytest.mark.parametrize("game", NOBODY_HELPS.values(), ids=NOBODY_HELPS)


def view_on(game: Game) -> View:
    return view_of(rules_of("turandot"), game, 0, (), game.edition)


def offers(level: str, game: Game) -> set[int | None]:
    """The numbers that a level offers on seat 0, with several seeds."""
    made = [bot_of(level)(view_on(game), derive(SEED, number), never) for number in range(8)]
    return {offer.number for offer in made if isinstance(offer, Offer)}


@EACH
def test_it_is_among_the_offers_that_are_compared(game: Game) -> None:
    """By the model of a turn and of the others' offers, and by the search."""
    assert WAITING in TurnModel(game).possible_bids(0)
    assert WAITING in OfferModel(TurnModel(game)).bids[0]
    assert WAITING in [bid for bid, _ in OfferModel(TurnModel(game)).frequencies(0)]


@EACH
def test_without_a_money_card_there_is_no_such_offer(game: Game) -> None:
    poor = a_game(3, turn=game.turn, puccini=game.puccini, money={0: 0}, lineup=DIRECTORS if game.turn == 4 else None)
    assert WAITING not in TurnModel(poor).possible_bids(0)


@EACH
def test_it_leads_to_a_card_that_is_left_without_scenery_and_with_the_money_back(game: Game) -> None:
    model = TurnModel(game)
    expected = model.outcome((WAITING, (1, 0), (2, 0)))
    assert expected[0] in {model.expected(0, number) for number in (3, 4)}
    assert immediate_gains(game, 0, WAITING) == {}


def test_the_helper_goes_to_the_others_when_the_holder_waits() -> None:
    """With three players there is one helper, and it is not for the holder."""
    model = TurnModel(NOBODY_HELPS["the holder"])
    expected = model.outcome((WAITING, WAITING, (2, 0)))
    assert expected[1] in {model.expected(1, number, 0, 1) for number in (1, 3, 4)}


def test_the_search_can_choose_it() -> None:
    """Where all cards are alike to the holder, waiting is not left out as a poor offer."""
    search = OfferSearch(view_on(a_game(3, puccini=0, lineup=ALIKE[:4])), Chance(SEED))
    assert WAITING in search.own.bids


def test_chorus_waits_as_the_holder_when_a_card_as_good_is_left_in_any_case() -> None:
    """The two others take two of the four at most."""
    assert offers("chorus", a_game(3, puccini=0, lineup=ALIKE[:4])) == {None}


@pytest.mark.parametrize(
    "game",
    [
        a_game(3, puccini=0, lineup=("corelli", *ALIKE[:3])),
        a_game(3, puccini=0, lineup=ALIKE[:4], money={0: 0}),
        a_game(3, turn=4, puccini=1, lineup=DIRECTORS),
    ],
    ids=["one card is better", "no money", "not the holder"],
)
def test_chorus_offers_a_number_where_waiting_may_cost_something(game: Game) -> None:
    assert None not in offers("chorus", game)
