"""A tree of what the seats may do in the rest of a round, each looking for its own best.

Within a round nothing is left to chance, and whoever keeps count knows everybody's ducats and pieces. So a line of play
always ends alike: the quick player completes it, and the board between the rounds is evaluated. Every visit tries one
more line; what a seat has to decide is worth what the best line for it is worth.
"""

from collections.abc import Callable
from math import exp, fsum, inf, sqrt

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_evaluation import expectations
from opera_bots.opera.playouts.numbers import DONE
from opera_bots.opera.playouts.quick_player import Option, QuickPlayer, take

CURIOSITY = 6.0
"""How many points an option may seem worse, weighed by how likely the quick player takes it, and still be tried."""
TEMPERATURE = 3.0
"""An option that the quick player values this many points lower is e times less likely."""
BREADTHS = ((1, 0), (3, 60), (8, 600), (99, 6_000))
"""How many ways to carry out a role a decision knows, and after how many visits; fewer if all their lines are known."""

Judge = Callable[[Board], list[float]]
"""Says of a board between two rounds how far each seat is ahead, and perhaps more."""
MOST_VISITS = 200_000
"""Trees are not grown further in one search: they would need too much memory."""


class Arm:
    """An option of a seat, the margins and points of all seats that it leads to, and what may follow."""

    __slots__ = ("is_solved", "node", "option", "prior", "results", "visits")

    def __init__(self, option: Option) -> None:
        self.option = option
        self.prior = 0.0
        self.visits = 0
        self.results: list[float] | None = None
        self.node: Node | None = None
        self.is_solved = False


class Node:
    """A decision of a seat."""

    __slots__ = ("arms", "is_exhausted", "is_solved", "results", "seat", "stage", "visits")

    def __init__(self, seat: int, options: list[Option], known: list[float]) -> None:
        """Begin with the first option, whose results are known."""
        self.seat = seat
        self.visits = 1
        self.stage = 0
        self.is_exhausted = self.is_solved = False
        self.results = known
        self.arms = [Arm(option) for option in options]
        self.weigh()
        self.arms[0].results = known
        self.arms[0].visits = 1

    def weigh(self) -> None:
        """Say how likely each option is to be good, by what the quick player thinks of it."""
        best = max([arm.option.value for arm in self.arms])
        likely = [exp((arm.option.value - best) / TEMPERATURE) for arm in self.arms]
        total = fsum(likely)
        for arm, one in zip(self.arms, likely, strict=True):
            arm.prior = one / total

    def wants_more(self) -> bool:
        """Say whether it is time to look at more options."""
        if self.stage + 1 == len(BREADTHS):
            return False
        return self.is_exhausted or self.visits >= BREADTHS[self.stage + 1][1]

    def widen(self, options: list[Option]) -> None:
        """Add the options that were not there before."""
        self.stage += 1
        self.is_exhausted = False
        there = {(arm.option.role, arm.option.play) for arm in self.arms}
        self.arms += [Arm(option) for option in options if (option.role, option.play) not in there]
        self.weigh()

    def update(self) -> None:
        """Take the results of the option that is best for the seat."""
        seat, highest = self.seat, -inf
        is_exhausted = True
        for arm in self.arms:
            if not arm.is_solved:
                is_exhausted = False
            results = arm.results
            if results is not None and results[seat] > highest:
                highest = results[seat]
                self.results = results
        self.is_exhausted = is_exhausted
        self.is_solved = is_exhausted and self.stage + 1 == len(BREADTHS)

    def select(self) -> Arm | None:
        """Choose an option that is good or has hardly been tried; None if all are known to their ends."""
        seat, root = self.seat, CURIOSITY * sqrt(self.visits)
        untried = self.results[seat]
        chosen, highest = None, -inf
        for arm in self.arms:
            if not arm.is_solved:
                known = untried if arm.results is None else arm.results[seat]
                score = known + root * arm.prior / (1 + arm.visits)
                if score > highest:
                    chosen, highest = arm, score
        return chosen


class RoundTree:
    """The lines of play from a board to the end of a round, which may be over already."""

    def __init__(self, board: Board, player: QuickPlayer, now: int, judge: Judge = expectations) -> None:
        self.start = board
        self.judge = judge
        self.round = now
        self.player = player
        self.visits = 0
        self.is_solved = False
        self.results: list[float] = []
        self.root: Node | None = None
        self.best_end: tuple[list[float], Board] | None = None
        """The board after the best line, as long as its results are the best."""

    def visit(self) -> None:
        """Try one more line; the first is what the quick player would do."""
        self.visits += 1
        board = self.start.copy()
        if self.visits == 1:
            self.results = self.complete(board)
            return
        if self.root is None:
            if is_over(board, self.round):
                self.is_solved = True
                return
            self.root = self.expand(board, self.results)
        self.follow(board, self.root)
        self.results, self.is_solved = self.root.results, self.root.is_solved

    def follow(self, board: Board, node: Node) -> None:
        """Go down to an option that was not tried yet, and take what comes out back up."""
        path: list[tuple[Node, Arm]] = []
        while True:
            while node.wants_more():
                node.widen(self.player.options(board, BREADTHS[node.stage + 1][0]))
            arm = node.select()
            if arm is None:
                node.update()
                break
            path.append((node, arm))
            node.visits += 1
            arm.visits += 1
            take(board, arm.option, self.player)
            if arm.results is None:
                arm.results = self.complete(board)
                break
            if arm.node is None:
                if is_over(board, self.round):
                    arm.is_solved = True
                    break
                arm.node = self.expand(board, arm.results)
            node = arm.node
        for above, arm in reversed(path):
            if arm.node is not None:
                arm.results, arm.is_solved = arm.node.results, arm.node.is_solved
            above.update()

    def expand(self, board: Board, known: list[float]) -> Node:
        """List the options of a decision; the quick player's, the first, was tried already."""
        return Node(board.seat, self.player.options(board, BREADTHS[0][0]), known)

    def end(self) -> Board:
        """Return the board after the best line known, between two rounds; not to be changed."""
        if self.best_end is not None and self.best_end[0] is self.results:
            return self.best_end[1]
        board, node = self.start.copy(), self.root
        while node is not None:
            results = node.results
            arm = next(arm for arm in node.arms if arm.results is results)
            take(board, arm.option, self.player)
            node = arm.node
        self.player.play_on(board, self.round)
        self.best_end = self.results, board
        return board

    def complete(self, board: Board) -> list[float]:
        """Let the quick player end the round."""
        self.player.play_on(board, self.round)
        return self.judge(board)


def is_over(board: Board, now: int) -> bool:
    return board.kind == DONE or board.round > now
