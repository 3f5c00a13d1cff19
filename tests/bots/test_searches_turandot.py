"""Soloist, virtuoso and diva at Turandot: legal, repeatable, obedient, and never silly."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import cast

import pytest
from support.rules.decisions import Decision, Table, decisions
from support.rules.turandot_builder import a_game, act

from opera_bots.api import View, view_of
from opera_bots.levels import Propose, after, bot_of, never
from opera_bots.turandot import diva, diva_offers, diva_search, virtuoso
from opera_bots.turandot.playouts.playing import fractions
from opera_bots.turandot.playouts.table import table_of
from opera_games.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_games.turandot.words import SEATS
from opera_rules import turandot
from opera_rules.api import rules_of, to_map
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.turandot.state import Game

SEED = bytes(32)
FEW = 10
ENOUGH = 100
MIXED = ("chorus", "random", "chorus", "random", "chorus")
both_searches = pytest.mark.parametrize("propose", [virtuoso.propose, diva.propose], ids=["virtuoso", "diva"])


def view_on(game: Game, seat: int = 0) -> View:
    return view_of(rules_of("turandot"), game, seat, (), game.edition)


def some_decisions(players: int, every: int) -> Iterator[Decision]:
    """Of a game between players of all kinds."""
    made = decisions(Table("turandot", players, {}), MIXED[:players], derive(SEED, "turandot"))
    return (decision for number, decision in enumerate(made) if number % every == 0)


@pytest.mark.parametrize("players", SEATS)
def test_soloists_do_what_is_allowed_and_bluff_only_to_conceal(players: int) -> None:
    """With all money on the table, or when all others have offered, the bluff would tell rather than hide."""
    for made in decisions(Table("turandot", players, {}), ("soloist",) * players, derive(SEED, "solo")):
        assert made.action in turandot.offers(made.game, made.view.seat)
        if isinstance(made.action, Offer) and made.action.bluff:
            assert made.action.money < made.view.private.hand.money
            assert len(made.view.public.waiting) > 1


@both_searches
@pytest.mark.parametrize("players", SEATS)
def test_proposals_are_allowed_and_differ_in_more_than_a_detail(players: int, propose: Propose) -> None:
    """The next best offer is another number, the next best option another action."""
    for made in some_decisions(players, 5):
        found = propose(made.view, Chance(made.seed), after(FEW))
        offered = turandot.offers(made.game, made.view.seat)
        assert found.best.action in offered
        if found.next_best is not None:
            assert found.next_best.action in offered
            assert _matter(found.next_best.action) != _matter(found.best.action)


def _matter(action: object) -> object:
    return action.number if isinstance(action, Offer) else action


@both_searches
@pytest.mark.parametrize("players", SEATS)
def test_gains_are_what_the_preview_shows(players: int, propose: Propose) -> None:
    """Cast, money and scenery, if an offer is won; nothing that does not change."""
    for made in some_decisions(players, 6):
        found = propose(made.view, Chance(made.seed), after(FEW))
        figures = to_map(turandot.preview(made.game, made.view.seat, cast("Offer", found.best.action)))
        own = [row for row in figures.get("given", ()) if row["seat"] == made.view.seat]
        shown = figures.get("won") or (own[0] if own else {})
        changes = {name: shown[name][1] - shown[name][0] for name in ("cast", "money", "scenery") if name in shown}
        assert found.gains == {name: change for name, change in changes.items() if change}


@both_searches
@pytest.mark.parametrize("players", SEATS)
def test_the_caller_is_asked_once_before_each_iteration(players: int, propose: Propose) -> None:
    """And its word is obeyed at once."""
    for made in some_decisions(players, 7):
        for allowed in (0, 1, 9):
            asked = 0

            def should_stop(allowed: int = allowed) -> bool:
                nonlocal asked
                asked += 1
                return asked > allowed

            assert propose(made.view, Chance(made.seed), should_stop).iterations == min(asked, allowed)


@both_searches
def test_nothing_is_searched_where_the_end_is_known(propose: Propose) -> None:
    """The assignment of turn 7 ends the game: the best way can be counted, to the point that is won by it."""
    game = a_game(3, turn=7, phase="assign", lacking=(0,), directed={0: "plain", 1: "plain", 2: "plain"})
    found = propose(view_on(game), Chance(SEED), _no_thought)
    assert found.iterations == 0
    after_it = turandot.apply(game, 0, cast("Assign", found.best.action)).game
    assert found.best.points == pytest.approx(turandot.public(after_it).players[0].points.total)


def _no_thought() -> bool:
    raise AssertionError("there is nothing to think about")


@pytest.mark.parametrize(
    ("propose", "players"),
    [
        pytest.param(virtuoso.propose, 2, id="virtuoso"),
        *(pytest.param(diva.propose, n, id=f"diva-{n}") for n in (2, 3)),
    ],
)
def test_a_search_ends_by_itself(players: int, propose: Propose, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when nobody tells it to stop; the diva here after fewer lessons and scenarios than usual."""
    monkeypatch.setattr(diva_offers, "LESSONS", {players: 30})
    monkeypatch.setattr(diva_search, "MOST_SCENARIOS", 3)
    for made in some_decisions(players, 8):
        found = propose(made.view, Chance(made.seed), never)
        assert found.best.action in turandot.offers(made.game, made.view.seat)


