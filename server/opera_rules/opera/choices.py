"""The rows of a seat's decision box, for people: all that is allowed with its figures, the rest with its refusal."""

from collections.abc import Callable
from functools import cache
from itertools import combinations

from opera_rules.api import Map, Seat
from opera_rules.opera.acting import check_role
from opera_rules.opera.actions import Appraise
from opera_rules.opera.boxes import appraisal, box, refusal_of
from opera_rules.opera.budget import BIDS, highest_bid
from opera_rules.opera.figures import level_change, order_of_play, standing
from opera_rules.opera.preview import pictured
from opera_rules.opera.prospects import prospect
from opera_rules.opera.state import Game
from opera_rules.opera.words import FEES, ROLE_LIMIT, ROLES, Kind, Role

BY_WEIGHT: tuple[Role, ...] = ("esperto", "impresario", "critico", "maestro", "architetto", "signora")


def choices(game: Game, seat: Seat) -> Map | None:
    """What this seat can choose from now; None if nothing is asked of it."""
    kind = game.waiting.get(seat)
    return {"kind": kind, **CHOICES[kind](game, seat)} if kind else None


def _bid(game: Game, seat: Seat) -> Map:
    player = game.players[seat]
    highest = highest_bid(game, seat)
    return {
        "highest": highest,
        "limit": "ducats" if highest == player.ducats else "level",
        "rows": [_bid_row(game, seat, amount) for amount in range(highest + 1)],
    }


def _bid_row(game: Game, seat: Seat, amount: int) -> Map:
    after = pictured(game, seat, BIDS[amount])
    behind = game.order[: game.order.index(seat)]
    return {
        "amount": amount,
        "level": level_change(game, after, seat),
        "ducats": [game.players[seat].ducats, after.players[seat].ducats],
        "order": order_of_play(after),
        "passes": [other for other in behind if after.order.index(other) > after.order.index(seat)],
        "roles": list(payable_roles(after.level(seat), ROLE_LIMIT[len(game.players)])),
    }


@cache
def payable_roles(level: int, limit: int) -> tuple[Role, ...]:
    """The dearest roles, as many as one may hire, that the level pays for."""
    sets = [roles for number in range(limit + 1) for roles in combinations(BY_WEIGHT, number)]
    payable = [roles for roles in sets if _fees(roles) <= level]
    return max(payable, key=lambda roles: (_fees(roles), -sets.index(roles)))


def _fees(roles: tuple[Role, ...]) -> int:
    return sum(FEES[role] for role in roles)


def _act(game: Game, seat: Seat) -> Map:
    refusals = {role: refusal_of(check_role, game, seat, role) for role in ROLES}
    return {
        "rows": [_role_row(game, seat, role, refusal) for role, refusal in refusals.items()],
        "close": {"payable": [role for role in game.roles if FEES[role] <= game.level(seat)]},
        "boxes": {role: box(game, seat, role) for role, refusal in refusals.items() if refusal is None},
    }


def _role_row(game: Game, seat: Seat, role: Role, refusal: Map | None) -> Map:
    row: Map = {"role": role, "fee": FEES[role]}
    if refusal:
        return {**row, "refusal": refusal}
    level = game.level(seat)
    return {**row, "level": [level, level - FEES[role]], "could": prospect(game, seat, role)}


def _join(game: Game, seat: Seat) -> Map:
    assert game.playing is not None
    return {"box": box(game, seat, game.playing)}


def _appraise(game: Game, seat: Seat) -> Map:
    city = game.pawns["esperto"]
    assert city is not None
    after = pictured(game, seat, Appraise(accept=True))
    return {
        "city": city,
        **appraisal(game, seat, city),
        **standing(game, seat).changes_to(standing(after, seat)),
    }


CHOICES: dict[Kind, Callable[[Game, Seat], Map]] = {
    "bid": _bid,
    "act": _act,
    "join": _join,
    "appraise": _appraise,
}
