"""Levels: a bot decides from its seat's view and a seed, and from nothing else."""

from typing import Any

import pytest

from opera_bots.api import View, view_of
from opera_bots.levels import BOTS, LEVELS, SEARCHING, after, bot_of, never
from opera_rules.api import Event, Step, rules_of
from opera_rules.chance import derive
from opera_rules.editions import built_in

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


def repeatable(level: str) -> str:
    """The level with a few iterations if it searches."""
    return f"{level}:3" if level in SEARCHING else level


def test_every_level_has_a_bot() -> None:
    assert {*LEVELS, "rehearsal"} == set(BOTS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_level_decides_what_the_real_game_allows(game: str, players: int, level: str) -> None:
    """Every decision for random, which is quick; for the others each kind of decision in each quarter of the game."""
    rules, bot, found = rules_of(game), bot_of(repeatable(level)), decisions(game, players)
    asked: set[tuple[str, int]] = set()
    for number, (state, view) in enumerate(found):
        kind = (rules.waiting(state)[view.seat], 4 * number // len(found))
        if level == "random" or kind not in asked:
            asked.add(kind)
            assert bot(view, derive(SEED, "other", number), never) in rules.offers(state, view.seat)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_the_same_view_and_seed_give_the_same_decision(game: str, level: str) -> None:
    _, view = decisions(game, 3)[10]
    bot = bot_of(repeatable(level))
    seeds = [derive(SEED, number) for number in range(5)]
    first, second = ([bot(view, seed, never) for seed in seeds] for _ in range(2))
    assert first == second


def test_random_decides_otherwise_with_other_seeds() -> None:
    _, view = decisions("opera", 3)[10]
    found = [bot_of("random")(view, derive(SEED, number), never) for number in range(20)]
    assert any(action != found[0] for action in found)


def test_iterations_are_counted_by_how_often_a_bot_asks() -> None:
    """After two iterations the third is refused, and all that follow."""
    should_stop = after(2)
    assert [should_stop() for _ in range(4)] == [False, False, True, True]


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_a_searching_level_stops_after_the_iterations_behind_its_colon(game: str) -> None:
    """Whatever the caller would allow; without a number the caller decides, here at once."""
    _, view = decisions(game, 3)[10]
    for level in SEARCHING:
        assert bot_of(f"{level}:2")(view, SEED, never) == bot_of(level)(view, SEED, after(2))
        bot_of(level)(view, SEED, lambda: True)


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
        assert view.choices
