"""The rows of each role's box: what is possible with its figures, what is not with its refusal."""

from collections.abc import Callable
from typing import Any

from opera_rules.api import Map, Seat
from opera_rules.opera.acting import joining_cost
from opera_rules.opera.actions import Esperto, Maestro, Signora
from opera_rules.opera.figures import (
    Ladder,
    Standing,
    changes,
    counting_by_ladder,
    everybodys_income,
    standing,
)
from opera_rules.opera.preview import played
from opera_rules.opera.roles import architetto, critico, esperto, impresario, pawns, signora
from opera_rules.opera.state import Game
from opera_rules.opera.words import (
    CITIES,
    COMPOSERS,
    DUCATS_PER_HALL,
    FEES,
    MOST_THINGS,
    PALAZZO_PLACES,
    POINTS_PER_HALL,
    Character,
    City,
    Composer,
    Role,
)
from opera_rules.refusals import Refused


def refusal_of(check: Callable[..., None], *arguments: Any) -> Map | None:
    """The refusal that a check would raise, as data."""
    try:
        check(*arguments)
    except Refused as refused:
        return refused.to_map()
    return None


def box(game: Game, seat: Seat, role: Role) -> Map:
    """The box of a role for the seat that hires it or may join in."""
    return {"role": role, "levels": levels_after(game, seat, role), **BOXES[role](game, seat)}


def levels_after(game: Game, seat: Seat, role: Role) -> list[int | None]:
    """The budget level after doing 0, 1 or 2 things; None where it is not enough, or nothing is no way to join."""
    level = game.level(seat)
    if game.waiting[seat] == "act":
        return [level - FEES[role]] * (MOST_THINGS + 1)
    costs = [joining_cost(game, max(1, things)) for things in range(MOST_THINGS + 1)]
    after = [level - cost if cost <= level else None for cost in costs]
    return after if role == "impresario" else [None, *after[1:]]


def _impresario(game: Game, seat: Seat) -> Map:
    """The offer from the most famous down."""
    rows = []
    for composer in reversed(game.ladder):
        refusal = refusal_of(impresario.check_purchase, game, seat, (composer,))
        rows.append(_row({"composer": composer, "price": game.fame(composer), "left": game.offer[composer]}, refusal))
    return {"rows": rows}


def _row(row: Map, refusal: Map | None) -> Map:
    return {**row, "refusal": refusal} if refusal else row


def _architetto(game: Game, seat: Seat) -> Map:
    """All parts there are, by city."""
    rows = []
    for part, plan in game.edition.plans.items():
        ducats = DUCATS_PER_HALL * plan.halls
        row = {"part": part, "halls": plan.halls, "ducats": ducats, "points": POINTS_PER_HALL * plan.halls}
        rows.append(_row({**row, "left": game.parts[part]}, _part_refusal(game, seat, part)))
    return {"rows": rows}


def _part_refusal(game: Game, seat: Seat, part: str) -> Map | None:
    return refusal_of(architetto.check, game, seat, architetto.building((part,)))


def _signora(game: Game, seat: Seat) -> Map:
    """Each composer owned, the most famous first, with the places it can be sold from."""
    rows = []
    level, now = [game.level(seat), levels_after(game, seat, "signora")[1]], standing(game, seat)
    for composer in reversed(game.ladder):
        places = signora.sources(game, seat, composer)
        if places:
            refusal = refusal_of(signora.check, game, seat, Signora(composer, places[0], "ducats"))
            rows.append(_row(_sale(game, seat, composer, level, now), refusal))
    places_left = PALAZZO_PLACES[len(game.players)] - len(game.palazzo)
    return {"rows": rows, "fills_palazzo": places_left == 1}


def _sale(game: Game, seat: Seat, composer: Composer, level: list[int | None], now: Standing) -> Map:
    fame = game.fame(composer)
    sources = []
    for source in signora.sources(game, seat, composer):
        after = played(game, seat, Signora(composer, source, "ducats"))
        sources.append({"source": source, "level": level, **now.changes_to(standing(after, seat))})
    return {"piece": composer, "ducats": signora.DUCATS_PER_FAME * fame, "points": fame, "sources": sources}


def _visits(game: Game, character: Character, row_of: Callable[[City], Map]) -> list[Map]:
    """A row for every city, with the refusal where the pawn cannot go."""
    targets = pawns.targets(game, character)
    return [
        {"city": city, **row_of(city)}
        if city in targets
        else {"city": city, "refusal": refusal_of(pawns.check_move, game, character, city)}
        for city in CITIES
    ]


def _maestro(game: Game, seat: Seat) -> Map:
    now = everybodys_income(game)

    def row(city: City) -> Map:
        return {"income": changes(now, everybodys_income(played(game, seat, Maestro(city))))}

    return {"rows": _visits(game, "maestro", row)}


def _critico(game: Game, seat: Seat) -> Map:
    """Cities with the composers staged there; what moving a composer does is the same in every city."""

    def row(city: City) -> Map:
        return {"composers": list(critico.composers_in(game, city))}

    rows = _visits(game, "critico", row)
    reachable = {composer for row in rows for composer in row.get("composers", ())}
    counting = counting_by_ladder(game, range(len(game.players)))
    now = counting(game.ladder)
    return {"rows": rows, "moves": {c: _fame_moves(game, c, now, counting) for c in COMPOSERS if c in reachable}}


def _fame_moves(game: Game, composer: Composer, now: list[int], counting: Callable[[Ladder], list[int]]) -> Map:
    """For each number of steps the ladder and everybody's counting."""
    moves: Map = {}
    for steps in critico.STEPS:
        refusal = refusal_of(critico.check_steps, game, composer, steps)
        if refusal:
            moves[str(steps)] = {"refusal": refusal}
            continue
        ladder = critico.reviewed(game.ladder, composer, steps)
        moves[str(steps)] = {"ladder": ladder, "counting": changes(now, counting(ladder))}
    return moves


def _esperto(game: Game, seat: Seat) -> Map:
    now = standing(game, seat)

    def row(city: City) -> Map:
        after = played(game, seat, Esperto(city))
        others = {
            str(other): esperto.worth(game, esperto.appraisable(game, other, city)) for other in game.others(seat)
        }
        return {
            **appraisal(game, seat, city),
            "receiver": esperto.receiver_of_best_piece(game, seat),
            **now.changes_to(standing(after, seat)),
            "others": {other: points for other, points in others.items() if points},
        }

    return {"rows": _visits(game, "esperto", row)}


def appraisal(game: Game, seat: Seat, city: City) -> Map:
    """What the seat would score in the city, and the piece it would lose."""
    pieces = esperto.appraisable(game, seat, city)
    return {
        "pieces": list(pieces),
        "points": esperto.worth(game, pieces),
        "gives": esperto.best_piece(game, pieces) if pieces else None,
    }


BOXES: dict[Role, Callable[[Game, Seat], Map]] = {
    "impresario": _impresario,
    "architetto": _architetto,
    "signora": _signora,
    "maestro": _maestro,
    "critico": _critico,
    "esperto": _esperto,
}
