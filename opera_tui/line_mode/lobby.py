"""The tables of a server in lines: they are told, one is chosen by its number or its name, or another is opened."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from opera_games.catalog import GAMES, about
from opera_games.errors import Coded
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.messages import LOBBY
from opera_tui.games.speech import Unclear, folded, is_said
from opera_tui.line_mode.exits import Exit, is_home
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.learning import is_puzzle, known_lesson, lesson_called, lessons_told
from opera_tui.line_mode.new_table import OPEN, example, examples, new_table, options_told
from opera_tui.line_mode.preferences import Preferences
from opera_tui.look.i18n import N_, NP_, _, ngettext, sentence_of
from opera_tui.look.levels import level_name
from opera_tui.session.intents import Join
from opera_tui.session.lesson_states import LessonStates
from opera_tui.session.own_results import own_finished
from opera_tui.session.session import NO_SUCH_TABLE, Session
from opera_tui.shell.connect import at_table_named

STATES: Final = {
    "open": NP_("table", "open"),
    "running": N_("under way"),
    "finished": N_("over"),
    "abandoned": N_("over"),
}
LEAVE: Final = "q"
HELP: Final = "?"
MOST_RESULTS: Final = 9
Tables = Sequence[tuple[str, LobbyTable]]
Named = Sequence[tuple[str, str]]
"""Tables by their ids, with their names, in the order in which they were told."""


async def choose_table(
    session: Session, front: LineFront, preferences: Preferences, *, is_watching: bool
) -> str | Exit:
    """Ask for a table until one is entered, and return its id, or how the person leaves."""
    if not session.client.is_in(LOBBY):
        await session.client.enter_lobby()
    choosing = Choosing(session, front, preferences, is_watching=is_watching)
    choosing.tell_tables()
    while True:
        line = await front.lines.next()
        if line is None or line.strip() == LEAVE:
            return Exit.PROGRAM
        if is_home(line) and not front.machine.is_visit:
            return Exit.HOME
        try:
            table = await choosing.take(line.strip())
        except Unclear as unclear:
            front.speaker.say(unclear.sentence)
        except Coded as error:
            is_unknown = error.code == NO_SUCH_TABLE
            front.speaker.say(_unknown(line.strip()) if is_unknown else sentence_of(error))
        else:
            if table:
                return table


class Choosing:
    """What was told last: tables of the lobby, or games that are over."""

    def __init__(self, session: Session, front: LineFront, preferences: Preferences, *, is_watching: bool) -> None:
        self._session = session
        self._front = front
        self._preferences = preferences
        self._is_watching = is_watching
        self._tables: Tables = ()
        self._over: Named = ()
        self._are_lessons_told = False

    def tell_tables(self) -> None:
        self._tables, self._over, self._are_lessons_told = _tables(self._session), (), False
        self._front.speaker.say_all(_told(self._session, self._tables))

    async def take(self, line: str) -> str:
        """Answer a line, or enter the table that it means and return its id; empty if there is none."""
        told = self._answer(line) or self._preferences.answer(line)
        if told is None and is_said(line, N_("results")):
            self._are_lessons_told = False
            self._over, told = await _results(self._session)
        if told is None and is_said(line, N_("learn")):
            self._over, told = (), self._lessons()
        if told is not None:
            self._front.speaker.say_all(told)
            return ""
        table = await self._learned(line) or await _looked_at(self._session, self._over, line)
        table = table or await _entered(self._session, self._front, self._tables, line, is_watching=self._is_watching)
        if not table:
            self.tell_tables()
        return table

    def _answer(self, line: str) -> list[str]:
        """Return the answer to a cry for help, or to what a new table can be like; none if it is another line."""
        if asks_for_help(line):
            return helped(self._session.levels, has_home=not self._front.machine.is_visit)
        return options_told(self._session.levels) if is_said(line, N_("options")) else []

    def _lessons(self) -> list[str]:
        """Tell all lessons; a number means one of them until something else is told."""
        self._are_lessons_told = True
        told = lessons_told(LessonStates(self._front.machine))
        how = _("Lessons; a number or a name leads to one:")
        return [how, *(f"{number}, {text}" for number, text in enumerate(told, start=1))]

    async def _learned(self, line: str) -> str:
        """Enter the lesson or puzzle that is meant, and return the id of its table; empty if none is.

        Raises `Unclear` for one that there is not.
        """
        lesson = known_lesson(line) or (lesson_called(line) if self._are_lessons_told else "")
        return await self._session.learn(lesson, is_anew=is_puzzle(lesson)) if lesson else ""


async def _results(session: Session) -> tuple[Named, list[str]]:
    """Return the person's last games here, and what became of them, in words."""
    games = await own_finished(session, MOST_RESULTS)
    if not games:
        return (), [_("No game of yours has ended here yet.")]
    told = [f"{number}, {text}" for number, (_id, _name, text) in enumerate(games, start=1)]
    how = _("Your last games here; a number or a name leads to one:")
    return [(table_id, name) for table_id, name, _text in games], [how, *told]


