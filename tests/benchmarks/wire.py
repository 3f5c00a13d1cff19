"""The server under load, next to bare pyzmq: delays, actions per second, bytes and memory.

Both are processes of their own on this machine; the load comes from this one. With BENCH_PROFILE=FILE the server
writes there what cProfile saw of it (and is slower).
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import msgspec
from support.server.running import ServerProcess

from opera_server.journal.opening import open_for_writing

from .measuring import Figure, figure
from .wire_bare import Bare
from .wire_load import Rate, latencies, resident_bytes, sustained
from .wire_peers import BarePeers, Peer, Peers, Place, RealPeers, Table, settle
from .wire_script import GameName, Line, Snapshot, script

GAMES: Final[tuple[GameName, ...]] = ("opera", "turandot")
GAME: Final = GAMES[0]
"""What is played where spectators watch."""
SEATS: Final = 4
FEW, MANY = 4, 100
TABLES: Final = 100
GAMES_WATCHED: Final = 2
"""Tables with spectators for the delays, and as many again for the rate."""
PARTS: Final = 3
"""So often bare pyzmq and the server take turns within a game."""
BARE: Final = "bare pyzmq with CURVE"
AIM: Final = "what was aimed at"
COMMITS: Final = 200
PROFILED: Final = """
import cProfile, time
from opera_server.cli.main import main
profile = cProfile.Profile(time.thread_time)
try:
    profile.runcall(main)
finally:
    profile.dump_stats({file!r})
