"""What was turned over: offers with what they led to, cards handed out, and the final counting."""

from collections.abc import Mapping
from typing import Any

from opera_protocol.i18n import N_
from opera_tui.boxes import KeyHint
from opera_tui.faces.turandot.cards import card_name, counts_puccini, sign, signed, word
from opera_tui.faces.turandot.game_box import GameBox, topic
from opera_tui.faces.turandot.lines import result_line
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, column, fit, plain, row
from opera_tui.table_view import Document, TableView

Event = Mapping[str, Any]

COUNTED = {
    "stars": N_("stars"),
    "scenery": N_("scenery"),
    "preferred": N_("preferred parts"),
    "sex": N_("wrong sex"),
    "director": N_("director"),
    "puccini": N_("Puccini"),
    "total": N_("points"),
}


class RevealBox(GameBox):
    """Something to look at; any key goes on."""

    def __init__(self, event: Event, before: TableView, after: TableView) -> None:
        super().__init__(after)
        self.event = event
        self.before = before

    @property
    def headline(self) -> TableView:
        """What ends a turn comes in one step with the beginning of the next."""
        return self.before

    @property
    def does(self) -> str:
        return _("go on")

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", _("go on"))]

    def player(self, seat: int) -> Row:
        own = "own" if seat == self.view.me else ""
        return row(" ", sign(self.view, seat), " ", column(self.view.name(seat), 13, own))

    def cast(self, seat: int) -> Span:
        """The player's cast before and after what is shown; Puccini's point comes only at the end."""
        before, after = (_cast(view, seat) for view in (self.before, self.view))
        return Span(self.glyphs.change(before, after), "strong")


def _cast(view: TableView, seat: int) -> int:
    points = view.game["players"][seat]["points"]
    return int(points["total"] - points["puccini"])


class OffersBox(RevealBox):
    """A row for each player: the offer, what it led to, the card, the cast before and after."""

    @property
    def title(self) -> str:
        return _("Offers revealed")

    @property
    def question(self) -> str:
        return _("OFFERS  who gets which card")

    @property
    def help_topic(self) -> str:
        return topic("reveal")

    def rows(self) -> list[Row]:
        titles = (("", 1), (_("player"), 16), (_("offer"), 11), (_("led to"), 18), (_("card"), 22), (_("cast"), 8))
        head = row(*(column(title, cells, "quiet") for title, cells in titles))
        lines = [self._offer_row(offer) for offer in self.event["offers"]]
        return [head, *lines, *[EMPTY] * (6 - len(lines)), self._below()]

    def _offer_row(self, offer: Document) -> Row:
        return row(
            self.player(offer["seat"]),
            column(self._offered(offer), 11),
            self._led_to(offer),
            column(self._gained(offer), 21),
            " ",
            self._cast_of(offer),
        )

    def _offered(self, offer: Document) -> str:
        """`4 +2 bluff`; money alone has a dash for its number."""
        number = self.glyphs.none if offer["number"] is None else str(offer["number"])
        parts = [number, f"+{offer['money']}" if offer["money"] else "", _("bluff") if offer["bluff"] else ""]
        return " ".join(part for part in parts if part)

    def _led_to(self, offer: Document) -> Row:
        words = {"alone": _("alone on it"), "most": _("beats"), "beaten": _("beaten by")}
        led_to = offer["led_to"]
        rivals = [other for other in self.event["offers"] if other["seat"] in offer["rivals"]]
        if led_to == "tied" and any(other["money"] > offer["money"] for other in rivals):
            return fit(row(_("outbid")), 18)
        told = words.get(led_to) or word(self.glyphs, led_to)
        signs = [row(" ", self.view.sign(other["seat"])) for other in rivals if self._is_named(offer, other)]
        return fit(row(told, *signs), 18)

    def _is_named(self, offer: Document, rival: Document) -> bool:
        """Of those on the same number: whoever was beaten, who won, or who tied with as much money."""
        if offer["led_to"] == "tied":
            return bool(rival["money"] == offer["money"])
        return offer["led_to"] != "beaten" or bool(rival["card"])

    def _gained(self, offer: Document) -> str:
        if offer["card"]:
            return card_name(self.before, offer["card"])
        if offer["led_to"] in self.view.game["helpers"]:
            return _("scenery for 1 money")
        return _("money back") if offer["money"] else self.glyphs.none

    def _cast_of(self, offer: Document) -> Span:
        """Only who gained something has another cast now; the others still get a card."""
        if offer["card"] or offer["led_to"] in self.view.game["helpers"]:
            return self.cast(offer["seat"])
        return Span(str(_cast(self.before, offer["seat"])), "quiet")

    def _below(self) -> Row:
        lacking = [offer["seat"] for offer in self.event["offers"] if not offer["card"]]
        if not lacking:
            return row(" ", Span(_("Everybody has a card of this turn."), "quiet"))
        holder = self.before.game["puccini"]
        signs = [row(" ", self.view.sign(seat)) for seat in lacking]
        return row(" ", self.view.player(holder), Span(_(" hands out cards to"), "quiet"), *signs)


class AssignedBox(RevealBox):
    """Who was given what."""

    @property
    def title(self) -> str:
        return _("Cards handed out")

    @property
    def question(self) -> str:
        return _("HANDED OUT  by {name}").format(name=self.view.name(self.event["by"]))

    @property
    def help_topic(self) -> str:
        return topic("assign")

    def rows(self) -> list[Row]:
        titles = (("", 1), (_("player"), 16), (_("card"), 26), (_("cast"), 8))
        return [row(*(column(*title, "quiet") for title in titles)), *map(self._given_row, self.event["cards"])]

    def _given_row(self, given: Document) -> Row:
        card = column(card_name(self.before, given["card"]), 23)
        return row(self.player(given["seat"]), column(str(given["number"]), 2), card, " ", self.cast(given["seat"]))


class CountingBox(RevealBox):
    """The end: players as columns, parts of the points as rows."""

    @property
    def title(self) -> str:
        return _("The casts are counted")

    @property
    def question(self) -> str:
        return plain(row(_("COUNTING  "), result_line(self.view)))

    @property
    def does(self) -> str:
        return _("show the casts")

    @property
    def help_topic(self) -> str:
        return topic("scoring")

    def rows(self) -> list[Row]:
        head = row(column("", 17), *(self._title(hand["seat"]) for hand in self.event["hands"]))
        parts = [part for part in COUNTED if part != "puccini" or counts_puccini(self.view)]
        return [head, *map(self._part, parts)]

    def _title(self, seat: int | str) -> Row:
        return row(" " * 10, sign(self.view, seat))

    def _part(self, part: str) -> Row:
        role = "strong" if part == "total" else ""
        label = column(" " + _(COUNTED[part]), 17, role)
        return row(label, *(self._figure(hand, part, role) for hand in self.event["hands"]))

    def _figure(self, hand: Document, part: str, role: str) -> Span:
        points = hand[part]
        shown = str(points) if part in ("stars", "total") else signed(points) if points else self.glyphs.none
        return column(shown, 12, role, right=True)


def reveal(event: Event, before: TableView, after: TableView) -> RevealBox | None:
    """The box for an event that is worth a stop."""
    match event["event"]:
        case "offers_revealed":
            return OffersBox(event, before, after)
        case "cards_assigned" if after.me != event["by"] and _is_given(event, after.me):
            return AssignedBox(event, before, after)
        case "game_ended":
            return CountingBox(event, before, after)
    return None


def _is_given(event: Event, seat: int | None) -> bool:
    return any(given["seat"] == seat for given in event["cards"])
