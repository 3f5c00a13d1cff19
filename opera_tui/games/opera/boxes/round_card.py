"""The card between two rounds: a big number, and what is new."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from opera_games.opera.events import CitiesOpened, ComposersRose, PalazzoEmptied, RoundStarted
from opera_games.opera.words import City
from opera_protocol.texts.i18n import N_
from opera_tui.games.box import CELLS, Text
from opera_tui.games.opera.boxes.opera_reveal import OperaReveal, ladder_before
from opera_tui.games.opera.labels import EPISODES, counted_tokens, name, token
from opera_tui.games.opera.panels.houses import WING_LETTERS
from opera_tui.games.opera.view import OperaView
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _, ngettext, pgettext
from opera_tui.look.numerals import numeral
from opera_tui.look.rows import Row, Span, beside, column, filled, joined, row, width

EPISODE_TITLES: Final = (
    N_("First episode: {episode}"),
    N_("Second episode: {episode}"),
    N_("Third episode: {episode}"),
)
NUMERAL_AT: Final = 3
NEWS_AT: Final = 15
LABEL_CELLS: Final = 11
TEXT_CELLS: Final = CELLS - NEWS_AT - LABEL_CELLS


class RoundCard(OperaReveal):
    """Show which round begins: its century and counting, what was opened, the new offer, the moves on the ladder."""

    event: RoundStarted
    is_interlude = True

    does = Text(N_("to the bids"))
    help_topic = "opera.round"

    def __init__(self, before: OperaView, view: OperaView, event: RoundStarted) -> None:
        super().__init__(before, view, event)
        self._told: Sequence[AnyLine] = ()

    def recall(self, told: Sequence[AnyLine]) -> None:
        """Keep what was told since the round before began."""
        latest = [event for event in reversed(told) if event is not self.event]
        self._told = [*takewhile(lambda event: not isinstance(event, RoundStarted), latest)]

    @property
    def headline(self) -> OperaView:
        return self.view

    @property
    def title(self) -> str:
        return _(EPISODE_TITLES[self._episode]).format(episode=_(EPISODES[self._episode]))

    @property
    def question(self) -> str:
        game = self.view.game
        if game.round == game.rounds:
            text = _("ROUND {round}  the last one")
        elif game.round - 1 in game.countings:
            text = _("ROUND {round}  {episode} begins")
        elif game.round in game.countings:
            text = _("ROUND {round}  a counting follows it")
        else:
            text = _("ROUND {round}  new offer, all roles are back")
        return text.format(round=game.round, episode=_(EPISODES[self._episode]))

    @property
    def _episode(self) -> int:
        return self.view.game.episode - 1

    def rows(self) -> list[Row]:
        number = [row(" " * NUMERAL_AT, line) for line in numeral(self.glyphs, self.view.game.round)]
        below = Span(" " * NUMERAL_AT + _("of {rounds}").format(rounds=self.view.game.rounds), "quiet")
        return beside([*number, (), row(below)], self._news(), NEWS_AT)

    def _news(self) -> list[Row]:
        told = {type(event): event for event in self._told}
        opened, rose = told.get(CitiesOpened), told.get(ComposersRose)
        entries = [
            (pgettext("10 cells", "century"), self._century()),
            (pgettext("10 cells", "counting"), self._counting()),
            (pgettext("10 cells", "now open"), self._opened(opened.cities) if isinstance(opened, CitiesOpened) else ()),
            (pgettext("10 cells", "new offer"), counted_tokens(self.glyphs, self.view.game.offer)),
            (pgettext("10 cells", "fame"), self._fame(rose) if isinstance(rose, ComposersRose) else ()),
            ("Palazzo", self._palazzo(is_emptied=PalazzoEmptied in told)),
            (pgettext("of play, 10 cells", "order"), self._order()),
            (pgettext("10 cells", "ducats"), self._ducats()),
        ]
        return [row(column(label, LABEL_CELLS, "quiet"), text) for label, text in entries if text]

    def _century(self) -> Row:
        composer = self.view.game.century[self._episode]
        bonus = Span(f"+{self._episode + 1}", "gain")
        short = row(token(self.glyphs, composer))
        wordings = [
            filled(_("{composer} {bonus} in a great hall"), composer=drawn, bonus=bonus)
            for drawn in (row(short, f" {name(self.view, composer)}"), short)
        ]
        return _fitting(wordings)

    def _ducats(self) -> Row:
        """Say before the last two rounds that money is of no use after them."""
        game = self.view.game
        return row(_("those left at the end bring no points")) if game.round + 1 >= game.rounds else ()

    def _counting(self) -> Row:
        game = self.view.game
        last = game.countings[self._episode]
        left = last - game.round + 1
        text = ngettext("after round {last}, this one", "after round {last}, in {n} rounds", left)
        return row(text.format(last=last, n=left))

    def _opened(self, cities: Sequence[City]) -> Row:
        """Draw the new cities with the copies of their parts, `Milano m2 a1`."""
        opened = joined([self._city(city) for city in cities], Span("   "))
        # Translators: explains letters beside numbers such as m2 a1; at most 22 cells, else it is left out.
        letters = Span("   " + _("m main, a b wings"), "quiet")
        return _fitting([row(opened, letters), opened])

    def _city(self, city: City) -> Row:
        plans = self.view.game.edition["cities"][city]["parts"]
        parts = [f" {_(WING_LETTERS[wing])}{self.view.game.parts[f'{city}.{wing}']}" for wing in plans]
        return row(Span(name(self.view, city), "strong"), Span("".join(parts), "quiet"))

    def _fame(self, event: ComposersRose) -> Row:
        """Draw who rose and who had to make room, in words if there is room for them."""
        moves = [*self._moves(event)]
        wordings = [joined(parts, Span("   ")) for parts in zip(*moves, strict=True)]
        return _fitting(wordings) if wordings else ()

    def _moves(self, event: ComposersRose) -> Iterator[tuple[Row, Row]]:
        """Yield each move from the top of the ladder down, in words and as a number."""
        before = ladder_before(event.ladder, event.rose)
        for level in range(len(before), 0, -1):
            composer = event.ladder[level - 1]
            if composer == before[level - 1]:
                continue
            rose = composer in event.rose
            arrow = Span(f" {self.glyphs.rises}", "gain") if rose else Span(f" {self.glyphs.falls}", "quiet")
            text = _("{composer} rises to {fame}") if rose else _("{composer} falls to {fame}")
            drawn = token(self.glyphs, composer)
            yield row(filled(text, composer=drawn, fame=level), arrow), row(drawn, f" {level}", arrow)

    def _palazzo(self, *, is_emptied: bool) -> Row:
        game = self.view.game
        left = game.palazzo_places - len(game.palazzo)
        free = ngettext("{n} place free", "{n} places free", left).format(n=left)
        inside = joined([(token(self.glyphs, piece),) for piece in game.palazzo], Span(" "))
        return row(inside, "  " if inside else "", _("emptied, {free}").format(free=free) if is_emptied else free)

    def _order(self) -> Row:
        levels = [(seat, self.view.game.players[seat].level) for seat in self.view.game.order]
        return joined([row(self.view.sign(seat), f" {level}") for seat, level in levels], Span("   "))


def _fitting(wordings: Sequence[Row]) -> Row:
    """Return the first wording that has room, else the last."""
    return next((wording for wording in wordings if width(wording) <= TEXT_CELLS), wordings[-1])
