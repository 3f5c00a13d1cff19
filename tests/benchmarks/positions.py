"""Positions to measure on: every decision of some games between chorus bots."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_rules.api import Event, Map, Seat, rules_of


class Position(NamedTuple):
    """A state at a decision, with what its seat sees and has heard."""

    game: Any
    seat: Seat
    public: Map
    private: Map
    events: tuple[Event, ...]


@cache
def positions(game: str, players: int, games: int) -> tuple[Position, ...]:
    """Every decision of so many games; computed once for all groups."""
    return tuple(position for number in range(games) for position in _of_one_game(game, players, number))


def _of_one_game(game: str, players: int, number: int) -> Iterator[Position]:
    rules = rules_of(game)
    events: list[Event] = []
    for turn in play(GameSetup(game, ("chorus",) * players, {}), seed_of_game("bench", number)):
        state = turn.step.game
        events.extend(turn.step.events)
        for seat in rules.waiting(state):
            heard = rules.visible(events, seat)
            yield Position(state, seat, rules.public(state), rules.private(state, seat), heard)
