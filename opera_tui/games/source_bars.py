"""Where points came from, as a bar of parts: each part has its colour, and its letter or number in it."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row, width


class Source(NamedTuple):
    """Something that brings points."""

    mark: str
    """A sign for it, in the legend and before its numbers."""
    title: str
    """Its name in the legend, marked with `N_`; empty if the next one's name is for both."""
    is_marked: bool = True
    """Whether its mark stands before its numbers: not if the mark itself is a number."""


def role(place: int, shown: int | None = None) -> str:
    """Return the roles of the source at this place, and of how many parts are shown before it."""
    return f"source{place} part{(place if shown is None else shown) % 2}"


def bars(sources: Sequence[Source], parts: Sequence[Sequence[int]], cells: int) -> list[Row]:
    """Draw a bar for each player in so many cells, all on one scale; what cost points stands behind the bar."""
    losses = [_losses(sources, numbers) for numbers in parts]
    sums = [sum(number for number in numbers if number > 0) for numbers in parts]
    room = cells - max(map(width, losses), default=0)
    scale = room / max([*sums, 1])
    return [row(_bar(sources, numbers, scale), lost) for numbers, lost in zip(parts, losses, strict=True)]


def _bar(sources: Sequence[Source], numbers: Sequence[int], scale: float) -> Row:
    """Draw a bar; its parts end where their sums are, so that rounding never adds up."""
    ends = [round(total * scale) for total in accumulate(max(0, number) for number in numbers)]
    parts: list[Span] = []
    for place, (start, end) in enumerate(pairwise((0, *ends))):
        if end > start:
            parts.append(Span(_label(sources[place], numbers[place], end - start), role(place, len(parts))))
    return row(*parts)


def _label(source: Source, number: int, cells: int) -> str:
    """Return mark and number in the middle of a part; where there is no room, what tells the source, or nothing.

    A number alone is always that of a source without a mark.
    """
    wordings = (f"{source.mark}{number}", source.mark) if source.is_marked else (str(number),)
    text = next((text for text in wordings if len(text) <= cells), "")
    return f"{text:^{cells}}"


def _losses(sources: Sequence[Source], numbers: Sequence[int]) -> Row:
    """Draw what cost points: ` x-2`."""
    lost = [f" {source.mark}{number}" for source, number in zip(sources, numbers, strict=True) if number < 0]
    return row(Span("".join(lost), "strong"))


def legend(sources: Sequence[Source]) -> Row:
    """Draw each mark on its ground, and what it stands for."""
    spans: list[Span] = []
    for place, source in enumerate(sources):
        spans.append(Span(f" {source.mark} ", role(place)))
        spans.append(Span(f" {_(source.title)}  " if source.title else " ", "quiet"))
    return row(*spans)
