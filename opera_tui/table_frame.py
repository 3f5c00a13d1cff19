"""The frame around a game: header, prompt line, tabs and footer, one for both games."""

from collections.abc import Sequence

from opera_protocol.client import Stage, State
from opera_tui.boxes import KeyHint
from opera_tui.faces.face import PanelSpec
from opera_tui.i18n import N_, _
from opera_tui.rows import Row, Span, fit, row, width
from opera_tui.table_keys import TableKeys
from opera_tui.table_model import TableModel
from opera_tui.table_view import TableView
from opera_tui.wrapping import wrapped

ESSENTIAL = frozenset({"?", "q", "esc", "p"})
"""Keys that are never left out of the footer; what Enter does stands in the lower border of the box as well."""
GAP = "  "
KEY_CHANGED = "server_key_changed"
BAR_MARGIN = 8
"""Cells of the prompt line beside its text: a blank at either end, and the clock."""
STAGES = {
    Stage.CONNECTING: N_("connecting"),
    Stage.SYNCING: N_("syncing"),
    Stage.LIVE: N_("live"),
    Stage.LOST: N_("lost"),
}


def spread(left: Row, right: Row, cells: int) -> Row:
    """Two rows at the two ends of a line; the left one gives way."""
    return (*fit(left, max(1, cells - width(right))), *right)


def in_two_lines(told: str, cells: int) -> tuple[str, str]:
    """A sentence in the prompt line and, if it is too long for that, its beginning in the line above."""
    first, *more = wrapped(told, max(1, cells)) if told else [""]
    return (first, " ".join(more)) if more else ("", first)


def header(model: TableModel, cells: int, *, wide: bool, past: TableView | None = None) -> Row:
    """Where the game stands or stood; a long refusal or proposal needs this line too, until the next key."""
    view = past or model.view
    begun, _rest = _told(model, cells)
    if begun and model.state.stage is Stage.LIVE:
        return _filled(row(" ", begun), cells, _bar(model))
    stage = Span(f"  {_stage(model)} ", "warning" if model.state.stage is Stage.LOST else "quiet")
    if view is None:
        return spread(row(Span(" OPERA", "strong")), row(stage), cells)
    you = _you(view, wide=wide)
    return spread(row(" ", model.face.header(view, wide=wide)), row(you, stage), cells)


def _stage(model: TableModel) -> str:
    """Whether the line is there; after the end nothing is live any more."""
    is_over = model.view is not None and model.view.head["state"] in ("finished", "abandoned")
    return _("over") if is_over and model.state.stage is Stage.LIVE else _(STAGES[model.state.stage])


def _you(view: TableView, *, wide: bool) -> Row:
    if view.me is None:
        # At 80 columns only the prompt line has room to say so.
        return row(Span(_("watching"), "quiet")) if wide else ()
    if wide:
        return row(Span(_("you are "), "quiet"), view.player(view.me))
    return row(view.sign(view.me))


def prompt(model: TableModel, cells: int, now_ms: int) -> Row:
    """The only coloured bar: whose turn it is, or that the line is down."""
    if model.state.stage is not Stage.LIVE:
        return _filled(row(" ", lost_line(model.state)), cells, "line_down")
    view = model.view
    if view is None:
        return _filled(row(" ", _("One moment …")), cells, "bar")
    if view.head.get("fault"):
        told = _("The server cannot write the game down; nothing goes on until it can.")
        return _filled(row(" ", told), cells, "line_down")
    clock = row(_clock(view, now_ms), " ")
    _begun, told = _told(model, cells)
    if told:
        return _filled(spread(row(" ", told), clock, cells), cells, _bar(model))
    box = model.box
    if model.is_deciding and box is not None:
        clock = row(_("  virtuoso thinks … ") if model.is_thinking else "", clock)
        question = row(" ", Span(_("YOUR DECISION")), f"  {box.question}")
        return _filled(spread(question, clock, cells), cells, _bar(model))
    return _filled(spread(row(" ", _quiet_line(model, view)), clock, cells), cells, _bar(model))


