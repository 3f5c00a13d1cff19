"""The Architetto: build up to two parts in open cities, two ducats and two points for every hall."""

from collections.abc import Iterator
from functools import cache
from math import inf

from opera_games.api import Refusal
from opera_games.opera.actions import Architetto
from opera_games.opera.choices import ArchitettoBox, ArchitettoProspect, Levels, OfferedPart
from opera_games.opera.documents import House
from opera_games.opera.events import PartBuilt
from opera_games.opera.words import CITIES, DUCATS_PER_HALL, MOST_THINGS, POINTS_PER_HALL, City, Part, Piece
from opera_rules.api import Log, Seat
from opera_rules.opera.state import Game, Player, parts_in_order
from opera_rules.refusals import Refused, refusal, refuse

ASKS = "join"
building = cache(Architetto)


def check_hire(game: Game, seat: Seat) -> None:
    """Refuse nothing: building nothing is allowed."""


def may_be_asked(game: Game, seat: Seat) -> bool:
    """Say whether a part is left that this player's houses allow, whatever it costs."""
    return next(allowed_parts(game, seat), None) is not None


def things(play: Architetto) -> int:
    return len(play.build)


def is_idle(play: Architetto) -> bool:
    return not play.build


def price(game: Game, parts: tuple[Part, ...]) -> int:
    return sum(DUCATS_PER_HALL * game.edition.plans[part].halls for part in parts)


def check(game: Game, seat: Seat, play: Architetto) -> None:
    if len(play.build) > MOST_THINGS:
        raise Refused("too_many", most=MOST_THINGS)
    for place, part in enumerate(play.build):
        refuse(refusal_of_part(game, seat, part, play.build[:place]))
    refuse(refusal_of_price(game, seat, price(game, play.build)))


def refusal_of_part(game: Game, seat: Seat, part: Part, built_before: tuple[Part, ...] = ()) -> Refusal | None:
    """Find what forbids to build a part after those that the same action builds before it, whatever it costs."""
    plan = game.edition.plans.get(part)
    if plan is None:
        return refusal("unknown_part", part=part[:20])
    city, houses = plan.city, game.players[seat].houses
    if city not in game.open_cities():
        return refusal("city_closed", city=city, round=game.opens_after(city))
    if part in built_before or (city in houses and part in houses[city].parts):
        return refusal("already_built", part=part)
    if not game.parts[part]:
        return refusal("none_left", part=part)
    if plan.wing != "main" and f"{city}.main" not in built_before and city not in houses:
        return refusal("main_first", part=part)
    return None


def refusal_of_price(game: Game, seat: Seat, price: int) -> Refusal | None:
    ducats = game.players[seat].ducats
    return refusal("ducats_short", price=price, ducats=ducats) if price > ducats else None


def allowed_parts(game: Game, seat: Seat) -> Iterator[Part]:
    """Yield every part of an open city that could be built first, whatever it costs."""
    houses, wings = game.players[seat].houses, game.edition.wings
    for city in game.open_cities():
        if city in houses:
            built = houses[city].parts
            yield from (part for part in wings[city] if game.parts[part] and part not in built)
        elif game.parts[f"{city}.main"]:
            yield f"{city}.main"


def plays(game: Game, seat: Seat, most: int = MOST_THINGS) -> Iterator[Architetto]:
    """Yield every set of parts that can be built and paid; of two orders with the same result, one."""
    yield building(())
    if most == 0:
        return
    ducats = game.players[seat].ducats
    plans = game.edition.plans
    prices = [
        (part, cost) for part in allowed_parts(game, seat) if (cost := DUCATS_PER_HALL * plans[part].halls) <= ducats
    ]
    for place, (first, cost) in enumerate(prices):
        yield building((first,))
        if most == 1:
            continue
        for second, more in prices[place + 1 :]:
            if cost + more <= ducats:
                yield building((first, second))
        yield from _wings_after_main(game, first, ducats - cost)


def _wings_after_main(game: Game, part: Part, ducats: int) -> Iterator[Architetto]:
    """Yield the main part with each wing that it makes possible in the same action."""
    plans = game.edition.plans
    if plans[part].wing == "main":
        for wing in game.edition.wings[plans[part].city]:
            if game.parts[wing] and DUCATS_PER_HALL * plans[wing].halls <= ducats:
                yield building((part, wing))


def carry_out(game: Game, seat: Seat, play: Architetto, log: Log) -> None:
    for part in play.build:
        build(game, seat, part, log)


def build(game: Game, seat: Seat, part: Part, log: Log) -> None:
    plan = game.edition.plans[part]
    ducats, points = DUCATS_PER_HALL * plan.halls, POINTS_PER_HALL * plan.halls
    game.pay(seat, ducats)
    game.score(seat, points)
    game.parts = {**game.parts, part: game.parts[part] - 1}
    add_part(game, game.players[seat], plan.city, part)
    log.append(PartBuilt(seat, part, ducats, points))


def add_part(game: Game, player: Player, city: City, part: Part) -> None:
    """Add empty halls where their part belongs: main, wing a, wing b, wing c; pieces stay in their halls."""
    house = player.houses.get(city, House((), ()))
    parts = parts_in_order((*house.parts, part))
    halls: list[Piece | None] = list(house.halls)
    before = sum(game.edition.plans[other].halls for other in parts[: parts.index(part)])
    halls[before:before] = [None] * game.edition.plans[part].halls
    houses = {**player.houses, city: House(parts, tuple(halls))}
    player.houses = {city: houses[city] for city in CITIES if city in houses}


def box(game: Game, seat: Seat, levels: Levels) -> ArchitettoBox:
    """Return all parts there are, by city."""
    rows = []
    for part, plan in game.edition.plans.items():
        ducats, points = DUCATS_PER_HALL * plan.halls, POINTS_PER_HALL * plan.halls
        refused = refusal_of_part(game, seat, part) or refusal_of_price(game, seat, ducats)
        rows.append(OfferedPart(part, plan.halls, ducats, points, game.parts[part], refused))
    return ArchitettoBox(levels, tuple(rows))


def ducats_needed(game: Game, seat: Seat) -> float:
    """Return the fewest ducats with which the seat could build; infinite if no part is left for it."""
    plans = game.edition.plans
    return min([DUCATS_PER_HALL * plans[part].halls for part in allowed_parts(game, seat)], default=inf)


def prospect(game: Game, seat: Seat) -> ArchitettoProspect:
    """Count the parts that could be built, and the most points for them."""
    plans = game.edition.plans
    builds = [play.build for play in plays(game, seat)]
    return ArchitettoProspect(
        parts=max(map(len, builds)),
        points=POINTS_PER_HALL * max(sum(plans[part].halls for part in build) for build in builds),
    )
