"""Why something is proposed: facts that are true of the position, with a sentence for each, and nothing hidden."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from support.contract.readme import named
from support.rules.decisions import TABLES, Decision, Table, decisions
from support.rules.opera_builder import a_game
from support.soaking import some

from opera_bots.api import Proposal, Reason, view_of
from opera_bots.levels import after, propose
from opera_bots.opera.reasons import reasons as opera_reasons
from opera_bots.turandot.evaluation import director_points
from opera_games.catalog import texts_of
from opera_games.opera.words import FEES, INCOME, PALAZZO_PLACES, Role
from opera_games.turandot.documents import card_id
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import hint_text
from opera_rules import opera
from opera_rules.api import Seat, rules_of, to_map
from opera_rules.chance import derive
from opera_rules.turandot.search import card_brings

SEED = bytes(32)
FEW = 12
NAMES = ("Kate", "Peter", "Mark", "Anna", "Ugo")


def proposals(table: Table, every: int) -> Iterator[tuple[Decision, Proposal]]:
    """Of a game of many kinds of positions."""
    levels = ("chorus", "random", "chorus", "random", "chorus")[: table.players]
    for number, made in enumerate(decisions(table, levels, derive(SEED, "reasons", str(table)))):
        if number % every == 0:
            yield made, propose(made.view, made.seed, after(FEW))


class Position:
    """What a checker of a fact looks at: the true state, the seat, the action as a map, and its events."""

    def __init__(self, made: Decision, found: Proposal) -> None:
        self.game, self.seat = made.game, made.view.seat
        self.rules = rules_of(made.view.game)
        self.action = to_map(self.rules.write_action(found.best.action))
        self.preview = to_map(self.rules.preview(made.game, self.seat, found.best.action))
        self.own = made.game.players[self.seat]

    def change(self, name: str, seat: Seat | None = None) -> int:
        figures = self.preview[name]
        before, now = figures if seat is None else figures[str(seat)]
        return int(now) - int(before)

    def halls(self, seat: Seat, city: str) -> int:
        """How many pieces are staged there."""
        house = self.game.players[seat].houses.get(city)
        return sum(piece is not None for piece in house.halls) if house else 0

    def great(self, layout: Mapping[str, Any], composer: str) -> int:
        return sum(halls[0] == composer for halls in layout.values())


def _bid_pays_for(at: Position, level: int, roles: list[Role]) -> bool:
    """The box of the bid says the same on the same screen."""
    row = to_map(at.rules.choices(at.game, at.seat))["rows"][at.action["amount"]]
    return row["level"][1] == level and list(row["roles"]) == roles


def _last_copy(at: Position, part: str, seats: list[Seat]) -> bool:
    city = part.partition(".")[0]
    lacking = all(part not in (at.game.players[seat].houses.get(city) or _Nothing).parts for seat in seats)
    return at.game.parts[part] == 1 and part in at.action["build"] and at.seat not in seats and lacking


class _Nothing:
    parts = ()


def _before_others(at: Position, role: Role, seats: list[Seat]) -> bool:
    can_pay = all(at.game.level(seat) >= FEES[role] for seat in seats)
    are_open = not any(at.game.players[seat].closed for seat in seats)
    return bool(at.action["role"] == role) and can_pay and are_open and at.seat not in seats


def _honours(at: Position, composer: str, points: int) -> bool:
    now = {city: house.halls for city, house in at.own.houses.items()}
    is_honoured = at.game.century[at.game.episode - 1] == composer and points == at.game.episode
    return is_honoured and at.great(at.action["layout"], composer) > at.great(now, composer)


def _maestro_doubles(at: Position, city: str, ducats: int) -> bool:
    staged = sum(piece is not None for piece in at.action["layout"][city])
    return at.game.pawns["maestro"] == city and INCOME[staged] - INCOME[at.halls(at.seat, city)] == ducats > 0


def _maestro_brings(at: Position, city: str, ducats: int, most: int) -> bool:
    brings = [INCOME[at.halls(seat, city)] for seat in range(len(at.game.players))]
    return at.action["city"] == city and brings.pop(at.seat) == ducats and max(brings) == most


def _fame(at: Position, seat: Seat, city: str) -> int:
    house = at.game.players[seat].houses.get(city)
    pieces = [piece for piece in (house.halls if house else ()) if piece not in (None, "house")]
    return sum(at.game.ladder.index(piece) + 1 for piece in pieces)


def _others_score(at: Position, seat: Seat, points: int) -> bool:
    scores = {other: _fame(at, other, at.action["city"]) for other in range(len(at.game.players)) if other != at.seat}
    return scores[seat] == points == max(scores.values()) > 0


def _nobody_else(at: Position, city: str) -> bool:
    others = [seat for seat in range(len(at.game.players)) if seat != at.seat]
    return at.action["city"] == city and not any(_fame(at, seat, city) for seat in others)


def _best_in_esperto_city(at: Position, piece: str) -> bool:
    halls = at.own.houses[at.game.pawns["esperto"]].halls
    staged = [found for found in halls if found not in (None, "house")]
    return bool(piece == max(staged, key=at.game.ladder.index))


OPERA: Mapping[str, Callable[..., bool]] = {
    "bid_pays_for": _bid_pays_for,
    "acts_first": lambda at, level: at.preview["level"][1] == level == 10 and at.game.order[0] == at.seat,
    "acts_early": lambda at, level: at.preview["level"][1] == level == 10 and at.game.order[0] != at.seat,
    "keeps_ducats": lambda at, ducats: ducats == at.own.ducats - at.action.get("amount", 0) > 0,
    "keeps_level": lambda at, level: level == at.game.level(at.seat) and at.game.round < at.game.rounds,
    "keeps_for_cities": lambda at, level, cities: (
        level == at.game.level(at.seat)
        and at.game.round in at.game.countings
        and cities == [city for city, episode in at.game.edition.episodes.items() if episode == at.game.episode + 1]
    ),
    "keeps_piece": lambda at, piece: not at.action["accept"] and _best_in_esperto_city(at, piece),
    "costs_piece": lambda at, piece: at.action["accept"] and _best_in_esperto_city(at, piece),
    "ducats_at_once": lambda at, ducats: ducats == at.change("ducats") > 0,
    "points_at_once": lambda at, points: points == at.change("points") > 0,
    "raises_income": lambda at, ducats: ducats == at.change("income", at.seat) > 0,
    "raises_counting": lambda at, points, **when: (
        points == at.change("counting", at.seat) > 0 and at.game.round <= when["round"] <= at.game.round + 2
    ),
    "fills_halls": lambda at, halls: halls == -at.change("empty_halls") > 0,
    "before_others": _before_others,
    "last_offered": lambda at, composer: at.action["buy"].count(composer) == at.game.offer[composer],
    "honours_century": _honours,
    "maestro_doubles": _maestro_doubles,
    "maestro_stands_there": lambda at, city: (
        at.game.pawns["maestro"] == city and any(part.startswith(city) for part in at.action["build"])
    ),
    "maestro_brings": _maestro_brings,
    "last_copy": _last_copy,
    "halls_for_stock": lambda at, halls: halls <= len(at.own.stock) and halls <= at.change("empty_halls"),
    "last_place": lambda at: len(at.game.palazzo) + 1 == PALAZZO_PLACES[len(at.game.players)],
    "highest_price": lambda at, piece: at.action["piece"] == piece == at.game.ladder[5],
    "sells_from_stock": lambda at, piece: at.action["source"] == "stock" and piece in at.own.stock,
    "costs_rival": lambda at, seat, points: points == -at.change("counting", seat) > 0 and seat != at.seat,
    "others_score": _others_score,
    "nobody_else_scores": _nobody_else,
}


def _gain(at: Position, seat: Seat, number: int) -> int:
    """What a card adds to a seat's cast, by the rules."""
    (before, now), _part = card_brings(at.game.players[seat], at.game.lineup[number])
    return int(now - before)


