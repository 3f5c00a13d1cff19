"""Virtuoso and diva at Opera: searches that repeat themselves, stop when told to, and say what they found."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from support.rules.decisions import TABLES, Decision, Table, decisions, view_in
from support.rules.opera_builder import a_game
from support.soaking import some

from opera_bots.api import Proposal, View, view_of
from opera_bots.levels import Propose, ShouldStop, after, never
from opera_bots.opera import diva, virtuoso
from opera_rules import opera
from opera_rules.api import Action, Map, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.opera.state import Game

SEED = bytes(32)
OPERA = [table for table in TABLES if table.game == "opera"]
FEW = 25
"""Iterations enough for a scenario of all actions and some more."""


class Search:
    """A level's search, asked with a seed as at a table."""

    def __init__(self, propose: Propose) -> None:
        self.propose = propose

    def __call__(self, view: View, seed: bytes, should_stop: ShouldStop) -> Proposal:
        return self.propose(view, Chance(seed), should_stop)


@pytest.fixture(params=[virtuoso, diva], ids=["virtuoso", "diva"])
def propose(request: pytest.FixtureRequest) -> Search:
    return Search(request.param.propose)


def view_on(game: Game) -> View:
    return view_of(rules_of("opera"), game, 0, (), game.edition)


def some_decisions(table: Table, every: int) -> Iterator[Decision]:
    """Of a game between chorus and random, whose positions are of all kinds."""
    levels = ("chorus", "random", "chorus", "random")[: table.players]
    for number, made in enumerate(decisions(table, levels, derive(SEED, "virtuoso"))):
        if number % every == 0:
            yield made


@pytest.mark.parametrize("table", some(OPERA, 3), ids=str)
def test_proposals_are_offered_and_what_others_hide_changes_nothing(table: Table, propose: Search) -> None:
    """Best and next best are legal and differ; another supply and other sealed bids lead to the same proposal."""
    chance = Chance(derive(SEED, "hidden"))
    for made in some_decisions(table, 19):
        found = propose(made.view, made.seed, after(FEW))
        offered = opera.offers(made.game, made.view.seat)
        assert found.best.action in offered
        if found.next_best:
            assert found.next_best.action in offered
            assert _without_layout(found.best.action) != _without_layout(found.next_best.action)
        other = made.game.copy()
        other.seed, other.supply = derive(chance.seed, "other"), tuple(chance.shuffled(made.game.supply))
        other.bids = {seat: bid if seat == made.view.seat else 0 for seat, bid in made.game.bids.items()}
        assert propose(view_in(other, made.view), made.seed, after(FEW)) == found


def _without_layout(action: Action) -> Map:
    return {name: field for name, field in opera.write_action(action).items() if name != "layout"}


def test_the_caller_is_asked_once_before_each_iteration(propose: Search) -> None:
    """And its word is obeyed at once."""
    for made in some_decisions(Table("opera", 3, {}), 15):
        for allowed in (0, 1, 7, FEW):
            asked = 0

            def should_stop(allowed: int = allowed) -> bool:
                nonlocal asked
                asked += 1
                return asked > allowed

            found = propose(made.view, made.seed, should_stop)
            assert found.iterations == min(asked, allowed)


def test_a_choice_of_one_needs_no_thought(propose: Search) -> None:
    """Nobody who has no ducats can bid more than 0."""

    def should_stop() -> bool:
        raise AssertionError("there is nothing to think about")

    view = view_on(a_game(3).with_ducats(0, 20, 20).bidding())
    found = propose(view, SEED, should_stop)
    assert opera.write_action(found.best.action) == {"do": "bid", "amount": 0}
    assert found.next_best is None
    assert found.iterations == 0


def test_a_clear_choice_is_made_before_time_is_up(propose: Search) -> None:
    """In the last round a sale for points beats all else that is left to do."""
    view = view_on(a_game(2).in_round(9).with_stock(0, "wagner").with_roles("signora").acting())
    found = propose(view, SEED, never)
    assert opera.write_action(found.best.action)["reward"] == "points"
    assert found.iterations < 100


def test_gains_are_what_the_action_changes_at_once(propose: Search) -> None:
    """A level fee, and the points of the sale; what does not change is not named."""
    view = view_on(a_game(2).in_round(9).with_stock(0, "wagner").with_roles("signora").acting())
    assert propose(view, SEED, never).gains == {"points": 6, "level": -2}


def test_points_at_the_end_are_what_is_expected(propose: Search) -> None:
    """At the last decision of a game nothing is left to guess."""
    game = a_game(2).in_round(9).with_points(50, 40).with_stock(0, "wagner").with_roles("signora").with_closed(1)
    assert propose(view_on(game.acting()), SEED, never).best.points == 56.0


THOUGHTS = """
from support.rules.decisions import Table, decisions
from opera_bots.levels import after
from opera_bots.opera.{level} import propose
from opera_rules.chance import Chance
for number, made in enumerate(decisions(Table("opera", 3, {{}}), ("chorus",) * 3, bytes(32))):
    if number % 30 == 0:
        print(propose(made.view, Chance(made.seed), after(30)))
"""


@pytest.mark.parametrize("level", ["virtuoso", "diva"])
def test_the_same_seed_gives_the_same_proposals_in_another_process(level: str) -> None:
    """To the last digit of the points, also when texts have other hashes there."""
    first, second = (_thought_elsewhere(level, hash_seed) for hash_seed in ("1", "2"))
    assert first == second
    assert first.count("Proposal") >= 3


def _thought_elsewhere(level: str, hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", THOUGHTS.format(level=level)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120).stdout
