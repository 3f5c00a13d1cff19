"""The table: one screen for both games, to play, to watch and to look back."""

from functools import partial

from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Input

from opera_protocol.client import Changed, ClientError, Expelled, RefusedByServer, ShuffleJudged, Stage, StateChanged
from opera_protocol.texts import sentence
from opera_tui.boxes import Box, KeyHint
from opera_tui.faces import face_of
from opera_tui.help import panel_topic
from opera_tui.hosting import is_host
from opera_tui.i18n import translations
from opera_tui.lookback import MOVES, SEATS, Lookback, Past
from opera_tui.screens.asking import AskingScreen
from opera_tui.session import Session
from opera_tui.table_hints import looking_hints, playing_hints
from opera_tui.table_keys import TableKeys
from opera_tui.table_model import TableModel
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.table_layout import TableLayout
from opera_tui.widgets.too_small import HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS, TooSmall

SHORTEST_PAUSE = 0.05
"""Seconds between two steps below which they are shown at once."""
ANSWER_SECONDS = 0.1
"""So long the own box stays, as sent, where steps are shown at once: what bots answer may come in the same picture."""

WATCHED_SECONDS = 6.0
"""So long a reveal stands for who only watches."""


class TableScreen(AskingScreen):
    """Plays or watches one table."""

    CSS_PATH = "table.tcss"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = VERTICAL_BREAKPOINTS

    def __init__(self, session: Session, table_id: str, game: str, *, is_replay: bool = False) -> None:
        super().__init__()
        self._is_at_start = not is_replay
        """Whether a finished game has been turned back to its beginning, if it is to be."""
        self.session = session
        self.table_id = table_id
        self.model = TableModel(face_of(game), session.glyphs, session.settings.guard)
        self.model.keys = TableKeys(game, session.settings.keys)
        self._is_playing_back = False
        self._is_over_shown = is_replay
        self._was_deciding = False
        self._are_markers_moving = False
        self._watched: Box | None = None
        """The reveal that goes away by itself."""
        self._is_held = False
        """Whether the picture after the own move waits for what follows from it."""
        self._past: Past | None = None
        """An earlier moment that is shown instead of the present."""
        self._lookback: Lookback | None = None

    def compose(self) -> ComposeResult:
        yield TableLayout(self.model, self.session.palette, tips=self.session.settings.tips)
        yield Input(id="talk", max_length=200)
        yield TooSmall()

    def on_mount(self) -> None:
        self.query_one("#talk", Input).display = False
        self.set_interval(1.0, self._tick)
        self._follow()

    @work(exclusive=True, group="follow")
    async def _follow(self) -> None:
        """Take in whatever comes of this table until it ends."""
        room = await self.session.enter(self.table_id)
        self.model.state = self.session.client.state
        async for item in room.items():
            if isinstance(item, Changed):
                self.model.take(item)
                self._go_on()
                self._begin_replay()
            elif isinstance(item, StateChanged):
                self.model.take_state(item.state)
            elif isinstance(item, Expelled):
                self.model.notice = sentence(item.code, {}, translations())
            elif isinstance(item, ShuffleJudged):
                self.session.verdict = item.verdict
            self.paint()

    def _begin_replay(self) -> None:
        """Who looks at a finished game has not seen its end yet."""
        if not self._is_at_start and self.may_look_back:
            self._is_at_start = True
            self._look("home")

    def _go_on(self) -> None:
        """Show what came, one step after the other."""
        if not self._is_playing_back and self.model.can_advance:
            self._step()

    def _step(self) -> None:
        was_deciding = self.model.is_deciding
        self.model.advance()
        if was_deciding and not self.model.is_deciding and self.session.pace < SHORTEST_PAUSE:
            self._is_held = True
            self.set_timer(ANSWER_SECONDS, self._release)
        self._is_playing_back = self.model.can_advance
        pause = self.model.pause(self.session.pace)
        if self._is_playing_back and pause >= SHORTEST_PAUSE:
            self.set_timer(pause, self._step)
        elif self._is_playing_back:
            # A timer of Textual that has no time left never comes.
            self.call_later(self._step)
        self.paint()

    def _release(self) -> None:
        """Nothing more has come in time."""
        self._is_held = False
        self.paint()

    def _tick(self) -> None:
        """A running clock, or the countdown to the next try, changes the prompt line."""
        if self.model.state.stage is not Stage.LIVE or (self.model.view and self.model.view.head["deadlines"]):
            self.layout_of_table.paint_prompt()

    @property
    def layout_of_table(self) -> TableLayout:
        return self.query_one(TableLayout)

    def on_table_layout_sized(self) -> None:
        self.paint()

    def paint(self) -> None:
        """Bring every part up to date; panels repaint only the rows that changed."""
        self._is_held = self._is_held and not (self.model.is_deciding or self.model.is_revealing)
        if not self.is_mounted or not self.is_attached or self._is_held:
            return
        self.carry_out(self.model.wishes())
        self._let_markers_move()
        self._let_spectators_go_on()
        self.layout_of_table.paint(self._past, self._always())
        self._notice_turn()
        self._notice_end()

    def _let_markers_move(self) -> None:
        """Markers of a reveal move one after the other, each after a pause, unless a clock runs for the player."""
        if self.model.is_moving and (self.session.pace < SHORTEST_PAUSE or self.model.is_hurried):
            self.model.end_moving()
        elif self.model.is_moving and not self._are_markers_moving:
            self._are_markers_moving = True
            self.set_timer(self.session.pace, self._move_marker)

    def _move_marker(self) -> None:
        self._are_markers_moving = False
        if self.model.is_moving:
            self.model.move()
            self.paint()

    def _let_spectators_go_on(self) -> None:
        """Nobody who only watches has to press a key at each reveal; one that is looked at again stays."""
        box = self.model.box
        is_due = self.model.is_revealing and not self.model.is_moving and box is not self._watched
        if is_due and self.model.view is not None and self.model.view.me is None:
            self._watched = box
            self.set_timer(WATCHED_SECONDS, partial(self._put_away, box))

    def _put_away(self, box: Box | None) -> None:
        if self.model.is_revealing and self.model.box is box:
            self._press("enter")

    def _always(self) -> list[KeyHint]:
        if self.may_look_back:
            seats = len(self.model.view.seats) if self.model.view and self.is_open else 0
            return looking_hints(self.session.glyphs.left_right, seats=seats, is_over=self.is_over)
        return playing_hints(self.model, is_wide=self.layout_of_table.is_wide, may_host=self.may_host)

    def _notice_turn(self) -> None:
        """Ring when the own decision comes to the screen."""
        if self.model.is_deciding and not self._was_deciding:
            self.session.ring(self.app)
        self._was_deciding = self.model.is_deciding

    def _notice_end(self) -> None:
        view = self.model.view
        if view is None or self._is_over_shown or self.model.is_behind:
            return
        if view.head["state"] == "finished" and view.game:
            self._is_over_shown = True
            self.session.show_end(self.app, self.model)

    async def on_key(self, event: events.Key) -> None:
        if self.query_one("#talk", Input).display:
            if event.key == "escape":
                event.stop()
                self._end_talk()
            return
        if self._press(self.model.keys.meaning(_plain(event))):
            event.stop()
            event.prevent_default()

    def _press(self, key: str) -> bool:
        """The box first, then the keys that always mean the same."""
        if key == "enter" and self.model.state.stage is Stage.LOST:
            self.session.client.try_now()
            return True
        if self.layout_of_table.take(key):
            self.paint()
            return True
        effects = self.model.press(key)
        if effects is not None:
            self.carry_out(effects)
            self._go_on()
            self.paint()
            return True
        return self._press_always(key)

    def _press_always(self, key: str) -> bool:
        layout = self.layout_of_table
        if key in layout.keys:
            layout.bring(key)
        elif key == "tab":
            layout.bring_next()
        elif key == "space" and self.model.is_behind:
            self.model.catch_up()
        elif key == "v":
            self._review()
        elif key == "p" and self.model.is_deciding:
            self.carry_out(self.model.propose())
        elif key == "t":
            self._begin_talk()
        elif self.may_look_back and (key in MOVES or (self.is_open and key in SEATS)):
            self._look(key)
        elif not self._lead_away(key):
            return False
        self.paint()
        return True

    def _lead_away(self, key: str) -> bool:
        """Keys that open something in front of the table."""
        if key in ("question_mark", "f1", "r"):
            self.session.show_help(self.app, self.model, "" if key == "r" else self._help_topic())
        elif key == "w" and self.may_host:
            self.session.show_hosting(self.app, self.table_id)
        elif key == "q":
            self.session.ask_to_leave(self.app, self.table_id)
        else:
            return False
        return True

    def _review(self) -> None:
        """What was revealed last: after the end, who has won."""
        if self.is_over:
            self.session.show_end(self.app, self.model)
        else:
            self.model.review()

    @property
    def is_over(self) -> bool:
        view = self.model.view
        return view is not None and bool(view.game) and view.head["state"] == "finished"

    @property
    def is_open(self) -> bool:
        """Whether every seat's hidden things may be looked at: in a transcript, where nobody plays any more."""
        return self.session.place.where == "replay"

    @property
    def may_host(self) -> bool:
        """Whether there is something that only this player may change."""
        view = self.model.view
        return view is not None and is_host(view)

    @property
    def may_look_back(self) -> bool:
        """Spectators always, players after the end."""
        view = self.model.view
        return view is not None and bool(view.game) and (view.me is None or view.head["state"] != "running")

    @work(exclusive=True, group="look")
    async def _look(self, key: str) -> None:
        """Go to another moment of the game, or back to the present."""
        present = self.model.view
        assert present is not None
        if self._lookback is None:
            self._lookback = Lookback(self.session.client, self.table_id, present.me)
        try:
            self._past = await self._lookback.press(key, present)
            self.model.notice = self._lookback.told(self._past, is_open=self.is_open)
        except ClientError as error:
            self.model.notice = sentence(error.code, error.parameters, translations())
        self.paint()

    def _help_topic(self) -> str:
        """The panel that has the arrows, else the thing under the cursor, else the tab in front."""
        view, layout = self.model.view, self.layout_of_table
        if self.model.is_deciding and self.model.box is not None and not (layout.is_wide and layout.held):
            return self.model.box.help_topic
        front = layout.held or layout.keys[0] if layout.is_wide else layout.front
        return panel_topic(view.head["game"], front) if view else ""

    def on_row_panel_note_clicked(self, message: RowPanel.NoteClicked) -> None:
        """A click on what Enter does is Enter."""
        if message.panel.id == "box":
            self._press("enter")

    def on_row_panel_clicked(self, message: RowPanel.Clicked) -> None:
        if message.panel.id == "tabs":
            self._bring_clicked(message.cell)
        elif message.panel.id == "box":
            effects = self.model.click(message.index, message.cell)
            if effects is not None:
                self.carry_out(effects)
                self._go_on()
                self.paint()

    def _bring_clicked(self, cell: int) -> None:
        key = self.layout_of_table.tab_at(cell)
        if key:
            self.layout_of_table.bring(key)
            self.paint()

    def _begin_talk(self) -> None:
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
        except RefusedByServer as refused:
            self.model.notice = sentence(refused.code, refused.parameters, translations())
            self.paint()


def _plain(event: events.Key) -> str:
    """The key as boxes know it: a printed character, or its name."""
    return event.character if event.character and event.character.isalnum() else event.key
