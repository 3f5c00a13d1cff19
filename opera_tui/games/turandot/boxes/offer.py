"""The offer: a number with money, or money alone; the bluff card may lie with it."""

from typing import Final, NamedTuple

from opera_games.api import Action, Refusal
from opera_games.turandot.actions import Offer
from opera_games.turandot.choices import OfferChoices
from opera_tui.games.box import DOWN, LEFT, RIGHT, UP, Box, KeyHint, Text
from opera_tui.games.effects import Effect, Refuse, Send
from opera_tui.games.list_box import moved
from opera_tui.games.turandot.boxes.base import TurandotBox, topic
from opera_tui.games.turandot.boxes.offer_outcome import outcome_rows
from opera_tui.games.turandot.texts.labels import offer_words
from opera_tui.games.turandot.texts.refusals import refused, why, why_no_helper
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, column, row

NUMBER, MONEY, BLUFF = range(3)
FIRST_SLOT: Final = 11
SLOT_CELLS: Final = 4
NOTE_AT: Final = 43


class Slot(NamedTuple):
    """A value that can be chosen, and the cell where its text begins."""

    text: str
    at: int


class OfferBox(TurandotBox):
    """Compose an offer by arrows or keys; nothing is final before Enter."""

    title = Text(N_("Your offer"))

    def __init__(self, view: TurandotView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, OfferChoices)
        self.choices = view.choices
        self.numbers = [card.number for card in self.choices.numbers]
        self.cursor = NUMBER
        self.number: int | None = self.numbers[0]
        self.coins = 0
        """The money that goes with a number."""
        self.bluff = False

    @property
    def money(self) -> int:
        """Return the money offered; money alone is always one card."""
        return 1 if self.number is None else self.coins

    @property
    def hand(self) -> int:
        """Return the money cards in hand."""
        return self.choices.otherwise.money

    @property
    def action(self) -> Offer:
        return Offer(self.number, self.money, self.bluff)

    @property
    def does(self) -> str:
        return _("offer {offer}").format(offer=offer_words(self.action))

    @property
    def question(self) -> str:
        others = len(self.view.seats) - 1
        made = sum(player.down is not None for player in self.view.game.players)
        if made == others:
            return ngettext(
                "Make your offer; the other player has made one", "Make your offer; all others have made theirs", others
            )
        if not made:
            return _("Make your offer, in secret")
        return _("Make your offer; {made} of {others} others have made theirs").format(made=made, others=others)

    @property
    def help_topic(self) -> str:
        if self.cursor == NUMBER:
            return topic("offer" if self.number is not None else "helpers")
        return topic("money" if self.cursor == MONEY else "bluff")

    @property
    def pointed(self) -> str:
        return str(self.number)

    def hints(self) -> list[KeyHint]:
        keys = KeyHint(self.arrows(), _("or 1-{highest}").format(highest=self.numbers[-1]))
        helper = [] if self._closed else [KeyHint("0", _("helper"))]
        return [keys, *helper, KeyHint("m", _("money")), KeyHint("b", _("bluff")), KeyHint("enter", _("offer"))]

    @property
    def _closed(self) -> Refusal | None:
        """Return why money alone is not allowed."""
        return self.choices.alone.refusal

    def enter(self) -> list[Effect]:
        return [Send(self.action)]

    def vary(self, key: str) -> list[Effect] | None:
        if key in (*UP, *DOWN):
            self.cursor = moved(self.cursor, key, 3)
            return []
        return self._change(-1 if key in LEFT else 1) if key in (*LEFT, *RIGHT) else self._type(key)

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Offer)
        self.cursor, self.number, self.bluff = NUMBER, action.number, action.bluff
        self.coins = 0 if self.number is None else action.money
        return self

    def _type(self, key: str) -> list[Effect] | None:
        if key == "m":
            return self._pay(0 if self.coins >= self.hand else self.coins + 1, MONEY)
        if key == "b":
            self.cursor, self.bluff = BLUFF, not self.bluff
            return []
        if not (key.isascii() and key.isdecimal()):
            return None
        return self._ask_helper() if key == "0" else self._aim(int(key))

    def _change(self, step: int) -> list[Effect]:
        if self.cursor == MONEY:
            return self._pay(self.money + step, MONEY)
        if self.cursor == BLUFF:
            self.bluff = step > 0
            return []
        place = (len(self.numbers) if self.number is None else self.numbers.index(self.number)) + step
        if place >= len(self.numbers):
            return self._ask_helper()
        return self._aim(self.numbers[max(0, place)])

    def _aim(self, number: int) -> list[Effect]:
        self.cursor = NUMBER
        if number not in self.numbers:
            return [refused(self.view, "number_not_in_lineup", number=number, highest=self.numbers[-1])]
        self.number = number
        return []

    def _ask_helper(self) -> list[Effect]:
        self.cursor = NUMBER
        if self._closed:
            return [Refuse(why(self.view, self._closed))]
        self.number = None
        return []

    def _pay(self, money: int, row: int) -> list[Effect]:
        self.cursor = row
        if self.number is None:
            return [refused(self.view, "helper_costs_one_money", money=max(0, money))] if money != 1 else []
        if money > self.hand:
            return [refused(self.view, "not_enough_money", money=money, hand=self.hand)]
        self.coins = max(0, money)
        return []

    def back(self) -> list[Effect] | None:
        """Return to how the box opened; do nothing if it is so already."""
        if (self.number, self.coins, self.bluff) == (self.numbers[0], 0, False):
            return None
        self.cursor, self.number, self.coins, self.bluff = NUMBER, self.numbers[0], 0, False
        return []

    def click(self, row: int, cell: int) -> list[Effect] | None:
        if row not in (NUMBER, MONEY, BLUFF):
            return None
        for place, slot in enumerate(self._slots(row)):
            if slot.at - 1 <= cell <= slot.at + len(slot.text):
                return self._click_slot(row, place)
        self.cursor = row
        return []

    def _click_slot(self, row: int, place: int) -> list[Effect]:
        if row == self.cursor and place == self._chosen(row):
            return self.enter()
        if row == MONEY:
            return self._pay(place, MONEY)
        if row == BLUFF:
            self.cursor, self.bluff = BLUFF, place == 1
            return []
        return self._aim(self.numbers[place]) if place < len(self.numbers) else self._ask_helper()

    def _slots(self, line: int) -> list[Slot]:
        if line == BLUFF:
            texts = [_("no"), _("yes")]
        elif line == MONEY:
            texts = [str(money) for money in range(self.hand + 1)]
        else:
            texts = [*map(str, self.numbers), _("none")]
        return [Slot(text, FIRST_SLOT + SLOT_CELLS * place) for place, text in enumerate(texts)]

    def _chosen(self, line: int) -> int:
        if line == BLUFF:
            return int(self.bluff)
        if line == MONEY:
            return self.money
        return len(self.numbers) if self.number is None else self.numbers.index(self.number)

    def rows(self) -> list[Row]:
        keys = _("1-{highest}") if self._closed else _("1-{highest}, 0: money alone, a helper")
        return [
            self._choice(NUMBER, _("number"), keys.format(highest=self.numbers[-1])),
            self._choice(MONEY, _("money"), "m"),
            self._choice(BLUFF, _("bluff"), "b"),
            self._no_helper(),
            *outcome_rows(self.view, self.choices, self.action),
        ]

    def _choice(self, line: int, label: str, note: str) -> Row:
        spans = [
            Span(self.glyphs.cursor if line == self.cursor else " "),
            column(label, 9, "strong" if line == self.cursor else ""),
        ]
        cell = 10
        for place, slot in enumerate(self._slots(line)):
            shown = self._slot(line, place, slot)
            spans += [Span(" " * (slot.at - 1 - cell)), shown]
            cell = slot.at - 1 + len(shown.text)
        return row(*spans, " " * (NOTE_AT - cell), Span(note, "quiet"))

    def _slot(self, line: int, place: int, slot: Slot) -> Span:
        """Draw a value with the cell before and after it: `‹4›` if it is chosen, `–none` if it is not allowed."""
        left, right = self.glyphs.chosen
        if place == self._chosen(line):
            return Span(f"{left}{slot.text}{right}", "cursor" if line == self.cursor else "strong")
        is_closed = line == NUMBER and place == len(self.numbers) and self._closed
        return Span(f"{self.glyphs.none}{slot.text} ", "quiet") if is_closed else Span(f" {slot.text} ")

    def _no_helper(self) -> Row:
        if not self._closed:
            return EMPTY
        told = _("none: {why}").format(why=why_no_helper(self.view, self._closed))
        return row(" ", Span(f"{self.glyphs.none} {told}", "quiet"))
