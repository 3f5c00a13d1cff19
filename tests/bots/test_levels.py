"""Levels: a bot decides from its seat's view and a seed, and from nothing else."""

from typing import Any

import pytest

from opera_bots.levels import BOTS, LEVELS, bot_of, never
from opera_bots.view import View, view_of
from opera_rules.api import Event, Step
from opera_rules.chance import derive
from opera_rules.editions import built_in
from opera_rules.games import rules_of

SEED = bytes(32)
TABLES = [(game, players) for game in ("opera", "turandot") for players in rules_of(game).SEATS]


def decisions(game: str, players: int) -> list[tuple[Any, View]]:
    """Every decision of a random game: the state that only the table knows, and what the seat sees."""
    rules = rules_of(game)
    edition = built_in(game)
    step: Step[Any] = rules.new_game(players, {}, edition, SEED)
    events: list[Event] = list(step.events)
    found = []
    while waiting := rules.waiting(step.game):
        seat = min(waiting)
        view = view_of(rules, step.game, seat, rules.visible(events, seat), edition)
        found.append((step.game, view))
        step = rules.apply(step.game, seat, bot_of("random")(view, derive(SEED, len(found)), never))
        events.extend(step.events)
    return found


def test_every_level_has_a_bot() -> None:
    assert set(LEVELS) == set(BOTS)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_random_decides_what_the_real_game_allows(game: str, players: int) -> None:
    rules = rules_of(game)
    for number, (state, view) in enumerate(decisions(game, players)):
        action = bot_of("random")(view, derive(SEED, "other", number), never)
        assert action in rules.offers(state, view.seat)


def test_the_same_view_and_seed_give_the_same_decision() -> None:
    _, view = decisions("opera", 3)[10]
    seeds = [derive(SEED, number) for number in range(20)]
    first, second = ([bot_of("random")(view, seed, never) for seed in seeds] for _ in range(2))
    assert first == second
    assert any(action != first[0] for action in first)


def test_random_tries_different_layouts() -> None:
    """Layouts are drawn too, not only trivial ones."""
    layouts = [
        layout
        for number, (_, view) in enumerate(decisions("opera", 2))
        for action in [rules_of("opera").write_action(bot_of("random")(view, derive(SEED, number), never))]
        if (layout := action.get("layout")) is not None
    ]
    assert any(piece is not None for layout in layouts for halls in layout.values() for piece in halls)


def test_a_view_holds_the_rows_of_the_decision_box() -> None:
    for _, view in decisions("turandot", 2)[:3]:
        assert view.private["choices"]
