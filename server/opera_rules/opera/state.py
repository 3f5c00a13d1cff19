"""The full state of a game of Opera.

`apply` copies a `Game` and changes the copy. Only a `Game` and its `Player`s are ever changed in place; everything
inside them (tuples, maps, houses) is replaced as a whole, so a copy of the two outer layers is enough.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from opera_games.opera.documents import House
from opera_games.opera.words import (
    COMPOSERS,
    COUNTING_ROUNDS,
    EPISODE_OF,
    PLACE_OF,
    TOP_LEVEL,
    WINGS,
    Answer,
    Character,
    City,
    Composer,
    Kind,
    Part,
    Phase,
    Piece,
    Role,
    Source,
)
from opera_rules.api import Map, Seat
from opera_rules.opera.edition import Edition


class Player(msgspec.Struct):
    """What one seat has; ducats and stock are behind its screen."""

    ducats: int
    points: int
    level: int
    stock: tuple[Piece, ...]
    houses: dict[City, House]
    hired: int = 0
    closed: bool = False

    def pieces(self) -> Iterator[Piece]:
        """Yield everything this player owns, staged or in the stock."""
        yield from self.stock
        for house in self.houses.values():
            yield from house.staged()


class Game(msgspec.Struct):
    """The full state; `order` is the order of play, the budget table read from the top and the left."""

    edition: Edition
    seed: bytes
    draws: int
    rounds: int
    open_screens: bool
    round: int
    phase: Phase
    ladder: tuple[Composer, ...]
    century: tuple[Composer, ...]
    offer: dict[Composer, int]
    discard: dict[Composer, int]
    supply: tuple[Composer, ...]
    palazzo: tuple[Composer, ...]
    pawns: dict[Character, City | None]
    parts: dict[Part, int]
    roles: tuple[Role, ...]
    order: tuple[Seat, ...]
    players: list[Player]
    bids: dict[Seat, int]
    waiting: dict[Seat, Kind]
    playing: Role | None = None
    queue: tuple[Seat, ...] = ()
    takers: dict[Role, Seat] = msgspec.field(default_factory=dict)
    """The seat that hired each role this round; shown, never asked by a rule."""
    answers: dict[Seat, Answer] = msgspec.field(default_factory=dict)
    """What the others did with the role in play or last played; shown, never asked by a rule."""

    def copy(self) -> "Game":
        return replace(self, players=[replace(player) for player in self.players])

    def fame(self, piece: Piece) -> int:
        """Return a composer's level on the ladder; the house composer has none."""
        return 0 if piece == "house" else self.ladder.index(piece) + 1

    def level(self, seat: Seat) -> int:
        return self.players[seat].level

    def others(self, seat: Seat) -> Iterator[Seat]:
        """Yield all other seats in budget order."""
        return (other for other in self.order if other != seat)

    @property
    def countings(self) -> tuple[int, ...]:
        """Return the rounds after which there is a counting."""
        return COUNTING_ROUNDS[self.rounds]

    @property
    def episode(self) -> int:
        """Return 1, 2 or 3: the episode this round belongs to, and the number of its counting."""
        return EPISODE_OF[self.rounds][self.round]

    def open_cities(self) -> tuple[City, ...]:
        return self.edition.open_in[self.episode]

    def opens_after(self, city: City) -> int:
        """Return the counting round after which a city of a later episode opens."""
        return self.edition.opens_after(city, self.countings)

    def pay(self, seat: Seat, ducats: int) -> None:
        self.players[seat].ducats -= ducats

    def earn(self, seat: Seat, ducats: int) -> None:
        self.players[seat].ducats += ducats

    def score(self, seat: Seat, points: int) -> None:
        self.players[seat].points += points

    def take_piece(self, seat: Seat, piece: Piece, source: Source) -> None:
        """Take the piece from the stock or its hall, which stays empty."""
        player = self.players[seat]
        if source == "stock":
            player.stock = without(player.stock, piece)
            return
        player.houses = {**player.houses, source: player.houses[source].without(piece)}

    def put_into_stock(self, seat: Seat, piece: Piece) -> None:
        player = self.players[seat]
        player.stock = in_order((*player.stock, piece))

    def put_on_discard(self, pieces: Iterable[Composer]) -> None:
        discard = dict(self.discard)
        for composer in pieces:
            discard[composer] += 1
        self.discard = discard

    def empty_palazzo(self) -> tuple[Composer, ...]:
        """Move everything in the Palazzo to the discard pile; return what it was."""
        pieces = self.palazzo
        self.put_on_discard(pieces)
        self.palazzo = ()
        return pieces


def in_order(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Sort pieces as in every stock: by composer, the house piece last."""
    return tuple(sorted(pieces, key=PLACE_OF.__getitem__))


def without(pieces: tuple[Piece, ...], piece: Piece) -> tuple[Piece, ...]:
    """Return the pieces without one of this kind."""
    at = pieces.index(piece)
    return pieces[:at] + pieces[at + 1 :]


def no_pieces() -> dict[Composer, int]:
    return dict.fromkeys(COMPOSERS, 0)


def parts_in_order(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(sorted(parts, key=lambda part: WINGS.index(part.partition(".")[2])))


def waiting(game: Game) -> dict[Seat, Kind]:
    """Name the seats that must decide, and the kind of decision; empty once the game is over."""
    return game.waiting


def progress(game: Game) -> dict[str, int]:
    return {"round": game.round, "rounds": game.rounds}


def finished(game: Game) -> int:
    """Say how many rounds are over; a counting belongs to the round before it."""
    return game.round if game.phase == "done" else game.round - 1


def scores(game: Game) -> tuple[int, ...]:
    return tuple([player.points for player in game.players])


def write_state(game: Game) -> Map:
    """Write the full state as a transcript shows it, seats as text where they are keys."""
    return {
        "round": game.round,
        "phase": game.phase,
        "ladder": list(game.ladder),
        "century": list(game.century),
        "offer": dict(game.offer),
        "discard": dict(game.discard),
        "supply": len(game.supply),
        "palazzo": list(game.palazzo),
        "pawns": dict(game.pawns),
        "parts": dict(game.parts),
        "roles": list(game.roles),
        "budget": budget_table(game),
        "players": [_player(player) for player in game.players],
        "bids": {str(seat): game.bids[seat] for seat in sorted(game.bids)},
        "playing": game.playing,
        "queue": list(game.queue),
        "waiting": {str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
    }


def budget_table(game: Game) -> list[list[Seat]]:
    """Return the seats on each level from 0 to 10, from left to right."""
    return [[seat for seat in game.order if game.level(seat) == level] for level in range(TOP_LEVEL + 1)]


def _player(player: Player) -> Map:
    return {
        "ducats": player.ducats,
        "points": player.points,
        "stock": list(player.stock),
        "hired": player.hired,
        "closed": player.closed,
        "houses": {city: _house(house) for city, house in player.houses.items()},
    }


def _house(house: House) -> Map:
    return {"parts": list(house.parts), "halls": list(house.halls)}
