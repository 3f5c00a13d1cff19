"""Ten thousand running tables and two thousand clients, next to a server that has a hundred tables or none.

BENCH_TABLES=500 takes fewer tables, and a fifth of that many clients. All servers are processes of their own; the load
comes from this one, which takes a core for itself when there is much to read.
"""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from opera_protocol.wire.messages import Create

from . import scale_bots
from .measuring import Figure, figure
from .scale_crowd import Crowd, paced, traffic
from .scale_games import StoredGame, played, seat
from .scale_hosts import Host, beside, new_keys, p99, raise_descriptor_limit
from .wire_load import Rate, sustained
from .wire_peers import ask_all, new_id
from .wire_script import GameName, settings_for

TABLES: Final = int(os.environ.get("BENCH_TABLES", "10000"))
TABLES_OF_A_PAIR: Final = 10
FEW: Final = 100
"""Tables at which people play at the same time on the server that the large one is compared with."""
LOOKING: Final = 100
"""Clients who look at the lobby."""
ACTIONS: Final = 10
"""Actions at each of the few tables in one round; as many for which any of the games has enough left."""
ROUNDS: Final = 4
SHARE_OF_RATE: Final = 0.6
OPENED: Final = 300
OPENED_A_SECOND: Final = 60
MIDDLE: Final = 0.5
IDLE_SECONDS: Final = 2.0
GAMES: Final[tuple[GameName, ...]] = ("opera", "turandot")
"""Every other table plays the one or the other."""
EMPTY: Final = "an empty server"
AIM: Final = "what was aimed at"


def measure() -> Iterator[Figure]:
    raise_descriptor_limit()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        yield from Scale(Path(folder), stack).measure()
    yield from scale_bots.measure()


