"""The home screen in lines: where to go if the command line has not said it."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec

from opera_games.catalog import GAMES, about
from opera_games.lessons import lessons
from opera_games.puzzles import puzzle_id, todays_puzzle
from opera_protocol.local.settings import SettingsError
from opera_tui.config.machine import Machine
from opera_tui.games.speech import folded, phrases
from opera_tui.line_mode.learning import lessons_told, puzzle_told
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.local.last_tables import LastTables
from opera_tui.look.i18n import N_, _, choose_language, language, ngettext, sentence_of
from opera_tui.look.languages import languages, own_name
from opera_tui.session.intents import Continue, GoHome, Host, Intent, Join, Learn, Play
from opera_tui.session.lesson_states import LessonStates
from opera_tui.session.solo import SoloGame

LEAVE: Final = "q"
MOST_TABLES: Final = 5
"""How many open games are offered."""


class Way(NamedTuple):
    """A place to go to, or another language."""

    phrases: tuple[str, ...]
    says: str
    intent: Intent = GoHome()
    language: str = ""


async def chosen(intent: Intent, speaker: Speaker, lines: Lines) -> Intent | None:
    """Return an intent that leads to a server: the one that was given, or what the player chooses; None to leave."""
    if isinstance(intent, GoHome):
        intent = await _choose(_ways, speaker, lines) or intent
        if isinstance(intent, GoHome):
            return None
    if isinstance(intent, Learn) and not intent.lesson:
        return await _choose(_lesson_ways, speaker, lines)
    if isinstance(intent, Join) and not (intent.address or intent.is_visit):
        return await _with_address(intent, speaker, lines)
    return intent


async def _choose(list_ways: Callable[[], list[Way]], speaker: Speaker, lines: Lines) -> Intent | None:
    while True:
        ways = list_ways()
        choices = ngettext("{n} choice", "{n} choices", len(ways)).format(n=len(ways))
        speaker.say(_("Where to? {choices}; q leaves:").format(choices=choices))
        for number, way in enumerate(ways, start=1):
            speaker.say(f"{number}, {way.says}")
        line = await lines.next()
        if line is None or line.strip() == LEAVE:
            return None
        found = _found(ways, line.strip())
        if found is None:
            speaker.say(_("That is none of the choices"))
        elif found.language:
            _keep(found.language, speaker)
        else:
            return found.intent


def _found(ways: Sequence[Way], line: str) -> Way | None:
    """Return the way with this number, or the one way whose words begin like this."""
    if line.isdecimal() and line.isascii():
        return ways[int(line) - 1] if 0 < int(line[:3]) <= len(ways) else None
    typed = " ".join(folded(line))
    found = [way for way in ways if typed and any(" ".join(folded(one)).startswith(typed) for one in way.phrases)]
    return found[0] if len(found) == 1 else None


def _ways() -> list[Way]:
    entries = LastTables().all()[:MOST_TABLES]
    going_on = [
        Way(
            (*phrases(N_("go on at {table}"), table=entry.name), entry.name),
            _("go on at {table}").format(table=entry.name),
            Continue(entry),
        )
        for entry in entries
    ]
    new = [
        Way(
            phrases(N_("play {game}"), game=about(game).title),
            _("play {game} against bots").format(game=about(game).title),
            Play(SoloGame(game)),
        )
        for game in GAMES
    ]
    learn = Way(phrases(N_("learn")), _("learn by playing"), Learn())
    puzzle = Way(
        phrases(N_("puzzle")), puzzle_told(LessonStates(Machine())), Learn(puzzle_id(todays_puzzle()), is_anew=True)
    )
    join = Way(phrases(N_("join")), _("join a table of another machine"), Join())
    host = Way(phrases(N_("host")), _("host tables for others on this network"), Host())
    others = [code for code in languages() if code != language()]
    speaking = [Way((own_name(code), code), own_name(code), language=code) for code in others]
    # For somebody new learning comes first, as on the screen.
    playing = [*new, learn, puzzle] if going_on or Machine().is_known() else [learn, *new, puzzle]
    return [*going_on, *playing, join, host, *speaking]


def _keep(chosen: str, speaker: Speaker) -> None:
    """Speak another language from now on."""
    machine = Machine()
    before = machine.load_settings([])
    try:
        machine.save_settings(before, msgspec.structs.replace(before, language=chosen))
    except SettingsError as error:
        speaker.say(sentence_of(error))
    choose_language(chosen)


def _lesson_ways() -> list[Way]:
    return [
        Way((lesson.id, _(lesson.title)), told, Learn(lesson.id))
        for lesson, told in zip(lessons().values(), lessons_told(LessonStates(Machine())), strict=True)
    ]


async def _with_address(intent: Join, speaker: Speaker, lines: Lines) -> Intent | None:
    speaker.say(_("Type the server's address, such as 192.168.1.20, or an empty line to leave:"))
    address = (await lines.next() or "").strip()
    return intent._replace(address=address) if address else None
