"""What a seat is asked: the rows of its decision box, and what an action would bring.

What is allowed has figures, the rest its refusal; nothing here depends on what others keep secret.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import inf
from typing import NamedTuple, cast

from opera_games.api import Refusal
from opera_games.opera.actions import Appraise, Bid
from opera_games.opera.choices import (
    ROLE_ROWS,
    ActChoices,
    AnyBox,
    AnyRoleRow,
    AppraiseChoices,
    BidChoices,
    BidRow,
    Choices,
    Closing,
    JoinChoices,
    Levels,
    Preview,
)
from opera_games.opera.words import FEES, MOST_THINGS, ROLE_LIMIT, ROLES, WORTH, Kind, Role
from opera_rules.api import Action, Seat
from opera_rules.opera.decisions import carry_out, check
from opera_rules.opera.phases.acting import joining_cost, refusal_of_role
from opera_rules.opera.phases.budget import highest_bid, place_at, place_bid
from opera_rules.opera.roles import ROLE_RULES, architetto, esperto, impresario
from opera_rules.opera.state import Game
from opera_rules.opera.views.figures import figures, standing
from opera_rules.refusals import Refused, refusal_of

STILL_FIGURED = frozenset({"composer_twice", "ducats_short", "level_short"})
"""Refusals whose preview has figures all the same, so that a player sees what the action would bring."""
PAWNS_TO_SPARE: tuple[Role, ...] = ("maestro", "critico")


class RolesPaid(NamedTuple):
    """The last fields of a `BidRow`."""

    roles: tuple[Role, ...]
    instead: tuple[Role, ...]
    spare: tuple[Role, ...]


def choices(game: Game, seat: Seat) -> Choices | None:
    """Return what this seat can choose from now; None if nothing is asked of it."""
    kind = game.waiting.get(seat)
    return CHOICES[kind](game, seat) if kind else None


def _bid(game: Game, seat: Seat) -> BidChoices:
    highest, ducats, limit = highest_bid(game, seat), game.players[seat].ducats, ROLE_LIMIT[len(game.players)]
    needed = _ducats_needed(game, seat)
    pawns = tuple([role for role in PAWNS_TO_SPARE if role in needed])
    others = [(other, game.level(other)) for other in game.order if other != seat]
    rows = []
    for amount in range(highest + 1):
        helpful = tuple([role for role, least in needed.items() if least <= ducats - amount])
        roles = roles_paid(game.level(seat) + amount, limit, helpful, pawns)
        rows.append(_bid_row(game, seat, amount, others, roles))
    return BidChoices(highest=highest, limit="ducats" if highest == ducats else "level", rows=tuple(rows))


def _bid_row(game: Game, seat: Seat, amount: int, others: list[tuple[Seat, int]], roles: RolesPaid) -> BidRow:
    """Return the row of a bid as if nobody else bid; `others` are their seats and levels in the order of play."""
    now, ducats = game.level(seat), game.players[seat].ducats
    level = now + amount
    place, place_now = place_at(game, seat, level), game.order.index(seat)
    return BidRow(
        amount,
        (now, level),
        (ducats, ducats - amount),
        (*others[:place], (seat, level), *others[place:]),
        tuple([other for other, _ in others[place:place_now]]),
        *roles,
    )


def _ducats_needed(game: Game, seat: Seat) -> dict[Role, float]:
    """Return for each role that can be hired the fewest ducats with which it would bring the seat something.

    They are infinite if it would not with any. The seat's level does not count, nor does what the role would bring
    others.
    """
    is_last_round = game.round == game.rounds
    needed: dict[Role, float] = {}
    for role, rules in ROLE_RULES.items():
        if refusal_of(rules.check_hire, game, seat):
            continue
        if role in DUCATS_NEEDED:
            needed[role] = DUCATS_NEEDED[role](game, seat)
        else:
            needed[role] = 0 if rules.prospect(game, seat).helps(is_last_round=is_last_round) else inf
    return needed


DUCATS_NEEDED: dict[Role, Callable[[Game, Seat], float]] = {
    "impresario": impresario.ducats_needed,
    "architetto": architetto.ducats_needed,
}
"""The roles that may need ducats to bring something."""


@cache
def roles_paid(level: int, limit: int, helpful: tuple[Role, ...], pawns: tuple[Role, ...]) -> RolesPaid:
    """Choose what a level pays for of the roles that would help, and of the pawns that could be hired."""
    roles = payable_roles(level, limit, helpful)
    instead = tuple([role for role in helpful if role not in roles and FEES[role] <= level])
    idle = tuple([role for role in pawns if role not in helpful])
    left = level - sum(FEES[role] for role in roles)
    besides = payable_roles(left, limit - len(roles), idle)
    is_for_one = len(roles) == 1
    return RolesPaid(roles, instead, besides or tuple([role for role in idle if is_for_one and FEES[role] <= level]))


@cache
def payable_roles(level: int, limit: int, wanted: tuple[Role, ...]) -> tuple[Role, ...]:
    """Return the roles of these that the level pays for together, at most `limit`: those that are worth most."""
    sets = [roles for number in range(limit + 1) for roles in combinations(wanted, number)]
    payable = [roles for roles in sets if sum(FEES[role] for role in roles) <= level]
    return max(payable, key=lambda roles: sum(WORTH[role] for role in roles))


def _act(game: Game, seat: Seat) -> ActChoices:
    refusals = {role: refusal_of_role(game, seat, role) for role in ROLES}
    return ActChoices(
        rows=tuple([role_row(game, seat, role, refusal) for role, refusal in refusals.items()]),
        close=Closing(tuple([role for role in game.roles if FEES[role] <= game.level(seat)])),
        boxes={role: box(game, seat, role) for role, refusal in refusals.items() if refusal is None},
    )


def role_row(game: Game, seat: Seat, role: Role, refusal: Refusal | None) -> AnyRoleRow:
    """Return the row that offers to hire a role: the best it could do for the seat now, or why it cannot be hired."""
    row, fee, level = ROLE_ROWS[role], FEES[role], game.level(seat)
    if refusal:
        return cast("AnyRoleRow", row(fee, refusal))
    return cast("AnyRoleRow", row(fee, None, (level, level - fee), ROLE_RULES[role].prospect(game, seat)))


def box(game: Game, seat: Seat, role: Role) -> AnyBox:
    """Make the box of a role for the seat that hires it or may join in."""
    filled: AnyBox = ROLE_RULES[role].box(game, seat, levels_after(game, seat, role))
    return filled


def levels_after(game: Game, seat: Seat, role: Role) -> Levels:
    """Return the budget level after 0, 1 or 2 things; None where it is not enough, or doing nothing is not joining."""
    level = game.level(seat)
    if game.waiting[seat] == "act":
        return (level - FEES[role],) * (MOST_THINGS + 1)
    costs = [joining_cost(game, max(1, things)) for things in range(MOST_THINGS + 1)]
    after = [level - cost if cost <= level else None for cost in costs]
    return tuple(after) if role == "impresario" else (None, *after[1:])


def _join(game: Game, seat: Seat) -> JoinChoices:
    assert game.playing is not None
    return JoinChoices(box(game, seat, game.playing))


def _appraise(game: Game, seat: Seat) -> AppraiseChoices:
    city = game.pawns["esperto"]
    assert city is not None
    after = pictured(game, seat, Appraise(accept=True))
    return AppraiseChoices(
        city, *esperto.appraisal(game, seat, city), *standing(game, seat).changes_to(standing(after, seat))
    )


CHOICES: dict[Kind, Callable[[Game, Seat], Choices]] = {
    "bid": _bid,
    "act": _act,
    "join": _join,
    "appraise": _appraise,
}


def preview(game: Game, seat: Seat, action: Action) -> Preview:
    """Return the figures before and after, and the refusal if there is one."""
    try:
        check(game, seat, action)
    except Refused as refused:
        if refused.code not in STILL_FIGURED:
            return Preview(refused.to_map())
        return figures(game, pictured(game, seat, action), seat, refused.to_map())
    return figures(game, pictured(game, seat, action), seat, None)


def pictured(game: Game, seat: Seat, action: Action) -> Game:
    """Return the state after an action of this seat alone; after a bid, as if nobody else bid."""
    after = game.copy()
    if isinstance(action, Bid):
        place_bid(after, seat, action.amount)
    else:
        carry_out(after, seat, action, [])
    return after
