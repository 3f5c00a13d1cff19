"""The shell around the screens: the session and the servers in use, and following intents."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from opera_games.errors import Coded
from opera_protocol.client import ClientError, KeyQuestion, Noticed, Stage, Unreadable
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_tui.local.found_servers import FoundServers
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.finished_games import FinishedGame
from opera_tui.session.intents import (
    GoHome,
    Intent,
    Join,
    Learn,
    Puzzles,
    ReadRules,
    leads_away,
    leads_elsewhere,
)
from opera_tui.session.lesson_states import LessonStates
from opera_tui.session.session import Session
from opera_tui.shell import questions, screens
from opera_tui.shell.connect import connect, to_the_end, waiting_for
from opera_tui.shell.leaving import Leaving
from opera_tui.shell.stack import PLACES, ScreenStack
from opera_tui.terminal.textual_private import SURVIVABLE
from opera_tui.widgets.dialogs import WaitingScreen, note
from opera_tui.widgets.shell_screen import notify, run_reporting

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.app import OperaApp

CONNECTING: Final = "connecting"
"""The name of the worker group that follows an intent to a server."""
NOTICE_SECONDS: Final = 30.0


class OperaShell:
    """What happens between the screens: connecting to servers, and going from screen to screen."""

    def __init__(self, app: "OperaApp", *, looks_around: bool = True) -> None:
        self._app = app
        self._looks_around = looks_around
        self._stack = ScreenStack(app, self._look_around)
        self.leaving = Leaving(app, self, self._stack)
        self.machine = app.machine
        self._servers: OwnServers | None = None if app.machine.is_visit else OwnServers()
        self._entrance = Join()
        """Where a visitor came in; there is nowhere else to go."""
        self.session: Session | None = None
        self._connected: set[Session] = set()
        """The session in use, and those that are still being left."""
        self.found = FoundServers(self._show_found)
        """Servers on the local network."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self._app.looks.settings.player_name

    @property
    def servers(self) -> OwnServers:
        """The servers that this client starts; a visitor has none."""
        assert self._servers is not None
        return self._servers

    async def booklet(self, session: Session, table_id: str) -> bytes:
        """Write the booklet of a game that is over."""
        from opera_tui.session.booklets import booklet_at  # noqa: PLC0415 - loads pages that few games need

        return await booklet_at(self._servers, session, table_id)

    async def print_booklet(self, game: FinishedGame) -> str:
        """Write the booklet of a finished game into a file, and say where it is."""
        from opera_tui.session.booklets import booklet_file, booklet_of_game  # noqa: PLC0415 - as above

        assert self.session is not None
        content = await booklet_of_game(self.servers, self.session, game)
        return (await asyncio.to_thread(self.machine.write_booklet, booklet_file(game), content)).told

    def remove_folders(self) -> None:
        """Remove what servers of transcripts keep for as long as this program runs."""
        if self._servers is not None:
            self._servers.remove_folders()

    def start(self, intent: Intent) -> None:
        """Begin with an intent; the home screen is there, unless the intent leads away from it."""
        if isinstance(intent, Join):
            self._entrance = Join(intent.address, intent.key)
        if not leads_away(intent):
            self._look_around()
        if self.machine.asks_name(self._app.looks.settings):
            self._app.run_worker(self._ask_name(intent), group="reporting")
        elif not isinstance(intent, GoHome):
            self.follow(intent)

    async def _ask_name(self, intent: Intent) -> None:
        """Ask for the name at tables before anything else, once."""
        before = self._app.looks.settings
        while not (name := await questions.answer_to(self._app, questions.name_question())):
            if await questions.answer_to(self._app, self.leaving.quit_question()) == questions.QUIT:
                self._app.exit()
                return
        after = msgspec.structs.replace(before, name=clean(name, PLAYER_NAME))
        self._app.change_settings(after)
        self.machine.save_settings(before, after)
        self.follow(intent)

    async def close(self) -> None:
        """Leave every server, and stop those that this client has started."""
        self.session = None
        for session in list(self._connected):
            await self.disconnect(session)
        if self._servers is not None:
            await self._servers.close()

    def _look_around(self) -> None:
        """Look for servers on the network from now on."""
        if self._looks_around:
            self._looks_around = False
            self._app.call_after_refresh(self._app.run_worker, self.found.look, group="found", exit_on_error=False)

    def _show_found(self) -> None:
        self._stack.tell(lambda screen: screen.show_servers())

    def follow(self, intent: Intent) -> None:
        """Go where an intent leads; visitors only to the server where they came in."""
        if self.machine.is_visit and isinstance(intent, Join):
            intent = intent._replace(address=self._entrance.address, key=self._entrance.key)
        elif self.machine.is_visit and isinstance(intent, Learn):
            intent = intent._replace(at=self._entrance)
        elif self.machine.is_visit and not isinstance(intent, Puzzles | ReadRules):
            return
        if isinstance(intent, ReadRules):
            self._app.push_screen(screens.rules_screen(intent, is_visit=self.machine.is_visit))
        elif isinstance(intent, Learn) and not intent.lesson:
            self._app.push_screen(screens.lessons_screen())
        elif isinstance(intent, Puzzles):
            self._app.push_screen(screens.puzzles_screen())
        elif isinstance(intent, Join) and not intent.address:
            self._app.push_screen(screens.find_screen(intent))
            self._look_around()
        elif leads_away(intent):
            # Not a coroutine: the next intent may stop the worker before it has begun. Textual's union defeats mypy.
            connecting: Any = partial(self._connect, intent)
            self._app.run_worker(connecting, group=CONNECTING, exclusive=True)

    async def _connect(self, intent: Intent) -> None:
        """Show a waiting screen, then where the intent led; a failure is shown, and the player stays where it began."""
        waiting = WaitingScreen(waiting_for(intent))
        try:
            await to_the_end(self._push(waiting))
            await self.leave_session()
            arrival = await connect(self, intent)
        except SURVIVABLE as error:
            if not isinstance(error, Coded) and not leads_elsewhere(intent):
                raise
            await to_the_end(self._fail(waiting, error))
            return
        except asyncio.CancelledError:
            self._app.call_later(self._stop_waiting, waiting)
            raise
        self.adopt(arrival.session)
        try:
            await to_the_end(self._stack.show_arrival(arrival))
        except Coded as error:
            self.leaving.lose_server(arrival.session, error)

    async def _push(self, screen: "Screen[None]") -> None:
        await self._app.push_screen(screen)

    async def _fail(self, waiting: WaitingScreen, error: Exception) -> None:
        """Return to where the intent came from, and say why it led nowhere."""
        if not isinstance(error, Coded):
            self.machine.log_error(error)
        why = error if isinstance(error, Coded) else Unreadable()
        await self._stop_waiting(waiting)
        await self._app.push_screen(note(_("That did not work"), sentence_of(why)))

    @property
    def is_hosting(self) -> bool:
        """Whether this client is at this user's server for others."""
        return self.session is not None and self.session.place.where == "host"

    def adopt(self, session: Session) -> None:
        """Make this the session in use, and follow what the server says to this client as a whole."""
        self.session = session
        self._connected.add(session)
        if self.is_hosting:
            self.found.expect(self.servers.host().fingerprint)
        self._app.run_worker(self._follow(session), group="session", exclusive=True)

    async def _follow(self, session: Session) -> None:
        """Show the operator's notices; go home if the server wants this client no more."""
        async for item in session.client.items():
            if isinstance(item, Noticed):
                notify(self._app, item.text, title=_("The server's operator says"), seconds=NOTICE_SECONDS)
            elif item.state.stage is Stage.ENDED:
                self.leaving.lose_server(session, ClientError(item.state.code, **item.state.parameters))

    async def _stop_waiting(self, waiting: WaitingScreen) -> None:
        """Return to where the intent came from."""
        with self._app.batch_update():
            # A question may have come in front meanwhile; what it asked about is over.
            while waiting in self._app.screen_stack:
                await self._app.pop_screen()
            if len(self._app.screen_stack) == 1:
                await self._stack.open_home()

    def give_up(self) -> None:
        """Stop waiting for a server."""
        self._app.workers.cancel_group(self._app, CONNECTING)

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        """Ask whether the player trusts a server that is new, or that has another key than before."""
        return await questions.answer_to(self._app, questions.key_question(question)) == questions.TRUST

    async def ask_for_code(self, table: str, wrong: str) -> str:
        """Ask for the code word of a table, after a sentence about the one that was tried; empty if none is given."""
        return await questions.answer_to(self._app, questions.code_question(table, wrong))

    async def leave_session(self) -> None:
        """Disconnect from the server, if there is one."""
        session, self.session = self.session, None
        if session:
            await self.disconnect(session)

    async def disconnect(self, session: Session) -> None:
        """Disconnect from a server."""
        await session.leave()
        self._connected.discard(session)

    def open_table(self, table_id: str) -> None:
        """Show a table of the session that was entered."""
        assert self.session is not None
        try:
            self._stack.open_table(self.session, table_id)
        except Coded as error:
            self.leaving.lose_table(self.session, table_id, error)

    def play_again(self, session: Session, table_id: str) -> None:
        """Go on to the next game of the same people."""
        run_reporting(self._app, partial(self._play_again, session, table_id))

    async def _play_again(self, session: Session, table_id: str) -> None:
        """Open the next game: at once against bots, else wait for the others in the lobby."""
        again = await session.play_again(table_id)
        if self.session is not session:
            return
        await self._stack.back_to(*PLACES)
        await session.leave_table(table_id)
        if session.place.where == "solo":
            self._stack.open_table(session, again)
        else:
            await self._stack.open_lobby(session, waits_at=again)

    def ask_to_play_on(self, session: Session, table_id: str, actions: int | None) -> None:
        """Ask before a game that is over goes on from an earlier moment, at another table."""

        def go_on(answer: str | None) -> None:
            if answer == questions.GO:
                run_reporting(self._app, partial(self._play_on, session, table_id, actions))

        self._app.push_screen(questions.play_on_question(actions), go_on)

    async def _play_on(self, session: Session, table_id: str, actions: int | None) -> None:
        opened = await session.play_on(table_id, actions)
        if self.session is not session:
            return
        await self._stack.back_to(*PLACES)
        await session.leave_table(table_id)
        self._stack.open_table(session, opened)

    def go_to_next_puzzle(self, session: Session, table_id: str) -> None:
        """Lay out the next puzzle; the table of the one that is solved is of no more use."""
        run_reporting(self._app, partial(self._go_to_next_puzzle, session, table_id))

    async def _go_to_next_puzzle(self, session: Session, table_id: str) -> None:
        if self.session is not session or not session.client.is_in(table_id):
            return
        lesson = session.client.room(table_id).view.head.lesson
        if lesson is None:
            return
        with suppress(Coded):
            await session.give_up_seat(table_id)
        self.follow(Learn(LessonStates(self.machine).next_puzzle(lesson.id), is_anew=True))
