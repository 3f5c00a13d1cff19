"""How the lobby is laid out: header, prompt line, tables, and below them one table and its talk.

The widgets come first, then their rows: pure functions of the server's documents.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from opera_games.catalog import GAMES, about
from opera_protocol.client import Room, Stage
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import (
    AnySeat,
    BotSeat,
    FreeSeat,
    HumanSeat,
    LobbyPlayer,
    LobbyTable,
    TableHead,
    TalkLine,
)
from opera_tui.config.appearance import Looks
from opera_tui.games.reading import read_talk
from opera_tui.lobby.listing import Listed, Listing
from opera_tui.lobby.model import ENTER_ACTIONS, LobbyModel, OwnTable, can_watch
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _, mark, ngettext, pgettext
from opera_tui.look.levels import TEMPERAMENT_WORDS, level_name
from opera_tui.look.rows import EMPTY, Row, Span, also, column, fit, row, width, wrapped, wrapped_row
from opera_tui.widgets.fields import clock_text
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.status_lines import BAR_MARGIN, STAGES, in_two_lines, lost_line, spread

MARGIN: Final = "   "
COLUMNS: Final = (14, 11, 8, 15, 12)
NARROW_COLUMNS: Final = (13, 9, 8, 14, 11)
"""The same where there is no room for who watches; there `yours` stands in the place of the bots."""
USUAL_CELLS: Final = 78
"""Cells of a row at 80 columns."""
KEY_CELLS: Final = 9
NAME_AND_KEY: Final = 13 + KEY_CELLS
TABLE_CELLS: Final = 48
TABLE_ROWS: Final = 10
"""Rows for one table's seats, rules and actions at 80x24."""
TITLE_CELLS: Final = 44
"""Cells for its title there."""
NOTE_MARGIN: Final = 4
"""Cells around a text in a border."""


