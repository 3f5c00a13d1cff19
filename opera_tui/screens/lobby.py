"""The lobby: sitting down, being ready, bots, talk, and the start."""

from collections.abc import Awaitable
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from opera_protocol.client import Changed, ClientError, Expelled, Room, Stage, StateChanged
from opera_protocol.errors import ProtocolError
from opera_protocol.i18n import N_
from opera_protocol.messages import TableSettings
from opera_protocol.plain_text import CHAT_LINE, CODE_WORD
from opera_protocol.telling import plain
from opera_tui import lobby_view
from opera_tui.i18n import _
from opera_tui.lobby_view import OwnTable, Summary
from opera_tui.screens.lobby_frame import LobbyFrame
from opera_tui.screens.new_table import NewTableScreen
from opera_tui.screens.shell_screen import key
from opera_tui.seat_question import seat_question
from opera_tui.sentences import sentence_for, sentence_of
from opera_tui.widgets.entry import Entry
from opera_tui.widgets.lines import Lines

OF_THE_SEATED = ("ready", "talk", "stand_up")
OF_THE_HOST = ("bots", "start")


class LobbyScreen(LobbyFrame):
    """Tables of one server."""

    CSS_PATH = "../styles/lobby.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("lobby.new", "new", N_("new"), N_("Open a table.")),
        key("lobby.watch", "watch", N_("watch"), N_("Watch the table under the cursor.")),
        key("lobby.talk", "talk", N_("talk"), N_("Say something at your table.")),
        key("lobby.copy", "copy", N_("copy line"), N_("Copy what others have to type.")),
        key("lobby.ready", "ready", N_("ready"), N_("Say that you are ready, or not yet."), show=False),
        key("lobby.bots", "bots", N_("bots"), N_("Add a bot, take one away, or send somebody away."), show=False),
        key("lobby.start", "start", N_("start"), N_("Begin the game."), show=False),
        key("lobby.stand_up", "stand_up", N_("stand up"), N_("Give your seat up."), show=False),
        Binding("escape", "go_home", N_("home"), key_display="esc", tooltip=N_("Go back to the home screen.")),
        key("everywhere.quit", "go_home", N_("leave"), N_("Leave this server."), show=False),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
    ]

    async def on_mount(self) -> None:
        self.query_one("#tables").border_title = Content(_("Tables"))
        self.query_one("#talk").border_title = Content(_("Talk"))
        self.query_one("#tables").focus()
        self.set_interval(1.0, self._tick)
        self._lobby = await self.session.enter_lobby()
        self._follow_lobby(self._lobby)
        for table_id in self.session.waiting_at():
            self._take_place(table_id)
        self.paint()
        if self.session.place.where == "host" and not self.tables:
            self.action_new()

    @work(group="lobby")
    async def _follow_lobby(self, lobby: Room) -> None:
        async for item in lobby.items():
            if isinstance(item, Changed | StateChanged):
                self.paint()

    def _take_place(self, table_id: str) -> None:
        self._own = self.session.room(table_id)
        self._standing = lobby_view.own_prompt(OwnTable(self._own.view))
        self._follow_own(self._own)
        self._wanted = table_id
        self.paint()

    @work(group="own", exclusive=True)
    async def _follow_own(self, room: Room) -> None:
        """See who comes and is ready, until the game begins or the seat is lost."""
        async for item in room.items():
            if isinstance(item, Expelled):
                self._lose_place(sentence_for(item.code, {}))
                return
            if isinstance(item, Changed):
                if item.view.seat is None:
                    self._lose_place(_("You have no seat at this table any more."))
                    await self.session.leave_table(room.id)
                    return
                if item.view.public["table"]["state"] == "running":
                    self._own = None
                    self.shell.open_table(room.id, watching=False)
                    return
                self.show_own(OwnTable(item.view))

    def _lose_place(self, told: str) -> None:
        self._own = None
        self.tell(told)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that do nothing now are neither shown nor taken."""
        if action in OF_THE_SEATED:
            return self.own is not None
        if action in OF_THE_HOST:
            return self.own is not None and self.own.is_host
        if action == "copy":
            return bool(self.session.place.join_line)
        if action == "watch":
            table = self.tables.get(self.chosen)
            is_own = self.own is not None and self.own.view.room == self.chosen
            return table is not None and not is_own and lobby_view.can_watch(table)
        return True

    def on_lines_moved(self, message: Lines.Moved) -> None:
        if message.is_by_key:
            self._notice = ""
        self._paint_header()
        self._paint_prompt()
        self._paint_table()
        self.show_enter_word()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        """Sit down, say ready, go to the game, or watch: as the lower border says."""
        if self.session.client.state.stage is Stage.LOST:
            self.session.client.try_now()
            return
        table_id = message.line.id
        deed = self.deed(table_id)
        if deed == "ready":
            self.action_ready()
        elif deed == "start":
            self.action_start()
        elif deed:
            self._with_code("sit" if deed == "sit" else "watch", table_id, self.tables[table_id])
        else:
            self.tell(_("There is nothing to do for you at this table now."))

    def action_number(self, number: int) -> None:
        tables = lobby_view.ordered(self.tables)
        if number <= len(tables):
            self.query_one("#tables", Lines).go_to(tables[number - 1][0])

    def action_watch(self) -> None:
        self._with_code("watch", self.chosen, self.tables[self.chosen])

    def _with_code(self, purpose: str, table_id: str, table: Summary) -> None:
        """Ask for the code word where there is one."""
        if table["code"] and not self.session.has_seat_at(table_id):
            label = _("Code word for {table}").format(table=plain(table["name"]))
            self.query_one(Entry).ask(f"{purpose}:{table_id}", label, most=CODE_WORD.cells)
        else:
            self._go(purpose, table_id, "")

    def on_entry_given(self, message: Entry.Given) -> None:
        purpose, _colon, table_id = message.purpose.partition(":")
        if purpose == "talk":
            if message.text and self.own:
                self._do(self.session.client.say(self.own.view.room, message.text))
        else:
            self._go(purpose, table_id, message.text)

    @work(group="act", exclusive=True)
    async def _go(self, purpose: str, table_id: str, code: str) -> None:
        """Sit down or watch; a refusal is a sentence."""
        try:
            if purpose == "sit":
                await self.session.change_seat(table_id, code)
                self._take_place(table_id)
            else:
                await self.session.enter(table_id, code)
                self.shell.open_table(table_id, watching=True)
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error))
        else:
            self.tell("")

    @work(group="act")
    async def _do(self, request: Awaitable[Any]) -> None:
        """Ask the server for something; the answer is seen at the table."""
        names = [plain(chair.get("name", "")) for chair in self.own.head["seats"]] if self.own else []
        self._notice = ""
        try:
            await request
        except (ClientError, ProtocolError) as error:
            self.tell(sentence_of(error, names))

    def action_ready(self) -> None:
        if self.own:
            self._do(self.session.client.ready(self.own.view.room, not self.own.is_ready))

    def action_start(self) -> None:
        if self.own is None:
            return
        if against := self.own.against_start():
            self.tell(against)
        else:
            self._do(self.session.client.start(self.own.view.room))

    def action_bots(self) -> None:
        """Ask who should sit where."""
        if self.own is None:
            return
        question, requests = seat_question(self.own, self.session)

        def carry_out(answer: str | None) -> None:
            if answer:
                self._do(requests[answer]())

        self.app.push_screen(question, carry_out)

    @work(group="act")
    async def action_stand_up(self) -> None:
        if self.own:
            table_id, self._own = self.own.view.room, None
            self.workers.cancel_group(self, "own")
            try:
                await self.session.give_up_seat(table_id)
            except (ClientError, ProtocolError) as error:
                self.tell(sentence_of(error))
            self.paint()

    def action_talk(self) -> None:
        self.query_one(Entry).ask("talk", _("Say"), most=CHAT_LINE.cells)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.session.place.join_line)
        self.tell(_("Copied: {line}").format(line=self.session.place.join_line))

    def action_new(self) -> None:
        names = [plain(table["name"]) for table in self.tables.values()]
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

    def action_go_home(self) -> None:
        self.shell.ask_to_go_home()

    def action_help(self) -> None:
        self.shell.show_rules("opera", "lobby")
