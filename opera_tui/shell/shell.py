"""The shell around the screens: the session and the servers in use, following intents, and leaving."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from textual.widget import AwaitMount

from opera_protocol.client import ClientError, KeyQuestion, Unreadable
from opera_protocol.local.identity import IDENTITY_FILE
from opera_protocol.texts.format import plain
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import LOBBY
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.find import FindScreen
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.lobby.model import others_seated
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.folders import data_folder
from opera_tui.local.found_servers import FoundServers
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.intents import (
    Continue,
    GoHome,
    Host,
    Intent,
    Join,
    LookBack,
    ReadRules,
    Replay,
    Replays,
    leads_away,
)
from opera_tui.session.session import Session
from opera_tui.shell import questions
from opera_tui.shell.connect import Arrival, connect
from opera_tui.widgets.dialogs import QuestionScreen, WaitingScreen, note
from opera_tui.widgets.shell_screen import run_reporting

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.app import OperaApp

CONNECTING: Final = "connecting"
"""The name of the worker group that follows an intent to a server."""
PLACES: Final = (HomeScreen, LobbyScreen, ReplaysScreen)
"""Screens to which leaving a table leads back."""


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
        """Whether this player has used the program before."""
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
            self._app.push_screen(RulesScreen(intent.game, intent.topic))
        elif isinstance(intent, Join) and not intent.address:
            self._app.push_screen(FindScreen(intent))
            self._look_around()
        elif leads_away(intent):
            self._app.run_worker(self._connect(intent), group=CONNECTING, exclusive=True)

    async def _connect(self, intent: Intent) -> None:
        """Show a waiting screen, then where the intent led; a failure is shown, and the player stays where it began."""
        waiting = WaitingScreen(waiting_for(intent))
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
        await self._show_arrival(arrival)

    async def _show_arrival(self, arrival: Arrival) -> None:
        """Show where an intent led, without the screens in between."""
        session = arrival.session
        with self._app.batch_update():
            await self._close_down_to(*((HomeScreen, ReplaysScreen) if arrival.is_looking_back else (HomeScreen,)))
            if arrival.finished is not None:
                await self._app.push_screen(ReplaysScreen(arrival.finished))
            elif arrival.is_looking_back or (arrival.table and session.place.where == "solo"):
                await self._open_table(session, arrival.table, is_replay=arrival.is_looking_back)
            else:
                await self._open_lobby(session, is_watching=arrival.is_watching)
                if arrival.table:
                    await self._open_table(session, arrival.table)

    async def _open_lobby(self, session: Session, *, is_watching: bool = False) -> None:
        """Open the lobby, again if it is open already: the player may sit somewhere else now."""
        if isinstance(self._app.screen, LobbyScreen):
            await self._app.pop_screen()
        await self._app.push_screen(LobbyScreen(session, is_watching=is_watching))

    def _open_table(self, session: Session, table_id: str, *, is_replay: bool = False) -> AwaitMount:
        """Push the table's screen, which is loaded when it is first needed; a replay begins at its first move."""
        game = session.client.room(table_id).view.head.game
        screen: Screen[None] = import_module("opera_tui.table.screen").TableScreen(
            session, self._app.looks, table_id, game, is_replay=is_replay
        )
        return self._app.push_screen(screen)

    async def _stop_waiting(self, waiting: WaitingScreen) -> None:
        """Return to where the intent came from."""
        with self._app.batch_update():
            # A question may have come in front meanwhile; what it asked about is over.
            while waiting in self._app.screen_stack:
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
                answered.set_result(letter == questions.TRUST)

        self._app.push_screen(questions.key_question(question), answer)
        return await answered

    async def leave_session(self) -> None:
        """Disconnect from the server, if there is one."""
        session, self.session = self.session, None
        if session:
            await session.leave()

    def open_table(self, table_id: str) -> None:
        """Show a table of the session that was entered."""
        assert self.session is not None
        self._open_table(self.session, table_id)

    def play_again(self, session: Session, table_id: str) -> None:
        """Go on to the next game of the same people."""
        run_reporting(self._app, partial(self._play_again, session, table_id))

    async def _play_again(self, session: Session, table_id: str) -> None:
        """Open the next game: at once against bots, else wait for the others in the lobby."""
        again = await session.play_again(table_id)
        await self._back_to(*PLACES)
        await session.leave_table(table_id)
        if session.place.where == "solo":
            self._open_table(session, again)
        else:
            await self._open_lobby(session)

    def ask_to_leave(self, session: Session, table_id: str) -> None:
        """Ask before a player leaves a game; let spectators leave at once."""
        is_in = session.client.is_in(table_id)
        question = questions.table_question(session.client.room(table_id).view, session) if is_in else None

        def go_on(answer: str | None) -> None:
            if answer in (questions.GO, questions.GIVE_UP):
                run_reporting(self._app, partial(self._leave_table, session, table_id, answer))

        if question is None:
            go_on(questions.GO)
        else:
            self._app.push_screen(question, go_on)

    async def _leave_table(self, session: Session, table_id: str, answer: str) -> None:
        """Leave a table, with the seat or without; leave it also if the server refuses."""
        await self._back_to(*PLACES)
        try:
            if answer == questions.GIVE_UP:
                await session.give_up_seat(table_id)
            else:
                await session.leave_table(table_id)
        except ClientError:
            await session.leave_table(table_id)
        home = self._app.screen
        if isinstance(home, HomeScreen) and self.session is session:
            home.look_again()
            await self.leave_session()

    def ask_to_go_home(self) -> None:
        """Leave the lobby; ask first if others need this user's server."""
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
        """Ask before the program ends; a second request while the question is shown ends it."""
        if isinstance(self._app.screen, questions.QuitQuestion):
            self._app.exit()
        elif self._must_ask_about_server():
            self._ask_about_server(self._exit)
        else:
            self._app.push_screen(
                questions.quit_question(), lambda answer: self._app.exit() if answer == questions.QUIT else None
            )

    async def _exit(self) -> None:
        self._app.exit()

    def _ask_about_server(self, then: Callable[[], Awaitable[None]]) -> None:
        """Ask whether to stop this user's server for others; unless the player stays, go on."""
        command = questions.stop_command(self.servers.host())
        question: QuestionScreen = questions.hosting_question(self._others(), command)

        async def settle(answer: str) -> None:
            if answer not in (questions.RUN_ON, questions.STOP):
                return
            if answer == questions.RUN_ON:
                self.servers.host().let_stay()
                self.farewell = _("The server runs on; stop it with: {command}").format(command=command)
            await self.leave_session()
            if answer == questions.STOP:
                await self.servers.host().stop_for_all()
            await then()

        self._app.push_screen(
            question, lambda answer: run_reporting(self._app, partial(settle, answer or questions.STAY))
        )

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
        entered = [session.client.room(table_id).view for table_id in session.seated_at()]
        own_key = short_fingerprint(session.client.identity.public_key)
        try:
            return others_seated(session.client.room(LOBBY).view.lobby.tables, entered, own_key)
        except Unreadable:
            return 0

    async def _back_to(self, *places: type) -> None:
        """Return to the last screen of these kinds; make a home screen if none was needed so far."""
        with self._app.batch_update():
            await self._close_down_to(*places)
            if not isinstance(self._app.screen, places):
                await self.open_home()
        self._app.show_title("")

    async def _close_down_to(self, *places: type) -> None:
        """Close screens until one of these kinds is in front, or none is left."""
        while len(self._app.screen_stack) > 1 and not isinstance(self._app.screen, places):
            await self._app.pop_screen()


def waiting_for(intent: Intent) -> str:
    """Return what is shown while an intent is followed."""
    if isinstance(intent, Join):
        return _("Connecting to {address} …").format(address=plain(intent.address))
    if isinstance(intent, Continue):
        return _("Going back to {table} …").format(table=plain(intent.entry.name))
    if isinstance(intent, Replay):
        return _("Checking {file} …").format(file=plain(intent.file.name))
    if isinstance(intent, LookBack):
        return _("Opening {table} …").format(table=plain(intent.name))
    return _("Starting the server …") if isinstance(intent, Host | Replays) else _("Setting the table …")
