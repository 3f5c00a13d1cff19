"""The frame around a game: header, prompt line, tabs and footer with its keys, one for both games."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from opera_protocol.client import Stage
from opera_tui.config.key_map import KeyMap
from opera_tui.games.box import KeyHint
from opera_tui.games.face import Panel
from opera_tui.games.view import AnyGameView, GameView, TableView
from opera_tui.look.i18n import _, pgettext, small_title
from opera_tui.look.key_names import key_name
from opera_tui.look.rows import Row, Span, also, fit, fitting, row, width
from opera_tui.table.model import TableModel
from opera_tui.table.model.lesson import TableLesson
from opera_tui.widgets.status_lines import BAR_MARGIN, STAGES, in_two_lines, lost_line, spread

WIDE_COLUMNS = 120
WIDE_ROWS = 33
"""The size from which on everything is in sight."""
GAP = "  "
LOG = "table.log"
"""The id of the log among the panels."""


def header(model: TableModel, cells: int, *, wide: bool, past: TableView | None = None) -> Row:
    """Draw how far the game is or was; a refusal or proposal that needs two lines begins here, until the next key."""
    view = past or model.view
    begun, _rest = _notice_lines(model, cells)
    if begun and model.state.stage is Stage.LIVE:
        return _filled(row(" ", begun), cells, _bar(model))
    stage = Span(f"  {_stage(model)} ", "warning" if model.state.stage is Stage.LOST else "quiet")
    if view is None:
        return spread(row(Span(" OPERA", "title")), row(stage), cells)
    games = model.face.headers(view, wide=wide) if isinstance(view, GameView) else [row(Span(view.head.name, "strong"))]
    lines = [(row(" ", game), row(" ", you, stage)) for game in games for you in _you(view, wide=wide)]
    left, right = next(((left, right) for left, right in lines if width(left) + width(right) <= cells), lines[-1])
    return spread(left, right, cells)


def _stage(model: TableModel) -> str:
    """Name the state of the connection; after the end nothing is live any more."""
    is_over = model.view is not None and model.view.head.state in ("finished", "abandoned")
    return pgettext("game", "over") if is_over and model.state.stage is Stage.LIVE else _(STAGES[model.state.stage])


def _you(view: TableView, *, wide: bool) -> list[Row]:
    """Draw who the reader is, in wordings that are shorter and shorter."""
    if view.me is None:
        # At 80 columns only the prompt line has room to say so.
        return [row(Span(_("watching"), "quiet")) if wide else ()]
    if wide:
        player = row(view.player(view.me))
        return [row(Span(_("you are "), "quiet"), player), player]
    return [row(view.sign(view.me))]


def prompt(model: TableModel, cells: int, *, wide: bool = False, past: TableView | None = None) -> Row:
    """Draw the only coloured bar: whose turn it is, in the wide layout in which part of a round; or no connection."""
    if model.state.stage is not Stage.LIVE:
        return _filled(row(" ", lost_line(model.state)), cells, "line_down")
    if model.playback.unreadable:
        return _filled(row(" ", model.playback.unreadable), cells, "line_down")
    view = model.view
    if view is None:
        return _filled(row(" ", _("One moment …")), cells, "bar")
    if model.present.head and model.present.head.fault:
        text = _("The server cannot write the game down; nothing goes on until it can.")
        return _filled(row(" ", text), cells, "line_down")
    clock = row(model.lesson.progress or model.present.time_left(), " ")
    if model.present.is_replaced:
        text = _("A bot acts for you. Press any key to take your seat back.")
        return _filled(spread(row(" ", text), clock, cells), cells, "line_down")
    _begun, text = _notice_lines(model, cells)
    if text:
        return _filled(spread(row(" ", text), clock, cells), cells, _bar(model))
    line, clock = _line_and_clock(model, view, clock, cells)
    if wide:
        clock = _with_part_of_round(model, past or view, clock, cells - width(line))
    return _filled(spread(line, clock, cells), cells, _bar(model))


def _line_and_clock(model: TableModel, view: TableView, clock: Row, cells: int) -> tuple[Row, Row]:
    """Draw what is asked or waited for, and the clock or the lesson's progress, in shorter wordings where needed."""
    box = model.box
    is_asked = model.is_deciding and box is not None
    asked = row(Span(_("YOUR DECISION")), f"  {box.question}") if is_asked and box else ()
    lines = [row(" ", asked or _quiet_line(model, view, cells - 1 - width(clock)))]
    if box is not None and asked:
        lines.append(row(" ", model.glyphs.cursor, f" {box.question}"))
    line, clock = _longest_of(lines, clock, model.lesson, cells)
    thinking = _thinking(cells - width(line) - width(clock)) if is_asked and model.is_thinking else ""
    return line, row(thinking, clock)


