"""What the Impresario prepares: purchases and a layout of all own houses; nothing of it is known to the server yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

OFFER: Final = "offer"
STOCK: Final = "stock"
Layout = Mapping[str, Sequence[str | None]]


class Slot(NamedTuple):
    """A place for a piece: in the offer, in a hall of a city's house, or in the stock."""

    where: str
    spot: int


class Arrangement:
    """Pieces in halls and stock, and those bought; starts as things are."""

    def __init__(self, houses: Layout, stock: Sequence[str]) -> None:
        self.houses_before: dict[str, tuple[str | None, ...]] = {city: tuple(halls) for city, halls in houses.items()}
        self.stock_before = tuple(stock)
        self.reset()

    def reset(self) -> None:
        """All as it was."""
        self.houses: dict[str, list[str | None]] = {city: list(halls) for city, halls in self.houses_before.items()}
        self.stock: list[str] = list(self.stock_before)
        self.buy: list[str] = []

    @property
    def has_new_layout(self) -> bool:
        return any(tuple(halls) != self.houses_before[city] for city, halls in self.houses.items())

    @property
    def is_changed(self) -> bool:
        return bool(self.buy) or self.has_new_layout

    @property
    def changed_halls(self) -> int:
        """How many halls stage something else than before."""
        pairs = [(then, now) for city, halls in self.houses.items() for then, now in self._pairs(city, halls)]
        return sum(then != now for then, now in pairs)

    def _pairs(self, city: str, halls: list[str | None]) -> list[tuple[str | None, str | None]]:
        return list(zip(self.houses_before[city], halls, strict=True))

    def layout(self) -> dict[str, list[str | None]]:
        return {city: list(halls) for city, halls in self.houses.items()}

    def at(self, slot: Slot) -> str | None:
        """The piece in a hall or in the stock; the place after the stock's last piece is empty."""
        if slot.where == STOCK:
            return self.stock[slot.spot] if slot.spot < len(self.stock) else None
        return self.houses[slot.where][slot.spot]

    def swap(self, one: Slot, other: Slot) -> None:
        """What is in one place goes to the other and the other way round; either may be empty."""
        if one.where == other.where == STOCK:
            return
        if one.where == STOCK:
            one, other = other, one
        piece, replaced = self.at(one), self.at(other)
        self.houses[one.where][one.spot] = replaced
        self._put(other, piece)

    def _put(self, slot: Slot, piece: str | None) -> None:
        if slot.where != STOCK:
            self.houses[slot.where][slot.spot] = piece
        elif piece is None:
            del self.stock[slot.spot : slot.spot + 1]
        elif slot.spot < len(self.stock):
            self.stock[slot.spot] = piece
        else:
            self.stock.append(piece)

    def add_purchase(self, composer: str) -> Slot:
        """A piece more, in the stock; returns where."""
        self.buy.append(composer)
        self.stock.append(composer)
        return Slot(STOCK, len(self.stock) - 1)

    def give_back(self) -> None:
        """The last purchase goes back: from the stock, else from the hall where it was put."""
        composer = self.buy.pop()
        if composer in self.stock:
            del self.stock[len(self.stock) - 1 - self.stock[::-1].index(composer)]
            return
        halls = [slot for slot in self.hall_slots() if self.at(slot) == composer]
        new = [slot for slot in halls if self.is_moved(slot)]
        self._put((new or halls)[-1], None)

    def hall_slots(self) -> list[Slot]:
        return [Slot(city, index) for city, halls in self.houses.items() for index in range(len(halls))]

    def is_moved(self, slot: Slot) -> bool:
        """Whether the piece was not there before."""
        piece = self.at(slot)
        if piece is None:
            return False
        if slot.where == STOCK:
            return self.stock[: slot.spot + 1].count(piece) > self.stock_before.count(piece)
        return self.houses_before[slot.where][slot.spot] != piece

    def is_repeated(self, slot: Slot) -> bool:
        """Whether the same composer stands in an earlier hall of this house."""
        if slot.where == STOCK:
            return False
        piece = self.at(slot)
        return piece is not None and piece in self.houses[slot.where][: slot.spot]

    def first_repeated(self) -> tuple[str, str] | None:
        """City and composer of a house that stages somebody twice."""
        for slot in self.hall_slots():
            piece = self.at(slot)
            if piece is not None and self.is_repeated(slot):
                return slot.where, piece
        return None

    def take(self, layout: Layout) -> None:
        """Stage exactly this; the rest is in the stock."""
        pieces = [*self.stock, *(piece for halls in self.houses.values() for piece in halls if piece)]
        staged = Counter(piece for halls in layout.values() for piece in halls if piece)
        self.stock = []
        for piece in pieces:
            if staged[piece]:
                staged[piece] -= 1
            else:
                self.stock.append(piece)
        self.houses = {city: list(layout[city]) for city in self.houses}
