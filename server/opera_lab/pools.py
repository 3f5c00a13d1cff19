"""Spread work over processes of this machine or, with the extra `arena`, over a Dask cluster.

Results come in the order of the tasks.
"""

import logging
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing import active_children, get_context
from typing import Any, TypeVar

from opera_bots.worker import usable_cores
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain

SECONDS_TO_CONNECT = 10

T = TypeVar("T")
R = TypeVar("R")


class ProcessPool:
    """New processes, by default one for each core, that call `begin` first; one job without it runs in this process.

    The work must be a function of a module, because other processes load it by its name.
    """

    def __init__(self, jobs: int | None, begin: Callable[[], None] | None = None) -> None:
        self.jobs = usable_cores() if jobs is None else jobs
        self.begin = begin

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Do the work for every task."""
        jobs = min(self.jobs, len(tasks))
        if jobs <= 1 and self.begin is None:
            return map(work, tasks)
        return _in_processes(ProcessPoolExecutor(jobs, get_context("spawn"), self.begin), work, tasks)


def _in_processes(pool: ProcessPoolExecutor, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
    """Yield results; drop what is under way when the caller gives up or a process dies."""
    others = active_children()
    try:
        # Not with `pool.map`: it cancels the rest while a broken pool shuts down, and then some processes never end.
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
    """Ignore Ctrl+C; processes started meanwhile inherit that, so that it reaches only this one."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def sudden_end() -> CommandError:
    return CommandError("A process that played games came to a sudden end.")


class DaskPool:
    """All workers of the scheduler at an address; they need this program too, of the same version."""

    def __init__(self, address: str) -> None:
        self.address = address if "://" in address else f"tcp://{address}"
        self.distributed = _distributed()

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        """Do the work for every task."""
        with self._client() as client:
            _check_workers(client)
            # Without `pure=False` the cluster would answer equal tasks from its cache.
            futures = client.map(work, tasks, pure=False)
            try:
                for future in futures:
                    yield future.result()
            except (self.distributed.KilledWorker, CancelledError):
                raise sudden_end() from None
            finally:
                client.cancel(futures)

    def _client(self) -> Any:
        try:
            self.distributed.comm.get_address_host_port(self.address, strict=True)
            return self.distributed.Client(self.address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError, OverflowError):
            template = "No Dask scheduler answers at {address}."
            raise CommandError(template.format(address=plain(self.address))) from None


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise CommandError("A Dask cluster needs the extra `arena`: pip install 'opera-tui[arena]'.") from None
    # Our own sentences report its errors, so its log lines are not wanted.
    logging.disable(logging.CRITICAL)
    return distributed


def _check_workers(client: Any) -> None:
    """Refuse workers with another version, whose rules or bots might give other results."""
    try:
        found = client.run(_installed)
    except (ImportError, AttributeError):
        found = {"": None}
    if not found:
        raise CommandError("The Dask scheduler has no workers.")
    if set(found.values()) != {_installed()}:
        template = "All Dask workers need opera-tui {version}, as it is here."
        raise CommandError(template.format(version=version("opera-tui")))


def _installed() -> str:
    return version("opera-tui")
