"""The words and sentences of Turandot in English, marked for translators.

Placeholders are the parameters of the refusal or event. `opera_games.catalog.Texts` says what each table is for.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from opera_games.catalog import N_, NN_, NP_, Teller, ToText

WORDS: Final[Mapping[str, str]] = {
    # Proper names are the same in every language.
    "turandot": "Turandot",
    "calaf": "Calaf",
    "liu": "Liù",
    "ping": "Ping",
    "pong": "Pong",
    "pang": "Pang",
    "silent": N_("the silent hand"),
    "costumier": N_("costumier"),
    "carpenter": N_("carpenter"),
    # Translators: a category of singers; at most 12 cells.
    "professional": N_("professional"),
    # Translators: a category of singers; at most 12 cells.
    "amateur": N_("amateur"),
    # Translators: a category of singers; at most 12 cells.
    "alternative": N_("alternative"),
    # Translators: a category of singers; at most 12 cells.
    "classic": N_("classic"),
    # Translators: a category of singers; at most 12 cells.
    "comic": N_("comic"),
    # Translators: a category of singers; at most 12 cells.
    "dark": N_("dark"),
    # Translators: a director; at most 12 cells.
    "gothic": N_("gothic"),
    # Translators: a director; at most 12 cells.
    "farce": N_("farce"),
    # Translators: a director; at most 12 cells.
    "avant_garde": N_("avant-garde"),
    # Translators: a director; at most 12 cells.
    "traditional": N_("traditional"),
    # Translators: a director; at most 12 cells.
    "purist": N_("purist"),
    # Translators: a director; at most 12 cells.
    "decorator": N_("decorator"),
    # Translators: a director; at most 12 cells.
    "eclectic": N_("eclectic"),
    # Translators: a director; at most 12 cells.
    "androgynous": N_("androgynous"),
    # Translators: a director; at most 12 cells.
    "plain": N_("plain"),
    "alone": N_("alone"),
    "most": N_("most money"),
    "tied": N_("tied"),
    "less_money": N_("less money"),
    "beaten": N_("beaten"),
    "no_helper": N_("no helper"),
}

FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    "costumier": {
        "subject": NP_("subject", "the costumier"),
        "object": NP_("object", "the costumier"),
        "of": NP_("of", "of the costumier"),
        "to": NP_("to", "to the costumier"),
    },
    "carpenter": {
        "subject": NP_("subject", "the carpenter"),
        "object": NP_("object", "the carpenter"),
        "of": NP_("of", "of the carpenter"),
        "to": NP_("to", "to the carpenter"),
    },
}

DECISIONS: Final[Mapping[str, str]] = {
    "offer": N_("make an offer"),
    "assign": N_("hand out the cards left"),
    "nominate": N_("name a player"),
    "dismiss": N_("dismiss a director"),
}

ACTIONS: Final[Mapping[str, str]] = {
    "offer": N_("an offer"),
    "assign": N_("handing out cards"),
    "nominate": N_("naming a player"),
    "dismiss": N_("dismissing a director"),
}

UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "cards": NN_("{n} card", "{n} cards"),
    "money": NN_("{n} money card", "{n} money cards"),
}

ITEMS: Final[Mapping[str, str]] = {
    "card": N_("{number} {name}"),
    "singer": N_("{name} ({stars})"),
    "assigned": N_("{card} to {seat}"),
    "number": N_("{seat} {number}"),
    "number_money": N_("{seat} {number} with {money:money}"),
    "helper": N_("{seat} money alone"),
    "number_bluff": N_("{seat} {number} with the bluff"),
    "number_money_bluff": N_("{seat} {number} with {money:money} and the bluff"),
    "helper_bluff": N_("{seat} money alone and the bluff"),
    "unlucky": N_("{offer} ({led_to})"),
}
LED_TO_NOTHING: Final = frozenset({"tied", "beaten", "no_helper"})


def word_for(led_to: str, money: int, rivals: Iterable[int]) -> str:
    """Return the word for what an offer led to; `rivals` is the money of others on its number.

    Who has less money than those who tie is not tied.
    """
    return "less_money" if led_to == "tied" and any(other > money for other in rivals) else led_to


SEAT_PARAMETERS: Final = frozenset({"seat", "seats", "by", "to", "puccini", "winners"})
WORD_PARAMETERS: Final = frozenset({"director", "directors", "helper", "led_to", "left", "to"})

REFUSALS: Final[Mapping[str, str]] = {
    "number_not_in_lineup": N_("There is no card {number} in the line-up; offer 1 to {highest}."),
    "not_enough_money": N_("This costs {money:money}, and you have {hand} in hand."),
    "helper_costs_one_money": N_("Money alone is exactly one money card, not {money}."),
    "assign_wrong_seats": N_("Exactly these players get a card now: {seats}."),
    "card_not_left": N_("Card {number} is not in the line-up any more; left are {left}."),
    "card_given_twice": N_("Card {number} can be given to one player only."),
    "nominate_self": N_("Name another player; you cannot name yourself."),
    "no_such_seat": N_("This table has no such seat: {seat}. Choose another one."),
    "director_not_left": N_("The director {director} is not in the game any more; left are {left}."),
}

HINTS: Final[Mapping[str, str]] = {
    "brings_most": N_("{card} brings your cast {points:signed}, the next best {next:signed}"),
    "wanted_by_nobody": N_("{card} is nobody else's best card"),
    "sings_preferred": N_("{card} sings {part}, the preferred part"),
    "brings": N_("{card} brings your cast {points:signed}"),
    "wanted_too": N_("others want {card} most, too: {seats}"),
    "helper_brings": N_("a helper makes it scenery card number {scenery}, a point at the end"),
    "money_comes_back": N_("the money comes back, and you get one of the cards left"),
    "best_is_contested": N_("others want the best card for you ({points:signed})"),
    "keeps_best": N_("the best card for you, {card} ({points:signed}), stays with you"),
    "gives_least": N_("{seat} gets what helps least, {card}"),
    "least_use": N_("{seat} has least use for the director {director}"),
    "helps_other_more": N_("the director {director} would bring {seat} more than you"),
    "least_for_you": N_("the director {director} brings you least"),
}

WHYS: Final[Mapping[str, str]] = {
    "sure_against_risk": N_(
        "By the cards face down nobody can match {money:money} on a number: {card} is yours for sure. “{tempting}” can "
        "be spoilt, and leave you {worst_card}: {points:points} less."
    ),
    "sure_against_waiting": N_(
        "By the cards face down nobody can match {money:money} on a number: {card} is yours for sure. Money alone may "
        "leave you {worst_card}: {points:points} less."
    ),
    "sure_better_card": N_(
        "By the cards face down nobody can match {money:money} on a number: {card} is as safe as {second_card}, and "
        "brings {points:points} more."
    ),
    "tie_is_enough": N_(
        "If another wants {card} too, you are tied, it stays, and as holder of Puccini you give it to yourself. On "
        "another number others could take it: {points:points} less."
    ),
    "holder_chooses": N_(
        "As holder of Puccini you choose from what is left: whatever the others offer, this is sure of {points:points} "
        "more than “{tempting}”."
    ),
    "scenery_is_sure": N_(
        "Money alone makes a scenery card for sure, and no number is safe: {points:points} more than “{tempting}”."
    ),
}

EVENTS: Final[Mapping[str, str]] = {
    "turn": N_("Turn {turn} begins, Puccini is with {puccini}"),
    "lineup": N_("Line-up: {cards}"),
    "directors_left": N_("Directors out of the game: {directors}"),
    "offer_made": N_("{seat} puts {cards:cards} face down"),
    "offers_revealed": N_("Offers: {offers}"),
    "card_taken": N_("{seat} takes {card}"),
    "card_taken:paid": N_("{seat} takes {card} for {money:money}"),
    "helper_hired": N_("{seat} gets {helper:object}: scenery {scenery}"),
    "cards_assigned": N_("{by} hands out {cards}"),
    "card_left_over": N_("{card} leaves the game"),
    "card_left_over:silent": N_("{card} goes to {to}"),
    "nominated": N_("{by} names {seat} to dismiss a director"),
    "director_dismissed": N_("{seat} dismisses the director {director}"),
    "puccini_passed": N_("Puccini goes from {by} to {to}"),
    "game_ended": N_("The game is over: {ranking}. Winning: {winners}"),
    "game_ended:nobody": N_("The game is over: {ranking}. The silent hand beats both"),
}

VARIANTS: Final[Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]]] = {
    "card_taken": ("paid", lambda event: event["money"] > 0),
    "card_left_over": ("silent", lambda event: event["to"] is not None),
    "game_ended": ("nobody", lambda event: not event["winners"]),
}


def _card(teller: Teller, card: str | Mapping[str, Any]) -> str:
    """Show a singer by name, from a line-up with the stars; a director by its word."""
    if isinstance(card, str):
        return teller.named(card)
    return teller.item("singer", name=card["name"], stars=card["stars"])


SHOWN: Final[Mapping[str, ToText]] = {"card": _card, "second_card": _card, "worst_card": _card}


def _lineup(teller: Teller, event: Mapping[str, Any]) -> str:
    cards = event["cards"].items()
    return teller.joined(teller.item("card", number=int(number), name=_card(teller, card)) for number, card in cards)


def _offers(teller: Teller, event: Mapping[str, Any]) -> str:
    money = {offer["seat"]: offer["money"] for offer in event["offers"]}
    return teller.joined(_offer(teller, offer, money) for offer in event["offers"])


def _offer(teller: Teller, offer: Mapping[str, Any], money: Mapping[Any, int]) -> str:
    """Show what one player offered; the events that follow show what it won. `money` is that of all by their seats."""
    key = "helper" if offer["number"] is None else "number_money" if offer["money"] else "number"
    key += "_bluff" if offer["bluff"] else ""
    text = teller.item(key, seat=offer["seat"], number=offer["number"], money=offer["money"])
    if offer["led_to"] not in LED_TO_NOTHING:
        return text
    led_to = word_for(offer["led_to"], offer["money"], (money[seat] for seat in offer["rivals"]))
    return teller.item("unlucky", offer=text, led_to=led_to)


def _assigned(teller: Teller, event: Mapping[str, Any]) -> str:
    return teller.joined(teller.item("assigned", card=row["card"], seat=row["seat"]) for row in event["cards"])


COMPOSITES: Final[Mapping[tuple[str, str], ToText]] = {
    ("lineup", "cards"): _lineup,
    ("offers_revealed", "offers"): _offers,
    ("cards_assigned", "cards"): _assigned,
}
