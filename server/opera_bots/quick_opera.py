"""A quick player for Opera, for thinking rounds to their end: every role by its price, nothing looked up twice.

Prices follow from the weights of the evaluation: what a ducat, a level, an income and so on will be worth when this
round is over. All worths are in points.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any, NamedTuple, cast

from opera_bots.evaluation_opera import FEATURES, WEALTH, countings_left, rounds_left, weights_of
from opera_rules.api import Action, Seat
from opera_rules.chance import Chance
from opera_rules.opera.acting import joining_cost
from opera_rules.opera.actions import (
    Bid,
    Close,
    Hire,
    Impresario,
    Intermezzo,
    Join,
    Layout,
    Play,
)
from opera_rules.opera.budget import highest_bid
from opera_rules.opera.counting import fame_on
from opera_rules.opera.layouts import INCOME, Halls, Task, best_layout, best_worth, counting_of, income_of
from opera_rules.opera.roles import architetto, critico, esperto, maestro, pawns, signora
from opera_rules.opera.state import Game, House
from opera_rules.opera.words import (
    COMPOSERS,
    COUNTING_ROUNDS,
    DUCATS_PER_HALL,
    EPISODE_OF,
    FEES,
    MOST_THINGS,
    PIECES,
    POINTS_PER_HALL,
    ROLE_LIMIT,
    City,
    Composer,
    Kind,
    Piece,
    Role,
)

ENVY = 0.7
"""What a rival gains weighs so much against you, shared among the rivals."""
SCALE = 100
"""Layouts are weighed in hundredths of a point."""
WHIM = 1.0
"""Roles nearly as good as the best are hired at times, so that thoughts differ."""


class Prices(NamedTuple):
    """What one of each is worth to a seat, in points at the end."""

    point: float = 1.0
    ducat: float = 0.0
    level: float = 0.0
    income: float = 0.0
    doubled: float = 0.0
    great: float = 0.0
    best: float = 0.0
    empty: float = 0.0
    house: float = 0.0
    hall: float = 0.0
    room: float = 0.0
    staged: float = 0.0
    stock: float = 0.0
    stock_fame: float = 0.0


LEAST_LEVEL = 6
"""One role leads to another, so nobody wants less budget."""
LEAST_PRICE = 0.05
"""Nobody wastes ducats or levels while rounds are left."""


@cache
def prices_of(rounds: int, now: int, is_rich: bool) -> Prices:
    """The prices in a round, from what counts before the next one; who is rich cares less for ducats."""
    counted = 1.0 if now in COUNTING_ROUNDS[rounds] else 0.0
    if now == rounds:
        return Prices(great=counted, empty=-counted)
    weight = dict(zip(FEATURES, weights_of(EPISODE_OF[rounds][now + 1]).by_feature, strict=True))
    left, countings = rounds_left(rounds, now + 1), countings_left(rounds, now + 1)
    over = weight["ducats_over_15"] if is_rich else 0.0
    ducat = max(LEAST_PRICE, weight["ducats"] + weight["ducats_by_rounds"] * left + over)
    room = weight["room_by_rounds"] * left
    return Prices(
        point=weight["points"],
        ducat=ducat,
        level=max(LEAST_PRICE, weight["level"]),
        income=ducat + weight["income_by_rounds"] * left - room,
        doubled=ducat + weight["doubled_income"],
        great=counted + weight["great_halls"],
        best=weight["best_great_halls"],
        empty=weight["empty_halls"] - counted,
        house=(weight["houses_by_countings"] - weight["houses_to_build_by_countings"]) * countings,
        hall=weight["empty_halls"] - weight["halls_to_build"] - counted,
        room=room,
        staged=weight["staged_fame"],
        stock=weight["stock_to_stage_by_rounds"] * left,
        stock_fame=weight["stock_fame"],
    )


class Idea(NamedTuple):
    """A way to carry out a role, and what it is worth before it is paid in levels."""

    worth: float
    play: Play


def prices(game: Game, seat: Seat) -> Prices:
    """The prices for a seat with its ducats and those that its houses are going to bring."""
    player = game.players[seat]
    ducats = player.ducats
    maestro = game.pawns["maestro"]
    for city, house in player.houses.items():
        ducats += INCOME[len(house.halls) - house.halls.count(None)] * (2 if city == maestro else 1)
    return prices_of(game.rounds, game.round, ducats > WEALTH)


def decide(game: Game, seat: Seat, chance: Chance) -> Action:
    """What comes to mind at once."""
    return ANSWERS[game.waiting[seat]](game, seat, chance)


def bid(game: Game, seat: Seat, chance: Chance) -> Bid:
    """Buy levels for the roles you would like to hire, and keep what carrying them out costs."""
    price = prices(game, seat)
    worths = sorted(
        (idea.worth - FEES[role] * price.level, role)
        for role in game.roles
        for idea in [best_idea(game, seat, role, price)]
        if idea is not None
    )
    wishes = [role for worth, role in reversed(worths) if worth > 0][: ROLE_LIMIT[len(game.players)]]
    player = game.players[seat]
    wanted = max(LEAST_LEVEL, sum(FEES[role] for role in wishes)) + chance.below(5) - 2 - player.level
    kept = player.ducats // 3 if game.round < game.rounds else 0
    return Bid(max(0, min(wanted, player.ducats - kept, highest_bid(game, seat))))


def act(game: Game, seat: Seat, chance: Chance) -> Action:
    """Hire the role that brings most beyond its fee; close if none does."""
    price = prices(game, seat)
    level = game.players[seat].level
    best: Action = CLOSE
    most = 0.0
    for role in game.roles:
        if FEES[role] <= level and (idea := best_idea(game, seat, role, price)):
            worth = idea.worth - FEES[role] * price.level
            if worth > 0 and worth + (whim := WHIM * chance.below(100) / 100) > most:
                best, most = Hire(idea.play), worth + whim
    return best


def join(game: Game, seat: Seat, chance: Chance) -> Action:
    """Join in if that brings more than the levels it costs."""
    assert game.playing is not None
    price = prices(game, seat)
    best: Action = INTERMEZZO
    most = 0.0
    for things in range(1, MOST_THINGS + 1):
        cost = joining_cost(game, things)
        if cost <= game.players[seat].level and (idea := best_idea(game, seat, game.playing, price, things)):
            worth = idea.worth - cost * price.level
            if worth > most:
                best, most = Join(idea.play), worth
        if game.playing == "signora":
            break
    return best


def appraise(game: Game, seat: Seat, chance: Chance) -> Action:
    """Let your pieces score if that brings more than the best of them is worth."""
    city = game.pawns["esperto"]
    assert city is not None
    return esperto.ANSWERS[0 if appraisal(game, seat, prices(game, seat), city) > 0 else 1]


def best_idea(game: Game, seat: Seat, role: Role, price: Prices, most: int = MOST_THINGS) -> Idea | None:
    """The best way to carry out a role; None if it is not possible."""
    ideas = IDEAS[role](game, seat, price, most)
    best = None
    for idea in ideas:
        if best is None or idea.worth > best.worth:
            best = idea
    return best


class Troupe(NamedTuple):
    """All that counts when a seat buys and stages: equal ones are looked at once."""

    houses: tuple[tuple[City, House], ...]
    stock: tuple[Piece, ...]
    ducats: int
    offer: tuple[int, ...]
    ladder: tuple[Composer, ...]
    episode: int
    honoured: Composer
    maestro: City | None
    price: Prices
    most: int


def impresario_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """The best piece alone and with the best second one, staged as well as possible."""
    player = game.players[seat]
    episode = game.episode
    idea = best_staging(
        Troupe(
            houses=tuple(player.houses.items()),
            stock=player.stock,
            ducats=player.ducats,
            offer=tuple(game.offer.values()),
            ladder=game.ladder,
            episode=episode,
            honoured=game.century[episode - 1],
            maestro=game.pawns["maestro"],
            price=price,
            most=most,
        )
    )
    return (idea,) if idea else ()


@lru_cache(maxsize=1 << 15)
def best_staging(troupe: Troupe) -> Idea | None:
    """What to buy, one piece after the other, and where all pieces go; None if nothing would be better than now."""
    income, counting = weights_of_layouts(troupe.price)
    fame = fame_on(troupe.ladder)
    now: dict[str, Halls] = {city: house.halls for city, house in troupe.houses}
    points: dict[str, int] = {
        piece: fame[piece] + (troupe.episode if piece == troupe.honoured else 0) for piece in PIECES
    }
    owned: tuple[str, ...] = (*troupe.stock, *(piece for halls in now.values() for piece in halls if piece))
    task = Task({city: len(halls) for city, halls in now.items()}, owned, points, troupe.maestro)
    price = troupe.price
    kept = price.staged - price.ducat
    halls = sum(task.halls.values())
    # A layout counts an empty hall as a point of the counting; what it really costs is added here.
    filled = -price.empty - counting / SCALE

    def worth(buy: tuple[Composer, ...]) -> float:
        pieces = owned + buy
        layout = best_worth(task._replace(pieces=pieces), income, counting)
        best = sum(sorted([points[piece] for piece in pieces])[-len(now) :])
        more = kept * sum([fame[piece] for piece in buy])
        return layout / SCALE + best * price.best + min(halls, len(pieces)) * filled + more

    staged = sum([len(rooms) - rooms.count(None) for rooms in now.values()])
    before = (income * income_of(now, troupe.maestro) + counting * counting_of(now, points)) / SCALE
    before += sum(sorted([points[piece] for piece in owned])[-len(now) :]) * price.best + staged * filled
    best: tuple[Composer, ...] = ()
    most = worth(best)
    for _ in range(troupe.most):
        bought = best
        left = troupe.ducats - sum([fame[piece] for piece in bought])
        for composer, offered in zip(COMPOSERS, troupe.offer, strict=True):
            if offered > bought.count(composer) and fame[composer] <= left:
                more = worth((*bought, composer))
                if more > most:
                    best, most = (*bought, composer), more
    if most <= before:
        return None
    layout = best_layout(task._replace(pieces=owned + best), income, counting, now)
    return Idea(most - before, Impresario(best, cast("Layout", layout)))


def weights_of_layouts(price: Prices) -> tuple[int, int]:
    """How income and counting weigh in a layout."""
    return max(0, round(price.income * SCALE)), max(0, round(price.great * SCALE))


def architetto_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Points at once for ducats, and halls to fill."""
    houses = game.players[seat].houses
    plans = game.edition.plans
    hall = POINTS_PER_HALL * price.point - DUCATS_PER_HALL * price.ducat + price.hall
    ranked = points_of_pieces(game, seat)
    for play in architetto.plays(game, seat, most):
        worth = 0.0
        best = len(houses)
        sizes = {city: len(house.halls) for city, house in houses.items()}
        for part in play.build:
            plan = plans[part]
            before = sizes.get(plan.city, 0)
            sizes[plan.city] = before + plan.halls
            worth += plan.halls * hall + (INCOME[before + plan.halls] - INCOME[before]) * price.room
            if plan.wing == "main":
                worth += price.house + (ranked[best] * price.best if best < len(ranked) else 0.0)
                best += 1
        if play.build:
            yield Idea(worth, play)