def _longest_of(lines: Sequence[Row], clock: Row, lesson: TableLesson, cells: int) -> tuple[Row, Row]:
    """Return the first wording of a line that fits beside the clock, or beside how far the lesson is.

    Rather the mark alone, and no margin, than numbers without the word that says what they are.
    """
    gap, clocks = (1, [clock, row(lesson.progress)]) if lesson.progress else (0, [clock])
    fitting = ((line, end) for line in lines for end in clocks if width(line) + gap + width(end) <= cells)
    return next(fitting, (lines[-1], row(" ", lesson.short_progress, " ") if lesson.progress else clock))


def _with_part_of_round(model: TableModel, view: TableView, clock: Row, cells: int) -> Row:
    """Put the part of the round before the clock, in the longest wording that fits."""
    parts = model.face.parts_of_round(view, between=" ") if isinstance(view, GameView) else ()
    longer = [row(GAP, _plain(part), GAP if width(clock) > 1 else "", clock) for part in parts]
    return next((line for line in longer if width(line) <= cells), clock)


def _plain(content: Row) -> Row:
    """Drop the roles of a row, which shall look like the bar in which it stands."""
    return row(*(span.text for span in content))


def _thinking(cells: int) -> str:
    """Say that a proposal is on its way, in so many cells if possible: the question is not cut for it."""
    whole = _("  the diva thinks … ")
    return whole if cell_len(whole) <= cells else _("  thinks … ")


def _bar(model: TableModel) -> str:
    """Return the bar's role in the palette: bright while it is the player's turn."""
    return "your_turn" if model.is_deciding else "bar"


def _notice_lines(model: TableModel, cells: int) -> tuple[str, str]:
    """Return the refusal, else the proposal in the longest wording that fits, in two lines; a lesson says it itself."""
    room = cells - BAR_MARGIN
    wordings = [] if model.lesson.is_going_on else model.notices
    return in_two_lines(fitting(wordings, room, 2), room)


def _quiet_line(model: TableModel, view: TableView, cells: int) -> Row:
    """Draw what is waited for; that the reader watches gives way where there is no room for it."""
    box = model.box
    if box is not None and box.question and model.playback.is_behind:
        what, gap, more = box.question.partition(GAP)
        return row(Span(what, "strong" if gap else ""), gap, more)
    if view.head.state == "abandoned":
        return row(_("This game was closed without a result. Nobody can go on with it."))
    line = (
        row(model.face.waiting_line(view) or _("One moment …"), _who_is_away(view))
        if isinstance(view, GameView)
        else row(_("The game has not begun."))
    )
    watched = row(_("Watching. "), line)
    return watched if view.me is None and width(watched) <= cells else line


def _who_is_away(view: AnyGameView) -> Row:
    """Draw which of the players that are waited for are away: it may take a while."""
    away = [seat for seat in view.waiting if view.absence(seat)]
    return row(*(row(GAP, view.sign(seat), view.short_absence(seat)) for seat in away))


def _filled(content: Row, cells: int, role: str) -> Row:
    return also(fit(content, cells), role)


