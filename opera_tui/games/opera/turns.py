"""What happened in Opera, one line a turn: `▲M Architetto: Wien main, wing a, +6 · ●B joins in: Paris main`."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from opera_games.api import Event, Seat
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
from opera_games.opera.words import COMPOSERS, Part, Piece, Wing
from opera_tui.games.opera.labels import CITY_LETTERS, WING_NAMES, code, counted_tokens, name, signed, token
from opera_tui.games.opera.panels.houses import WING_LETTERS
from opera_tui.games.opera.view import OperaView
from opera_tui.games.telling import between_parts, rule_line
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import NP_, _, mark, ngettext, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, filled, joined, row

BEGINNINGS: Final = (GameStarted, RoundStarted, RoleHired, Closed, IncomePaid, Counted, GameEnded)
OPENINGS: Final = (RoleHired, JoinedIn, IntermezzoTaken, AppraisalDeclined)
"""What another player's part of a turn begins with."""
PASSING: Final = (GameStarted, RoundStarted, BidMade, OfferFilled)
"""What the board shows for long, so that nobody has to wait for it."""
DECISIONS: Final = (BidMade, *OPENINGS, Closed)
DECIDING: Final = (
    *DECISIONS,
    *(PieceBought, HousesArranged, PartBuilt, PieceSold, PawnMoved, FameChanged),
)
BRIEF_WINGS: Final[Mapping[Wing, str]] = {**WING_LETTERS, "main": NP_("main part of a house, 5 cells", "main")}


class Words(NamedTuple):
    """How a turn names things: in full, or where there is little room, in few letters and without prices."""

    view: OperaView
    is_brief: bool = False

    def name(self, word: str) -> str:
        """Return a composer, a city or a role."""
        if self.is_brief and word in COMPOSERS:
            return code(self.view.glyphs, word)
        short = CITY_LETTERS.get(word) if self.is_brief else None
        return short or name(self.view, word)

    def names(self, words: Iterable[str]) -> str:
        return ", ".join(map(self.name, words))

    def part(self, wing: str) -> str:
        """Return `main` or `wing a`, in brief `a`."""
        names = BRIEF_WINGS if self.is_brief else WING_NAMES
        return next((_(head) for known, head in names.items() if known == wing), wing)


class OperaTelling:
    """A turn is a role with all who join in; a round begins with its bids and ends with income and fame."""

    passing: tuple[type[Event], ...] = PASSING
    lingering: tuple[type[Event], ...] = (RoundEnded,)
    opening: tuple[type[Event], ...] = DECISIONS
    deciding: tuple[type[Event], ...] = DECIDING

    def begins(self, event: AnyLine) -> bool:
        return isinstance(event, BEGINNINGS)

    def line(self, view: OperaView, events: list[AnyLine]) -> Row:
        return _round(view, events) if _is_about_bids(events) else _joined(Words(view), _groups(events))

    def logged(self, view: OperaView, events: list[AnyLine]) -> Sequence[Row]:
        """Draw a counting below a rule of its own, and the new offer below the end of a round."""
        first = events[0]
        if isinstance(first, Counted):
            others = [_joined(Words(view), [group]) for group in _groups(events[1:])]
            return [*_counting(view, first), *filter(None, others)]
        offers = [_offered(view, event) for event in events if isinstance(event, OfferFilled)]
        begins = [rule_line(view.glyphs, row(_("the game begins")))] if isinstance(first, GameStarted) else []
        return [*begins, self.line(view, events), *offers]

    def shorter(self, view: OperaView, events: list[AnyLine]) -> Sequence[Row]:
        """Leave out first who did nothing, and what the reader did, who knows; then prices and long names."""
        if _is_about_bids(events):
            return ()
        news = [group for group in _groups(events) if not _is_missed_least(view, group)]
        words, brief = Words(view), Words(view, is_brief=True)
        if len(news) > 1 and _is_own_role(view, news[0]):
            role, *others = news
            return [row(_role(words, role), _joined(each, others)) for each in (words, brief)]
        return [_joined(words, news), _joined(brief, news)]


def _is_about_bids(events: Sequence[AnyLine]) -> bool:
    return isinstance(events[0], RoundStarted) or any(isinstance(event, BidsRevealed) for event in events)


def _joined(words: Words, groups: Iterable[Sequence[Event]]) -> Row:
    """Draw what each player did, or what happened to all, one after the other."""
    parts = [part for group in groups if (part := _part(words, group))]
    return joined(parts, between_parts(words.view.glyphs))


def _is_missed_least(view: OperaView, group: Sequence[Event]) -> bool:
    """Say whether somebody did nothing, or the reader joined in, who knows; an empty Palazzo is seen, too."""
    first = group[0]
    is_own = isinstance(first, JoinedIn) and first.seat == view.me
    return is_own or isinstance(first, IntermezzoTaken | AppraisalDeclined | PalazzoEmptied)