def _number(at: Position, card: str) -> int:
    return int(next(number for number, found in at.game.lineup.items() if card_id(found) == card))


def _gains(at: Position, seat: Seat) -> dict[int, int]:
    return {number: _gain(at, seat, number) for number in at.game.lineup}


def _wanted_too(at: Position, card: str, seats: list[Seat]) -> bool:
    number = _number(at, card)
    return at.action["number"] == number and all(
        _gains(at, seat)[number] == max(_gains(at, seat).values()) and seat != at.seat for seat in seats
    )


def _brings_most(at: Position, card: str, points: int, next: int) -> bool:  # noqa: A002 - the parameter's name
    gains = _gains(at, at.seat)
    return gains.pop(_number(at, card)) == points > next == max(gains.values())


def _gives_least(at: Position, seat: Seat, card: str) -> bool:
    gains = _gains(at, seat)
    return at.action["cards"][str(seat)] == _number(at, card) and gains[_number(at, card)] == min(gains.values())


def _helps(at: Position, seat: Seat, director: str) -> float:
    return director_points(at.game.players[seat], director)  # type: ignore[arg-type]


def _least(at: Position, seat: Seat, director: str) -> bool:
    return _helps(at, seat, director) == min(_helps(at, seat, other) for other in at.game.directors)


