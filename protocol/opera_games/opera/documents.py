"""What is seen of a game of Opera: the public document, and the private one of each seat."""

from typing import Annotated, TypedDict

from opera_games.api import MANY, Each, Figure, Many, Name, Seat, Shown, Word
from opera_games.opera.words import (
    Answer,
    Character,
    City,
    Composer,
    Kind,
    Phase,
    Piece,
    Role,
    Wing,
)


class PartPlan(TypedDict):
    """A building part as the data file has it: its halls, and its copies with 2, 3 and 4 players."""

    halls: Figure
    copies: Annotated[list[Figure], MANY]


class CityPlan(TypedDict):
    """A city as the data file has it."""

    episode: Figure
    pawn_places: Figure
    parts: Each[Wing, PartPlan]


class EditionFile(TypedDict):
    """The data file of the buildings as it was read; a typed map, so that the order of its keys is kept."""

    game: Name
    name: Name
    cities: Each[City, CityPlan]


class House(Shown, frozen=True, cache_hash=True):
    """An opera house: its parts in the order main, wing a, wing b, wing c, and a piece or None for each hall."""

    parts: Many[Word]
    halls: Many[Piece | None]

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

    great: Figure
    century: Figure
    empty: Figure

    @property
    def total(self) -> int:
        return self.great + self.century + self.empty


class PublicPlayer(Shown, frozen=True):
    """What everybody sees of a player; ducats and stock only if the screens are open."""

    points: Figure
    level: Figure
    hired: Figure
    closed: bool
    has_bid: bool
    stock_size: Figure
    houses: Each[City, House]
    income: Each[City, Figure]
    """What the coming income would bring if it were now."""
    counting: Counting
    """What the coming counting would bring if it were now."""
    ducats: Figure | None = None
    stock: Many[Piece] | None = None


class PublicDocument(Shown, frozen=True):
    """What everybody sees, with the figures that panels show."""

    game: Name
    edition: EditionFile
    rounds: Figure
    open_screens: bool
    fees: Each[Role, Figure]
    role_limit: Figure
    palazzo_places: Figure
    countings: Many[Figure]
    round: Figure
    episode: Figure
    phase: Phase
    ladder: Many[Composer]
    century: Many[Composer]
    offer: Each[Composer, Figure]
    discard: Each[Composer, Figure]
    supply: Figure
    palazzo: Many[Composer]
    pawns: Each[Character, City | None]
    parts: Each[Word, Figure]
    open_cities: Many[City]
    roles: Many[Role]
    takers: Each[Role, Seat]
    order: Many[Seat]
    playing: Role | None
    queue: Many[Seat]
    waiting: Each[Word, Kind]
    answers: Each[Word, Answer]
    staged: Each[Composer, Figure]
    rising: Many[Composer]
    players: Many[PublicPlayer]


class PrivateDocument(Shown, frozen=True):
    """What only one seat sees: its purse, its stock and its sealed bid."""

    seat: Seat
    ducats: Figure
    stock: Many[Piece]
    bid: Figure | None
