"""Buying and staging in Opera, as well as possible at once: what the Impresario is good for."""

from functools import lru_cache
from typing import NamedTuple, cast

from opera_bots.prices_opera import SCALE, Prices
from opera_rules.api import Seat
from opera_rules.opera.actions import Impresario, Layout
from opera_rules.opera.counting import fame_on
from opera_rules.opera.layouts import Halls, Task, best_layout, best_worth, counting_of, income_of
from opera_rules.opera.state import Game, House
from opera_rules.opera.words import COMPOSERS, PIECES, City, Composer, Piece


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


class Staging(NamedTuple):
    """What to buy and how to stage it, and what that is worth before it is paid in levels."""

    worth: float
    play: Impresario


def stage_well(game: Game, seat: Seat, price: Prices, most: int) -> Staging | None:
    """The best piece alone and with the best second one, staged as well as possible."""
    player = game.players[seat]
    episode = game.episode
    return best_staging(
        Troupe(
            houses=tuple(player.houses.items()),
            stock=player.stock,
            ducats=player.ducats,
            offer=tuple([game.offer[composer] for composer in COMPOSERS]),
            ladder=game.ladder,
            episode=episode,
            honoured=game.century[episode - 1],
            maestro=game.pawns["maestro"],
            price=price,
            most=most,
        )
    )


@lru_cache(maxsize=1 << 12)
def best_staging(troupe: Troupe) -> Staging | None:
    """What to buy, one piece after the other, and where all pieces go; None if nothing would be better than now."""
    income, counting = troupe.price.layout
    fame = fame_on(troupe.ladder)
    now: dict[str, Halls] = {city: house.halls for city, house in troupe.houses}
    points: dict[str, int] = {
        piece: fame[piece] + (troupe.episode if piece == troupe.honoured else 0) for piece in PIECES
    }
    owned: tuple[str, ...] = (*troupe.stock, *(piece for halls in now.values() for piece in halls if piece))
    task = Task({city: len(halls) for city, halls in now.items()}, owned, points, troupe.maestro)
    price = troupe.price
    halls = sum(task.halls.values())
    # A layout takes an empty hall for a point of the counting; what it really costs is added here.
    filled = -price.empty - counting / SCALE

    def worth(buy: tuple[Composer, ...]) -> float:
        pieces = owned + buy
        staged = best_worth(task._replace(pieces=pieces), income, counting) / SCALE + min(halls, len(pieces)) * filled
        return staged + best_pieces(pieces) * price.best + sum([fame[piece] for piece in buy]) * kept

    def best_pieces(pieces: tuple[str, ...]) -> int:
        return sum(sorted([points[piece] for piece in pieces])[-len(now) :])

    kept = price.staged - price.ducat
    before = (income * income_of(now, troupe.maestro) + counting * counting_of(now, points)) / SCALE
    before += best_pieces(owned) * price.best + sum([len(row) - row.count(None) for row in now.values()]) * filled
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
        if best == bought:
            break
    if most <= before:
        return None
    layout = best_layout(task._replace(pieces=owned + best), income, counting, now)
    return Staging(most - before, Impresario(best, cast("Layout", layout)))
