"""The home screen in lines: where to go if the command line has not said it."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from opera_games.catalog import GAMES, about
from opera_games.lessons import lessons
from opera_games.puzzles import puzzle_id, todays_puzzle
from opera_protocol.local.settings import SettingsError
from opera_tui.config.machine import Machine
from opera_tui.games.speech import Unclear, folded, is_said, phrases
from opera_tui.home.entries import as_chosen, bots_told, choice_of, last_table_told
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.learning import is_puzzle, known_lesson, lesson_called, lessons_told, puzzle_told
from opera_tui.line_mode.lobby import asks_for_help
from opera_tui.line_mode.new_game import PLAY, how_to_choose, new_game
from opera_tui.line_mode.streams import Speaker
from opera_tui.local.chosen_bots import remember_bots
from opera_tui.local.last_tables import LastTable
from opera_tui.look.i18n import N_, _, choose_language, language, mark, ngettext, sentence_of
from opera_tui.look.languages import languages, own_name
from opera_tui.session.intents import Continue, GoHome, Host, Intent, Join, Learn, Play
from opera_tui.session.lesson_states import LessonStates

LEAVE: Final = "q"
MOST_TABLES: Final = 5
"""How many open games are offered."""


class Way(NamedTuple):
    """A place to go to, or another language."""

    phrases: tuple[str, ...]
    says: str
    intent: Intent = GoHome()
    language: str = ""


class Choosing(Protocol):
    """A list of ways."""

    def ways(self) -> list[Way]:
        """Return what is listed now."""

    def question(self, choices: str) -> str:
        """Return what is asked."""

    def meant(self, line: str) -> Intent | None:
        """Return where a line leads that says more than what is listed; raises `Unclear`."""

    def helped(self) -> list[str]:
        """Say what can be typed."""


def begins_with_list(intent: Intent) -> bool:
    """Say whether an intent leads to a list first, in which the player chooses where to go."""
    return isinstance(intent, GoHome) or (isinstance(intent, Learn) and not intent.lesson)


async def chosen(intent: Intent, front: LineFront) -> Intent | None:
    """Return an intent that leads to a server: the one that was given, or what the player chooses; None to leave."""
    wanted: Intent | None = intent
    while wanted is not None and begins_with_list(wanted):
        asked: Choosing = FirstList(front) if isinstance(wanted, GoHome) else LessonList(front.machine)
        wanted = await _choose(asked, front)
    if isinstance(wanted, Join) and not (wanted.address or wanted.is_visit):
        return await _with_address(wanted, front)
    if isinstance(wanted, Play) and wanted.wanted and wanted is not intent:
        await remember_bots(wanted.wanted.game, choice_of(wanted.wanted))
    return wanted


async def _choose(asked: Choosing, front: LineFront) -> Intent | None:
    """Ask until a line leads somewhere; Enter tells the list again."""
    ways = _told(asked, front.speaker)
    while True:
        line = await front.lines.next()
        if line is None or line.strip() == LEAVE:
            return None
        try:
            found = _way(asked, ways, line.strip())
        except Unclear as unclear:
            front.speaker.say(unclear.sentence)
            continue
        if asks_for_help(line):
            front.speaker.say_all(asked.helped())
        elif found is None and line.strip():
            front.speaker.say(_("That is none of the choices; ? says what can be typed"))
        elif found is not None and not found.language:
            return found.intent
        else:
            if found is not None:
                _keep(found.language, front)
            ways = _told(asked, front.speaker)


def _told(asked: Choosing, speaker: Speaker) -> list[Way]:
    """Tell a list, and return it."""
    ways = asked.ways()
    choices = ngettext("{n} choice", "{n} choices", len(ways)).format(n=len(ways))
    speaker.say(asked.question(choices))
    for number, way in enumerate(ways, start=1):
        speaker.say(f"{number}, {way.says}")
    return ways


def _way(asked: Choosing, ways: Sequence[Way], line: str) -> Way | None:
    """Return where a line leads; None if it means nothing here."""
    intent = asked.meant(line)
    return Way((line,), line, intent) if intent is not None else _found(ways, line)


def _found(ways: Sequence[Way], line: str) -> Way | None:
    """Return the way with this number, or the one way whose words begin like this."""
    if line.isdecimal() and line.isascii():
        return ways[int(line) - 1] if 0 < int(line[:3]) <= len(ways) else None
    typed = " ".join(folded(line))
    found = [way for way in ways if typed and any(" ".join(folded(one)).startswith(typed) for one in way.phrases)]
    return found[0] if len(found) == 1 else None


class FirstList:
    """All places to go to."""

    def __init__(self, front: LineFront) -> None:
        self._machine = front.machine
        self._is_known = front.is_known

    def ways(self) -> list[Way]:
        going_on = [_going_on(entry) for entry in self._machine.last_tables().all()[:MOST_TABLES]]
        new = [self._new(game) for game in GAMES]
        learn = Way(phrases(N_("learn")), _("learn by playing"), Learn())
        puzzles = puzzle_told(LessonStates(self._machine))
        puzzle = Way(phrases(N_("puzzle")), puzzles, Learn(puzzle_id(todays_puzzle()), is_anew=True))
        join = Way(phrases(N_("join")), _("join a table of another machine"), Join())
        host = Way(phrases(N_("host")), _("host tables for others on this network"), Host())
        others = [code for code in languages() if code != language()]
        speaking = [Way((own_name(code), code), own_name(code), language=code) for code in others]
        # For somebody new learning comes first, as on the screen.
        playing = [*new, learn, puzzle] if going_on or self._is_known else [learn, *new, puzzle]
        return [*going_on, *playing, join, host, *speaking]

    def _new(self, game: str) -> Way:
        wanted, title = as_chosen(game), about(game).title
        told = _("play {game}: {players}").format(game=title, players=bots_told(wanted))
        return Way(phrases(PLAY, game=title), told, Play(wanted))

    def question(self, choices: str) -> str:
        return _("Where to? {choices}; q leaves:").format(choices=choices)

    def meant(self, line: str) -> Intent | None:
        wanted = new_game(line)
        return Play(wanted) if wanted else _learning(known_lesson(line))

    def helped(self) -> list[str]:
        return [
            _("Type a number of this list, or how what stands there begins; Enter tells the list again, q leaves"),
            how_to_choose(),
            _("learn and a number or a name, such as learn 2, leads to a lesson; puzzle and a number to a puzzle"),
        ]


class LessonList:
    """All lessons."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def ways(self) -> list[Way]:
        told = lessons_told(LessonStates(self._machine))
        return [
            Way((lesson.id, _(lesson.title)), text, Learn(lesson.id))
            for lesson, text in zip(lessons().values(), told, strict=True)
        ]

    def question(self, choices: str) -> str:
        return _("Which lesson? {choices}; back leads to the first list, q leaves:").format(choices=choices)

    def meant(self, line: str) -> Intent | None:
        if is_said(line, N_("back")):
            return GoHome()
        return _learning(known_lesson(line) or lesson_called(line))

    def helped(self) -> list[str]:
        return [_("Type a number or a name of this list; back leads to the first list, q leaves")]


def _learning(lesson: str) -> Learn | None:
    return Learn(lesson, is_anew=is_puzzle(lesson)) if lesson else None


def _going_on(entry: LastTable) -> Way:
    named = _("go on at {table}").format(table=entry.name)
    told = f"{named}{mark(':')}{last_table_told(entry)}"
    return Way((*phrases(N_("go on at {table}"), table=entry.name), entry.name), told, Continue(entry))


def _keep(chosen: str, front: LineFront) -> None:
    """Speak another language from now on."""
    before = front.machine.load_settings([])
    try:
        front.machine.save_settings(before, msgspec.structs.replace(before, language=chosen))
    except SettingsError as error:
        front.speaker.say(sentence_of(error))
    choose_language(chosen)


async def _with_address(intent: Join, front: LineFront) -> Intent | None:
    front.speaker.say(_("Type the server's address, such as 192.168.1.20, or an empty line to leave:"))
    address = (await front.lines.next() or "").strip()
    return intent._replace(address=address) if address else None
