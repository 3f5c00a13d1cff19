"""What happened since the player's last decision, in the lines that a decision's box leaves free."""

from collections.abc import Iterator, Sequence

from opera_tui.games.box import CELLS
from opera_tui.games.telling import BETWEEN, ToldTurn
from opera_tui.look.i18n import ngettext, pgettext
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


def with_news(rows: Sequence[Row], news: Sequence[ToldTurn], height: int, key: str) -> list[Row]:
    """Put as many lines as fit under a box, a line for each turn and the newest last; `key` shows the whole."""
    free = free_rows(rows, height)
    if not news or not free:
        return list(rows)
    whole = [part for turn in news for part in wrapped_row(turn.whole, CELLS - 1, INDENT)]
    lines = whole if len(whole) <= free else shortened(news, min(free, len(news)), CELLS - 1, key)
    return [*rows[: height - free], *[EMPTY] * (free - len(lines)), *(row(" ", line) for line in lines)]


def shortened(news: Sequence[ToldTurn], most: int, cells: int, key: str) -> list[Row]:
    """Return the last turns, each in its room; the first names the key for the rest, and how many turns that is."""
    first, *others = news[-most:]
    left_out = len(news) - 1 - len(others)
    is_cut = any(width(turn.whole) > cells for turn in (first, *others))
    shown = _with_key(first, left_out, key, cells) if left_out or is_cut else first.whole
    return [shown, *(cut(turn, cells) for turn in others)]


def _with_key(turn: ToldTurn, left_out: int, key: str, cells: int) -> Row:
    """Return a turn beside the key that shows the whole; the number of turns that are missing goes before its parts."""
    # Translators: beside the key that shows all that happened.
    text = ngettext("{n} more", "{n} more", left_out).format(n=left_out) if left_out else pgettext("of moves", "all")
    named, short = (
        row(" ", Span(key, "key"), Span(what, "quiet")) for what in (f" {text}", f" +{left_out}" if left_out else "…")
    )
    for wordings in _wordings(turn):
        for more in (named, short):
            for wording in wordings:
                if width(wording) + width(more) <= cells:
                    return spread(wording, more, cells)
    return spread(cut(turn, cells), short, cells)


def cut(turn: ToldTurn, cells: int) -> Row:
    """Return the longest wording that fits: players' parts are left out from its end, then what came of it."""
    wordings = [wording for group in _wordings(turn) for wording in group]
    return next((wording for wording in wordings if width(wording) <= cells), fit(wordings[-1], cells))


def _wordings(turn: ToldTurn) -> Iterator[list[Row]]:
    """Return what a turn can be told by, the best first: whole, less things, less words, who did what."""
    whole = [turn.whole, *turn.shorter]
    shortest = whole[-1]
    ends = _ends(shortest)
    first = shortest[: min(ends, default=len(shortest))]
    yield whole
    yield [*(row(shortest[:end], CUT) for end in ends), *_cut_at(first, ",")]
    yield _cut_at(first, " ")
    yield _cut_at(first, ":")


def _ends(line: Row) -> list[int]:
    """Return where the players' parts of a turn end, the last one first."""
    return [end for end in range(len(line) - 1, 0, -1) if line[end] in BETWEEN]


def _cut_at(line: Row, end: str) -> list[Row]:
    """Cut a line where this sign stands, the longest first."""
    wordings = [
        row(line[:place], Span(span.text[:at].rstrip(" ,:"), span.role), CUT)
        for place, span in enumerate(line)
        for at, sign in enumerate(span.text)
        if at and sign == end
    ]
    return sorted(wordings, key=width, reverse=True)