class LobbyLayout(Vertical):
    """Lay out all parts of the lobby's screen; painting brings them up to date, row by row."""

    def __init__(self, model: LobbyModel, looks: Looks) -> None:
        super().__init__()
        self._model = model
        self._looks = looks
        self.tables = Lines(looks, id="tables")
        self._searched = ""
        """The words of the search whose results were painted last."""
        self._header, self._prompt, self._table, self._talk = (
            RowPanel(looks.palette, id=name) for name in ("header", "prompt", "table", "talk")
        )

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._prompt
        yield self.tables
        with Horizontal(id="bottom"):
            yield self._table
            yield self._talk

    def on_mount(self) -> None:
        self.tables.set_title(_("Tables"))
        self._talk.set_title(_("Talk"))

    @property
    def chosen(self) -> str:
        """Return the id of the table under the cursor."""
        return self.tables.line_id

    def paint(self) -> None:
        """Bring everything up to date; only rows that changed are painted."""
        self._paint_tables()
        self.paint_around()

    def paint_around(self) -> None:
        """Bring everything but the list of tables up to date."""
        self._paint_header()
        self.paint_prompt()
        self._paint_table()
        self._paint_talk()
        action = self._model.enter_action(self.chosen)
        self.tables.enter_word = _(ENTER_ACTIONS[action].word) if action else ""
        self.screen.refresh_bindings()

    def _paint_header(self) -> None:
        session = self._model.session
        stage = session.client.state.stage
        state = Span(f"{_(STAGES[stage])} ", "warning" if stage is Stage.LOST else "quiet")
        line = session.place.address
        right = row(Span(_("LOBBY"), "title"), "  ", state)
        if session.place.join_line:
            named = _("Others type: {line}").format(line=session.place.join_line)
            has_room = cell_len(named) + width(right) + 2 <= self.size.width
            line = named if has_room else session.place.join_line
        left = row(Span(f" {plain(line)}", "quiet"))
        begun, _rest = in_two_lines(self._model.notice, self.size.width - BAR_MARGIN)
        shown = self._bar(begun) if begun and stage is Stage.LIVE else spread(left, right, self.size.width)
        self._header.show([shown])

    def paint_prompt(self) -> None:
        state = self._model.session.client.state
        trouble = lost_line(state) if state.stage is not Stage.LIVE else self._model.unreadable
        _begun, notice = in_two_lines(self._model.notice, self.size.width - BAR_MARGIN)
        down = also(fit(row(" ", trouble), self.size.width), "line_down")
        self._prompt.show([down if trouble else self._bar(notice or self._model.prompt)])

    def _bar(self, text: str) -> Row:
        """Return a line of the prompt; it is bright while the table waits for this player."""
        own = self._model.own
        return also(fit(row(f" {text}"), self.size.width), "your_turn" if own and own.is_asked else "bar")

    def _paint_tables(self) -> None:
        listing = self._model.listing
        lines, ids = listing.lines, [listed.id for listed in listing.lines]
        head, cells = table_head(is_narrow=self._is_narrow), self.size.width - NOTE_MARGIN
        said = tables_foot(listing, self._looks.key_of("lobby.search"))
        foot = [row(MARGIN, line) for line in wrapped_row(said, max(1, cells - len(MARGIN)))]
        room = self.tables.room - len(ids) - len((head, *foot))
        key = self._ssh_key() if room > 0 else []
        self.tables.set_title(self._with_doors(tables_title(listing)))
        feet = [*([EMPTY] if room > len(key) else []), *foot, *key]
        self.tables.set_drawn(ids, partial(self._line, lines), [head], feet)
        if listing.shown_text != self._searched:
            self._searched = listing.shown_text
            if self._searched and ids:
                self.tables.go_to(ids[0])
        if self._model.wanted in ids:
            self.tables.go_to(self._model.wanted)
            self._model.wanted = ""

    def _with_doors(self, title: str) -> str:
        """Say beside the title how people come in who have no client, where they can."""
        place = self._model.session.place
        if place.ssh_line and place.web_line:
            sentence = _("{tables}: {line}, or in a browser: {address}")
        elif place.web_line:
            sentence = _("{tables}, or others open in a browser: {address}")
        elif place.ssh_line:
            sentence = _("{tables}, or others type: {line}")
        else:
            return title
        return sentence.format(tables=title, line=place.ssh_line, address=place.web_line)

    def _ssh_key(self) -> list[Row]:
        """Return the key that ssh asks others about, for the host to read out."""
        key = self._model.session.place.ssh_key
        if not key:
            return []
        told = _("ssh asks them about {fingerprint}").format(fingerprint=key)
        has_room = cell_len(told) + len(MARGIN) <= self.tables.content_size.width
        return [row(Span(f"{MARGIN}{told if has_room else key}", "quiet"))]

    def _line(self, lines: Sequence[Listed], place: int) -> Line:
        listed = lines[place]
        action = self._model.enter_action(listed.id)
        does = _(ENTER_ACTIONS[action].does).format(table=plain(listed.table.name)) if action else ""
        return table_line(place + 1, listed, does, self._looks.glyphs, is_narrow=self._is_narrow)

    @property
    def _is_narrow(self) -> bool:
        return self.size.width < USUAL_CELLS

    def _paint_table(self) -> None:
        """Show the table where the player sits, or the one under the cursor."""
        own, chosen = self._model.own, self._model.listing.table(self.chosen)
        note = self._looks.key_of("lobby.stand_up") + " " + _("stand up")
        has_room = cell_len(note) + NOTE_MARGIN <= self._table.content_size.width
        self._table.set_note(note if own and own.seat is not None and has_room else "")
        if own and self.chosen in ("", own.room):
            self._table.set_title(table_title(own.head))
            self._table.show(self._own_rows(own))
        elif chosen:
            self._table.set_title(table_title(chosen))
            self._table.show(summary_rows(chosen, self._looks.glyphs))
        else:
            self._table.set_title("")
            self._table.show([])

    def _paint_talk(self) -> None:
        place, own, size = self._model.place, self._model.own, self._talk.content_size
        seats = own.head.seats if own else ()
        self._talk.show(talk_rows(place, seats, size.width, size.height, self._looks.glyphs) if place else [])
        note = self._looks.key_of("lobby.talk") + " " + _("talk")
        self._talk.set_note(note if own and cell_len(note) + NOTE_MARGIN <= size.width else "")

    def _own_rows(self, own: OwnTable) -> list[Row]:
        glyphs = self._looks.glyphs
        keys = {name: self._looks.key_of(f"lobby.{name}") for name in ("ready", "bots", "start", "stand_up")}
        rules = [EMPTY, *rules_rows(own.head, glyphs), EMPTY]
        return squeezed([*seat_rows(own, glyphs), *rules, *action_rows(own, keys, glyphs)])


def table_head(*, is_narrow: bool) -> Row:
    names, widths = (_("table"), _("game"), _("seats"), _("state"), _("bots")), _widths(is_narrow=is_narrow)
    cells = [column(name, width, "quiet") for name, width in zip(names, widths, strict=True)]
    return row("   ", *cells, "" if is_narrow else Span(_("watching"), "quiet"))


def _widths(*, is_narrow: bool) -> Sequence[int]:
    return NARROW_COLUMNS if is_narrow else COLUMNS


