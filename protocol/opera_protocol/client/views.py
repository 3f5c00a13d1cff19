"""What a reader of a room gets: values that never change, each whole."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from opera_protocol.client.limits import MOST_WAITING_BYTES
from opera_protocol.client.lines import NOTHING, follows, joined, last_lines
from opera_protocol.client.states import StateChanged
from opera_protocol.messages import Lines
from opera_protocol.shuffle import Verdict

MOST_FOLDED_LINES: Final = 1000


@dataclass(frozen=True)
class View:
    """Both documents of a room as they were at one moment; they are shared and must not be written to."""

    room: str
    public: Mapping[str, Any]
    revision: int
    private: Mapping[str, Any] | None = None
    """The own seat's document; None for spectators."""
    private_revision: int = 0

    @property
    def seat(self) -> int | None:
        """The own seat."""
        seat = self.private.get("seat") if self.private else None
        return seat if isinstance(seat, int) else None


@dataclass(frozen=True)
class Changed:
    """A new view and the lines that came with it."""

    view: View
    log: Lines = NOTHING
    talk: Lines = NOTHING
    gallery: Lines = NOTHING
    is_entry: bool = False
    """Whether it comes from a snapshot: the lines may begin later than the last ones ended."""
    size: int = 0
    """The bytes it came in."""


@dataclass(frozen=True)
class Expelled:
    """This client is no longer in the room; the code says why. Nothing follows."""

    room: str
    code: str


@dataclass(frozen=True)
class ShuffleJudged:
    """The game is over and its shuffle was checked."""

    verdict: Verdict


RoomItem = Changed | StateChanged | Expelled | ShuffleJudged


def size_of(item: RoomItem) -> int:
    """How heavy an item is for a reader who does not read."""
    return item.size if isinstance(item, Changed) else 0


def fold(items: list[RoomItem]) -> list[RoomItem]:
    """For a reader who has fallen behind: all changes as one, and the last of everything else."""
    changes = [item for item in items if isinstance(item, Changed)]
    last_of_others = {type(item): item for item in items if not isinstance(item, Changed)}
    others = sorted(last_of_others.values(), key=items.index)
    return [_folded(changes), *others] if changes else [*others]


def _folded(changes: list[Changed]) -> Changed:
    """One change to the last view with the lines of all, unless these are too many bytes to keep."""
    last = changes[-1]
    size = sum(change.size for change in changes)
    is_entry = any(change.is_entry for change in changes)
    if size > MOST_WAITING_BYTES:
        return replace(last, is_entry=True)
    log, talk, gallery = (
        _all_lines([getattr(change, stream) for change in changes]) for stream in ("log", "talk", "gallery")
    )
    return Changed(last.view, log, talk, gallery, is_entry=is_entry, size=size)


def _all_lines(stretches: list[Lines]) -> Lines:
    result = NOTHING
    for stretch in stretches:
        if not stretch.lines:
            continue
        result = joined(result, stretch) if result.lines and follows(result, stretch) else stretch
    return last_lines(result, MOST_FOLDED_LINES)
