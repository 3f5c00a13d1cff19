"""Soloist at Opera: always legal, repeatable, blind to what others hide, and better than chorus."""

import pytest
from support.rules.decisions import TABLES, Table, decisions, winner_levels
from support.rules.opera_builder import THREE_WINGS, a_game
from support.soaking import some

from opera_bots.api import view_of
from opera_bots.levels import bot_of, never
from opera_rules import opera
from opera_rules.api import Map, rules_of
from opera_rules.chance import derive
from opera_rules.opera.state import Game

SEED = bytes(32)
OPERA = [table for table in TABLES if table.game == "opera"][::2]
"""Every number of players, long and short."""


def decided(game: Game, level: str = "soloist") -> Map:
    """What the bot on seat 0 does here, having heard nothing."""
    view = view_of(rules_of("opera"), game, 0, (), game.edition)
    return opera.write_action(bot_of(level)(view, SEED, never))


@pytest.mark.parametrize("table", some(OPERA, 5), ids=str)
def test_every_action_is_offered(table: Table) -> None:
    """At every decision of a game, whatever the players and options are; asked twice it answers the same."""
    levels = ("soloist", "chorus", "random", "random")[: table.players]
    for number, made in enumerate(decisions(table, levels, derive(SEED, "soloist"))):
        assert made.action in opera.offers(made.game, made.view.seat)
        if number % 10 == 0:
            assert bot_of(levels[made.view.seat])(made.view, made.seed, never) == made.action


def test_third_wings_are_built_where_the_edition_has_them() -> None:
    """Bots play by the edition of the table."""
    made = list(decisions(Table("opera", 2, {"rounds": 7}), ("soloist", "chorus"), SEED, THREE_WINGS))
    assert all(one.action in opera.offers(one.game, one.view.seat) for one in made)
    assert any(left < THREE_WINGS.copies(part, 2) for part, left in made[-1].game.parts.items() if "wing_c" in part)


def test_soloist_beats_random() -> None:
    """In a small sample of fixed games."""
    levels = ("soloist", "random")
    assert all(
        winner_levels(Table("opera", 2, {}), levels, derive(SEED, "strength", number)) == {"soloist"}
        for number in range(2)
    )


def test_main_and_own_wing_are_built_at_once() -> None:
    """With ducats enough and nobody to share with, a house is built with its wing."""
    game = a_game(2).in_round(4).with_ducats(30, 0).built(1, "wien.main").built(1, "berlin.main")
    action = decided(game.with_roles("architetto").acting())
    cities = [part.partition(".")[0] for part in action["build"]]
    assert len(action["build"]) == 2
    assert len(set(cities)) == 1 or all(part.endswith(".main") for part in action["build"])


def test_a_sale_is_for_ducats_early_and_for_points_at_the_end() -> None:
    rewards = {}
    for now in (1, 9):
        game = a_game(2).in_round(now).with_ducats(5, 20).with_stock(0, "wagner").with_roles("signora").acting()
        rewards[now] = decided(game)["reward"]
    assert rewards == {1: "ducats", 9: "points"}


def test_points_that_cost_nothing_are_taken_in_the_last_round() -> None:
    """Ducats and levels are worth nothing any more, so a piece in stock is sold for its points."""
    game = a_game(3).in_round(9).with_stock(0, "handel").with_roles("signora").acting()
    assert decided(game) == {"do": "hire", "role": "signora", "piece": "handel", "source": "stock", "reward": "points"}


def test_the_last_counting_is_prepared() -> None:
    """The most famous piece goes into the great hall when nothing comes after the counting."""
    game = a_game(2).in_round(9).staged(0, "wien", "handel", "wagner").with_roles("impresario").acting()
    assert decided(game)["layout"]["wien"][0] == "wagner"


def test_nothing_is_built_that_stays_empty_and_costs_more_than_it_brings() -> None:
    """Without ducats nobody builds; with nothing else to do the round is closed."""
    game = a_game(3).with_ducats(0, 20, 20).with_roles("architetto").acting()
    assert decided(game) == {"do": "close"}


@pytest.mark.parametrize("level", ["soloist", "virtuoso:40"])
def test_nobody_is_hired_for_nothing(level: str) -> None:
    """In the last round the Maestro's income can no longer be spent."""
    game = a_game(2).in_round(9).staged(0, "wien", "verdi", "wagner", "mozart").with_roles("maestro").acting()
    assert decided(game, level) == {"do": "close"}
