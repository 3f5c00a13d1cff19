"""The board of numbers follows the rules: the same actions lead to the same state, whatever is played."""

from collections.abc import Sequence

import pytest
from support.soaking import soak_seed, soak_size

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_actions import play_action
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.board_state import BoardState
from opera_bots.opera.playouts.numbers import DONE, KINDS, NOTHING
from opera_games.opera.actions import Bid
from opera_games.opera.words import COMPOSERS
from opera_rules import opera
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.state import Game

GAMES = 150
"""Whole games of each kind in every run; they take some 20 ms each."""
TABLES = [(2, 9), (3, 9), (4, 9), (2, 7), (4, 7)]


class RealShuffles:
    """The rules' own chance, as far as it has been used up."""

    def __init__(self, game: Game) -> None:
        self.chance = Chance(game.seed, game.draws)

    def mixed(self, pile: list[int], aside: list[int]) -> list[int]:
        return self.chance.shuffled(sorted([*pile, *aside]))

    def refilled(self, discard: list[int]) -> list[int]:
        return self.chance.shuffled([composer for composer in range(len(COMPOSERS)) for _ in range(discard[composer])])


def contents(board: Board) -> dict[str, object]:
    """Everything but who may be asked later, which the board finds out when it is time, and where chance comes from."""
    hidden = {"shuffles", "queue", "seat"}
    if board.kind == DONE:
        hidden |= {"hired", "closed", "roles", "episode"}
    return {name: getattr(board, name) for name in BoardState.__slots__ if name not in hidden}


@pytest.mark.parametrize(("players", "rounds"), TABLES)
def test_the_same_actions_lead_to_the_same_state(players: int, rounds: int) -> None:
    """After every action of random games."""
    for number in range(GAMES // len(TABLES)):
        follow_a_game(players, rounds, derive(bytes(32), "board", players, rounds, number))


@pytest.mark.soak
@pytest.mark.parametrize(("players", "rounds"), TABLES)
def test_the_same_actions_lead_to_the_same_state_in_thousands_of_games(players: int, rounds: int) -> None:
    seed = soak_seed().encode()
    for number in range(soak_size(1000)):
        follow_a_game(players, rounds, derive(seed, "board", players, rounds, number))


def follow_a_game(players: int, rounds: int, seed: bytes) -> None:
    game = opera.new_game(players, {"rounds": rounds}, built_in("opera"), seed).game
    chance = Chance(derive(seed, "actions"))
    board = board_of(game, RealShuffles(game))
    while game.waiting:
        board.shuffles = RealShuffles(game)
        if game.phase == "bid":
            game, bids = bid_for_all(game, chance)
            board.reveal_bids(bids)
        else:
            [seat] = game.waiting
            assert (board.seat, board.kind) == (seat, KINDS[game.waiting[seat]])
            action = opera.offers(game, seat).sample(chance)
            game = opera.apply(game, seat, action).game
            play_action(board, action)
        assert contents(board) == contents(board_of(game, board.shuffles))
        assert contents(board.copy()) == contents(board)


def bid_for_all(game: Game, chance: Chance) -> tuple[Game, Sequence[int]]:
    """Let every seat bid at random."""
    bids = [NOTHING] * len(game.players)
    for seat in range(len(bids)):
        bid = opera.offers(game, seat).sample(chance)
        assert isinstance(bid, Bid)
        bids[seat] = bid.amount
        game = opera.apply(game, seat, bid).game
    return game, bids
