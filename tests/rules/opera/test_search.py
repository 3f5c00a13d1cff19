"""Searches play Opera's rounds to their end without chance: by the same rules, in hundreds of games."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict, replace

from opera_games.opera.actions import Appraise, Bid, Close, Intermezzo
from opera_games.opera.words import Kind
from opera_rules.api import Action, Seat, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.search import Game, end_round, play_on

RULES = rules_of("opera")
GAMES = 40
DRAWN = ("draws", "offer", "discard", "supply", "palazzo")
"""What is left as it is when a round ends in a search."""
IDLE: dict[Kind, Action] = {
    "bid": Bid(0),
    "act": Close(),
    "join": Intermezzo(),
    "appraise": Appraise(accept=False),
}

Move = tuple[Game, Seat, Action]


def random_moves(players: int, rounds: int, seed: bytes) -> Iterator[Move]:
    """Every state of a game of random moves, with the seat that decides and what it does."""
    chance = Chance(seed)
    game: Game = RULES.new_game(players, {"rounds": rounds}, built_in("opera"), seed).game
    while game.waiting:
        seat = chance.choice(list(game.waiting))
        action = RULES.offers(game, seat).sample(chance)
        yield game, seat, action
        game = RULES.apply(game, seat, action).game


def games() -> Iterator[Iterator[Move]]:
    for number in range(GAMES):
        yield from (
            random_moves(players, rounds, derive(bytes(32), players, rounds, number))
            for players in RULES.SEATS
            for rounds in (9, 7)
        )


def known(game: Game, *, is_same_round: bool) -> dict[str, Any]:
    return {name: field for name, field in asdict(game).items() if is_same_round or name not in DRAWN}


def is_same_round(game: Game, before: Game) -> bool:
    return game.round == before.round and game.phase != "done"


def idle_to_the_end_of_the_round(game: Game) -> Game:
    """All seats that are asked do as little as they may."""
    before = game
    while is_same_round(game, before):
        seat, kind = next(iter(game.waiting.items()))
        game = RULES.apply(game, seat, IDLE[kind]).game
    return game


def test_a_search_plays_on_by_the_rules_but_draws_nothing_for_the_next_round() -> None:
    ended = 0
    for moves in games():
        for game, seat, action in moves:
            searched = game.copy()
            play_on(searched, seat, action)
            after = RULES.apply(game, seat, action).game
            same = is_same_round(after, game)
            assert known(searched, is_same_round=same) == known(after, is_same_round=same)
            ended += not same
    assert ended == GAMES * len(RULES.SEATS) * (9 + 7)


def test_a_round_that_ends_now_is_one_in_which_nobody_does_anything_more() -> None:
    """A game that is over then may still show which role was played last and who had closed."""
    for moves in games():
        for game, _, _ in moves:
            if game.bids:
                continue
            searched, idle = game.copy(), idle_to_the_end_of_the_round(game)
            end_round(searched)
            for state in (searched, idle):
                state.queue = ()
                if state.phase == "done":
                    state.playing, state.answers = None, {}
                    state.players = [replace(player, closed=False) for player in state.players]
            assert known(searched, is_same_round=False) == known(idle, is_same_round=False)


def test_playing_on_changes_nothing_but_the_copy() -> None:
    for game, seat, action in random_moves(3, 9, bytes(32)):
        before = RULES.write_state(game)
        play_on(game.copy(), seat, action)
        assert RULES.write_state(game) == before
