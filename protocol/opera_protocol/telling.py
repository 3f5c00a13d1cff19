"""Filling templates: each parameter is shown in the words of players, in their language, as plain text.

A placeholder `{ducats:ducats}` shows the number with its unit, `{steps:signed}` with its sign.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, Final

from opera_protocol.i18n import ENGLISH, N_, NN_, Translations
from opera_protocol.words import ACTIONS, CAUSES, DECISIONS, FIELDS, PARTS_OF_A_HOUSE, REASONS, WORDS

SEATS: Final = frozenset({"seat", "seats", "order", "by", "to", "receiver", "puccini", "winners"})
"""Parameters that are seats, shown by their players' names."""

VOCABULARIES: Final[Mapping[str, Mapping[str, str]]] = {
    **dict.fromkeys(
        (
            *("cities", "city", "composer", "director", "directors", "game", "helper", "led_to", "left"),
            *("piece", "pieces", "role", "rose", "source", "staged", "to"),
        ),
        WORDS,
    ),
    "asked": DECISIONS,
    "got": ACTIONS,
    "field": FIELDS,
    "reason": REASONS,
    "cause": CAUSES,
}
"""Parameters that are words, and where their display names stand; all others are shown as they are."""

UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "ducats": NN_("{n} ducat", "{n} ducats"),
    "points": NN_("{n} point", "{n} points"),
    "levels": NN_("{n} level", "{n} levels"),
    "halls": NN_("{n} hall", "{n} halls"),
    "cards": NN_("{n} card", "{n} cards"),
    "money": NN_("{n} money card", "{n} money cards"),
    "things": NN_("{n} thing", "{n} things"),
    "lines": NN_("{n} line", "{n} lines"),
    "tables": NN_("{n} table", "{n} tables"),
    "seats": NN_("{n} seat", "{n} seats"),
    "actions": NN_("{n} action", "{n} actions"),
    "seconds": NN_("{n} second", "{n} seconds"),
}

ITEMS: Final[Mapping[str, str]] = {
    "bid": N_("{seat} {bid}"),
    "level": N_("{seat} {level}"),
    "income": N_("{seat} {ducats}"),
    "count": N_("{seat} {gain:signed} = {points}"),
    "pieces": N_("{number} {composer}"),
    "rank": N_("{place}. {seat} {points}"),
    "card": N_("{number} {name}"),
    "singer": N_("{name} ({stars})"),
    "assigned": N_("{card} to {seat}"),
    "number": N_("{seat} {number}"),
    "number_money": N_("{seat} {number} with {money:money}"),
    "helper": N_("{seat} money alone"),
    "unlucky": N_("{offer} ({led_to})"),
    "no_name": N_("seat {number}"),
    "clock_none": N_("as long as you like"),
    "clock_decision": N_("{seconds:seconds} for each decision"),
    "clock_bank": N_("{seconds:seconds} for the whole game"),
}
LED_TO_NOTHING: Final = frozenset({"tied", "beaten", "no_helper"})


class Teller(Formatter):
    """Tells about one table: knows the names of its players and singers, and the reader's language."""

    def __init__(
        self, names: Sequence[str] = (), singers: Mapping[str, str] | None = None, translations: Translations = ENGLISH
    ) -> None:
        self.names = names
        self.singers = singers or {}
        self.translations = translations

    def tell(self, template: str, parameters: Mapping[str, Any]) -> str:
        """The template in the reader's language with its parameters filled in."""
        shown = {name: self.show(name, value) for name, value in parameters.items()}
        return self.vformat(self.translations.gettext(template), (), shown)

    def show(self, name: str, value: Any) -> str | int:
        """One parameter in players' words; of lists, each entry; numbers stay numbers for the template's form."""
        if isinstance(value, list | tuple):
            return self.joined(str(self.show(name, entry)) for entry in value)
        if type(value) is int:
            return self.player(value) if name in SEATS else value
        if not isinstance(value, str):
            return str(value)
        if name == "part":
            return self.part(value)
        if name == "card":
            return self.card(value)
        return self.word(value, VOCABULARIES.get(name, {}))

    def word(self, word: str, vocabulary: Mapping[str, str] = WORDS) -> str:
        return self.translations.gettext(vocabulary[word]) if word in vocabulary else plain(word)

    def player(self, seat: int) -> str:
        if seat in range(len(self.names)):
            return plain(self.names[seat])
        return self.item("no_name", number=seat + 1)

    def part(self, part: str) -> str:
        """`paris.wing_a` as Paris wing a."""
        city, _, wing = part.partition(".")
        if wing not in PARTS_OF_A_HOUSE:
            return plain(part)
        return self.tell(PARTS_OF_A_HOUSE[wing], {"city": city})

    def card(self, card: str | Mapping[str, Any]) -> str:
        """A singer by name, from a line-up with the stars; a director by its word."""
        if isinstance(card, str):
            return plain(self.singers[card]) if card in self.singers else self.word(card)
        return self.item("singer", name=card["name"], stars=card["stars"])

    def item(self, key: str, **parameters: Any) -> str:
        return self.tell(ITEMS[key], parameters)

    def joined(self, items: Iterable[str]) -> str:
        return ", ".join(items) or "–"

    def format_field(self, value: Any, format_spec: str) -> str:
        """A number with its sign or unit, as the template asks."""
        if format_spec == "signed":
            return f"{value:+d}"
        if format_spec in UNITS:
            return self.translations.ngettext(*UNITS[format_spec], value).format(n=value)
        return str(value)


