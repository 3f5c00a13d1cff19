"""What happened in Opera, one line a turn: `▲R Architetto: Wien main, wing a, +6 · ●Y joins in: Paris main`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from opera_games.api import Event, Seat
from opera_games.opera.actions import Layout
from opera_games.opera.events import (
    AppraisalDeclined,
    BidMade,
    BidsRevealed,
    CitiesOpened,
    Closed,
    ComposersRose,
    Counted,
    DucatsGranted,
    FameChanged,
    GameEnded,
    GameStarted,
    HousesArranged,
    IncomePaid,
    IntermezzoTaken,
    JoinedIn,
    OfferFilled,
    PalazzoEmptied,
    PartBuilt,
    PawnMoved,
    PieceBought,
    PieceGivenAway,
    PiecesAppraised,
    PieceSold,
    RoleHired,
    RoundEnded,
    RoundStarted,
)
from opera_tui.games.opera.labels import filled, name, names, part_names, signed
from opera_tui.games.opera.view import OperaView
from opera_tui.games.telling import between_parts
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, joined, row

BEGINNINGS: Final = (GameStarted, RoundStarted, RoleHired, Closed, IncomePaid, Counted, GameEnded)
OPENINGS: Final = (RoleHired, JoinedIn, IntermezzoTaken, AppraisalDeclined)
"""What another player's part of a turn begins with."""
PASSING: Final = (GameStarted, RoundStarted, BidMade, OfferFilled)
"""What the board shows for long, so that nobody has to wait for it."""


class OperaTelling:
    """A turn is a role with all who join in; a round begins with its bids and ends with income and fame."""

    passing: tuple[type[Event], ...] = PASSING
    lingering: tuple[type[Event], ...] = (RoundEnded,)

    def begins(self, event: AnyLine) -> bool:
        return isinstance(event, BEGINNINGS)

    def line(self, view: OperaView, events: list[AnyLine]) -> Row:
        first = events[0]
        if isinstance(first, RoundStarted) or any(isinstance(event, BidsRevealed) for event in events):
            return _round(view, events)
        between = between_parts(view.glyphs)
        parts = [part for part in _parts(view, events) if part]
        return joined(parts, between)


def _round(view: OperaView, events: Sequence[AnyLine]) -> Row:
    """Draw the line between two rounds: `── round 8 · bids ◆5 ▲6 ●4 ■0 ──`."""
    rule, dot = view.glyphs.rule, view.glyphs.dot
    parts: list[Any] = [Span(f"{rule} ", "quiet")]
    for event in events:
        if isinstance(event, RoundStarted):
            parts.append(Span(_("round {round}").format(round=event.round) + " ", "quiet"))
        elif isinstance(event, BidsRevealed):
            lead = _("bids") if len(parts) == 1 else f"{dot} " + _("bids")
            parts += [Span(f"{lead} ", "quiet"), by_player(view, event.bids), " "]
    return row(*parts, Span(rule, "quiet"))


def by_player(view: OperaView, figures: Mapping[Seat, int | str]) -> Row:
    """Draw a figure for each player: `◆5 ▲6`."""
    parts: list[Span] = []
    for seat, figure in sorted(figures.items()):
        parts += [Span(f"{view.glyphs.shape(seat)}{figure}", view.sign(seat).role), Span(" ")]
    return row(*parts[:-1])


def _parts(view: OperaView, events: Sequence[AnyLine]) -> Iterable[Row]:
    """Draw what each player did, or what happened to all."""
    own: list[Event] = []
    for event in events:
        if not isinstance(event, Event):
            continue
        seat = getattr(event, "seat", None)
        if seat is None or isinstance(event, Closed):
            yield _of_all(view, event)
            continue
        if own and (isinstance(event, OPENINGS) or seat != _seat(own)):
            yield _of_player(view, own)
            own = []
        own.append(event)
    if own:
        yield _of_player(view, own)


def _seat(events: Sequence[Event]) -> Seat:
    seat: Seat = events[0].seat  # type: ignore[attr-defined]
    return seat


def _of_all(view: OperaView, event: Event) -> Row:
    """Draw what is not a role's; nothing of what the panels show anyway, such as a new offer."""
    tell = OF_ALL.get(type(event))
    return tell(view, event) if tell else EMPTY


def _started(view: OperaView, event: GameStarted) -> Row:
    return row(_("order of play "), *(row(view.sign(seat), " ") for seat in event.order))


def _closed(view: OperaView, event: Closed) -> Row:
    text = _("closes after the last role allowed") if event.automatic else _("closes")
    return row(view.sign(event.seat), f" {text}")


def _income(view: OperaView, event: IncomePaid) -> Row:
    totals = {seat: sum(cities.values()) for seat, cities in event.incomes.items()}
    return row(_("income "), by_player(view, totals))


def _rose(view: OperaView, event: ComposersRose) -> Row:
    if not event.rose:
        return EMPTY
    text = ngettext("{composers} rises", "{composers} rise", len(event.rose))
    return row(text.format(composers=names(view, event.rose)))