TURANDOT: Mapping[str, Callable[..., bool]] = {
    "brings_most": _brings_most,
    "brings": lambda at, card, points: _gains(at, at.seat)[_number(at, card)] == points > 0,
    "wanted_by_nobody": lambda at, card: (
        not any(
            (found := _gains(at, seat))[_number(at, card)] == max(found.values()) > min(found.values())
            for seat in range(len(at.game.players))
            if seat != at.seat
        )
    ),
    "sings_preferred": lambda at, card, part: at.game.lineup[_number(at, card)].prefers == part,
    "wanted_too": _wanted_too,
    "helper_brings": lambda at, scenery: scenery == at.own.scenery + 1 and at.seat != at.game.puccini,
    "money_comes_back": lambda at: at.seat == at.game.puccini or at.game.turn == 4,
    "best_is_contested": lambda at, points: points == max(_gains(at, at.seat).values()),
    "keeps_best": lambda at, card, points: (
        _gains(at, at.seat)[_number(at, card)] == points == max(_gains(at, at.seat).values())
    ),
    "gives_least": _gives_least,
    "least_use": lambda at, seat, director: at.action["seat"] == seat and _least(at, seat, director),
    "helps_other_more": lambda at, seat, director: _helps(at, seat, director) > _helps(at, at.seat, director),
    "least_for_you": lambda at, director: _least(at, at.seat, director),
}
CHECKS = {"opera": OPERA, "turandot": TURANDOT}


@pytest.mark.parametrize("table", some(TABLES, 3), ids=str)
def test_reasons_are_true_and_have_sentences(table: Table) -> None:
    """In positions of whole games: each fact holds in the true state, and its sentence says all of it."""
    teller = Teller(NAMES)
    for made, found in proposals(table, 7 if table.game == "opera" else 2):
        assert len(found.reasons) <= 2
        for code, parameters in found.reasons:
            assert CHECKS[table.game][code](Position(made, found), **parameters), (code, parameters, found.best)
            told = hint_text(table.game, to_map({"code": code, **parameters}), teller)
            assert told
            assert "{" not in told


def test_most_proposals_have_a_reason() -> None:
    """Of both games together nine out of ten, and of many kinds."""
    kinds: Counter[str] = Counter()
    empty = total = 0
    for table in (Table("opera", 3, {}), Table("opera", 4, {}), Table("turandot", 4, {})):
        for _made, found in proposals(table, 5):
            total += 1
            empty += not found.reasons
            kinds.update(reason.code for reason in found.reasons)
    assert empty <= total / 10
    assert len(kinds) >= 10, kinds