def table_line(number: int, listed: Listed, does: str, glyphs: Glyphs, *, is_narrow: bool = False) -> Line:
    """Draw one table; where there is nothing to do for this player, `–` stands in front."""
    table_id, table, is_own = listed
    players = table.players
    texts = (
        plain(table.name),
        plain(table.game).capitalize(),
        _("{taken} of {seats}").format(taken=len(players), seats=table.seats),
        state_text(table),
        _("yours") if is_narrow and is_own else bots_text(players) or glyphs.none,
    )
    widths = _widths(is_narrow=is_narrow)
    name, *cells = [column(text, width) for text, width in zip(texts, widths, strict=True)]
    sign = str(number) if does and number < 10 else " " if does else glyphs.none
    content = row(
        Span(sign, "key" if does else ""),
        " ",
        Span(name.text, "own" if is_own else ""),
        *cells,
        "" if is_narrow else watching_text(listed, glyphs),
    )
    return Line(table_id, content, does, can_be_chosen=bool(does))


def watching_text(listed: Listed, glyphs: Glyphs) -> Row:
    """Draw how many people watch, and behind it whether the player sits at the table."""
    watching = str(listed.table.watching) if can_watch(listed.table) else ""
    if listed.is_own:
        return row(column(watching or glyphs.none, 6), Span(_("yours"), "own"))
    return row(watching or _("not allowed"))


def state_text(table: LobbyTable) -> str:
    if table.state == "open":
        return _("open, code") if table.code else pgettext("table", "open")
    if table.state == "running" and table.progress and table.game in GAMES:
        number, last = (table.progress.get(field, 0) for field in about(table.game).progress_fields)
        return _(about(table.game).progress).format(n=number, all=last)
    return _("running") if table.state == "running" else _("over")


def bots_text(players: Sequence[LobbyPlayer]) -> str:
    """Return `2 chorus`; how many there are of each level is shown at the table itself."""
    levels = Counter(player.level for player in players if player.level)
    if not levels:
        return ""
    word = level_name(next(iter(levels))) if len(levels) == 1 else _("mixed")
    return f"{levels.total()} {word}"


def tables_title(listing: Listing) -> str:
    """Return what the list shows: all tables, or what was found for some words."""
    if listing.search is None:
        return _("Tables")
    return _("Tables found for {words}").format(words=plain(listing.search.text))


def tables_foot(listing: Listing, key: str) -> Row:
    """Say how many tables there are, and whether the list has more than it shows."""
    text = _totals(listing, key) if listing.search is None else _found(listing, listing.search.text, key)
    return row(Span(text, "quiet"))


def _totals(listing: Listing, key: str) -> str:
    document = listing.document
    if not (document.open or document.running or listing.lines):
        return _("No table yet.")
    text = _("{open} open, {running} running").format(open=document.open, running=document.running)
    return (
        _("{tables}; more come as you scroll, {key} searches").format(tables=text, key=key)
        if listing.has_more
        else text
    )


def _found(listing: Listing, words: str, key: str) -> str:
    if listing.is_searching:
        return (
            _("That was not answered; {key} searches again.").format(key=key)
            if listing.has_stopped
            else _("Searching …")
        )
    n = len(listing.lines)
    if n:
        text = ngettext("{n} found", "{n} found", n)
        if listing.has_more:
            text = ngettext("{n} found; more come as you scroll", "{n} found; more come as you scroll", n)
        return text.format(n=n)
    if listing.has_more:
        return _("Nothing found so far; type more.")
    return _("No table, game or player has a word that begins so: {words}").format(words=plain(words))


def seat_rows(own: OwnTable, glyphs: Glyphs) -> list[Row]:
    """Draw the seats: sign, name, the key's first characters, and whether the player is ready."""
    return [_seat_row(own, seat, glyphs) for seat in range(len(own.head.seats))]


def _seat_row(own: OwnTable, seat: int, glyphs: Glyphs) -> Row:
    chair = own.head.seats[seat]
    sign = row(" ", column(glyphs.sign(seat, chair.letter), len(glyphs.sign(0, "A")) + 1, f"player{seat}"))
    if isinstance(chair, FreeSeat):
        shape = [Span(part.text, "quiet") for part in sign]
        return row(*shape, column(glyphs.none, NAME_AND_KEY, "quiet"), Span(_("free"), "quiet"))
    ready, not_yet = Span(" " + _("ready") + " ", "value"), Span(" " + _("not yet"), "warning")
    if isinstance(chair, BotSeat):
        words = _bot_words(chair)
        return row(sign, column(words[0], NAME_AND_KEY), column(words[1], 11), ready)
    name = column(plain(chair.name), NAME_AND_KEY - KEY_CELLS, "own" if seat == own.seat else "")
    notes = column(_notes(own, seat, chair), 11)
    return row(sign, name, _beginning(chair.key), notes, ready if chair.ready else not_yet)


