"""What could be done with each role of Opera, priced: no state is copied for it."""

from collections.abc import Callable, Iterable
from math import fsum
from typing import NamedTuple

from opera_bots.prices_opera import Prices
from opera_bots.staging_opera import stage_well
from opera_rules.api import Seat
from opera_rules.opera.actions import Play
from opera_rules.opera.counting import fame_on
from opera_rules.opera.layouts import INCOME
from opera_rules.opera.roles import architetto, critico, esperto, maestro, pawns, signora
from opera_rules.opera.state import Game
from opera_rules.opera.words import (
    DUCATS_PER_HALL,
    MOST_THINGS,
    PIECES,
    POINTS_PER_HALL,
    City,
    Composer,
    Piece,
    Role,
    Source,
)

ENVY = 0.7
"""What a rival gains weighs so much against you, shared among the rivals."""


class Idea(NamedTuple):
    """A way to carry out a role, and what it is worth before it is paid in levels."""

    worth: float
    play: Play


def best_idea(game: Game, seat: Seat, role: Role, price: Prices, most: int = MOST_THINGS) -> Idea | None:
    """The best way to carry out a role; None if it is not possible."""
    return max(IDEAS[role](game, seat, price, most), key=_worth, default=None)


def _worth(idea: Idea) -> float:
    return idea.worth


def impresario_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """The best piece alone and with the best second one, staged as well as possible."""
    staging = stage_well(game, seat, price, most)
    return (Idea(*staging),) if staging else ()


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
    spare = spare_points(game, seat)
    reward = {"points": price.point, "ducats": signora.DUCATS_PER_FAME * price.ducat}
    lost: dict[tuple[Piece, Source], float] = {}
    for play in signora.plays(game, seat):
        sale = (play.piece, play.source)
        if sale not in lost:
            lost[sale] = loss(game, seat, price, play.piece, play.source, spare)
        yield Idea(fame[play.piece] * reward[play.reward] - lost[sale], play)


def loss(game: Game, seat: Seat, price: Prices, piece: Piece, source: Source, spare: int) -> float:
    """What a piece that leaves the stock or its hall takes away; `spare` would replace it in a great hall."""
    fame = fame_on(game.ladder)[piece]
    episode = game.episode
    points = fame + episode if piece == game.century[episode - 1] else fame
    lost = price.best * (points - spare) if points > spare else 0.0
    if source == "stock":
        return lost + fame * price.stock_fame
    halls = game.players[seat].houses[source].halls
    staged = len(halls) - halls.count(None)
    ducats = INCOME[staged] - INCOME[staged - 1]
    lost += ducats * price.income + fame * price.staged - price.empty
    if source == game.pawns["maestro"]:
        lost += ducats * price.doubled
    return lost + points * price.great if halls[0] == piece else lost


def points_of_pieces(game: Game, seat: Seat) -> list[int]:
    """What each of the seat's pieces would score in a great hall, the best first."""
    fame = fame_on(game.ladder)
    episode = game.episode
    honoured = game.century[episode - 1]
    pieces = game.players[seat].pieces()
    return sorted([fame[piece] + (episode if piece == honoured else 0) for piece in pieces], reverse=True)


def spare_points(game: Game, seat: Seat) -> int:
    """What the best piece would score that the great halls have no room for."""
    ranked = points_of_pieces(game, seat)
    houses = len(game.players[seat].houses)
    return ranked[houses] if houses < len(ranked) else 0


def maestro_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Where your income grows more than that of the others."""
    here = game.pawns["maestro"]
    share = ENVY / (len(game.players) - 1)
    now = doubling(game, seat, here, share) if here else 0.0
    for city in pawns.targets(game, "maestro"):
        yield Idea((doubling(game, seat, city, share) - now) * price.doubled, maestro.visit(city))


def doubling(game: Game, seat: Seat, city: City, share: float) -> float:
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
    tried: set[tuple[Composer, int]] = set()
    for play in critico.plays(game, seat):
        if play.composer is not None and (play.composer, play.steps) not in tried:
            at = ladder.index(play.composer)
            passed = ladder[at + 1 : at + play.steps + 1] if play.steps > 0 else ladder[at + play.steps : at]
            way = -1 if play.steps > 0 else 1
            change = interest[play.composer] * play.steps + way * fsum([interest[other] for other in passed])
            tried.add((play.composer, play.steps))
            if change > 0:
                yield Idea(change, play)


def esperto_ideas(game: Game, seat: Seat, price: Prices, most: int) -> Iterable[Idea]:
    """Where your pieces are famous and the others have little."""
    share = ENVY / (len(game.players) - 1)
    spares = [spare_points(game, other) for other in range(len(game.players))]
    for city in pawns.targets(game, "esperto"):
        worth = 0.0
        for other, spare in enumerate(spares):
            brought = appraisal(game, other, price, city, spare)
            if other == seat:
                worth += brought
            elif brought > 0:
                worth -= brought * share
        yield Idea(worth, esperto.visit(city))


def appraisal(game: Game, seat: Seat, price: Prices, city: City, spare: int) -> float:
    """Points at once, less what the best piece would still have been worth."""
    pieces = esperto.appraisable(game, seat, city)
    if not pieces:
        return 0.0
    given = esperto.best_piece(game, pieces)
    return esperto.worth(game, pieces) * price.point - loss(game, seat, price, given, city, spare)


IDEAS: dict[Role, Callable[[Game, Seat, Prices, int], Iterable[Idea]]] = {
    "impresario": impresario_ideas,
    "architetto": architetto_ideas,
    "signora": signora_ideas,
    "maestro": maestro_ideas,
    "critico": critico_ideas,
    "esperto": esperto_ideas,
}