async def _looked_at(session: Session, games: Named, line: str) -> str:
    """Enter a finished game that was told under this number or name; return its id, empty if it is none."""
    table = _listed(games, line)
    if table:
        await session.enter(table)
    return table


def helped(levels: Sequence[str], *, has_home: bool) -> list[str]:
    """Say what can be typed at the list of tables."""
    shortest = _(OPEN).format(game=GAMES[-1])
    return [
        _(
            "A table's number or name leads there: to a free seat, or to watch if there is none; "
            "watch and a name only watches"
        ),
        _("{example} opens a table of your own, {example} 4 one with four seats; bots can take them").format(
            example=shortest
        ),
        _("{example} chooses more; options says what there is").format(example=example(levels)),
        _("results tells your games that have ended here, and leads back to them"),
        _("learn tells the lessons, and how far you are; puzzle is the puzzle of the day, puzzle 7 another one"),
        *([_("home leads to the first list: games against bots, lessons, puzzles")] if has_home else []),
        _("settings lists settings, Enter tells the tables again, q leaves"),
    ]


def asks_for_help(line: str) -> bool:
    """Say whether a line is a cry for help."""
    return line.strip() == HELP or is_said(line, N_("help"))


def _unknown(line: str) -> str:
    """Say what can be typed instead of a line that means nothing; the list need not be heard again."""
    told = _("“{words}” is no table here. Type a table's number or name, or {example}; ? says what else")
    return told.format(words=line, example=_(OPEN).format(game=next(iter(GAMES))))


def _tables(session: Session) -> Tables:
    """Return the tables that have not ended, the newest first."""
    view = session.client.room(LOBBY).view
    rows = {**view.lobby.tables, **view.own_tables}
    return sorted(rows.items(), key=lambda entry: -entry[1].number)


def _told(session: Session, tables: Tables) -> list[str]:
    further = _("For one of your own: {examples}. Enter looks again, q leaves:").format(examples=examples())
    if not tables:
        return [_("No table is open here"), further]
    number = len(tables)
    count = ngettext("{n} table, to choose by its number or name", "{n} tables, to choose by number or name", number)
    lines = [_table(session, place, *entry) for place, entry in enumerate(tables, start=1)]
    return [count.format(n=number), further, *lines]


def _table(session: Session, number: int, table_id: str, table: LobbyTable) -> str:
    game = about(table.game).title if table.game in GAMES else plain(table.game)
    text = _("{number}, {name}: {game}, {state}, {taken} of {seats} seats taken: {people}")
    if not table.players:
        text = _("{number}, {name}: {game}, {state}, all {seats} seats are free")
    if table_id in session.client.room(LOBBY).view.own_tables:
        text = _("{number}, {name}, where you sit: {game}, {state}, {taken} of {seats} seats taken: {people}")
    return text.format(
        number=number,
        name=table.name,
        game=game,
        state=_(STATES[table.state]),
        taken=len(table.players),
        seats=table.seats,
        people=_seated(table),
    )


def _seated(table: LobbyTable) -> str:
    """Return the people at a table, and how many bots of each level."""
    people = [player.name for player in table.players if not player.level]
    levels = Counter(player.level for player in table.players if player.level)
    bots = [
        ngettext("{n} bot of the level {level}", "{n} bots of the level {level}", n).format(
            n=n, level=level_name(level)
        )
        for level, n in levels.items()
    ]
    return ", ".join([*people, *bots])


async def _entered(session: Session, front: LineFront, tables: Tables, line: str, *, is_watching: bool) -> str:
    """Open a table, or go to the one that is meant; return its id, empty for none."""
    if not line:
        return ""
    wanted = new_table(line, session.levels, [table.name for _id, table in tables])
    if wanted is not None:
        table_id = await session.create(wanted.settings)
        chosen = ", ".join(wanted.chosen)
        front.speaker.say(_("Opened with {options}").format(options=chosen) if chosen else "")
        return table_id
    named, watches = _without_verb(line)
    is_watching = is_watching or watches
    name = _listed([(table_id, table.name) for table_id, table in tables], named) or named
    return (await at_table_named(front, session, Join(table=name, is_watching=is_watching))).table


def _without_verb(line: str) -> tuple[str, bool]:
    """Return the table of `join fenice` or `watch fenice`, and whether it is only watched."""
    first, _blank, rest = line.partition(" ")
    for verb, watches in ((N_("join"), False), (N_("watch"), True)):
        if rest and is_said(first, verb):
            return rest.strip(), watches
    return line, False


def _listed(tables: Named, line: str) -> str:
    """Return the table with this number, or the only one that is called like this; empty if there is none."""
    if line.isdecimal() and 0 < int(line) <= len(tables):
        return tables[int(line) - 1][0]
    exact = [table_id for table_id, name in tables if folded(name) == folded(line)]
    found = exact or [table_id for table_id, name in tables if _is_called(name, folded(line))]
    return found[0] if len(found) == 1 else ""


def _is_called(name: str, typed: Sequence[str]) -> bool:
    """Say whether a name begins like this, or from one of its words on: `scala` is La Scala."""
    words = folded(name)
    return bool(typed) and any(" ".join(words[at:]).startswith(" ".join(typed)) for at in range(len(words)))
