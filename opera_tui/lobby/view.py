"""The lobby's rows: tables, the seats of one of them, and what can be done there. Pure functions of documents."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_games.catalog import GAMES, about
from opera_protocol.client import Room, View
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import BotSeat, FreeSeat, HumanSeat, LobbyPlayer, LobbyTable, TableHead, TalkLine
from opera_tui.games.reading import read_talk
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, column, row, wrapped
from opera_tui.widgets.form import clock_text
from opera_tui.widgets.lines import Line

COLUMNS: Final = (14, 11, 8, 15, 12)
TABLE_CELLS: Final = 48
TABLE_ROWS: Final = 10
"""The room for one table's seats, rules and actions at 80x24."""
_ORDER: Final = {"open": 0, "running": 1}


def ordered(tables: Mapping[str, LobbyTable]) -> list[tuple[str, LobbyTable]]:
    """Sort tables: open ones first, then those where a game is going on."""
    return sorted(tables.items(), key=lambda item: (_ORDER.get(item[1].state, 2), item[1].name, item[0]))


def table_head() -> Row:
    names = (_("table"), _("game"), _("seats"), _("state"), _("bots"))
    cells = [column(name, width, "quiet") for name, width in zip(names, COLUMNS, strict=True)]
    return row("   ", *cells, Span(_("watching"), "quiet"))


def table_line(number: int, table_id: str, table: LobbyTable, does: str, glyphs: Glyphs) -> Line:
    """Draw one table; where there is nothing to do for this player, `–` stands in front."""
    players = table.players
    texts = (
        plain(table.name),
        plain(table.game).capitalize(),
        _("{taken} of {seats}").format(taken=len(players), seats=table.seats),
        state_text(table),
        bots_text(players) or glyphs.none,
    )
    cells = [column(text, width) for text, width in zip(texts, COLUMNS, strict=True)]
    watching = str(table.watching) if can_watch(table) else _("not allowed")
    sign = str(number) if does and number < 10 else " " if does else glyphs.none
    return Line(table_id, row(f"{sign} ", *cells, watching), does, can_be_chosen=bool(does))


def state_text(table: LobbyTable) -> str:
    if table.state == "open":
        return _("open, code") if table.code else _("open")
    if table.state == "running" and table.progress and table.game in GAMES:
        number, last = (table.progress.get(field, 0) for field in about(table.game).progress_fields)
        return _(about(table.game).progress).format(n=number, all=last)
    return _("running") if table.state == "running" else _("over")


def bots_text(players: Sequence[LobbyPlayer]) -> str:
    """Return `2 chorus`; how many there are of each level is shown at the table itself."""
    levels = Counter(plain(player.level) for player in players if player.level)
    if not levels:
        return ""
    word = next(iter(levels)) if len(levels) == 1 else _("mixed")
    return f"{levels.total()} {word}"


def can_watch(table: LobbyTable) -> bool:
    return table.spectators or table.state == "open"


def tables_foot(tables: Mapping[str, LobbyTable]) -> Row:
    if not tables:
        return row(Span("   " + _("No table yet."), "quiet"))
    text = ngettext("{n} table", "{n} tables", len(tables)).format(n=len(tables))
    with_code = sum(table.code for table in tables.values())
    if with_code:
        text = _("{tables}, {n} with a code word").format(tables=text, n=with_code)
    return row(Span(f"   {text}", "quiet"))


def others_seated(tables: Mapping[str, LobbyTable], entered: Sequence[View], own_key: str) -> int:
    """Count people at tables that have not ended, without this player; tables that were entered know it sooner.

    At other tables this player is known by the short form of the key.
    """
    own = {view.room: view.head for view in entered}
    elsewhere = [table for table_id, table in tables.items() if table.state in _ORDER and table_id not in own]
    people = sum(not (player.level or player.key == own_key) for table in elsewhere for player in table.players)
    going_on = [head for head in own.values() if head.state in _ORDER]
    beside = sum(isinstance(chair, HumanSeat) for head in going_on for chair in head.seats)
    return people + beside - len(going_on)


class OwnTable(NamedTuple):
    """A table where this player sits before the start."""

    room: str
    head: TableHead
    seat: int

    @property
    def is_host(self) -> bool:
        return self.head.host == self.seat

    @property
    def is_ready(self) -> bool:
        chair = self.head.seats[self.seat]
        return isinstance(chair, HumanSeat) and chair.ready

    @property
    def free(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.head.seats) if isinstance(chair, FreeSeat)]

    @property
    def unready(self) -> list[str]:
        """Return the names of players that have not said ready."""
        return [plain(chair.name) for chair in self.head.seats if isinstance(chair, HumanSeat) and not chair.ready]

    def against_start(self) -> str:
        """Return why the game cannot be started; empty if it can."""
        if not self.is_host:
            return _("only the host can")
        if self.free:
            return ngettext("{n} seat is free", "{n} seats are free", len(self.free)).format(n=len(self.free))
        if self.unready:
            return _("{name} is not ready yet").format(name=self.unready[0])
        return ""


def own_prompt(own: OwnTable) -> str:
    """Return how many seats are taken, and how many players are not ready."""
    seats = len(own.head.seats)
    text = _("{table}: {taken} of {seats} seats taken").format(
        table=plain(own.head.name), taken=seats - len(own.free), seats=seats
    )
    waiting = len(own.unready)
    if waiting:
        return text + ngettext(", {n} still to say ready", ", {n} still to say ready", waiting).format(n=waiting)
    return text + (_(", all are ready") if not own.free else "")


