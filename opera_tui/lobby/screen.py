"""The lobby's screen: sit down, be ready, add bots, talk, and start."""

from collections.abc import Awaitable
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_games.errors import Coded
from opera_protocol.client import ClientError, Expelled, RefusedByServer, Room, Stage
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.plain_text import CHAT_LINE, CODE_WORD
from opera_tui.config.commands import command
from opera_tui.lobby.finding import SEARCH, TableFinder
from opera_tui.lobby.layout import LobbyLayout
from opera_tui.lobby.model import LobbyModel, can_watch
from opera_tui.lobby.new_table import NewTableScreen
from opera_tui.lobby.seats_dialog import seat_question
from opera_tui.look.i18n import _, sentence_for, sentence_of
from opera_tui.session.intake import taken_in
from opera_tui.session.own_results import own_finished
from opera_tui.session.session import NO_SUCH_TABLE, WRONG_CODE_WORD, Session
from opera_tui.widgets.dialogs import Answer, QuestionScreen
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Lines
from opera_tui.widgets.shell_screen import COLUMN_CLASSES, ROW_CLASSES, ShellScreen, TooSmall, binding, bindings

WIDE_CLASSES = [*COLUMN_CLASSES, (120, "-w120")]
HIGH_CLASSES = [*ROW_CLASSES, (33, "-h33")]
MOST_RESULTS = 9
"""Finished games that are listed: as many as there are digits."""


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
        self.finder = TableFinder(self, self._model)

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
            self.shell.leaving.lose_server(self.session, error)
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
        self.finder.ask_for_more()

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
                self.shell.leaving.lose_server(self.session, RefusedByServer(expelled.code))
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
    def is_looking_around(self) -> bool:
        """Whether this player waits at no table."""
        return not self.is_waiting

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
        self.finder.ask_for_more()

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
            self._with_code("sit" if action in ("sit", "back") else "watch", table_id)
        else:
            self.tell(_("There is nothing to do for you at this table now."))

    def action_number(self, number: int) -> None:
        lines = self._model.listing.lines
        if number <= len(lines):
            self.lobby_layout.tables.go_to(lines[number - 1].id)

    def action_search(self) -> None:
        self.finder.begin()

    def on_entry_typed(self, message: Entry.Typed) -> None:
        if message.purpose == SEARCH:
            self.finder.hear(message.text)

    def on_entry_given_up(self, message: Entry.GivenUp) -> None:
        if message.purpose == SEARCH:
            self.finder.end()

    def action_end_search(self) -> None:
        self.finder.end()

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
            self.finder.end_typing(message.text)
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

    @work(group="act", exclusive=True)
    async def action_results(self) -> None:
        """List the player's last games here, and go to the one that is chosen."""
        try:
            games = await own_finished(self.session, MOST_RESULTS)
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error))
            return
        if not games:
            self.tell(_("No game of yours has ended here yet."))
            return

        def look(answer: str | None) -> None:
            if answer:
                self._go("watch", games[int(answer) - 1][0], "")

        answers = [Answer(str(n), told, _("look at it")) for n, (_id, _name, told) in enumerate(games, start=1)]
        self.app.push_screen(QuestionScreen(_("Your finished games"), [], answers), look)

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
        self.shell.leaving.ask_to_go_home()
