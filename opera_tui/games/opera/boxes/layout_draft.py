"""What the Impresario prepares: purchases and a layout of all the player's houses, before anything is sent."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from opera_games.opera.actions import Layout
from opera_games.opera.words import City, Composer, Piece

OFFER: Final = "offer"
STOCK: Final = "stock"
Where = Literal["offer", "stock"] | City
Halls = Mapping[City, Sequence[Piece | None]]
"""What stands in the halls of each of the player's houses."""


class Slot(NamedTuple):
    """A place for a piece: in the offer, in a hall of a city's house, or in the stock."""

    where: Where
    spot: int

    @property
    def city(self) -> City:
        """Return the city of a hall."""
        assert self.where != OFFER
        assert self.where != STOCK
        return self.where


class Arrangement:
    """Pieces in halls and stock, and those bought; it starts from how they are now."""

    def __init__(self, houses: Halls, stock: Sequence[Piece]) -> None:
        self.houses_before: dict[City, tuple[Piece | None, ...]] = {
            city: tuple(halls) for city, halls in houses.items()
        }
        self.stock_before = tuple(stock)
        self.reset()

    def reset(self) -> None:
        """Restore everything as it was."""
        self.houses: dict[City, list[Piece | None]] = {city: list(halls) for city, halls in self.houses_before.items()}
        self.stock: list[Piece] = list(self.stock_before)
        self.buy: list[Composer] = []

    @property
    def has_new_layout(self) -> bool:
        return self.changed_halls > 0

    @property
    def is_changed(self) -> bool:
        return bool(self.buy) or self.has_new_layout

    @property
    def changed_halls(self) -> int:
        """Count the halls that stage something else than before."""
        return sum(self.houses_before[slot.city][slot.spot] != self.at(slot) for slot in self.hall_slots())

    @property
    def empty_halls(self) -> int:
        return sum(self.at(slot) is None for slot in self.hall_slots())

    @property
    def could_stage_purchase(self) -> bool:
        """Say whether a piece that was bought could stand in a hall that is empty."""
        open_houses = [halls for halls in self.houses.values() if None in halls]
        return any(piece in self.stock and piece not in halls for piece in self.buy for halls in open_houses)

    def layout(self) -> Layout:
        return {city: tuple(halls) for city, halls in self.houses.items()}

    def at(self, slot: Slot) -> Piece | None:
        """Return the piece in a hall or in the stock; the place after the stock's last piece is empty."""
        if slot.where == STOCK:
            return self.stock[slot.spot] if slot.spot < len(self.stock) else None
        return self.houses[slot.city][slot.spot]

    def swap(self, one: Slot, other: Slot) -> None:
        """Swap the contents of two places; either may be empty."""
        if one.where == other.where == STOCK:
            return
        if one.where == STOCK:
            one, other = other, one
        piece, replaced = self.at(one), self.at(other)
        self.houses[one.city][one.spot] = replaced
        self._put(other, piece)

    def _put(self, slot: Slot, piece: Piece | None) -> None:
        if slot.where != STOCK:
            self.houses[slot.city][slot.spot] = piece
        elif piece is None:
            del self.stock[slot.spot : slot.spot + 1]
        elif slot.spot < len(self.stock):
            self.stock[slot.spot] = piece
        else:
            self.stock.append(piece)

    def add_purchase(self, composer: Composer) -> Slot:
        """Add a piece to the stock; return where."""
        self.buy.append(composer)
        self.stock.append(composer)
        return Slot(STOCK, len(self.stock) - 1)

    def give_back(self, bought: Composer | None = None) -> None:
        """Give the last purchase back, or one that is named: from the stock, else from the hall where it was put."""
        composer = bought or self.buy[-1]
        self.buy.remove(composer)
        if composer in self.stock:
            del self.stock[len(self.stock) - 1 - self.stock[::-1].index(composer)]
            return
        halls = [slot for slot in self.hall_slots() if self.at(slot) == composer]
        new = [slot for slot in halls if self.is_moved(slot)]
        self._put((new or halls)[-1], None)

    def hall_slots(self) -> list[Slot]:
        return [Slot(city, index) for city, halls in self.houses.items() for index in range(len(halls))]

    def is_moved(self, slot: Slot) -> bool:
        """Say whether the piece was not there before."""
        piece = self.at(slot)
        if piece is None:
            return False
        if slot.where == STOCK:
            return self.stock[: slot.spot + 1].count(piece) > self.stock_before.count(piece)
        return self.houses_before[slot.city][slot.spot] != piece

    def is_repeated(self, slot: Slot) -> bool:
        """Say whether the same composer stands in an earlier hall of this house."""
        if slot.where == STOCK:
            return False
        piece = self.at(slot)
        return piece is not None and piece in self.houses[slot.city][: slot.spot]

    def would_repeat(self, held: Slot, there: Slot) -> bool:
        """Say whether a piece, put down in a hall, would be the second of its composer in that house."""
        if there.where in (OFFER, STOCK):
            return False
        halls = [Slot(there.where, spot) for spot in range(len(self.houses[there.city]))]
        return any(self.at(slot) == self.at(held) for slot in halls if slot not in (held, there))

    def first_repeated(self) -> tuple[City, Piece] | None:
        """Return city and composer of a house that stages a composer twice."""
        for slot in self.hall_slots():
            piece = self.at(slot)
            if piece is not None and self.is_repeated(slot):
                return slot.city, piece
        return None

    def take(self, layout: Halls) -> None:
        """Stage exactly this; all other pieces go to the stock."""
        pieces = [*self.stock, *(piece for halls in self.houses.values() for piece in halls if piece)]
        staged = Counter(piece for halls in layout.values() for piece in halls if piece)
        self.stock = []
        for piece in pieces:
            if staged[piece]:
                staged[piece] -= 1
            else:
                self.stock.append(piece)
        self.houses = {city: list(layout[city]) for city in self.houses}
