"""What is seen of a game of Turandot: its cards, the public document, and the private one of each seat."""

import msgspec

from opera_games.api import Seat, Shown
from opera_games.turandot.words import (
    Category,
    Director,
    Effect,
    Helper,
    Part,
    Phase,
    Sex,
    Silent,
    Whereabouts,
)


class Singer(msgspec.Struct, frozen=True, cache_hash=True):
    """One card of the deck."""

    id: str
    name: str
    stars: int
    category: Category
    sex: Sex
    prefers: Part | None = None


Card = Singer | Director
"""Directors lie in the line-up of turn 4, singers in all others."""


def card_id(card: Card) -> str:
    """Return the name of a card in documents and events."""
    return card.id if isinstance(card, Singer) else card


class SingerRow(Shown, frozen=True, array_like=True):
    """A singer of the deck; a list on the wire, for there are 36 of them."""

    name: str
    stars: int
    category: Category
    sex: Sex
    prefers: Part | None


class DirectorCard(Shown, frozen=True):
    """A director: the points it brings, where it is, and the hand that took it."""

    effect: dict[Effect, int]
    state: Whereabouts
    by: Seat | Silent | None


class Points(Shown, frozen=True):
    """The points of a cast, by what they are for, and their total."""

    stars: int
    scenery: int
    preferred: int
    sex: int
    director: int
    puccini: int
    total: int


class PublicHand(Shown, frozen=True, kw_only=True):
    """A hand: its cards, the singers of the six parts from Turandot to Pang, and its points."""

    singers: tuple[str, ...]
    director: Director | None
    casting: tuple[str | None, ...]
    preferred: tuple[Part, ...]
    wrong_sex: tuple[Part, ...]
    points: Points


class PublicPlayer(PublicHand, frozen=True):
    """A player's hand with money and scenery; `down` counts the cards of the offer that lies face down."""

    money: int
    scenery: int
    down: int | None


class Ending(Shown, frozen=True):
    """The ranking, pairs of seat and points, and the winners; nobody if the silent hand beats both players."""

    ranking: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]


class PublicDocument(Shown, frozen=True):
    """What everybody sees, with the figures that would otherwise need the rules."""

    turn: int
    turns: int
    phase: Phase
    puccini: Seat
    waiting: dict[str, Phase]
    lacking: tuple[Seat, ...]
    nominated: Seat | None
    lineup: dict[str, str]
    """Cards by number."""
    deck: int
    discarded: tuple[str, ...]
    directors: dict[Director, DirectorCard]
    players: tuple[PublicPlayer, ...]
    silent: PublicHand | None
    end: Ending | None
    edition: str
    cards: dict[str, SingerRow]
    parts: dict[Part, Sex]
    helpers: tuple[Helper, ...]


class HandCards(Shown, frozen=True):
    """The cards that a seat can offer."""

    numbers: tuple[int, ...]
    money: int
    bluff: bool


class MadeOffer(Shown, frozen=True):
    """The seat's offer that lies face down."""

    number: int | None
    money: int
    bluff: bool


class PrivateDocument(Shown, frozen=True):
    """What only one seat sees: its hand, and its offer until the reveal."""

    seat: Seat
    hand: HandCards
    offer: MadeOffer | None
