"""What every benchmark uses: timing things side by side, so that a busy machine slows all of them alike."""

from collections.abc import Callable, Iterable, Mapping
from statistics import median
from time import perf_counter
from typing import NamedTuple

Runner = Callable[[float], float]
"""Works for about so many seconds and returns how much it did per second."""


class Figure(NamedTuple):
    """A measured value next to its baseline in the same unit; `ratio` is value by baseline."""

    name: str
    value: float
    unit: str
    baseline: float
    ratio: float
    beside: str
    """What the baseline is."""


def figure(name: str, value: float, unit: str, baseline: float, beside: str) -> Figure:
    return Figure(name, value, unit, baseline, value / baseline, beside)


def repeated(step: Callable[[], object], batch: int = 1) -> Runner:
    """Run a step again and again; the clock is looked at only after each batch."""

    def run(seconds: float) -> float:
        done = 0
        begun = perf_counter()
        end = begun + seconds
        while (now := perf_counter()) < end:
            for _ in range(batch):
                step()
            done += batch
        return done / (now - begun)

    return run


def side_by_side(
    baseline: Runner, runners: Mapping[str, Runner], unit: str, beside: str, repetitions: int, seconds: float
) -> list[Figure]:
    """Baseline and runners in turn, several times; medians of the rates and of the ratios within a repetition."""
    rounds = []
    for _ in range(repetitions):
        base = baseline(seconds)
        rounds.append((base, {name: run(seconds) for name, run in runners.items()}))
    base = median(base for base, _ in rounds)
    return [
        Figure(
            name,
            median(rates[name] for _, rates in rounds),
            unit,
            base,
            median(rates[name] / base for base, rates in rounds),
            beside,
        )
        for name in runners
    ]


def microseconds(calls: Iterable[Callable[[], object]], before: Callable[[], object] | None = None) -> float:
    """The median duration of the calls; what comes before each of them is not counted."""
    durations = []
    for call in calls:
        if before is not None:
            before()
        begun = perf_counter()
        call()
        durations.append(perf_counter() - begun)
    return median(durations) * 1e6
