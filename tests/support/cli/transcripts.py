"""Transcripts for tests, made with the rules alone: every decision is drawn among what is offered."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from opera_rules.api import Map, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.transcript import Recorder

NAMES = ("Kate", "Peter", "Mark", "Anna", "Ugo")
SEED = bytes(range(32))


def record(
    game: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    edition: Any = None,
    stop_after: int | None = None,
) -> list[bytes]:
    """The lines of a random game; with `stop_after`, of one abandoned after so many actions."""
    rules = rules_of(game)
    edition = edition or built_in(game)
    recorder = Recorder(rules, NAMES[:players], options or {}, edition)
    step = rules.new_game(players, options or {}, edition, SEED)
    lines = [recorder.start(step)]
    while (waiting := rules.waiting(step.game)) and recorder.actions != stop_after:
        seat = min(waiting)
        action = rules.offers(step.game, seat).sample(Chance(derive(SEED, recorder.actions)))
        step = rules.apply(step.game, seat, action)
        lines.append(recorder.action(seat, action, step))
    shuffle = {"seed": SEED.hex()}
    lines.append(recorder.abandoned(shuffle) if waiting else recorder.end(step.game, shuffle))
    return lines


@cache
def a_game(game: str, players: int) -> tuple[bytes, ...]:
    """A whole game, made once."""
    return tuple(record(game, players))


def changed(lines: tuple[bytes, ...], number: int, change: Callable[[Map], object]) -> list[bytes]:
    """The lines with a change made to the fields of one of them; numbers count from 1, -1 is the last."""
    place = number - 1 if number > 0 else len(lines) + number
    fields = json.loads(lines[place])
    change(fields)
    return [*lines[:place], json.dumps(fields, ensure_ascii=False).encode(), *lines[place + 1 :]]
