"""The offer: a number with money, or money alone; the bluff card may lie with it."""

from typing import Final, NamedTuple

from opera_tui.boxes import DOWN, LEFT, RIGHT, UP, Action, Effect, KeyHint, Send, moved
from opera_tui.faces.turandot.cards import (
    SILENT,
    card_name,
    cards_down,
    cards_words,
    offer_words,
    sign,
    word,
)
from opera_tui.faces.turandot.game_box import GameBox
from opera_tui.faces.turandot.refusals import refused, why_no_helper
from opera_tui.i18n import _, ngettext
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

NUMBER, MONEY, BLUFF = range(3)
FIRST_SLOT: Final = 11
SLOT_CELLS: Final = 4
NOTE_AT: Final = 43
OUTCOME_AT: Final = 28
NAME_CELLS: Final = 21


class Slot(NamedTuple):
    """A value that can be chosen, and the cell where its text begins."""

    text: str
    at: int


class OfferBox(GameBox):
    """Arrows or keys put the offer together; nothing is final before Enter."""

    panel = "u"

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self.choices: Document = view.choices
        self.numbers = [card["number"] for card in self.choices["numbers"]]
        self.cursor = NUMBER
        self.number: int | None = self.numbers[0]
        self.coins = 0
        """The money that goes with a number."""
        self.bluff = False

    @property
    def money(self) -> int:
        """Money alone is always one card."""
        return 1 if self.number is None else self.coins

    @property
    def hand(self) -> int:
        """The money cards in hand."""
        return int(self.choices["otherwise"]["money"])

    @property
    def action(self) -> Action:
        return {"do": "offer", "number": self.number, "money": self.money, "bluff": self.bluff}

    @property
    def title(self) -> str:
        return _("Your offer")

    @property
    def does(self) -> str:
        return _("offer {offer}").format(offer=offer_words(self.action))

    @property
    def question(self) -> str:
        others = len(self.view.seats) - 1
        made = sum(player["down"] is not None for player in self.view.game["players"])
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
            return "offer" if self.number is not None else "helpers"
        return "money" if self.cursor == MONEY else "bluff"

    @property
    def pointed(self) -> str:
        return str(self.number)

    def hints(self) -> list[KeyHint]:
        keys = KeyHint(self.arrows(), _("or 1-{highest}").format(highest=self.numbers[-1]))
        helper = [] if self._closed else [KeyHint("0", _("helper"))]
        return [keys, *helper, KeyHint("m", _("money")), KeyHint("b", _("bluff")), KeyHint("enter", _("offer"))]

    @property
    def _closed(self) -> Document | None:
        """Why money alone is not allowed."""
        refusal: Document | None = self.choices["alone"].get("refusal")
        return refusal

    def press(self, key: str) -> list[Effect] | None:
        if key == "enter":
            return [Send(self.action)]
        if key in (*UP, *DOWN):
            self.cursor = moved(self.cursor, key, 3)
        elif key in (*LEFT, *RIGHT):
            return self._vary(-1 if key in LEFT else 1)
        elif key == "escape":
            return self._begin_anew()
        else:
            return self._type(key)
        return []

    def _type(self, key: str) -> list[Effect] | None:
        if key == "m":
            return self._pay(0 if self.coins >= self.hand else self.coins + 1, MONEY)
        if key == "b":
            self.cursor, self.bluff = BLUFF, not self.bluff
            return []
        if not (key.isascii() and key.isdecimal()):
            return None
        return self._ask_helper() if key == "0" else self._aim(int(key))

    def _vary(self, step: int) -> list[Effect]:
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
            return [refused(self.view, **self._closed)]
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

    def _begin_anew(self) -> list[Effect] | None:
        """Back to how the box opened; nothing if it is so already."""
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
            return [Send(self.action)]
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
            self._face_down(),
            self._for_all(),
            self._won(),
            self._otherwise(),
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
        """A value with the cell before and after it: `‹4›` if it is chosen, `–none` if it is not allowed."""
        left, right = self.glyphs.chosen
        if place == self._chosen(line):
            return Span(f"{left}{slot.text}{right}", "cursor" if line == self.cursor else "strong")
        is_closed = line == NUMBER and place == len(self.numbers) and self._closed
        return Span(f"{self.glyphs.none}{slot.text} ", "quiet") if is_closed else Span(f" {slot.text} ")

    def _no_helper(self) -> Row:
        if not self._closed:
            return EMPTY
        return row(" ", Span(f"{self.glyphs.none} {_('none')}: {why_no_helper(self.view, self._closed)}", "quiet"))

    def _face_down(self) -> Row:
        parts = [_("number")] if self.number is not None else []
        parts += [_("{n} money").format(n=self.money)] if self.money else []
        parts += [_("bluff")] if self.bluff else []
        told = _(": {parts}. The others see only how many.").format(parts=", ".join(parts))
        return row(" ", _("face down "), Span(cards_words(cards_down(self.action)), "strong"), Span(told, "quiet"))

    def _card(self) -> Document:
        found: Document = self.choices["numbers"][self.numbers.index(self.number)]
        return found

    def _for_all(self) -> Row:
        """In turn 4 what the director brings every cast; with money alone, that a card comes all the same."""
        if self.number is None:
            return row(column(_(" in any case"), OUTCOME_AT), self._gets_a_card())
        card = self._card()
        if "casts" not in card:
            return EMPTY
        casts: dict[int | str, list[int]] = dict(enumerate(card["casts"]))
        if SILENT in card:
            casts[SILENT] = card[SILENT]
        shown = [row(sign(self.view, seat), f" {self.glyphs.change(*cast):8}") for seat, cast in casts.items()]
        return row(column(_(" would bring"), 14), *shown)

    def _won(self) -> Row:
        if self.number is None:
            return self._helped(self.choices["alone"])
        card = self._card()
        label = _("alone on {number}, or most money") if self.coins else _("alone on {number}")
        name = column(card_name(self.view, card["card"]), NAME_CELLS, "strong").text.rstrip()
        return row(
            column(" " + label.format(number=self.number), OUTCOME_AT),
            Span(name, "strong"),
            _(": cast "),
            Span(self.glyphs.change(*card["cast"]), "strong"),
            _(", money {change}").format(change=self.glyphs.change(self.hand, self.hand - self.coins)),
        )

    def _helped(self, brings: Document) -> Row:
        """What a helper brings: scenery for a money card."""
        helpers = _(" or ").join(word(self.glyphs, helper) for helper in brings["helpers"])
        figures = {what: self.glyphs.change(*brings[what]) for what in ("scenery", "cast", "money")}
        told = _("scenery {scenery}, cast {cast}, money {money}").format(**figures)
        return row(column(f" {helpers}", OUTCOME_AT), Span(told, "strong"))

    def _otherwise(self) -> Row:
        if self.number is None:
            return row(column(_(" no helper left"), OUTCOME_AT), _("money back"))
        label = _(" tied or beaten") if self.coins else _(" not alone")
        back = _("money back; ") if self.coins else ""
        return row(column(label, OUTCOME_AT), back, self._gets_a_card())

    def _gets_a_card(self) -> Row:
        giver: int = self.choices["otherwise"]["assigned_by"]
        if giver == self.view.me:
            return row(_("you hand out the cards that are left"))
        return row(self.view.sign(giver), _(" gives you a card that is left"))
