"""How a game begins."""

from collections import Counter
from hashlib import sha256

import pytest
from support.rules.opera_builder import COMPOSERS, ROLES, ducats, every, levels, only, pieces_of, points, some

from opera_games.opera.events import GameStarted, OfferFilled, RoundStarted
from opera_rules.api import Step
from opera_rules.editions import built_in
from opera_rules.opera.setup import new_game
from opera_rules.opera.state import Game, write_state
from opera_rules.refusals import Refused

ALL_COUNTS = pytest.mark.parametrize("players", [2, 3, 4])
BY_COMPOSER: list[str] = [*COMPOSERS]
SEEDS = [bytes([number]) * 32 for number in range(40)]


def begin(players: int, seed: bytes = SEEDS[0]) -> Step[Game]:
    return new_game(players, {}, built_in("opera"), seed)


def test_every_composer_gets_one_level_of_the_ladder_at_random() -> None:
    """The six composers share out the fame levels 1 to 6 by lot."""
    ladders = {begin(3, seed).game.ladder for seed in SEEDS}
    assert all(sorted(ladder) == sorted(COMPOSERS) for ladder in ladders)
    assert len(ladders) > 30


@pytest.mark.parametrize(("players", "size", "most"), [(2, 5, 2), (3, 7, 3), (4, 9, 3)])
def test_the_first_offer_depends_on_the_number_of_players(players: int, size: int, most: int) -> None:
    """Five, seven or nine pieces lie on offer, three at most by one composer, two with two players."""
    for seed in SEEDS:
        offer = begin(players, seed).game.offer
        assert sum(offer.values()) == size
        assert max(offer.values()) <= most


@ALL_COUNTS
def test_three_different_composers_of_the_century_leave_the_supply(players: int) -> None:
    """One piece per episode is put away for good; a composer drawn twice goes back."""
    for seed in SEEDS:
        game = begin(players, seed).game
        assert len(set(game.century)) == len(game.century) == 3
        away = sum(game.offer.values()) + sum(game.discard.values()) + 3
        assert len(game.supply) == 84 - away
        assert pieces_of(game) == dict.fromkeys(COMPOSERS, 14)


@ALL_COUNTS
def test_each_player_starts_with_twenty_ducats_and_more_for_the_later_ones(players: int) -> None:
    """The second, third and fourth to play get one, two and three ducats on top."""
    for seed in SEEDS:
        game = begin(players, seed).game
        assert [game.players[seat].ducats for seat in game.order] == [20, 21, 22, 23][:players]


@ALL_COUNTS
def test_each_player_starts_with_the_house_piece_in_a_free_house_in_venezia(players: int) -> None:
    """The first house costs nothing, brings no points, and its great hall holds the house piece."""
    game = begin(players).game
    assert points(game) == (0,) * players
    for player in write_state(game)["players"]:
        assert player["stock"] == []
        assert player["houses"] == {"venezia": {"parts": ["venezia.main"], "halls": ["house"]}}


@pytest.mark.parametrize(("players", "wien_mains", "venezia_wings"), [(2, 1, 1), (3, 2, 2), (4, 3, 3)])
def test_the_parts_left_are_those_of_the_player_count(players: int, wien_mains: int, venezia_wings: int) -> None:
    """Everybody took a Venezia main; the rest waits to be built."""
    parts = begin(players).game.parts
    assert (parts["venezia.main"], parts["wien.main"], parts["venezia.wing_a"]) == (0, wien_mains, venezia_wings)
    assert len(parts) == 16


@ALL_COUNTS
def test_any_seat_may_be_the_start_player_and_the_others_follow_in_seat_order(players: int) -> None:
    """Markers stand on level 0, the start player's leftmost, then around the table."""
    orders = {begin(players, seed).game.order for seed in SEEDS}
    assert orders == {tuple((first + step) % players for step in range(players)) for first in range(players)}
    game = begin(players).game
    assert levels(game) == (0,) * players
    assert write_state(game)["budget"] == [list(game.order), *[[]] * 10]


