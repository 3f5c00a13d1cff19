"""The list of servers: those on the network, known ones, and any address."""

import shlex
from itertools import pairwise
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.local.address import parse_address
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import AddressError, ProtocolError, StorageError
from opera_protocol.wire.keys import fingerprint
from opera_tui.local.folders import data_folder
from opera_tui.local.found_servers import FoundServer
from opera_tui.look.i18n import _, sentence_of
from opera_tui.look.rows import EMPTY, Row, Span, column, row
from opera_tui.session.intents import Join
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall, bindings

LONGEST_ADDRESS = 270
TYPED = "address"


class FindScreen(ShellScreen[None]):
    """Show servers; Enter connects to one."""

    CSS_PATH = "../styles/forms.tcss"
    PLACE = "find"
    HELP_TOPIC = "find"
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings("find"),
        Binding("escape", "dismiss", N_("back"), key_display="esc", tooltip=N_("Go back to the home screen.")),
    ]

    def __init__(self, intent: Join) -> None:
        super().__init__()
        self._intent = intent

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, id="servers")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    def on_mount(self) -> None:
        servers = self.query_one("#servers", Lines)
        servers.set_title(_("Watch") if self._intent.is_watching else _("Find and join"))
        servers.focus()
        self.show_servers()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.show_servers()

    def show_servers(self) -> None:
        """List the servers on the network, then the known ones, then a line for typing an address."""
        found = self.shell.found.all()
        here = {server.address for server in found}
        known = [address.short for address in KnownServers(data_folder()).addresses()]
        lines = [self._found_line(server, server.address in known) for server in found]
        lines += [self._known_line(address) for address in known if address not in here]
        typed = row(f"{self.looks.key_of('find.address')} ", _("Type an address…"))
        foot = [EMPTY, _remark(len(found))]
        self.query_one("#servers", Lines).set_lines([*lines, Line(TYPED, typed, _("type it"))], [_head()], foot)
        self.refresh_bindings()

    def _found_line(self, server: FoundServer, is_known: bool) -> Line:
        state = _("here, known") if is_known else _("here")
        return _server_line(server.address, server.name, server.key, state)

    def _known_line(self, address: str) -> Line:
        return _server_line(address, "", _known_key(address), _("known"))

    @property
    def is_known_here(self) -> bool:
        """Whether the server under the cursor is a known one."""
        line = self.query_one("#servers", Lines).line
        return line is not None and bool(_known_key(line.id))

    def on_lines_moved(self, _message: Lines.Moved) -> None:
        self.refresh_bindings()

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        if message.line.id == TYPED:
            self.action_type_address()
        else:
            self.shell.follow(self._intent._replace(address=message.line.id, key=None))

    def action_type_address(self) -> None:
        self.query_one(Entry).ask(TYPED, _("HOST or HOST:PORT"), most=LONGEST_ADDRESS)

    def on_entry_given(self, message: Entry.Given) -> None:
        """Go to a typed address, or to that of a whole join line as others have sent it."""
        words = _words(message.text.removeprefix("opera join ").removeprefix("opera watch "))
        if not words:
            return
        address, *options = words
        given = dict(pairwise(options))
        try:
            parse_address(address)
        except AddressError as error:
            self.tell(sentence_of(error))
        else:
            wanted = self._intent._replace(table=given.get("--table", ""), code=given.get("--code", ""))
            self.shell.follow(wanted._replace(address=address, key=given.get("--key")))

    def action_forget(self) -> None:
        line = self.query_one("#servers", Lines).line
        if line is not None:
            try:
                KnownServers(data_folder()).forget(parse_address(line.id))
            except StorageError as error:
                self.tell(sentence_of(error))
            self.show_servers()


def _words(line: str) -> list[str]:
    """Split a line as a shell would; one with an odd quote at its blanks."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def _head() -> Row:
    names = ((_("server"), 24), (_("address"), 24), (_("key"), 6))
    return row("   ", *(column(name, cells, "quiet") for name, cells in names))


def _server_line(address: str, name: str, fingerprint_shown: str, state: str) -> Line:
    """Draw a server; the key's first characters distinguish servers of one name, but prove nothing."""
    content = row("  ", column(name, 24), column(address, 24), column(fingerprint_shown[:4], 6), Span(state))
    return Line(address, content, _("go there"))


def _known_key(address: str) -> str:
    try:
        known = KnownServers(data_folder()).look_up(parse_address(address))
    except ProtocolError:
        return ""
    return fingerprint(known) if known else ""


def _remark(found: int) -> Row:
    if found:
        return row(Span("   " + _("Servers on this network appear by themselves."), "quiet"))
    return row(Span("   " + _("No server was found on this network so far; an address always works."), "quiet"))
