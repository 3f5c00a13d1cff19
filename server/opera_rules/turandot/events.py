"""What happens in a game of Turandot. Every event is public: what is secret never becomes one."""

from collections.abc import Iterable
from typing import Any, Literal, cast, get_args

import msgspec

from opera_rules.api import Event, Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.cards import Card
from opera_rules.turandot.words import Director, Helper, Silent

LedTo = Literal["alone", "most", "tied", "beaten", "costumier", "carpenter", "no_helper"]
"""What an offer led to: the card, being alone on it or with the most money; nothing; or one of the helpers."""


class TurnStarted(Event, frozen=True, tag="turn"):
    turn: int
    puccini: Seat


class LineupDealt(Event, frozen=True, tag="lineup"):
    """The cards to be had this turn, by number."""

    cards: dict[int, Card]


class DirectorsLeft(Event, frozen=True, tag="directors_left"):
    """The directors who were not dealt in turn 4 are out of the game."""

    directors: tuple[Director, ...]


class OfferMade(Event, frozen=True, tag="offer_made"):
    """An offer lies face down: only the number of its cards is seen."""

    seat: Seat
    cards: int


class RevealedOffer(msgspec.Struct, frozen=True):
    """One player's offer, turned over; `rivals` offered the same number."""

    seat: Seat
    number: int | None
    money: int
    bluff: bool
    led_to: LedTo
    rivals: tuple[Seat, ...]
    card: str | None


class OffersRevealed(Event, frozen=True, tag="offers_revealed"):
    """All offers, by seat."""

    offers: tuple[RevealedOffer, ...]


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A card won by an offer; `money` cards are discarded for it."""

    seat: Seat
    number: int
    card: str
    money: int


class HelperHired(Event, frozen=True, tag="helper_hired"):
    """A helper turned a money card into a scenery card; `scenery` is how many the player now has."""

    seat: Seat
    helper: Helper
    scenery: int


class AssignedCard(msgspec.Struct, frozen=True):
    seat: Seat
    number: int
    card: str


class CardsAssigned(Event, frozen=True, tag="cards_assigned"):
    """Puccini's holder gave cards to those without one."""

    by: Seat
    cards: tuple[AssignedCard, ...]


class CardLeftOver(Event, frozen=True, tag="card_left_over"):
    """The last card of a line-up leaves the game, with two players it goes to the silent hand."""

    number: int
    card: str
    to: Silent | None


class PlayerNominated(Event, frozen=True, tag="nominated"):
    by: Seat
    seat: Seat


class DirectorDismissed(Event, frozen=True, tag="director_dismissed"):
    seat: Seat
    director: Director


class PucciniPassed(Event, frozen=True, tag="puccini_passed"):
    by: Seat
    to: Seat


class FinalHand(msgspec.Struct, frozen=True):
    """A hand's casting from Turandot to Pang and its points; `sex` and `puccini` are 0 or negative."""

    seat: Seat | Silent
    casting: tuple[str | None, ...]
    stars: int
    scenery: int
    preferred: int
    sex: int
    director: int
    puccini: int
    total: int


class GameEnded(Event, frozen=True, tag="game_ended"):
    """The result; `winners` is empty if the silent hand beats both players."""

    ranking: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]
    hands: tuple[FinalHand, ...]


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

PUBLIC: tuple[type[Event], ...] = (
    TurnStarted,
    LineupDealt,
    DirectorsLeft,
    OfferMade,
    OffersRevealed,
    CardTaken,
    HelperHired,
    CardsAssigned,
    CardLeftOver,
    PlayerNominated,
    DirectorDismissed,
    PucciniPassed,
    GameEnded,
)
"""What everybody hears of; an event that is not listed here is heard by nobody."""

EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)

Log = list[Event]


def visible(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events that this seat, or a spectator, may hear of."""
    return tuple(event for event in events if type(event) in PUBLIC)


def read_event(event: object) -> Event:
    """An event from its map; raises `Refused` with `malformed_event`."""
    try:
        read: Event = msgspec.convert(event, cast("Any", AnyEvent), str_keys=True)
    except (msgspec.ValidationError, RecursionError):
        raise Refused("malformed_event") from None
    return read
