"""What is on the board and before the seats, as plain numbers.

A house never holds two pieces of one composer, so what is staged in it is a set of seven bits, and of the places in it
only the great hall counts. What a seat owns is one number with five bits for each composer; its stock is what it owns
and has not staged. `numbers` says which number is what.
"""

from typing import Protocol, Self

from opera_bots.opera.playouts.numbers import Fame, Plans


class Shuffles(Protocol):
    """Where chance comes from when the supply is shuffled."""

    def mixed(self, pile: list[int], aside: list[int]) -> list[int]:
        """Return the supply with the pieces that were set aside."""
        ...

    def refilled(self, discard: list[int]) -> list[int]:
        """Return the discard pile, given by how many pieces it has of each composer, as a new supply."""
        ...


class BoardState:
    """What there is; by seat, or by seat and city (`seat * HOUSES + city`)."""

    __slots__ = (
        "built",
        "century",
        "closed",
        "discard",
        "ducats",
        "episode",
        "fame",
        "great",
        "halls",
        "hired",
        "kind",
        "ladder",
        "level",
        "offer",
        "order",
        "own",
        "palazzo",
        "parts",
        "pawns",
        "plans",
        "players",
        "playing",
        "points",
        "queue",
        "roles",
        "round",
        "rounds",
        "seat",
        "shuffles",
        "staged",
        "supply",
    )

    plans: Plans
    players: int
    rounds: int
    round: int
    episode: int
    kind: int
    """The decision that is open."""
    seat: int
    """Who decides; everybody if bids are asked."""
    playing: int
    """The role that the others are asked about."""
    queue: list[int]
    order: list[int]
    roles: int
    """The roles left, as a set."""
    ladder: tuple[int, ...]
    fame: Fame
    century: tuple[int, ...]
    offer: list[int]
    discard: list[int]
    supply: list[int]
    """The last one is drawn next."""
    palazzo: int
    """The composers in it, as a set."""
    pawns: list[int]
    """The cities of Maestro, Critico and Esperto."""
    parts: list[int]
    ducats: list[int]
    points: list[int]
    level: list[int]
    hired: list[int]
    closed: list[bool]
    own: list[int]
    """What each seat owns, packed."""
    built: list[int]
    """The parts of each seat, as a set."""
    halls: list[int]
    staged: list[int]
    great: list[int]
    shuffles: Shuffles | None
    """Without it the offer of the next round is not drawn: a search may end where chance begins."""

    def copy(self) -> Self:
        new = self.__new__(type(self))
        new.plans, new.players, new.rounds = self.plans, self.players, self.rounds
        new.round, new.episode, new.kind, new.seat = self.round, self.episode, self.kind, self.seat
        new.playing, new.roles, new.palazzo = self.playing, self.roles, self.palazzo
        new.ladder, new.fame, new.century = self.ladder, self.fame, self.century
        new.shuffles = self.shuffles
        new.queue, new.order = self.queue[:], self.order[:]
        new.offer, new.discard, new.supply = self.offer[:], self.discard[:], self.supply[:]
        new.pawns, new.parts = self.pawns[:], self.parts[:]
        new.ducats, new.points, new.level = self.ducats[:], self.points[:], self.level[:]
        new.hired, new.closed = self.hired[:], self.closed[:]
        new.own, new.built = self.own[:], self.built[:]
        new.halls, new.staged, new.great = self.halls[:], self.staged[:], self.great[:]
        return new
