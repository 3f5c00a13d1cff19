"""How the words of the rules are shown: names of people and places, of roles and cards, of decisions."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.i18n import N_

WORDS: Final[Mapping[str, str]] = {
    # Proper names and the games' own Italian words are the same in every language.
    "opera": "Opera",
    "turandot": "Turandot",
    "monteverdi": "Monteverdi",
    "handel": "Händel",
    "mozart": "Mozart",
    "beethoven": "Beethoven",
    "verdi": "Verdi",
    "wagner": "Wagner",
    "venezia": "Venezia",
    "wien": "Wien",
    "berlin": "Berlin",
    "london": "London",
    "paris": "Paris",
    "milano": "Milano",
    "impresario": "Impresario",
    "architetto": "Architetto",
    "signora": "Signora",
    "maestro": "Maestro",
    "critico": "Critico",
    "esperto": "Esperto",
    "calaf": "Calaf",
    "liu": "Liù",
    "ping": "Ping",
    "pong": "Pong",
    "pang": "Pang",
    "house": N_("house piece"),
    "stock": N_("your stock"),
    "silent": N_("the silent hand"),
    "costumier": N_("costumier"),
    "carpenter": N_("carpenter"),
    "professional": N_("professional"),
    "amateur": N_("amateur"),
    "alternative": N_("alternative"),
    "classic": N_("classic"),
    "comic": N_("comic"),
    "dark": N_("dark"),
    "gothic": N_("gothic"),
    "farce": N_("farce"),
    "avant_garde": N_("avant-garde"),
    "traditional": N_("traditional"),
    "purist": N_("purist"),
    "decorator": N_("decorator"),
    "eclectic": N_("eclectic"),
    "androgynous": N_("androgynous"),
    "plain": N_("plain"),
    "alone": N_("alone"),
    "most": N_("most money"),
    "tied": N_("tied"),
    "beaten": N_("beaten"),
    "no_helper": N_("no helper left"),
}

PARTS_OF_A_HOUSE: Final[Mapping[str, str]] = {
    "main": N_("{city} main part"),
    "wing_a": N_("{city} wing a"),
    "wing_b": N_("{city} wing b"),
}

DECISIONS: Final[Mapping[str, str]] = {
    "bid": N_("bid for budget"),
    "act": N_("hire a role or close"),
    "join": N_("join in or take an intermezzo"),
    "appraise": N_("answer the Esperto"),
    "offer": N_("make an offer"),
    "assign": N_("hand out the cards left"),
    "nominate": N_("name a player"),
    "dismiss": N_("dismiss a director"),
}

ACTIONS: Final[Mapping[str, str]] = {
    "bid": N_("a bid"),
    "hire": N_("hiring a role"),
    "close": N_("closing"),
    "join": N_("joining in"),
    "intermezzo": N_("an intermezzo"),
    "appraise": N_("an answer to the Esperto"),
    "offer": N_("an offer"),
    "assign": N_("handing out cards"),
    "nominate": N_("naming a player"),
    "dismiss": N_("dismissing a director"),
}
