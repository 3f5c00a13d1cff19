"""Work spread over processes of this machine; results come in the order of the tasks, however many there are."""

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from opera_protocol.i18n import _
from opera_server.complaints import Complaint
from opera_server.cores import cores

T = TypeVar("T")
R = TypeVar("R")


class InProcesses:
    """Work in so many fresh processes that do `begin` first; one job is done in this process if nothing is to begin.

    The work is a function of a module, for other processes load it by its name.
    """

    def __init__(self, jobs: int | None, begin: Callable[[], None] | None = None) -> None:
        self.jobs = cores() if jobs is None else jobs
        self.begin = begin

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        jobs = min(self.jobs, len(tasks))
        if jobs <= 1 and self.begin is None:
            return map(work, tasks)
        return _in_processes(ProcessPoolExecutor(jobs, get_context("spawn"), self.begin), work, tasks)


def _in_processes(pool: ProcessPoolExecutor, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """What has not come to its end when the caller gives up, or a process dies, is dropped."""
    others = active_children()
    try:
        # Not with `pool.map`: it cancels what is left while the pool gives up, and then some processes stay for ever.
        with _interrupts_ignored():
            results = deque(pool.submit(work, task) for task in tasks)
        while results:
            yield results.popleft().result()
    except BaseException as reason:
        # A game may take minutes: nobody waits for those under way.
        for child in set(active_children()).difference(others):
            child.terminate()
        if isinstance(reason, BrokenExecutor):
            raise sudden_end() from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile inherit it, so that Ctrl+C reaches only this one."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def sudden_end() -> Complaint:
    return Complaint(_("A process that played games came to a sudden end."))
