"""What happens between the income and the next bids."""

import pytest
from support.rules.opera_builder import (
    ROLES,
    GameBuilder,
    a_game,
    act,
    ducats,
    every,
    everyone_closes,
    from_six_down,
    halls,
    hire,
    kinds,
    only,
    some,
)

from opera_games.opera.events import (
    ComposersRose,
    DucatsGranted,
    IncomePaid,
    OfferFilled,
    PalazzoEmptied,
    RoundEnded,
    RoundStarted,
)
from opera_games.opera.words import Composer
from opera_rules import opera
from opera_rules.opera.state import Game

LADDER: tuple[Composer, ...] = ("wagner", "mozart", "verdi", "handel", "beethoven", "monteverdi")


def after(builder: GameBuilder) -> Game:
    return everyone_closes(builder.acting()).game


def staging(*composers: Composer) -> GameBuilder:
    """Each of these composers is staged once, nobody else, on the ladder of the rules' example."""
    game = a_game(4).with_ladder(*LADDER)
    places = [(seat, city) for city in ("venezia", "berlin") for seat in range(3)]
    for (seat, city), composer in zip(places, composers, strict=False):
        game = game.staged(seat, city, composer)  # type: ignore[arg-type]
    return game


@pytest.mark.parametrize(
    ("movers", "ladder"),
    [
        (("mozart", "verdi"), ("mozart", "verdi", "wagner", "handel", "beethoven", "monteverdi")),
        (("verdi",), ("wagner", "verdi", "mozart", "handel", "beethoven", "monteverdi")),
        (("wagner",), LADDER),
        (("wagner", "mozart"), LADDER),
        (("wagner", "verdi"), ("wagner", "verdi", "mozart", "handel", "beethoven", "monteverdi")),
        (("monteverdi",), ("wagner", "mozart", "verdi", "handel", "monteverdi", "beethoven")),
        (("mozart", "handel", "monteverdi"), ("mozart", "wagner", "handel", "verdi", "monteverdi", "beethoven")),
        (("wagner", "mozart", "handel"), ("wagner", "mozart", "handel", "verdi", "beethoven", "monteverdi")),
        (
            ("mozart", "verdi", "handel", "beethoven", "monteverdi"),
            ("mozart", "verdi", "handel", "beethoven", "monteverdi", "wagner"),
        ),
        (("wagner", "mozart", "verdi", "handel", "beethoven", "monteverdi"), LADDER),
    ],
)
def test_the_most_staged_composers_rise_one_level_together(
    movers: tuple[Composer, ...], ladder: tuple[Composer, ...]
) -> None:
    """From the highest down each changes places with the one above, unless that one is a mover stuck on top."""
    assert from_six_down(after(staging(*movers))) == ladder


@pytest.mark.parametrize(("movers", "rising"), [(("wagner", "verdi"), ("verdi",)), (("wagner", "mozart"), ())])
def test_the_board_shows_who_would_rise_and_nobody_that_could_not(
    movers: tuple[Composer, ...], rising: tuple[Composer, ...]
) -> None:
    """One at the top stays there, and so does its neighbour; after the end nobody rises any more."""
    builder = staging(*movers)
    assert opera.public(builder.acting()).rising == rising
    over = after(builder.in_round(9))
    assert over.phase == "done"
    assert opera.public(over).rising == ()


def test_the_event_tells_who_is_most_staged_and_who_really_rose() -> None:
    """Wagner on top stays, verdi rises."""
    game, events = everyone_closes(staging("wagner", "verdi").acting())
    assert only(events, ComposersRose) == ComposersRose(("verdi", "wagner"), ("verdi",), game.ladder)


def test_pieces_are_counted_in_the_houses_of_all_players() -> None:
    """Two stagings beat one, whoever's they are and in whatever hall."""
    game = a_game(3).staged(0, "wien", None, "handel").staged(1, "wien", "handel", None).staged(2, "berlin", "verdi")
    assert only(everyone_closes(game.acting()).events, ComposersRose).staged == ("handel",)


def test_stocks_and_palazzo_do_not_count_for_the_rise() -> None:
    """Only the stage."""
    game = a_game(3).with_stock(0, "handel", "handel").with_palazzo("handel").staged(1, "berlin", "mozart")
    assert only(everyone_closes(game.acting()).events, ComposersRose).staged == ("mozart",)


def test_nobody_rises_when_nothing_is_staged() -> None:
    """House pieces are no composers of the ladder."""
    before = a_game(3).acting()
    game, events = everyone_closes(before)
    assert game.ladder == before.ladder
    assert every(events, ComposersRose) == ()


def test_what_is_left_of_the_offer_is_discarded_and_a_new_offer_drawn() -> None:
    """Unsold pieces are gone."""
    game, events = everyone_closes(a_game(3).with_offer(verdi=2, mozart=1).acting())
    assert some(game.discard) == {"verdi": 2, "mozart": 1}
    assert sum(game.offer.values()) == 7
    assert only(events, OfferFilled).pieces == some(game.offer)


