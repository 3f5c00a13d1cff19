"""The table: one screen for both games, to play, to watch and to look back."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from textual import events, work
from textual.actions import parse
from textual.app import ComposeResult
from textual.widgets import Input

from opera_protocol.client import Changed, ClientError, Expelled, Stage, StateChanged
from opera_tui.config.appearance import Looks
from opera_tui.config.commands import UNSETTABLE, Command, KeyMap, table_commands
from opera_tui.games import face_of
from opera_tui.games.box import KeyHint
from opera_tui.games.view import GameView
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.local.folders import log_error
from opera_tui.look.i18n import _, sentence_for, sentence_of
from opera_tui.session.session import Session
from opera_tui.table.end_of_game import end_screen, export
from opera_tui.table.frame import looking_hints, playing_hints
from opera_tui.table.hosting import HostScreen, is_host
from opera_tui.table.layout import TableLayout
from opera_tui.table.lookback import Lookback, Past
from opera_tui.table.model import TableModel
from opera_tui.table.pacing import Pacing
from opera_tui.table.requests import TableRequests
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import InShell, TooSmall

FIXED: Final = KeyMap(UNSETTABLE)
MISFITS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What is raised where parts of a document contradict each other, although each of them fits its type."""


class TableScreen(InShell[None]):
    """Play or watch one table."""

    CSS_PATH = "../styles/table.tcss"
    AUTO_FOCUS = ""

    def __init__(self, session: Session, looks: Looks, table_id: str, game: str, *, is_replay: bool = False) -> None:
        super().__init__()
        self._is_at_start = not is_replay
        """Whether a replay has gone to its first move; always True elsewhere."""
        self.session = session
        self.table_id = table_id
        self._game = game
        face = face_of(game)
        self.model = TableModel(face, looks.glyphs, TableRequests(self), looks.settings.guard)
        self.keys = KeyMap(table_commands(face), looks.settings.keys)
        self._pacing = Pacing(self)
        self._is_over_shown = is_replay
        self._was_deciding = False
        self._is_error_logged = False
        """Whether an error is in the log already: a hostile server must not fill the disk."""
        self._past: Past | None = None
        """An earlier moment that is shown instead of the present."""
        self._lookback: Lookback | None = None

    def compose(self) -> ComposeResult:
        yield TableLayout(self.model, self.keys, self.looks.palette, tips=self.looks.settings.tips)
        yield Input(id="talk", max_length=200)
        yield TooSmall()

    def on_mount(self) -> None:
        self.query_one("#talk", Input).display = False
        self.set_interval(1.0, self._tick)
        self._follow()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """Take whatever the server sends of this table until it ends."""
        room = await self.session.enter(self.table_id)
        self.model.state = self.session.client.state
        async for item in room.items():
            if isinstance(item, Changed):
                self.take(item)
            elif isinstance(item, StateChanged):
                self.model.take_state(item.state)
            elif isinstance(item, Expelled):
                self.model.decision.notice = sentence_for(item.code, {})
            self.paint()

    def take(self, change: Changed) -> None:
        """Take a change from the server and show it, one step after the other."""
        with self.safely():
            self.model.take(change)
        self._pacing.go_on()
        self._begin_replay()

    @contextmanager
    def safely(self) -> Iterator[None]:
        """Show something of the table; if a hostile server's documents make that fail, say that they cannot be read."""
        try:
            yield
        except MISFITS:
            if not self._is_error_logged:
                self._is_error_logged = True
                log_error()
            self.model.playback.unreadable = sentence_for("unreadable", {})
            self.layout_of_table.paint_prompt()

    def _begin_replay(self) -> None:
        """Go to the first move of a game that is replayed, since its end is what the server shows first."""
        if not self._is_at_start and self.may_look_back:
            self._is_at_start = True
            self.action_look("home")

    @property
    def pace(self) -> float:
        """Seconds between two steps that are shown one after the other."""
        return self.looks.settings.pace

    def _tick(self) -> None:
        """Paint the prompt line, which shows a running clock or the countdown to the next try."""
        if self.model.state.stage is not Stage.LIVE or (self.model.view and self.model.view.head.deadlines):
            self.layout_of_table.paint_prompt()

    @property
    def layout_of_table(self) -> TableLayout:
        return self.query_one(TableLayout)

    def on_table_layout_sized(self) -> None:
        self.paint()

    def paint(self) -> None:
        """Bring every part up to date; panels repaint only the rows that changed."""
        if not self.is_mounted or not self.is_attached or self._pacing.is_held:
            return
        with self.safely():
            self._pacing.let_markers_move()
            self._pacing.let_spectators_go_on()
            self.layout_of_table.paint(self._past, self._always())
            self._notice_turn()
            self._notice_end()

    def _always(self) -> list[KeyHint]:
        if self.may_look_back:
            seats = len(self.model.view.seats) if self.model.view and self.is_open else 0
            return looking_hints(self.keys, self.looks.glyphs.left_right, seats=seats, is_over=self.is_over)
        return playing_hints(self.keys, self.model, is_wide=self.layout_of_table.is_wide, may_host=self.may_host)

    def _notice_turn(self) -> None:
        """Ring when the player's decision comes to the screen."""
        if self.model.is_deciding and not self._was_deciding:
            if self.looks.settings.bell:
                self.app.bell()
            self.application.show_title(_("your turn"))
        self._was_deciding = self.model.is_deciding

    def _notice_end(self) -> None:
        view = self.model.view
        if view is None or self._is_over_shown or self.is_behind:
            return
        if view.head.state == "finished" and isinstance(view, GameView):
            self._is_over_shown = True
            self.in_background(self._show_end)

    async def _show_end(self) -> None:
        """Show the end of the game, and do what the player chooses there."""
        screen = await end_screen(self.session, self.model, partial(self.in_background, self._export))
        await self.app.push_screen(screen, self._go_on_with)

    def _go_on_with(self, result: str | None) -> None:
        if result == "again":
            self.shell.play_again(self.session, self.table_id)

    async def _export(self) -> None:
        path = await export(self.session, self.table_id)
        self.tell(_("The transcript is in {file}").format(file=path))

    async def on_key(self, event: events.Key) -> None:
        if self.query_one("#talk", Input).display:
            if event.key == "escape":
                event.stop()
                self._end_talk()
            return
        if self.press(_plain(event)):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Handle a key and return whether it meant something: commands first, then the box, then fixed keys."""
        is_taken = False
        with self.safely():
            is_taken = self._press(key)
        return is_taken  # noqa: RET504 - it stays False if a document does not fit

    def _press(self, key: str) -> bool:
        if key == "enter" and self.model.state.stage is Stage.LOST:
            self.session.client.try_now()
            return True
        command = self.keys.command(key)
        if command is not None:
            return self._stop_markers() or self._run(command)
        if self.layout_of_table.take(key):
            self.paint()
            return True
        if self.model.press(key):
            self._went_on()
            return True
        fixed = FIXED.command(key)
        return fixed is not None and self._run(fixed)

    def _stop_markers(self) -> bool:
        """Let any key end the moving of markers, and return whether it did."""
        is_moving = self.model.playback.is_moving
        if is_moving:
            self.model.playback.end_moving()
            self.paint()
        return is_moving

    def _went_on(self) -> None:
        """Show what follows from a key or a click in the box."""
        self._pacing.go_on()
        self.paint()

    def _run(self, command: Command) -> bool:
        """Run a command and return whether it applied."""
        if command.when and not getattr(self, command.when):
            return False
        _namespace, action, arguments = parse(command.action)
        getattr(self, f"action_{action}")(*arguments)
        self.paint()
        return True

    def action_bring(self, panel_id: str) -> None:
        self.layout_of_table.bring(panel_id)

    def action_bring_next(self) -> None:
        self.layout_of_table.bring_next()

    def action_catch_up(self) -> None:
        self.model.catch_up()

    def action_propose(self) -> None:
        self.model.propose()

    def action_review(self) -> None:
        """Show again what was revealed last: after the end, the ranking."""
        if self.is_over:
            self.in_background(self._show_end)
        else:
            self.model.review()

    def action_help(self) -> None:
        self.app.push_screen(RulesScreen(self._game, self._help_topic()))

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self._game))

    def action_host(self) -> None:
        self.app.push_screen(HostScreen(self.session, self.looks, self.table_id))

    def action_leave(self) -> None:
        self.shell.ask_to_leave(self.session, self.table_id)

    @property
    def is_deciding(self) -> bool:
        return self.model.is_deciding

    @property
    def is_behind(self) -> bool:
        return self.model.playback.is_behind

    @property
    def is_over(self) -> bool:
        view = self.model.view
        return isinstance(view, GameView) and view.head.state == "finished"

    @property
    def is_open(self) -> bool:
        """Whether every seat's hidden things may be looked at: in a transcript, where nobody plays any more."""
        return self.session.place.where == "replay"

    @property
    def may_choose_seat(self) -> bool:
        return self.may_look_back and self.is_open

    @property
    def may_host(self) -> bool:
        """Whether there is something that only this player may change."""
        view = self.model.view
        return view is not None and is_host(view)

    @property
    def may_look_back(self) -> bool:
        """Whether earlier moments may be shown: to spectators always, to players after the end."""
        view = self.model.view
        return isinstance(view, GameView) and (view.me is None or view.head.state != "running")

    @work(exclusive=True, group="look")
    async def action_look(self, move: str) -> None:
        """Show another moment of the game, or the present again."""
        present = self.model.view
        assert isinstance(present, GameView)
        if self._lookback is None:
            self._lookback = Lookback(self.session.client, self.table_id, present.me)
        try:
            self._past = await self._lookback.go(move, present)
            self.model.decision.notice = self._lookback.describe(self._past, is_open=self.is_open)
        except ClientError as error:
            self.model.decision.notice = sentence_of(error)
        self.paint()

    def _help_topic(self) -> str:
        """Return what to explain: the panel with the arrows, else the thing under the cursor, else the tab in front."""
        layout = self.layout_of_table
        if self.model.is_deciding and self.model.box is not None and not (layout.is_wide and layout.held):
            return self.model.box.help_topic
        return layout.help_topic if self.model.view else ""

    def on_row_panel_note_clicked(self, message: RowPanel.NoteClicked) -> None:
        """Treat a click on what Enter does as Enter."""
        if message.panel.id == "box":
            self.press("enter")

    def on_row_panel_clicked(self, message: RowPanel.Clicked) -> None:
        with self.safely():
            if message.panel.id == "tabs":
                panel_id = self.layout_of_table.tab_at(message.cell)
                if panel_id:
                    self._run(self.keys[panel_id])
            elif message.panel.id == "box" and self.model.click(message.index, message.cell):
                self._went_on()

    def action_talk(self) -> None:
        talk = self.query_one("#talk", Input)
        talk.value = ""
        talk.display = True
        self.layout_of_table.query_one("#footer").display = False
        talk.focus()

    def _end_talk(self) -> None:
        self.query_one("#talk", Input).display = False
        self.layout_of_table.query_one("#footer").display = True
        self.set_focus(None)

    async def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self._end_talk()
        if message.value.strip():
            self._say(message.value.strip())

    @work(group="talk")
    async def _say(self, text: str) -> None:
        try:
            await self.session.client.say(self.table_id, text)
        except ClientError as error:
            self.model.decision.notice = sentence_of(error)
            self.paint()


def _plain(event: events.Key) -> str:
    """Return the key as boxes know it: a printed character, or its name."""
    return event.character if event.character and event.character.isalnum() else event.key
