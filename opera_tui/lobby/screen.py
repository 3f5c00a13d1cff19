"""The lobby's screen: sit down, be ready, add bots, talk, and start."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from opera_games.errors import Coded
from opera_protocol.client import ClientError, Expelled, RefusedByServer, Room, Stage
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.documents import BotSeat, FreeSeat, HumanSeat
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.plain_text import CHAT_LINE, CODE_WORD
from opera_tui.config.commands import command
from opera_tui.lobby.layout import LobbyLayout
from opera_tui.lobby.listing import PAGE, Page
from opera_tui.lobby.model import LobbyModel, OwnTable, can_watch
from opera_tui.lobby.new_table import NewTableScreen
from opera_tui.look.i18n import _, sentence_for, sentence_of
from opera_tui.session.intake import taken_in
from opera_tui.session.session import NO_SUCH_TABLE, WRONG_CODE_WORD, Session
from opera_tui.session.solo import LEVEL_WORDS, usual_level
from opera_tui.widgets.dialogs import Answer, QuestionScreen
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Lines
from opera_tui.widgets.shell_screen import COLUMN_CLASSES, ROW_CLASSES, ShellScreen, TooSmall, binding, bindings

Request = Callable[[], Awaitable[Any]]
KINDS = (FreeSeat, BotSeat, HumanSeat)
"""The kinds of seats, in this order so that a hasty Enter sends nobody away."""
LETTERS = "abcdefgimnoprstuvwxyz"
"""The letters of answers, without those that move the cursor and those that leave."""
WIDE_CLASSES = [*COLUMN_CLASSES, (120, "-w120")]
HIGH_CLASSES = [*ROW_CLASSES, (33, "-h33")]
SEARCH: Final = "search"
MOST_WORDS: Final = 40
TYPING_PAUSE: Final = 0.2
"""So many seconds after the last key the server is asked."""


class LobbyScreen(ShellScreen[None]):
    """The tables of one server."""

    CSS_PATH = "../styles/lobby.tcss"
    HORIZONTAL_BREAKPOINTS = WIDE_CLASSES
    VERTICAL_BREAKPOINTS = HIGH_CLASSES
    PLACE = "lobby"
    HELP_TOPIC = "lobby"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("lobby"),
        Binding("escape", "end_search", N_("end search"), key_display="esc", tooltip=N_("Show all tables again.")),
        Binding("escape", "leave", N_("home"), key_display="esc", tooltip=N_("Go back to the home screen.")),
        binding(command("everywhere.quit"), is_shown=False),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]

    def __init__(self, session: Session, *, is_watching: bool = False, waits_at: str = "") -> None:
        super().__init__()
        self.session = session
        self._waits_at = waits_at
        """The id of a table that was entered, to play there or to watch it, and had not begun then."""
        self._model = LobbyModel(session, is_watching=is_watching)
        self._is_asking = False
        """Whether the server is being asked for tables that the list has not."""
        self._typing: Timer | None = None
        self._searched_before: object = None
        """The search that there was when the player began to type."""
        self._cursor_before = ""
        """Where the cursor was before the search."""

    def compose(self) -> ComposeResult:
        yield LobbyLayout(self._model, self.looks)
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    @property
    def lobby_layout(self) -> LobbyLayout:
        return self.query_one(LobbyLayout)

    def on_mount(self) -> None:
        self.lobby_layout.tables.focus()
        self.set_interval(1.0, self._tick)
        self._begin()

    @work(group="begin")
    async def _begin(self) -> None:
        """Enter the lobby, however long that takes: the screen takes keys meanwhile."""
        try:
            self._model.lobby = await self.session.client.enter_lobby()
        except Coded as error:
            self.shell.lose_server(self.session, error)
            return
        self._follow_lobby(self._model.lobby)
        waiting = [table_id for table_id in self.session.waiting_at() if table_id != self._waits_at]
        for table_id in [*waiting, self._waits_at]:
            if self.session.client.is_in(table_id):
                self._take_place(table_id)
        self.paint()
        if self.session.place.where == "host" and self._model.listing.is_whole and not self._model.listing.lines:
            self.action_new()

    def paint(self) -> None:
        """Bring everything up to date."""
        self.lobby_layout.paint()
        self._ask_for_more()

    def _tick(self) -> None:
        """Count down to the next try in the prompt line."""
        if self.session.client.state.stage is Stage.LOST:
            self.lobby_layout.paint_prompt()

    def on_resize(self) -> None:
        if self._model.lobby:
            self.call_after_refresh(self.paint)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self._model.lobby:
            self._model.listing.look_again(self.lobby_layout.tables.cursor)
            self.paint()

    def tell(self, text: str) -> None:
        """Show a sentence in the prompt line, until the next key does something."""
        self._model.notice = text
        self.paint()

    @work(group="lobby")
    async def _follow_lobby(self, lobby: Room) -> None:
        async for batch in taken_in(lobby.items(), self.keys_first):
            expelled = next((item for item in batch if isinstance(item, Expelled)), None)
            if expelled:
                self.shell.lose_server(self.session, RefusedByServer(expelled.code))
            self.paint()

    def _take_place(self, table_id: str) -> None:
        room = self.session.client.room(table_id)
        self._model.listing.end_search()
        self._model.wait_at(room)
        self._follow_own(room)
        self.paint()

    @work(group="own", exclusive=True)
    async def _follow_own(self, room: Room) -> None:
        """Follow the table where the player waits until the game begins, or the place there is lost."""
        seat = room.view.seat
        async for batch in taken_in(room.items(), self.keys_first):
            expelled = next((item for item in batch if isinstance(item, Expelled)), None)
            if expelled:
                await self._lose_place(room.id, sentence_for(expelled.code, {}))
                return
            if seat is not None and room.view.seat is None:
                await self._lose_place(room.id, _("You have no seat at this table any more."))
                return
            seat = room.view.seat
            own = self._model.own
            if own is not None and own.head.state == "running":
                self._model.place = None
                self.shell.open_table(room.id)
                return
            if own is not None and own.head.state != "open":
                await self._lose_place(room.id, _("This table was closed."))
                return
            self._model.notice_change()
            self.paint()

    async def _lose_place(self, table_id: str, why: str) -> None:
        self._model.place = None
        self.tell(why)
        await self.session.leave_table(table_id)

    @property
    def is_waiting(self) -> bool:
        """Whether this player waits at a table, on a seat or to watch."""
        return self._model.own is not None

    @property
    def is_seated(self) -> bool:
        """Whether this player sits at a table that has not begun."""
        return self._model.own is not None and self._model.own.seat is not None

    @property
    def is_host(self) -> bool:
        return self._model.own is not None and self._model.own.is_host

    @property
    def has_join_line(self) -> bool:
        return bool(self.session.place.join_line)

    @property
    def can_watch(self) -> bool:
        """Whether the table under the cursor can be watched: a player who waits on a seat cannot wait elsewhere."""
        own, chosen = self._model.own, self.lobby_layout.chosen
        table = self._model.listing.table(chosen)
        if table is None or not can_watch(table) or (own is not None and own.room == chosen):
            return False
        return table.state != "open" or not self.is_seated

    def on_lines_moved(self, message: Lines.Moved) -> None:
        listing = self._model.listing
        if message.is_by_key:
            self._model.notice = ""
            listing.allow()
        if listing.look_at(self.lobby_layout.tables.cursor):
            self.lobby_layout.paint()
        else:
            self.lobby_layout.paint_around()
        self._ask_for_more()

    def _ask_for_more(self) -> None:
        """Ask for tables that the list has not, if the cursor is near its end or the player searches."""
        if not self._is_asking and self._model.listing.wants_page(self.lobby_layout.tables.cursor):
            self._is_asking = True
            self._ask()

    @work(group="find")
    async def _ask(self) -> None:
        """Ask for one page after the other, as long as more are wanted; what the player wants may change meanwhile."""
        listing, tables = self._model.listing, self.lobby_layout.tables
        try:
            while page := listing.next_page(tables.cursor):
                await self._ask_for(page)
        finally:
            self._is_asking = False

    async def _ask_for(self, page: Page) -> None:
        listing = self._model.listing
        try:
            found = await self.session.client.find(page.text, state=page.state, before=page.before, count=PAGE)
        except (ClientError, ProtocolError) as error:
            if listing.is_wanted(page):
                listing.stop()
                self.tell(sentence_of(error))
        else:
            await self.keys_first()
            listing.take(page, found)
            self.paint()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """Sit down, say ready, go to the game, or watch: as the lower border says."""
        if self.session.client.state.stage is Stage.LOST:
            self.session.client.try_now()
            return
        if self._model.listing.is_searching:
            return
        table_id = message.line.id
        action = self._model.enter_action(table_id)
        if action == "ready":
            self.action_ready()
        elif action == "start":
            self.action_start()
        elif action:
            self._with_code("sit" if action == "sit" else "watch", table_id)
        else:
            self.tell(_("There is nothing to do for you at this table now."))

    def action_number(self, number: int) -> None:
        lines = self._model.listing.lines
        if number <= len(lines):
            self.lobby_layout.tables.go_to(lines[number - 1].id)

    def action_search(self) -> None:
        """Begin to search, or change what is searched."""
        search = self._model.listing.search
        self._searched_before = search
        if search is None:
            self._cursor_before = self.lobby_layout.chosen
        remark = _("a table, a game or a player")
        self.query_one(Entry).ask(SEARCH, _("Search for"), search.text if search else "", MOST_WORDS, remark)

    def on_entry_typed(self, message: Entry.Typed) -> None:
        """Search for what was typed once the player pauses."""
        if message.purpose == SEARCH:
            self._forget_typing()
            self._typing = self.set_timer(TYPING_PAUSE, partial(self._look_for, message.text))

    def on_entry_given_up(self, message: Entry.GivenUp) -> None:
        if message.purpose == SEARCH:
            self.action_end_search()

    def _forget_typing(self) -> None:
        if self._typing is not None:
            self._typing.stop()
            self._typing = None

    def _look_for(self, words: str) -> None:
        """Search for these words, unless that is done already; without words show all tables."""
        listing = self._model.listing
        if not words:
            self.action_end_search()
        elif listing.search is None or listing.search.text != words:
            listing.look_for(words)
            self.paint()

    def _end_typing(self, words: str) -> None:
        """Go to what was found; who has typed nothing new searches again."""
        self._forget_typing()
        self._look_for(words)
        search = self._model.listing.search
        if search is not None and search is self._searched_before:
            self._model.listing.look_for(words)
            self.paint()

    def action_end_search(self) -> None:
        """Show all tables again, the cursor where it was."""
        self._forget_typing()
        if self._model.listing.search is not None:
            self._model.listing.end_search()
            self.paint()
            self.lobby_layout.tables.go_to(self._cursor_before)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let Esc end a search before it leads home."""
        if action == "end_search":
            return self._model.listing.search is not None
        return super().check_action(action, parameters)

    def action_watch(self) -> None:
        self._with_code("watch", self.lobby_layout.chosen)

    def _with_code(self, purpose: str, table_id: str) -> None:
        """Sit down or watch; ask for the code word first if there is one."""
        if self.session.client.is_in(table_id):
            self._go(purpose, table_id, self.session.client.room(table_id).code)
        elif self._model.needs_code(table_id):
            self._ask_code(purpose, table_id)
        else:
            self._go(purpose, table_id, "")

    def _ask_code(self, purpose: str, table_id: str) -> None:
        table = self._model.listing.table(table_id)
        label = _("Code word for {table}").format(table=plain(table.name) if table else table_id)
        self.query_one(Entry).ask(f"{purpose}:{table_id}", label, most=CODE_WORD.cells)

    def on_entry_given(self, message: Entry.Given) -> None:
        purpose, _colon, table_id = message.purpose.partition(":")
        if purpose == "talk":
            if message.text and self._model.own:
                self._do(self.session.client.say(self._model.own.room, message.text))
        elif purpose == SEARCH:
            self._end_typing(message.text)
        else:
            self._go(purpose, table_id, message.text)

    @work(group="act", exclusive=True)
    async def _go(self, purpose: str, table_id: str, code: str) -> None:
        """Sit down or watch; a refusal is shown as a sentence."""
        before = self._model.own
        try:
            if purpose == "sit":
                await self.session.change_seat(table_id, code)
                self._take_place(table_id)
            else:
                await self._watch(table_id, code)
            if before and before.seat is None and before.room != table_id:
                await self.session.leave_table(before.room)
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error))
            if error.code == WRONG_CODE_WORD and self._model.listing.table(table_id):
                self._ask_code(purpose, table_id)
            elif error.code == NO_SUCH_TABLE:
                self._model.listing.drop(table_id)
                self.paint()
        else:
            self.tell("")

    async def _watch(self, table_id: str, code: str) -> None:
        """Watch a game, or wait here for one that has not begun."""
        await self.session.enter(table_id, code)
        if self.session.has_begun(table_id):
            self.shell.open_table(table_id)
        else:
            self._take_place(table_id)

    @work(group="act")
    async def _do(self, request: Awaitable[Any]) -> None:
        """Send a request; the table shows its effect, and a sentence a refusal."""
        names = [plain(chair.name) for chair in self._model.own.head.seats] if self._model.own else []
        self._model.notice = ""
        try:
            await request
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error, names))

    def action_ready(self) -> None:
        own = self._model.own
        if own:
            self._do(self.session.client.ready(own.room, not own.is_ready))

    def action_start(self) -> None:
        own = self._model.own
        if own is None:
            return
        if against := own.against_start():
            self.tell(against)
        else:
            self._do(self.session.client.start(own.room))

    def action_bots(self) -> None:
        """Ask what to change about the seats, and do it."""
        if self._model.own is None:
            return
        question, requests = seat_question(self._model.own, self.session)

        def carry_out(answer: str | None) -> None:
            if answer:
                self._do(requests[answer]())

        self.app.push_screen(question, carry_out)

    @work(group="act")
    async def action_stand_up(self) -> None:
        if self._model.own:
            (table_id, _head, seat), self._model.place = self._model.own, None
            self.workers.cancel_group(self, "own")
            try:
                await (self.session.leave_table if seat is None else self.session.give_up_seat)(table_id)
            except (ClientError, ProtocolError) as error:
                self.tell(sentence_of(error))
            self.paint()

    def action_talk(self) -> None:
        """Begin to talk; players do not hear spectators before the end."""
        label, remark = _("Say"), ""
        if not self.is_seated:
            label, remark = _("To the spectators"), _("players hear you after the end of the game")
        self.query_one(Entry).ask("talk", label, most=CHAT_LINE.cells, remark=remark)

    def action_copy(self) -> None:
        line = self._model.join_line
        self.app.copy_to_clipboard(line)
        self.tell(_("Copied: {line}").format(line=line))

    def action_new(self) -> None:
        names = [plain(table.name) for table in self._model.listing.known.values()]
        screen = NewTableScreen(self.session.levels, names, self.session.place.join_line)
        self.app.push_screen(screen, self._open)

    def _open(self, settings: TableSettings | None) -> None:
        if settings is not None:
            self._create(settings)

    @work(group="act", exclusive=True)
    async def _create(self, settings: TableSettings) -> None:
        try:
            self._take_place(await self.session.create(settings))
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error))
        else:
            self.tell("")

    def action_leave(self) -> None:
        self.shell.ask_to_go_home()


