"""What is seen of a game of Opera: the public document, and the private one of each seat."""

from typing import TypedDict

from opera_games.api import Seat, Shown
from opera_games.opera.words import (
    Answer,
    Character,
    City,
    Composer,
    Kind,
    Part,
    Phase,
    Piece,
    Role,
    Wing,
)


class PartPlan(TypedDict):
    """A building part as the data file has it: its halls, and its copies with 2, 3 and 4 players."""

    halls: int
    copies: list[int]


class CityPlan(TypedDict):
    """A city as the data file has it."""

    episode: int
    pawn_places: int
    parts: dict[Wing, PartPlan]


class EditionFile(TypedDict):
    """The data file of the buildings as it was read; a typed map, so that the order of its keys is kept."""

    game: str
    name: str
    cities: dict[City, CityPlan]


class House(Shown, frozen=True, cache_hash=True):
    """An opera house: its parts in the order main, wing a, wing b, wing c, and a piece or None for each hall."""

    parts: tuple[Part, ...]
    halls: tuple[Piece | None, ...]

    def staged(self) -> tuple[Piece, ...]:
        return tuple([piece for piece in self.halls if piece])

    def without(self, piece: Piece) -> "House":
        """Return the house with the hall of this piece empty."""
        return House(self.parts, tuple([None if staged == piece else staged for staged in self.halls]))

    def composers(self) -> tuple[Composer, ...]:
        """Return the pieces that have fame, without the house piece."""
        return tuple([piece for piece in self.halls if piece and piece != "house"])


class Counting(Shown, frozen=True):
    """What a counting brings: points for great halls, the century bonus, and empty halls (0 or less)."""

    great: int
    century: int
    empty: int

    @property
    def total(self) -> int:
        return self.great + self.century + self.empty


class PublicPlayer(Shown, frozen=True):
    """What everybody sees of a player; ducats and stock only if the screens are open."""

    points: int
    level: int
    hired: int
    closed: bool
    has_bid: bool
    stock_size: int
    houses: dict[City, House]
    income: dict[City, int]
    """What the coming income would bring if it were now."""
    counting: Counting
    """What the coming counting would bring if it were now."""
    ducats: int | None = None
    stock: tuple[Piece, ...] | None = None


class PublicDocument(Shown, frozen=True):
    """What everybody sees, with the figures that panels show."""

    game: str
    edition: EditionFile
    rounds: int
    open_screens: bool
    fees: dict[Role, int]
    role_limit: int
    palazzo_places: int
    countings: tuple[int, ...]
    round: int
    episode: int
    phase: Phase
    ladder: tuple[Composer, ...]
    century: tuple[Composer, ...]
    offer: dict[Composer, int]
    discard: dict[Composer, int]
    supply: int
    palazzo: tuple[Composer, ...]
    pawns: dict[Character, City | None]
    parts: dict[Part, int]
    open_cities: tuple[City, ...]
    roles: tuple[Role, ...]
    takers: dict[Role, Seat]
    order: tuple[Seat, ...]
    playing: Role | None
    queue: tuple[Seat, ...]
    waiting: dict[str, Kind]
    answers: dict[str, Answer]
    staged: dict[Composer, int]
    rising: tuple[Composer, ...]
    players: tuple[PublicPlayer, ...]


class PrivateDocument(Shown, frozen=True):
    """What only one seat sees: its purse, its stock and its sealed bid."""

    seat: Seat
    ducats: int
    stock: tuple[Piece, ...]
    bid: int | None
