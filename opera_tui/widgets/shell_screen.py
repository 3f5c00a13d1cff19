"""What all screens have in common: the way to the shell around them, their commands as bindings, the footer."""

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Protocol, TypeVar, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen

from opera_protocol.client import ClientError
from opera_protocol.texts.format import plain
from opera_protocol.wire.errors import ProtocolError
from opera_tui.config.appearance import Looks
from opera_tui.config.commands import Command, command, commands_of
from opera_tui.config.settings import Settings
from opera_tui.local.found_servers import FoundServers
from opera_tui.session.intents import Intent
from opera_tui.session.sentences import sentence_of
from opera_tui.session.session import Session
from opera_tui.widgets.key_line import KeyLine
from opera_tui.widgets.too_small import HORIZONTAL_BREAKPOINTS, VERTICAL_BREAKPOINTS

ResultT = TypeVar("ResultT")


class Shell(Protocol):
    """Declare what screens ask of the shell around them."""

    found: FoundServers
    is_known: bool

    def follow(self, intent: Intent) -> None:
        """Go where an intent leads."""
        ...

    def give_up(self) -> None:
        """Stop waiting for a server."""
        ...

    def open_table(self, table_id: str) -> None:
        """Show a table of the session that was entered."""
        ...

    def play_again(self, session: Session, table_id: str) -> None:
        """Go on to the next game of the same people."""
        ...

    def ask_to_leave(self, session: Session, table_id: str) -> None:
        """Ask before a player leaves a game."""
        ...

    def ask_to_go_home(self) -> None:
        """Leave the server."""
        ...

    def ask_to_quit(self) -> None:
        """Ask before the program ends."""
        ...


class Application(Protocol):
    """Declare what screens know of the application."""

    looks: Looks
    shell: Shell

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on."""
        ...

    def show_title(self, text: str) -> None:
        """Show a text in the terminal's title."""
        ...


class HasApp(Protocol):
    """A screen, for the mixin below."""

    @property
    def app(self) -> App[Any]: ...


class InShell:
    """A screen that reaches the application and its shell."""

    @property
    def application(self: HasApp) -> Application:
        return cast("Application", self.app)

    @property
    def shell(self: HasApp) -> Shell:
        return cast("Application", self.app).shell

    @property
    def looks(self: HasApp) -> Looks:
        return cast("Application", self.app).looks

    def tell(self: HasApp, text: str) -> None:
        """Show a sentence that goes away by itself."""
        notify(self.app, text)

    def in_background(self: HasApp, deed: Callable[[], Awaitable[None]]) -> None:
        """Do something that takes time; what goes wrong is shown as a sentence."""
        run_reporting(self.app, deed)


def notify(app: App[Any], text: str) -> None:
    app.notify(plain(text), markup=False)


def run_reporting(app: App[Any], deed: Callable[[], Awaitable[None]]) -> None:
    """Do something that takes time in a worker of the application; what goes wrong is shown as a sentence."""

    async def run() -> None:
        try:
            await deed()
        except (ClientError, ProtocolError) as error:
            notify(app, sentence_of(error))

    app.run_worker(run(), group="reporting")


def binding(found: Command, *, is_shown: bool = True) -> Binding:
    """Bind a command to its key; by its id Textual knows which key the player has set."""
    show = found.is_in_footer and is_shown
    return Binding(found.key, found.action, found.text, show=show, tooltip=found.tooltip, id=found.id)


def bindings(screen: str) -> list[BindingType]:
    """Bind the commands of a screen."""
    return [binding(found) for found in commands_of(screen)]


HELP = binding(command("everywhere.help"))
QUIT = binding(command("everywhere.quit"))


class ShellScreen(InShell, Screen[ResultT]):
    """A screen with a footer."""

    HORIZONTAL_BREAKPOINTS = HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = VERTICAL_BREAKPOINTS
    BINDINGS: ClassVar[list[BindingType]] = [HELP]
    PLACE: ClassVar[str] = ""
    """The first part of the ids of its commands."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Neither show nor take a key whose command does not apply now."""
        when = next((found.when for found in commands_of(self.PLACE) if found.action == action), "")
        return not when or bool(getattr(self, when))

    def key_line(self) -> KeyLine:
        return KeyLine(self.looks)

    def on_screen_resume(self) -> None:
        self.query_one(KeyLine).update_keys()


class ShellDialog(InShell, ModalScreen[ResultT]):
    """A box in front of another screen."""