"""


def measure() -> Iterator[Figure]:
    yield from bytes_sent()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        real = RealPeers(stack.enter_context(real_server(Path(folder))))
        bare = BarePeers(stack.enter_context(bare_server()), meanwhile=real.beat)
        stack.callback(bare.close)
        stack.callback(real.close)
        commit = durable_commit(Path(folder))
        yield from memory_idle(real)
        yield from watched(bare, real, commit)
        yield from crowded(bare, real)


def bytes_sent() -> Iterator[Figure]:
    """The frames of whole games between chorus bots."""
    games: tuple[tuple[GameName, int], ...] = (("opera", 4), ("turandot", 5))
    for game, seats in games:
        lines, label = script(game, seats), f"{game} for {seats}"
        updates = [update for line in lines for update in line.updates]
        diffs = [update.diff for update in updates]
        frames = [update.public for update in updates]
        private = [length for update in updates for length in update.private if length]
        yield figure(f"updates of an action, {label}, mean", len(updates) / len(lines), "", 1, "one")
        yield figure(f"public diff, {label}, median", median(diffs), "bytes", 250, AIM)
        yield figure(f"public diff, {label}, longest", max(diffs), "bytes", 1500, AIM)
        yield figure("  with the lines of the log, median", median(frames), "bytes", median(diffs), "without")
        yield figure("  with the lines of the log, longest", max(frames), "bytes", max(diffs), "without")
        yield figure("  a player's own frame besides, median", median(private), "bytes", median(frames), "for all")
        yield figure("  a player's own frame besides, longest", max(private), "bytes", max(frames), "for all")
        for who, snapshots in _snapshots(lines).items():
            documents, whole = (max(lengths) for lengths in zip(*snapshots, strict=True))
            yield figure(f"snapshot for a {who}, {label}, longest", whole, "bytes", 6000, AIM)
            yield figure("  without the last lines of the log", documents, "bytes", whole, "with")


def _snapshots(lines: Sequence[Line]) -> dict[str, list[Snapshot]]:
    return {"spectator": [line.spectator for line in lines], "player": [line.player for line in lines]}


def memory_idle(real: RealPeers) -> Iterator[Figure]:
    time.sleep(1.0)
    yield figure("memory of an idle server", resident_bytes(real.place.pid) / 1e6, "MB", 60, AIM)


def watched(bare: BarePeers, real: RealPeers, commit: float) -> Iterator[Figure]:
    """A table with spectators: how soon the last one has an action, and how many actions a second there can be."""
    both = [Watchers(peers) for peers in (bare, real)]
    for count in (FEW, MANY):
        name = f"action to the last of {count} spectators"
        yield from delays(name, [(watchers.peers, watchers.tables(count)) for watchers in both])
        if count == FEW:
            yield figure("one durable commit of the journal, alone", commit, "µs", commit, "itself")
    pairs = [(watchers.peers, watchers.tables(MANY)) for watchers in both]
    rates = [
        tuple(sustained(peers, [tables[game]], *part) for peers, tables in pairs)
        for game in range(GAMES_WATCHED)
        for part in parts()
    ]
    yield from rate_figures(f"actions on one table with {MANY} spectators", rates)


class Watchers:
    """Players and spectators of one side."""

    def __init__(self, peers: Peers) -> None:
        self.peers = peers
        self._players = peers.connect(SEATS)
        self._spectators: list[Peer] = []

    def tables(self, spectators: int) -> list[Table]:
        if len(self._spectators) < spectators:
            self._spectators += self.peers.connect(spectators - len(self._spectators))
        watching = self._spectators[:spectators]
        tables = self.peers.start_tables(GAME, [self._players] * GAMES_WATCHED, watching)
        settle(self.peers.peers)
        return tables


def parts(game: GameName = GAME) -> list[tuple[int, int]]:
    """From which action to which, for each part of a game; the end with its farewells is left out."""
    length = (len(script(game, SEATS)) - 1) // PARTS
    return [(number * length, (number + 1) * length) for number in range(PARTS)]


def delays(name: str, sides: Sequence[tuple[Peers, list[Table]]]) -> Iterator[Figure]:
    chunks = [
        tuple(latencies(peers, tables[game], *part) for peers, tables in sides)
        for game in range(GAMES_WATCHED)
        for part in parts()
    ]
    bare, real = ([seconds * 1e6 for chunk in chunks for seconds in chunk[side]] for side in range(2))
    ratio = median(median(chunk[1]) / median(chunk[0]) for chunk in chunks)
    yield Figure(f"{name}, median", median(real), "µs", median(bare), ratio, BARE)
    yield figure(f"{name}, p99", quantiles(real, n=100)[98], "µs", quantiles(bare, n=100)[98], BARE)


def crowded(bare: BarePeers, real: RealPeers) -> Iterator[Figure]:
    """Many tables at once, and the memory they take."""
    sides: tuple[Peers, ...] = (bare, real)
    before = [resident_bytes(peers.place.pid) for peers in sides]
    clients = [peers.connect(TABLES * SEATS) for peers in sides]
    connected = [resident_bytes(peers.place.pid) for peers in sides]
    per_client = [(then - now) / len(clients[0]) / 1e3 for now, then in zip(before, connected, strict=True)]
    yield figure("memory for each client", per_client[1], "kB", per_client[0], BARE)
    for game in GAMES:
        tables = [start_many(peers, game, theirs) for peers, theirs in zip(sides, clients, strict=True)]
        if game == GAME:
            per_table = (resident_bytes(real.place.pid) - connected[1]) / TABLES / 1e3
            yield figure("memory for each running table", per_table, "kB", per_client[1], "one client")
        rates = [
            tuple(sustained(peers, theirs, *part) for peers, theirs in zip(sides, tables, strict=True))
            for part in parts(game)
        ]
        yield from rate_figures(f"{game}: actions over {TABLES} tables of {SEATS}", rates)


def start_many(peers: Peers, game: GameName, clients: Sequence[Peer]) -> list[Table]:
    groups = [clients[first : first + SEATS] for first in range(0, len(clients), SEATS)]
    tables = peers.start_tables(game, groups, ())
    settle(clients)
    return tables


def rate_figures(name: str, rates: Sequence[tuple[Rate, ...]]) -> Iterator[Figure]:
    bare, real = ([pair[side] for pair in rates] for side in range(2))
    ratio = median(second.actions / first.actions for first, second in rates)
    yield Figure(name, median(_rates(real)), "/s", median(_rates(bare)), ratio, BARE)
    spent = [1e6 * median(rate.server / rate.actions for rate in side) for side in (real, bare)]
    yield figure("  CPU of the server for each", spent[0], "µs", spent[1], BARE)
    for side, who in ((real, "server"), (bare, "bare pyzmq")):
        generator, server = (100 * median(shares) for shares in zip(*(rate[1:] for rate in side), strict=True))
        yield figure(f"  CPU of the load, with the {who}", generator, "% of one", server, f"CPU of the {who}")


def _rates(side: Sequence[Rate]) -> list[float]:
    return [rate.actions for rate in side]


def durable_commit(folder: Path) -> float:
    """The median duration of one insertion into a journal of its own."""
    connection = open_for_writing(folder / "commits.sqlite")
    connection.execute("PRAGMA foreign_keys = OFF")
    insertion = "INSERT INTO entries (table_id, n, body) VALUES ('bench', ?, ?)"
    taken = []
    for number in range(COMMITS):
        began = time.perf_counter()
        connection.execute(insertion, (number, bytes(150)))
        taken.append(time.perf_counter() - began)
    connection.close()
    return 1e6 * median(taken)


@contextlib.contextmanager
def bare_server() -> Iterator[Place]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        command = [sys.executable, "-m", "benchmarks.wire_bare", str(theirs.fileno())]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        theirs.close()
        ours.settimeout(20)
        try:
            bare = msgspec.json.decode(ours.recv(4096), type=Bare)
            yield Place(bare.pid, bare.requests, bare.updates, bare.key.encode("ascii"))
        finally:
            process.kill()
            process.wait()


class ProfiledServer(ServerProcess):
    """An opera-server that cProfile looks at, if the environment says so."""

    def command(self, *more: str) -> list[str]:
        command = super().command(*more)
        if file := os.environ.get("BENCH_PROFILE"):
            command[command.index("-c") + 1] = PROFILED.format(file=file)
        return command


@contextlib.contextmanager
def real_server(folder: Path) -> Iterator[Place]:
    process = ProfiledServer(folder / "data", port=0)
    ready = asyncio.run(process.start())
    try:
        yield Place(ready.pid, ready.ports[0], ready.ports[1], ready.key.encode("ascii"))
    finally:
        asyncio.run(process.stop())
