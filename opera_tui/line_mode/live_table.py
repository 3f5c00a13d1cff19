"""A table that is followed: what the server sends is taken in, and bots are waited for."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

from opera_games.api import Action
from opera_protocol.client import Changed, Expelled, Noticed, RefusedByServer, RoomItem, StateChanged
from opera_protocol.wire.documents import BotSeat
from opera_tui.games import face_of, speech_of
from opera_tui.games.box import Layout, Previews
from opera_tui.games.speech import spoken_glyphs
from opera_tui.games.view import AnyLine, GameView, TableView
from opera_tui.line_mode.arrivals import Arrivals
from opera_tui.line_mode.deciding import Deciding
from opera_tui.line_mode.news import News, connection_text
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Speaker
from opera_tui.look.i18n import _
from opera_tui.session.session import Session
from opera_tui.table.model import TableModel

BOTS_SECONDS: Final = 60.0
"""How long bots are waited for at most."""
WATCHER_SECONDS: Final = 5.0
"""The same for a spectator, who waits for anything to happen."""
FIRST_SECONDS: Final = 10.0


class NoRequests:
    """Boxes ask for figures to draw; here the server is asked for those of the whole action, before it is sent."""

    def send(self, decision: int, action: Action) -> None: ...
    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None: ...
    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None: ...
    def propose(self, decision: int) -> None: ...
    def take_back(self, decision: int) -> None: ...


class LiveTable:
    """A table as one person watches or plays it, without what is typed."""

    def __init__(self, session: Session, table_id: str, preferences: Preferences, speaker: Speaker) -> None:
        game = session.game_of(table_id)
        self.session = session
        self.table_id = table_id
        self.speaker = speaker
        self.speech = speech_of(game)
        self.model = TableModel(face_of(game), spoken_glyphs(), NoRequests(), 0.0, asks=preferences.settings.confirm)
        self.model.present.now_ms = session.client.clock.now_ms
        self.arrivals = Arrivals()
        self.deciding = Deciding(session.client, table_id, self.model, self.speech, speaker, preferences, self.arrivals)
        self.news = News()
        self.is_gone = False
        """Whether nothing more comes from here: the server has sent this client away, or something is wrong."""

    @contextlib.asynccontextmanager
    async def followed(self) -> AsyncIterator[None]:
        """Take in what the server sends; begins with the table as it is."""
        following = asyncio.get_running_loop().create_task(self._follow())
        try:
            await self.arrivals.until(lambda: self.model.view is not None or self.is_gone, FIRST_SECONDS)
            if self.model.view is None:
                raise RefusedByServer("no_such_table")
            yield
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following

    @property
    def view(self) -> TableView:
        assert self.model.view is not None
        return self.model.view

    @property
    def has_news(self) -> bool:
        return self.news.has_any(self.model.playback.log)

    def tell_news(self, *, is_asked: bool = False, before: AnyLine | None = None) -> bool:
        """Tell what is new, or only what comes before an event, and return whether anything was.

        A question that follows need not be told before.
        """
        news = self.news.take(self.model.playback.log, self.view, self.speech, is_asked=is_asked, before=before)
        self.speaker.say_all(news)
        return bool(news)

    async def wait_for_bots(self) -> None:
        """Wait until bots that have to act have done so; never for people."""
        seconds = BOTS_SECONDS if self.view.me is not None else WATCHER_SECONDS
        await self.arrivals.until(lambda: not self._is_bots_turn(), seconds)

    def _is_bots_turn(self) -> bool:
        view = self.view
        if not isinstance(view, GameView) or view.head.state != "running" or self.model.decision.number is not None:
            return False
        if self.is_gone or (view.me is None and self.has_news):
            return False
        return all(isinstance(view.head.seats[seat], BotSeat) for seat in view.waiting)

    async def _follow(self) -> None:
        try:
            async for item in self.session.client.room(self.table_id).items():
                self._take(item)
                self.arrivals.note()
        finally:
            # Nothing more will come, whatever the reason: nobody may wait for it.
            self.is_gone = True
            self.arrivals.note()

    def _take(self, item: RoomItem) -> None:
        if isinstance(item, Changed):
            self.model.take(item)
            self.model.catch_up()
        elif isinstance(item, StateChanged):
            text = connection_text(self.model.state, item.state)
            self.model.take_state(item.state)
            self.speaker.say(text)
        elif isinstance(item, Expelled):
            self.is_gone = True
            self.speaker.say_error(RefusedByServer(item.code))
        elif isinstance(item, Noticed):
            self.speaker.say(_("The server's operator says: {text}").format(text=item.text))
