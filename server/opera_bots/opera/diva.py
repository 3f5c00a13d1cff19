"""The level `diva` of Opera: a search through the rest of the round that goes on as long as it may.

For an action it grows a tree of what may follow, see `round_tree`; a visit goes to the action that looks best or was
tried least. Bids are compared with those the others may make, see `bid_search`.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import NamedTuple

from opera_bots.api import Alternative, Proposal, View
from opera_bots.opera.bid_search import BidSearch
from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_actions import play_action
from opera_bots.opera.playouts.board_evaluation import promises
from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.quick_player import QuickPlayer, steady_player
from opera_bots.opera.reasons import DIVA_THEMES, theme_weights, weightiest
from opera_bots.opera.round_tree import MOST_VISITS, RoundTree
from opera_bots.opera.virtuoso import best_of_each_role, estimated, immediate_gains, role_of, without_layout
from opera_games.opera.actions import Bid
from opera_games.opera.events import BidsRevealed
from opera_rules.api import Action
from opera_rules.chance import Chance, derive
from opera_rules.opera.search import Game

CURIOSITY = 1.5
"""How many points an action may seem worse than the best and still be visited as often as that."""
FIRST = 12
"""How many actions are compared from the beginning on."""
VISITS_FOR_MORE = 100
"""Each time after so many visits of all of them, a further action joins."""


class Candidate:
    """An action, and the tree of what may follow."""

    def __init__(self, action: Action, board: Board, player: QuickPlayer) -> None:
        self.action = action
        now = board.round
        play_action(board, action)
        self.tree = RoundTree(board, player, now)

    def value(self, seat: int) -> float:
        """Return the margin to expect; a candidate without a visit comes last."""
        return self.tree.results[seat] if self.tree.visits else -inf

    def points(self, seat: int) -> float:
        """Return the points to expect at the end of the game; 0 without a visit."""
        return self.tree.results[len(self.tree.results) // 2 + seat] if self.tree.visits else 0.0


class Choice(NamedTuple):
    """Something to propose, and the tree of what may follow."""

    alternative: Alternative
    tree: RoundTree

    def promises(self, seat: int) -> dict[str, float]:
        """Return what each figure of a seat promises after the best line."""
        return promises(self.tree.end(), seat)


def propose(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """Search for the action with the best margin to expect."""
    game: Game = view.imagine(derive(chance.seed, "imagined"))
    board = board_of(game)
    player = steady_player(board)
    if game.phase == "bid":
        search = BidSearch(board, view.seat, player, habits(view))
        iterations = search.run(should_stop)
        ranked = [
            Choice(Alternative(Bid(amount), search.points(amount)), search.likely_tree(amount))
            for amount in search.ranking()
        ]
    else:
        candidates, iterations = grow(actions_by_promise(game, view.seat), board, player, view.seat, should_stop)
        candidates.sort(key=lambda candidate: -candidate.value(view.seat))
        ranked = [
            Choice(Alternative(candidate.action, candidate.points(view.seat)), candidate.tree)
            for candidate in candidates
        ]
    return proposal(view, game, ranked, iterations)


def proposal(view: View, game: Game, ranked: Sequence[Choice], iterations: int) -> Proposal:
    """Propose the first choice, and say why it is better than the next one that is no other way to stage the same."""
    best, *others = ranked
    action = best.alternative.action
    second = next((o for o in others if without_layout(o.alternative.action) != without_layout(action)), None)
    weights = theme_weights(DIVA_THEMES, best.promises(view.seat), second.promises(view.seat) if second else {})
    return Proposal(
        best.alternative,
        second.alternative if second else None,
        immediate_gains(view, game, action),
        iterations,
        weightiest(game, view.seat, action, weights),
    )


def habits(view: View) -> dict[int, list[int]]:
    """List the levels that each seat has bid itself up to in this game, as everybody saw."""
    found: dict[int, list[int]] = {}
    for event in view.events:
        if isinstance(event, BidsRevealed):
            for seat, level in event.levels.items():
                found.setdefault(seat, []).append(level)
    return found


def actions_by_promise(game: Game, seat: int) -> list[Action]:
    """List the candidates: the best of each role by the soloist's estimate, then more of each, then all."""
    found = sorted(estimated(game, seat), key=lambda candidate: -candidate.value)
    best = {role_of(one.action): one for one in reversed(found)}
    ordered = [*sorted(best.values(), key=lambda candidate: -candidate.value), *best_of_each_role(found), *found]
    return [one.action for one in dict.fromkeys(ordered)]


def grow(
    actions: Sequence[Action], board: Board, player: QuickPlayer, seat: int, should_stop: Callable[[], bool]
) -> tuple[list[Candidate], int]:
    """Visit trees until time is up or all lines are known; return the candidates and how often that was done."""
    candidates = [Candidate(action, board.copy(), player) for action in actions[:FIRST]]
    iterations = 0
    while len(candidates) > 1 and iterations < MOST_VISITS and not should_stop():
        if len(candidates) < len(actions) and iterations >= (len(candidates) - FIRST + 1) * VISITS_FOR_MORE:
            candidates.append(Candidate(actions[len(candidates)], board.copy(), player))
        chosen = select(candidates, seat, iterations)
        if chosen is None:
            if len(candidates) == len(actions):
                break
            candidates.append(Candidate(actions[len(candidates)], board.copy(), player))
            continue
        chosen.tree.visit()
        iterations += 1
    return candidates, iterations


def select(candidates: list[Candidate], seat: int, iterations: int) -> Candidate | None:
    """Choose the candidate whose tree is to be visited: the best or one visited little; None if all are known."""
    chosen, highest = None, -inf
    reach = CURIOSITY * sqrt(iterations + 1)
    for candidate in candidates:
        tree = candidate.tree
        if not tree.visits:
            return candidate
        if not tree.is_solved:
            score = candidate.value(seat) + reach / tree.visits
            if score > highest:
                chosen, highest = candidate, score
    return chosen
