"""The best purchase and layout of Opera's Impresario by item values, found without copying a state."""

from functools import lru_cache
from typing import NamedTuple, cast

from opera_bots.opera.item_values import SCALE, ItemValues
from opera_games.opera.actions import Impresario, Layout
from opera_games.opera.documents import House
from opera_games.opera.words import COMPOSERS, PIECES, City, Composer, Piece
from opera_rules.api import Seat
from opera_rules.opera.search import Game, Halls, Task, best_layout, best_worth, counting_of, fame_on, income_of


class Holdings(NamedTuple):
    """Everything that counts when a seat buys and stages: for equal ones the result is computed once."""

    houses: tuple[tuple[City, House], ...]
    stock: tuple[Piece, ...]
    ducats: int
    offer: tuple[int, ...]
    ladder: tuple[Composer, ...]
    episode: int
    honoured: Composer
    maestro: City | None
    values: ItemValues
    most: int


class Purchase(NamedTuple):
    """What to buy and how to stage it, and its value before it is paid in levels."""

    value: float
    play: Impresario


def best_purchase(game: Game, seat: Seat, values: ItemValues, most: int) -> Purchase | None:
    """Find the best piece, and the best second one with it, and stage all as well as possible."""
    player = game.players[seat]
    episode = game.episode
    return best_purchase_with(
        Holdings(
            houses=tuple(player.houses.items()),
            stock=player.stock,
            ducats=player.ducats,
            offer=tuple([game.offer[composer] for composer in COMPOSERS]),
            ladder=game.ladder,
            episode=episode,
            honoured=game.century[episode - 1],
            maestro=game.pawns["maestro"],
            values=values,
            most=most,
        )
    )


@lru_cache(maxsize=1 << 12)
def best_purchase_with(holdings: Holdings) -> Purchase | None:
    """Choose one piece after the other, and where all pieces go; None if nothing would be better than now."""
    values = holdings.values
    income, counting = values.layout_weights
    fame = fame_on(holdings.ladder)
    now: dict[str, Halls] = {city: house.halls for city, house in holdings.houses}
    points: dict[str, int] = {
        piece: fame[piece] + (holdings.episode if piece == holdings.honoured else 0) for piece in PIECES
    }
    owned: tuple[str, ...] = (*holdings.stock, *(piece for halls in now.values() for piece in halls if piece))
    task = Task({city: len(halls) for city, halls in now.items()}, owned, points, holdings.maestro)
    halls = sum(task.halls.values())
    # A layout takes an empty hall for a point of the counting; what it really costs is added here.
    filled = -values.empty - counting / SCALE

    def value_with(buy: tuple[Composer, ...]) -> float:
        pieces = owned + buy
        staged = best_worth(task._replace(pieces=pieces), income, counting) / SCALE + min(halls, len(pieces)) * filled
        return staged + best_pieces(pieces) * values.best + sum([fame[piece] for piece in buy]) * kept

    def best_pieces(pieces: tuple[str, ...]) -> int:
        return sum(sorted([points[piece] for piece in pieces])[-len(now) :])

    kept = values.staged - values.ducat
    before = (income * income_of(now, holdings.maestro) + counting * counting_of(now, points)) / SCALE
    before += best_pieces(owned) * values.best + sum([len(row) - row.count(None) for row in now.values()]) * filled
    best: tuple[Composer, ...] = ()
    highest = value_with(best)
    for _ in range(holdings.most):
        bought = best
        left = holdings.ducats - sum([fame[piece] for piece in bought])
        for composer, offered in zip(COMPOSERS, holdings.offer, strict=True):
            if offered > bought.count(composer) and fame[composer] <= left:
                value = value_with((*bought, composer))
                if value > highest:
                    best, highest = (*bought, composer), value
        if best == bought:
            break
    if highest <= before:
        return None
    layout = best_layout(task._replace(pieces=owned + best), income, counting, now)
    return Purchase(highest - before, Impresario(best, cast("Layout", layout)))
