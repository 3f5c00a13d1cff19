"""Chorus: always legal, never silly, nearly always better than chance."""

import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from support.rules.decisions import TABLES, Decision, Table, decisions, winner_levels
from support.rules.opera_builder import a_game

from opera_bots.api import View, view_of
from opera_bots.levels import bot_of, never
from opera_games.turandot.choices import CardRow
from opera_rules import opera
from opera_rules.api import Map, rules_of
from opera_rules.chance import derive
from opera_rules.opera.state import Game

SEED = bytes(32)
OPERA = Table("opera", 3, {})


@pytest.mark.parametrize("level", ["chorus", "random"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_action_is_offered(table: Table, level: str) -> None:
    """At every decision of a game, whatever the players and options are."""
    rules = rules_of(table.game)
    for made in decisions(table, (level,) * table.players, derive(SEED, "offered", level)):
        assert made.action in rules.offers(made.game, made.view.seat)


@pytest.mark.parametrize("table", [OPERA, Table("turandot", 4, {})], ids=str)
def test_documents_from_the_wire_are_enough(table: Table) -> None:
    """Documents that were written and read again, and events, lead to the same choice."""
    rules = rules_of(table.game)
    for made in list(decisions(table, ("chorus",) * table.players, SEED))[::5]:
        view = made.view
        public, private, choices = (
            msgspec.msgpack.decode(msgspec.msgpack.encode(document))
            for document in (view.public, view.private, view.choices)
        )
        documents = rules.read_public(public), rules.read_private(private), rules.read_choices(choices)
        events = [rules.read_event(event) for event in msgspec.to_builtins(view.events, str_keys=True)]
        received = View(view.seat, view.game, *documents, events, None)
        assert bot_of("chorus")(received, made.seed, never) == made.action


@pytest.mark.parametrize(
    ("table", "levels", "games"),
    [
        (Table("opera", 2, {}), ("chorus", "random"), 5),
        (Table("opera", 4, {}), ("random", "random", "chorus", "random"), 3),
        (Table("turandot", 2, {}), ("random", "chorus"), 10),
        (Table("turandot", 3, {}), ("random", "chorus", "random"), 10),
    ],
    ids=str,
)
def test_chorus_beats_random(table: Table, levels: tuple[str, ...], games: int) -> None:
    """In a small sample of fixed games; the cards may decide one of them."""
    winners = [winner_levels(table, levels, derive(SEED, "strength", number)) for number in range(games)]
    assert winners.count({"chorus"}) >= games - 1


def test_games_differ_with_the_bots_seed_alone() -> None:
    """The same position is not always answered in the same way."""
    first = next(decisions(OPERA, ("chorus",) * 3, SEED))
    bids = {bot_of("chorus")(first.view, derive(SEED, number), never) for number in range(30)}
    assert len(bids) > 1


GAME = """
import sys
from support.rules.decisions import Table, decisions
from opera_rules.api import rules_of
for game, players in (("opera", 2), ("turandot", 5)):
    for made in decisions(Table(game, players, {}), ("chorus",) * players, bytes(32)):
        print(made.view.seat, rules_of(game).write_action(made.action))
"""


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    """Also when texts have other hashes there."""
    first, second = (_played_elsewhere(hash_seed) for hash_seed in ("1", "2"))
    assert first == second
    assert first.count("\n") > 100


def _played_elsewhere(hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", GAME]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True, timeout=120).stdout


def opera_games() -> list[Decision]:
    return [made for players in (2, 4) for made in decisions(Table("opera", players, {}), ("chorus",) * players, SEED)]


def test_hiring_always_does_something() -> None:
    """No visit of the Architetto without building, none of the Impresario that leaves everything as it is."""
    for made in opera_games():
        action = _written(made)
        houses = made.view.public.players[made.view.seat].houses
        if action["do"] in ("hire", "join") and "build" in action:
            assert action["build"]
        if action["do"] in ("hire", "join") and "buy" in action:
            assert action["buy"] or action["layout"] != {city: list(house.halls) for city, house in houses.items()}


def test_bids_leave_ducats_to_play_with() -> None:
    """At least a quarter of the purse."""
    for made in opera_games():
        action = _written(made)
        if action["do"] == "bid":
            ducats = made.view.private.ducats
            assert action["amount"] <= ducats - ducats // 4


def test_a_sale_is_for_ducats_early_and_for_points_at_the_end() -> None:
    rewards = {}
    for now in (1, 9):
        game = a_game(2).in_round(now).with_ducats(5, 20).with_stock(0, "wagner").with_roles("signora").acting()
        rewards[now] = _decided(game)["reward"]
    assert rewards == {1: "ducats", 9: "points"}


def test_the_maestro_goes_where_only_the_own_house_gains() -> None:
    """In Berlin the rival would gain as much."""
    game = (
        a_game(3)
        .staged(0, "wien", "verdi", "wagner", "mozart")
        .staged(0, "berlin", "verdi", "wagner", "mozart")
        .staged(1, "berlin", "verdi", "wagner", "mozart")
        .with_roles("maestro")
        .acting()
    )
    assert _decided(game) == {"do": "hire", "role": "maestro", "city": "wien"}


def test_the_maestro_is_not_hired_in_the_last_round() -> None:
    """Its income can no longer be spent."""
    game = a_game(2).in_round(9).staged(0, "wien", "verdi", "wagner", "mozart").with_roles("maestro").acting()
    assert _decided(game) == {"do": "close"}


def test_the_esperto_comes_for_a_famous_house() -> None:
    game = a_game(3).in_round(8).staged(0, "wien", "verdi", "wagner", "beethoven", "mozart").with_roles("esperto")
    assert _decided(game.acting()) == {"do": "hire", "role": "esperto", "city": "wien"}


def test_empty_halls_are_filled() -> None:
    game = a_game(3).built(0, "wien.main").with_offer(verdi=1, handel=2).with_roles("impresario").acting()
    action = _decided(game)
    assert action["role"] == "impresario"
    assert None not in action["layout"]["wien"]


def test_full_halls_and_ducats_lead_to_a_new_house() -> None:
    action = _decided(a_game(3).with_roles("architetto").acting())
    assert any(part.endswith(".main") for part in action["build"])


def test_a_player_with_nothing_to_gain_closes() -> None:
    game = a_game(3).with_ducats(0, 20, 20).with_roles("architetto", "critico").acting()
    assert _decided(game) == {"do": "close"}


def test_who_assigns_takes_the_best_card_left() -> None:
    for made in decisions(Table("turandot", 4, {}), ("chorus",) * 4, SEED):
        action = _written(made)
        if action["do"] == "assign" and str(made.view.seat) in action["cards"]:
            gains = {row.number: _own_gain(row, made.view.seat) for row in made.view.choices.cards}
            assert gains[action["cards"][str(made.view.seat)]] == max(gains.values())


def _own_gain(row: CardRow, seat: int) -> int:
    (gain,) = (given.cast[1] - given.cast[0] for given in row.given if given.seat == seat)
    return gain


def test_money_is_not_left_over_at_the_end_of_turandot() -> None:
    """In the last turn everybody offers all that is left, or turns it into scenery."""
    for made in decisions(Table("turandot", 3, {}), ("chorus",) * 3, SEED):
        if made.view.public.turn == 7 and made.view.kind == "offer":
            action = _written(made)
            assert action["number"] is None or action["money"] == made.view.private.hand.money


def _decided(game: Game) -> Map:
    """What chorus on seat 0 does here, having heard nothing."""
    view = view_of(rules_of("opera"), game, 0, (), game.edition)
    return opera.write_action(bot_of("chorus")(view, SEED, never))


def _written(made: Decision) -> dict[str, Any]:
    return rules_of(made.view.game).write_action(made.action)
