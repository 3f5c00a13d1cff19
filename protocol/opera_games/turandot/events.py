"""What happens in a game of Turandot. Every event is public: what is secret never becomes one."""

from typing import ClassVar, get_args

import msgspec

from opera_games.api import Each, Event, Figure, Many, Seat, Word
from opera_games.turandot.documents import Card
from opera_games.turandot.words import Director, Helper, LedTo, Silent


class TurnStarted(Event, frozen=True, tag="turn"):
    """A turn began; this seat holds Puccini."""

    turn: Figure
    puccini: Seat


class LineupDealt(Event, frozen=True, tag="lineup"):
    """The cards to be had this turn, by number."""

    uncovers: ClassVar[bool] = True
    cards: Each[Figure, Card]


class DirectorsLeft(Event, frozen=True, tag="directors_left"):
    """The directors who were not dealt in turn 4 are out of the game."""

    uncovers: ClassVar[bool] = True
    directors: Many[Director]


class OfferMade(Event, frozen=True, tag="offer_made"):
    """An offer lies face down: only the number of its cards is seen."""

    seat: Seat
    cards: Figure


class RevealedOffer(msgspec.Struct, frozen=True):
    """One player's offer, turned over; `rivals` offered the same number."""

    seat: Seat
    number: Figure | None
    money: Figure
    bluff: bool
    led_to: LedTo
    rivals: Many[Seat]
    card: Word | None


class OffersRevealed(Event, frozen=True, tag="offers_revealed"):
    uncovers: ClassVar[bool] = True
    offers: Many[RevealedOffer]


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A card won by an offer; `money` cards are discarded for it."""

    seat: Seat
    number: Figure
    card: Word
    money: Figure


class HelperHired(Event, frozen=True, tag="helper_hired"):
    """A helper turned a money card into a scenery card; `scenery` is how many the player now has."""

    seat: Seat
    helper: Helper
    scenery: Figure


class AssignedCard(msgspec.Struct, frozen=True):
    """A card that Puccini's holder gave to a seat."""

    seat: Seat
    number: Figure
    card: Word


class CardsAssigned(Event, frozen=True, tag="cards_assigned"):
    """Puccini's holder gave cards to those without one."""

    by: Seat
    cards: Many[AssignedCard]


class CardLeftOver(Event, frozen=True, tag="card_left_over"):
    """The last card of a line-up leaves the game; with two players it goes to the silent hand."""

    number: Figure
    card: Word
    to: Silent | None


class PlayerNominated(Event, frozen=True, tag="nominated"):
    """Puccini's holder named the seat that dismisses a director."""

    by: Seat
    seat: Seat


class DirectorDismissed(Event, frozen=True, tag="director_dismissed"):
    seat: Seat
    director: Director


class PucciniPassed(Event, frozen=True, tag="puccini_passed"):
    """Puccini passed to the left."""

    by: Seat
    to: Seat


class FinalHand(msgspec.Struct, frozen=True):
    """A hand's casting from Turandot to Pang and its points; `sex` and `puccini` are 0 or negative."""

    seat: Seat | Silent
    casting: Many[Word | None]
    stars: Figure
    scenery: Figure
    preferred: Figure
    sex: Figure
    director: Figure
    puccini: Figure
    total: Figure


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The result; `winners` is empty if the silent hand beats both players."""

    uncovers: ClassVar[bool] = True
    ranking: Many[tuple[Seat, Figure]]
    winners: Many[Seat]
    hands: Many[FinalHand]


AnyEvent = (
    TurnStarted
    | LineupDealt
    | DirectorsLeft
    | OfferMade
    | OffersRevealed
    | CardTaken
    | HelperHired
    | CardsAssigned
    | CardLeftOver
    | PlayerNominated
    | DirectorDismissed
    | PucciniPassed
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
