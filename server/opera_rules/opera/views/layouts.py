"""The best layout of a player's pieces: how many go into which house, and which of them into the great halls.

Income depends on the sizes alone (pieces per house), and sizes are possible exactly if no t houses together want
more than they can take, which is up to t pieces of each composer (Gale and Ryser). So sizes are searched by what
they would be worth with the best pieces of all in the great halls, and the great halls composer by composer.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate, combinations
from operator import le
from typing import NamedTuple, cast

from opera_games.opera.actions import Layout
from opera_games.opera.words import INCOME, Composer
from opera_rules.api import Seat
from opera_rules.opera.phases.scoring import great_hall_points
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused

Halls = tuple[str | None, ...]
Sizes = tuple[int, ...]
Goal = str | tuple[int, int]

GOALS: dict[str, tuple[int, int]] = {"income": (1000, 1), "counting": (1, 1000)}
"""Weights of income and counting: the first decides, the other breaks ties."""
HEAVIEST = 1_000_000


class Task(NamedTuple):
    """What is to be laid out: the houses, every piece the player owns, and what pieces and cities bring."""

    halls: Mapping[str, int]
    pieces: tuple[str, ...]
    points: Mapping[str, int]
    doubled: str | None


class _Problem(NamedTuple):
    """A task without names, so that equal ones share a place in the cache; numbers in falling order."""

    doubled: int  # halls of the house in the Maestro's city, 0 without one
    halls: Sizes  # of the other houses
    copies: Sizes  # of each composer
    points: Sizes  # of each composer in a great hall
    income: int
    counting: int


class _Plan(NamedTuple):
    """What a best layout is worth, the doubled house's size and the others', and each composer's great halls."""

    worth: int
    sizes: Sizes
    great_halls: Sizes


class _Supply(NamedTuple):
    """Composers by falling points; room[i][t] is how many pieces of those from i on fit into t houses."""

    copies: Sizes
    points: Sizes
    room: Sequence[Sequence[int]]


class _Part(NamedTuple):
    """Sizes of the first houses, the pieces in them, their worth without great halls, and the next size's limit."""

    sizes: Sizes
    staged: int
    worth: int
    limit: int


def income_of(layout: Mapping[str, Halls], doubled: str | None) -> int:
    """Return the ducats of an income phase: by the pieces staged in each house, twice in the Maestro's city."""
    return sum(INCOME[len(halls) - halls.count(None)] * (1 + (city == doubled)) for city, halls in layout.items())


def counting_of(layout: Mapping[str, Halls], points: Mapping[str, int]) -> int:
    """Return the points of a counting: those of the pieces in great halls, less one for each empty hall."""
    return sum(points.get(halls[0] or "", 0) - halls.count(None) for halls in layout.values())


def best_worth(task: Task, income: int, counting: int) -> int:
    """Return the most income * ducats + counting * points that a layout can have; quicker than the layout itself."""
    problem, _ = _without_names(task, Counter(task.pieces), income, counting)
    return _solve(problem).worth


def best_layout(task: Task, income: int, counting: int, now: Mapping[str, Halls] | None = None) -> dict[str, Halls]:
    """Find a layout with the most income * ducats + counting * points: the one of now if none has more."""
    owned = Counter(task.pieces)
    points = {piece: task.points.get(piece, 0) for piece in owned}
    problem, (composers, cities) = _without_names(task, owned, income, counting)
    plan = _solve(problem)
    if now and income * income_of(now, task.doubled) + counting * counting_of(now, points) == plan.worth:
        return {city: now[city] for city in task.halls}
    before = now or {}
    sizes = _sizes_by_city(task, cities, plan.sizes, before)
    staged = _staged(sizes, {piece: owned[piece] for piece in composers}, plan.great_halls, before)
    if not counting:
        points = {}  # any piece may stay in a great hall
    return {city: _filled(staged[city], task.halls[city], points, before.get(city, ())) for city in task.halls}


def _without_names(
    task: Task, owned: Mapping[str, int], income: int, counting: int
) -> tuple[_Problem, tuple[list[str], list[str]]]:
    """Return the problem, and the composers and cities in its order."""
    points = task.points
    composers = sorted(owned, key=lambda piece: (-points.get(piece, 0), piece))
    cities = sorted(task.halls, key=lambda city: -task.halls[city])
    problem = _Problem(
        task.halls.get(task.doubled or "", 0),
        tuple([task.halls[city] for city in cities if city != task.doubled]),
        tuple([owned[piece] for piece in composers]),
        tuple([points.get(piece, 0) for piece in composers]),
        income,
        counting,
    )
    return problem, (composers, cities)


