"""A table in lines: playing, watching, and waiting for the start."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from opera_games.errors import Coded
from opera_protocol.wire.plain_text import CHAT_LINE, clean
from opera_tui.games.speech import Unclear, is_said
from opera_tui.games.view import GameView
from opera_tui.line_mode.after_end import AfterTheEnd
from opera_tui.line_mode.answers import rules_about, waited_for, where, words_known
from opera_tui.line_mode.before_start import BeforeStart, what_to_type
from opera_tui.line_mode.deciding import NotTaken
from opera_tui.line_mode.exits import Exit
from opera_tui.line_mode.leaving import WaysOut
from opera_tui.line_mode.lesson import SpokenLesson
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.line_mode.news import last_moves
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.questions import LEAVE, OWN, PROPOSAL, letters, question_in
from opera_tui.line_mode.streams import Lines, Speaker, as_sentence, ended
from opera_tui.look.i18n import N_, _, ngettext, sentence_of
from opera_tui.session.session import Session

LAST_MOVES: Final = 5
MOST_DIGITS: Final = 4


class LineTable:
    """One person's place at a table, until the person leaves it."""

    def __init__(
        self,
        session: Session,
        table_id: str,
        preferences: Preferences,
        speaker: Speaker,
        lines: Lines,
        print_booklet: Callable[[], Awaitable[str]] | None = None,
    ) -> None:
        self._live = LiveTable(session, table_id, preferences, speaker)
        self._lesson = SpokenLesson(self._live)
        self._before_start = BeforeStart(self._live)
        self._ways_out = WaysOut(self._live, preferences.machine)
        self._after_end = AfterTheEnd(self._live, self._ways_out, preferences.machine, print_booklet)
        self._session = session
        self._table_id = table_id
        self._preferences = preferences
        self._speaker = speaker
        self._lines = lines
        self._quiet_since = time.monotonic()
        self._is_guessing = False
        """Whether something waits to be guessed, which no news may tell."""
        self._has_told_letters = False
        self._has_told_how = not preferences.settings.read_back
        self._has_told_end = False
        self._has_told_enter = preferences.settings.news_at_once
        self._has_told_unheard = False
        self._is_listening = True
        """Whether the last line was one after which news is told: not a question, and no answer that waits for `y`."""
        self._reading: asyncio.Task[str | None] | None = None

    async def run(self) -> str | Exit:
        """Tell and answer until the person leaves, or no more lines come; return where the person goes then."""
        try:
            async with self._live.followed():
                await self._begin()
                while not self._live.is_gone and self._ways_out.going is None:
                    if self._is_listening:
                        await self._live.wait_for_bots()
                        if not await self._ask_first():
                            break
                        self._tell()
                    line = await self._next_line()
                    if line is None or not await self._answered(line):
                        break
        finally:
            if self._reading is not None:
                self._reading.cancel()
        return self._ways_out.going or Exit.PROGRAM

    async def _begin(self) -> None:
        live, log = self._live, self._live.model.playback.log
        self._speaker.say(where(live.view))
        if isinstance(live.view, GameView):
            await live.news.begin_with_missed(self._session.client, log, live.view, live.model.face.telling)
        else:
            self._speaker.say(what_to_type(live.view))
            live.news.begin(log)

    async def _ask_first(self) -> bool:
        """Ask for what a lesson wants to be guessed before it is told; return False if the person leaves instead."""
        guess = self._lesson.to_guess()
        if guess is None:
            return True
        self._live.tell_news(before=guess.event)
        self._lesson.ask()
        self._is_guessing = True
        try:
            while not self._lesson.judge(line := (await self._next_line() or "").strip(), guess.gain):
                if not await self._stays_without_guess(line):
                    return False
                self._lesson.ask_again()
        finally:
            self._is_guessing = False
        return True

    async def _stays_without_guess(self, line: str) -> bool:
        """Answer a line that is no guess: what stands on the table may be asked; return False if the person leaves."""
        letter, words = self._question_in(line)
        if letter in self._facts_known:
            self._speaker.say_all(await self._facts(letter, words))
        try:
            return letter != LEAVE and not await self._ways_out.obey(line)
        except (Unclear, Coded) as error:
            self._speaker.say(_why(error))
            return True

    @property
    def _facts_known(self) -> Collection[str]:
        return self._live.speech.FACTS if self._live.speech else ()

    def _tell(self) -> None:
        """Tell what is new, then what is asked."""
        live = self._live
        live.arrivals.clear()
        if not self._has_told_letters and isinstance(live.view, GameView):
            self._has_told_letters = True
            self._speaker.say_all(letters(live.speech, self._not_here))
            if live.view.head.state == "running" and not live.model.lesson.is_going_on:
                self._remark()
        self._say_how_to_watch()
        if live.tell_news(is_asked=live.deciding.is_new):
            self._quiet_since = time.monotonic()
            if not live.deciding.is_over:
                live.deciding.remind()
        self._speaker.say(live.model.playback.unreadable)
        if live.deciding.begin_if_new():
            self._speaker.say_all([*self._lesson.texts(), *(self._ways_out.told if live.model.lesson.is_done else [])])
            live.deciding.ask()
            self._say_how_to_answer()
        if live.view.head.state not in ("open", "running") and not self._has_told_end:
            self._has_told_end = True
            self._remark()
            self._speaker.say_all([*self._lesson.texts(), *self._after_end.told])

    def _remark(self) -> None:
        """Say what no event says of a game that begins, unless it is a lesson, or that is over."""
        live = self._live
        if live.speech is not None and isinstance(live.view, GameView):
            self._speaker.say_all(live.speech.remarks(live.view))

    @property
    def _may_answer(self) -> bool:
        """Whether the reader is asked for decisions: neither a spectator is, nor anybody before or after the game."""
        return self._live.view.me is not None and self._live.view.head.state == "running"

    @property
    def _not_here(self) -> Sequence[str]:
        """The letters that are about nothing: a proposal where nothing is asked, and what a spectator has."""
        if self._may_answer:
            return ()
        return (PROPOSAL,) if self._live.view.me is not None else (PROPOSAL, OWN)

    def _say_how_to_watch(self) -> None:
        """Say it once at each table: nothing is asked of a spectator, so there is no other reason to type."""
        if self._live.view.me is None and not self._has_told_enter and not self._after_end.is_now:
            self._has_told_enter = True
            self._speaker.say(_("Enter tells what has happened meanwhile"))

    def _say_how_to_answer(self) -> None:
        """Say it once at each table, behind the first question."""
        if not self._has_told_how:
            self._has_told_how = True
            self._speaker.say(_("Type a number or words, as short as they are unique; then y sends it"))

    async def _next_line(self) -> str | None:
        """Return the next line; meanwhile tell news if they are to come at once, and leave if the server says so."""
        if self._reading is None:
            self._reading = asyncio.get_running_loop().create_task(self._lines.next())
        arrivals = self._live.arrivals
        while not self._reading.done():
            arrival = asyncio.get_running_loop().create_task(arrivals.wait())
            await asyncio.wait({self._reading, arrival}, return_when=asyncio.FIRST_COMPLETED)
            arrival.cancel()
            if self._live.is_gone:
                return None
            if arrivals.has_come and self._preferences.settings.news_at_once and not self._is_guessing:
                self._tell()
            arrivals.clear()
        line, self._reading = self._reading.result(), None
        return line

    async def _answered(self, line: str) -> bool:
        """Answer a line; return False if the person leaves."""
        deciding, (letter, words) = self._live.deciding, self._question_in(line)
        stays = True
        try:
            await self._take_seat_back()
            if letter:
                stays = await self._question(letter, words)
            else:
                await self._obey(line.strip())
        except (Unclear, Coded) as error:
            self._speaker.say(_why(error))
            if not letter:
                deciding.drop()
            if isinstance(error, NotTaken):
                deciding.name_question()
        if deciding.is_over:
            self._is_listening = True
        elif letter not in ("", PROPOSAL) and stays:
            deciding.remind()
        return stays

    def _question_in(self, line: str) -> tuple[str, str]:
        """Return the letter of the question that a line asks, and what stands behind it."""
        deciding = self._live.deciding
        is_yes_or_no = deciding.is_waiting or deciding.only_answer is not None
        return question_in(line.strip(), self._live.speech, is_yes_or_no=is_yes_or_no)

    async def _obey(self, text: str) -> None:
        """Do what a line says that is no question."""
        deciding, number = self._live.deciding, self._live.model.decision.number
        if not text:
            await self._go_on()
        elif await self._commanded(text):
            deciding.drop()
        elif not isinstance(self._live.view, GameView):
            unknown = _("“{words}” means nothing here; ? says where you are").format(words=text)
            raise Unclear(" ".join(map(ended, [unknown, what_to_type(self._live.view)])))
        else:
            await deciding.read(text)
        self._is_listening = not text or number is None or number != self._live.model.decision.number

    async def _go_on(self) -> None:
        """Answer an empty line: it sends the only answer that there is, unless there is news to be told."""
        deciding = self._live.deciding
        if deciding.only_answer is None or self._live.has_news or deciding.is_over or deciding.is_waiting:
            self._say_if_quiet()
        else:
            await deciding.settle(is_sent=True)

    async def _take_seat_back(self) -> None:
        if self._live.model.present.is_replaced:
            await self._session.client.return_to_seat(self._table_id)

    def _say_if_quiet(self) -> None:
        """Answer an empty line, unless there is news: with what is asked, or that nothing has happened."""
        if self._live.has_news:
            return
        if self._live.deciding.is_waiting:
            self._live.deciding.remind()
        elif self._live.deciding.is_open:
            self._live.deciding.ask()
        elif not isinstance(self._live.view, GameView):
            self._speaker.say_all([where(self._live.view), what_to_type(self._live.view)])
        else:
            seconds = round(time.monotonic() - self._quiet_since)
            text = ngettext("Nothing new for {n} second. {waiting}", "Nothing new for {n} seconds. {waiting}", seconds)
            self._speaker.say(text.format(n=seconds, waiting=waited_for(self._live.model)))

    async def _question(self, letter: str, words: str) -> bool:
        """Answer a question of one letter; return False if the person leaves."""
        live = self._live
        self._is_listening = False
        if letter == LEAVE:
            return False
        if letter in ("y", "n") and not words:
            await live.deciding.settle(is_sent=letter == "y")
            self._is_listening = letter == "y"
        elif letter == "t":
            await self._talk(words)
        elif letter == PROPOSAL:
            await live.deciding.propose()
        elif letter == "?":
            self._help()
        else:
            self._speaker.say_all(await self._facts(letter, words))
        return True

    def _help(self) -> None:
        """Say where the reader is, what is asked, and what can be typed now."""
        live = self._live
        self._speaker.say_all([where(live.view), *([] if live.deciding.is_open else [waited_for(live.model)])])
        live.deciding.ask()
        if not isinstance(live.view, GameView):
            self._speaker.say(what_to_type(live.view))
        self._speaker.say_all(letters(live.speech, self._not_here))
        out = self._ways_out
        known = words_known(may_answer=self._may_answer, has_tables=out.has_tables, has_home=out.has_home)
        self._speaker.say_all(known)
        self._speaker.say_all(self._after_end.told)

    async def _facts(self, letter: str, words: str) -> Sequence[str]:
        view, facts = self._live.view, self._live.speech.FACTS if self._live.speech else {}
        if letter == "w":
            return [waited_for(self._live.model)]
        if not isinstance(view, GameView):
            return [_("The game has not begun")]
        if letter in facts:
            plan = self._live.deciding.plan if letter == OWN else []
            return [*facts[letter].tell(view, words), *plan]
        if letter == "l":
            number = int(words) if words.isdecimal() and len(words) < MOST_DIGITS else LAST_MOVES
            return await last_moves(self._session.client, self._live.model.playback.log, view, max(1, number))
        if letter == "r":
            return rules_about(view, words)
        return [_("{letter} is no question here").format(letter=letter), *letters(self._live.speech, self._not_here)]

    async def _talk(self, words: str) -> None:
        if not words:
            self._speaker.say(_("Type t and what you want to say"))
            return
        text = clean(words, CHAT_LINE)
        self._live.news.note_own(text)
        await self._session.client.say(self._table_id, text)
        self._speaker.say(_("You say: {text}").format(text=text))
        view = self._live.view
        if view.me is None and view.head.state == "running" and not self._has_told_unheard:
            self._has_told_unheard = True
            self._speaker.say(as_sentence(_("players hear you after the end of the game")))

    async def _commanded(self, text: str) -> bool:
        """Do what is no answer to a decision; return False if the text is nothing of that kind."""
        commands = {
            N_("take back"): self._live.deciding.take_back,
            **self._before_start.commands,
            **self._after_end.commands,
        }
        about_settings = self._preferences.answer(text)
        if about_settings is not None:
            self._speaker.say_all(about_settings)
            self._live.deciding.word_again()
            return True
        for template, run in commands.items():
            if is_said(text, template):
                await run()
                return True
        return await self._ways_out.obey(text) or await self._before_start.obey(text)


def _why(error: Unclear | Coded) -> str:
    return error.sentence if isinstance(error, Unclear) else sentence_of(error)
