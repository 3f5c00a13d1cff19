"""What was taken back: the log keeps its lines, and says which of them stand no longer."""

from collections.abc import Sequence
from typing import Final

from opera_tui.games.view import AnyLine, OtherEvent

TAKEN_BACK: Final = "table_taken_back"


def taken_back_since(line: AnyLine) -> int | None:
    """Return from which number on lines of the game stand no longer; None if the line says nothing of the kind."""
    if not isinstance(line, OtherEvent) or line.line.get("event") != TAKEN_BACK:
        return None
    since = line.line.get("since")
    return since if isinstance(since, int) else None


def standing(log: Sequence[AnyLine]) -> list[AnyLine]:
    """Return the lines of a whole log that still count; those about the table, also about taking back, stay."""
    kept: list[tuple[int, AnyLine]] = []
    for number, line in enumerate(log):
        since = taken_back_since(line)
        if since is not None:
            kept = [entry for entry in kept if entry[0] < since or isinstance(entry[1], OtherEvent)]
        kept.append((number, line))
    return [line for _, line in kept]


def since_taken_back(events: Sequence[AnyLine]) -> list[AnyLine]:
    """Return the events from the last time that something was taken back on."""
    starts = [at for at, event in enumerate(events) if taken_back_since(event) is not None]
    return list(events[starts[-1] :] if starts else events)
