"""The application: how it looks, what is shown, and how it ends."""

import asyncio
import signal
import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.binding import Binding, BindingType

from opera_protocol.client import ClientError, KeyQuestion
from opera_protocol.errors import ProtocolError
from opera_protocol.identity import IDENTITY_FILE
from opera_protocol.telling import plain
from opera_tui import departures, navigation
from opera_tui.folders import client_log, data_folder
from opera_tui.found_servers import FoundServers
from opera_tui.i18n import _, choose_language, spell
from opera_tui.journeys import travel
from opera_tui.keys import DEFAULT_KEYS
from opera_tui.looks import Mode, looks_of, theme_of
from opera_tui.own_servers import OwnServers
from opera_tui.plans import GoHome, Join, Plan, ReadRules, leads_away
from opera_tui.screens.find import FindScreen
from opera_tui.screens.home import HomeScreen
from opera_tui.screens.question import note
from opera_tui.screens.waiting import WaitingScreen
from opera_tui.sentences import sentence_of
from opera_tui.session import Session
from opera_tui.settings import Settings
from opera_tui.terminal_title import TerminalTitle
from opera_tui.thrifty_app import ThriftyApp

if TYPE_CHECKING:
    from opera_tui.table_model import TableModel


class OperaApp(ThriftyApp):
    """Opera and Turandot in a terminal."""

    TITLE = "Opera"
    # All at once: for a file that a screen brought later, Textual would parse everything anew.
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        "styles/app.tcss",
        "styles/home.tcss",
        "styles/forms.tcss",
        "styles/lobby.tcss",
        "styles/rules.tcss",
        "screens/table.tcss",
        "screens/game_over.tcss",
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "ask_quit", show=False, priority=True),
        Binding("ctrl+c", "ask_quit", show=False, priority=True),
        Binding("ctrl+l", "paint_anew", show=False, priority=True),
    ]

    def __init__(self, settings: Settings, plan: Plan, mode: Mode, *, looks_around: bool = True) -> None:
        super().__init__(ansi_color=None if mode == "full" else True)
        self.mode: Mode = mode
        self.looks = looks_of(settings, mode)
        self.plan = plan
        self.servers = OwnServers()
        self.session: Session | None = None
        self.found = FoundServers(self._show_found)
        """Servers on the local network."""
        self.is_known = (data_folder() / IDENTITY_FILE).exists()
        """Whether this player has been here before."""
        self.farewell = ""
        """What is said in the terminal after the end."""
        self.crash = ""
        """Where a mistake of the program was written down."""
        self._looks_around = looks_around
        self._terminal_title = TerminalTitle(self)
        self.begin_with(theme_of(settings, self.mode))
        self._wear(settings)

    def _wear(self, settings: Settings) -> None:
        self.set_keymap(dict(settings.keys))
        self.set_class(settings.ascii, "-ascii")
        spell(plainly=settings.ascii)

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on."""
        if settings.language != self.looks.settings.language:
            choose_language(settings.language)
        self.looks = looks_of(settings, self.mode)
        theme = theme_of(settings, self.mode)
        self.register_theme(theme)
        self.theme = theme.name
        self._wear(settings)

    async def on_mount(self) -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.exit)
        if not leads_away(self.plan):
            await navigation.open_home(self)
        if not isinstance(self.plan, GoHome):
            self.follow(self.plan)

    def look_around(self) -> None:
        """Look for servers on the network from now on."""
        if self._looks_around:
            self._looks_around = False
            self.call_after_refresh(self.run_worker, self.found.look, group="found", exit_on_error=False)

    def _show_found(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen):
                screen.show_found(len(self.found.all()))
            elif isinstance(screen, FindScreen):
                screen.show_servers()

    def key_of(self, name: str) -> str:
        """The first key that does something, by its name in the settings."""
        return self.looks.settings.keys.get(name, DEFAULT_KEYS[name]).split(",")[0].strip()

    def follow(self, plan: Plan) -> None:
        """Do what a plan says."""
        if isinstance(plan, ReadRules):
            self.show_rules(plan.game)
        elif isinstance(plan, Join) and not plan.address:
            navigation.open_find(self, plan)
        elif leads_away(plan):
            self._travel(plan)

    @work(exclusive=True, group="travel")
    async def _travel(self, plan: Plan) -> None:
        """On the way a sentence says what is waited for; what goes wrong is told and changes nothing."""
        waiting = WaitingScreen(navigation.waiting_for(plan))
        await self.push_screen(waiting)
        try:
            await self.leave_session()
            arrival = await travel(self, plan)
        except (ClientError, ProtocolError) as error:
            await navigation.stop_waiting(self, waiting)
            await self.push_screen(note(_("That did not work"), sentence_of(error)))
            return
        except asyncio.CancelledError:
            self.call_later(navigation.stop_waiting, self, waiting)
            raise
        self.session = arrival.session
        await navigation.arrive(self, arrival)

    def give_up(self) -> None:
        """Do not wait any longer."""
        self.workers.cancel_group(self, "travel")

    def open_table(self, table_id: str, *, watching: bool) -> None:
        """Show a table of the session that was entered, as its player or as a spectator."""
        navigation.open_table(self, table_id)

    async def leave_session(self) -> None:
        """Say goodbye to the server that this client is at."""
        session, self.session = self.session, None
        if session:
            await session.leave()

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        """Whether the player trusts a server that is new, or that has another key than before."""
        return await navigation.ask_about_key(self, question)

    def ask_to_leave(self, session: Session, table_id: str) -> None:
        departures.ask_to_leave(self, session, table_id)

    def ask_to_go_home(self) -> None:
        departures.ask_to_go_home(self)

    def show_hosting(self, session: Session, table_id: str) -> None:
        navigation.show_hosting(self, session, table_id)

    def show_end(self, session: Session, model: "TableModel") -> None:
        departures.show_end(self, session, model)

    def show_rules(self, game: str, topic: str = "") -> None:
        navigation.show_rules(self, game, topic)

    def open_settings(self) -> None:
        navigation.open_settings(self)

    def tell(self, told: str) -> None:
        """A sentence that goes away by itself."""
        self.notify(plain(told), markup=False)

    def ring(self) -> None:
        """It is the player's turn: a bell and the terminal's title, as the settings say."""
        if self.looks.settings.bell:
            self.bell()
        self.show_title(_("your turn"))

    def show_title(self, told: str) -> None:
        """Say something in the terminal's title after the program's name."""
        if self.looks.settings.title:
            self._terminal_title.show(told)

    def action_ask_quit(self) -> None:
        departures.ask_quit(self)

    async def on_unmount(self) -> None:
        """Nothing outlives the client but a server that was told to stay."""
        self._terminal_title.restore()
        await self.leave_session()
        await self.servers.close()

    def _fatal_error(self) -> None:
        """A mistake of the program goes into a file, and the player is told where."""
        self.crash = str(client_log())
        try:
            data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            with client_log().open("a", encoding="utf-8") as log:
                log.write(traceback.format_exc())
        except OSError:
            self.crash = "?"
        self._close_messages_no_wait()