@pytest.mark.parametrize("game", CHECKS)
def test_every_reason_has_a_check_a_template_and_a_line_in_the_contract(game: str) -> None:
    """So none can be forgotten in one of these places."""
    assert set(CHECKS[game]) == set(texts_of(game).HINTS)
    assert set(named(f"Reasons of {game.capitalize()}")) == set(texts_of(game).HINTS)


def test_a_bid_names_the_roles_that_its_row_names() -> None:
    """As many as the level pays for, of those that would help: two lists on one screen must not differ."""
    game = a_game(3).with_levels(0, 0, 0).with_offer(verdi=2).staged(0, "wien", "wagner", "handel").bidding()
    rows = to_map(opera.choices(game, 0))["rows"]
    for amount in (5, 8, 10):
        action = opera.read_action({"do": "bid", "amount": amount})
        [paid] = [one for one in opera_reasons(game, 0, action, None) if one.code == "bid_pays_for"]
        assert paid.parameters["roles"] == list(rows[amount]["roles"])


def test_a_bid_to_the_top_of_who_stands_leftmost_is_first_for_sure() -> None:
    """Markers move from left to right: whoever else comes up there stands behind. Others may meet somebody there."""
    game = a_game(3).with_levels(2, 2, 0).with_ducats(20, 20, 20).bidding()
    action = {amount: opera.read_action({"do": "bid", "amount": amount}) for amount in (7, 8)}
    codes = {
        (seat, amount): [reason.code for reason in opera_reasons(game, seat, action[amount], None)]
        for seat, amount in ((0, 8), (0, 7), (1, 8))
    }
    assert [who for who, found in codes.items() if "acts_first" in found] == [(0, 8)]
    assert [who for who, found in codes.items() if "acts_early" in found] == [(1, 8)]


def test_the_last_copy_before_a_rival_can_take_it_speaks_first() -> None:
    """The example: building before the last copy goes, where the Maestro doubles what comes in."""
    game = (
        a_game(2).with_ducats(20, 20).with_levels(6, 0).with_pawn("maestro", "wien").with_roles("architetto").acting()
    )
    view = view_of(rules_of("opera"), game, 0, (), game.edition)
    action = opera.read_action({"do": "hire", "role": "architetto", "build": ["wien.main"]})
    found = opera_reasons(game, view.seat, action, opera.read_action({"do": "close"}))
    assert found[0] == Reason("last_copy", {"part": "wien.main", "seats": [1]})
    assert hint_text("opera", {"code": found[0].code, **found[0].parameters}, Teller(NAMES)) == (
        "builds Wien main part before the last copy goes; who else could take it: Peter"
    )


@pytest.mark.parametrize(("round_", "speaks"), [(8, True), (9, False)])
def test_the_last_income_speaks_for_nothing(round_: int, *, speaks: bool) -> None:
    """It buys nothing any more, and the list beside the proposal says so."""
    game = a_game(2).in_round(round_).with_levels(6, 0).staged(0, "wien", "wagner", "verdi").with_roles("maestro")
    sent = opera.read_action({"do": "hire", "role": "maestro", "city": "wien"})
    found = opera_reasons(game.acting(), 0, sent, opera.read_action({"do": "close"}))
    assert bool({"maestro_brings", "raises_income"} & {reason.code for reason in found}) == speaks


def test_a_reason_of_a_newer_server_says_nothing() -> None:
    """Neither an unknown code nor parameters that do not fit end the client."""
    teller = Teller(NAMES)
    assert hint_text("opera", {"code": "tomorrow"}, teller) == ""
    assert hint_text("opera", {"code": "keeps_level"}, teller) == ""
    assert hint_text("opera", {}, teller) == ""
