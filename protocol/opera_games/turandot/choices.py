"""What a seat is asked in Turandot: the rows of its decision box, and what an action would bring."""

from typing import Final

import msgspec

from opera_games.api import Change, Figure, Many, Map, Refusal, Seat, Shown, Word
from opera_games.turandot.words import Director, Helper, Part


class NumberRow(Shown, frozen=True):
    """A card of the line-up with the seat's cast before and after; a director with every cast and the silent hand's."""

    number: Figure
    card: Word
    cast: Change
    part: Part | None = None
    casts: Many[Change] | None = None
    silent: Change | None = None


class AloneRow(Shown, frozen=True):
    """Money alone: what a helper brings, and the helpers there are; none in turn 4 and for Puccini's holder."""

    cast: Change | None = None
    scenery: Change | None = None
    money: Change | None = None
    helpers: Many[Helper] | None = None
    refusal: Refusal | None = None


class MoneyRow(Shown, frozen=True):
    """A number of money cards, and what is left if the offer wins."""

    money: Figure
    left: Figure | None = None
    refusal: Refusal | None = None


class BluffRow(Shown, frozen=True):
    """With or without the bluff card, and how many cards it adds."""

    bluff: bool
    cards: Figure


class IfNotWon(Shown, frozen=True):
    """What follows if the offer does not win: the money stays, and this seat assigns a card."""

    money: Figure
    assigned_by: Seat


class OfferChoices(Shown, frozen=True, tag_field="kind", tag="offer"):
    """Each number with its card, money alone, money, bluff, and what follows if the offer does not win."""

    numbers: Many[NumberRow]
    alone: AloneRow
    money: Many[MoneyRow]
    bluff: Many[BluffRow]
    otherwise: IfNotWon


class GivenRow(Shown, frozen=True):
    """A player who may get a card, with that player's cast before and after."""

    seat: Seat
    cast: Change
    part: Part | None = None


class CardRow(Shown, frozen=True):
    """A card left, with every player who may get it; with two players also the silent hand's cast."""

    number: Figure
    card: Word
    given: Many[GivenRow]
    silent: Change | None = None


class AssignChoices(Shown, frozen=True, tag_field="kind", tag="assign"):
    """The players without a card, and the cards left."""

    seats: Many[Seat]
    cards: Many[CardRow]


class NomineeRow(Shown, frozen=True):
    """A player who may be named, with the points of that player's cast."""

    seat: Seat
    cast: Figure | None = None
    refusal: Refusal | None = None


class NominateChoices(Shown, frozen=True, tag_field="kind", tag="nominate"):
    """A row for every player; one is to be named to dismiss a director."""

    seats: Many[NomineeRow]


class DirectorRow(Shown, frozen=True):
    """A director with what it would bring to every cast as of now."""

    director: Director
    casts: Many[Change]
    silent: Change | None = None
    refusal: Refusal | None = None


class DismissChoices(Shown, frozen=True, tag_field="kind", tag="dismiss"):
    """A row for each of the nine directors, one of whom is to be dismissed."""

    directors: Many[DirectorRow]


Choices = OfferChoices | AssignChoices | NominateChoices | DismissChoices


FIGURES_BY_SEAT: Final[tuple[str, ...]] = ()


class Preview(Shown, frozen=True):
    """What an action would bring; here only why it is refused, None if it is not."""

    refusal: Refusal | None


class IfWon(Shown, frozen=True):
    """What a winning offer brings: a card, or scenery and a card from Puccini's holder."""

    number: Figure | None = None
    card: Word | None = None
    cast: Change | None = None
    part: Part | None = None
    scenery: Change | None = None
    money: Change | None = None
    assigned_by: Seat | None = None


class OfferBack(Shown, frozen=True):
    """What follows if an offer does not win: the money before and after, and the seat that assigns a card."""

    money: Change
    assigned_by: Seat


class OfferPreview(Preview, frozen=True):
    """How many cards lie face down, and what follows if the offer wins or does not."""

    down: Figure
    won: IfWon | None
    """None for money alone that brings no helper."""
    otherwise: OfferBack


class GivenCard(Shown, frozen=True):
    """A card that a player would get, with that player's cast before and after."""

    seat: Seat
    number: Figure
    card: Word
    cast: Change
    part: Part | None = None


class LeftOver(Shown, frozen=True):
    """The card that would be left over; with two players also the silent hand's cast."""

    number: Figure
    card: Word
    silent: Change | None = None


class AssignPreview(Preview, frozen=True):
    """What each player would get, and the card that is left over then."""

    given: Many[GivenCard]
    left_over: LeftOver


class NominatePreview(Preview, frozen=True):
    """The seat that would be named."""

    nominated: Seat


class DismissPreview(Preview, frozen=True):
    """The directors that would be left."""

    directors: Many[Director]


def read_preview(preview: Map) -> Preview:
    """Read a preview from its map: the kind whose fields it has."""
    kinds: tuple[type[Preview], ...] = (OfferPreview, AssignPreview, NominatePreview, DismissPreview)
    kind = next((kind for kind in kinds if kind.__struct_fields__[1] in preview), Preview)
    return msgspec.convert(preview, kind)
