"""The budget table: each level is a queue, and the whole is the order of play."""

from collections.abc import Iterator

from opera_rules.api import Seat
from opera_rules.opera.actions import Bid
from opera_rules.opera.events import BidMade, BidsRevealed, Log
from opera_rules.opera.purse import pay
from opera_rules.opera.state import Game
from opera_rules.opera.words import TOP_LEVEL
from opera_rules.refusals import Refused

BIDS = tuple(Bid(amount) for amount in range(TOP_LEVEL + 1))


def move_marker(game: Game, seat: Seat, level: int) -> None:
    """The marker joins the new level to the right of those that stand there; the others close up."""
    game.players[seat].level = level
    others = [other for other in game.order if other != seat]
    place = sum(game.players[other].level >= level for other in others)
    game.order = (*others[:place], seat, *others[place:])


def pay_levels(game: Game, seat: Seat, levels: int) -> None:
    """Budget spent; what costs nothing does not move the marker."""
    if levels:
        move_marker(game, seat, game.players[seat].level - levels)


def begin_bidding(game: Game) -> None:
    game.phase = "bid"
    game.waiting = dict.fromkeys(range(len(game.players)), "bid")


def highest_bid(game: Game, seat: Seat) -> int:
    """As far as the ducats and the table reach."""
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
    """All bids are paid, and the markers move in the order of the table before the bids."""
    bids = game.bids
    game.bids = {}
    for seat in game.order:
        place_bid(game, seat, bids[seat])
    levels = {seat: player.level for seat, player in enumerate(game.players)}
    log.append(BidsRevealed({seat: bids[seat] for seat in levels}, game.order, levels))


def place_bid(game: Game, seat: Seat, amount: int) -> None:
    """Who bids nothing stays at the same place."""
    if not amount:
        return
    pay(game, seat, amount)
    move_marker(game, seat, game.level(seat) + amount)