class Scale:
    """The servers of one run: the large one, the one with a hundred tables, and the one that has none."""

    def __init__(self, folder: Path, stack: contextlib.ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._games = [played(game, MIDDLE) for game in GAMES]
        pairs = [tuple(new_keys(2)) for _ in range(max(1, TABLES // TABLES_OF_A_PAIR))]
        self._keys = [keys for pair in pairs for keys in pair]
        self._stored = seat(pairs * TABLES_OF_A_PAIR, self._games)
        self._few_keys = new_keys(2 * FEW)
        pairs = [tuple(self._few_keys[first : first + 2]) for first in range(0, 2 * FEW, 2)]
        self._few_stored = seat(pairs * (1 + ROUNDS), self._games)
        """A hundred tables for each round: a game has not enough actions left for all of them."""

    def measure(self) -> Iterator[Figure]:
        empty = self._host("empty")
        large = self._host("large", self._stored)
        yield from self._restarts(empty, large)
        yield from self._asleep(empty, large)
        large.kill()
        few = self._host("few", self._few_stored)
        rate = self._sustained(few)
        delays = Delays(SHARE_OF_RATE * rate.actions)
        yield figure(f"actions over {FEW} tables", rate.actions, "/s", rate.actions, "itself")
        delays.few += self._few_rounds(few, delays.rate, range(1, 1 + ROUNDS // 2))
        large.start()
        yield from self._crowded(empty, large, delays)
        large.kill()
        delays.few += self._few_rounds(few, delays.rate, range(1 + ROUNDS // 2, 1 + ROUNDS))
        yield from delays.figures()
        few.close()
        taken = large.start()
        yield figure("kill -9 while all play, to the first answer", taken, "s", empty.restart(), EMPTY)

    def _host(self, name: str, tables: Sequence[StoredGame] = ()) -> Host:
        return Host(self._folder / name, self._stack, tables)

    def _restarts(self, empty: Host, large: Host) -> Iterator[Figure]:
        base = empty.restart()
        yield figure(f"kill -9 to the first answer, {TABLES:,} tables asleep", large.restart(), "s", base, EMPTY)
        taken = []
        for share in (MIDDLE, MIDDLE / 2):
            games = [played(game, share) for game in GAMES]
            host = self._host(f"share {share}", seat([tuple(new_keys(2))] * (TABLES // 5), games))
            taken.append(host.restart())
            host.close()
        yield figure(f"  with {TABLES // 5:,} tables", taken[0], "s", taken[1], "games half as long")

    def _asleep(self, empty: Host, large: Host) -> Iterator[Figure]:
        hosts = (large, empty)
        crowds = [host.crowd() for host in hosts]
        for crowd in crowds:
            crowd.join(new_keys(1))
        memory = [host.memory() for host in hosts]
        yield figure("memory of a table that is asleep", (memory[0] - memory[1]) / TABLES / 1e3, "kB", 100, AIM)
        spent = [cpu_of_opening(host, crowd) for host, crowd in zip(hosts, crowds, strict=True)]
        yield figure("CPU of opening a table, all others asleep", *beside(spent), EMPTY)
        for host in hosts:
            host.dismiss_clients()

    def _sustained(self, few: Host) -> Rate:
        """Measure how many actions a second the server with few tables can take, by all at once."""
        stored = self._few_stored[:FEW]
        crowd = self._few_crowd(few, stored)
        return sustained(crowd, crowd.tables(stored, ACTIONS), 0, ACTIONS)

    def _few_crowd(self, few: Host, stored: Sequence[StoredGame]) -> Crowd:
        few.dismiss_clients()
        crowd = few.crowd()
        crowd.join(self._few_keys)
        crowd.enter_all(stored)
        crowd.settle()
        return crowd

    def _few_rounds(self, few: Host, rate: float, rounds: Iterable[int]) -> list[list[float]]:
        taken = []
        for number in rounds:
            stored = self._few_stored[number * FEW : (number + 1) * FEW]
            with traffic(self._few_crowd(few, stored)) as reader:
                taken.append(paced(reader, stored, ACTIONS, rate))
        few.dismiss_clients()
        return taken

    def _crowded(self, empty: Host, large: Host, delays: "Delays") -> Iterator[Figure]:
        """All clients connect and enter their tables, and some the lobby."""
        before = large.memory()
        crowd = large.crowd()
        crowd.join(self._keys)
        connected = large.memory()
        per_client = (connected - before) / len(self._keys) / 1e3
        crowd.enter_all(self._stored)
        per_table = (large.memory() - connected) / TABLES / 1e3
        yield figure(f"memory of a client, {len(self._keys):,} clients", per_client, "kB", per_client, "itself")
        yield figure(f"memory of a table that is awake, {TABLES:,} tables", per_table, "kB", 100, AIM)
        crowd.settle()
        lookers = [crowd.by_key[public] for public, _ in self._keys[:LOOKING]]
        others = empty.crowd(meanwhile=crowd.beat)
        others.join(new_keys(len(lookers)))
        entered = [side.enter_lobby(peers) for side, peers in ((crowd, lookers), (others, others.peers))]
        yield figure("entering the lobby, median", *beside([median(each) for each in entered]), EMPTY)
        spent = [cpu_of_opening(host, side) for host, side in ((large, crowd), (empty, others))]
        yield figure(f"CPU of opening a table, {len(lookers)} look at the lobby", *beside(spent), EMPTY)
        empty.dismiss_clients()
        crowd.settle()
        idle = cpu_share(large, crowd)
        yield figure("CPU of the server while nobody acts", 100 * idle, "% of one", 100, "all of one")
        delays.large += self._large_rounds(crowd, delays.rate)

    def _large_rounds(self, crowd: Crowd, rate: float) -> list[list[float]]:
        """Act once at each of some tables, which stand for all."""
        stored = list(self._stored)
        Random(0).shuffle(stored)
        count = min(FEW * ACTIONS, len(stored) // ROUNDS)
        parts = [stored[number * count : (number + 1) * count] for number in range(ROUNDS)]
        with traffic(crowd) as reader:
            return [paced(reader, part, 1, rate) for part in parts]


class Delays:
    """Seconds of actions to their last readers, by rounds, on both servers at the same rate."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.few: list[list[float]] = []
        self.large: list[list[float]] = []

    def figures(self) -> Iterator[Figure]:
        name = f"action to its last reader at {self.rate:.0f}/s"
        few, large = ([seconds for each in rounds for seconds in each] for rounds in (self.few, self.large))
        yield figure(f"{name}, median", *beside([median(large), median(few)]), f"{FEW} tables")
        yield figure("  p99", *beside([p99(large), p99(few)]), f"{FEW} tables")
        worst = [median(p99(each) for each in rounds) for rounds in (self.large, self.few)]
        yield figure("  p99 of a round, median of the rounds", *beside(worst), f"{FEW} tables")


def cpu_of_opening(host: Host, crowd: Crowd) -> float:
    """The seconds that a server works for each table that is opened, without what it does anyway."""
    idle = cpu_share(host, crowd)
    began, used = time.perf_counter(), host.cpu()
    for number in range(OPENED):
        peer = crowd.peers[number % len(crowd.peers)]
        ask_all([(peer, Create(id=new_id(), settings=settings_for("opera", 2), name="Kate"))])
        # As many a second at every server: who looks at the lobby is told a few times a second, however many they are.
        wait(crowd, began + (number + 1) / OPENED_A_SECOND - time.perf_counter())
    # Lists are brought up to date a moment later.
    wait(crowd, 0.5)
    return (host.cpu() - used - idle * (time.perf_counter() - began)) / OPENED


def cpu_share(host: Host, crowd: Crowd) -> float:
    """The part of a core that a server takes while its clients only show that they are there."""
    began, used = time.perf_counter(), host.cpu()
    wait(crowd, IDLE_SECONDS)
    return (host.cpu() - used) / (time.perf_counter() - began)


def wait(crowd: Crowd, seconds: float) -> None:
    """Let time pass, with heartbeats."""
    end = time.perf_counter() + seconds
    crowd.beat()
    while (left := end - time.perf_counter()) > 0:
        time.sleep(min(left, 0.01))
        crowd.beat()
