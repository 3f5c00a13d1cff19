"""The shell around the screens: the session and the servers in use, following intents, and leaving."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from opera_protocol.client import ClientError, KeyQuestion, Unreadable
from opera_protocol.local.identity import IDENTITY_FILE
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import LOBBY
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.find import FindScreen
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.view import others_seated
from opera_tui.local.folders import data_folder
from opera_tui.local.found_servers import FoundServers
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _
from opera_tui.session.intents import GoHome, Intent, Join, ReadRules, leads_away
from opera_tui.session.sentences import sentence_of
from opera_tui.session.session import Session
from opera_tui.shell import leave, stack
from opera_tui.shell.connect import connect
from opera_tui.widgets.question import QuestionScreen, note
from opera_tui.widgets.shell_screen import run_reporting
from opera_tui.widgets.waiting import WaitingScreen

if TYPE_CHECKING:
    from opera_tui.shell.app import OperaApp

CONNECTING: Final = "connecting"
"""The group of the worker that follows an intent to a server."""


class OperaShell:
    """What happens between the screens: connecting to servers, going from screen to screen, and leaving."""

    def __init__(self, app: "OperaApp", *, looks_around: bool = True) -> None:
        self._app = app
        self._looks_around = looks_around
        self.servers = OwnServers()
        self.session: Session | None = None
        self.found = FoundServers(self._show_found)
        """Servers on the local network."""
        self.is_known = (data_folder() / IDENTITY_FILE).exists()
        """Whether this player has been here before."""
        self.farewell = ""
        """What is printed in the terminal after the end."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self._app.looks.settings.player_name

    async def start(self, intent: Intent) -> None:
        """Show the first screen."""
        if not leads_away(intent):
            await self.open_home()
        if not isinstance(intent, GoHome):
            self.follow(intent)

    async def close(self) -> None:
        """Leave the server, and stop those that this client has started."""
        await self.leave_session()
        await self.servers.close()

    async def open_home(self) -> None:
        await self._app.push_screen(HomeScreen())
        self._look_around()

    def _look_around(self) -> None:
        """Look for servers on the network from now on."""
        if self._looks_around:
            self._looks_around = False
            self._app.call_after_refresh(self._app.run_worker, self.found.look, group="found", exit_on_error=False)

    def _show_found(self) -> None:
        for screen in self._app.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show_found(len(self.found.all()))
            elif isinstance(screen, FindScreen):
                screen.show_servers()

    def follow(self, intent: Intent) -> None:
        """Go where an intent leads."""
        if isinstance(intent, ReadRules):
            self._app.push_screen(RulesScreen(intent.game))
        elif isinstance(intent, Join) and not intent.address:
            self._app.push_screen(FindScreen(intent))
            self._look_around()
        elif leads_away(intent):
            self._app.run_worker(self._connect(intent), group=CONNECTING, exclusive=True)

    async def _connect(self, intent: Intent) -> None:
        """Show what is waited for, then where the intent led; a failure is shown and changes nothing."""
        waiting = WaitingScreen(stack.waiting_for(intent))
        await self._app.push_screen(waiting)
        try:
            await self.leave_session()
            arrival = await connect(self, intent)
        except (ClientError, ProtocolError) as error:
            await self._stop_waiting(waiting)
            await self._app.push_screen(note(_("That did not work"), sentence_of(error)))
            return
        except asyncio.CancelledError:
            self._app.call_later(self._stop_waiting, waiting)
            raise
        self.session = arrival.session
        await stack.arrive(self._app, arrival)

    async def _stop_waiting(self, waiting: WaitingScreen) -> None:
        """Return to where the intent came from."""
        with self._app.batch_update():
            if self._app.screen is waiting:
                await self._app.pop_screen()
            if len(self._app.screen_stack) == 1:
                await self.open_home()

    def give_up(self) -> None:
        """Stop waiting for a server."""
        self._app.workers.cancel_group(self._app, CONNECTING)

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        """Ask whether the player trusts a server that is new, or that has another key than before."""
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answer(letter: str | None) -> None:
            if not answered.done():
                answered.set_result(letter == "t")

        self._app.push_screen(stack.key_question(question), answer)
        return await answered

    async def leave_session(self) -> None:
        """Say goodbye to the server that this client is at."""
        session, self.session = self.session, None
        if session:
            await session.leave()

    def open_table(self, table_id: str) -> None:
        """Show a table of the session that was entered."""
        assert self.session is not None
        stack.open_table(self._app, self.session, table_id)

    def play_again(self, session: Session, table_id: str) -> None:
        """Go on to the next game of the same people."""
        run_reporting(self._app, partial(self._play_again, session, table_id))

    async def _play_again(self, session: Session, table_id: str) -> None:
        """Begin it at once without others; with others wait for it in the lobby."""
        again = await session.play_again(table_id)
        await self._back_to(*stack.PLACES)
        await session.leave_table(table_id)
        if session.place.where == "solo":
            stack.open_table(self._app, session, again)
        else:
            await stack.open_lobby(self._app, session)

    def ask_to_leave(self, session: Session, table_id: str) -> None:
        """Ask before a player leaves a game; spectators just leave."""
        is_in = session.client.is_in(table_id)
        question = leave.table_question(session.room(table_id).view, session) if is_in else None

        def take(answer: str | None) -> None:
            if answer in (leave.GO, leave.GIVE_UP):
                run_reporting(self._app, partial(self._leave_table, session, table_id, answer))

        if question is None:
            take(leave.GO)
        else:
            self._app.push_screen(question, take)

    async def _leave_table(self, session: Session, table_id: str, answer: str) -> None:
        await self._back_to(*stack.PLACES)
        await leave.leave_table(session, table_id, answer)
        home = self._app.screen
        if isinstance(home, HomeScreen) and self.session is session:
            home.look_again()
            await self.leave_session()

    def ask_to_go_home(self) -> None:
        """Leave the lobby; ask first where it is not clear what becomes of the server."""
        if self._must_ask_about_server():
            self._ask_about_server(lambda: self._back_to(HomeScreen))
        else:
            run_reporting(self._app, self._go_home)

    async def _go_home(self) -> None:
        is_hosting = self._is_hosting()
        await self.leave_session()
        await self._back_to(HomeScreen)
        if is_hosting:
            await self.servers.host().stop()

    def ask_to_quit(self) -> None:
        """Ask before the program ends; asked again while the question stands, it ends."""
        if isinstance(self._app.screen, leave.QuitQuestion):
            self._app.exit()
        elif self._must_ask_about_server():
            self._ask_about_server(self._exit)
        else:
            self._app.push_screen(
                leave.quit_question(), lambda answer: self._app.exit() if answer == leave.QUIT else None
            )

    async def _exit(self) -> None:
        self._app.exit()

    def _ask_about_server(self, then: Callable[[], Awaitable[None]]) -> None:
        """Ask what becomes of this user's server for others; unless the player stays, go on."""
        command = leave.stop_command(self.servers.host())
        question: QuestionScreen = leave.hosting_question(self._others(), command)

        async def settle(answer: str) -> None:
            if answer not in (leave.RUN_ON, leave.STOP):
                return
            if answer == leave.RUN_ON:
                self.servers.host().let_stay()
                self.farewell = _("The server runs on; stop it with: {command}").format(command=command)
            await self.leave_session()
            if answer == leave.STOP:
                await self.servers.host().stop_for_all()
            await then()

        self._app.push_screen(question, lambda answer: run_reporting(self._app, partial(settle, answer or leave.STAY)))

    def _is_hosting(self) -> bool:
        """Whether this client is at this user's server for others."""
        return self.session is not None and self.session.place.where == "host"

    def _must_ask_about_server(self) -> bool:
        """Whether others sit at this user's server, or it was left running before; else it ends with the client."""
        return self._is_hosting() and (self._others() > 0 or self.servers.host().child is None)

    def _others(self) -> int:
        """How many other people sit at tables of this server."""
        session = self.session
        if session is None or not session.client.is_in(LOBBY):
            return 0
        entered = [session.room(table_id).view for table_id in session.seated_at()]
        own_key = short_fingerprint(session.client.identity.public_key)
        try:
            return others_seated(session.room(LOBBY).view.lobby.tables, entered, own_key)
        except Unreadable:
            return 0

    async def _back_to(self, *places: type) -> None:
        """Return to the last screen of these kinds; make a home screen if none was needed so far."""
        with self._app.batch_update():
            await stack.close_down_to(self._app, *places)
            if not isinstance(self._app.screen, places):
                await self.open_home()
        self._app.show_title("")
