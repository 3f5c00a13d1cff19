"""A table in lines: playing, watching, and waiting for the start."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Final

from opera_games.api import Action
from opera_games.errors import Coded
from opera_protocol.client import Changed, Expelled, Noticed, RefusedByServer, Room, ShuffleJudged, StateChanged
from opera_protocol.wire.documents import BotSeat
from opera_tui.config.settings import Settings
from opera_tui.games import face_of, speech_of
from opera_tui.games.box import Layout, Previews
from opera_tui.games.speech import Unclear, folded, phrases, spoken_glyphs
from opera_tui.games.view import GameView, TableView
from opera_tui.line_mode.answers import letters, rules_about, waited_for, where
from opera_tui.line_mode.arrivals import Arrivals
from opera_tui.line_mode.deciding import Deciding
from opera_tui.line_mode.news import News, connection_text, last_moves
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.look.i18n import N_, _, sentence_of
from opera_tui.session.session import Session
from opera_tui.table.model import TableModel

BOTS_SECONDS: Final = 60.0
"""How long a line waits for bots at most."""
WATCHER_SECONDS: Final = 5.0
"""The same for a spectator, who waits for anything to happen."""
ANSWER_SECONDS: Final = 10.0
"""How long the table may take to show what an answer led to."""
LAST_MOVES: Final = 5
MOST_DIGITS: Final = 4


class NoRequests:
    """Boxes ask for figures to draw; here the server is asked for those of the whole action, before it is sent."""

    def send(self, decision: int, action: Action) -> None: ...
    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None: ...
    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None: ...
    def propose(self, decision: int) -> None: ...
    def take_back(self, decision: int) -> None: ...


class LineTable:
    """One person's place at a table, until the person leaves it."""

    def __init__(self, session: Session, table_id: str, settings: Settings, speaker: Speaker, lines: Lines) -> None:
        game = session.game_of(table_id)
        self.next_table = ""
        """Where the same people play on; empty if nowhere."""
        self._session = session
        self._table_id = table_id
        self._settings = settings
        self._speaker = speaker
        self._lines = lines
        self._speech = speech_of(game)
        self._model = TableModel(face_of(game), spoken_glyphs(), NoRequests(), 0.0, asks=settings.confirm)
        self._model.present.now_ms = session.client.clock.now_ms
        self._arrivals = Arrivals()
        self._deciding = Deciding(
            session.client, table_id, self._model, self._speech, speaker, settings, self._arrivals
        )
        self._news = News()
        self._quiet_since = time.monotonic()
        self._is_gone = False
        """Whether the server has sent this client away."""
        self._has_told_end = False
        self._reading: asyncio.Task[str | None] | None = None

    async def run(self) -> None:
        """Tell and answer until the person leaves, or no more lines come."""
        following = asyncio.get_running_loop().create_task(self._follow(self._session.client.room(self._table_id)))
        try:
            await self._arrivals.until(lambda: self._model.view is not None or self._is_gone, ANSWER_SECONDS)
            self._begin()
            while not self._is_gone and not self.next_table:
                await self._wait_for_bots()
                self._tell()
                line = await self._next_line()
                if line is None or not await self._answered(line):
                    break
        finally:
            following.cancel()
            if self._reading is not None:
                self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following

    async def _follow(self, room: Room) -> None:
        """Take in what the server sends."""
        async for item in room.items():
            if isinstance(item, Changed):
                self._model.take(item)
                self._model.catch_up()
            elif isinstance(item, StateChanged):
                text = connection_text(self._model.state, item.state)
                self._model.take_state(item.state)
                self._speaker.say(text)
            elif isinstance(item, Expelled):
                self._is_gone = True
                self._speaker.say_error(RefusedByServer(item.code))
            elif isinstance(item, Noticed):
                self._speaker.say(_("The server's operator says: {text}").format(text=item.text))
            elif isinstance(item, ShuffleJudged):
                continue
            self._arrivals.note()

    @property
    def _view(self) -> TableView:
        assert self._model.view is not None
        return self._model.view

    def _begin(self) -> None:
        self._speaker.say(where(self._view))
        self._speaker.say(letters(self._speech))
        self._news.begin(self._model.playback.log, self._view)

    def _tell(self) -> None:
        """Tell what is new, then what is asked."""
        self._arrivals.clear()
        news = self._news.take(self._model.playback.log, self._view)
        for sentence in news:
            self._speaker.say(sentence)
        if news:
            self._quiet_since = time.monotonic()
        if self._model.playback.unreadable:
            self._speaker.say(self._model.playback.unreadable)
        self._deciding.ask_if_new()
        if self._view.head.state not in ("open", "running") and not self._has_told_end:
            self._has_told_end = True
            self._speaker.say(waited_for(self._model))
            self._speaker.say(_("Type play again for another game, or q to leave"))

    async def _wait_for_bots(self) -> None:
        """Wait until bots that have to act have done so; never for people."""
        seconds = BOTS_SECONDS if self._view.me is not None else WATCHER_SECONDS
        await self._arrivals.until(lambda: not self._is_bots_turn(), seconds)

    def _is_bots_turn(self) -> bool:
        view = self._view
        if not isinstance(view, GameView) or view.head.state != "running" or self._model.decision.number is not None:
            return False
        if view.me is None and self._news.has_any(self._model.playback.log):
            return False
        return not self._is_gone and all(isinstance(view.head.seats[seat], BotSeat) for seat in view.waiting)

    async def _next_line(self) -> str | None:
        """Return the next line; meanwhile tell news if they are to come at once, and leave if the server says so."""
        if self._reading is None:
            self._reading = asyncio.get_running_loop().create_task(self._lines.next())
        while not self._reading.done():
            arrival = asyncio.get_running_loop().create_task(self._arrivals.wait())
            await asyncio.wait({self._reading, arrival}, return_when=asyncio.FIRST_COMPLETED)
            arrival.cancel()
            if self._is_gone:
                return None
            if self._arrivals.has_come and self._settings.news_at_once:
                self._tell()
            self._arrivals.clear()
        line, self._reading = self._reading.result(), None
        return line

    async def _answered(self, line: str) -> bool:
        """Answer a line; return False if the person leaves."""
        text = line.strip()
        try:
            await self._take_seat_back()
            if not text:
                self._say_if_quiet()
            elif len(text.split()[0]) == 1 and not text[0].isdecimal():
                return await self._question(text[0], text[1:].strip())
            elif not await self._commanded(text):
                await self._deciding.read(text)
        except Unclear as unclear:
            self._speaker.say(unclear.sentence)
        except Coded as error:
            self._speaker.say(sentence_of(error))
        return True

    async def _take_seat_back(self) -> None:
        if self._model.present.is_replaced:
            await self._session.client.return_to_seat(self._table_id)

    def _say_if_quiet(self) -> None:
        """Answer an empty line: with what is asked, or that nothing has happened."""
        if self._news.has_any(self._model.playback.log):
            return
        if self._deciding.is_open:
            self._deciding.ask()
        elif not isinstance(self._view, GameView):
            self._speaker.say(where(self._view))
        else:
            seconds = round(time.monotonic() - self._quiet_since)
            text = _("Nothing new for {n} seconds. {waiting}")
            self._speaker.say(text.format(n=seconds, waiting=waited_for(self._model)))

    async def _question(self, letter: str, words: str) -> bool:
        """Answer a question of one letter; return False if the person leaves."""
        if letter == "q":
            return False
        if letter in ("y", "n") and not words:
            await self._deciding.settle(is_sent=letter == "y")
        elif letter == "t":
            await self._talk(words)
        elif letter == "p":
            await self._deciding.propose()
        elif letter == "?":
            self._say_all([where(self._view), waited_for(self._model)])
            self._deciding.ask()
            self._speaker.say(letters(self._speech))
        else:
            self._say_all(self._facts(letter, words))
        return True

    def _facts(self, letter: str, words: str) -> Sequence[str]:
        view, facts = self._view, self._speech.FACTS if self._speech else {}
        if letter == "w":
            return [waited_for(self._model)]
        if not isinstance(view, GameView):
            return [_("The game has not begun")]
        if letter in facts:
            return facts[letter].tell(view, words)
        if letter == "l":
            number = int(words) if words.isdecimal() and len(words) < MOST_DIGITS else LAST_MOVES
            return last_moves(self._model.playback.log, view, max(1, number))
        if letter == "r":
            return rules_about(view, words)
        return [_("{letter} is no question here").format(letter=letter), letters(self._speech)]

    def _say_all(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self._speaker.say(sentence)

    async def _talk(self, words: str) -> None:
        if not words:
            self._speaker.say(_("Type t and what you want to say"))
            return
        await self._session.client.say(self._table_id, words)

    async def _commanded(self, text: str) -> bool:
        """Do what is no answer to a decision; return False if the text is nothing of that kind."""
        commands = {
            N_("take back"): self._deciding.take_back,
            N_("play again"): self._play_again,
            N_("ready"): self._get_ready,
            N_("start"): self._start,
        }
        typed = folded(text)
        for template, run in commands.items():
            if any(typed == folded(phrase) for phrase in phrases(template)):
                await run()
                return True
        return False

    async def _play_again(self) -> None:
        self.next_table = await self._session.play_again(self._table_id)

    async def _get_ready(self) -> None:
        await self._session.client.ready(self._table_id)
        self._speaker.say(_("You are ready; the host starts the game"))

    async def _start(self) -> None:
        await self._session.client.ready(self._table_id)
        await self._session.client.start(self._table_id)
        await self._session.client.room(self._table_id).until(lambda view: view.head.state == "running")
