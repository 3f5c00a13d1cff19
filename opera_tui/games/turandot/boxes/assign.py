"""Handing out: every player without a card gets one of those left."""

from collections.abc import Sequence
from typing import Final

from opera_games.api import Action
from opera_games.turandot.actions import Assign
from opera_games.turandot.choices import AssignChoices, CardRow, GivenRow
from opera_tui.games.box import LEFT_RIGHT, Box, Effect, KeyHint, Refuse, Send, Text
from opera_tui.games.list_box import Line, ListBox
from opera_tui.games.turandot.labels import (
    card_name,
    change,
    effect,
    headings,
    is_director,
    kind_of,
    sign,
    stars_of,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import N_, _, pgettext
from opera_tui.look.rows import Row, Span, also, column, fit, row

NAME_CELLS: Final = 21
RECEIVER_CELLS: Final = 18

Given = list[int | None]
"""For each card left, the seat that gets it."""


class AssignBox(ListBox):
    """List the cards left; left and right choose the receiver, who swaps if there was a card before."""

    view: TurandotView

    title = Text(N_("Hand out the cards left"))
    question = Text(N_("You hold Puccini: who gets which card?"))
    help_topic = "turandot.assign"

    def __init__(self, view: TurandotView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, AssignChoices)
        self.cards = view.choices.cards
        self.seats = sorted(view.choices.seats)
        self.given: Given = [None] * len(self.cards)
        self._as_found = list(self.given)
        """`given` when the cursor came to this row."""
        self._settled = list(self.given)
        """What swaps begin with, so that trying one player after another changes no other row for good."""
        self.go_to(0)

    @property
    def tip(self) -> str:
        return "assign" if self.view.me in self.seats else "assign_others"

    @property
    def missing(self) -> list[int]:
        """Return the players that have no card yet."""
        return [seat for seat in self.seats if seat not in self.given]

    @property
    def action(self) -> Action:
        numbers = {seat: card.number for seat, card in zip(self.given, self.cards, strict=True)}
        return Assign({seat: numbers[seat] for seat in self.seats})

    @property
    def does(self) -> str:
        if self.missing:
            return ""
        given = [(seat, card.number) for seat, card in zip(self.given, self.cards, strict=True) if seat is not None]
        cards = ", ".join(f"{number} {self.view.sign(seat).text}" for seat, number in given)
        return _("hand out {cards}").format(cards=cards)

    @property
    def note(self) -> str:
        return "; ".join(text for text in (self._what_changed(), self._who_is_missing()) if text)

    def _who_is_missing(self) -> str:
        if not self.missing:
            return ""
        signs = " ".join(self.view.sign(seat).text for seat in self.missing)
        return _("not ready: no card yet for {players}").format(players=signs)

    def _is_changed(self, place: int) -> bool:
        """Say whether another player gets this card since the cursor came to its row."""
        return self.given[place] != self._as_found[place]

    def _what_changed(self) -> str:
        """Say where every card goes after a swap, which changes a row besides that under the cursor."""
        changed = [place for place in range(len(self.cards)) if self._is_changed(place)]
        return ", ".join(map(self._where_to, changed)) if len(changed) > 1 else ""

    def _where_to(self, place: int) -> str:
        number, seat = self.cards[place].number, self.given[place]
        if seat is None:
            return _("{number} stays over").format(number=number)
        return _("{player} gets {number}").format(player=self.view.sign(seat).text, number=number)

    @property
    def pointed(self) -> str:
        return str(self.cards[self.cursor].number)

    def hints(self) -> list[KeyHint]:
        ready = [] if self.missing else [KeyHint("enter", _("hand out"))]
        choose = KeyHint(self.glyphs.up_down, _("card"))
        if not self._has_a_choice:
            return [choose, *ready]
        back = [KeyHint("bksp", _("take back"))] if self.given[self.cursor] is not None else []
        return [choose, KeyHint(self.glyphs.left_right, _("player")), *back, *ready]

    @property
    def _has_a_choice(self) -> bool:
        """Whether there are several players to choose from: where one is without a card, the cursor says it all."""
        return len(self.seats) > 1

    def vary(self, key: str) -> list[Effect] | None:
        if not self._has_a_choice:
            return [] if key in LEFT_RIGHT else None
        if key in LEFT_RIGHT:
            self._give(self._next_receiver(LEFT_RIGHT[key]))
        elif key == "backspace":
            self._take_back()
        else:
            return None
        return []

    def enter(self) -> list[Effect]:
        if not self.missing:
            return [Send(self.action)]
        names = ", ".join(self.view.name(seat) for seat in self.missing)
        return [Refuse(_("Everybody without a card must get one; still without: {names}.").format(names=names))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Assign)
        receivers = {number: seat for seat, number in action.cards.items()}
        self.given = [receivers.get(card.number) for card in self.cards]
        first = next(place for place, seat in enumerate(self.given) if seat is not None)
        self.go_to(0 if self._has_a_choice else first)
        return self

    def go_to(self, place: int) -> None:
        """Go to a card; where one player alone is without a card, the one under the cursor is meant."""
        super().go_to(place)
        if not self._has_a_choice:
            self.given = [self.seats[0] if other == place else None for other in range(len(self.cards))]
        self._as_found, self._settled = list(self.given), list(self.given)

    def _next_receiver(self, step: int) -> int:
        """Return who is next in the order of seats, round and round; a card of nobody goes to one without a card."""
        receiver = self.given[self.cursor]
        if receiver is None:
            return (self.missing or list(self.seats))[0 if step > 0 else -1]
        return self.seats[(self.seats.index(receiver) + step) % len(self.seats)]

    def _give(self, receiver: int) -> None:
        """Give the card to this player; one who has a card swaps, with its owner or with what stays over."""
        self.given = list(self._settled)
        is_swap = receiver in self.given
        if is_swap:
            self.given[self.given.index(receiver)] = self.given[self.cursor]
        self.given[self.cursor] = receiver
        if not is_swap:
            self._settled = list(self.given)

    def _take_back(self) -> None:
        """Take the card back from whoever has it."""
        self.given[self.cursor] = None
        self._settled = list(self.given)

    def back(self) -> list[Effect] | None:
        """Take all cards back."""
        before = (self.cursor, self.given)
        self.given = [None] * len(self.cards)
        self.go_to(0)
        return [] if (self.cursor, self.given) != before else None

    def head(self) -> Row:
        return headings(("", 3), (_("card"), 26), (_("for"), RECEIVER_CELLS), (_("cast"), 10))

    def lines(self) -> Sequence[Line]:
        return [self._line(place, card) for place, card in enumerate(self.cards)]

    def _line(self, place: int, card: CardRow) -> Line:
        receiver = self.given[place]
        content = row(
            stars_of(self.view, card.card, 4),
            column(card_name(self.view, card.card), NAME_CELLS),
            " ",
            also(self._receiver(receiver), "moved") if self._is_changed(place) else self._receiver(receiver),
            self._brings(card, receiver),
        )
        return Line(str(card.number), content, thing=f"card:{card.number}")

    def _receiver(self, seat: int | None) -> Row:
        left, right = self.glyphs.chosen
        if seat is None:
            return row(column(" " + _("nobody"), RECEIVER_CELLS, "quiet"))
        name = column(f" {self.view.name(seat)}{right}", RECEIVER_CELLS - 3, "strong")
        return row(Span(left, "strong"), self.view.sign(seat), name)

    def _brings(self, card: CardRow, receiver: int | None) -> Row:
        """Draw the receiver's cast before and after; for a card without receiver, where it goes."""
        if receiver is None:
            return self._left_over(card)
        given = next(given for given in card.given if given.seat == receiver)
        cast = fit(change(self.view, given.cast, is_own=receiver == self.view.me), 10)
        if is_director(self.view, card.card):
            return row(cast, effect(self.view, card.card))
        part = _("as {part}").format(part=word(self.glyphs, given.part) if given.part else "")
        return row(cast, column(part, 13, "quiet"), kind_of(self.view, card.card))

    def _left_over(self, card: CardRow) -> Row:
        """Say where the card without receiver goes, once it is clear which one that is."""
        if card.silent:
            return row(Span(_("silent hand "), "quiet"), change(self.view, card.silent, is_own=False))
        if is_director(self.view, card.card):
            return row(column("", 10), effect(self.view, card.card))
        text = "" if self.missing else _("leaves the game")
        return row(column(text, 23, "quiet"), kind_of(self.view, card.card))

    def below(self) -> list[Row]:
        """Draw what the card under the cursor would bring to each player who may get it."""
        given = self.cards[self.cursor].given
        shown = [row(sign(self.view, one.seat), " ", self._cast_of(one)) for one in given]
        return [row(" ", column(pgettext("12 cells", "would bring"), 13, "quiet"), *shown)]

    def _cast_of(self, given: GivenRow) -> Row:
        return fit(change(self.view, given.cast, is_own=given.seat == self.view.me), 9)