def _is_own_role(view: OperaView, group: Sequence[Event]) -> bool:
    return isinstance(group[0], RoleHired) and group[0].seat == view.me


def _role(words: Words, group: Sequence[Event]) -> Row:
    """Draw whose role it is, without what came of it."""
    assert isinstance(group[0], RoleHired)
    return row(words.view.sign(group[0].seat), f" {name(words.view, group[0].role)} {words.view.glyphs.dot} ")


def _round(view: OperaView, events: Sequence[AnyLine]) -> Row:
    """Draw the line between two rounds: `── round 8 · bids ◆5 ▲6 ●4 ■0 ──`."""
    parts: list[Row] = []
    for event in events:
        if isinstance(event, RoundStarted):
            parts.append(row(Span(_("round {round}").format(round=event.round), "gold")))
        elif isinstance(event, BidsRevealed):
            parts.append(row(Span(pgettext("what was bid", "bids") + " ", "quiet"), by_player(view, event.bids)))
    return rule_line(view.glyphs, joined(parts, between_parts(view.glyphs)))


def _counting(view: OperaView, event: Counted) -> list[Row]:
    """Draw a rule, and below it what everybody gained and has now, two players a line."""
    rule = rule_line(view.glyphs, row(Span(_("counting {number}").format(number=event.counting), "gold")))
    figures = [
        row(view.sign(seat), " ", Span(signed(gain), "gain" if gain > 0 else ""), f" = {event.points[seat]}")
        for seat, gain in _gains(event).items()
    ]
    pairs = [figures[at : at + 2] for at in range(0, len(figures), 2)]
    return [rule, *(joined(pair, between_parts(view.glyphs)) for pair in pairs)]


def _gains(event: Counted) -> dict[Seat, int]:
    return {seat: event.great[seat] + event.century[seat] + event.empty[seat] for seat in sorted(event.points)}


def _offered(view: OperaView, event: OfferFilled) -> Row:
    return row(_("new offer "), counted_tokens(view.glyphs, event.pieces))


def by_player(view: OperaView, figures: Mapping[Seat, int | str]) -> Row:
    """Draw a figure for each player: `◆5 ▲6`."""
    parts: list[Span] = []
    for seat, figure in sorted(figures.items()):
        parts += [view.figure(seat, figure), Span(" ")]
    return row(*parts[:-1])


def _groups(events: Sequence[AnyLine]) -> Iterable[list[Event]]:
    """Put together what each player did; what happened to all stands alone."""
    own: list[Event] = []
    for event in events:
        if not isinstance(event, Event):
            continue
        if _is_of_all(event):
            yield [event]
            continue
        if own and (isinstance(event, OPENINGS) or _seat([event]) != _seat(own)):
            yield own
            own = []
        own.append(event)
    if own:
        yield own


def _is_of_all(event: Event) -> bool:
    return getattr(event, "seat", None) is None or isinstance(event, Closed)


def _part(words: Words, group: Sequence[Event]) -> Row:
    """Draw what one player did, or what is not a role's; nothing of what the panels show anyway, as a new offer."""
    if not _is_of_all(group[0]):
        return _of_player(words, group)
    tell = TOLD.get(type(group[0]))
    return tell(words, group[0]) if tell else EMPTY


def _seat(events: Sequence[Event]) -> Seat:
    seat: Seat = events[0].seat  # type: ignore[attr-defined]
    return seat


def _started(words: Words, event: GameStarted) -> Row:
    return row(_("order of play "), *(row(words.view.sign(seat), " ") for seat in event.order))


def _closed(words: Words, event: Closed) -> Row:
    text = _("closes after the last role allowed") if event.automatic and not words.is_brief else _("closes")
    return row(words.view.sign(event.seat), f" {text}")


def _income(words: Words, event: IncomePaid) -> Row:
    totals = {seat: sum(cities.values()) for seat, cities in event.incomes.items()}
    return row(_("income "), by_player(words.view, totals))


def _rose(words: Words, event: ComposersRose) -> Row:
    if not event.rose:
        return EMPTY
    text = ngettext("{composers} rises", "{composers} rise", len(event.rose))
    return row(text.format(composers=words.names(event.rose)))


def _granted(words: Words, event: DucatsGranted) -> Row:
    return filled(
        _("1 ducat on level 0: {who}"), who=row(*(row(words.view.sign(seat), " ") for seat in event.seats))[:-1]
    )


def _counted(words: Words, event: Counted) -> Row:
    gains = {seat: signed(gain) for seat, gain in _gains(event).items()}
    return row(_("counting {number} ").format(number=event.counting), by_player(words.view, gains))


def _emptied(words: Words, event: PalazzoEmptied) -> Row:
    pieces = joined([(token(words.view.glyphs, piece),) for piece in event.pieces], Span(" "))
    return row(_("the Palazzo is emptied: "), pieces) if pieces else row(_("the Palazzo is emptied"))


