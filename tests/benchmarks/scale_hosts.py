"""Servers on folders of their own, with limits that nothing here reaches."""

import asyncio
import contextlib
import resource
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

import zmq
from support.server.running import ServerProcess

from opera_protocol.wire.messages import PROTOCOL, Hello

from .scale_crowd import Crowd
from .scale_games import StoredGame, fill
from .wire_load import cpu_seconds, resident_bytes
from .wire_peers import Keys, Peer, Place, ask_all, new_id

RESTARTS: Final = 3
LIMITS: Final = """
[limits]
tables = 100000
connections = 100000
seats = 100000
"""


def raise_descriptor_limit() -> None:
    """Let this process have as many sockets as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def new_keys(count: int) -> list[Keys]:
    return [zmq.curve_keypair() for _ in range(count)]


class Host:
    """A server with raised limits on a folder of its own, and clients that connect to it."""

    def __init__(
        self, folder: Path, stack: contextlib.ExitStack, tables: Sequence[StoredGame] = (), *arguments: str
    ) -> None:
        """Fill the journal, and start the server."""
        limits = folder.with_suffix(".toml")
        limits.write_text(LIMITS, "utf-8")
        self.folder = folder
        self._process = ServerProcess(folder, "--config", str(limits), *arguments, port=0)
        self._crowds: list[Crowd] = []
        stack.callback(self.close)
        asyncio.run(fill(folder, tables))
        self.start()

    def start(self) -> float:
        """Start it; return the seconds until it has answered a client."""
        began = time.perf_counter()
        ready = asyncio.run(self._process.start())
        self.place = Place(ready.pid, ready.ports[0], ready.ports[1], ready.key.encode("ascii"))
        context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        peer = Peer(context, self.place)
        ask_all([(peer, Hello(id=new_id(), protocol=PROTOCOL))])
        seconds = time.perf_counter() - began
        peer.close()
        context.term()
        return seconds

    def kill(self) -> None:
        """End it as a power cut would; its clients give up."""
        asyncio.run(self._process.kill())
        self.dismiss_clients()

    def restart(self) -> float:
        """Kill it and start it again, several times; return the median of the seconds until the first answer."""
        taken = []
        for _ in range(RESTARTS):
            self.kill()
            taken.append(self.start())
        return median(taken)

    def crowd(self, meanwhile: Callable[[], None] = lambda: None) -> Crowd:
        crowd = Crowd(self.place, meanwhile)
        self._crowds.append(crowd)
        return crowd

    def memory(self) -> int:
        return resident_bytes(self.place.pid)

    def cpu(self) -> float:
        return cpu_seconds(self.place.pid)

    def dismiss_clients(self) -> None:
        for crowd in self._crowds:
            crowd.close()
        self._crowds.clear()

    def close(self) -> None:
        self.dismiss_clients()
        # Nothing is asked of it any more, so it need not end well.
        asyncio.run(self._process.close())


def p99(seconds: Sequence[float]) -> float:
    return quantiles(seconds, n=100)[98]


def beside(seconds: Sequence[float]) -> tuple[float, str, float]:
    """Two durations as a figure shows them."""
    return 1e6 * seconds[0], "µs", 1e6 * seconds[1]
