"""What a seat is asked in Opera: the rows of its decision box, and what an action would bring."""

from typing import Any, Final, Generic, Literal, TypeVar, cast, get_args

import msgspec
from msgspec import UNSET, UnsetType

from opera_games.api import Change, Each, Figure, Many, Map, Refusal, Seat, Shown, Word, tag_of
from opera_games.opera.words import DUCATS_PER_FAME, FEES, City, Composer, Piece, Role, Source

ProspectT = TypeVar("ProspectT")
RowT = TypeVar("RowT")
BySeat = Each[Word, Change]
"""A figure of every seat, before and after; seats are text."""
Levels = Many[Figure | None]
"""Budget levels after doing 0, 1 or 2 things; None where that is impossible."""


def rise(figure: Change) -> int:
    """Return by how much a figure grows."""
    return figure[1] - figure[0]


def sale_worth(points: int, income: int, counting: int, *, is_last_round: bool) -> float:
    """Return the points of a sale and of what changes with it; two ducats of income are a point while a round follows.

    The Palazzo pays two ducats for a point as well, so a sale is worth the same for either.
    """
    return points + counting + (0 if is_last_round else income / DUCATS_PER_FAME)


class BidRow(Shown, frozen=True):
    """What a bid would bring: level and ducats, the order of play, the seats it passes, and roles that it pays for.

    `roles` are those that would help the seat as the game stands, with the ducats that are left, as many as the level
    pays for together.
    """

    amount: Figure
    level: Change
    ducats: Change
    order: Many[tuple[Seat, Figure]]
    passes: Many[Seat]
    roles: Many[Role]
    instead: Many[Role]
    """Other roles that would help, each of which the level pays for instead."""
    spare: Many[Role]
    """Maestro and Critico, where the level pays for them besides although they would not help now."""


class ImpresarioProspect(Shown, frozen=True):
    """How many pieces could be bought, and what arranging alone would add to the income."""

    buy: Figure
    empty_halls: Figure
    income: Change

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether its hirer gets anything; more income is of use only while a round follows."""
        return self.buy > 0 or (rise(self.income) > 0 and not is_last_round)


class ArchitettoProspect(Shown, frozen=True):
    """How many parts could be built, and the most points for them."""

    parts: Figure
    points: Figure

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether its hirer gets anything."""
        return self.parts > 0


class SignoraProspect(Shown, frozen=True):
    """The sale that brings most, less what the piece's hall brings with it, and the figures before and after."""

    piece: Composer
    source: Source
    ducats: Figure
    points: Figure
    income: Change
    counting: Change

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether the sale brings more than it costs."""
        return sale_worth(self.points, rise(self.income), rise(self.counting), is_last_round=is_last_round) > 0


class MaestroProspect(Shown, frozen=True):
    """The city where the seat's income grows most."""

    city: City
    income: Change

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether it brings at least what its fee cost; income is of use only while a round follows."""
        return rise(self.income) >= FEES["maestro"] and not is_last_round


class CriticoProspect(Shown, frozen=True):
    """The review that helps the seat's counting most."""

    city: City
    composer: Composer | None
    steps: Figure
    counting: Change

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether its hirer gets anything."""
        return self.composer is not None and rise(self.counting) > 0


class EspertoProspect(Shown, frozen=True):
    """The city where the seat's pieces score most, and the seat that gets the best of them."""

    city: City
    points: Figure
    gives: Composer | None
    receiver: Seat | None

    def helps(self, *, is_last_round: bool) -> bool:
        """Say whether it brings more than its fee cost; the best piece goes away, too."""
        return self.points > FEES["esperto"]


Prospect = (
    ImpresarioProspect | ArchitettoProspect | SignoraProspect | MaestroProspect | CriticoProspect | EspertoProspect
)


class RoleRow(Shown, Generic[ProspectT], frozen=True, tag_field="role"):
    """A role that could be hired: its fee, the level before and after, and the best it could do; or a refusal."""

    fee: Figure
    refusal: Refusal | None = None
    level: Change | None = None
    could: ProspectT | None = None

    @property
    def role(self) -> Role:
        return cast("Role", tag_of(self))


class ImpresarioRow(RoleRow[ImpresarioProspect], frozen=True, tag="impresario"):
    """The row that offers to hire the Impresario."""


class ArchitettoRow(RoleRow[ArchitettoProspect], frozen=True, tag="architetto"):
    """The row that offers to hire the Architetto."""


class SignoraRow(RoleRow[SignoraProspect], frozen=True, tag="signora"):
    """The row that offers to hire the Signora."""


class MaestroRow(RoleRow[MaestroProspect], frozen=True, tag="maestro"):
    """The row that offers to hire the Maestro."""


class CriticoRow(RoleRow[CriticoProspect], frozen=True, tag="critico"):
    """The row that offers to hire the Critico."""


class EspertoRow(RoleRow[EspertoProspect], frozen=True, tag="esperto"):
    """The row that offers to hire the Esperto."""


AnyRoleRow = ImpresarioRow | ArchitettoRow | SignoraRow | MaestroRow | CriticoRow | EspertoRow
ROLE_ROWS: dict[Role, type[RoleRow[Any]]] = {row.__struct_config__.tag: row for row in get_args(AnyRoleRow)}


