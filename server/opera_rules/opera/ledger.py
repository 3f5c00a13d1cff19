"""Keeping count: everybody's ducats and pieces as they follow from what happened in the open."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from opera_rules.api import Event, Seat
from opera_rules.opera.events import (
    BidsRevealed,
    DucatsGranted,
    GameStarted,
    IncomePaid,
    PartBuilt,
    PieceBought,
    PieceGivenAway,
    PieceSold,
)
from opera_rules.opera.state import Player, in_order
from opera_rules.opera.words import STARTING_DUCATS, Piece


class Ledger:
    """What a player with a good memory knows; worth something only if `began`, from the first event on."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.began = False
        self.ducats = Counter[Seat]()
        self.pieces: dict[Seat, Counter[Piece]] = {}
        for event in events:
            note = NOTES.get(type(event))
            if note:
                note(self, event)

    def own(self, seat: Seat, piece: Piece, number: int) -> None:
        self.pieces.setdefault(seat, Counter())[piece] += number

    def stock(self, seat: Seat, player: Player) -> tuple[Piece, ...]:
        """What the player owns and has not staged."""
        left = self.pieces[seat].copy()
        for house in player.houses.values():
            left.subtract(house.staged())
        return in_order(left.elements())


def _started(ledger: Ledger, event: GameStarted) -> None:
    ledger.began = True
    for place, seat in enumerate(event.order):
        ledger.ducats[seat] = STARTING_DUCATS + place
        ledger.own(seat, "house", 1)


def _bids(ledger: Ledger, event: BidsRevealed) -> None:
    ledger.ducats.subtract(event.bids)


def _bought(ledger: Ledger, event: PieceBought) -> None:
    ledger.ducats[event.seat] -= event.ducats
    ledger.own(event.seat, event.composer, 1)


def _built(ledger: Ledger, event: PartBuilt) -> None:
    ledger.ducats[event.seat] -= event.ducats


def _sold(ledger: Ledger, event: PieceSold) -> None:
    ledger.ducats[event.seat] += event.ducats
    ledger.own(event.seat, event.piece, -1)


def _given(ledger: Ledger, event: PieceGivenAway) -> None:
    ledger.own(event.seat, event.piece, -1)
    if event.receiver is not None:
        ledger.own(event.receiver, event.piece, 1)


def _income(ledger: Ledger, event: IncomePaid) -> None:
    for seat, ducats in event.incomes.items():
        ledger.ducats[seat] += sum(ducats.values())


def _granted(ledger: Ledger, event: DucatsGranted) -> None:
    ledger.ducats.update(event.seats)


NOTES: dict[type[Event], Callable[[Ledger, Any], None]] = {
    GameStarted: _started,
    BidsRevealed: _bids,
    PieceBought: _bought,
    PartBuilt: _built,
    PieceSold: _sold,
    PieceGivenAway: _given,
    IncomePaid: _income,
    DucatsGranted: _granted,
}
"""Events that move ducats or pieces into or out of a player's hands; the others do not matter here."""