def seat_question(own: OwnTable, session: Session) -> tuple[QuestionScreen, dict[str, Request]]:
    """Ask the host what to change about the seats; return also the request for each answer."""
    seats = sorted(range(len(own.head.seats)), key=lambda seat: KINDS.index(type(own.head.seats[seat])))
    changes = [change for seat in seats for change in _seat_changes(own, seat, session)]
    answers = [Answer(letter, text, _("do it")) for letter, (text, _request) in zip(LETTERS, changes, strict=False)]
    requests = {letter: request for letter, (_text, request) in zip(LETTERS, changes, strict=False)}
    usual = _("a bot, {level}").format(level=_level_text(usual_level(session.levels)))
    start = next((answer.key for answer in answers if answer.text.endswith(usual)), "")
    return QuestionScreen(_("Seats"), [_("Bots are always ready.")], answers, start), requests


def _seat_changes(own: OwnTable, seat: int, session: Session) -> list[tuple[str, Request]]:
    """Return what can be done with a seat, the strongest bots first."""
    table, chair, client = own.room, own.head.seats[seat], session.client
    place = _("seat {n}").format(n=seat + 1)
    if isinstance(chair, HumanSeat):
        text = _("{seat}: send {name} away").format(seat=place, name=plain(chair.name))
        return [] if seat == own.seat else [(text, partial(client.kick, table, seat))]
    changes: list[tuple[str, Request]] = []
    if isinstance(chair, BotSeat):
        text = _("{seat}: take {name} away").format(seat=place, name=plain(chair.name))
        changes.append((text, partial(client.set_bot, table, seat, None)))
    level_now = chair.level if isinstance(chair, BotSeat) else ""
    for level in reversed(session.levels):
        if level != level_now:
            bot = _("a bot, {level}").format(level=_level_text(level))
            text = _("{seat}: {bot}").format(seat=place, bot=bot)
            changes.append((text, partial(client.set_bot, table, seat, level)))
    return changes


def _level_text(level: str) -> str:
    """Return a level with its strength; a newer server may have others."""
    if level not in LEVEL_WORDS:
        return plain(level)
    return _("{level}, {strength}").format(level=level, strength=_(LEVEL_WORDS[level].strength))