class OfferedPiece(Shown, frozen=True):
    """A composer's pieces in the offer, with the price of one and how many are left."""

    composer: Composer
    price: Figure
    left: Figure
    refusal: Refusal | None = None


class OfferedPart(Shown, frozen=True):
    """A building part with its price, the points it brings, and how many are left."""

    part: Word
    halls: Figure
    ducats: Figure
    points: Figure
    left: Figure
    refusal: Refusal | None = None


class SaleSource(Shown, frozen=True):
    """A place that a piece can be sold from, with level, income and counting before and after."""

    source: Source
    level: tuple[Figure, Figure | None]
    income: Change
    counting: Change


class Sale(Shown, frozen=True):
    """A piece that could be sold, with both rewards and the places it can be sold from."""

    piece: Composer
    ducats: Figure
    points: Figure
    sources: Many[SaleSource]
    refusal: Refusal | None = None


class MaestroVisit(Shown, frozen=True):
    """A city for the Maestro, with everybody's income before and after."""

    city: City
    income: BySeat | None = None
    refusal: Refusal | None = None


class CriticoVisit(Shown, frozen=True):
    """A city for the Critico, with the composers staged there."""

    city: City
    composers: Many[Composer] | None = None
    refusal: Refusal | None = None


class FameMove(Shown, frozen=True):
    """The ladder after some steps of a composer, with everybody's counting before and after."""

    ladder: Many[Composer] | None = None
    counting: BySeat | None = None
    refusal: Refusal | None = None


class EspertoVisit(Shown, frozen=True):
    """A city for the Esperto: the pieces that score, the one given away and to whom, and what others could score."""

    city: City
    pieces: Many[Composer] | None = None
    points: Figure | None = None
    gives: Composer | UnsetType | None = UNSET
    """None if there is no piece in the city."""
    receiver: Seat | UnsetType | None = UNSET
    """None is the discard pile."""
    income: Change | None = None
    counting: Change | None = None
    others: Each[Word, Figure] | None = None
    refusal: Refusal | None = None


class Box(Shown, Generic[RowT], frozen=True, tag_field="role"):
    """A role's box: the levels that it leads to, and a row for everything that can be chosen."""

    levels: Levels
    rows: Many[RowT]

    @property
    def role(self) -> Role:
        return cast("Role", tag_of(self))


class ImpresarioBox(Box[OfferedPiece], frozen=True, tag="impresario"):
    """The offer from the most famous composer down."""


class ArchitettoBox(Box[OfferedPart], frozen=True, tag="architetto"):
    """All building parts, by city."""


class SignoraBox(Box[Sale], frozen=True, tag="signora"):
    """Each composer owned, the most famous first, and whether one sale fills the Palazzo."""

    fills_palazzo: bool


class MaestroBox(Box[MaestroVisit], frozen=True, tag="maestro"):
    """Every city for the Maestro."""


class CriticoBox(Box[CriticoVisit], frozen=True, tag="critico"):
    """Every city for the Critico, and what moving a composer by some steps (as text) does, the same in every city."""

    moves: Each[Composer, Each[Word, FameMove]]


class EspertoBox(Box[EspertoVisit], frozen=True, tag="esperto"):
    """Every city for the Esperto."""


AnyBox = ImpresarioBox | ArchitettoBox | SignoraBox | MaestroBox | CriticoBox | EspertoBox


class BidChoices(Shown, frozen=True, tag_field="kind", tag="bid"):
    """A row for every bid; `limit` says what makes a higher one impossible."""

    highest: Figure
    limit: Literal["ducats", "level"]
    rows: Many[BidRow]


class Closing(Shown, frozen=True):
    """The roles that the seat could still pay for if it did not close."""

    payable: Many[Role]


class ActChoices(Shown, frozen=True, tag_field="kind", tag="act"):
    """A row for every role, closing, and the boxes of the roles that can be hired."""

    rows: Many[AnyRoleRow]
    close: Closing
    boxes: Each[Role, AnyBox]


class JoinChoices(Shown, frozen=True, tag_field="kind", tag="join"):
    """The box of the employee that another seat hired."""

    box: AnyBox


class AppraiseChoices(Shown, frozen=True, tag_field="kind", tag="appraise"):
    """What the Esperto would score for this seat, the piece it would lose, and its figures before and after."""

    city: City
    pieces: Many[Composer]
    points: Figure
    gives: Composer | None
    income: Change
    counting: Change


Choices = BidChoices | ActChoices | JoinChoices | AppraiseChoices


class HouseChange(Shown, frozen=True):
    """Income and counting of a house, before and after."""

    income: Change
    counting: Change


class Preview(Shown, frozen=True):
    """What an action would bring; here only why it is refused, None if it is not."""

    refusal: Refusal | None


class PreviewWithFigures(Preview, frozen=True):
    """What an action would bring; some refused ones have figures too."""

    level: Change
    order: Many[tuple[Seat, Figure]]
    ducats: Change
    points: Change
    stock: Many[Piece]
    ladder: Many[Composer]
    empty_halls: Change
    income: BySeat
    counting: BySeat
    houses: Each[City, HouseChange]


FIGURES_BY_SEAT: Final = tuple(
    field.name for field in msgspec.structs.fields(PreviewWithFigures) if field.type == BySeat
)


def read_preview(preview: Map) -> Preview:
    """Read a preview from its map, with figures if it has them."""
    return msgspec.convert(preview, PreviewWithFigures if "level" in preview else Preview)
