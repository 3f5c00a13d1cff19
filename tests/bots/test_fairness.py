"""Fairness: a bot's choice is the same whatever the other seats hide, and whatever lies face down."""

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import pytest
from support.rules.decisions import TABLES, Decision, Table, decisions, view_in
from support.soaking import soak_seed, soak_size

from opera_bots.api import View
from opera_bots.levels import LEVELS, SEARCHING, bot_of, never
from opera_rules.chance import Chance, derive
from opera_rules.opera import state as opera_state
from opera_rules.opera.phases.budget import highest_bid
from opera_rules.turandot import state as turandot_state
from opera_rules.turandot.phases.offering import possible_offers

SEED = bytes(32)
MIXED = ("chorus", "random", "chorus", "random", "chorus")
BOTS = [bot_of(f"{level}:4" if level in SEARCHING else level) for level in LEVELS]
"""All levels; those that search do so only a little."""


def other_opera(game: opera_state.Game, view: View, chance: Chance) -> opera_state.Game:
    """Another order of the supply, other sealed bids, and behind closed screens other purses and stocks."""
    changed = game.copy()
    changed.seed, changed.draws = derive(chance.seed, "other"), chance.below(1000)
    if not game.open_screens:
        for seat in _others(view):
            player = changed.players[seat]
            player.ducats = chance.below(60)
            owned = list(player.stock)
            drawn = _swapped(changed, [piece for piece in owned if piece != "house"], chance)
            player.stock = opera_state.in_order([*drawn, *(piece for piece in owned if piece == "house")])
    changed.supply = tuple(chance.shuffled(changed.supply))
    changed.bids = {
        seat: bid if seat == view.seat else chance.below(highest_bid(changed, seat) + 1)
        for seat, bid in game.bids.items()
    }
    return changed


def _swapped(game: opera_state.Game, pieces: list[Any], chance: Chance) -> list[Any]:
    """The stock's pieces back into the supply, and as many others out of it."""
    pool = chance.shuffled([*game.supply, *pieces])
    game.supply = tuple(pool[len(pieces) :])
    return pool[: len(pieces)]


def other_turandot(game: turandot_state.Game, view: View, chance: Chance) -> turandot_state.Game:
    """Another order of the deck, and other offers of as many cards."""
    changed = copy(game)
    changed.seed, changed.draws = derive(chance.seed, "other"), chance.below(1000)
    changed.deck = tuple(chance.shuffled(game.deck))
    changed.offers = tuple(
        offer if offer is None or seat == view.seat else _with_as_many_cards(game, seat, offer.cards, chance)
        for seat, offer in enumerate(game.offers)
    )
    return changed


def _with_as_many_cards(game: turandot_state.Game, seat: int, cards: int, chance: Chance) -> Any:
    return chance.choice([offer for offer in possible_offers(game, seat) if offer.cards == cards])


def _others(view: View) -> list[int]:
    return [seat for seat in range(len(view.public.players)) if seat != view.seat]


OTHERWISE: dict[str, Callable[[Any, View, Chance], Any]] = {"opera": other_opera, "turandot": other_turandot}
"""The same table with other secrets."""


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_others_hide_changes_neither_view_nor_choice(table: Table) -> None:
    """The documents are equal to the last figure, and so is what every level does with them."""
    check_choices(table, some_decisions(table), SEED)


@pytest.mark.soak
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_others_hide_changes_no_choice_in_many_more_games(table: Table) -> None:
    """Every decision of ten games for each kind of table."""
    seed = soak_seed().encode()
    for number in range(soak_size(10)):
        game_seed = derive(seed, "fair", number)
        check_choices(table, some_decisions(table, every=1, seed=game_seed), game_seed)


def check_choices(table: Table, made_there: Iterator[Decision], seed: bytes) -> None:
    chance = Chance(derive(seed, "secrets"))
    for made in made_there:
        view = view_in(OTHERWISE[table.game](made.game, made.view, chance), made.view)
        assert view == made.view
        for bot in BOTS:
            assert bot(view, made.seed, never) == bot(made.view, made.seed, never)


@pytest.mark.parametrize("table", [TABLES[0], TABLES[4], TABLES[8]], ids=str)
def test_nothing_is_taken_from_a_state_when_nothing_can_be_deduced(table: Table) -> None:
    """Who has heard nothing knows neither ducats nor stocks of the others, and still chooses the same."""
    chance = Chance(derive(SEED, "unheard"))
    for made in some_decisions(table):
        unheard = made.view._replace(events=())
        view = view_in(other_opera(made.game, unheard, chance), unheard)
        assert bot_of("chorus")(view, made.seed, never) == bot_of("chorus")(unheard, made.seed, never)


def test_secrets_really_differ() -> None:
    """The changed states are others: bids, purses, stocks, offers, supply and deck."""
    opera = [(made, _changed(made)) for made in some_decisions(TABLES[4])]
    for hidden in ("bids", "supply", "players"):
        assert any(getattr(made.game, hidden) != getattr(changed, hidden) for made, changed in opera), hidden
    turandot = [(made, _changed(made)) for made in some_decisions(TABLES[-1])]
    for hidden in ("offers", "deck"):
        assert any(getattr(made.game, hidden) != getattr(changed, hidden) for made, changed in turandot), hidden


def _changed(made: Decision) -> Any:
    return OTHERWISE[made.view.game](made.game, made.view, Chance(derive(SEED, "differ")))


def some_decisions(table: Table, every: int = 7, seed: bytes = SEED) -> Iterator[Decision]:
    """Some of a game between both levels; bids and offers are asked seat by seat, so some are sealed."""
    for number, made in enumerate(decisions(table, MIXED[: table.players], derive(seed, "fair"))):
        if number % every == 0:
            yield made
