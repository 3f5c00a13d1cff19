"""The offer: a number with money, or money alone; the bluff card may lie with it."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_games.api import Action, Change, Refusal
from opera_games.turandot.actions import Offer
from opera_games.turandot.choices import AloneRow, NumberRow, OfferChoices
from opera_games.turandot.words import SILENT
from opera_tui.games.box import CELLS, LEFT_RIGHT, UP_DOWN, Box, Effect, KeyHint, Send, Text
from opera_tui.games.turandot.labels import (
    Hand,
    card_name,
    cards_down,
    changed,
    is_director,
    offer_words,
    sign,
    why_no_helper,
    why_not_alone,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, mark, ngettext, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, filled, row, width

NUMBER, MONEY, BLUFF = range(3)
FIRST_SLOT: Final = 11
SLOT_CELLS: Final = 4
NOTE_AT: Final = 43
LABEL_CELLS: Final = 28
NAME_CELLS: Final = 21


class Slot(NamedTuple):
    """A value that can be chosen, and the cell where its text begins."""

    text: str
    at: int


class OfferBox(Box):
    """Compose an offer by arrows or keys; nothing is final before Enter."""

    view: TurandotView

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
            return f"turandot.{self.tip}" if self.number is not None else "turandot.helpers"
        return "turandot.money" if self.cursor == MONEY else "turandot.bluff"

    @property
    def tip(self) -> str:
        """Return the advice about the cards that are offered for: singers, or in one turn directors."""
        return "offer_director" if is_director(self.view, self.choices.numbers[0].card) else "offer"

    @property
    def pointed(self) -> str:
        return str(self.number)

    def hints(self) -> list[KeyHint]:
        keys = KeyHint(
            self.glyphs.up_down + self.glyphs.left_right, _("or 1-{highest}").format(highest=self.numbers[-1])
        )
        word = pgettext("what a key asks for", "helper") if self.choices.alone.helpers else _("wait")
        alone = [] if self._closed else [KeyHint("0", word)]
        money = [KeyHint("m", _("money"))] if self.hand else []
        return [
            keys,
            *alone,
            *money,
            KeyHint("b", _("bluff"), is_kept=True),
            KeyHint("enter", pgettext("verb", "offer")),
        ]

    @property
    def _closed(self) -> Refusal | None:
        """Return why money alone is not allowed."""
        return self.choices.alone.refusal

    def enter(self) -> list[Effect]:
        return [Send(self.action)]

    def vary(self, key: str) -> list[Effect] | None:
        if key in UP_DOWN:
            self.cursor = min(BLUFF, max(NUMBER, self.cursor + UP_DOWN[key]))
            return []
        return self._change(LEFT_RIGHT[key]) if key in LEFT_RIGHT else self._type(key)

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Offer)
        self.cursor, self.number, self.bluff = NUMBER, action.number, action.bluff
        self.coins = 0 if self.number is None else action.money
        return self

    def _type(self, key: str) -> list[Effect] | None:
        if key == "m":
            return self._pay(0 if self.number and self.coins >= self.hand else self.money + 1, MONEY)
        if key == "b":
            self.cursor, self.bluff = BLUFF, not self.bluff
            return []
        if not (key.isascii() and key.isdecimal()):
            return None
        return self._offer_money_alone() if key == "0" else self._aim(int(key))

    def _change(self, step: int) -> list[Effect]:
        if self.cursor == MONEY:
            return self._pay(self.money + step, MONEY)
        if self.cursor == BLUFF:
            self.bluff = step > 0
            return []
        place = (len(self.numbers) if self.number is None else self.numbers.index(self.number)) + step
        if place >= len(self.numbers):
            return self._offer_money_alone()
        return self._aim(self.numbers[max(0, place)])

    def _aim(self, number: int) -> list[Effect]:
        self.cursor = NUMBER
        if number not in self.numbers:
            return self.refuse(refusal_of("number_not_in_lineup", number=number, highest=self.numbers[-1]))
        self.number = number
        return []

    def _offer_money_alone(self) -> list[Effect]:
        self.cursor = NUMBER
        if self._closed:
            return self.refuse(self._closed)
        self.number = None
        return []

    def _pay(self, money: int, row: int) -> list[Effect]:
        self.cursor = row
        if self.number is None:
            return self.refuse(refusal_of("helper_costs_one_money", money=max(0, money))) if money != 1 else []
        if money > self.hand:
            return self.refuse(refusal_of("not_enough_money", money=money, hand=self.hand))
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

    def choose(self, thing: str) -> list[Effect] | None:
        numbers = [number for number in self.numbers if thing == f"card:{number}"]
        return self._aim(numbers[0]) if numbers else None

    def _click_slot(self, row: int, place: int) -> list[Effect]:
        if row == self.cursor and place == self._chosen(row):
            return self.enter()
        if row == MONEY:
            return self._pay(place, MONEY)
        if row == BLUFF:
            self.cursor, self.bluff = BLUFF, place == 1
            return []
        return self._aim(self.numbers[place]) if place < len(self.numbers) else self._offer_money_alone()

    def _slots(self, line: int) -> list[Slot]:
        if line == BLUFF:
            texts = [_("no"), _("yes")]
        elif line == MONEY:
            texts = [str(money) for money in range(self.hand + 1)]
        else:
            texts = [*map(str, self.numbers), pgettext("number of a card", "none")]
        # A longer word takes more cells, so that its marks touch neither the next one nor the note.
        widths = [max(SLOT_CELLS, cell_len(text) + 2) for text in texts]
        return [Slot(text, FIRST_SLOT + sum(widths[:place])) for place, text in enumerate(texts)]

    def _chosen(self, line: int) -> int:
        if line == BLUFF:
            return int(self.bluff)
        if line == MONEY:
            return self.money
        return len(self.numbers) if self.number is None else self.numbers.index(self.number)

    def rows(self) -> list[Row]:
        return [
            self._choice(NUMBER, _("number"), self._number_keys()),
            self._choice(MONEY, _("money"), "m"),
            self._choice(BLUFF, _("bluff"), "b"),
            self._others_face_down(),
            *_outcome(self.view, self.choices, self.action),
        ]

    def _number_keys(self) -> str:
        keys = _("1-{highest}, 0: money alone, to wait")
        if self._closed:
            keys = _("1-{highest}; none: {why}").replace("{why}", why_not_alone(self.view, self._closed))
        elif self.choices.alone.helpers:
            keys = _("1-{highest}, 0: money alone, a helper")
        return keys.format(highest=self.numbers[-1])

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
        if place == self._chosen(line):
            return Span(self.chosen(slot.text), "value")
        is_closed = line == NUMBER and place == len(self.numbers) and self._closed
        return Span(f"{self.glyphs.none}{slot.text} ", "quiet") if is_closed else Span(f" {slot.text} ")

    def _others_face_down(self) -> Row:
        """Draw how many cards lie before each of the others: all that is known of their offers."""
        down = {seat: self.view.game.players[seat].down for seat in self.view.seats if seat != self.view.me}
        made = [row("  ", self.view.sign(seat), f" {cards}") for seat, cards in down.items() if cards is not None]
        missing = [row(" ", self.view.sign(seat)) for seat, cards in down.items() if cards is None]
        still = row("  ", Span(_("still to come"), "quiet"), *missing) if missing else EMPTY
        return row(" ", Span(_("others face down"), "quiet"), *made, still)


def _outcome(view: TurandotView, choices: OfferChoices, offer: Offer) -> list[Row]:
    """Draw what the offer would lead to: how it looks to the others, what it brings if it wins, and what if not."""
    if offer.number is None:
        given = _labelled(pgettext("27 cells", "in any case"), _gets_a_card(view, choices))
        return [_face_down(view, offer), given, *_money_alone(view, choices.alone)]
    card = next(card for card in choices.numbers if card.number == offer.number)
    hand = choices.otherwise.money
    return [
        _face_down(view, offer),
        _for_all(view, card),
        _won(view, card, hand, offer),
        _otherwise(view, choices, offer),
    ]


def _labelled(label: str, content: Row) -> Row:
    return row(" ", column(label, LABEL_CELLS - 1, "quiet"), content)


def _face_down(view: TurandotView, offer: Offer) -> Row:
    """Draw the backs of the cards, which is what the others see, and what they are."""
    number = cards_down(offer)
    parts = [_("number")] if offer.number is not None else []
    parts += [_("{n} money").format(n=offer.money)] if offer.money else []
    parts += [_("bluff")] if offer.bluff else []
    backs = Span(view.glyphs.card * number, "card")
    down = Span(ngettext("{n} face down", "{n} face down", number).format(n=number), "strong")
    told = row(" ", backs, " ", down, f"{mark(':')}{', '.join(parts)}. ")
    remark = Span(_("The others see only how many."), "quiet")
    return row(told, remark) if width(row(told, remark)) <= CELLS else told


def _for_all(view: TurandotView, card: NumberRow) -> Row:
    """Draw, in turn 4, what the director would bring to every cast."""
    if card.casts is None:
        return EMPTY
    casts: dict[Hand, Change] = dict(enumerate(card.casts))
    if card.silent:
        casts[SILENT] = card.silent
    shown = [row(sign(view, seat), f" {view.glyphs.change(*cast):8}") for seat, cast in casts.items()]
    return row(" ", column(pgettext("12 cells", "would bring"), 13, "quiet"), *shown)


def _won(view: TurandotView, card: NumberRow, hand: int, offer: Offer) -> Row:
    """Draw the card and the money left; without money only a single offer wins."""
    money = offer.money
    # Translators: at most 27 cells.
    label = _("alone on {number}, or most money") if money else _("alone on {number}")
    name = column(card_name(view, card.card), NAME_CELLS).text.rstrip()
    gain = filled(
        _("{card}: cast {cast}, money {money}"),
        card=Span(name, "strong"),
        cast=changed(view, card.cast),
        money=view.glyphs.change(hand, hand - money),
    )
    return _labelled(label.format(number=offer.number), gain)


def _money_alone(view: TurandotView, brings: AloneRow) -> list[Row]:
    """Draw what comes of the money card: scenery or money back, where no helper comes only the latter."""
    if brings.helpers:
        return [_helped(view, brings), _labelled(pgettext("27 cells", "no helper left"), row(_("money back")))]
    return [
        _labelled(pgettext("27 cells", "no helper"), row(why_no_helper(view))),
        _labelled(pgettext("27 cells", "your money"), row(_("comes back"))),
    ]


def _helped(view: TurandotView, brings: AloneRow) -> Row:
    """Draw what a helper brings: scenery for a money card."""
    helpers = [word(view.glyphs, helper) for helper in brings.helpers or ()]
    # Translators: two helpers, of whom one comes.
    label = _("{one} or {other}").format(one=helpers[0], other=helpers[1]) if len(helpers) > 1 else "".join(helpers)
    scenery, cast, money = (
        view.glyphs.change(*figure) if figure else "" for figure in (brings.scenery, brings.cast, brings.money)
    )
    text = _("scenery {scenery}, cast {cast}, money {money}").format(scenery=scenery, cast=cast, money=money)
    label = label if cell_len(label) < LABEL_CELLS else _("helper")
    return _labelled(label, row(Span(text, "strong")))


def _otherwise(view: TurandotView, choices: OfferChoices, offer: Offer) -> Row:
    label = pgettext("27 cells", "tied or beaten") if offer.money else pgettext("27 cells", "not alone")
    back = _("money back; ") if offer.money else ""
    return _labelled(label, row(back, _gets_a_card(view, choices)))


def _gets_a_card(view: TurandotView, choices: OfferChoices) -> Row:
    giver = choices.otherwise.assigned_by
    if giver == view.me:
        return row(_("you hand out the cards that are left"))
    # Translators: at most 36 cells with a sign of two.
    return filled(_("{who} gives you a card that is left"), who=view.sign(giver))
