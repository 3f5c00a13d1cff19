"""The table: one screen for both games, to play, to watch and to look back."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from textual import events, work
from textual.actions import parse
from textual.app import ComposeResult

from opera_games.catalog import about
from opera_games.errors import MISFITS, Coded
from opera_protocol.client import (
    Changed,
    Expelled,
    Noticed,
    RefusedByServer,
    RoomItem,
    Stage,
    StateChanged,
)
from opera_tui.config.appearance import Looks
from opera_tui.config.commands import UNSETTABLE, Command, table_commands
from opera_tui.config.key_map import KeyMap
from opera_tui.games import face_of
from opera_tui.games.box import KeyHint
from opera_tui.games.view import GameView
from opera_tui.help.pages import Rules, Source, rules_at, section_page, topic_page, usual_rules
from opera_tui.local.folders import log_error
from opera_tui.look.i18n import _, sentence_for, sentence_of
from opera_tui.session.intake import taken_in
from opera_tui.session.session import Session
from opera_tui.table.conditions import TableConditions
from opera_tui.table.end_of_game import EndOfGame
from opera_tui.table.focus import OF_A_PANEL
from opera_tui.table.frame import LOG, looking_hints, playing_hints
from opera_tui.table.layout import TableLayout
from opera_tui.table.lookback import Lookback, Past
from opera_tui.table.model import TableModel
from opera_tui.table.pacing import Pacing
from opera_tui.table.requests import TableRequests
from opera_tui.table.talk_line import TalkLine
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import TooSmall

FIXED: Final = KeyMap(UNSETTABLE)
MOST_UNSHOWN: Final = 400
"""Changes that wait to be shown step by step; no game brings so many between two decisions."""


class TableScreen(TableConditions):
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
        settings = looks.settings
        self._requests = TableRequests(self)
        self.model = TableModel(face, looks.glyphs, self._requests, settings.guard, asks=settings.confirm)
        self.model.present.now_ms = session.client.clock.now_ms
        self.model.lesson.next_puzzle = self._go_to_next_puzzle
        self.keys = KeyMap(table_commands(face), settings.keys)
        self._pacing = Pacing(self)
        self._end = EndOfGame(self, is_shown=is_replay)
        self._was_deciding = False
        self._unshown = 0
        """How much has come since everything was last shown."""
        self._is_error_logged = False
        """Whether an error is in the log already: a hostile server must not fill the disk."""
        self._past: Past | None = None
        """An earlier moment that is shown instead of the present."""
        self._lookback: Lookback | None = None

    def compose(self) -> ComposeResult:
        yield TableLayout(self.model, self.keys, self.looks.palette, tips=self.looks.settings.tips)
        yield TalkLine()
        yield TooSmall()

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        self._follow()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """Take whatever the server sends of this table until it ends."""
        try:
            room = await self.session.enter(self.table_id)
        except Coded as error:
            self.shell.leaving.lose_table(self.session, self.table_id, error)
            return
        self.model.state = self.session.client.state
        async for batch in taken_in(room.items(), self.keys_first):
            self.take(*batch)
            self.paint()

    def take(self, *items: RoomItem) -> None:
        """Take what came from the server, and show changes one step after the other."""
        for item in items:
            with self.safely():
                self._take_item(item)
        self._unshown = self._unshown + len(items) if self.is_behind else 0
        if self._unshown > MOST_UNSHOWN:
            with self.safely():
                self.model.catch_up()
        self._pacing.go_on()
        self._begin_replay()

    def _take_item(self, item: RoomItem) -> None:
        if isinstance(item, Changed):
            self.model.take(item)
        elif isinstance(item, StateChanged):
            self.model.take_state(item.state)
        elif isinstance(item, Expelled):
            self.shell.leaving.lose_table(self.session, self.table_id, RefusedByServer(item.code))
        elif isinstance(item, Noticed):
            self.model.playback.log.add_remark(_("The server's operator says: {text}").format(text=item.text))

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
        """Show what changes with time or elsewhere: a clock, the countdown to the next try, the lobby's rematch."""
        if self.model.state.stage is not Stage.LIVE or self.model.present.has_clock:
            self.layout_of_table.paint_prompt()
        self._end.tell_rematch()

    @property
    def layout_of_table(self) -> TableLayout:
        return self.query_one(TableLayout)

    def on_table_layout_sized(self) -> None:
        self.paint()

    def paint(self) -> None:
        """Bring every part up to date; panels repaint only the rows that changed."""
        if self._pacing.is_held:
            return
        with self.safely():
            self._pacing.let_reveal_move()
            self._pacing.let_spectators_go_on()
            self.layout_of_table.paint(self._past, self._always())
            self._notice_turn()
            self._end.notice()

    def _always(self) -> list[KeyHint]:
        if self.may_look_back:
            seats = len(self.model.view.seats) if self.model.view and self.is_open else 0
            may_branch = self.model.present.may_branch
            arrows = self.looks.glyphs.left_right
            step = about(self._game).step
            return looking_hints(self.keys, arrows, step, seats=seats, is_over=self.is_over, may_branch=may_branch)
        return playing_hints(self.keys, self.model, is_wide=self.layout_of_table.is_wide, may_host=self.may_host)

    def _notice_turn(self) -> None:
        """Ring when the player's decision comes to the screen."""
        if self.model.is_deciding and not self._was_deciding:
            if self.looks.settings.bell:
                self.app.bell()
            self.application.show_title(_("your turn"))
        self._was_deciding = self.model.is_deciding

    async def on_key(self, event: events.Key) -> None:
        self._requests.take_seat_back()
        if not self.query_one(TalkLine).is_open and self.press(_plain(event)):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Handle a key and return whether it meant something: commands first, then the box, then fixed keys."""
        is_taken = False
        with self.safely():
            is_taken = self._press(key)
        return is_taken  # noqa: RET504 - it stays False if a document does not fit

    def _press(self, key: str) -> bool:
        self._end_moving()
        self._let_lesson_speak()
        if key == "enter" and self.model.state.stage is Stage.LOST:
            self.session.client.try_now()
            return True
        command = None if self._is_answer(key) else self.keys.command(key)
        if command is not None:
            return self._run_at_the_present(command)
        if self.layout_of_table.take(key):
            self.paint()
            return True
        if key == "enter" and self._show_details():
            return True
        if not self._is_for_panel(key) and self.model.press(key):
            self.layout_of_table.panel_focus.give_back()
            self._went_on()
            return True
        fixed = FIXED.command(key)
        return fixed is not None and self._run(fixed)

    def _is_answer(self, key: str) -> bool:
        """Return whether a key answers what the box asks: no command takes it away then."""
        return self.model.box is not None and key in self.model.box.answers

    def _is_for_panel(self, key: str) -> bool:
        """Return whether a key is kept from the box, since a panel has the focus."""
        return bool(self.layout_of_table.panel_focus.panel) and key in OF_A_PANEL

    def _show_details(self) -> bool:
        """Explain the entry under the cursor of the panel that has the focus, if there is one."""
        entry = self.layout_of_table.entry
        if entry is None:
            return False
        self._read(partial(section_page, entry.details()))
        return True

    def _run_at_the_present(self, command: Command) -> bool:
        """Run a command; like any key, it shows the rest of what others did at once."""
        if self.model.is_stepping:
            self.model.hurry()
            self._went_on()
        return self._run(command)

    def _end_moving(self) -> None:
        """Let any key end what moves."""
        if self.model.playback.is_moving:
            self.model.playback.end_moving()
            self.paint()

    def _let_lesson_speak(self) -> None:
        """Let any key put a refusal away that stands where a lesson speaks, also one that means nothing else."""
        model = self.model
        if model.lesson.is_going_on and not self._past and (model.lesson.reason or model.decision.notice):
            model.lesson.reason = model.decision.notice = ""
            self.paint()

    def _went_on(self) -> None:
        """Show what follows from a key or a click in the box."""
        self._pacing.go_on()
        self.paint()

    def _run(self, command: Command) -> bool:
        """Run a command and return whether it applied; a sentence about the key before goes with it."""
        if command.when and not getattr(self, command.when):
            return False
        self.model.decision.notice = self.model.decision.notice if self._past else ""
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
        self.layout_of_table.panel_focus.give_back()
        self.model.propose()

    def action_take_back(self) -> None:
        """Take the last action back; after the end, go on from the moment that is shown, at another table."""
        if self.model.present.may_branch:
            moment = self._lookback.at if self._lookback and self._past else None
            self.shell.ask_to_play_on(self.session, self.table_id, moment)
        else:
            self.model.take_back()

    def action_review(self) -> None:
        """Show again what was revealed last: after the end, the ranking."""
        if self.is_over:
            self._end.show()
        else:
            self.model.review()

    def action_help(self) -> None:
        layout = self.layout_of_table
        is_about_box = self.model.is_deciding and not layout.panel_focus.panel
        topics, asked = self._help_topics(), self.model.box.asked_topic if is_about_box and self.model.box else ""
        topic, further = (asked, topics[0]) if asked else topics
        page = partial(topic_page, topic, further=further)
        self._read(partial(page, tip=layout.tip if is_about_box else None))

    def action_rules(self) -> None:
        self._read()

    def _read(self, source: Source | None = None) -> None:
        """Open the rules, or a page about something."""
        from opera_tui.help.rules_screen import RulesScreen  # noqa: PLC0415 - no first decision waits for this

        self.app.push_screen(RulesScreen(self._rules, source))

    @property
    def _rules(self) -> Rules:
        """The rules of this table; before the game has begun, of a usual one."""
        view = self.model.view
        return rules_at(view) if isinstance(view, GameView) else usual_rules(self._game)

    def action_host(self) -> None:
        from opera_tui.table.hosting import HostScreen  # noqa: PLC0415 - nor for this

        self.app.push_screen(HostScreen(self.session, self.looks, self.table_id, self._rules))

    def _go_to_next_puzzle(self) -> None:
        self.shell.go_to_next_puzzle(self.session, self.table_id)

    def action_leave(self) -> None:
        self.shell.leaving.ask_to_leave(self.session, self.table_id)

    @work(exclusive=True, group="look")
    async def action_look(self, move: str) -> None:
        """Show another moment of the game, or the present again."""
        present = self.model.view
        assert isinstance(present, GameView)
        if self._lookback is None:
            self._lookback = Lookback(self.session.client, self.model.face, self.table_id, present.me)
        try:
            self._past = await self._lookback.go(move, present)
            self.model.decision.notice = self._lookback.describe(self._past, is_open=self.is_open)
        except Coded as error:
            self.model.decision.notice = sentence_of(error)
        self.paint()

    def _help_topics(self) -> tuple[str, str]:
        """Return what to explain: the panel with the focus, else what the box shows or asks, else the tab in front.

        Below it may stand something further.
        """
        layout, box = self.layout_of_table, self.model.box
        is_read = self.model.is_deciding or self.model.playback.revealed is not None
        if is_read and box is not None and not layout.panel_focus.panel:
            return box.help_topic, ""
        if self.may_look_back and not layout.panel_focus.panel:
            return "replay" if self.is_over else "watching", ""
        return layout.help_topics if self.model.view else ("", "")

    def on_row_panel_note_clicked(self, message: RowPanel.NoteClicked) -> None:
        """Treat a click on what Enter does as Enter."""
        self._requests.take_seat_back()
        if message.panel.id == "box" or self.layout_of_table.panel_focus.panel:
            self.press("enter")

    def on_row_panel_clicked(self, message: RowPanel.Clicked) -> None:
        self._requests.take_seat_back()
        with self.safely():
            if message.panel.id == "tabs":
                panel_id = self.layout_of_table.tab_at(message.cell)
                if panel_id:
                    self._run(self.keys[panel_id])
            elif self._took_click(message):
                self._went_on()

    def _took_click(self, message: RowPanel.Clicked) -> bool:
        """Hand a click to the box: one into it, or one on a thing in a panel that can be chosen there."""
        if message.panel.id == "box":
            self.layout_of_table.panel_focus.give_back()
            return self.model.click(*self.layout_of_table.place_in_box(message.index, message.cell))
        thing = self.layout_of_table.thing_at(message.panel.id, message.index, message.cell)
        return bool(thing) and self.model.choose(thing)

    def action_talk(self) -> None:
        self.layout_of_table.query_one("#footer").display = False
        self.query_one(TalkLine).open(is_unheard=self.is_unheard)

    def on_talk_line_closed(self, message: TalkLine.Closed) -> None:
        self.layout_of_table.query_one("#footer").display = True
        self.set_focus(None)
        if message.text:
            self._say(message.text)

    @work(group="talk")
    async def _say(self, text: str) -> None:
        try:
            await self.session.client.say(self.table_id, text)
        except Coded as error:
            self.model.decision.notice = sentence_of(error)
        else:
            layout = self.layout_of_table
            if layout.is_wide or layout.front == LOG:
                return
            said = _("Said, and it stands in the log ({key}); bots do not answer.")
            told = said if self.model.present.is_alone else _("Said, and it stands in the log ({key}).")
            self.model.decision.notice = told.format(key=self.keys.shown(LOG))
        self.paint()


def _plain(event: events.Key) -> str:
    """Return the key as boxes know it: a printed character, or its name."""
    return event.character if event.character and event.character.isalnum() else event.key
