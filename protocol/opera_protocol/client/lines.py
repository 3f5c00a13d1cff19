"""Numbered streams of lines: log, talk and gallery. A line's number never changes, so none is shown twice."""

from typing import Final

from opera_protocol.client.errors import ClientError
from opera_protocol.client.limits import MOST_LINES
from opera_protocol.messages import Lines

NOTHING: Final = Lines(start=0, lines=())


class OutOfStep(ClientError):  # noqa: N818  (the state that a resync ends)
    """What came does not follow what was there: the room has to be entered anew."""

    def __init__(self, room: str) -> None:
        super().__init__("out_of_step", {"room": room})


def end_of(lines: Lines) -> int:
    """The number of the line after the last."""
    return lines.start + len(lines.lines)


def lines_from(lines: Lines, number: int) -> Lines:
    """Those from a number on."""
    if number <= lines.start:
        return lines
    return Lines(start=number, lines=lines.lines[number - lines.start :])


def last_lines(lines: Lines, most: int = MOST_LINES) -> Lines:
    """The last so many."""
    return lines_from(lines, end_of(lines) - most)


def follows(known: Lines, later: Lines) -> bool:
    """Whether no line is missing between the two."""
    return later.start <= end_of(known)


def joined(known: Lines, later: Lines) -> Lines:
    """Both as one stretch, where the second follows the first."""
    fresh = lines_from(later, end_of(known))
    return Lines(start=known.start, lines=known.lines + fresh.lines) if fresh.lines else known
