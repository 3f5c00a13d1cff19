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

FIELDS: Final[Mapping[str, str]] = {
    "player_name": N_("The name"),
    "table_name": N_("The table's name"),
    "code_word": N_("The code word"),
    "chat_line": N_("The line"),
    "server_name": N_("The server's name"),
}
"""Texts that people type."""

REASONS: Final[Mapping[str, str]] = {
    # bytes that are no message
    "too_long": N_("it is too long"),
    "truncated": N_("its end is missing"),
    "trailing_bytes": N_("something follows after its end"),
    "not_msgpack": N_("it is no msgpack"),
    "bad_utf8": N_("a text in it is no UTF-8"),
    "too_deep": N_("it is nested too deeply"),
    "duplicate_key": N_("a key in it comes twice"),
    "forbidden_type": N_("something in it is of a type that is not allowed"),
    "unknown_kind": N_("it is of an unknown kind"),
    "wrong_shape": N_("its fields are not as they should be"),
    "not_encodable": N_("something in it cannot be sent"),
    # changes that do not fit a document
    "not_a_map": N_("there is no map where it changes one"),
    "not_a_list": N_("there is no list where it changes one"),
    "absent_key": N_("it removes a key that is not there"),
    "no_such_item": N_("it changes an item that is not there"),
    "bad_edit": N_("an edit in it is not as it should be"),
    "bad_removal": N_("it removes what cannot be removed"),
    # text from people
    "empty": N_("it is empty"),
    "too_wide": N_("it is too long"),
    "edge_blank": N_("it begins or ends with a blank"),
    "odd_blank": N_("it has a blank other than the usual one"),
    "control": N_("it has a control character"),
    "bidi": N_("it has a character that changes the direction of writing"),
    "invisible": N_("it has an invisible character"),
    "stacked_marks": N_("it has too many marks on one character"),
    "private_use": N_("it has a character without a common meaning"),
    "unassigned": N_("it has a character that does not exist"),
    "surrogate": N_("it has half a character"),
}

CAUSES: Final[Mapping[str, str]] = {
    # of a stand-in
    "absent": N_("is away"),
    "clock": N_("is out of time"),
    "left": N_("has left"),
    # of an end without a result
    "closed": N_("the operator closed the table"),
    "empty": N_("nobody was there any more"),
    "rules": N_("it was begun with other rules"),
    "damaged": N_("its journal is damaged"),
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