def test_a_diva_of_two_looks_ahead_after_her_lessons() -> None:
    """The next turn corrects what was estimated, and there is no end of line-ups before the time is up."""
    found = diva.propose(view_on(a_game(2)), Chance(SEED), after(ENOUGH + FEW))
    assert found.iterations == ENOUGH + FEW


def test_points_of_both_offers_are_counted_alike() -> None:
    """A hint compares them; in the first turn two good offers are not more than a point apart."""
    game = turandot.new_game(5, {}, built_in("turandot"), SEED).game
    for number in range(6):
        found = diva.propose(view_on(game), Chance(derive(SEED, number)), after(FEW))
        assert found.next_best is not None
        assert abs(found.next_best.points - found.best.points) < 1


def test_offers_that_cards_on_the_table_rule_out_are_not_expected() -> None:
    """Four cards are a number and all money, or less money with the bluff, but never a number alone."""
    game = act(a_game(3), (1, Offer(2, 3, False))).game
    offers = diva_offers.OfferCandidates(view_on(game), table_of(game), Chance(SEED))
    offers.choose()
    assert {offers.guess(fractions(number))[1][1] for number in range(20)} <= {2, 3}


THOUGHTS = """
from support.rules.decisions import Table, decisions
from opera_bots.levels import after
from opera_bots.turandot import diva, virtuoso
from opera_rules.chance import Chance
for players in (2, 3):
    for number, made in enumerate(decisions(Table("turandot", players, {}), ("soloist",) * players, bytes(32))):
        print(made.action)
        if number % 6 == 0:
            print(virtuoso.propose(made.view, Chance(made.seed), after(10)))
            print(diva.propose(made.view, Chance(made.seed), after(120 if players == 2 else 20)))
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


@pytest.mark.parametrize("level", ["soloist", f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_no_money_for_a_card_that_nobody_can_take_away(level: str) -> None:
    """Without money the others cannot outbid a single money card, so a second one is wasted before the last turn."""
    game = a_game(3, turn=6, money={0: 3, 1: 0, 2: 0})
    for number in range(5):
        assert _offered(level, game, number).money <= 1


@pytest.mark.parametrize("level", ["soloist", f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_the_last_money_is_not_kept(level: str) -> None:
    """In turn 7 nothing is left to save for: all of it goes with the number, unless it becomes scenery."""
    for players in SEATS:
        offer = _offered(level, a_game(players, turn=7, puccini=1), players)
        assert offer.number is None or offer.money == 3


@both_searches
def test_an_offer_that_no_good_player_makes_can_lie_there(propose: Propose) -> None:
    """A single card in turn 7, though its owner has money left."""
    view = view_on(act(a_game(3, turn=7), (1, Offer(2, 0, False)), (2, Offer(None, 1, True))).game)
    assert propose(view, Chance(SEED), after(FEW)).best.action in turandot.offers(view.imagine(SEED), 0)


@pytest.mark.parametrize("level", ["soloist", f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_who_assigns_takes_the_best_card_left(level: str) -> None:
    """In the last turn, with rivals far behind, it is simply the one that brings most."""
    game = a_game(3, turn=7, phase="assign", lacking=(0, 1), directed={0: "plain", 1: "plain", 2: "plain"})
    action = bot_of(level)(view_on(game), SEED, never)
    assert isinstance(action, Assign)
    gains = {
        row.number: next(given.cast[1] - given.cast[0] for given in row.given if given.seat == 0)
        for row in view_on(game).choices.cards
    }
    assert gains[action.cards[0]] == max(gains.values())


def dismissing() -> Game:
    """A cast of three dark singers for seat 0, of three comic ones for the others."""
    singers = a_game(3).edition.singers
    dark, comic = ([card.id for card in singers if card.category == category] for category in ("dark", "comic"))
    hands = {0: dark[:3], 1: comic[:3], 2: comic[3:]}
    return a_game(3, turn=3, phase="dismiss", nominated=0, puccini=1, hands=hands)


@pytest.mark.parametrize("level", ["soloist", f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_the_director_of_the_others_is_dismissed(level: str) -> None:
    """The farce helps both rivals and hurts the own cast."""
    assert bot_of(level)(view_on(dismissing()), SEED, never) == Dismiss("farce")


@pytest.mark.parametrize("level", ["soloist", f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_somebody_is_nominated_who_does_not_dismiss_the_own_director(level: str) -> None:
    """Seat 1 would dismiss the gothic director, whom seat 0 needs; seat 2 needs him too."""
    singers = a_game(3).edition.singers
    dark, comic = ([card.id for card in singers if card.category == category] for category in ("dark", "comic"))
    hands = {0: dark[:3], 1: comic[:3], 2: dark[3:]}
    game = a_game(3, turn=3, phase="nominate", puccini=0, hands=hands)
    assert bot_of(level)(view_on(game), SEED, never) == Nominate(2)


def test_the_bluff_is_used() -> None:
    """Otherwise the number of cards would tell the money."""
    offers = [_offered("soloist", a_game(3), number) for number in range(20)]
    assert {offer.bluff for offer in offers} == {False, True}


@pytest.mark.parametrize("level", [f"virtuoso:{ENOUGH}", f"diva:{ENOUGH}"])
def test_offers_cannot_be_foreseen(level: str) -> None:
    """Other seeds lead to other offers on the same table."""
    assert len({_offered(level, a_game(2), number) for number in range(12)}) > 1


def _offered(level: str, game: Game, number: int) -> Offer:
    action = bot_of(level)(view_on(game), derive(SEED, number), never)
    assert isinstance(action, Offer)
    return action
