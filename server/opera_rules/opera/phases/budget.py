"""Bids and the budget table: each level is a queue, and all levels from the top are the order of play."""

from collections.abc import Iterator

from opera_games.opera.actions import Bid
from opera_games.opera.events import BidMade, BidsRevealed
from opera_games.opera.words import TOP_LEVEL
from opera_rules.api import Log, Seat
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused

BIDS = tuple(Bid(amount) for amount in range(TOP_LEVEL + 1))


def move_marker(game: Game, seat: Seat, level: int) -> None:
    """Move the marker to the new level; the others close up."""
    place = place_at(game, seat, level)
    others = [other for other in game.order if other != seat]
    game.order = (*others[:place], seat, *others[place:])
    game.players[seat].level = level


def place_at(game: Game, seat: Seat, level: int) -> int:
    """Return how many play before the seat with its marker on this level: it goes to the right of the markers there.

    A marker that does not move keeps its place.
    """
    if level == game.players[seat].level:
        return game.order.index(seat)
    return sum([game.players[other].level >= level for other in game.order if other != seat])


def pay_levels(game: Game, seat: Seat, levels: int) -> None:
    """Spend budget; what costs nothing does not move the marker."""
    move_marker(game, seat, game.players[seat].level - levels)


def ask_bids(game: Game) -> None:
    game.phase = "bid"
    game.waiting = dict.fromkeys(range(len(game.players)), "bid")


def highest_bid(game: Game, seat: Seat) -> int:
    """Return the highest bid that the ducats and the table allow."""
    player = game.players[seat]
    return min(player.ducats, TOP_LEVEL - player.level)


def possible_bids(game: Game, seat: Seat) -> Iterator[Bid]:
    return iter(BIDS[: highest_bid(game, seat) + 1])


def check_bid(game: Game, seat: Seat, bid: Bid) -> None:
    if bid.amount < 0:
        raise Refused("bid_below_zero")
    highest = highest_bid(game, seat)
    if bid.amount > highest:
        raise Refused("bid_too_high", highest=highest)


def seal_bid(game: Game, seat: Seat, bid: Bid, log: Log) -> None:
    game.bids = {**game.bids, seat: bid.amount}
    log.append(BidMade(seat))


def reveal_bids(game: Game, log: Log) -> None:
    """Pay all bids and move the markers in the order of the table before the bids; then roles can be hired."""
    bids = game.bids
    game.bids = {}
    game.phase = "act"
    for seat in game.order:
        place_bid(game, seat, bids[seat])
    levels = {seat: player.level for seat, player in enumerate(game.players)}
    log.append(BidsRevealed({seat: bids[seat] for seat in levels}, game.order, levels))


def place_bid(game: Game, seat: Seat, amount: int) -> None:
    """Pay a bid and move the marker; a seat that bids nothing stays at its place."""
    game.pay(seat, amount)
    move_marker(game, seat, game.level(seat) + amount)
