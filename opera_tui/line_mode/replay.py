"""A finished game in lines: told move by move, with the same questions as at a table."""

from collections.abc import Awaitable, Callable, Sequence

from opera_games.errors import Coded
from opera_tui.games import face_of, speech_of
from opera_tui.games.reading import read_view
from opera_tui.games.speech import is_said, named_seat, spoken_glyphs
from opera_tui.games.taken_back import standing
from opera_tui.games.view import AnyGameView, AnyLine, GameView
from opera_tui.line_mode.answers import rules_about, where
from opera_tui.line_mode.news import told_once
from opera_tui.line_mode.questions import letters
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.look.i18n import N_, _, ngettext, sentence_of
from opera_tui.look.rows import plain
from opera_tui.session.session import Session
from opera_tui.session.whole_log import whole_log
from opera_tui.table.lookback import Lookback

LEAVE = "q"
LAST_MOVES = 5
MOST_DIGITS = 5
NOT_HERE = ("w", "t", "p")
"""Questions to which a game that is over has no answer."""


async def replay(
    session: Session,
    table_id: str,
    speaker: Speaker,
    lines: Lines,
    print_booklet: Callable[[], Awaitable[str]] | None = None,
) -> None:
    """Tell a game: Enter tells the next move, a number so many, `all` the rest."""
    face = face_of(session.game_of(table_id))
    view = read_view(face.view, session.client.room(table_id).view, spoken_glyphs())
    if not isinstance(view, GameView):
        speaker.say(where(view))
        return
    replaying = LineReplay(session, table_id, view, speaker, lines)
    replaying.print_booklet = print_booklet
    await replaying.run()


class LineReplay:
    """Where in a game the reader is, and what was told of it."""

    def __init__(self, session: Session, table_id: str, end: AnyGameView, speaker: Speaker, lines: Lines) -> None:
        self._session = session
        self._table_id = table_id
        self._end = end
        self._view = end
        """The table at the moment that is looked at."""
        self._face = face_of(end.head.game)
        self._speech = speech_of(end.head.game)
        self._lookback = Lookback(session.client, self._face, table_id, None)
        self._events: Sequence[AnyLine] = ()
        """What happened up to that moment."""
        self._speaker = speaker
        self._lines = lines
        self.print_booklet: Callable[[], Awaitable[str]] | None = None
        """Writes the booklet and says where it is; None where there can be none."""

    async def run(self) -> None:
        """Answer lines until the reader leaves."""
        await self._go("home")
        how = ngettext(
            "{n} move. Enter tells the next one, a number so many, all the rest; back goes one back",
            "{n} moves. Enter tells the next one, a number so many, all the rest; back goes one back",
            self._end.head.actions,
        )
        self._say(where(self._view), *self._letters, how.format(n=self._end.head.actions))
        self._say(*told_once(self._view.log_text(event) for event in self._events))
        while (line := await self._lines.next()) is not None and line.strip() != LEAVE:
            try:
                await self._answer(line.strip())
            except Coded as error:
                self._say(sentence_of(error))

    @property
    def _letters(self) -> list[str]:
        return letters(self._speech, without=NOT_HERE)

    async def _answer(self, line: str) -> None:
        if line and len(line.split(maxsplit=1)[0]) == 1 and not line[0].isdecimal():
            self._say(*self._facts(line[0], line[1:].strip()))
        elif is_said(line, N_("back")):
            await self._go("left")
            self._say(self._lookback.describe_move())
        elif is_said(line, N_("booklet")) and self.print_booklet is not None:
            self._say(await self.print_booklet())
        elif is_said(line, N_("all")):
            await self._tell(self._end.head.actions)
        elif not line or line.isdecimal():
            await self._tell(max(1, int(line[:MOST_DIGITS])) if line else 1)
        elif (seat := named_seat(self._view, line)) is not None:
            await self._go(str(seat + 1))
            self._say(_("Seen by {who}").format(who=self._view.name(seat)))
        else:
            self._say(_("“{words}” means nothing here; ? says where you are").format(words=line))

    async def _tell(self, moves: int) -> None:
        """Go so many moves on, and tell what happened on the way."""
        before = len(self._events)
        last = self._end.head.actions
        at = min(last, (last if self._lookback.at is None else self._lookback.at) + moves)
        await self._go_to(at)
        news = self._events[before:]
        self._say(*told_once(self._view.log_text(event) for event in news))
        if not news:
            self._say(plain(self._face.waiting_line(self._end)))
            if self.print_booklet is not None:
                self._say(_("booklet writes the programme of this game into a file, to print and to keep"))

    async def _go(self, move: str) -> None:
        """Go to another moment, by the key of the screen that leads there."""
        past = await self._lookback.go(move, self._end)
        await self._show(past.view if past else None, past.log.events if past else None)

    async def _go_to(self, at: int) -> None:
        view = await self._lookback.to(self._end, at)
        events = await self._lookback.log_then(type(self._end)) if view else None
        await self._show(view, events)

    async def _show(self, view: AnyGameView | None, events: Sequence[AnyLine] | None) -> None:
        self._view = view or self._end
        if events is None:
            events = standing(await whole_log(self._session.client, self._table_id, type(self._end)))
        self._events = events

    def _facts(self, letter: str, words: str) -> Sequence[str]:
        facts = self._speech.FACTS if self._speech else {}
        if letter in facts:
            return facts[letter].tell(self._view, words)
        if letter == "l":
            number = int(words) if words.isdecimal() and len(words) < MOST_DIGITS else LAST_MOVES
            return told_once(self._view.log_text(event) for event in self._events[-max(1, number) :])
        if letter == "r":
            return rules_about(self._view, words)
        return [where(self._view), self._lookback.describe_move(), *self._letters]

    def _say(self, *sentences: str) -> None:
        for sentence in sentences:
            self._speaker.say(sentence)