def test_role_cards_return_and_nobody_has_hired_any_more() -> None:
    """All six are there again."""
    game = after(a_game(3).with_roles("maestro", "esperto").with_hired(2, 1, 1))
    assert game.roles == ROLES
    assert [player.hired for player in game.players] == [0, 0, 0]


def test_a_full_palazzo_is_emptied_onto_the_discard_pile() -> None:
    """All places taken."""
    game, events = everyone_closes(a_game(3).with_palazzo("verdi", "mozart", "handel").acting())
    assert game.palazzo == ()
    assert some(game.discard) == {"verdi": 1, "mozart": 1, "handel": 1}
    assert only(events, PalazzoEmptied).pieces == ("verdi", "mozart", "handel")


@pytest.mark.parametrize(("players", "pieces"), [(3, ("verdi", "mozart")), (4, ("verdi", "mozart", "handel"))])
def test_a_palazzo_with_room_keeps_its_pieces(players: int, pieces: tuple[Composer, ...]) -> None:
    """Until it is full or counted."""
    game, events = everyone_closes(a_game(players).with_palazzo(*pieces).acting())
    assert game.palazzo == pieces
    assert every(events, PalazzoEmptied) == ()


def test_pass_discs_return() -> None:
    """Everybody may act again."""
    game = after(a_game(3).with_closed(1, 2))
    assert [player.closed for player in game.players] == [False, False, False]


def test_each_player_on_level_zero_gets_a_ducat() -> None:
    """The others nothing, not even on level 1."""
    game, events = everyone_closes(a_game(4).with_levels(4, 0, 1, 0).acting())
    assert ducats(game) == (21, 22, 21, 22)
    assert only(events, DucatsGranted).seats == (1, 3)


def test_levels_and_order_carry_over_to_the_next_round() -> None:
    """Budget that was not spent is kept."""
    game = after(a_game(3).with_levels(4, 7, 4).with_order(1, 2, 0))
    assert game.order == (1, 2, 0)
    assert [player.level for player in game.players] == [4, 7, 4]


def test_the_new_offer_is_drawn_before_the_palazzo_is_emptied() -> None:
    """The Palazzo's pieces are not yet in the discard pile when it is shuffled."""
    builder = a_game(3).with_supply().with_discard(wagner=1).with_palazzo("verdi", "mozart", "handel")
    game = after(builder)
    assert some(game.offer) == {"wagner": 1}
    assert some(game.discard) == {"verdi": 1, "mozart": 1, "handel": 1}


def test_composers_rise_after_the_income_and_before_the_offer() -> None:
    """The order of the end of a round, as the events show it."""
    builder = a_game(3).with_levels(4, 0, 0).with_palazzo("verdi", "mozart", "handel").staged(1, "berlin", "mozart")
    events = everyone_closes(builder.acting()).events[1:]
    assert [type(event) for event in events] == [
        IncomePaid,
        ComposersRose,
        OfferFilled,
        PalazzoEmptied,
        DucatsGranted,
        RoundEnded,
        RoundStarted,
    ]


def test_the_next_round_begins_with_bids_of_all() -> None:
    """The number of the round goes up."""
    game, events = everyone_closes(a_game(3).in_round(4).acting())
    assert (game.round, game.phase) == (5, "bid")
    assert game.waiting == {0: "bid", 1: "bid", 2: "bid"}
    assert only(events, RoundEnded).round == 4
    assert only(events, RoundStarted).round == 5


@pytest.mark.parametrize(("rounds", "last"), [(9, 9), (7, 7)])
def test_after_the_last_round_only_composers_rise(rounds: int, last: int) -> None:
    """No new offer, no cards back, no discs back, no ducats for level 0."""
    builder = a_game(3).in_round(last).with_levels(4, 0, 0).with_offer(verdi=2).with_roles("maestro")
    builder = builder.with_hired(1, 0, 2).with_closed(1, 2).staged(1, "berlin", "mozart")
    builder = builder if rounds == 9 else builder.short()
    game, events = act(builder.acting(), 0, "close")
    assert only(events, ComposersRose).rose == ("mozart",)
    assert some(game.offer) == {"verdi": 2}
    assert some(game.discard) == {}
    assert game.roles == ("maestro",)
    assert [(player.hired, player.closed) for player in game.players] == [(1, True), (0, True), (2, True)]
    assert ducats(game) == (21, 22, 21)
    assert only(events, RoundEnded).round == last
    assert not kinds(events) & {OfferFilled, DucatsGranted, RoundStarted}


def test_pieces_stay_in_their_halls_over_the_end_of_a_round() -> None:
    """Nothing is taken from the houses."""
    game = after(a_game(3).staged(1, "wien", "verdi", None))
    assert halls(game, 1, "wien") == ("verdi", None)


def test_the_action_that_ends_the_phase_carries_everything_that_follows() -> None:
    """Hiring the last role leads to the next bids in one step."""
    game, events = hire(a_game(3).with_roles("maestro").acting(), 0, "maestro", city="venezia")
    assert only(events, IncomePaid).incomes == {0: {"venezia": 2}, 1: {"venezia": 2}, 2: {"venezia": 2}}
    assert game.round == 2
