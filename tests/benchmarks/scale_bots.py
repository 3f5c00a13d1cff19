"""Many tables that wait for a bot at the same time, and people who play elsewhere meanwhile."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final

from .measuring import Figure, figure
from .scale_crowd import Traffic, all_at_once, paced, traffic
from .scale_games import StoredGame, played, seat
from .scale_hosts import Host, beside, new_keys, p99, raise_descriptor_limit

LEVEL: Final = "virtuoso"
"""The level that takes as long as it may."""
HARD: Final = 0.73
"""The share of the game after which that level has a decision to think about."""
BOT_MS: Final = 1000
WAITING: Final = 500
"""Tables that wait for a bot at once."""
TABLES_OF_ONE: Final = 2
ALONE: Final = 5
"""Tables that wait one after the other."""
PEOPLE: Final = 100
"""Tables without bots."""
ACTIONS: Final = 5
PEOPLE_RATE: Final = 50.0
"""Actions of people a second."""


def measure() -> Iterator[Figure]:
    raise_descriptor_limit()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        keys = new_keys(ALONE + WAITING // TABLES_OF_ONE)
        alone = seat([(pair,) for pair in keys[:ALONE]], [played("opera", HARD, LEVEL)])
        waiting = seat([(pair,) for pair in keys[ALONE:]] * TABLES_OF_ONE, [played("opera", HARD, LEVEL)])
        people = new_keys(2 * PEOPLE)
        pairs = [tuple(people[first : first + 2]) for first in range(0, 2 * PEOPLE, 2)]
        before, during = (seat(pairs, [played("opera", 0.5)]) for _ in range(2))
        tables = [*alone, *waiting, *before, *during]
        host = Host(Path(folder) / "bots", stack, tables, "--bot-time", str(BOT_MS))
        crowd = host.crowd()
        crowd.join([*keys, *people])
        crowd.enter_all(tables)
        crowd.settle()
        with traffic(crowd) as reader:
            yield from _figures(reader, alone, waiting, before, during)


def _figures(
    reader: Traffic,
    alone: list[StoredGame],
    waiting: list[StoredGame],
    before: list[StoredGame],
    during: list[StoredGame],
) -> Iterator[Figure]:
    single = [_until_all_moved(reader, all_at_once(reader, [table]))[0] for table in alone]
    undisturbed = paced(reader, before, ACTIONS, PEOPLE_RATE)
    many = all_at_once(reader, waiting)
    disturbed = paced(reader, during, ACTIONS, PEOPLE_RATE)
    _until_all_moved(reader, many)
    name, base = f"a bot's move, {WAITING} tables wait", "one table alone"
    yield figure(f"{name}, median", median(many), "s", median(single), base)
    yield figure("  p99", p99(many), "s", median(single), base)
    name, base = f"action of people at {PEOPLE} other tables", "no bot thinks"
    yield figure(f"{name}, median", *beside([median(disturbed), median(undisturbed)]), base)
    yield figure("  p99", *beside([p99(disturbed), p99(undisturbed)]), base)


def _until_all_moved(reader: Traffic, taken: list[float]) -> list[float]:
    while reader.flights:
        reader.look(1.0)
    return taken
