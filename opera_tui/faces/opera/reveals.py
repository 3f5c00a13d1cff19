"""Tables that show what was revealed: bids, income, the ladder, a counting; players as columns, sums bold."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from opera_protocol.i18n import N_
from opera_tui.boxes import Close, Effect, KeyHint
from opera_tui.faces.opera.box import OperaBox
from opera_tui.faces.opera.names import CITIES, change, name, names, signed
from opera_tui.faces.opera.topics import topic
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

LABEL: Final = 24
CELL: Final = 12
Event = Mapping[str, Any]
COUNTINGS: Final = (N_("First counting"), N_("Second counting"), N_("Third and last counting"))


class RevealBox(OperaBox):
    """A table that is looked at and put away; Enter goes on."""

    def __init__(self, before: TableView, view: TableView, event: Event) -> None:
        super().__init__(view)
        self.before = before
        self.event = event
        self._moved = 0
        """How many markers have moved."""

    @property
    def movers(self) -> Sequence[Any]:
        """Whose markers move, one after the other."""
        return ()

    @property
    def moved(self) -> Sequence[Any]:
        """Those that have moved."""
        return self.movers[: self._moved]

    @property
    def is_moving(self) -> bool:
        return self._moved < len(self.movers)

    def move(self) -> None:
        self._moved += 1

    def start_again(self) -> None:
        self._moved = 0

    @property
    def headline(self) -> TableView:
        """What ends a round comes in one step with the beginning of the next."""
        return self.before

    @property
    def board(self) -> TableView | None:
        return self.board_so_far() if self.is_moving else None

    def board_so_far(self) -> TableView | None:
        """The table with the markers where they are by now."""
        return None

    def with_players(self, key: str, numbers: Mapping[int, int], **other: Any) -> TableView:
        """The table with other numbers of some players."""
        players = [
            {**player, key: numbers.get(seat, player[key])} for seat, player in enumerate(self.view.game["players"])
        ]
        return with_game(self.view, {**self.view.game, "players": players, **other})

    @property
    def does(self) -> str:
        return _("go on")

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", _("go on"))]

    def press(self, key: str) -> list[Effect] | None:
        return [Close()] if key in ("enter", "escape", "space") else None

    def take_view(self, view: TableView) -> None:
        """What was revealed stays as it was."""

    def click(self, row: int, cell: int) -> list[Effect] | None:
        return [Close()]

    def signs(self) -> Row:
        return row(" " * LABEL, *(self._right(self.view.sign(seat)) for seat in self.view.seats))

    def table_row(self, label: str, cells: Sequence[str], role: str = "") -> Row:
        return row(column(f" {label}", LABEL, role), *(self._right(Span(cell, role)) for cell in cells))

    def _right(self, span: Span) -> Span:
        return column(span.text, CELL, span.role, right=True)

    def by_seat(self, numbers: Mapping[str, Any]) -> list[Any]:
        return [numbers[str(seat)] for seat in self.view.seats]


class BidsBox(RevealBox):
    """What everybody bid, and the levels and the order of play that follow."""

    @property
    def title(self) -> str:
        return _("All bids")

    @property
    def question(self) -> str:
        return _("BIDS  all are revealed and paid")

    @property
    def help_topic(self) -> str:
        return topic("bid")

    @property
    def movers(self) -> Sequence[int]:
        return [seat for seat in self.event["order"] if self.event["bids"][str(seat)]]

    def _level_before(self, seat: int) -> int:
        level: int = self.event["levels"][str(seat)] - self.event["bids"][str(seat)]
        return level

    def board_so_far(self) -> TableView | None:
        waiting = [seat for seat in self.movers if seat not in self.moved]
        levels = {seat: self._level_before(seat) for seat in waiting}
        return self.with_players("level", levels, order=self.before.game["order"])

    def rows(self) -> list[Row]:
        bids = self.by_seat(self.event["bids"])
        places = [str(self.event["order"].index(seat) + 1) for seat in self.view.seats]
        rows = [
            self.signs(),
            self.table_row(_("bid, in ducats"), [str(bid) for bid in bids]),
            self.table_row(_("level"), [self._level(seat) for seat in self.view.seats], "strong"),
        ]
        if self.is_moving:
            return rows
        order = row(" ", _("Order of play: "), self._order())
        return [*rows, self.table_row(_("place in the order"), places), EMPTY, order]

    def _level(self, seat: int) -> str:
        before = self._level_before(seat)
        has_moved = seat in self.moved
        return change(self.view.glyphs, (before, self.event["levels"][str(seat)] if has_moved else before))

    def _order(self) -> Row:
        parts: list[Any] = []
        for seat in self.event["order"]:
            parts += [self.view.sign(seat), f" {self.event['levels'][str(seat)]}   "]
        return row(*parts)


class IncomeBox(RevealBox):
    """Ducats by city and player."""

    @property
    def title(self) -> str:
        return _("Income of this round")

    @property
    def question(self) -> str:
        return _("INCOME  every house with pieces brings ducats")

    @property
    def help_topic(self) -> str:
        return topic("income")

    def rows(self) -> list[Row]:
        incomes = self.by_seat(self.event["incomes"])
        cities = [city for city in CITIES if any(city in income for income in incomes)]
        lines = [self._city(city, incomes) for city in cities]
        totals = [str(sum(income.values())) for income in incomes]
        return [self.signs(), *lines, self.table_row(_("together"), totals, "strong")]

    def _city(self, city: str, incomes: Sequence[Mapping[str, int]]) -> Row:
        doubled = f" {self.view.glyphs.doubled}" if self.view.game["pawns"]["maestro"] == city else ""
        cells = [str(income.get(city, self.view.glyphs.none)) for income in incomes]
        return self.table_row(name(self.view, city) + doubled, cells)


class LadderBox(RevealBox):
    """Who was staged most, and the ladder before and after."""

    @property
    def title(self) -> str:
        return _("Fame: the most staged composers rise")

    @property
    def question(self) -> str:
        return _("FAME  who is staged most rises one level")

    @property
    def help_topic(self) -> str:
        return topic("ladder")

    @property
    def movers(self) -> Sequence[str]:
        """From the top of the ladder down, as they rise."""
        return [composer for composer in reversed(self.event["ladder"]) if composer in self.event["rose"]]

    @property
    def _ladder(self) -> list[str]:
        """As far as they have risen."""
        return ladder_before(self.event["ladder"], [rising for rising in self.movers if rising not in self.moved])

    def board_so_far(self) -> TableView | None:
        return with_game(self.view, {**self.view.game, "ladder": self._ladder})

    def rows(self) -> list[Row]:
        now, then = ladder_before(self.event["ladder"], self.event["rose"]), self._ladder
        head = row(Span(" {:<7}{:<14}{}".format(_("fame"), _("before"), _("now")), "quiet"))
        return [head, *(self._rung(now, then, place) for place in range(len(then) - 1, -1, -1)), self._sentence()]

    def _rung(self, now: Sequence[str], then: Sequence[str], place: int) -> Row:
        rose = then[place] in self.moved
        mark = f" {self.view.glyphs.rises}" if rose else ""
        after = Span(name(self.view, then[place]) + mark, "strong" if rose else "")
        return row(f" {place + 1:<7}{name(self.view, now[place]):<14}", after)

    def _sentence(self) -> Row:
        if self.event["rose"]:
            return EMPTY
        staged = names(self.view, self.event["staged"])
        return row(Span(" " + _("Most staged, but at the top already: {staged}").format(staged=staged), "quiet"))


def ladder_before(ladder: Sequence[str], rose: Sequence[str]) -> list[str]:
    """Each composer who rose changes places again with the one below, from the lowest up."""
    places = list(ladder)
    for at in range(1, len(places)):
        if places[at] in rose:
            places[at - 1], places[at] = places[at], places[at - 1]
    return places


class CountingBox(RevealBox):
    """A counting's parts and the points before and after."""

    @property
    def title(self) -> str:
        return _(COUNTINGS[self.event["counting"] - 1])

    @property
    def question(self) -> str:
        return _("COUNTING  great halls score, empty halls cost")

    @property
    def help_topic(self) -> str:
        return topic("counting")

    def rows(self) -> list[Row]:
        great, century, empty = (self.by_seat(self.event[part]) for part in ("great", "century", "empty"))
        totals = [sum(parts) for parts in zip(great, century, empty, strict=True)]
        points = self.by_seat(self.event["points"])
        changes = [
            change(self.view.glyphs, (after - total, after if seat in self.moved else after - total))
            for seat, after, total in zip(self.view.seats, points, totals, strict=True)
        ]
        return [
            self.signs(),
            self.table_row(_("great halls"), [self._number(number) for number in great]),
            self.table_row(self._century_label(), [self._number(number) for number in century]),
            self.table_row(_("empty halls"), [self._number(number) for number in empty]),
            self.table_row(_("together"), [signed(total) for total in totals], "strong"),
            self.table_row(_("points"), changes, "strong"),
            EMPTY,
            row(Span(f" {self._what_follows()}", "quiet")),
        ]

    @property
    def movers(self) -> Sequence[int]:
        return [seat for seat in self.view.seats if self._total(seat)]

    def _total(self, seat: int) -> int:
        return sum(self.event[part][str(seat)] for part in ("great", "century", "empty"))

    def board_so_far(self) -> TableView | None:
        waiting = [seat for seat in self.movers if seat not in self.moved]
        return self.with_players(
            "points", {seat: self.event["points"][str(seat)] - self._total(seat) for seat in waiting}
        )

    def _number(self, number: int) -> str:
        return signed(number) if number else self.view.glyphs.none

    def _century_label(self) -> str:
        number = self.event["counting"]
        composer = name(self.view, self.view.game["century"][number - 1])
        return _("century: {composer} {bonus:+d}").format(composer=composer, bonus=number)

    def _what_follows(self) -> str:
        number = self.event["counting"]
        if number == len(COUNTINGS):
            return _("That was the last counting: the most points win.")
        cities = self.view.game["edition"]["cities"]
        opened = names(self.view, (city for city in CITIES if cities[city]["episode"] == number + 1))
        return _("The Palazzo is emptied. Now open: {cities}.").format(cities=opened or self.view.glyphs.none)


BOXES: Final[Mapping[str, Callable[[TableView, TableView, Event], RevealBox]]] = {
    "bids": BidsBox,
    "income": IncomeBox,
    "rose": LadderBox,
    "counted": CountingBox,
}


def reveal(event: Event, before: TableView, after: TableView) -> RevealBox | None:
    """The table for an event that has one."""
    box = BOXES.get(event["event"])
    return box(before, after, event) if box else None


def with_game(view: TableView, game: Document) -> TableView:
    """The same table with another public document of the game."""
    return view._replace(view=replace(view.view, public={**view.view.public, "game": game}))
