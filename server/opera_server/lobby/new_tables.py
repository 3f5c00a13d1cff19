"""Make new tables: check what is asked for, seat the host and the bots, and number the entries for the journal."""

import base64
import secrets
from collections.abc import Sequence

import msgspec

from opera_games.catalog import GAMES
from opera_games.lessons import Lesson, action_of
from opera_games.puzzles import lesson_of
from opera_protocol.wire.messages import LONGEST_ABSENCE, TableSettings
from opera_protocol.wire.plain_text import CODE_WORD, PLAYER_NAME, TABLE_NAME, clean
from opera_rules.api import Seat, rules_of
from opera_rules.editions import built_in, is_built_in
from opera_rules.refusals import Refused
from opera_server.config.settings import Settings, load_editions
from opera_server.journal.entries import (
    Acted,
    Asked,
    Created,
    Entry,
    Key,
    ReadySet,
    Seated,
    Started,
    Writing,
)
from opera_server.tables.documents import row
from opera_server.tables.seating import BY_HAND, check_level, new_bot
from opera_server.tables.table import Table, state_hash

RIVALS = "chorus"
"""The bots of a lesson, where it does not say what they do."""


class NewTables:
    """Makes tables as the operator's settings allow them."""

    def __init__(self, settings: Settings) -> None:
        self._editions = {game: built_in(game) for game in GAMES} | load_editions(settings.edition)
        self._allow_seed = settings.allow_seed

    def checked(self, settings: TableSettings) -> TableSettings:
        """Return settings with clean texts and complete options, or refuse them; a lesson brings its own."""
        if settings.lesson:
            return settings
        rules = rules_of(settings.game)
        if settings.seats not in rules.SEATS:
            lowest, highest = rules.SEATS[0], rules.SEATS[-1]
            raise Refused("players_out_of_range", players=settings.seats, lowest=lowest, highest=highest)
        if settings.seed is not None and not self._allow_seed:
            raise Refused("seed_not_allowed")
        for level in (*settings.bots, settings.stand_in):
            check_level(level)
        if len(settings.bots) >= settings.seats:
            raise Refused("no_free_seat")
        if settings.clock.mode != "none" and not settings.clock.seconds:
            raise Refused("clock_too_short", least=1)
        return msgspec.structs.replace(
            settings,
            name=clean(settings.name, TABLE_NAME),
            code=clean(settings.code, CODE_WORD) if settings.code else "",
            options=rules.read_options(settings.options),
        )

    def _make_lesson(self, key: Key, settings: TableSettings, name: str, now: int) -> tuple[Table, list[Entry]]:
        """Make the table of a lesson, which has begun, and its entries; nothing is written yet."""
        lesson = lesson_of(settings.lesson)
        if lesson is None:
            raise Refused("no_such_lesson", lesson=settings.lesson)
        table_name, name = clean(settings.name, TABLE_NAME), clean(name, PLAYER_NAME)
        own = lesson.learners_seats
        created = Created(
            at=now,
            settings=_settings_of(lesson, table_name),
            rules=rules_of(lesson.game).VERSION,
            key=key,
            wanted={key: own[0]},
            lesson=lesson.edition,
        )
        table = Table.create(new_table_id(), created)
        entries: list[Entry] = [created]

        def add(entry: Entry) -> None:
            table.absorb(entry)
            entries.append(entry)

        for seat in own:
            add(Seated(at=now, seat=seat, key=key, name=lesson.names[seat] if lesson.plays_all else name))
            add(ReadySet(at=now, seat=seat, ready=True))
        for seat in range(lesson.seats):
            if seat in own:
                continue
            add(new_bot(table, seat, RIVALS, now))
        shuffle = {**BY_HAND, "lesson": lesson.id}
        add(Started(at=now, seed=lesson.seed_bytes, shuffle=shuffle, rules=table.rules.VERSION, state=lesson.state))
        for seat, wish in lesson.opening:
            action = action_of(wish)
            step = table.rules.apply(table.game, seat, table.rules.read_action(action))
            add(Acted(at=now, seat=seat, action=action, by="bot", state=state_hash(step.game)))
        return table, entries

    def make(
        self, key: Key, settings: TableSettings, name: str, wanted: dict[Key, Seat], now: int
    ) -> tuple[Table, list[Entry]]:
        """Make a table with its host and bots from checked settings, and its entries; nothing is written yet."""
        if settings.lesson:
            return self._make_lesson(key, settings, name, now)
        name = clean(name, PLAYER_NAME)
        edition = self._editions[settings.game]
        created = Created(
            at=now,
            settings=settings,
            rules=rules_of(settings.game).VERSION,
            edition=None if is_built_in(settings.game, edition) else edition.source,
            key=key,
            wanted=wanted,
        )
        table = Table.create(new_table_id(), created)
        entries: list[Entry] = [created, Seated(at=now, seat=wanted.get(key, 0), key=key, name=name)]
        table.absorb(entries[1])
        kept = wanted.values()
        free = [seat for seat, chair in enumerate(table.chairs) if chair.is_free and seat not in kept]
        for seat, level in zip(free[len(free) - len(settings.bots) :], settings.bots, strict=True):
            entries.append(new_bot(table, seat, level, now))
            table.absorb(entries[-1])
        return table, entries


def _settings_of(lesson: Lesson, name: str) -> TableSettings:
    """Return the settings of a lesson's table, which nobody but its learner may choose or watch."""
    return TableSettings(
        game=lesson.game,
        name=name,
        seats=lesson.seats,
        options=rules_of(lesson.game).read_options(lesson.options),
        bots=(RIVALS,) * (lesson.seats - len(lesson.learners_seats)),
        spectators=False,
        absence=LONGEST_ABSENCE,
        seed=lesson.seed_bytes,
        lesson=lesson.id,
    )


def writings_of(table: Table, entries: Sequence[Entry], asked: Asked | None = None) -> list[Writing]:
    """Number the entries of a new table; the first one brings its row in the index and answers the request."""
    first, *others = entries
    seats = [Writing(table.id, n, entry) for n, entry in enumerate(others, start=1)]
    return [Writing(table.id, 0, first, asked, row(table, table.state)), *seats]


def new_table_id() -> str:
    """Return eight letters and digits that nobody can guess."""
    return base64.b32encode(secrets.token_bytes(5)).decode("ascii").lower()
