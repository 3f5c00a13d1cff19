"""Filling the offer, looked at through the end of a round."""

from support.rules.opera_builder import GameBuilder, a_game, everyone_closes, only, pieces_of, some

from opera_games.opera.events import OfferFilled
from opera_games.opera.words import Composer

MIXED: tuple[Composer, ...] = ("mozart", "wagner", "mozart", "wagner", "handel", "handel")


def after_the_round(builder: GameBuilder) -> tuple[dict[Composer, int], dict[Composer, int], list[Composer]]:
    """Offer, discard pile and supply (sorted) after everybody has closed."""
    game = everyone_closes(builder.acting()).game
    assert set(pieces_of(game).values()) == {14}
    return some(game.offer), some(game.discard), sorted(game.supply)


def filled(builder: GameBuilder) -> OfferFilled:
    return only(everyone_closes(builder.acting()).events, OfferFilled)


def test_pieces_are_drawn_one_by_one_from_the_supply() -> None:
    """With three players seven pieces make an offer."""
    builder = a_game(3).with_supply("verdi", *MIXED, "wagner", "beethoven").with_discard()
    assert after_the_round(builder) == (
        {"handel": 2, "mozart": 2, "verdi": 1, "wagner": 2},
        {},
        ["beethoven", "wagner"],
    )


def test_a_fourth_piece_of_a_composer_is_replaced_and_goes_back_into_the_supply() -> None:
    """Three of one composer are the most on offer; the surplus returns when the offer is full."""
    builder = a_game(3).with_supply(
        "verdi", "verdi", "verdi", "verdi", "mozart", "mozart", "handel", "wagner", "wagner"
    )
    offer, discard, supply = after_the_round(builder.with_discard())
    assert offer == {"verdi": 3, "mozart": 2, "handel": 1, "wagner": 1}
    assert (discard, supply) == ({}, ["verdi", "wagner"])
    assert filled(builder.with_discard()) == OfferFilled(
        pieces={"handel": 1, "mozart": 2, "verdi": 3, "wagner": 1}, surplus={"verdi": 1}, reshuffled=False
    )


def test_surplus_pieces_are_shuffled_back_and_not_put_on_top_or_below() -> None:
    """With the same pieces another seed gives another order of the supply."""
    rest: tuple[Composer, ...] = ("monteverdi", "handel", "mozart", "beethoven", "wagner", "handel", "mozart")
    builder = a_game(3).with_supply(*("verdi",) * 5, "wagner", "wagner", "mozart", "mozart", *rest).with_discard()
    supplies = set()
    for seed in range(10):
        seeded = GameBuilder(**{**vars(builder), "seed": bytes([seed]) * 32})
        supplies.add(everyone_closes(seeded.acting()).game.supply)
    assert len({tuple(sorted(supply)) for supply in supplies}) == 1
    assert len(supplies) > 5


def test_with_two_players_a_third_piece_of_a_composer_is_discarded() -> None:
    """Two of one composer are the most with two players, and what is too much is discarded."""
    builder = a_game(2).with_supply("verdi", "verdi", "verdi", "mozart", "mozart", "mozart", "handel", "wagner")
    assert after_the_round(builder.with_discard()) == (
        {"verdi": 2, "mozart": 2, "handel": 1},
        {"verdi": 1, "mozart": 1},
        ["wagner"],
    )


def test_an_empty_supply_is_left_empty_until_a_piece_must_be_drawn() -> None:
    """The last piece of the supply fills the offer: the discard pile stays where it is."""
    builder = a_game(3).with_supply("verdi", *MIXED).with_discard(verdi=4)
    offer, discard, supply = after_the_round(builder)
    assert (sum(offer.values()), discard, supply) == (7, {"verdi": 4}, [])
    assert filled(builder).reshuffled is False


def test_the_discard_pile_becomes_the_supply_when_a_piece_is_missing() -> None:
    """An empty supply is made anew from the discards."""
    builder = a_game(3).with_supply(*MIXED).with_discard(verdi=4, beethoven=1)
    offer, discard, supply = after_the_round(builder)
    assert sum(offer.values()) == 7
    assert (discard, len(supply)) == ({}, 4)
    assert filled(builder).reshuffled is True


def test_what_was_left_of_the_old_offer_is_already_in_the_discard_pile_that_is_reshuffled() -> None:
    """The old offer is cleared first, so with nothing else it comes back."""
    builder = a_game(3).with_offer(verdi=2, mozart=1).with_supply().with_discard()
    assert after_the_round(builder) == ({"verdi": 2, "mozart": 1}, {}, [])
    assert filled(builder) == OfferFilled({"mozart": 1, "verdi": 2}, {}, reshuffled=True)


def test_pieces_set_aside_take_no_part_in_the_reshuffle() -> None:
    """Surplus pieces wait outside until the offer is full, and only then join the new supply."""
    builder = a_game(3).with_supply(*("verdi",) * 6).with_discard(mozart=2, wagner=2)
    assert after_the_round(builder) == ({"verdi": 3, "mozart": 2, "wagner": 2}, {}, ["verdi"] * 3)


def test_with_two_players_pieces_set_aside_are_discarded_after_the_reshuffle() -> None:
    """They make the next discard pile and not part of the supply."""
    builder = a_game(2).with_supply(*("verdi",) * 6).with_discard(mozart=2, wagner=2)
    offer, discard, supply = after_the_round(builder)
    assert (sum(offer.values()), offer["verdi"]) == (5, 2)
    assert (discard, len(supply)) == ({"verdi": 4}, 1)


def test_an_offer_that_cannot_be_filled_stays_smaller() -> None:
    """Supply and discard pile hold only one composer: three are offered, the others return to the supply."""
    builder = a_game(3).with_supply("verdi", "verdi").with_discard(verdi=4)
    assert after_the_round(builder) == ({"verdi": 3}, {}, ["verdi"] * 3)


def test_with_two_players_the_surplus_of_an_unfilled_offer_is_discarded_too() -> None:
    """It is not drawn again in the same filling."""
    builder = a_game(2).with_supply("verdi", "verdi").with_discard(verdi=4)
    assert after_the_round(builder) == ({"verdi": 2}, {"verdi": 4}, [])


def test_with_no_piece_left_at_all_nothing_is_offered() -> None:
    """All pieces may be behind screens and on stages."""
    builder = a_game(3).with_supply().with_discard()
    assert after_the_round(builder) == ({}, {}, [])
    assert filled(builder) == OfferFilled({}, {}, reshuffled=False)