def _granted(view: OperaView, event: DucatsGranted) -> Row:
    return filled(_("1 ducat for {who}"), who=row(*(row(view.sign(seat), " ") for seat in event.seats))[:-1])


def _counted(view: OperaView, event: Counted) -> Row:
    gains = {seat: signed(event.great[seat] + event.century[seat] + event.empty[seat]) for seat in sorted(event.points)}
    return row(_("counting {number} ").format(number=event.counting), by_player(view, gains))


def _ended(view: OperaView, event: GameEnded) -> Row:
    return row(_("the game is over: "), *(row(by_player(view, dict([place])), " ") for place in event.ranking))[:-1]


OF_ALL: Final[Mapping[type[Event], Callable[[OperaView, Any], Row]]] = {
    GameStarted: _started,
    Closed: _closed,
    IncomePaid: _income,
    ComposersRose: _rose,
    OfferFilled: lambda _view, event: row(_("the discard pile becomes the supply")) if event.reshuffled else EMPTY,
    PalazzoEmptied: lambda _view, _event: row(_("the Palazzo is emptied")),
    DucatsGranted: _granted,
    Counted: _counted,
    CitiesOpened: lambda view, event: row(_("now open: {cities}").format(cities=names(view, event.cities))),
    GameEnded: _ended,
}


def _of_player(view: OperaView, events: Sequence[Event]) -> Row:
    """Draw what one player did: who, how, and what came of it."""
    first, sign = events[0], view.sign(_seat(events))
    if isinstance(first, IntermezzoTaken):
        return row(sign, " ", _("intermezzo"))
    if isinstance(first, AppraisalDeclined):
        return row(sign, " ", _("keeps the pieces"))
    done = _done(view, events)
    if isinstance(first, RoleHired):
        return row(sign, f" {name(view, first.role)}: ", done or _("nothing"))
    if isinstance(first, JoinedIn):
        return row(sign, " ", _("joins in"), ": ", done)
    return row(sign, " ", done)


def _done(view: OperaView, events: Sequence[Event]) -> Row:
    """Draw what came of a role for one player."""
    bought = [event for event in events if isinstance(event, PieceBought)]
    built = [event for event in events if isinstance(event, PartBuilt)]
    things: list[Row] = []
    if bought:
        things.append(_bought(view, bought, [event.layout for event in events if isinstance(event, HousesArranged)]))
    elif any(isinstance(event, HousesArranged) for event in events):
        things.append(row(_("rearranges")))
    if built:
        things += [
            row(part_names(view, [event.part for event in built])),
            row(signed(sum(event.points for event in built))),
        ]
    things += [thing for event in events if (thing := _thing(view, event))]
    return joined(things, Span(", "))


def _bought(view: OperaView, events: Sequence[PieceBought], layouts: Sequence[Layout]) -> Row:
    """Draw `buys Verdi (Wien), Mozart for 9 ducats`: also where they are staged, if no others by the composer are."""
    ducats = sum(event.ducats for event in events)
    text = ngettext("buys {composers} for {ducats} ducat", "buys {composers} for {ducats} ducats", ducats)
    bought: list[str] = []
    for composer, number in Counter(event.composer for event in events).items():
        times = f" {view.glyphs.doubled[:-1]}{number}" if number > 1 else ""
        cities = [city for layout in layouts for city, halls in layout.items() if composer in halls]
        where = f" ({names(view, cities)})" if len(cities) == number else ""
        bought.append(name(view, composer) + times + where)
    return row(text.format(composers=", ".join(bought), ducats=ducats))


def _thing(view: OperaView, event: Event) -> Row:
    match event:
        case PieceSold():
            return row(_sold(view, event))
        case PawnMoved():
            return row(name(view, event.city))
        case FameChanged():
            fame = event.ladder.index(event.composer) + 1
            return row(f"{name(view, event.composer)} {view.glyphs.change(fame - event.steps, fame)}")
        case PiecesAppraised():
            return row(signed(event.points))
        case PieceGivenAway():
            return _given(view, event)
    return EMPTY


def _sold(view: OperaView, event: PieceSold) -> str:
    piece = name(view, event.piece)
    if event.points:
        text = ngettext("sells {piece} for {n} point", "sells {piece} for {n} points", event.points)
        return text.format(piece=piece, n=event.points)
    text = ngettext("sells {piece} for {n} ducat", "sells {piece} for {n} ducats", event.ducats)
    return text.format(piece=piece, n=event.ducats)


def _given(view: OperaView, event: PieceGivenAway) -> Row:
    piece = name(view, event.piece)
    if event.receiver is None:
        return row(_("{piece} to the discard pile").format(piece=piece))
    return filled(_("{piece} to {who}"), piece=piece, who=view.sign(event.receiver))


def received(view: OperaView, events: Sequence[AnyLine]) -> list[Row]:
    """Draw a line for each piece that the reader has got from the Esperto."""
    if view.me is None:
        return []
    given = [event for event in events if isinstance(event, PieceGivenAway) and event.receiver == view.me]
    text = _("You receive {piece} from {who}, into your stock")
    return [filled(text, piece=name(view, event.piece), who=view.sign(event.seat)) for event in given]
