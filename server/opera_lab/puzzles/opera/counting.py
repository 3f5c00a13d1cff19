"""Count out a decision of Opera's last round: the points that a seat is sure of after each of its actions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from opera_games.opera.actions import Architetto, Close, Critico, Esperto, Hire, Impresario, Intermezzo, Join, Signora
from opera_lab.puzzles.api import Worths
from opera_rules import opera as rules
from opera_rules.api import Action, Seat
from opera_rules.opera.search import Game, end_round, play_on

QUICK_LOOK = 1_000
"""Actions tried by a first look, which leaves out what hardly matters."""
MOST_TRIED = 6_000
"""Actions tried before a position is given up."""

Actions = Callable[[Game, Seat], Iterable[Action]]


class TooMuch(Exception):
    """There are too many things to try."""


class Tree:
    """All that may follow, for one seat: its own decisions as well as possible, the others' as bad as possible."""

    def __init__(self, seat: Seat, actions: Actions, most_tried: int) -> None:
        self.seat = seat
        self.actions = actions
        self.left = most_tried
        self.gains: dict[Any, int] = {}

    def worths(self, game: Game) -> dict[Action, int]:
        """Return the seat's points at the end after each action of the seat that decides now."""
        (decider,) = game.waiting
        return {action: self.worth(game, decider, action) for action in self.actions(game, decider)}

    def worth(self, game: Game, decider: Seat, action: Action) -> int:
        """Return the seat's points at the end after an action."""
        after = self.after(game, decider, action)
        return after.players[self.seat].points + self.gain(after)

    def after(self, game: Game, decider: Seat, action: Action) -> Game:
        if isinstance(action, Hire | Join) and isinstance(action.play, Impresario):
            raise TooMuch
        self.left -= 1
        if self.left < 0:
            raise TooMuch
        after = game.copy()
        play_on(after, decider, action)
        return after

    def gain(self, game: Game) -> int:
        """Return the points that the seat is sure to gain until the end."""
        if game.phase == "done":
            return 0
        key = what_matters(game)
        if key not in self.gains:
            self.gains[key] = self.final_points(game) - game.players[self.seat].points
        return self.gains[key]

    def final_points(self, game: Game) -> int:
        if game.playing is None and game.roles == ("maestro",):
            after = game.copy()
            end_round(after)
            return after.players[self.seat].points
        worths = self.worths(game).values()
        return max(worths) if self.seat in game.waiting else min(worths)


def what_matters(game: Game) -> tuple[object, ...]:
    """Return all of a state that can matter for points to come; what a role needs matters while it can be played."""
    left = {*game.roles, game.playing}
    builds, sells, appraises = "architetto" in left, "signora" in left, "esperto" in left
    return (
        game.ladder,
        game.palazzo if sells else None,
        tuple(game.pawns.values()) if appraises or "critico" in left else None,
        tuple(game.parts.values()) if builds else None,
        game.roles,
        game.order,
        tuple(game.waiting.items()),
        game.playing,
        game.queue,
        tuple(
            [
                (
                    player.ducats if builds else None,
                    player.points if appraises else None,
                    player.level,
                    player.stock if sells else None,
                    tuple(player.houses.items()),
                    player.hired,
                    player.closed,
                )
                for player in game.players
            ]
        ),
    )


def everything(game: Game, seat: Seat) -> Iterable[Action]:
    """Yield all that the seat may do; doing nothing comes first, so that of equal actions it is taken for the best."""
    actions = list(rules.offers(game, seat))
    return [*filter(_is_nothing, actions), *(action for action in actions if not _is_nothing(action))]


def _is_nothing(action: Action) -> bool:
    return isinstance(action, Close | Intermezzo)


def sensible(own: Seat, game: Game, seat: Seat) -> Iterable[Action]:
    """Yield fewer actions, for a first look: each kind of thing once; the others do nothing, or take a character."""
    seen = set()
    for action in everything(game, seat):
        play = action.play if isinstance(action, Hire | Join) else None
        if seat != own and play is not None and not isinstance(play, Critico | Esperto):
            continue
        match play:
            case Critico():
                kind: object = (play.composer, play.steps)
            case Signora(reward="ducats") | Architetto(build=()):
                continue
            case _:
                kind = action
        if kind not in seen:
            seen.add(kind)
            yield action


def undisturbed(own: Seat, game: Game, seat: Seat) -> Iterable[Action]:
    """Yield what a seat does if the others hire nobody and join in with nobody."""
    actions = sensible(own, game, seat)
    return actions if seat == own else [action for action in actions if not isinstance(action, Hire | Join)]


def first_look(game: Game, seat: Seat, tempting: Action, margin: int) -> Worths | None:
    """Count the more sensible actions out against others who do little; None if nothing or too much can come of it."""
    try:
        after = Tree(seat, partial(sensible, seat), QUICK_LOOK).worth(game, seat, tempting)
        hoped = max(Tree(seat, partial(undisturbed, seat), QUICK_LOOK).worths(game).values())
        return Tree(seat, partial(sensible, seat), QUICK_LOOK).worths(game) if hoped >= after + margin else None
    except TooMuch:
        return None


def count_out(game: Game, seat: Seat) -> Worths | None:
    """Count out every action; None if there is too much to try."""
    try:
        return Tree(seat, everything, MOST_TRIED).worths(game)
    except TooMuch:
        return None