@ALL_COUNTS
def test_pawns_stand_in_no_city_and_all_role_cards_lie_on_the_board(players: int) -> None:
    """Nobody has hired anybody before the first round."""
    game = begin(players).game
    assert game.pawns == {"maestro": None, "critico": None, "esperto": None}
    assert game.roles == ROLES
    assert [(player.hired, player.closed) for player in game.players] == [(0, False)] * players


@ALL_COUNTS
def test_a_new_game_waits_for_all_bids_of_round_one(players: int) -> None:
    """The first decision is everybody's at once."""
    state = write_state(begin(players).game)
    assert (state["round"], state["phase"]) == (1, "bid")
    assert state["waiting"] == {str(seat): "bid" for seat in range(players)}
    assert (state["bids"], state["playing"], state["queue"], state["palazzo"]) == ({}, None, [], [])


def test_the_events_of_the_setup_tell_the_order_and_the_offer() -> None:
    """Another program can follow the chance of the setup without the seed."""
    game, events = begin(3)
    assert only(events, GameStarted).order == game.order
    assert only(events, OfferFilled).pieces == some(game.offer)
    assert [event.round for event in every(events, RoundStarted)] == [1]


@ALL_COUNTS
def test_the_surplus_of_the_first_offer_returns_to_the_supply(players: int) -> None:
    """Nothing is discarded at the setup, also not with two players."""
    games = [begin(players, seed) for seed in SEEDS]
    assert any(only(events, OfferFilled).surplus for _, events in games)
    for game, _ in games:
        assert not some(game.discard)
        assert len(game.supply) == 84 - sum(game.offer.values()) - 3


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 10**9])
def test_a_table_of_another_size_is_refused(players: int) -> None:
    """Opera is for two, three or four."""
    with pytest.raises(Refused) as refusal:
        begin(players)
    assert refusal.value.to_map() == {
        "code": "players_out_of_range",
        "players": players,
        "lowest": 2,
        "highest": 4,
    }


@ALL_COUNTS
def test_the_same_seed_gives_the_same_game_and_another_seed_another(players: int) -> None:
    """Chance comes from the seed alone."""
    assert begin(players, SEEDS[5]) == begin(players, SEEDS[5])
    assert begin(players, SEEDS[5]).game.supply != begin(players, SEEDS[6]).game.supply


class Dice:
    """The pinned chance, written anew from its description."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.used = 0

    def below(self, n: int) -> int:
        number = int(sha256(self.seed + self.used.to_bytes(8, "big")).hexdigest(), 16)
        self.used += 1
        return number % n

    def shuffle(self, things: list[str]) -> list[str]:
        for last in reversed(range(1, len(things))):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
        return things


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("players", "size", "most"), [(2, 5, 2), (3, 7, 3), (4, 9, 3)])
def test_the_setup_uses_chance_in_the_order_of_the_rules(players: int, size: int, most: int, seed: bytes) -> None:
    """Ladder, supply, offer, century, start player; pieces stand by composer before a shuffle, the last is drawn."""
    dice = Dice(seed)
    ladder = dice.shuffle([*COMPOSERS])
    supply = dice.shuffle([composer for composer in COMPOSERS for _ in range(14)])
    offer: list[str] = []
    aside: list[str] = []
    while len(offer) < size:
        piece = supply.pop()
        (offer if offer.count(piece) < most else aside).append(piece)
    if aside:
        supply = dice.shuffle(sorted(supply + aside, key=BY_COMPOSER.index))
    century: list[str] = []
    twins: list[str] = []
    while len(century) < 3:
        piece = supply.pop()
        (century if piece not in century else twins).append(piece)
    if twins:
        supply = dice.shuffle(sorted(supply + twins, key=BY_COMPOSER.index))
    start = dice.below(players)

    game = begin(players, seed).game
    assert [*game.ladder] == ladder
    assert some(game.offer) == Counter(offer)
    assert [*game.century] == century
    assert [*game.supply] == supply
    assert game.order[0] == start
    assert game.draws == dice.used
    assert sorted(ducats(game)) == [20, 21, 22, 23][:players]
