"""What happened since the player's last decision, in the lines that a decision's box leaves free."""

from collections.abc import Sequence

from opera_tui.games.box import CELLS
from opera_tui.games.telling import BETWEEN
from opera_tui.look.rows import EMPTY, Row, Span, fit, row, width, wrapped_row
from opera_tui.widgets.status_lines import spread

INDENT = "    "
CUT = Span(" …", "quiet")


def free_rows(rows: Sequence[Row], height: int) -> int:
    """Count the lines that a box leaves free at its end."""
    used = len(rows)
    while used and not rows[used - 1]:
        used -= 1
    return max(0, height - used)


def with_news(rows: Sequence[Row], news: Sequence[Row], height: int, key: str) -> list[Row]:
    """Put as many lines as fit under a box, a line for each turn and the newest last; `key` shows the whole."""
    free = free_rows(rows, height)
    if not news or not free:
        return list(rows)
    whole = [part for line in news for part in wrapped_row(line, CELLS - 1, INDENT)]
    lines = whole if len(whole) <= free else shortened(news, min(free, len(news)), CELLS - 1, key)
    return [*rows[: height - free], *[EMPTY] * (free - len(lines)), *(row(" ", line) for line in lines)]


def shortened(news: Sequence[Row], most: int, cells: int, key: str) -> list[Row]:
    """Return the last lines, each cut to its room; the first names the key for the rest, and how many lines that is."""
    shown = list(news[-most:])
    left_out = len(news) - len(shown)
    is_cut = any(width(line) > cells for line in shown)
    more = row(Span(f" +{left_out} {key}" if left_out else f" {key}" if is_cut else "", "quiet"))
    first = spread(cut(shown[0], cells - width(more)), more, cells) if more else shown[0]
    return [first, *(cut(line, cells) for line in shown[1:])]


def cut(line: Row, cells: int) -> Row:
    """Leave out players' parts of a turn from its end, then what came of it, so that nothing is cut in its middle."""
    shorter = [line, *(row(line[:end], CUT) for end in _ends(line)), *_without_outcome(line)]
    return next((whole for whole in shorter if width(whole) <= cells), fit(line, cells))


def _ends(line: Row) -> list[int]:
    """Return where the players' parts of a turn end, the last one first."""
    return [end for end in range(len(line) - 1, 0, -1) if line[end] in BETWEEN]


def _without_outcome(line: Row) -> list[Row]:
    """Return who did what in a turn without what came of it: `▲R Architetto …`."""
    for place, span in enumerate(line):
        doing, colon, _outcome = span.text.partition(":")
        if colon:
            return [row(line[:place], Span(doing, span.role), CUT)]
    return []