@lru_cache(maxsize=4096)
def _solve(problem: _Problem) -> _Plan:
    """Find the best sizes, with the houses left empty, and great halls."""
    plan = _Search(problem).run()
    empties = len(problem.halls) + 1 - len(plan.sizes)
    return plan._replace(
        worth=plan.worth - problem.counting * (problem.doubled + sum(problem.halls)),
        sizes=plan.sizes + (0,) * empties,
    )


class _Search:
    """Best-first search: always grow the part that may become worth most, so the first complete one is the best."""

    def __init__(self, problem: _Problem) -> None:
        self.problem = problem
        houses = len(problem.halls) + 1
        pieces = [points for n, points in zip(problem.copies, problem.points, strict=True) for _ in range(n)]
        self.owned = len(pieces)
        self.supply = _Supply(problem.copies, problem.points, _room(problem.copies, houses))
        self.room = self.supply.room[0]
        # What so many great halls bring with the best pieces of all, and what a house brings by its size.
        self.top = [problem.counting * points for points in accumulate(pieces[:houses], initial=0)]
        self.worths = [problem.income * ducats + problem.counting * size for size, ducats in enumerate(INCOME)]
        self.frontier: list[tuple[int, int, _Part, Sizes | None]] = []
        self.pushed = 0

    def run(self) -> _Plan:
        """Grow the most promising part, then find its great halls; the first part with great halls is the plan."""
        for size in range(min(self.problem.doubled, self.room[1]) + 1):
            self.add((size,), size, self.worths[size] + self.problem.income * INCOME[size])
        while True:
            bound, _, part, great_halls = heappop(self.frontier)
            if great_halls is not None:
                return _Plan(-bound, part.sizes, great_halls)
            for size in range(1, part.limit + 1):
                self.add((*part.sizes, size), part.staged + size, part.worth + self.worths[size])
            if not part.limit:
                wants = sorted(filter(None, part.sizes), reverse=True)
                points, great_halls = _great_halls(self.supply, 0, wants, [], -1)
                self.push(part.worth + self.problem.counting * points, part, great_halls)

    def add(self, sizes: Sizes, staged: int, worth: int) -> None:
        """Keep a part; houses stay empty only if no piece is left, for a piece in an empty house is worth more."""
        part = _Part(sizes, staged, worth, self.limit(sizes, staged))
        if part.limit or sizes[0] or not self.problem.doubled or staged == self.owned:
            self.push(self.bound(part), part, None)

    def limit(self, sizes: Sizes, staged: int) -> int:
        """Return the next house's largest size: never more than the one before, whose equals differ in names only."""
        at = len(sizes)
        if at > len(self.problem.halls):
            return 0
        # The larger houses must have room for their pieces both without and with the doubled one.
        room = min(self.room[at] + sizes[0], self.room[at + 1]) - staged
        return min(self.problem.halls[at - 1], room, sizes[-1] if at > 1 else room)

    def bound(self, part: _Part) -> int:
        """Return what a part can become worth at most: income is convex, so nothing beats full houses and a rest."""
        opened = len(part.sizes) - part.sizes.count(0)
        if not part.limit:
            return part.worth + self.top[opened]
        left = min(self.room[-1] - part.staged, sum(self.problem.halls[len(part.sizes) - 1 :]))
        full, rest = divmod(left, part.limit)
        great = self.top[min(opened + left, len(self.top) - 1)]
        return part.worth + full * self.worths[part.limit] + self.worths[rest] + great

    def push(self, bound: int, part: _Part, great_halls: Sizes | None) -> None:
        """Queue a part; of equal bounds the last comes first, which has grown furthest, with the largest houses."""
        self.pushed += 1
        heappush(self.frontier, (-bound, -self.pushed, part, great_halls))


def _room(copies: Sizes, houses: int) -> Sequence[Sequence[int]]:
    """Return what fits into 0 to all houses, for all composers, without the first, and so on."""
    room = [[0] * (houses + 1)]
    for n in reversed(copies):
        room.append([below + min(n, t) for t, below in enumerate(room[-1])])
    return room[::-1]


def _great_halls(supply: _Supply, at: int, bare: list[int], crowned: list[int], beat: int) -> tuple[int, Sizes]:
    """Return the most points above beat for the bare houses' great halls (or -1), and how many each composer gets.

    Bare houses have no piece in the great hall yet, crowned ones do; both are given by the pieces that they still want.
    Some exchanges lose nothing, since no composer to come has more points: a composer goes into as many houses as there
    are copies, and into the larger before the smaller ones, among the bare as among the crowned. So all that is to be
    tried is how many of these houses are bare.
    """
    if not bare:
        return (0, ()) if beat < 0 else (-1, ())
    if _top(supply, at, len(bare)) <= beat:
        return -1, ()
    best: tuple[int, Sizes] = (-1, ())
    copies = min(supply.copies[at], len(bare) + len(crowned))
    for great in range(min(copies, len(bare)), max(copies - len(crowned), 0) - 1, -1):
        other = copies - great
        served = [want - 1 for want in bare[:great] + crowned[:other] if want > 1] + crowned[other:]
        served.sort(reverse=True)
        if not _fits(bare[great:] + served, supply.room[at + 1]):
            continue
        gain = great * supply.points[at]
        points, later = _great_halls(supply, at + 1, bare[great:], served, beat - gain)
        if points >= 0:
            beat = gain + points
            best = beat, (great, *later)
    return best


