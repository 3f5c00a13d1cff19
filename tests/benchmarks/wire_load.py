"""The load: one action after the other with the time until the last one has it, and as many as a server can take."""

import select
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import zmq

from .wire_peers import Peers, Socket, Table, check_done, hear_out, heard

BEATS_EVERY: Final = 20
"""Actions between two looks at the clock."""
PATIENCE_SECONDS: Final = 10.0


class Rate(NamedTuple):
    """What came of some seconds of load."""

    actions: float
    """A second."""
    generator: float
    """The part of a core that this process took."""
    server: float
    """The part of a core that the other one took."""


def latencies(peers: Peers, table: Table, first: int, last: int) -> list[float]:
    """Seconds from each of these actions until the last spectator has it; one at a time."""
    taken = []
    for number, (actor, frame, updates) in enumerate(table.acts[first:last]):
        if number % BEATS_EVERY == 0:
            peers.beat()
        began = time.perf_counter()
        actor.send(frame)
        for spectator in table.spectators:
            heard(spectator, updates[-1])
        taken.append(time.perf_counter() - began)
        for player, count in zip(table.players, updates, strict=False):
            heard(player, count)
        check_done(actor.recv())
    return taken


def sustained(peers: Peers, tables: Sequence[Table], first: int, last: int) -> Rate:
    """Play these actions at all tables at once, at each the next one as soon as the last one was answered."""
    began, used, served = time.perf_counter(), time.process_time(), cpu_seconds(peers.place.pid)
    Run(peers, tables, first, last).play()
    members = [socket for table in tables for socket in (*table.players, *table.spectators)]
    expected = sum(_updates_of(table, first, last) for table in tables)
    arrived = hear_out(members)
    end = began + PATIENCE_SECONDS * 3
    while arrived < expected and time.perf_counter() < end:
        peers.beat()
        arrived += hear_out(members)
    seconds = time.perf_counter() - began
    if arrived != expected:
        raise RuntimeError(f"{arrived} updates came instead of {expected}")
    actions = len(tables) * (last - first) / seconds
    return Rate(actions, (time.process_time() - used) / seconds, (cpu_seconds(peers.place.pid) - served) / seconds)


def _updates_of(table: Table, first: int, last: int) -> int:
    """Count what everybody at a table gets of these actions."""
    acts = table.acts[first:last]
    return sum(sum(act.updates[:-1]) + len(table.spectators) * act.updates[-1] for act in acts)


class Run:
    """Tables that are played at the same time."""

    def __init__(self, peers: Peers, tables: Sequence[Table], first: int, last: int) -> None:
        self._peers = peers
        self._last = last
        self._tables = tables
        self._at = [first] * len(tables)
        self._playing = len(tables)
        self._epoll = select.epoll()
        self._sources: dict[int, tuple[Socket, int]] = {}
        for number, table in enumerate(tables):
            for socket in {act.actor for act in table.acts}:
                # ZeroMQ's descriptors tell only of what comes after nothing was left to read.
                assert not socket.poll(0)
                self._sources[socket.fileno()] = socket, number
                self._epoll.register(socket.fileno(), select.EPOLLIN)

    def play(self) -> None:
        for number in range(len(self._tables)):
            self._act(number)
        while self._playing:
            self._peers.beat()
            ready = self._epoll.poll(PATIENCE_SECONDS)
            if not ready:
                raise TimeoutError("no answer came")
            for descriptor, _ in ready:
                self._read(*self._sources[descriptor])
        self._epoll.close()

    def _act(self, number: int) -> None:
        if self._at[number] == self._last:
            self._playing -= 1
            return
        act = self._tables[number].acts[self._at[number]]
        self._at[number] += 1
        act.actor.send(act.frame)

    def _read(self, socket: Socket, number: int) -> None:
        while True:
            try:
                answer = socket.recv(zmq.NOBLOCK)
            except zmq.Again:
                return
            check_done(answer)
            self._act(number)


def cpu_seconds(pid: int) -> float:
    """What a process has used so far, all its threads together; where the system does not tell, nothing."""
    fields = _proc(pid, "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100 if fields else 0.0


def resident_bytes(pid: int) -> int:
    """How much memory a process holds."""
    for line in _proc(pid, "status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def _proc(pid: int, name: str) -> str:
    try:
        return Path(f"/proc/{pid}/{name}").read_text("ascii", "replace")
    except OSError:
        return ""
