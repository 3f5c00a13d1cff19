"""The lobby's rows: tables, the seats of one of them, and what can be done there. Pure functions of documents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from opera_protocol.client import Room, View
from opera_protocol.messages import Clock
from opera_protocol.telling import plain
from opera_tui.glyphs import Glyphs
from opera_tui.i18n import _, ngettext
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_form import clock_told
from opera_tui.widgets.lines import Line
from opera_tui.wrapping import wrapped

Summary = Mapping[str, Any]

COLUMNS: Final = (14, 11, 8, 15, 12)
TABLE_CELLS: Final = 48
TABLE_ROWS: Final = 10
"""The room for one table's seats, rules and actions at 80x24."""
_ORDER: Final = {"open": 0, "running": 1}


def ordered(tables: Mapping[str, Summary]) -> list[tuple[str, Summary]]:
    """Open tables first, then those where a game is going on."""
    return sorted(tables.items(), key=lambda item: (_ORDER.get(item[1]["state"], 2), item[1]["name"], item[0]))


def table_head() -> Row:
    names = (_("table"), _("game"), _("seats"), _("state"), _("bots"))
    cells = [column(name, width, "quiet") for name, width in zip(names, COLUMNS, strict=True)]
    return row("   ", *cells, Span(_("watching"), "quiet"))


def table_line(number: int, table_id: str, table: Summary, does: str, glyphs: Glyphs) -> Line:
    """One table; where there is nothing to do for this player, `–` stands in front."""
    players = table["players"]
    texts = (
        plain(table["name"]),
        plain(table["game"]).capitalize(),
        _("{taken} of {seats}").format(taken=len(players), seats=table["seats"]),
        state_told(table),
        bots_told(players) or glyphs.none,
    )
    cells = [column(text, width) for text, width in zip(texts, COLUMNS, strict=True)]
    watching = str(table["watching"]) if can_watch(table) else _("not allowed")
    sign = str(number) if does and number < 10 else " " if does else glyphs.none
    return Line(table_id, row(f"{sign} ", *cells, watching), does, can_be_chosen=bool(does))


def state_told(table: Summary) -> str:
    if table["state"] == "open":
        return _("open, code") if table["code"] else _("open")
    progress = table.get("progress") or {}
    if table["state"] == "running" and "round" in progress:
        return _("round {n} of {all}").format(n=progress["round"], all=progress["rounds"])
    if table["state"] == "running" and "turn" in progress:
        return _("turn {n} of {all}").format(n=progress["turn"], all=progress["turns"])
    return _("over")


def bots_told(players: Sequence[Sequence[Any]]) -> str:
    """`2 chorus`; how many of which level is told at the table itself."""
    levels = Counter(plain(level) for _name, level, *_key in players if level)
    if not levels:
        return ""
    word = next(iter(levels)) if len(levels) == 1 else _("mixed")
    return f"{levels.total()} {word}"


def can_watch(table: Summary) -> bool:
    return bool(table["spectators"]) or table["state"] == "open"


def tables_foot(tables: Mapping[str, Summary]) -> Row:
    if not tables:
        return row(Span("   " + _("No table yet."), "quiet"))
    told = ngettext("{n} table", "{n} tables", len(tables)).format(n=len(tables))
    with_code = sum(bool(table["code"]) for table in tables.values())
    if with_code:
        told = _("{tables}, {n} with a code word").format(tables=told, n=with_code)
    return row(Span(f"   {told}", "quiet"))


def others_seated(tables: Mapping[str, Summary], entered: Sequence[View], own_key: str) -> int:
    """People at tables that have not ended, without this player; tables that were entered know it sooner.

    At other tables this player is known by the short form of the own key.
    """
    own = {view.room: view.public["table"] for view in entered}
    elsewhere = [table for table_id, table in tables.items() if table["state"] in _ORDER and table_id not in own]
    people = sum(not level and own_key not in key for table in elsewhere for _name, level, *key in table["players"])
    going_on = [head for head in own.values() if head["state"] in _ORDER]
    beside = sum(1 for head in going_on for chair in head["seats"] if chair["kind"] == "human")
    return people + beside - len(going_on)


class OwnTable(NamedTuple):
    """A table where this player sits before the start."""

    view: View

    @property
    def head(self) -> Summary:
        head: Summary = self.view.public["table"]
        return head

    @property
    def seat(self) -> int:
        assert self.view.seat is not None
        return self.view.seat

    @property
    def is_host(self) -> bool:
        return bool(self.head["host"] == self.seat)

    @property
    def is_ready(self) -> bool:
        return bool(self.head["seats"][self.seat].get("ready"))

    @property
    def free(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.head["seats"]) if chair["kind"] == "free"]

    @property
    def unready(self) -> list[str]:
        """Who has not said ready."""
        people = [chair for chair in self.head["seats"] if chair["kind"] == "human"]
        return [plain(chair["name"]) for chair in people if not chair["ready"]]

    def against_start(self) -> str:
        """Why the game cannot be started; empty if it can."""
        if not self.is_host:
            return _("only the host can")
        if self.free:
            return ngettext("{n} seat is free", "{n} seats are free", len(self.free)).format(n=len(self.free))
        if self.unready:
            return _("{name} is not ready yet").format(name=self.unready[0])
        return ""


def own_prompt(own: OwnTable) -> str:
    """Where the table stands."""
    seats = len(own.head["seats"])
    told = _("{table}: {taken} of {seats} seats taken").format(
        table=plain(own.head["name"]), taken=seats - len(own.free), seats=seats
    )
    waiting = len(own.unready)
    if waiting:
        return told + ngettext(", {n} still to say ready", ", {n} still to say ready", waiting).format(n=waiting)
    return told + (_(", all are ready") if not own.free else "")