def signora_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Sell what is missed least."""
    fame = fame_on(game.ladder)
    for play in signora.plays(game, seat):
        gain = fame[play.piece] * (price.point if play.reward == "points" else signora.DUCATS_PER_FAME * price.ducat)
        if play.source == "stock":
            lost = price.stock_fame * fame[play.piece] + price.best * missed(game, seat, play.piece)
            yield Idea(gain - lost, play)
        else:
            yield Idea(gain - loss(game, seat, price, play.source, play.piece), play)


def loss(game: Game, seat: Seat, price: Prices, city: Any, piece: Any) -> float:
    """What a piece that leaves its hall takes away."""
    halls = game.players[seat].houses[city].halls
    staged = len(halls) - halls.count(None)
    fame = fame_on(game.ladder)[piece]
    ducats = INCOME[staged] - INCOME[staged - 1]
    lost = ducats * price.income + fame * price.staged - price.empty + price.best * missed(game, seat, piece)
    if city == game.pawns["maestro"]:
        lost += ducats * price.doubled
    if halls[0] == piece:
        lost += (fame + (game.episode if piece == game.century[game.episode - 1] else 0)) * price.great
    return lost


def points_of_pieces(game: Game, seat: Seat) -> list[int]:
    """What each of the seat's pieces would score in a great hall, the best first."""
    fame = fame_on(game.ladder)
    episode = game.episode
    honoured = game.century[episode - 1]
    pieces = game.players[seat].pieces()
    return sorted([fame[piece] + (episode if piece == honoured else 0) for piece in pieces], reverse=True)


