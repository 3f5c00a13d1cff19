"""What is seen of a game of Turandot: its cards, the public document, and the private one of each seat."""

import msgspec

from opera_games.api import Each, Figure, Many, Name, Seat, Shown, Word
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

    id: Word
    name: Name
    stars: Figure
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

    name: Name
    stars: Figure
    category: Category
    sex: Sex
    prefers: Part | None


class DirectorCard(Shown, frozen=True):
    """A director: the points it brings, where it is, and the hand that took it."""

    effect: Each[Effect, Figure]
    state: Whereabouts
    by: Seat | Silent | None


class Points(Shown, frozen=True):
    """The points of a cast, by what they are for, and their total."""

    stars: Figure
    scenery: Figure
    preferred: Figure
    sex: Figure
    director: Figure
    puccini: Figure
    total: Figure


class PublicHand(Shown, frozen=True, kw_only=True):
    """A hand: its cards, the singers of the six parts from Turandot to Pang, and its points."""

    singers: Many[Word]
    director: Director | None
    casting: Many[Word | None]
    preferred: Many[Part]
    wrong_sex: Many[Part]
    points: Points


class PublicPlayer(PublicHand, frozen=True):
    """A player's hand with money and scenery; `down` counts the cards of the offer that lies face down."""

    money: Figure
    scenery: Figure
    down: Figure | None


class Ending(Shown, frozen=True):
    """The ranking, pairs of seat and points, and the winners; nobody if the silent hand beats both players."""

    ranking: Many[tuple[Seat, Figure]]
    winners: Many[Seat]


class PublicDocument(Shown, frozen=True):
    """What everybody sees, with the figures that would otherwise need the rules."""

    turn: Figure
    turns: Figure
    phase: Phase
    puccini: Seat
    waiting: Each[Word, Phase]
    lacking: Many[Seat]
    nominated: Seat | None
    lineup: Each[Word, Word]
    """Cards by number."""
    deck: Figure
    discarded: Many[Word]
    directors: Each[Director, DirectorCard]
    players: Many[PublicPlayer]
    silent: PublicHand | None
    end: Ending | None
    edition: Name
    cards: Each[Word, SingerRow]
    parts: Each[Part, Sex]
    helpers: Many[Helper]


class HandCards(Shown, frozen=True):
    """The cards that a seat can offer."""

    numbers: Many[Figure]
    money: Figure
    bluff: bool


class MadeOffer(Shown, frozen=True):
    """The seat's offer that lies face down."""

    number: Figure | None
    money: Figure
    bluff: bool


class PrivateDocument(Shown, frozen=True):
    """What only one seat sees: its hand, and its offer until the reveal."""

    seat: Seat
    hand: HandCards
    offer: MadeOffer | None