def plain(text: str) -> str:
    """The text without anything that a terminal could act on."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


Composite = Callable[[Teller, Mapping[str, Any]], str]


def _bids(teller: Teller, event: Mapping[str, Any]) -> str:
    return teller.joined(teller.item("bid", seat=int(seat), bid=bid) for seat, bid in event["bids"].items())


def _levels(teller: Teller, event: Mapping[str, Any]) -> str:
    """The levels in the order of play."""
    levels = event["levels"]
    return teller.joined(teller.item("level", seat=seat, level=levels[str(seat)]) for seat in event["order"])


def _incomes(teller: Teller, event: Mapping[str, Any]) -> str:
    incomes = event["incomes"].items()
    return teller.joined(teller.item("income", seat=int(seat), ducats=sum(cities.values())) for seat, cities in incomes)


def _counts(teller: Teller, event: Mapping[str, Any]) -> str:
    """What each player scored and has now."""
    parts = [event["great"], event["century"], event["empty"]]
    return teller.joined(
        teller.item("count", seat=int(seat), gain=sum(part[seat] for part in parts), points=points)
        for seat, points in event["points"].items()
    )


def _pieces(teller: Teller, event: Mapping[str, Any]) -> str:
    pieces = event["pieces"].items()
    return teller.joined(teller.item("pieces", number=number, composer=composer) for composer, number in pieces)


def _ranking(teller: Teller, event: Mapping[str, Any]) -> str:
    ranking = enumerate(event["ranking"], start=1)
    return teller.joined(
        teller.item("rank", place=place, seat=seat, points=points) for place, (seat, points) in ranking
    )


def _lineup(teller: Teller, event: Mapping[str, Any]) -> str:
    cards = event["cards"].items()
    return teller.joined(teller.item("card", number=int(number), name=teller.card(card)) for number, card in cards)


def _offers(teller: Teller, event: Mapping[str, Any]) -> str:
    return teller.joined(_offer(teller, offer) for offer in event["offers"])


def _offer(teller: Teller, offer: Mapping[str, Any]) -> str:
    """What one player offered; what it won is told by the events that follow."""
    key = "helper" if offer["number"] is None else "number_money" if offer["money"] else "number"
    told = teller.item(key, seat=offer["seat"], number=offer["number"], money=offer["money"])
    return teller.item("unlucky", offer=told, led_to=offer["led_to"]) if offer["led_to"] in LED_TO_NOTHING else told


def _assigned(teller: Teller, event: Mapping[str, Any]) -> str:
    return teller.joined(teller.item("assigned", card=row["card"], seat=row["seat"]) for row in event["cards"])


def _clock(teller: Teller, event: Mapping[str, Any]) -> str:
    clock = event["clock"]
    return teller.item(f"clock_{clock['mode']}", seconds=clock["seconds"])


COMPOSITES: Final[Mapping[tuple[str, str], Composite]] = {
    ("bids", "bids"): _bids,
    ("bids", "levels"): _levels,
    ("income", "incomes"): _incomes,
    ("counted", "points"): _counts,
    ("offer", "pieces"): _pieces,
    ("ended", "ranking"): _ranking,
    ("game_ended", "ranking"): _ranking,
    ("lineup", "cards"): _lineup,
    ("offers_revealed", "offers"): _offers,
    ("cards_assigned", "cards"): _assigned,
    ("table_clock", "clock"): _clock,
}
"""Parameters of an event, by its name and theirs, that are lists of more than words."""
