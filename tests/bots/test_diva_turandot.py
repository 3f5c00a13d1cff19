"""The diva at Turandot: legal, repeatable, obedient, and never silly."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import cast

import pytest
from support.rules.decisions import Decision, Table, decisions
from support.rules.turandot_builder import a_game

from opera_bots.api import Proposal, View, view_of
from opera_bots.levels import ShouldStop, after, never
from opera_bots.turandot import diva, diva_search, virtuoso
from opera_games.turandot.actions import Assign, Offer
from opera_games.turandot.words import SEATS
from opera_rules import turandot
from opera_rules.api import rules_of
from opera_rules.chance import Chance, derive
from opera_rules.turandot.state import Game

SEED = bytes(32)
FEW = 10
MIXED = ("chorus", "random", "chorus", "random", "chorus")


def propose(view: View, seed: bytes, should_stop: ShouldStop) -> Proposal:
    """Search by playouts, also where the level leaves that to another search."""
    return diva.search(view, Chance(seed), should_stop)


def view_on(game: Game, seat: int = 0) -> View:
    return view_of(rules_of("turandot"), game, seat, (), game.edition)


def some_decisions(players: int, every: int) -> Iterator[Decision]:
    """Of a game between players of all kinds."""
    made = decisions(Table("turandot", players, {}), MIXED[:players], derive(SEED, "turandot"))
    return (decision for number, decision in enumerate(made) if number % every == 0)


@pytest.mark.parametrize("players", SEATS)
def test_proposals_are_allowed_and_differ_in_more_than_a_detail(players: int) -> None:
    """The next best offer is another number, the next best option another action."""
    for made in some_decisions(players, 5):
        found = propose(made.view, made.seed, after(FEW))
        offered = turandot.offers(made.game, made.view.seat)
        assert found.best.action in offered
        if found.next_best is not None:
            assert found.next_best.action in offered
            assert _matter(found.next_best.action) != _matter(found.best.action)


def _matter(action: object) -> object:
    return action.number if isinstance(action, Offer) else action


@pytest.mark.parametrize("players", SEATS)
def test_the_caller_is_asked_once_before_each_iteration(players: int) -> None:
    """And its word is obeyed at once, while lessons are learnt and while games are played on."""
    for made in some_decisions(players, 9):
        for allowed in (0, 1, 64):
            asked = 0

            def should_stop(allowed: int = allowed) -> bool:
                nonlocal asked
                asked += 1
                return asked > allowed

            assert propose(made.view, made.seed, should_stop).iterations == min(asked, allowed)


def test_nothing_is_searched_where_the_end_is_known() -> None:
    """The assignment of turn 7 ends the game: the best way can be counted, to the point that is won by it."""
    game = a_game(3, turn=7, phase="assign", lacking=(0,), directed={0: "plain", 1: "plain", 2: "plain"})
    found = propose(view_on(game), SEED, _no_thought)
    assert found.iterations == 0
    after_it = turandot.apply(game, 0, cast("Assign", found.best.action)).game
    assert found.best.points == turandot.public(after_it).players[0].points.total


def _no_thought() -> bool:
    raise AssertionError("there is nothing to think about")


def test_a_search_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when nobody tells it to stop; here after fewer scenarios than usual."""
    monkeypatch.setattr(diva_search, "MOST_SCENARIOS", 3)
    for made in some_decisions(2, 8):
        found = propose(made.view, made.seed, never)
        assert found.best.action in turandot.offers(made.game, made.view.seat)


def test_with_more_than_two_players_the_virtuoso_plays() -> None:
    """Playouts were not shown to win more there."""
    view, seed = view_on(a_game(3)), derive(SEED, "three")
    assert diva.propose(view, Chance(seed), after(FEW)) == virtuoso.propose(view, Chance(seed), after(FEW))


THOUGHTS = """
from support.rules.decisions import Table, decisions
from opera_bots.levels import after
from opera_bots.turandot.diva import search
from opera_rules.chance import Chance
for number, made in enumerate(decisions(Table("turandot", 3, {}), ("chorus",) * 3, bytes(32))):
    if number % 6 == 0:
        print(search(made.view, Chance(made.seed), after(80)))
"""


def test_the_same_seed_gives_the_same_choices_in_another_process() -> None:
    """To the last digit of the points, also when texts have other hashes there."""
    first, second = (_thought_elsewhere(hash_seed) for hash_seed in ("1", "2"))
    assert first == second
    assert first.count("Proposal") >= 5


def _thought_elsewhere(hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", THOUGHTS]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120).stdout
