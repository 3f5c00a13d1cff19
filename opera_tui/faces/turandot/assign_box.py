"""Handing out: every player without a card gets one of those left."""

from typing import Final

from opera_tui.boxes import DOWN, LEFT, RIGHT, UP, Action, Box, Effect, KeyHint, Refuse, Send, moved
from opera_tui.faces.turandot.cards import SILENT, card_name, card_stars, effect, is_director, kind_of, sign, word
from opera_tui.faces.turandot.game_box import GameBox, topic
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, column, row
from opera_tui.table_view import Document, TableView

NAME_CELLS: Final = 21
RECEIVER_CELLS: Final = 18

Given = list[int | None]
"""For each card left, who gets it."""


class AssignBox(GameBox):
    """A row for each card left; left and right choose who gets it, and whoever had it swaps."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self.cards: list[Document] = view.choices["cards"]
        self.seats: list[int] = view.choices["seats"]
        self.cursor = 0
        self.given: Given = [None] * len(self.cards)
        self._as_found = list(self.given)
        """As it was when the cursor came to this row: passing by a player changes nothing for the other rows."""

    @property
    def missing(self) -> list[int]:
        """Who has no card yet."""
        return [seat for seat in self.seats if seat not in self.given]

    @property
    def action(self) -> Action:
        numbers = {seat: card["number"] for seat, card in zip(self.given, self.cards, strict=True)}
        return {"do": "assign", "cards": {str(seat): numbers[seat] for seat in self.seats}}

    @property
    def title(self) -> str:
        return _("Hand out the cards left")

    @property
    def question(self) -> str:
        return _("You hold Puccini: who gets which card?")

    @property
    def does(self) -> str:
        if self.missing:
            return ""
        given = [(seat, card["number"]) for seat, card in zip(self.given, self.cards, strict=True) if seat is not None]
        told = ", ".join(f"{number} {self.glyphs.players[seat]}" for seat, number in given)
        return _("hand out {cards}").format(cards=told)

    @property
    def note(self) -> str:
        if not self.missing:
            return ""
        signs = " ".join(self.glyphs.players[seat] for seat in self.missing)
        return _("not ready: no card yet for {players}").format(players=signs)

    @property
    def help_topic(self) -> str:
        return topic("assign")

    @property
    def pointed(self) -> str:
        return str(self.cards[self.cursor]["number"])

    def hints(self) -> list[KeyHint]:
        ready = [] if self.missing else [KeyHint("enter", _("hand out"))]
        back = [KeyHint("bksp", _("take back"))] if self.given[self.cursor] is not None else []
        choose = KeyHint(self.glyphs.up_down, _("card"))
        return [choose, KeyHint(self.glyphs.left_right, _("player")), *back, *ready]

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return self._send()
        if key in (*UP, *DOWN):
            self._go_to(moved(self.cursor, key, len(self.cards)))
        elif key in (*LEFT, *RIGHT):
            self._give(self._next_receiver(-1 if key in LEFT else 1))
        elif key == "backspace":
            self._give(None)
        elif key == "escape":
            return self._begin_anew()
        else:
            return self._type(key)
        return []

    def _send(self) -> list[Effect]:
        if not self.missing:
            return [Send(self.action)]
        names = ", ".join(self.view.name(seat) for seat in self.missing)
        return [Refuse(_("Everybody without a card must get one; still without: {names}.").format(names=names))]

    def prepare(self, action: Action) -> Box:
        receivers = {number: int(seat) for seat, number in action["cards"].items()}
        self.given = [receivers.get(card["number"]) for card in self.cards]
        self._go_to(0)
        return self

    def _type(self, key: str) -> list[Effect] | None:
        numbers = [str(card["number"]) for card in self.cards]
        if key not in numbers:
            return None
        self._go_to(numbers.index(key))
        return []

    def _go_to(self, line: int) -> None:
        self.cursor = line
        self._as_found = list(self.given)

    def _next_receiver(self, step: int) -> int | None:
        """Nobody, then who is still without a card, then the others."""
        held = self._as_found[self.cursor]
        first = [seat for seat in self.seats if seat == held or seat not in self._as_found]
        order: Given = [None, *first, *(seat for seat in self.seats if seat not in first)]
        return order[(order.index(self.given[self.cursor]) + step) % len(order)]

    def _give(self, receiver: int | None) -> None:
        """The card goes to this player; the card that the player had goes to who had this one."""
        self.given = list(self._as_found)
        if receiver is not None and receiver in self.given:
            self.given[self.given.index(receiver)] = self.given[self.cursor]
        self.given[self.cursor] = receiver

    def _begin_anew(self) -> list[Effect] | None:
        if not any(seat is not None for seat in self.given):
            return None
        self.given = [None] * len(self.cards)
        self._go_to(0)
        return []

    def click(self, row: int, cell: int) -> list[Effect] | None:
        line = row - 1
        if line not in range(len(self.cards)):
            return None
        if line == self.cursor:
            return self._send()
        self._go_to(line)
        return []

    def rows(self) -> list[Row]:
        titles = (("", 3), (_("card"), 26), (_("for"), RECEIVER_CELLS), (_("cast"), 10))
        head = row(*(column(title, cells, "quiet") for title, cells in titles))
        return [head, *(self._card_row(line) for line in range(len(self.cards))), self._for_each()]

    def _card_row(self, line: int) -> Row:
        card, receiver = self.cards[line], self.given[line]
        content = row(
            column(str(card["number"]), 2, "strong"),
            column(card_stars(self.view, card["card"]), 4),
            column(card_name(self.view, card["card"]), NAME_CELLS),
            " ",
            self._receiver(receiver),
            self._brings(card, receiver),
        )
        return self.line(content, is_cursor=line == self.cursor)

    def _receiver(self, seat: int | None) -> Row:
        left, right = self.glyphs.chosen
        if seat is None:
            return row(column(" " + _("nobody"), RECEIVER_CELLS, "quiet"))
        return row(left, self.view.sign(seat), column(f" {self.view.name(seat)}{right}", RECEIVER_CELLS - 3))

    def _brings(self, card: Document, receiver: int | None) -> Row:
        """The receiver's cast before and after; of a card for nobody, where it goes."""
        if receiver is None:
            return self._left_over(card)
        given = next(given for given in card["given"] if given["seat"] == receiver)
        change = column(self._change(given["cast"]), 10, "strong")
        if is_director(self.view, card["card"]):
            return row(change, Span(effect(self.view, card["card"]), "quiet"))
        part = _("as {part}").format(part=word(self.glyphs, given["part"]))
        return row(change, column(part, 13, "quiet"), Span(kind_of(self.view, card["card"]), "quiet"))

    def _left_over(self, card: Document) -> Row:
        """Where the card for nobody goes, once it is clear which one that is."""
        if SILENT in card:
            return row(Span(_("silent hand {change}").format(change=self._change(card[SILENT])), "quiet"))
        if is_director(self.view, card["card"]):
            return row(column("", 10), Span(effect(self.view, card["card"]), "quiet"))
        told = "" if self.missing else _("leaves the game")
        return row(column(told, 23, "quiet"), Span(kind_of(self.view, card["card"]), "quiet"))

    def _change(self, cast: list[int]) -> str:
        return f"{cast[0]} {self.glyphs.arrow} {cast[1]}"

    def _for_each(self) -> Row:
        """What the card under the cursor would bring to everybody who may get it."""
        given = self.cards[self.cursor]["given"]
        shown = [row(sign(self.view, one["seat"]), f" {self._change(one['cast']):9}") for one in given]
        return row(" ", column(_("would bring"), 13, "quiet"), *shown)