def _top(supply: _Supply, at: int, houses: int) -> int:
    """Return the points of the best pieces from a composer on, one for each house."""
    points = 0
    for i in range(at, len(supply.copies)):
        copies = min(houses, supply.copies[i])
        points += copies * supply.points[i]
        houses -= copies
    return points


def _fits(wants: list[int], room: Sequence[int]) -> bool:
    """Say whether the pieces wanted can be had: any t houses want no more than fits into t houses."""
    return all(map(le, accumulate(sorted(wants, reverse=True), initial=0), room))


def _sizes_by_city(task: Task, cities: Sequence[str], sizes: Sizes, before: Mapping[str, Halls]) -> dict[str, int]:
    """Give each house its size, and swap the sizes of two houses if that is nearer to what was there before."""
    halls = task.halls
    others = [city for city in cities if city != task.doubled]
    given = dict(zip(others, sizes[1:], strict=True))
    if before:
        had = {city: sum(piece is not None for piece in before.get(city, ())) for city in others}
        for a, b in combinations(others, 2):
            is_nearer = (given[a] - given[b]) * (had[a] - had[b]) < 0
            if is_nearer and given[a] <= halls[b] and given[b] <= halls[a]:
                given[a], given[b] = given[b], given[a]
    if task.doubled is not None and task.doubled in halls:
        given[task.doubled] = sizes[0]
    return given


def _staged(
    sizes: Mapping[str, int],
    copies: Mapping[str, int],
    great_halls: Sizes,
    before: Mapping[str, Halls],
) -> dict[str, list[str]]:
    """Assign pieces to houses as `_great_halls` planned; of equal houses those that had the piece come first."""
    staged: dict[str, list[str]] = {city: [] for city in sizes}
    planned = iter(great_halls)
    for piece, n in copies.items():
        wanting = sorted(
            (len(staged[city]) - size, piece not in before.get(city, ()), city)
            for city, size in sizes.items()
            if size > len(staged[city])
        )
        bare = [city for _, _, city in wanting if not staged[city]]
        crowned = [city for _, _, city in wanting if staged[city]]
        great = next(planned, 0)
        for city in bare[:great] + crowned[: min(n, len(wanting)) - great]:
            staged[city].append(piece)
    return staged


def _filled(pieces: list[str], halls: int, points: Mapping[str, int], before: Halls) -> Halls:
    """Fill one house: the first piece or one just as good in the great hall, the others where they were."""
    if not before or not pieces:
        return (*pieces, *(None,) * (halls - len(pieces)))
    kept = before[0]
    great = kept if kept in pieces and points.get(kept) == points.get(pieces[0]) else pieces[0]
    rest = [piece for piece in pieces if piece != great]
    stays = [great, *(piece if piece in rest else None for piece in before[1:])]
    newcomers = iter([piece for piece in rest if piece not in stays])
    return tuple([piece or next(newcomers, None) for piece in stays])


def solve(game: Game, seat: Seat, buy: tuple[Composer, ...], income: int, counting: int) -> Layout:
    """Find the layout with the highest weighted sum of income and coming counting."""
    houses = game.players[seat].houses
    now: dict[str, tuple[str | None, ...]] = {city: house.halls for city, house in houses.items()}
    return cast("Layout", best_layout(_task(game, seat, buy, great_hall_points(game)), income, counting, now))


def best_income(game: Game, seat: Seat) -> int:
    """Return the most income that rearranging alone could bring."""
    return best_worth(_task(game, seat, (), points={}), 1, 0)


def _task(game: Game, seat: Seat, buy: tuple[Composer, ...], points: Mapping[str, int]) -> Task:
    player = game.players[seat]
    return Task(
        halls={city: len(house.halls) for city, house in player.houses.items()},
        pieces=(*player.pieces(), *buy),
        points=points,
        doubled=game.pawns["maestro"],
    )


def weights_of(goal: Goal) -> tuple[int, int]:
    """Return the weights of income and counting that a goal stands for."""
    if isinstance(goal, str):
        if goal not in GOALS:
            raise Refused("bad_goal")
        return GOALS[goal]
    if not all(0 <= weight <= HEAVIEST for weight in goal):
        raise Refused("bad_goal")
    return goal
