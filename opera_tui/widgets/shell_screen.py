"""What all screens have in common: the way to the shell around them, their commands as bindings, the footer."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from opera_games.errors import Coded
from opera_protocol.texts.format import plain
from opera_tui.config.appearance import Looks
from opera_tui.config.commands import Command, command, commands_of
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.intents import Intent, ReadRules
from opera_tui.terminal.textual_private import HookedScreen
from opera_tui.widgets.footer import KeyLine

if TYPE_CHECKING:
    from opera_tui.local.found_servers import FoundServers
    from opera_tui.session.finished_games import FinishedGame
    from opera_tui.session.session import Session

ResultT = TypeVar("ResultT")
LEAST_COLUMNS = 60
LEAST_ROWS = 20
COLUMN_CLASSES = [(0, "-narrow"), (LEAST_COLUMNS, "-w60")]
ROW_CLASSES = [(0, "-low"), (LEAST_ROWS, "-h20")]
"""Classes that Textual gives a screen; with the first of either, only the sentence of `TooSmall` is shown.

Each change finds the styles of all widgets again, so a screen has no more of them than it needs.
"""


class Leaving(Protocol):
    """What screens ask when the player wants to leave, or has to."""

    def ask_to_leave(self, session: "Session", table_id: str) -> None: ...
    def ask_to_go_home(self) -> None: ...
    def ask_to_quit(self) -> None: ...
    def lose_table(self, session: "Session", table_id: str, error: Coded) -> None: ...
    def lose_server(self, session: "Session", error: Coded) -> None: ...


class Shell(Protocol):
    """What screens ask of the shell around them: `OperaShell`, which they cannot import since it imports them all."""

    found: "FoundServers"

    @property
    def leaving(self) -> Leaving: ...
    def follow(self, intent: Intent) -> None: ...
    def give_up(self) -> None: ...
    def open_table(self, table_id: str) -> None: ...
    def play_again(self, session: "Session", table_id: str) -> None: ...
    def go_to_next_puzzle(self, session: "Session", table_id: str) -> None: ...
    def ask_to_play_on(self, session: "Session", table_id: str, actions: int | None) -> None: ...
    async def booklet(self, session: "Session", table_id: str) -> bytes: ...
    async def print_booklet(self, game: "FinishedGame") -> str: ...


class Application(Protocol):
    """What screens know of the application, `OperaApp`."""

    looks: Looks
    machine: Machine
    is_known: bool
    has_opened: bool
    """Whether the curtain has opened."""
    is_writing: bool
    """Whether something is still on its way to the terminal."""
    shell: Shell

    def change_settings(self, settings: Settings) -> None: ...
    def show_title(self, text: str) -> None: ...
    async def typed_is_handled(self) -> None: ...


class InShell(HookedScreen[ResultT]):
    """A screen that reaches the application and its shell; in a terminal that is too small it shows one sentence."""

    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = COLUMN_CLASSES
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = ROW_CLASSES
    HELP_TOPIC: ClassVar[str] = ""
    """The page of the help that explains it."""

    @property
    def application(self) -> Application:
        return cast("Application", self.app)

    @property
    def shell(self) -> Shell:
        return self.application.shell

    @property
    def looks(self) -> Looks:
        return self.application.looks

    def tell(self, text: str) -> None:
        """Show a sentence that goes away by itself."""
        notify(self.app, text)

    async def keys_first(self) -> None:
        """Wait until everything that was pressed or clicked so far has been handled."""
        await self.application.typed_is_handled()

    def in_background(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that takes time; what goes wrong is shown as a sentence."""
        run_reporting(self.app, work)

    def action_help(self) -> None:
        self.shell.follow(ReadRules(topic=self.HELP_TOPIC))


class AtTable(InShell[None]):
    """A screen of one table."""

    table_id: str


class TooSmall(Static):
    """Say how large the terminal has to be."""

    def __init__(self) -> None:
        text = _("Opera needs a terminal of {columns} x {rows} cells or more; make this one larger.")
        super().__init__(text.format(columns=LEAST_COLUMNS, rows=LEAST_ROWS), markup=False)


def notify(app: App[Any], text: str, *, title: str = "", seconds: float | None = None) -> None:
    """Show a sentence in front of whatever screen there is; it goes away by itself."""
    app.notify(plain(text), title=title, timeout=seconds, markup=False)


def run_reporting(app: App[Any], work: Callable[[], Awaitable[None]]) -> None:
    """Do something that takes time in a worker of the application; what goes wrong is shown as a sentence."""

    async def run() -> None:
        try:
            await work()
        except Coded as error:
            notify(app, sentence_of(error))

    app.run_worker(run(), group="reporting")


def binding(found: Command, *, is_shown: bool = True) -> Binding:
    """Bind a command to its key; by its id Textual finds the key that the player has set."""
    show = found.is_in_footer and is_shown
    return Binding(found.key, found.action, found.text, show=show, tooltip=found.tooltip, id=found.id)


def bindings(screen: str) -> list[BindingType]:
    """Bind the commands of a screen."""
    return [binding(found) for found in commands_of(screen)]


HELP = binding(command("everywhere.help"))
QUIT = binding(command("everywhere.quit"))


class ShellScreen(InShell[ResultT]):
    """A screen with a footer."""

    BINDINGS: ClassVar[list[BindingType]] = [HELP]
    PLACE: ClassVar[str] = ""
    """What the shell knows it by, and the first part of the ids of its commands."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide and ignore a key whose command does not apply now."""
        when = next((found.when for found in commands_of(self.PLACE) if found.action == action), "")
        return not when or bool(getattr(self, when))

    def show_servers(self) -> None:
        """Show the servers that are on the network now; most screens do not."""

    def look_again(self) -> None:
        """Show the player's tables as they are now; most screens show none."""

    def key_line(self) -> KeyLine:
        return KeyLine(self.looks)

    def on_screen_resume(self) -> None:
        self.query_one(KeyLine).update_keys()


class ShellDialog(ModalScreen[ResultT], InShell[ResultT]):
    """A box in front of another screen; it stays in sight however small the terminal is."""

    HORIZONTAL_BREAKPOINTS = None
    VERTICAL_BREAKPOINTS = None