def _beginning(key: str) -> Span:
    """Draw the beginning of a person's key, named as such; a bot has none."""
    # Translators: at most 8 cells with four letters.
    text = _("key {key}").format(key=plain(key)) if key else ""
    return column(text, KEY_CELLS, "quiet")


def _bot_words(chair: BotSeat) -> tuple[str, str]:
    """Return a bot's name and level or, if it likes something, both and that; a newer server may have other words."""
    name, level = plain(chair.name), level_name(chair.level)
    if chair.temperament not in TEMPERAMENT_WORDS:
        return name, level
    return _("{name}, {level}").format(name=name, level=level), _(TEMPERAMENT_WORDS[chair.temperament])


def _notes(own: OwnTable, seat: int, chair: HumanSeat) -> str:
    parts = [_("you")] if seat == own.seat else []
    parts += [pgettext("person", "host")] if seat == own.head.host else []
    parts += [] if chair.present else [_("away")]
    return ", ".join(parts)


def action_rows(own: OwnTable, keys: Mapping[str, str], glyphs: Glyphs) -> list[Row]:
    """Draw what the player can do at the table."""
    if own.seat is None:
        before, _mark, after = _("{key} Watch no longer").partition("{key}")
        watching = row(" ", _("You watch: the game appears when it begins."))
        return [watching, row(f" {before}", _key(keys["stand_up"]), after)]
    is_ready = Span(_("yes"), "strong") if own.is_ready else Span(_("no"))
    rows = [row(" ", _key(keys["ready"]), " ", column(_("Ready"), 23), is_ready)]
    if own.is_host:
        seats = ", ".join(str(seat + 1) for seat in own.free)
        free = _("seat {seats}").format(seats=seats) if own.free else ""
        rows.append(row(" ", _key(keys["bots"]), " ", column(_("Add or remove a bot"), 23), free))
    against = own.against_start()
    if against:
        text = _("Start: {against}").format(against=against)
        rows.append(row(Span(f" {glyphs.none} {keys['start']} {text}", "quiet")))
    else:
        rows.append(row(" ", _key(keys["start"]), " ", Span(_("Start"), "strong")))
    return rows


def _key(key: str) -> Span:
    return Span(key, "key")


def table_title(table: LobbyTable | TableHead) -> str:
    """Return a title such as `Fenice: Opera, 9 rounds, no clock`; without the name, which the list has, if too long."""
    parts = [plain(table.game).capitalize(), *_option_texts(table, switches=False)]
    parts.append(_("no clock") if table.clock.mode == "none" else clock_text(table.clock))
    about_it = ", ".join(parts)
    whole = f"{plain(table.name)}{mark(':')}{about_it}"
    return whole if cell_len(whole) <= TITLE_CELLS else about_it


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
    parts = _option_texts(table, switches=True)
    parts.append(_("spectators allowed") if table.spectators else _("no spectators"))
    parts.append(_("code word") if table.code else _("no code"))
    if not table.verified:
        parts.append(_("shuffle not verified"))
    return [*parts, _("no hints")] if isinstance(table, TableHead) and not table.hints else parts


def _option_texts(table: LobbyTable | TableHead, *, switches: bool) -> list[str]:
    """Return what the game says about its options that are switches, or about the others."""
    options = about(table.game).options if table.game in GAMES else ()
    chosen = [(option, table.options[option.name]) for option in options if option.name in table.options]
    texts = [dict(option.values).get(value) for option, value in chosen if isinstance(value, bool) is switches]
    return [_(text) for text in texts if text]


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
    return row(" ", column(plain(player.name), 14), _beginning(player.key), Span(level_name(player.level), "quiet"))


def talk_rows(room: Room, seats: Sequence[AnySeat], cells: int, height: int, glyphs: Glyphs) -> list[Row]:
    """Draw the last lines of talk, broken where they are too long."""
    rows: list[Row] = []
    for line in read_talk((*room.talk.lines, *room.gallery.lines)):
        rows += _spoken(line, _speaker(line, seats, glyphs), cells)
    return rows[-max(1, height) :]


def _speaker(line: TalkLine, seats: Sequence[AnySeat], glyphs: Glyphs) -> Span:
    """Return who speaks: the sign of who sits here, the name of anybody else."""
    seat, name = line.seat, plain(line.name)
    if seat is None or seat >= len(seats) or seats[seat].name != line.name:
        return Span(name, "quiet")
    return Span(glyphs.sign(seat, seats[seat].letter), f"player{seat}")


def _spoken(line: TalkLine, sign: Span, cells: int) -> list[Row]:
    indent = cell_len(sign.text)
    parts = wrapped(plain(line.text), max(8, cells - indent - 1))
    return [row(" " * indent if place else sign, Span(f" {part}", "soft")) for place, part in enumerate(parts)]