def seat_rows(own: OwnTable, glyphs: Glyphs) -> list[Row]:
    """Sign, name, the key's first characters, and who is ready."""
    return [_seat_row(own, seat, glyphs) for seat in range(len(own.head["seats"]))]


def _seat_row(own: OwnTable, seat: int, glyphs: Glyphs) -> Row:
    chair = own.head["seats"][seat]
    sign = Span(f" {glyphs.players[seat]} ", f"player{seat}")
    if chair["kind"] == "free":
        return row(sign, column(glyphs.none, 18), Span(_("free"), "quiet"))
    if chair["kind"] == "bot":
        return row(sign, column(plain(chair["name"]), 18), column(plain(chair["level"]), 12), Span(_("ready"), "quiet"))
    name = column(plain(chair["name"]), 13, "own" if seat == own.seat else "")
    ready = Span(_("ready"), "strong") if chair["ready"] else Span(_("not yet"))
    return row(sign, name, column(chair["key"], 5, "quiet"), column(_who(own, seat, chair), 12), ready)


def _who(own: OwnTable, seat: int, chair: Mapping[str, Any]) -> str:
    parts = [_("you")] if seat == own.seat else []
    parts += [_("host")] if seat == own.head["host"] else []
    parts += [] if chair["present"] else [_("away")]
    return ", ".join(parts)


def action_rows(own: OwnTable, keys: Mapping[str, str], glyphs: Glyphs) -> list[Row]:
    """What the player can do at the table."""
    rows = [row(f" {keys['ready']} ", column(_("Ready"), 23), _("yes") if own.is_ready else _("no"))]
    if own.is_host:
        seats = ", ".join(str(seat + 1) for seat in own.free)
        free = _("seat {seats}").format(seats=seats) if own.free else ""
        rows.append(row(f" {keys['bots']} ", column(_("Add or remove a bot"), 23), free))
    against = own.against_start()
    if against:
        told = _("Start: {against}").format(against=against)
        rows.append(row(Span(f" {glyphs.none} {keys['start']} {told}", "quiet")))
    else:
        rows.append(row(f" {keys['start']} ", Span(_("Start"), "strong")))
    return rows


def table_title(table: Summary) -> str:
    """`Fenice: Opera, 9 rounds, no clock`."""
    parts = [plain(table["game"]).capitalize()]
    if "rounds" in table["options"]:
        parts.append(_("{n} rounds").format(n=table["options"]["rounds"]))
    clock = Clock(mode=table["clock"]["mode"], seconds=table["clock"]["seconds"])
    parts.append(_("no clock") if clock.mode == "none" else clock_told(clock))
    return f"{plain(table['name'])}: {', '.join(parts)}"


def rules_rows(table: Summary, glyphs: Glyphs) -> list[Row]:
    """`screens closed · spectators allowed · no code`; of hints only at a table that was entered."""
    lines: list[str] = []
    for part in _rules_told(table):
        longer = f"{lines[-1]} {glyphs.dot} {part}" if lines else ""
        if longer and cell_len(longer) <= TABLE_CELLS:
            lines[-1] = longer
        else:
            lines.append(f" {part}")
    return [row(Span(line, "quiet")) for line in lines]


def _rules_told(table: Summary) -> list[str]:
    parts = []
    if "open_screens" in table["options"]:
        parts.append(_("screens open") if table["options"]["open_screens"] else _("screens closed"))
    parts.append(_("spectators allowed") if table["spectators"] else _("no spectators"))
    parts.append(_("code word") if table["code"] else _("no code"))
    return parts if table.get("hints", True) else [*parts, _("no hints")]


def squeezed(rows: Sequence[Row], height: int = TABLE_ROWS) -> list[Row]:
    """The rows without as many of the empty ones, from the end on, as they are too many."""
    fitting = list(rows)
    for place in reversed(range(len(rows))):
        if len(fitting) > height and rows[place] == EMPTY:
            del fitting[place]
    return fitting


def summary_rows(table: Summary, glyphs: Glyphs) -> list[Row]:
    """Who sits at a table that this player has not entered."""
    players = table["players"]
    rows = [_player_row(*player) for player in players]
    free = table["seats"] - len(players)
    told = ngettext("{n} seat free", "{n} seats free", free).format(n=free)
    return [*rows, *([row(Span(f" {told}", "quiet"))] if free else []), EMPTY, *rules_rows(table, glyphs)]


def _player_row(name: str, level: str | None, key: str = "") -> Row:
    """Name and the key's first characters, or a bot and its level."""
    return row(" ", column(plain(name), 14), column(plain(key), 6, "quiet"), Span(plain(level or ""), "quiet"))


def talk_rows(room: Room, cells: int, height: int, glyphs: Glyphs) -> list[Row]:
    """The last lines of talk, broken where they are too long."""
    rows: list[Row] = []
    for line in (*room.talk.lines, *room.gallery.lines):
        rows += _spoken(line, cells, glyphs)
    return rows[-max(1, height) :]


def _spoken(line: Mapping[str, Any], cells: int, glyphs: Glyphs) -> list[Row]:
    seat = line["seat"]
    sign = Span(glyphs.players[seat], f"player{seat}") if seat is not None else Span(plain(line["name"]), "quiet")
    indent = len(sign.text) + 1
    parts = wrapped(plain(line["text"]), max(8, cells - indent))
    return [row(sign if not place else " " * len(sign.text), f" {part}") for place, part in enumerate(parts)]
