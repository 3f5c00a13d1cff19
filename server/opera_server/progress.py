"""A progress bar on stderr, shown only in a terminal."""

import sys
from collections.abc import Generator, Iterable
from typing import TypeVar

from opera_protocol.i18n import _

T = TypeVar("T")


def with_progress(results: Iterable[T], total: int) -> Generator[T, None, None]:
    """The results as they come, with a bar that counts them."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console  # noqa: PLC0415 - not needed in pipes
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn(_("games")), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(results, total=total)
