"""The Impresario: buy up to two pieces from the offer, then rearrange all your houses freely."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import inf

from opera_games.api import Refusal
from opera_games.opera.actions import Impresario, Layout
from opera_games.opera.choices import ImpresarioBox, ImpresarioProspect, Levels, OfferedPiece
from opera_games.opera.documents import House
from opera_games.opera.events import HousesArranged, PieceBought
from opera_games.opera.words import CITIES, COMPOSERS, MOST_THINGS, City, Composer, Piece
from opera_rules.api import Log, Seat
from opera_rules.chance import Chance
from opera_rules.opera.state import Game, Player, in_order
from opera_rules.opera.views.figures import empty_halls, total_income
from opera_rules.opera.views.layouts import Goal, best_income, solve, weights_of
from opera_rules.refusals import Refused, refusal, refuse

ASKS = "join"


def check_hire(game: Game, seat: Seat) -> None:
    """Refuse nothing: rearranging is always possible."""


def may_be_asked(game: Game, seat: Seat) -> bool:
    return True


def things(play: Impresario) -> int:
    """Count the things that joining in pays for: the pieces; rearranging alone counts as one."""
    return max(1, len(play.buy))


def is_idle(play: Impresario) -> bool:
    return not play.buy and play.layout is None


def price(game: Game, buy: tuple[Composer, ...]) -> int:
    return sum(game.fame(composer) for composer in buy)


def check(game: Game, seat: Seat, play: Impresario) -> None:
    check_purchase(game, seat, play.buy)
    if play.layout is not None:
        check_houses(game.players[seat], play.layout)
        check_layout(game.players[seat], play)


def check_purchase(game: Game, seat: Seat, buy: tuple[Composer, ...]) -> None:
    refuse(refusal_of_purchase(game, seat, buy))


def refusal_of_purchase(game: Game, seat: Seat, buy: tuple[Composer, ...]) -> Refusal | None:
    """Find what forbids to buy these pieces."""
    if len(buy) > MOST_THINGS:
        return refusal("too_many", most=MOST_THINGS)
    for composer in buy:
        if buy.count(composer) > game.offer[composer]:
            return refusal("not_offered", composer=composer, left=game.offer[composer])
    ducats, needed = game.players[seat].ducats, price(game, buy)
    return refusal("ducats_short", price=needed, ducats=ducats) if needed > ducats else None


def check_houses(player: Player, layout: Layout) -> None:
    """Refuse a layout that does not name every house of the player and each of its halls, and no other."""
    for city in layout:
        if city not in player.houses:
            raise Refused("no_house_there", city=city)
    for city, house in player.houses.items():
        if city not in layout:
            raise Refused("house_missing", city=city)
        if len(layout[city]) != len(house.halls):
            raise Refused("halls_differ", city=city, halls=len(house.halls))


def check_layout(player: Player, play: Impresario) -> None:
    """Refuse a layout of pieces not owned, or with two of one composer in a house."""
    assert play.layout is not None
    left = Counter[Piece](player.pieces())
    left.update(play.buy)
    for city, halls in play.layout.items():
        for piece in halls:
            if piece is None:
                continue
            if halls.count(piece) > 1:
                raise Refused("composer_twice", composer=piece, city=city)
            left[piece] -= 1
            if left[piece] < 0:
                raise Refused("not_your_piece", piece=piece)


def plays(game: Game, seat: Seat, most: int = MOST_THINGS) -> Iterator[Impresario]:
    """Yield every purchase that can be paid, without a layout."""
    yield purchase(())
    if most == 0:
        return
    ducats = game.players[seat].ducats
    offer = game.offer
    prices = [(composer, fame) for fame, composer in enumerate(game.ladder, 1) if offer[composer] and fame <= ducats]
    for place, (first, fame) in enumerate(prices):
        yield purchase((first,))
        if most == 1:
            continue
        if offer[first] > 1 and 2 * fame <= ducats:
            yield purchase((first, first))
        for second, more in prices[place + 1 :]:
            if fame + more <= ducats:
                yield purchase((first, second))


@cache
def purchase(buy: tuple[Composer, ...]) -> Impresario:
    return Impresario(buy, None)


def carry_out(game: Game, seat: Seat, play: Impresario, log: Log) -> None:
    for composer in play.buy:
        buy_piece(game, seat, composer, log)
    if play.layout is not None:
        stage(game.players[seat], play.layout)
        log.append(HousesArranged(seat, {city: play.layout[city] for city in CITIES if city in play.layout}))


def buy_piece(game: Game, seat: Seat, composer: Composer, log: Log) -> None:
    ducats = game.fame(composer)
    game.pay(seat, ducats)
    game.offer = {**game.offer, composer: game.offer[composer] - 1}
    game.put_into_stock(seat, composer)
    log.append(PieceBought(seat, composer, ducats))


def stage(player: Player, layout: Layout) -> None:
    """Put the pieces into the halls as the layout says, and all others into the stock."""
    left = list(player.pieces())
    houses: dict[City, House] = {}
    for city, house in player.houses.items():
        for piece in layout[city]:
            if piece is not None and piece in left:
                left.remove(piece)
        houses[city] = house if layout[city] == house.halls else House(house.parts, layout[city])
    player.houses = houses
    player.stock = in_order(left)


def random_layout(game: Game, seat: Seat, buy: tuple[Composer, ...], chance: Chance) -> Layout:
    """Draw a legal layout: every piece in turn goes to a hall that is free for it, or to the stock."""
    player = game.players[seat]
    halls: dict[City, list[Piece | None]] = {city: [None] * len(house.halls) for city, house in player.houses.items()}
    for piece in chance.shuffled([*player.pieces(), *buy]):
        free = [
            (city, hall)
            for city, row in halls.items()
            if piece not in row
            for hall, occupant in enumerate(row)
            if occupant is None
        ]
        place = chance.below(len(free) + 1)
        if place < len(free):
            city, hall = free[place]
            halls[city][hall] = piece
    return {city: tuple(row) for city, row in halls.items()}


def box(game: Game, seat: Seat, levels: Levels) -> ImpresarioBox:
    """List the offer from the most famous down."""
    rows = []
    for composer in reversed(game.ladder):
        refused = refusal_of_purchase(game, seat, (composer,))
        rows.append(OfferedPiece(composer, game.fame(composer), game.offer[composer], refused))
    return ImpresarioBox(levels, tuple(rows))


def ducats_needed(game: Game, seat: Seat) -> float:
    """Return the fewest ducats with which he brings the seat something; infinite if nothing is offered.

    None are needed if arranging alone adds to the income, which is of use only while a round follows.
    """
    if game.round < game.rounds and best_income(game, seat) > total_income(game, seat):
        return 0
    return min([fame for fame, composer in enumerate(game.ladder, 1) if game.offer[composer]], default=inf)


def prospect(game: Game, seat: Seat) -> ImpresarioProspect:
    """Count the pieces that could be bought, and what arranging alone would add to the income."""
    return ImpresarioProspect(
        buy=_most_to_buy(game, seat),
        empty_halls=empty_halls(game, seat),
        income=(total_income(game, seat), best_income(game, seat)),
    )


def _most_to_buy(game: Game, seat: Seat) -> int:
    """Return how many pieces the seat can pay: as many of the cheapest."""
    prices = [fame for fame, composer in enumerate(game.ladder, 1) for _ in range(game.offer[composer])]
    sums = accumulate(prices[:MOST_THINGS])
    return sum(price <= game.players[seat].ducats for price in sums)


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: Goal) -> Layout:
    """Find the best layout for the goal once these pieces are bought."""
    bought = tuple(composer for composer in COMPOSERS for wanted in buy if wanted == composer)
    if len(bought) != len(buy):
        raise Refused("malformed_action", field="buy")
    check_purchase(game, seat, bought)
    found = solve(game, seat, bought, *weights_of(goal))
    houses = game.players[seat].houses
    is_as_before = all(found[city] == house.halls for city, house in houses.items())
    return found if is_as_before else _with_house_piece(game, found)


def _with_house_piece(game: Game, layout: Layout) -> Layout:
    """Stage the house piece, which is never sold, instead of the most famous piece that only earns."""
    if any("house" in halls for halls in layout.values()):
        return layout
    earning = [
        (game.ladder.index(piece), city, place)
        for city, halls in layout.items()
        for place, piece in enumerate(halls)
        if place and piece in game.ladder
    ]
    if not earning:
        return layout
    _fame, city, place = max(earning)
    halls = layout[city]
    return {**layout, city: (*halls[:place], "house", *halls[place + 1 :])}
