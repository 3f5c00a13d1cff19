"""What follows from a move that was counted out: the line that its points come from."""

from typing import NamedTuple

from opera_games.opera.events import Counted, PartBuilt, PiecesAppraised, PieceSold
from opera_lab.puzzles.opera.counting import MOST_TRIED, Tree, everything
from opera_rules import opera as rules
from opera_rules.api import Action, Event, Seat
from opera_rules.opera.search import Game


class Move(NamedTuple):
    """An action of a line, the seat's level before it, and all that followed from it."""

    seat: Seat
    action: Action
    level: int
    events: tuple[Event, ...]


class Gains(NamedTuple):
    """Points of a line for one seat, by where they come from."""

    built: int
    sold: int
    appraised: int
    great: int
    century: int
    empty: int

    @property
    def counting(self) -> int:
        return self.great + self.century + self.empty


def line_after(game: Game, seat: Seat, action: Action) -> list[Move]:
    """Follow a move of a seat to the end of the game: its own best decisions, and the others' worst for it.

    Of equal actions the one that does least is taken, so that a line has in it only what matters.
    """
    tree = Tree(seat, everything, 2 * MOST_TRIED)
    moves: list[Move] = []
    decider = seat
    while True:
        step = rules.apply(game, decider, action)
        moves.append(Move(decider, action, game.level(decider), step.events))
        game = step.game
        if game.phase == "done":
            return moves
        (decider,) = game.waiting
        worths = tree.worths(game)
        action = (max if decider == seat else min)(worths, key=worths.__getitem__)


def gains_of(moves: list[Move], seat: Seat) -> Gains:
    """Sum up what a line brings a seat."""
    built = sold = appraised = great = century = empty = 0
    for event in (event for move in moves for event in move.events):
        match event:
            case PartBuilt(seat=who, points=points) if who == seat:
                built += points
            case PieceSold(seat=who, points=points) if who == seat:
                sold += points
            case PiecesAppraised(seat=who, points=points) if who == seat:
                appraised += points
            case Counted():
                great, century, empty = event.great[seat], event.century[seat], event.empty[seat]
    return Gains(built, sold, appraised, great, century, empty)
