"""Tables that show what was revealed: bids, income, the ladder, a counting; players as columns, sums bold."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import structs

from opera_games.api import Change, Event, Seat
from opera_games.opera.events import BidsRevealed, ComposersRose, Counted, IncomePaid, RoundStarted
from opera_games.opera.words import CITIES, City, Composer
from opera_protocol.texts.i18n import N_
from opera_tui.games.box import MOST_ROWS, Text
from opera_tui.games.opera.boxes.opera_reveal import OperaReveal, ladder_before
from opera_tui.games.opera.boxes.round_card import RoundCard
from opera_tui.games.opera.labels import fame, heading, name, names, signed, table_cells, table_row, token
from opera_tui.games.opera.lines import why_hiring_is_over
from opera_tui.games.opera.panels import houses
from opera_tui.games.opera.view import END, INCOME, OperaView
from opera_tui.games.view import AnyLine, OtherEvent
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, filled, fit, joined, row

BEFORE_CELLS: Final = 16
BAR_CELLS: Final = 9
MOST_STRIDES: Final = 6
"""The longest way of a marker, in levels, on which it stops at each."""
FRAMES_OF_A_RISE: Final = 2
FRAMES_OF_ROWS: Final = 4
FRAMES_OF_GROWTH: Final = 5
COUNTINGS: Final = (N_("First counting"), N_("Second counting"), N_("Third and last counting"))


class BidsBox(OperaReveal):
    """Show what everybody bid, and the levels and the order of play that follow."""

    event: BidsRevealed

    title = Text(N_("All bids"))
    question = Text(N_("BIDS  all are revealed and paid"))
    help_topic = "opera.bid"

    @property
    def frames(self) -> int:
        """Return one for the cards, which turn over at once, and as many as the longest way of a marker takes."""
        return 1 + -(-max(self.event.bids.values()) // self._stride)

    @property
    def _stride(self) -> int:
        """Return how many levels a marker goes up in a frame."""
        return 1 if max(self.event.bids.values()) <= MOST_STRIDES else 2

    @property
    def _is_turned(self) -> bool:
        """Say whether the cards lie open."""
        return self.frame > 0

    def _level_before(self, seat: Seat) -> int:
        return self.event.levels[seat] - self.event.bids[seat]

    def _level_now(self, seat: Seat) -> int:
        return self._level_before(seat) + min(self.event.bids[seat], self._stride * max(0, self.frame - 1))

    def board_so_far(self) -> OperaView | None:
        board = self.moved_on({seat: self._paid(seat) for seat in self.view.seats})
        return structs.replace(board, own=self.view.own) if self._is_turned else board

    def _paid(self, seat: Seat) -> Mapping[str, Any]:
        """Return where a player's marker is; everybody sees the ducats that are left where screens are open."""
        players = (self.view if self._is_turned else self.before).game.players
        return {"level": self._level_now(seat), "ducats": players[seat].ducats}

    def rows(self) -> list[Row]:
        bids = [str(bid) if self._is_turned else self.glyphs.card for bid in self.by_seat(self.event.bids)]
        places = [str(self.event.order.index(seat) + 1) for seat in self.view.seats]
        rows = [
            heading(self.view),
            table_row(_("bid, in ducats"), bids, "" if self._is_turned else "card"),
            table_cells(row(Span(_("level"), "strong")), [self._level(seat) for seat in self.view.seats]),
        ]
        if self.is_moving:
            return rows
        order = row(" ", _("Order of play: "), self._order())
        return [*rows, table_row(_("place in the order"), places), EMPTY, order]

    def _level(self, seat: Seat) -> Row:
        return self.change(self._level_before(seat), self._level_now(seat))

    def _order(self) -> Row:
        parts: list[Any] = []
        for seat in self.event.order:
            parts += [self.view.sign(seat), f" {self.event.levels[seat]}   "]
        return row(*parts)