def _ended(words: Words, event: GameEnded) -> Row:
    places = [row(by_player(words.view, dict([place])), " ") for place in event.ranking]
    return row(_("the game is over: "), *places)[:-1]


TOLD: Final[Mapping[type[Event], Callable[[Words, Any], Row]]] = {
    GameStarted: _started,
    Closed: _closed,
    IncomePaid: _income,
    ComposersRose: _rose,
    OfferFilled: lambda _words, event: row(_("the discard pile becomes the supply")) if event.reshuffled else EMPTY,
    PalazzoEmptied: _emptied,
    DucatsGranted: _granted,
    Counted: _counted,
    CitiesOpened: lambda words, event: row(_("now open: {cities}").format(cities=words.names(event.cities))),
    GameEnded: _ended,
}


def _of_player(words: Words, events: Sequence[Event]) -> Row:
    """Draw what one player did: who, how, and what came of it."""
    first, sign = events[0], words.view.sign(_seat(events))
    if isinstance(first, IntermezzoTaken):
        return row(sign, " ", _("intermezzo"))
    if isinstance(first, AppraisalDeclined):
        return row(sign, " ", _("keeps the pieces"))
    done = _done(words, events)
    if isinstance(first, RoleHired):
        return row(sign, f" {name(words.view, first.role)}{mark(':')}", done or _("nothing"))
    if isinstance(first, JoinedIn):
        return row(sign, " ", _("joins") if words.is_brief else _("joins in"), mark(":"), done)
    return row(sign, " ", done)


def _done(words: Words, events: Sequence[Event]) -> Row:
    """Draw what came of a role for one player."""
    bought = [event for event in events if isinstance(event, PieceBought)]
    built = [event for event in events if isinstance(event, PartBuilt)]
    things: list[Row] = []
    if bought:
        things.append(_bought(words, bought))
    elif any(isinstance(event, HousesArranged) for event in events):
        things.append(row(_("rearranges")))
    if built:
        things += [
            row(_built(words, [event.part for event in built])),
            _gain(sum(event.points for event in built)),
        ]
    things += [thing for event in events if (thing := _thing(words, event))]
    return joined(things, Span(", "))


def _bought(words: Words, events: Sequence[PieceBought]) -> Row:
    """Draw `buys Verdi, Mozart for 9 ducats`."""
    ducats = sum(event.ducats for event in events)
    text = ngettext("buys {composers} for {ducats} ducat", "buys {composers} for {ducats} ducats", ducats)
    bought: list[str] = []
    for composer, number in Counter(event.composer for event in events).items():
        times = f" {words.view.glyphs.doubled[:-1]}{number}" if number > 1 else ""
        bought.append(words.name(composer) + times)
    return row((_("buys {composers}") if words.is_brief else text).format(composers=", ".join(bought), ducats=ducats))


def _built(words: Words, parts: Sequence[Part]) -> str:
    """Return `Wien main, wing a`: a city is named once."""
    told: list[str] = []
    last = ""
    for part in parts:
        city, _dot, wing = part.partition(".")
        told.append(words.part(wing) if city == last else f"{words.name(city)} {words.part(wing)}")
        last = city
    return ", ".join(told)


def _thing(words: Words, event: Event) -> Row:
    match event:
        case PieceSold():
            return _sold(words, event)
        case PawnMoved():
            return row(words.name(event.city))
        case FameChanged():
            fame = event.ladder.index(event.composer) + 1
            return row(f"{words.name(event.composer)} {words.view.glyphs.change(fame - event.steps, fame)}")
        case PiecesAppraised():
            return _gain(event.points)
        case PieceGivenAway():
            return _given(words, event.piece, event.receiver)
    return EMPTY


def _gain(points: int) -> Row:
    return row(Span(signed(points), "gain" if points else ""))


def _sold(words: Words, event: PieceSold) -> Row:
    piece = words.name(event.piece)
    if event.points:
        text = ngettext("sells {piece} for {n} point", "sells {piece} for {n} points", event.points)
        return filled(text, piece=piece, n=Span(str(event.points), "gain"))
    text = ngettext("sells {piece} for {n} ducat", "sells {piece} for {n} ducats", event.ducats)
    return filled(text, piece=piece, n=event.ducats)


def _given(words: Words, piece: Piece, receiver: Seat | None) -> Row:
    if receiver is not None:
        return filled(_("{piece} to {who}"), piece=words.name(piece), who=words.view.sign(receiver))
    text = _("{piece} discarded") if words.is_brief else _("{piece} to the discard pile")
    return row(text.format(piece=words.name(piece)))


def received(view: OperaView, events: Sequence[AnyLine]) -> list[Row]:
    """Draw a line for each piece that the reader has got from the Esperto."""
    if view.me is None:
        return []
    given = [event for event in events if isinstance(event, PieceGivenAway) and event.receiver == view.me]
    text = _("You receive {piece} from {who}, into your stock")
    return [filled(text, piece=name(view, event.piece), who=view.sign(event.seat)) for event in given]
