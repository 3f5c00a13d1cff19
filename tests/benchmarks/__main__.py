"""`python -m benchmarks [GROUP ...]`: speed next to a baseline; with BENCH_JSON=FILE the figures as JSON too.

A group is a module with a function `measure` that yields its figures; to add one, name it in `GROUPS`.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from . import bot_play, client_bytes, client_start, documents, doors, random_play, scale, wire
from .measuring import Figure


def client() -> Iterator[Figure]:
    """How soon the client is there, and how little it sends."""
    yield from client_start.measure()
    yield from client_bytes.measure()


GROUPS: dict[str, Callable[[], Iterator[Figure]]] = {
    "random": random_play.measure,
    "documents": documents.measure,
    "bots": bot_play.measure,
    "server": wire.measure,
    "client": client,
    "doors": doors.measure,
    "scale": scale.measure,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in GROUPS]
    if unknown:
        print(f"no such group: {', '.join(unknown)}; there are: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    figures = list(shown(figure for name in names or GROUPS for figure in GROUPS[name]()))
    if "BENCH_JSON" in os.environ:
        Path(os.environ["BENCH_JSON"]).write_text(as_json(figures), "utf-8")
    return 0


def shown(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Print each figure as soon as it is there."""
    print(f"{'':48}{'value':>10}  {'unit':<9}{'baseline':>10}{'ratio':>8}  baseline is")
    for figure in figures:
        value, baseline = (f"{number:,.{1 if number < 1000 else 0}f}" for number in (figure.value, figure.baseline))
        print(f"{figure.name:48}{value:>10}  {figure.unit:<9}{baseline:>10}{figure.ratio:>7.2f}x  {figure.beside}")
        yield figure


def as_json(figures: Iterable[Figure]) -> str:
    """All figures in their order; as in the table, an indented name belongs to the figure above it and may repeat."""
    return json.dumps([figure._asdict() for figure in figures], indent=1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
