"""What follows from an action can be told one thing after the other, with the state that each of them leads to."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import pytest

from opera_games.api import Event, tag_of
from opera_rules.api import AnyRules, Step, rules_of, to_map
from opera_rules.chance import Chance
from opera_rules.editions import built_in

KINDS = [("opera", 2), ("opera", 4), ("turandot", 2), ("turandot", 5)]


class Done(NamedTuple):
    """An action with the state before it, what it leads to, and the way there."""

    before: Any
    step: Step[Any]
    way: list[Step[Any]]


def played(rules: AnyRules, players: int) -> Iterator[Done]:
    """Play a whole game at random."""
    seed = sha256(f"{rules.NAME} {players}".encode()).digest()
    chance = Chance(seed)
    game = rules.new_game(players, {}, built_in(rules.NAME), seed).game
    while waiting := rules.waiting(game):
        seat = chance.choice(sorted(waiting))
        action = rules.offers(game, seat).sample(chance)
        done = Done(game, rules.apply(game, seat, action), rules.unfold(game, seat, action))
        yield done
        game = done.step.game


def tags(events: tuple[Event, ...]) -> list[str]:
    return [tag_of(event) for event in events]


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_the_way_leads_to_the_same_state_by_the_same_events(game: str, players: int) -> None:
    for done in played(rules_of(game), players):
        assert done.way[-1].game == done.step.game
        assert tuple(event for step in done.way for event in step.events) == done.step.events


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_on_the_way_something_happens_with_every_step_and_nobody_is_asked(game: str, players: int) -> None:
    rules = rules_of(game)
    for done in played(rules, players):
        assert all(step.events for step in done.way[:-1])
        assert not any(rules.waiting(step.game) for step in done.way[:-1])


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_states_on_the_way_have_documents_for_everybody(game: str, players: int) -> None:
    """They are what the server shows, so they must be read again like any other."""
    rules = rules_of(game)
    for done in played(rules, players):
        for step in done.way:
            assert rules.read_public(to_map(rules.public(step.game)))
            assert all(rules.read_private(to_map(rules.private(step.game, seat))) for seat in range(players))


def test_the_end_of_a_round_of_opera_is_told_in_its_order() -> None:
    """Income, fame, the new offer, the counting and the next round are five things, each with its own state."""
    done = next(done for done in played(rules_of("opera"), 4) if "counted" in tags(done.step.events))
    income, rose, offer, counted, started = done.way[-5:]
    firsts = ["income", "rose", "offer", "counted", "round"]
    assert [tags(step.events)[0] for step in done.way[-5:]] == firsts

    points = [[player.points for player in step.game.players] for step in done.way[-5:]]
    assert points[0] == points[1] == points[2] != points[3] == points[4]
    assert income.game.ladder == done.way[-6].game.ladder != rose.game.ladder
    assert rose.game.offer == done.before.offer != offer.game.offer
    assert counted.game.episode == 1
    assert started.game.episode == 2


def test_a_turn_of_turandot_is_told_in_its_order() -> None:
    """The reveal is shown before Puccini passes, and the old line-up before the new one."""
    done = next(done for done in played(rules_of("turandot"), 5) if "puccini_passed" in tags(done.step.events))
    assert [tags(step.events)[0] for step in done.way] == ["director_dismissed", "puccini_passed", "turn"]
    dismissed, passed, dealt = (step.game for step in done.way)
    assert dismissed.puccini == done.before.puccini != passed.puccini
    assert passed.lineup == {}
    assert len(dealt.lineup) == 6