def _bar(model: TableModel) -> str:
    """The bar is bright while it is the player's turn."""
    return "your_turn" if model.is_deciding else "bar"


def _told(model: TableModel, cells: int) -> tuple[str, str]:
    """What was refused, else what was proposed, in the longest wording for which there is room."""
    room = cells - BAR_MARGIN
    wordings = [model.notice] if model.notice else model.hint.wordings or [""]
    return in_two_lines(next((told for told in wordings if len(wrapped(told, room)) <= 2), wordings[-1]), room)


def _quiet_line(model: TableModel, view: TableView) -> Row:
    box = model.box
    if box is not None and box.question and model.is_behind:
        return row(box.question)
    line = row(model.face.waiting_line(view), _who_is_away(view)) if view.game else row(_("The game has not begun."))
    return row(_("Watching. "), line) if view.me is None else line


def _who_is_away(view: TableView) -> Row:
    """Of those who are waited for: it may take a while."""
    away = [seat for seat in map(int, sorted(view.game["waiting"])) if view.absence(seat)]
    return row(*(row(GAP, view.sign(seat), view.short_absence(seat)) for seat in away))


def lost_line(state: State) -> str:
    if state.stage is Stage.LOST:
        seconds = round(state.seconds_left())
        if state.code == KEY_CHANGED:
            return _("CONNECTION LOST  another server answers there now; next try in {seconds} s").format(
                seconds=seconds
            )
        if state.has_said_goodbye:
            told = _("The server has stopped; games are kept. Next try in {seconds} s; Enter tries now")
        else:
            told = _("CONNECTION LOST  next try in {seconds} s; Enter tries now")
        return told.format(seconds=seconds)
    return _("Connecting …")


def _filled(content: Row, cells: int, role: str) -> Row:
    return tuple(Span(span.text, f"{span.role} {role}".strip()) for span in fit(content, cells))


def _clock(view: TableView, now_ms: int) -> str:
    """The time left for the own decision, else for whoever decides next."""
    deadlines = view.head["deadlines"]
    if not deadlines:
        return ""
    end = deadlines.get(str(view.me), min(deadlines.values()))
    seconds = max(0, end - now_ms) // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"


def tabs(specs: Sequence[PanelSpec], front: str, unread: int, keys: TableKeys) -> Row:
    parts: list[Span] = []
    for spec in (*specs, PanelSpec("g", _("Log"), 0, 0)):
        title = f"{keys.shown(spec.key)} {spec.title}" + (f" ({unread})" if spec.key == "g" and unread else "")
        parts.append(Span(f" [{title}] ", "cursor") if spec.key == front else Span(f"  {title}  "))
    return row(*parts)


def footer(
    hints: Sequence[KeyHint], always: Sequence[KeyHint], cells: int, height: int = 1, keys: TableKeys | None = None
) -> list[Row]:
    """Keys that do something now, as many as fit into the lines there are: those named last give way first."""
    shown = [(hint.key in ESSENTIAL, _as_set(hint, keys)) for hint in (*hints, *always)]
    lines = _lined_up([hint for _is_kept, hint in shown], cells)
    while len(lines) > height and len(shown) > 1:
        shown.remove(next((entry for entry in reversed(shown) if not entry[0]), shown[0]))
        lines = _lined_up([hint for _is_kept, hint in shown], cells)
    return lines


def _as_set(hint: KeyHint, keys: TableKeys | None) -> KeyHint:
    return hint._replace(key=keys.shown(hint.key)) if keys else hint


def _lined_up(hints: Sequence[KeyHint], cells: int) -> list[Row]:
    """The keys in as many lines as they need."""
    lines: list[Row] = [()]
    for hint in hints:
        entry = row(Span(hint.key, "strong"), Span(f" {hint.text}", "quiet"))
        longer = row(lines[-1], GAP if lines[-1] else " ", entry)
        if lines[-1] and width(longer) > cells:
            lines.append(row(" ", entry))
        else:
            lines[-1] = longer
    return lines
