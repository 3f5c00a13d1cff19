"""Why the best move is better than the tempting one: what happens after each, held against each other."""

from typing import NamedTuple

from opera_games.opera.actions import ROLE_OF, Critico, Esperto, Hire, Join, Maestro
from opera_games.opera.words import FEES, Role
from opera_lab.puzzles.opera.lines import Move, gains_of, line_after
from opera_rules.api import Action, Map, Seat
from opera_rules.opera.search import Game, possible_plays


class Story(NamedTuple):
    """A move and what followed, for one seat: its points at once and in the counting."""

    seat: Seat
    moves: list[Move]

    @property
    def at_once(self) -> int:
        """The points of the move itself, without the counting."""
        gains = gains_of(self.moves[:1], self.seat)
        return gains.built + gains.sold + gains.appraised

    @property
    def outside(self) -> int:
        """The points of the whole line without the counting."""
        gains = gains_of(self.moves, self.seat)
        return gains.built + gains.sold + gains.appraised

    @property
    def counting(self) -> int:
        return gains_of(self.moves, self.seat).counting

    def hire(self, seat: Seat | None = None, role: Role | None = None) -> Move | None:
        """Return the first hiring after the move itself, by a seat (or any other), of a role (or any)."""
        for move in self.moves[1:]:
            is_by = move.seat == seat if seat is not None else move.seat != self.seat
            if is_by and isinstance(move.action, Hire) and role in (None, role_of(move)):
                return move
        return None


def role_of(move: Move) -> Role:
    assert isinstance(move.action, Hire | Join)
    return ROLE_OF[type(move.action.play)]


def reason(game: Game, seat: Seat, best: Action, tempting: Action) -> Map:
    """Compare what follows from both moves: a code of the game's texts, and its parameters."""
    good, bad = (Story(seat, line_after(game, seat, action)) for action in (best, tempting))
    later = good.hire(seat)
    if later is not None and _makes_room(game, best, later):
        facts = {"city": game.pawns["maestro"], "points": _points_of(later, seat)}
        return {**_figures("maestro_makes_room", good, bad), **facts}
    if later is not None and bad.hire(seat, role_of(later)) is None and role_of(later) != _hired(tempting):
        return _missed_role(game, good, bad, later)
    harm = bad.hire()
    if harm is not None and good.hire(role=role_of(harm)) is None and bad.counting < good.counting:
        return _harm(good, bad, harm)
    return _figures("figures", good, bad)


def _makes_room(game: Game, best: Action, later: Move) -> bool:
    """Say whether the Maestro goes away from a city without room for two, where the Esperto is sent later."""
    left = game.pawns["maestro"]
    if left is None or not isinstance(best, Hire) or not isinstance(best.play, Maestro):
        return False
    there = Esperto(left)
    return later.action == Hire(there) and there not in possible_plays(game, later.seat, "esperto")


def _hired(action: Action) -> Role | None:
    return ROLE_OF[type(action.play)] if isinstance(action, Hire) else None


def _missed_role(game: Game, good: Story, bad: Story, later: Move) -> Map:
    """The best move leads to a role that the tempting one makes impossible: the level is short, or it is taken."""
    role, tempting = role_of(later), bad.moves[0]
    thief = bad.hire(role=role)
    left = tempting.level - _levels_paid(tempting)
    facts: Map = {
        "role": role,
        "gain": bad.at_once,
        "level": left,
        "kept": later.level,
        "points": _points_of(later, good.seat),
        "counting": good.counting,
        "less": bad.counting,
    }
    if left >= FEES[role]:
        return _taken(game, good, bad, thief, facts)
    kind = "joining" if isinstance(tempting.action, Join) else "hiring"
    if kind == "hiring":
        facts["first"] = role_of(tempting)
    play = later.action.play if isinstance(later.action, Hire) else None
    theirs = thief.action.play if thief is not None and isinstance(thief.action, Hire) else None
    if thief is not None and isinstance(theirs, Critico) and theirs.composer is not None:
        facts |= {"seat": thief.seat, "composer": theirs.composer, "steps": theirs.steps}
        return {"code": f"{kind}_leaves_critico", **facts}
    if isinstance(play, Critico) and play.composer is not None:
        return {"code": f"{kind}_costs_critico", "composer": play.composer, "steps": play.steps, **facts}
    if isinstance(play, Esperto):
        return {"code": f"{kind}_costs_esperto", "city": play.city, **facts}
    return {"code": f"{kind}_costs_role", **facts}


def _taken(game: Game, good: Story, bad: Story, thief: Move | None, facts: Map) -> Map:
    """The role is taken by somebody else after the tempting move, or no longer worth hiring."""
    if thief is None:
        return _figures("figures", good, bad)
    return {"code": "role_taken", "seat": thief.seat, **facts}


def _harm(good: Story, bad: Story, harm: Move) -> Map:
    """Somebody can hire a role after the tempting move, but not after the best one, and it costs points."""
    facts = {"seat": harm.seat, "role": role_of(harm), "counting": good.counting, "less": bad.counting}
    play = harm.action.play if isinstance(harm.action, Hire) else None
    if isinstance(play, Critico) and play.composer is not None:
        return {"code": "critico_harms", "composer": play.composer, "steps": play.steps, **facts}
    return {"code": "role_harms", **facts}


def _figures(code: str, good: Story, bad: Story) -> Map:
    return {
        "code": code,
        "now": good.outside,
        "gain": bad.outside,
        "counting": good.counting,
        "less": bad.counting,
    }


def _levels_paid(move: Move) -> int:
    """Return the levels that a move of a line cost."""
    for event in move.events:
        before, after = getattr(event, "before", None), getattr(event, "level", None)
        if getattr(event, "seat", None) == move.seat and before is not None and after is not None:
            return int(before) - int(after)
    return 0


def _points_of(move: Move, seat: Seat) -> int:
    gains = gains_of([move], seat)
    return gains.built + gains.sold + gains.appraised
