"""Work on a Dask cluster, for those who installed the extra `arena`; results come in the order of the tasks."""

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from importlib.metadata import version
from typing import Any, TypeVar

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_server.complaints import Complaint
from opera_server.spreading import sudden_end

SECONDS_TO_CONNECT = 10

T = TypeVar("T")
R = TypeVar("R")


class OnCluster:
    """Work for all workers of the scheduler at an address; they need this program too, of the same version."""

    def __init__(self, address: str) -> None:
        self.address = address if "://" in address else f"tcp://{address}"
        self.distributed = _distributed()

    def __call__(self, work: Callable[[T], R], tasks: Sequence[T]) -> Iterator[R]:
        with self._client() as client:
            _check_workers(client)
            # Without `pure=False` the cluster would answer with what it remembers of equal tasks.
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
            told = _("No Dask scheduler answers at {address}.")
            raise Complaint(told.format(address=plain(self.address))) from None


def _distributed() -> Any:
    try:
        import distributed  # noqa: PLC0415 - an extra, and slow to load
    except ImportError:
        raise Complaint(_("A Dask cluster needs the extra `arena`: pip install 'opera-tui[arena]'.")) from None
    # Whatever it would log ends in a sentence of ours.
    logging.disable(logging.CRITICAL)
    return distributed


def _check_workers(client: Any) -> None:
    """Other versions of the rules or bots would give other results."""
    try:
        found = client.run(_installed)
    except (ImportError, AttributeError):
        found = {"": None}
    if not found:
        raise Complaint(_("The Dask scheduler has no workers."))
    if set(found.values()) != {_installed()}:
        told = _("All Dask workers need opera-tui {version}, as it is here.")
        raise Complaint(told.format(version=version("opera-tui")))


def _installed() -> str:
    return version("opera-tui")
