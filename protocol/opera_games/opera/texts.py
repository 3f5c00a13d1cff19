"""The words and sentences of Opera in English, marked for translators.

Placeholders are the parameters of the refusal or event. `opera_games.catalog.Texts` says what each table is for.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from opera_games.catalog import N_, NN_, NP_, Teller, ToText
from opera_games.opera.words import ROLES

WORDS: Final[Mapping[str, str]] = {
    # Names and the Italian words of the game are the same in every language; one is spelt in two ways.
    "opera": "Opera",
    "monteverdi": "Monteverdi",
    # Translators: as the printed rules of your language write the name.
    "handel": N_("Händel"),
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
    **{role: role.capitalize() for role in ROLES},
    "house": N_("house piece"),
    # Translators: stands after “in”, as in “You have no Verdi in your stock”.
    "stock": N_("your stock"),
}

FORMS: Final[Mapping[str, Mapping[str, str]]] = {
    # Translators: contexts of roles and helpers say where the word stands. German: der, den, des, dem Architetto;
    # Translators: Italian and French: l'Architetto, l'Architetto, dell'Architetto, all'Architetto. No capital letter.
    "impresario": {
        "subject": NP_("subject", "the Impresario"),
        "object": NP_("object", "the Impresario"),
        "of": NP_("of", "of the Impresario"),
        "to": NP_("to", "to the Impresario"),
    },
    "architetto": {
        "subject": NP_("subject", "the Architetto"),
        "object": NP_("object", "the Architetto"),
        "of": NP_("of", "of the Architetto"),
        "to": NP_("to", "to the Architetto"),
    },
    "signora": {
        "subject": NP_("subject", "the Signora"),
        "object": NP_("object", "the Signora"),
        "of": NP_("of", "of the Signora"),
        "to": NP_("to", "to the Signora"),
    },
    "maestro": {
        "subject": NP_("subject", "the Maestro"),
        "object": NP_("object", "the Maestro"),
        "of": NP_("of", "of the Maestro"),
        "to": NP_("to", "to the Maestro"),
    },
    "critico": {
        "subject": NP_("subject", "the Critico"),
        "object": NP_("object", "the Critico"),
        "of": NP_("of", "of the Critico"),
        "to": NP_("to", "to the Critico"),
    },
    "esperto": {
        "subject": NP_("subject", "the Esperto"),
        "object": NP_("object", "the Esperto"),
        "of": NP_("of", "of the Esperto"),
        "to": NP_("to", "to the Esperto"),
    },
}

PARTS_OF_A_HOUSE: Final[Mapping[str, str]] = {
    "main": N_("{city} main part"),
    "wing_a": N_("{city} wing a"),
    "wing_b": N_("{city} wing b"),
    "wing_c": N_("{city} wing c"),
}

DECISIONS: Final[Mapping[str, str]] = {
    "bid": N_("bid for budget"),
    "act": N_("hire a role or close"),
    "join": N_("join in or take an intermezzo"),
    "appraise": N_("answer the Esperto"),
}

ACTIONS: Final[Mapping[str, str]] = {
    "bid": N_("a bid"),
    "hire": N_("hiring a role"),
    "close": N_("closing"),
    "join": N_("joining in"),
    "intermezzo": N_("an intermezzo"),
    "appraise": N_("an answer to the Esperto"),
}

UNITS: Final[Mapping[str, tuple[str, str]]] = {
    "ducats": NN_("{n} ducat", "{n} ducats"),
    "levels": NN_("{n} level", "{n} levels"),
    "halls": NN_("{n} hall", "{n} halls"),
    "things": NN_("{n} thing", "{n} things"),
    "empty_halls": NN_("{n} empty hall", "{n} empty halls"),
    "pieces": NN_("{n} piece", "{n} pieces"),
}

ITEMS: Final[Mapping[str, str]] = {
    "bid": N_("{seat} {bid}"),
    "level": N_("{seat} {level}"),
    "income": N_("{seat} {ducats}"),
    "count": N_("{seat} {gain:signed} = {points}"),
    "pieces": N_("{number} {composer}"),
    "held_up": N_("{first} (staged as often, but held up below: {staged})"),
}

SEAT_PARAMETERS: Final = frozenset({"seat", "seats", "order", "receiver"})
WORD_PARAMETERS: Final = frozenset(
    {"cities", "city", "composer", "first", "piece", "pieces", "role", "roles", "rose", "source", "staged"}
)

REFUSALS: Final[Mapping[str, str]] = {
    "bid_below_zero": N_("A bid cannot be below 0; bid 0 to stay on your level."),
    "bid_too_high": N_("You can bid at most {highest}: as far as your ducats and the ten levels reach."),
    "role_taken": N_("{role:Subject} is hired already; each role comes once in a round."),
    "fee_too_high": N_("{role:Subject} costs {fee:levels} of budget, and you are on level {level}."),
    "level_short": N_(
        "Joining in like this costs {cost:levels}, and you are on level {level}; do less, or take an intermezzo."
    ),
    "nothing_done": N_("Joining in means doing something; to do nothing, take an intermezzo."),
    "other_role": N_("{role:Subject} is being played now: join in with that role only."),
    "too_many": N_("At most {most:things} can be bought or built in one go."),
    "ducats_short": N_("This costs {price:ducats}, and you have {ducats}."),
    "not_offered": N_("No more {composer} is offered."),
    "no_house_there": N_("You have no opera house in {city}; pieces go only to your own houses."),
    "house_missing": N_("Your house in {city} is missing: an arrangement names all your houses."),
    "halls_differ": N_("Your house in {city} has {halls:halls}: name exactly one piece or nothing for each."),
    "composer_twice": N_("{composer} is twice in {city}; a composer is staged only once in a house."),
    "not_your_piece": N_("You have no further {piece} to place; only your own pieces can be staged."),
    "unknown_part": N_("There is no building part “{part}”."),
    "city_closed": N_("{city} is still closed; it opens after the counting of round {round}."),
    "already_built": N_("You have {part} already; each part comes once in a house."),
    "none_left": N_("No copy of {part} is left; choose another part."),
    "main_first": N_("{part} needs the main part of the same city first."),
    "palazzo_full": N_("The Palazzo is full; nothing can be sold until it is emptied."),
    "nothing_to_sell": N_("You have nothing to sell: only composers who are not yet in the Palazzo are bought there."),
    "house_piece_not_sold": N_("The house piece is never sold; choose a composer's piece."),
    "in_palazzo": N_("{composer} is in the Palazzo already, and it takes each composer once; sell another."),
    "no_such_piece": N_("You have no {piece} in {source}; sell a piece that is there."),
    "no_city_for_pawn": N_("{role:Subject} cannot be hired: no other open city has a free place for the pawn."),
    "pawn_stands_there": N_("{role:Subject} stands in {city} already and must move to another city."),
    "no_pawn_place": N_("All pawn places in {city} are taken; choose another city."),
    "steps_without_composer": N_("Choose the composer who is to move, or 0 steps."),
    "steps_out_of_range": N_("A composer moves by 1 to {most} levels, up or down."),
    "not_staged_there": N_("Nobody stages {composer} in {city}; the Critico moves only composers staged in his city."),
    "beyond_ladder": N_("{composer} has fame {fame}; the move would lead beyond the ladder, which has levels 1 to 6."),
    "bad_goal": N_("Houses are arranged for income, for the counting, or for a mix of both."),
}

HINTS: Final[Mapping[str, str]] = {
    # Translators: what speaks for a proposed action; such texts stand one after the other with semicolons between them.
    "bid_pays_for": N_("level {level} pays for {roles}"),
    "acts_first": N_("on level {level} nobody can act before you"),
    "acts_early": N_("on level {level} only who is there, too, can act before you"),
    "keeps_ducats": N_("keeps {ducats:ducats} to spend"),
    "keeps_level": N_("keeps level {level} for the next round"),
    "keeps_for_cities": N_("keeps level {level} for {cities}, open from the next round"),
    "keeps_piece": N_("keeps {piece} in the hall"),
    "costs_piece": N_("costs {piece}"),
    "points_at_once": N_("{points:points} at once"),
    "ducats_at_once": N_("{ducats:ducats} at once"),
    "raises_income": N_("{ducats:ducats} more income"),
    "raises_counting": N_("{points:points} more in the counting after round {round}"),
    "fills_halls": N_("fills {halls:empty_halls}"),
    "before_others": N_("{role:subject} comes once a round; who else could pay: {seats}"),
    "last_offered": N_("takes the last {composer} of the offer"),
    "honours_century": N_("{composer}, composer of the century, in a great hall counts {points} more"),
    "maestro_doubles": N_("the Maestro doubles what {city} brings more ({ducats:ducats})"),
    "maestro_stands_there": N_("the Maestro doubles the income in {city}"),
    "maestro_brings": N_("{ducats:ducats} more from {city}, for the others {most} at most"),
    "last_copy": N_("builds {part} before the last copy goes; who else could take it: {seats}"),
    "halls_for_stock": N_("makes room for {halls:pieces} of your stock"),
    "last_place": N_("takes the last place in the Palazzo"),
    "highest_price": N_("{piece} is on top of the fame ladder"),
    "sells_from_stock": N_("{piece} comes from your stock: no hall gets empty"),
    "costs_rival": N_("costs {seat} {points:points} in the counting"),
    "others_score": N_("{seat} could score {points} there, too"),
    "nobody_else_scores": N_("nobody else scores in {city}"),
}

WHYS: Final[Mapping[str, str]] = {
    "joining_leaves_critico": N_(
        "Joining in brings {gain:points}, but level {level} does not pay the Critico: {seat} can hire him and "
        "move {composer} by {steps:signed}, and your counting is {less} instead of {counting}."
    ),
    "joining_costs_critico": N_(
        "Joining in brings {gain:points}, but level {level} does not pay the Critico. He moves {composer} by "
        "{steps:signed} for you, and your counting is {counting} instead of {less}."
    ),
    "joining_costs_esperto": N_(
        "Joining in brings {gain:points}, but level {level} does not pay the Esperto. In {city} he brings you "
        "{points:points}; with the piece that he takes your counting is {counting} instead of {less}."
    ),
    "joining_costs_role": N_(
        "Joining in brings {gain:points}, but level {level} does not pay {role:object}, who brings "
        "{points:points} and makes your counting {counting} instead of {less}."
    ),
    "hiring_leaves_critico": N_(
        "{first:Subject} brings {gain:points}, but level {level} does not pay the Critico: {seat} can hire him and "
        "move {composer} by {steps:signed}, and your counting is {less} instead of {counting}."
    ),
    "hiring_costs_critico": N_(
        "{first:Subject} brings {gain:points}, but level {level} does not pay the Critico. He moves {composer} by "
        "{steps:signed} for you, and your counting is {counting} instead of {less}."
    ),
    "hiring_costs_esperto": N_(
        "{first:Subject} brings {gain:points}, but level {level} does not pay the Esperto. In {city} he brings you "
        "{points:points}; your counting is {counting} instead of {less}."
    ),
    "hiring_costs_role": N_(
        "{first:Subject} brings {gain:points}, but level {level} does not pay {role:object}, who brings "
        "{points:points} and makes your counting {counting} instead of {less}."
    ),
    "role_taken": N_(
        "You could pay {role:object} later, but after “{tempting}” {seat} comes first and can take the role: your "
        "counting is {less} instead of {counting}."
    ),
    "critico_harms": N_(
        "After “{tempting}” {seat} can still hire the Critico and move {composer} by {steps:signed}: your counting is "
        "{less} instead of {counting}."
    ),
    "role_harms": N_(
        "After “{tempting}” {seat} can still hire {role:object}: your counting is {less} instead of {counting}."
    ),
    "maestro_makes_room": N_(
        "The Maestro leaves {city} and makes room for the Esperto, who brings you {points:points} there, and the "
        "counting {counting}; after “{tempting}” it is {gain} and {less}."
    ),
    "figures": N_(
        "It leads to {now:points} before the counting and {counting} in it, “{tempting}” to {gain} and {less}."
    ),
}

EVENTS: Final[Mapping[str, str]] = {
    "started": N_("Order of play: {order}"),
    "round": N_("Round {round} begins"),
    "bid": N_("{seat} has bid"),
    "bids": N_("Bids: {bids}. Levels: {levels}"),
    "hired": N_("{seat} hires {role:object}, level {before} → {level}"),
    "joined": N_("{seat} joins in with {role:object}, level {before} → {level}"),
    "intermezzo": N_("{seat} takes an intermezzo"),
    "closed": N_("{seat} closes"),
    "closed:automatic": N_("{seat} has hired all roles of a round and closes"),
    "bought": N_("{seat} buys {composer} for {ducats:ducats}"),
    "arranged": N_("{seat} arranges the houses"),
    "built": N_("{seat} builds {part} for {ducats:ducats}, worth {points:points}"),
    "sold": N_("{seat} sells {piece} for {ducats:ducats}"),
    "sold:points": N_("{seat} sells {piece} for {points:points}"),
    "pawn": N_("{seat} sends {role:object} to {city}"),
    "fame": N_("{seat} moves {composer} by {steps:signed} on the fame ladder"),
    "appraised": N_("{seat} has the pieces in {city} appraised for {points:points}"),
    "declined": N_("{seat} keeps the pieces in {city}"),
    "given": N_("{seat} gives {piece} from {city} to {receiver}"),
    "given:discard": N_("{seat} discards {piece} from {city}"),
    "income": N_("Income: {incomes}"),
    "rose": N_("Most staged and rising in fame: {rose}"),
    "rose:nobody": N_("Most staged, but at the top already: {staged}"),
    "offer": N_("New offer: {pieces}"),
    "offer:reshuffled": N_("The discard pile becomes the supply. New offer: {pieces}"),
    "palazzo": N_("The Palazzo is emptied: {pieces}"),
    "granted": N_("1 ducat for standing on level 0: {seats}"),
    "round_ended": N_("Round {round} ends"),
    "counted": N_("Counting {counting}: {points}"),
    "opened": N_("Now open: {cities}"),
    "ended": N_("The game is over: {ranking}"),
}

VARIANTS: Final[Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]]] = {
    "closed": ("automatic", lambda event: event["automatic"]),
    "sold": ("points", lambda event: event["points"] > 0),
    "given": ("discard", lambda event: event["receiver"] is None),
    "rose": ("nobody", lambda event: not event["rose"]),
    "offer": ("reshuffled", lambda event: event["reshuffled"]),
}


def _part(teller: Teller, part: str) -> str:
    """Show `paris.wing_a` as Paris wing a."""
    city, _, wing = part.partition(".")
    return teller.tell(PARTS_OF_A_HOUSE[wing], {"city": city}) if wing in PARTS_OF_A_HOUSE else teller.word(part)


SHOWN: Final[Mapping[str, ToText]] = {"part": _part}


def _bids(teller: Teller, event: Mapping[str, Any]) -> str:
    return teller.joined(teller.item("bid", seat=int(seat), bid=bid) for seat, bid in event["bids"].items())


def _levels(teller: Teller, event: Mapping[str, Any]) -> str:
    """List the levels in the order of play."""
    levels = event["levels"]
    return teller.joined(teller.item("level", seat=seat, level=levels[str(seat)]) for seat in event["order"])


def _incomes(teller: Teller, event: Mapping[str, Any]) -> str:
    incomes = event["incomes"].items()
    return teller.joined(teller.item("income", seat=int(seat), ducats=sum(cities.values())) for seat, cities in incomes)


def _counts(teller: Teller, event: Mapping[str, Any]) -> str:
    """List what each player scored and has now."""
    parts = [event["great"], event["century"], event["empty"]]
    return teller.joined(
        teller.item("count", seat=int(seat), gain=sum(part[seat] for part in parts), points=points)
        for seat, points in event["points"].items()
    )


def _pieces(teller: Teller, event: Mapping[str, Any]) -> str:
    pieces = event["pieces"].items()
    return teller.joined(teller.item("pieces", number=number, composer=composer) for composer, number in pieces)


def _not_risen(teller: Teller, event: Mapping[str, Any]) -> str:
    """Name the composer at the top, who alone cannot rise, and those below who cannot pass one that stays."""
    first, *others = sorted(event["staged"], key=event["ladder"].index, reverse=True)
    return teller.item("held_up", first=first, staged=others) if others else teller.word(first)


COMPOSITES: Final[Mapping[tuple[str, str], ToText]] = {
    ("bids", "bids"): _bids,
    ("bids", "levels"): _levels,
    ("income", "incomes"): _incomes,
    ("counted", "points"): _counts,
    ("offer", "pieces"): _pieces,
    ("rose", "staged"): _not_risen,
}