def missed(game: Game, seat: Seat, piece: Piece) -> int:
    """What the best pieces for the great halls score less without this one."""
    ranked = points_of_pieces(game, seat)
    points = fame_on(game.ladder)[piece] + (game.episode if piece == game.century[game.episode - 1] else 0)
    houses = len(game.players[seat].houses)
    return max(0, points - (ranked[houses] if houses < len(ranked) else 0))


def maestro_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Where your income grows more than that of the others."""
    here = game.pawns["maestro"]
    share = ENVY / (len(game.players) - 1)
    now = doubling(game, seat, here, share)
    for city in pawns.targets(game, "maestro"):
        yield Idea((doubling(game, seat, city, share) - now) * price.doubled, maestro.visit(city))


def doubling(game: Game, seat: Seat, city: Any, share: float) -> float:
    """What the Maestro brings in a city, less what he brings the others."""
    ducats = 0.0
    for other, player in enumerate(game.players):
        house = player.houses.get(city)
        if house:
            staged = len(house.halls) - house.halls.count(None)
            ducats += INCOME[staged] * (1.0 if other == seat else -share)
    return ducats


def critico_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Raise the composers in your great halls, lower those of the others."""
    share = ENVY / (len(game.players) - 1)
    interest = dict.fromkeys(PIECES, 0.0)
    for other, player in enumerate(game.players):
        side = 1.0 if other == seat else -share
        for house in player.houses.values():
            for piece in house.halls:
                if piece is not None:
                    interest[piece] += side * price.staged
            if house.halls[0] is not None:
                interest[house.halls[0]] += side * (price.great + price.best)
    ladder = game.ladder
    tried: dict[tuple[Composer, int], float] = {}
    for play in critico.plays(game, seat):
        if play.composer is not None and (play.composer, play.steps) not in tried:
            at = ladder.index(play.composer)
            passed = ladder[at + 1 : at + play.steps + 1] if play.steps > 0 else ladder[at + play.steps : at]
            way = -1 if play.steps > 0 else 1
            change = interest[play.composer] * play.steps + way * sum([interest[other] for other in passed])
            tried[play.composer, play.steps] = change
            if change > 0:
                yield Idea(change, play)


