"""A table in lines: playing, watching, and waiting for the start."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from opera_games.errors import Coded
from opera_protocol.wire.plain_text import CHAT_LINE, clean
from opera_tui.games.speech import Unclear, Words, folded, phrases, spelt
from opera_tui.games.view import GameView
from opera_tui.line_mode.answers import letters, question_words, rules_about, waited_for, where, words_known
from opera_tui.line_mode.before_start import BeforeStart, what_to_type
from opera_tui.line_mode.deciding import NotTaken
from opera_tui.line_mode.exits import HOME, Exit
from opera_tui.line_mode.lesson import SpokenLesson
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.line_mode.news import last_moves
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Lines, Speaker, as_sentence, ended
from opera_tui.line_mode.transcript import hand_over, tell_again
from opera_tui.look.i18n import N_, _, ngettext, sentence_of
from opera_tui.session.session import Session

LAST_MOVES: Final = 5
MOST_DIGITS: Final = 4
PROPOSAL: Final = "p"
OWN: Final = "m"
"""The letter of what only the reader's seat knows, in every game."""


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
        self._going: str | Exit | None = None
        """Where the person goes from here: the table where the same people play on, or an exit; None to stay."""
        self._live = LiveTable(session, table_id, preferences, speaker)
        self._lesson = SpokenLesson(self._live)
        self._before_start = BeforeStart(self._live)
        self._session = session
        self._table_id = table_id
        self._preferences = preferences
        self._speaker = speaker
        self._lines = lines
        self._print_booklet = print_booklet
        """Writes the booklet and says where it is; None where there can be none."""
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
                while not self._live.is_gone and self._going is None:
                    if self._is_listening:
                        await self._live.wait_for_bots()
                        await self._ask_first()
                        self._tell()
                    line = await self._next_line()
                    if line is None or not await self._answered(line):
                        break
        finally:
            if self._reading is not None:
                self._reading.cancel()
        return self._going or Exit.PROGRAM

    async def _begin(self) -> None:
        live, log = self._live, self._live.model.playback.log
        self._speaker.say(where(live.view))
        if isinstance(live.view, GameView):
            await live.news.begin_with_missed(self._session.client, log, live.view, live.model.face.telling)
        else:
            self._speaker.say(what_to_type(live.view))
            live.news.begin(log)

    async def _ask_first(self) -> None:
        """Ask for what a lesson wants to be guessed before it is told."""
        guess = self._lesson.to_guess()
        if guess is not None:
            self._live.tell_news(before=guess.event)
            self._lesson.ask()
            self._is_guessing = True
            self._lesson.judge(await self._guessed(), guess.gain)
            self._is_guessing = False

    async def _guessed(self) -> str:
        """Return what is typed as a guess; what stands on the table may be asked first."""
        while True:
            line = (await self._next_line() or "").strip()
            letter, words = self._question_in(line)
            if letter not in self._facts_known:
                return line
            self._speaker.say_all(await self._facts(letter, words))
            self._lesson.ask_again()

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
            self._speaker.say_all([*self._lesson.texts(), *(self._way_home if live.model.lesson.is_done else [])])
            live.deciding.ask()
            self._say_how_to_answer()
        if live.view.head.state not in ("open", "running") and not self._has_told_end:
            self._has_told_end = True
            self._remark()
            self._speaker.say_all([*self._lesson.texts(), *self._after_the_end])

    def _remark(self) -> None:
        """Say what no event says of a game that begins, unless it is a lesson, or that is over."""
        live = self._live
        if live.speech is not None and isinstance(live.view, GameView):
            self._speaker.say_all(live.speech.remarks(live.view))

    @property
    def _after_the_end(self) -> list[str]:
        """What can be typed once the game is over; nothing before."""
        if self._live.view.head.state in ("open", "running"):
            return []
        told = [_("Type play again for another game, transcript to hear this one once more, or q to leave")]
        if self._live.model.lesson.is_going_on:
            told = [_("Type transcript to hear this game once more, or q to leave")]
        told += self._way_home
        if self._print_booklet is not None:
            told.append(_("booklet writes the programme of this game into a file, to print and to keep"))
        return told

    @property
    def _way_home(self) -> list[str]:
        """What leads from here to other games; visitors have the tables of their server."""
        if self._has_home:
            return [_("home leads to the first list: other games, lessons, puzzles")]
        return [_("tables leads to the list of tables, with lessons and puzzles")] if self._has_tables else []

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
        if self._live.view.me is None and not self._has_told_enter and not self._after_the_end:
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
        deciding, (letter, words) = self._live.deciding, self._question_in(line.strip())
        stays = True
        try:
            await self._take_seat_back()
            if letter:
                stays = await self._question(letter, words)
            else:
                await self._obey(line.strip())
        except (Unclear, Coded) as error:
            self._speaker.say(error.sentence if isinstance(error, Unclear) else sentence_of(error))
            if not letter:
                deciding.drop()
            if isinstance(error, NotTaken):
                deciding.name_question()
        if deciding.is_over:
            self._is_listening = True
        elif letter not in ("", PROPOSAL) and stays:
            deciding.remind()
        return stays

    def _question_in(self, text: str) -> tuple[str, str]:
        """Return the letter of a question and what stands behind it, also of one in words such as `rules palazzo`."""
        deciding = self._live.deciding
        if deciding.is_waiting or deciding.only_answer is not None:
            for answer, said in (("y", N_("yes")), ("n", N_("no"))):
                if _is(text, said) or _is_initial(text, said):
                    return answer, ""
        letter, behind = _lettered(text)
        if letter:
            return letter, behind
        words = Words(text)
        for letter, said in question_words(self._live.speech):
            # Spelt out: an abbreviation is rather that of an answer.
            spelt = next((one for one in map(folded, phrases(said)) if one and words.left[: len(one)] == one), None)
            if spelt is not None:
                words.skip(len(spelt))
                return letter, words.typed
        return "", ""

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
        if letter == "q":
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
        known = words_known(may_answer=self._may_answer, has_tables=self._has_tables, has_home=self._has_home)
        self._speaker.say_all(known)
        self._speaker.say_all(self._after_the_end)

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
            N_("play again"): self._play_again,
            N_("transcript"): self._tell_again,
            N_("transcript file"): self._hand_over,
            N_("booklet"): self._booklet,
            N_("tables"): self._go_to_tables,
            HOME: self._go_home,
            N_("stand up"): self._stand_up,
            **self._before_start.commands,
        }
        about_settings = self._preferences.answer(text)
        if about_settings is not None:
            self._speaker.say_all(about_settings)
            self._live.deciding.word_again()
            return True
        for template, run in commands.items():
            if _is(text, template):
                await run()
                return True
        return await self._before_start.obey(text)

    async def _play_again(self) -> None:
        self._going = await self._session.play_again(self._table_id)

    async def _tell_again(self) -> None:
        await tell_again(self._session, self._live.view, self._speaker)

    async def _hand_over(self) -> None:
        await hand_over(self._session, self._table_id, self._preferences.machine, self._speaker)

    async def _booklet(self) -> None:
        if self._print_booklet is None:
            raise Unclear(_("There are no booklets here: a booklet is a file, and you have none on this machine"))
        self._speaker.say(await self._print_booklet())

    async def _stand_up(self) -> None:
        """Give the seat up: it is free again, or a bot acts there until the person is back; a game at home ends."""
        if self._live.view.me is None:
            raise Unclear(_("You have no seat here"))
        await self._session.give_up_seat(self._table_id)
        self._going = Exit.TABLES if self._has_tables else Exit.HOME
        self._live.is_gone = True

    @property
    def _has_tables(self) -> bool:
        return self._session.place.where != "solo"

    async def _go_to_tables(self) -> None:
        """Leave this table for the list of all, where the server has one for this person."""
        if not self._has_tables:
            raise Unclear(_("There are no other tables here"))
        self._going = Exit.TABLES

    @property
    def _has_home(self) -> bool:
        return not self._preferences.machine.is_visit

    async def _go_home(self) -> None:
        """Leave this table, and its server, for the first list; the seat is kept."""
        if not self._has_home:
            raise Unclear(_("There is no other list here: tables leads to that of all tables"))
        self._going = Exit.HOME


def _lettered(text: str) -> tuple[str, str]:
    """Return the letter of a question and what stands behind it; no letter if the text is none."""
    is_one = bool(text) and len(text.split(maxsplit=1)[0]) == 1 and not text[0].isdecimal()
    return (text[0], text[1:].strip()) if is_one else ("", "")


def _is(text: str, template: str) -> bool:
    """Say whether this was typed, in English or in the reader's language."""
    return any(folded(text) == folded(phrase) for phrase in phrases(template))


def _is_initial(text: str, template: str) -> bool:
    """Say whether the first letter of this was typed, in English or in the reader's language: `j` for `ja`."""
    return any(spelt(text) == [spelt(phrase)[0][0]] for phrase in phrases(template))