def seat_rows(own: OwnTable, glyphs: Glyphs) -> list[Row]:
    """Draw the seats: sign, name, the key's first characters, and whether the player is ready."""
    return [_seat_row(own, seat, glyphs) for seat in range(len(own.head.seats))]


def _seat_row(own: OwnTable, seat: int, glyphs: Glyphs) -> Row:
    chair = own.head.seats[seat]
    sign = Span(f" {glyphs.players[seat]} ", f"player{seat}")
    if isinstance(chair, FreeSeat):
        return row(sign, column(glyphs.none, 18), Span(_("free"), "quiet"))
    if isinstance(chair, BotSeat):
        return row(sign, column(plain(chair.name), 18), column(plain(chair.level), 12), Span(_("ready"), "quiet"))
    name = column(plain(chair.name), 13, "own" if seat == own.seat else "")
    ready = Span(_("ready"), "strong") if chair.ready else Span(_("not yet"))
    return row(sign, name, column(chair.key, 5, "quiet"), column(_who(own, seat, chair), 12), ready)


def _who(own: OwnTable, seat: int, chair: HumanSeat) -> str:
    parts = [_("you")] if seat == own.seat else []
    parts += [_("host")] if seat == own.head.host else []
    parts += [] if chair.present else [_("away")]
    return ", ".join(parts)


def action_rows(own: OwnTable, keys: Mapping[str, str], glyphs: Glyphs) -> list[Row]:
    """Draw what the player can do at the table."""
    rows = [row(f" {keys['ready']} ", column(_("Ready"), 23), _("yes") if own.is_ready else _("no"))]
    if own.is_host:
        seats = ", ".join(str(seat + 1) for seat in own.free)
        free = _("seat {seats}").format(seats=seats) if own.free else ""
        rows.append(row(f" {keys['bots']} ", column(_("Add or remove a bot"), 23), free))
    against = own.against_start()
    if against:
        text = _("Start: {against}").format(against=against)
        rows.append(row(Span(f" {glyphs.none} {keys['start']} {text}", "quiet")))
    else:
        rows.append(row(f" {keys['start']} ", Span(_("Start"), "strong")))
    return rows


def table_title(table: LobbyTable | TableHead) -> str:
    """Return a title such as `Fenice: Opera, 9 rounds, no clock`."""
    parts = [plain(table.game).capitalize()]
    if "rounds" in table.options:
        parts.append(_("{n} rounds").format(n=table.options["rounds"]))
    parts.append(_("no clock") if table.clock.mode == "none" else clock_text(table.clock))
    return f"{plain(table.name)}: {', '.join(parts)}"


def rules_rows(table: LobbyTable | TableHead, glyphs: Glyphs) -> list[Row]:
    """Draw `screens closed · spectators allowed · no code`; hints are known only of a table that was entered."""
    lines: list[str] = []
    for part in _rules_texts(table):
        longer = f"{lines[-1]} {glyphs.dot} {part}" if lines else ""
        if longer and cell_len(longer) <= TABLE_CELLS:
            lines[-1] = longer
        else:
            lines.append(f" {part}")
    return [row(Span(line, "quiet")) for line in lines]


def _rules_texts(table: LobbyTable | TableHead) -> list[str]:
    parts = []
    if "open_screens" in table.options:
        parts.append(_("screens open") if table.options["open_screens"] else _("screens closed"))
    parts.append(_("spectators allowed") if table.spectators else _("no spectators"))
    parts.append(_("code word") if table.code else _("no code"))
    return [*parts, _("no hints")] if isinstance(table, TableHead) and not table.hints else parts


def squeezed(rows: Sequence[Row], height: int = TABLE_ROWS) -> list[Row]:
    """Leave out empty rows, from the end on, until the others fit."""
    fitting = list(rows)
    for place in reversed(range(len(rows))):
        if len(fitting) > height and rows[place] == EMPTY:
            del fitting[place]
    return fitting


def summary_rows(table: LobbyTable, glyphs: Glyphs) -> list[Row]:
    """Draw the players at a table that this player has not entered."""
    players = table.players
    rows = [_player_row(player) for player in players]
    free = table.seats - len(players)
    text = ngettext("{n} seat free", "{n} seats free", free).format(n=free)
    return [*rows, *([row(Span(f" {text}", "quiet"))] if free else []), EMPTY, *rules_rows(table, glyphs)]


def _player_row(player: LobbyPlayer) -> Row:
    """Draw a name and the key's first characters, or a bot and its level."""
    name, level, key = map(plain, player)
    return row(" ", column(name, 14), column(key, 6, "quiet"), Span(level, "quiet"))


def talk_rows(room: Room, cells: int, height: int, glyphs: Glyphs) -> list[Row]:
    """Draw the last lines of talk, broken where they are too long."""
    rows: list[Row] = []
    for line in read_talk((*room.talk.lines, *room.gallery.lines)):
        rows += _spoken(line, cells, glyphs)
    return rows[-max(1, height) :]


def _spoken(line: TalkLine, cells: int, glyphs: Glyphs) -> list[Row]:
    seat = line.seat
    sign = Span(glyphs.players[seat], f"player{seat}") if seat is not None else Span(plain(line.name), "quiet")
    indent = len(sign.text) + 1
    parts = wrapped(plain(line.text), max(8, cells - indent))
    return [row(sign if not place else " " * len(sign.text), f" {part}") for place, part in enumerate(parts)]