def tabs(panels: Sequence[Panel[Any]], front: str, unread: int, keys: KeyMap) -> list[Row]:
    """Draw the tabs; `front` is the id of the one in front."""
    titles = {panel.id: _(panel.tab) for panel in panels}
    titles[LOG] = _("Log") + (f" ({unread})" if unread else "")
    return [_tab(keys.shown(id_), title, is_front=id_ == front) for id_, title in titles.items()]


def _tab(key: str, title: str, *, is_front: bool) -> Row:
    if is_front:
        return row(Span(f"[{key} {title}]", "cursor"))
    return row(" ", Span(key, "key"), f" {title} ")


def looking_hints(
    keys: KeyMap, arrows: str, step: str, *, seats: int, is_over: bool, may_branch: bool = False
) -> list[KeyHint]:
    """Return the keys for looking back, by moves or by a `step` of the game.

    `seats` is how many players' hidden things may be seen.
    """
    return [
        KeyHint(arrows, _("earlier, later")),
        KeyHint("pgup pgdn", _(step)),
        *([] if is_over else [keys.hint("table.follow")]),
        *([KeyHint(f"0-{seats}", _("seat"))] if seats else []),
        *([keys.hint("table.review", _("result"))] if is_over else []),
        *([keys.hint("table.take_back", _("play on"), is_kept=True)] if may_branch else []),
        KeyHint("tab", _("view")),
        *([KeyHint("esc", _("leave"), is_kept=True)] if is_over else []),
        *_always(keys, leaves=not is_over),
    ]


def playing_hints(keys: KeyMap, model: TableModel, *, is_wide: bool, may_host: bool) -> list[KeyHint]:
    """Return the keys for playing, or watching what is going on."""
    panels = [keys.hint(panel.id, small_title(_(panel.tab))) for panel in model.face.tabs]
    return [
        *([KeyHint("space", _("skip"), is_kept=True)] if model.is_stepping else []),
        *([keys.hint("table.propose", is_kept=True)] if model.may_propose else []),
        *([keys.hint("table.take_back", is_kept=True)] if model.present.take_back is not None else []),
        *([*panels, keys.hint("table.log")] if is_wide else [KeyHint("tab", _("view"))]),
        keys.hint("table.talk"),
        *([keys.hint("table.host", is_kept=is_wide)] if may_host else []),
        keys.hint("table.review"),
        *([keys.hint("table.rules")] if is_wide else []),
        *_always(keys),
    ]


def _always(keys: KeyMap, *, leaves: bool = True) -> list[KeyHint]:
    leave = [keys.hint("table.leave", is_kept=True)] if leaves else []
    return [keys.hint("everywhere.help", is_kept=True), *leave]


def footer(hints: Sequence[KeyHint], cells: int, height: int = 1) -> list[Row]:
    """Return as many keys as fit into the lines; those named last give way first, unless they are kept.

    A key that is named twice does what stands first; Enter is always named.
    """
    by_key: dict[str, KeyHint] = {}
    for hint in hints:
        by_key.setdefault(hint.key, hint)
    shown = list(by_key.values())
    lines = _lined_up(shown, cells)
    while len(lines) > height and len(shown) > 1:
        shown.remove(next((hint for hint in reversed(shown) if not _is_kept(hint)), shown[0]))
        lines = _lined_up(shown, cells)
    return lines


def _is_kept(hint: KeyHint) -> bool:
    return hint.is_kept or "enter" in hint.key


def _lined_up(hints: Sequence[KeyHint], cells: int) -> list[Row]:
    """Put the keys into as many lines as they need."""
    lines: list[Row] = [()]
    for hint in hints:
        entry = row(Span(key_name(hint.key), "key"), Span(f" {hint.text}", "quiet"))
        longer = row(lines[-1], GAP if lines[-1] else " ", entry)
        if lines[-1] and width(longer) > cells:
            lines.append(row(" ", entry))
        else:
            lines[-1] = longer
    return lines
