"""What a role could bring at best, in a few figures, for the row that offers to hire it."""

from collections.abc import Callable
from functools import cache

from opera_rules.api import Map, Seat
from opera_rules.opera.actions import Esperto, Impresario, Maestro
from opera_rules.opera.arrange import GOALS, solve
from opera_rules.opera.figures import counting_by_ladder, empty_halls, total_income
from opera_rules.opera.preview import played
from opera_rules.opera.roles import architetto, critico, esperto, impresario, maestro, signora
from opera_rules.opera.state import Game
from opera_rules.opera.words import POINTS_PER_HALL, Composer, Role


def prospect(game: Game, seat: Seat, role: Role) -> Map:
    """The best this role could do for the seat now."""
    return PROSPECTS[role](game, seat)


def _impresario(game: Game, seat: Seat) -> Map:
    """How many pieces could be bought, and what arranging alone would add to the income."""
    arranged = played(game, seat, Impresario((), solve(game, seat, (), *GOALS["income"])))
    return {
        "buy": max(len(play.buy) for play in impresario.plays(game, seat)),
        "empty_halls": empty_halls(game, seat),
        "income": [total_income(game, seat), total_income(arranged, seat)],
    }


def _architetto(game: Game, seat: Seat) -> Map:
    """The most points that building could bring."""
    plans = game.edition.plans
    halls = [sum(plans[part].halls for part in play.build) for play in architetto.plays(game, seat)]
    return {
        "parts": max(len(play.build) for play in architetto.plays(game, seat)),
        "points": POINTS_PER_HALL * max(halls),
    }


def _signora(game: Game, seat: Seat) -> Map:
    """The most famous piece that can be sold, from the stock if it is there."""
    best = max(signora.plays(game, seat), key=lambda sale: game.fame(sale.piece))
    fame = game.fame(best.piece)
    return {
        "piece": best.piece,
        "source": best.source,
        "ducats": signora.DUCATS_PER_FAME * fame,
        "points": fame,
    }


def _maestro(game: Game, seat: Seat) -> Map:
    """The city where the own income grows most."""

    @cache
    def after(visit: Maestro) -> int:
        return total_income(played(game, seat, visit), seat)

    best = max(maestro.plays(game, seat), key=after)
    return {"city": best.city, "income": [total_income(game, seat), after(best)]}


def _critico(game: Game, seat: Seat) -> Map:
    """The word that helps the own counting most."""

    counting = counting_by_ladder(game, [seat])

    @cache
    def after(composer: Composer | None, steps: int) -> int:
        return counting(critico.reviewed(game.ladder, composer, steps))[0]

    best = max(critico.plays(game, seat), key=lambda review: after(review.composer, review.steps))
    return {
        "city": best.city,
        "composer": best.composer,
        "steps": best.steps,
        "counting": [*counting(game.ladder), after(best.composer, best.steps)],
    }


def _esperto(game: Game, seat: Seat) -> Map:
    """The city where the own pieces score most."""

    def points(visit: Esperto) -> int:
        return esperto.worth(game, esperto.appraisable(game, seat, visit.city))

    best = max(esperto.plays(game, seat), key=points)
    pieces = esperto.appraisable(game, seat, best.city)
    return {
        "city": best.city,
        "points": points(best),
        "gives": esperto.best_piece(game, pieces) if pieces else None,
        "receiver": esperto.receiver_of_best_piece(game, seat) if pieces else None,
    }


PROSPECTS: dict[Role, Callable[[Game, Seat], Map]] = {
    "impresario": _impresario,
    "architetto": _architetto,
    "signora": _signora,
    "maestro": _maestro,
    "critico": _critico,
    "esperto": _esperto,
}
