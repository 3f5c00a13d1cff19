"""A process that has loaded the server and its bots, and forks for each order: a real process that is there at once.

It has no threads and no sockets of ZeroMQ, so that nothing is lost by forking. An order comes as descriptors: first a
line to whoever gave it, then those that the new process is to have. The order itself is read from the line; the number
of the process goes back on it, and its exit status in the end. Every process can give orders: a server needs bots.
"""

import asyncio
import fcntl
import gc
import importlib
import json
import os
import selectors
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Final

from support.server import forked
from support.server.forked import NUMBER, Order

LOADED: Final = ("opera_server.cli.main", "opera_server.operate.serving", "opera_bots.worker")
LOADED_LATE: Final = ("typer._adapters", "structlog", "opera_bots.levels")
"""What these load when they need it."""
MOST_DESCRIPTORS: Final = 16


class Nursery:
    """The processes that were ordered, and the lines to those who wait for their ends."""

    def __init__(self, orders: socket.socket) -> None:
        self._first = orders
        self._lines: dict[int, socket.socket] = {}
        self._ends, self._woken = socket.socketpair()
        self._selector = selectors.DefaultSelector()
        for end in (self._ends, self._woken):
            end.setblocking(False)
        for source in (self._first, self._ends):
            self._selector.register(source, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(self._woken.fileno())

    def next_process(self) -> Order | None:
        """Fork for each order: return it in the new process, and in this one None when the first socket closes."""
        while True:
            for key, _events in self._selector.select():
                source = key.fileobj
                assert isinstance(source, socket.socket)
                if source is self._ends:
                    self._tell_ends()
                    continue
                word, descriptors, _flags, _address = socket.recv_fds(source, 1, MOST_DESCRIPTORS)
                if word and (order := self._obey(descriptors)):
                    return order
                if not word:
                    if source is self._first:
                        return None
                    self._selector.unregister(source)
                    source.close()

    def _obey(self, descriptors: list[int]) -> Order | None:
        """Fork; return the order in the new process."""
        order = read_order(descriptors[0])
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if not pid:
            ours.close()
            self._leave()
            take_over(order, descriptors)
            forked.give_orders_to(theirs)
            return order
        theirs.close()
        self._selector.register(ours, selectors.EVENT_READ)
        self._lines[pid] = socket.socket(fileno=descriptors[0])
        self._tell(pid, pid)
        for descriptor in descriptors[1:]:
            os.close(descriptor)
        return None

    def _tell(self, pid: int, number: int) -> None:
        with suppress(OSError):  # whoever ordered the process may have ended
            self._lines[pid].send(NUMBER.pack(number))

    def _tell_ends(self) -> None:
        self._ends.recv(4096)
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                self._tell(pid, os.waitstatus_to_exitcode(status))
                self._lines.pop(pid).close()

    def _leave(self) -> None:
        """Keep nothing of all this in the new process."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        sources = [key.fileobj for key in self._selector.get_map().values()]
        self._selector.close()
        for end in (*sources, self._woken, *self._lines.values()):
            assert isinstance(end, socket.socket)
            end.close()


def read_order(line: int) -> Order:
    with socket.socket(fileno=os.dup(line)) as connection, connection.makefile("rb") as lines:
        return Order(*json.loads(lines.readline()))


def take_over(order: Order, descriptors: list[int]) -> None:
    """Give this process what was ordered: its descriptors, which come behind the line, environment and folder."""
    if order.has_own_session:
        os.setsid()
    above = max(order.descriptors) + 1
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, above) for descriptor in descriptors[1:]]
    for descriptor in descriptors:
        os.close(descriptor)
    for descriptor, number in zip(moved, order.descriptors, strict=True):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(order.environment)
    time.tzset()
    os.chdir(order.folder)


def run(order: Order) -> None:
    """Do what the interpreter would do with these arguments."""
    asyncio.create_subprocess_exec = forked.create_subprocess_exec  # type: ignore[assignment]
    kind, program, *rest = (argument for argument in order.arguments if argument != "-P")
    sys.argv = [kind, *rest]
    if kind == "-c":
        exec(compile(program, "<string>", "exec"), {"__name__": "__main__"})
    else:
        importlib.import_module(program).main()


def main() -> None:
    for name in (*LOADED, *LOADED_LATE):
        importlib.import_module(name)
    importlib.import_module("opera_bots.levels").load()
    assert threading.active_count() == 1
    gc.collect()
    gc.freeze()
    order = Nursery(socket.socket(fileno=int(sys.argv[1]))).next_process()
    if order is not None:
        run(order)


if __name__ == "__main__":
    main()
