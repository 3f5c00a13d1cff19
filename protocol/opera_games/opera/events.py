"""What happens in a game of Opera. Every event is public: what is secret never becomes one."""

from typing import ClassVar, get_args

from opera_games.api import Each, Event, Figure, Many, Seat, Word
from opera_games.opera.actions import Layout
from opera_games.opera.words import Character, City, Composer, Role, Source


class GameStarted(Event, frozen=True, tag="started"):
    """The order of play at the beginning; the later seats got 1, 2 and 3 ducats more."""

    uncovers: ClassVar[bool] = True
    order: Many[Seat]


class RoundStarted(Event, frozen=True, tag="round"):
    round: Figure


class BidMade(Event, frozen=True, tag="bid"):
    """A bid was sealed; its amount is shown only when all have bid."""

    seat: Seat


class BidsRevealed(Event, frozen=True, tag="bids"):
    """All bids, and the order of play and the levels that they lead to."""

    uncovers: ClassVar[bool] = True
    bids: Each[Seat, Figure]
    order: Many[Seat]
    levels: Each[Seat, Figure]


class RoleHired(Event, frozen=True, tag="hired"):
    """A seat hired a role and paid its fee in levels."""

    seat: Seat
    role: Role
    before: Figure
    level: Figure


class JoinedIn(Event, frozen=True, tag="joined"):
    """A seat joined in with another's employee and paid for it in levels."""

    seat: Seat
    role: Role
    before: Figure
    level: Figure


class IntermezzoTaken(Event, frozen=True, tag="intermezzo"):
    """A seat did not join in."""

    seat: Seat
    role: Role


class Closed(Event, frozen=True, tag="closed"):
    """A seat hires no more roles in this round; automatic if the limit is reached."""

    seat: Seat
    automatic: bool


class PieceBought(Event, frozen=True, tag="bought"):
    seat: Seat
    composer: Composer
    ducats: Figure


class HousesArranged(Event, frozen=True, tag="arranged"):
    seat: Seat
    layout: Layout


class PartBuilt(Event, frozen=True, tag="built"):
    seat: Seat
    part: Word
    ducats: Figure
    points: Figure


class PieceSold(Event, frozen=True, tag="sold"):
    """A piece went to the Palazzo; one of ducats and points is 0."""

    seat: Seat
    piece: Composer
    source: Source
    ducats: Figure
    points: Figure


class PawnMoved(Event, frozen=True, tag="pawn"):
    seat: Seat
    role: Character
    city: City


class FameChanged(Event, frozen=True, tag="fame"):
    """The Critico moved a composer by some steps; `ladder` is the one after that."""

    seat: Seat
    composer: Composer
    steps: Figure
    ladder: Many[Composer]


class PiecesAppraised(Event, frozen=True, tag="appraised"):
    """The Esperto scored a seat's pieces in his city."""

    seat: Seat
    city: City
    points: Figure


class AppraisalDeclined(Event, frozen=True, tag="declined"):
    """A seat did not let the Esperto score its pieces."""

    seat: Seat
    city: City


class PieceGivenAway(Event, frozen=True, tag="given"):
    """The Esperto's price: the best piece goes to a player, or to the discard pile (None)."""

    seat: Seat
    city: City
    piece: Composer
    receiver: Seat | None


class IncomePaid(Event, frozen=True, tag="income"):
    """Ducats per seat and city, the Maestro's doubling included."""

    incomes: Each[Seat, Each[City, Figure]]


class ComposersRose(Event, frozen=True, tag="rose"):
    """The most staged composers, and those of them that really rose."""

    staged: Many[Composer]
    rose: Many[Composer]
    ladder: Many[Composer]


class OfferFilled(Event, frozen=True, tag="offer"):
    """The new offer; `surplus` are the pieces set aside, `reshuffled` whether the discard pile was used."""

    uncovers: ClassVar[bool] = True
    pieces: Each[Composer, Figure]
    surplus: Each[Composer, Figure]
    reshuffled: bool


class PalazzoEmptied(Event, frozen=True, tag="palazzo"):
    """The Palazzo's pieces went to the discard pile."""

    pieces: Many[Composer]


class DucatsGranted(Event, frozen=True, tag="granted"):
    """One ducat for each player on level 0."""

    seats: Many[Seat]


class RoundEnded(Event, frozen=True, tag="round_ended"):
    round: Figure


class Counted(Event, frozen=True, tag="counted"):
    """A counting, by seat: great halls, century bonus, empty halls (0 or less)."""

    counting: Figure
    great: Each[Seat, Figure]
    century: Each[Seat, Figure]
    empty: Each[Seat, Figure]
    points: Each[Seat, Figure]


class CitiesOpened(Event, frozen=True, tag="opened"):
    """The next episode's cities are open."""

    cities: Many[City]


class GameEnded(Event, frozen=True, tag="ended"):
    """The ranking: pairs of seat and points, the best first."""

    uncovers: ClassVar[bool] = True
    ranking: Many[tuple[Seat, Figure]]


AnyEvent = (
    GameStarted
    | RoundStarted
    | BidMade
    | BidsRevealed
    | RoleHired
    | JoinedIn
    | IntermezzoTaken
    | Closed
    | PieceBought
    | HousesArranged
    | PartBuilt
    | PieceSold
    | PawnMoved
    | FameChanged
    | PiecesAppraised
    | AppraisalDeclined
    | PieceGivenAway
    | IncomePaid
    | ComposersRose
    | OfferFilled
    | PalazzoEmptied
    | DucatsGranted
    | RoundEnded
    | Counted
    | CitiesOpened
    | GameEnded
)
EVENTS: tuple[type[Event], ...] = get_args(AnyEvent)