class IncomeBox(OperaReveal):
    """Show ducats by city and player."""

    event: IncomePaid
    part = INCOME

    title = Text(N_("Income of this round"))
    question = Text(N_("INCOME  every house with pieces brings ducats"))
    help_topic = "opera.income"

    def rows(self) -> list[Row]:
        incomes = self.by_seat(self.event.incomes)
        cities = [city for city in CITIES if any(city in income for income in incomes)]
        lines = [self._city(city, incomes) for city in cities]
        totals = [Span(str(sum(income.values())), "gain") for income in incomes]
        rows = [heading(self.view), *lines, table_cells(row(Span(_("together"), "strong")), map(row, totals))]
        if len(rows) < MOST_ROWS:
            rows.append(table_cells(EMPTY, self._bars([sum(income.values()) for income in incomes])))
        why = why_hiring_is_over(self.before)
        return [*rows, row(" ", why)] if why and len(rows) < MOST_ROWS else rows

    def _bars(self, totals: Sequence[int]) -> list[Row]:
        """Draw everybody's income in the player's colour, on one scale."""
        most = max(1, *totals)
        cells = [-(-total * BAR_CELLS // most) for total in totals]
        bars = zip(self.view.seats, cells, strict=True)
        return [fit(row(Span(self.glyphs.bar * length, self.view.sign(seat).role)), BAR_CELLS) for seat, length in bars]

    def _city(self, city: City, incomes: Sequence[Mapping[City, int]]) -> Row:
        doubled = f" {self.glyphs.doubled}" if self.view.game.pawns["maestro"] == city else ""
        cells = [str(income.get(city, self.glyphs.none)) for income in incomes]
        return table_row(name(self.view, city) + doubled, cells)


class LadderBox(OperaReveal):
    """Show which composers were staged most, and the ladder before and after."""

    event: ComposersRose
    part = END

    title = Text(N_("Fame: the most staged composers rise"))
    question = Text(N_("FAME  who is staged most rises one level"))
    help_topic = "opera.ladder"

    frame_seconds = 1 / 5

    @property
    def _rising(self) -> Sequence[Composer]:
        """Return the rising composers from the top of the ladder down, as they rise."""
        return [composer for composer in reversed(self.event.ladder) if composer in self.event.rose]

    @property
    def frames(self) -> int:
        return FRAMES_OF_A_RISE * len(self._rising)

    @property
    def _risen(self) -> Sequence[Composer]:
        """Return those that have risen; the last of them is underlined until the next one does."""
        return self._rising[: -(-self.frame // FRAMES_OF_A_RISE)]

    @property
    def _ladder(self) -> tuple[Composer, ...]:
        """Return the ladder as far as composers have risen."""
        return ladder_before(self.event.ladder, [rising for rising in self._rising if rising not in self._risen])

    def board_so_far(self) -> OperaView | None:
        return self.moved_on({}, ladder=self._ladder)

    def rows(self) -> list[Row]:
        now, then = ladder_before(self.event.ladder, self.event.rose), self._ladder
        head = row(
            Span(" {:<7}{:<{}}{}".format(_("fame"), _("before"), BEFORE_CELLS, pgettext("not before", "now")), "quiet")
        )
        return [head, *(self._rung(now, then, place) for place in range(len(then) - 1, -1, -1))]

    def _rung(self, now: Sequence[Composer], then: Sequence[Composer], place: int) -> Row:
        rose = then[place] in self._risen
        mark = f" {self.glyphs.rises}" if rose else ""
        is_rising = rose and self.is_moving and then[place] == self._risen[-1]
        after = Span(f" {name(self.view, then[place])}", "strong moved" if is_rising else "strong" if rose else "")
        before = column(f" {name(self.view, now[place])}", BEFORE_CELLS - 2)
        tokens = (token(self.glyphs, now[place]), before, token(self.glyphs, then[place]), after)
        return row(f" {place + 1:<7}", *tokens, Span(mark, "gain"), Span(self._why_not(place), "quiet"))

    def _why_not(self, place: int) -> str:
        """Say what holds a composer who is staged as often as any: the top, or the one above, who stays there.

        It is said when all the others have risen.
        """
        composer = self.event.ladder[place]
        if self.is_moving or composer not in self.event.staged or composer in self.event.rose:
            return ""
        if place == len(self.event.ladder) - 1:
            text = _("at the top already")
        else:
            # Translators: at most 36 cells with the name of a composer.
            text = _("cannot pass {composer}").format(composer=name(self.view, self.event.ladder[place + 1]))
        return f"  {self.glyphs.none} {text}"


class CountingBox(OperaReveal):
    """Show a counting's parts and the points before and after."""

    event: Counted
    part = END

    question = Text(N_("COUNTING  great halls score, empty halls cost"))
    help_topic = "opera.counting"
    panel = houses.ID

    @property
    def own_gain(self) -> int | None:
        return None if self.view.me is None else self._total(self.view.me)

    @property
    def to_go_by(self) -> Row:
        """Draw the fame by which great halls score, and what the composer of the century scores besides."""
        game = self.before.game
        honoured = game.century[game.episode - 1]
        scored = [
            row(
                *(token(self.glyphs, composer), f" {fame(self.before, composer)}"),
                Span(f"+{game.episode}" if composer == honoured else "", "value"),
            )
            for composer in reversed(game.ladder)
        ]
        return row("  ", Span(_("fame"), "quiet"), "  ", joined(scored, Span("  ")))

    @property
    def title(self) -> str:
        return _(COUNTINGS[self.event.counting - 1])

    def rows(self) -> list[Row]:
        great, century, empty = map(self.by_seat, (self.event.great, self.event.century, self.event.empty))
        totals = [self._total(seat) for seat in self.view.seats]
        points = [self._points(seat) for seat in self.view.seats]
        grown = [self._grown(seat) for seat in self.view.seats]
        gained = [row(Span(signed(total), "gain" if total > 0 else "strong")) for total in totals]
        parts = [
            table_row(_("great halls"), [self._number(number) for number in great]),
            table_cells(self._century_label(), [row(self._number(number)) for number in century]),
            table_row(_("empty halls"), [self._number(number) for number in empty]),
            table_cells(row(Span(_("together"), "strong")), gained),
        ]
        return [
            heading(self.view),
            *(part if place < self.frame or not self.is_moving else EMPTY for place, part in enumerate(parts)),
            table_cells(row(Span(_("points"), "strong")), [self.change(*change) for change in points]),
            table_cells(self._legend(), self._bars(grown)),
            # The cities of which it tells open on the panel with the last frame.
            EMPTY if self.is_moving else row(Span(f" {self._what_follows()}", "soft")),
        ]

    def _points(self, seat: Seat) -> Change:
        """Return the points before it, and as soon as their sums have come those after it."""
        before = self.event.points[seat] - self._total(seat)
        return before, self.event.points[seat] if self._growth else before

    def _grown(self, seat: Seat) -> Change:
        """Return the points before it and what their bars have grown to; a figure on its way would be a wrong sum."""
        before = self.event.points[seat] - self._total(seat)
        return before, before + self._total(seat) * self._growth // FRAMES_OF_GROWTH

    @property
    def _growth(self) -> int:
        """Return how many frames the bars have grown for: they do after the rows have come."""
        return min(FRAMES_OF_GROWTH, max(0, self.frame - FRAMES_OF_ROWS))

    @property
    def frames(self) -> int:
        return FRAMES_OF_ROWS + FRAMES_OF_GROWTH

    def _legend(self) -> Row:
        glyphs = self.glyphs
        before, now = Span(_("before"), "quiet"), Span(pgettext("not before", "now"), "quiet")
        return row(Span(glyphs.lane, "line"), " ", before, "  ", Span(glyphs.bar, "gold"), " ", now)

    def _bars(self, points: Sequence[Change]) -> list[Row]:
        """Draw everybody's points on one scale, which counts with what is still to be added."""
        most = max(1, *self.event.points.values(), *(before for before, _after in points))
        return [self._bar(seat, change, most) for seat, change in zip(self.view.seats, points, strict=True)]

    def _bar(self, seat: Seat, change: Change, most: int) -> Row:
        """Draw what a player had, and in the player's colour what was added."""
        before, after = (-(-max(0, points) * BAR_CELLS // most) for points in change)
        before = min(before, after - 1 if change[1] > max(0, change[0]) else after)
        bar = (
            Span(self.glyphs.lane * before, "line"),
            Span(self.glyphs.bar * (after - before), self.view.sign(seat).role),
        )
        return fit(row(*bar), BAR_CELLS)

    def _total(self, seat: Seat) -> int:
        return sum(part[seat] for part in (self.event.great, self.event.century, self.event.empty))

    def board_so_far(self) -> OperaView | None:
        return self.moved_on({seat: {"points": self._points(seat)[1]} for seat in self.view.seats})

    def board_at_last(self) -> OperaView | None:
        """Return the table with the cities open of which the box tells; in the game they open with the next round."""
        opened = {*self.view.game.open_cities, *self._opened()}
        cities = tuple(city for city in CITIES if city in opened)
        return structs.replace(self.view, game=structs.replace(self.view.game, open_cities=cities))

    def _opened(self) -> list[City]:
        """Return the cities that open after this counting."""
        cities = self.view.game.edition["cities"]
        return [city for city in CITIES if cities[city]["episode"] == self.event.counting + 1]

    def _number(self, number: int) -> str:
        return signed(number) if number else self.glyphs.none

    def _century_label(self) -> Row:
        number = self.event.counting
        composer = token(self.glyphs, self.view.game.century[number - 1])
        return filled(_("century {composer} {bonus}"), composer=composer, bonus=Span(f"{number:+d}", "gain"))

    def _what_follows(self) -> str:
        number = self.event.counting
        if number == len(COUNTINGS):
            return _("That was the last counting: the most points win.")
        opened = names(self.view, self._opened())
        is_emptied = bool(self.before.game.palazzo)
        text = _("The Palazzo is emptied. Now open: {cities}.") if is_emptied else _("Now open: {cities}.")
        return text.format(cities=opened or self.glyphs.none)


BOXES: Final[Mapping[type[Event], type[OperaReveal]]] = {
    BidsRevealed: BidsBox,
    IncomePaid: IncomeBox,
    ComposersRose: LadderBox,
    Counted: CountingBox,
    RoundStarted: RoundCard,
}


def reveal(event: AnyLine, before: OperaView, after: OperaView) -> OperaReveal | None:
    """Make the table for an event that has one; the last income, which buys nothing any more, needs none."""
    if isinstance(event, OtherEvent) or type(event) not in BOXES:
        return None
    if isinstance(event, IncomePaid) and before.is_last_round:
        return None
    return BOXES[type(event)](before, after, event)