def esperto_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Where your pieces are famous and the others have little."""
    share = ENVY / (len(game.players) - 1)
    for city in pawns.targets(game, "esperto"):
        worth = 0.0
        for other in range(len(game.players)):
            brought = appraisal(game, other, price, city)
            if other == seat:
                worth += brought
            elif brought > 0:
                worth -= brought * share
        yield Idea(worth, esperto.visit(city))


def appraisal(game: Game, seat: Seat, price: Prices, city: Any) -> float:
    """Points at once, less what the best piece would still have been worth."""
    pieces = esperto.appraisable(game, seat, city)
    if not pieces:
        return 0.0
    return esperto.worth(game, pieces) * price.point - loss(game, seat, price, city, esperto.best_piece(game, pieces))


CLOSE = Close()
INTERMEZZO = Intermezzo()
IDEAS: dict[Role, Callable[[Game, Seat, Prices, int], Iterable[Idea]]] = {
    "impresario": impresario_ideas,
    "architetto": architetto_ideas,
    "signora": signora_ideas,
    "maestro": maestro_ideas,
    "critico": critico_ideas,
    "esperto": esperto_ideas,
}
ANSWERS: dict[Kind, Callable[[Game, Seat, Chance], Action]] = {
    "bid": bid,
    "act": act,
    "join": join,
    "appraise": appraise,
}
