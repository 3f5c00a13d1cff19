"""Keeping count: everybody's ducats and pieces as they follow from what happened in the open."""

from collections import Counter
from collections.abc import Iterable
from functools import singledispatchmethod

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
            self.note(event)

    @singledispatchmethod
    def note(self, event: Event) -> None:
        """Other events move neither ducats nor pieces into or out of a player's hands."""

    @note.register
    def _(self, event: GameStarted) -> None:
        self.began = True
        for place, seat in enumerate(event.order):
            self.ducats[seat] = STARTING_DUCATS + place
            self._own(seat, "house", 1)

    @note.register
    def _(self, event: BidsRevealed) -> None:
        self.ducats.subtract(event.bids)

    @note.register
    def _(self, event: PieceBought) -> None:
        self.ducats[event.seat] -= event.ducats
        self._own(event.seat, event.composer, 1)

    @note.register
    def _(self, event: PartBuilt) -> None:
        self.ducats[event.seat] -= event.ducats

    @note.register
    def _(self, event: PieceSold) -> None:
        self.ducats[event.seat] += event.ducats
        self._own(event.seat, event.piece, -1)

    @note.register
    def _(self, event: PieceGivenAway) -> None:
        self._own(event.seat, event.piece, -1)
        if event.receiver is not None:
            self._own(event.receiver, event.piece, 1)

    @note.register
    def _(self, event: IncomePaid) -> None:
        for seat, ducats in event.incomes.items():
            self.ducats[seat] += sum(ducats.values())

    @note.register
    def _(self, event: DucatsGranted) -> None:
        self.ducats.update(event.seats)

    def _own(self, seat: Seat, piece: Piece, number: int) -> None:
        self.pieces.setdefault(seat, Counter())[piece] += number

    def stock(self, seat: Seat, player: Player) -> tuple[Piece, ...]:
        """What the player owns and has not staged."""
        left = self.pieces[seat].copy()
        for house in player.houses.values():
            left.subtract(house.staged())
        return in_order(left.elements())
