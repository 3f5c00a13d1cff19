"""Find tables that the lobby's list does not show yet: further pages while scrolling, and the search by words."""

from functools import partial
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from opera_protocol.client import ClientError
from opera_protocol.wire.errors import ProtocolError
from opera_tui.lobby.listing import PAGE, Listing, Page
from opera_tui.lobby.model import LobbyModel
from opera_tui.look.i18n import _, sentence_of
from opera_tui.widgets.footer import Entry

if TYPE_CHECKING:
    from opera_tui.lobby.screen import LobbyScreen

SEARCH: Final = "search"
"""The purpose of the line in which the words are typed."""
MOST_WORDS: Final = 40
TYPING_PAUSE: Final = 0.2
"""So many seconds after the last key the server is asked."""


class TableFinder:
    """Asks the server for tables, one page at a time, as the player scrolls or types."""

    def __init__(self, screen: "LobbyScreen", model: LobbyModel) -> None:
        self._screen = screen
        self._model = model
        self.is_asking = False
        """Whether the server is being asked for tables that the list has not."""
        self._typing: Timer | None = None
        self._searched_before: object = None
        """The search that there was when the player began to type."""
        self._cursor_before = ""
        """Where the cursor was before the search."""

    @property
    def _listing(self) -> Listing:
        return self._model.listing

    @property
    def _cursor(self) -> int:
        return self._screen.lobby_layout.tables.cursor

    def ask_for_more(self) -> None:
        """Ask for tables that the list has not, if the cursor is near its end or the player searches."""
        if not self.is_asking and self._listing.wants_page(self._cursor):
            self.is_asking = True
            self._screen.run_worker(self._ask(), group="find")

    async def _ask(self) -> None:
        """Ask for one page after the other, as long as more are wanted; what the player wants may change meanwhile."""
        try:
            while page := self._listing.next_page(self._cursor):
                await self._ask_for(page)
        finally:
            self.is_asking = False

    async def _ask_for(self, page: Page) -> None:
        client = self._screen.session.client
        try:
            found = await client.find(page.text, state=page.state, before=page.before, count=PAGE)
        except (ClientError, ProtocolError) as error:
            if self._listing.is_wanted(page):
                self._listing.stop()
                self._screen.tell(sentence_of(error))
        else:
            await self._screen.keys_first()
            self._listing.take(page, found)
            self._screen.paint()

    def begin(self) -> None:
        """Begin to search, or change what is searched."""
        search = self._listing.search
        self._searched_before = search
        if search is None:
            self._cursor_before = self._screen.lobby_layout.chosen
        remark = _("a table, a game or a player")
        entry = self._screen.query_one(Entry)
        entry.ask(SEARCH, _("Search for"), search.text if search else "", MOST_WORDS, remark)

    def hear(self, words: str) -> None:
        """Search for what was typed once the player pauses."""
        self._forget_typing()
        self._typing = self._screen.set_timer(TYPING_PAUSE, partial(self._look_for, words))

    def _forget_typing(self) -> None:
        if self._typing is not None:
            self._typing.stop()
            self._typing = None

    def _look_for(self, words: str) -> None:
        """Search for these words, unless that is done already; without words show all tables."""
        if not words:
            self.end()
        elif self._listing.search is None or self._listing.search.text != words:
            self._listing.look_for(words)
            self._screen.paint()

    def end_typing(self, words: str) -> None:
        """Go to what was found; who has typed nothing new searches again."""
        self._forget_typing()
        self._look_for(words)
        search = self._listing.search
        if search is not None and search is self._searched_before:
            self._listing.look_for(words)
            self._screen.paint()

    def end(self) -> None:
        """Show all tables again, the cursor where it was."""
        self._forget_typing()
        if self._listing.search is not None:
            self._listing.end_search()
            self._screen.paint()
            self._screen.lobby_layout.tables.go_to(self._cursor_before)
