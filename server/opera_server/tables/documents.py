"""Write what is shown of a table: the head with seats and clock, the game's documents, lines of log and talk, its row
in the lobby, and its row in the journal's index, from which lists are made without replaying entries.

Parts are cached: the diff need not compare what is the same object in two documents.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from opera_games.catalog import GAMES
from opera_protocol.wire.codec import encode
from opera_protocol.wire.documents import (
    AnySeat,
    BotSeat,
    FreeSeat,
    HumanSeat,
    LessonHead,
    Origin,
    SeatDocument,
    StandInCause,
    StartAttempt,
    TableDocument,
    TableHead,
    TableState,
    TalkLine,
    by_seat,
)
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import Lines
from opera_rules.api import Event, Map, Seat, Step, to_map
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    Created,
    Entry,
    HandedOver,
    Key,
    ListedTable,
    Seated,
    Started,
    StoredTable,
    TableRow,
)
from opera_server.tables.chairs import Chair
from opera_server.tables.room import Presence
from opera_server.tables.table import Table

LINES_WITH_SNAPSHOT = 50
BYTES_OF_LINES = 48 * 1024
"""Bytes of each stream in one answer, so that all of them fit into a frame whatever people write."""
BYTES_OF_LOG = 1400
"""Bytes of the log in a snapshot: about what a screen shows, so that entering takes 6 kB at most."""

Stream = Sequence[Event | TalkLine]
"""The log, or the talk of players or spectators."""


def public_document(
    table: Table,
    presence: Presence,
    deadlines: Mapping[Seat, int] | None = None,
    start: StartAttempt | None = None,
    fault: str | None = None,
) -> TableDocument[Any]:
    """Write what everybody sees; `start` is an attempt to start the game, `fault` why nothing is accepted."""
    game = table.rules.public(table.game) if table.game is not None else None
    return TableDocument(_head(table, presence, deadlines or {}, start, fault), game)


def _head(
    table: Table, presence: Presence, deadlines: Mapping[Seat, int], start: StartAttempt | None, fault: str | None
) -> TableHead:
    settings, present = table.settings, presence.seats
    if present and table.is_played_by_one:
        present = set(table.people)
    return TableHead(
        id=table.id,
        name=settings.name,
        game=settings.game,
        options=settings.options,
        state=table.state,
        host=table.host,
        code=bool(settings.code),
        spectators=settings.spectators,
        hints=settings.hints,
        stand_in=settings.stand_in,
        absence=settings.absence,
        clock=table.clock,
        deadlines=by_seat(deadlines),
        banks=by_seat(_banks(table)),
        seats=tuple([_chair(table, seat, seat in present) for seat in range(len(table.chairs))]),
        watching=presence.watching,
        actions=table.actions,
        taken_back=table.taken_back,
        scores=tuple(table.scores),
        origin=_origin(table),
        verified=settings.seed is None,
        start=start,
        shuffle=_shuffle(table),
        rematch=table.rematch,
        fault=fault,
        lesson=lesson_head(table),
    )


def _origin(table: Table) -> Origin | None:
    """Return where the game began, if it goes on from another table's."""
    origin = table.branched
    return None if origin is None else Origin(origin.table, origin.actions, origin.dealt_at)


def lesson_head(table: Table) -> LessonHead | None:
    """Return the table's lesson, how far it is, and whether it judges what is decided now."""
    if not table.settings.lesson:
        return None
    place = None if table.lesson is None else table.place_in_lesson
    return LessonHead(table.settings.lesson, table.created.lesson, place, table.is_judged)


def _banks(table: Table) -> Mapping[Seat, int]:
    """Return the milliseconds left in each person's time bank."""
    if table.clock.mode != "bank":
        return {}
    whole = 1000 * table.clock.seconds
    return {seat: max(0, whole - table.thought.get(seat, 0)) for seat in table.people}


def _chair(table: Table, seat: Seat, is_present: bool) -> AnySeat:
    chair, letter = table.chairs[seat], table.letters[seat]
    if chair.key:
        return _person(chair.name, letter, chair.key, chair.ready, is_present, chair.stand_in)
    return BotSeat(chair.name, letter, chair.level, chair.temperament) if chair.level else FreeSeat()


@lru_cache(maxsize=1 << 12)
def _person(
    name: str, letter: str, key: Key, is_ready: bool, is_present: bool, stand_in: StandInCause | None
) -> HumanSeat:
    return HumanSeat(name, letter, short_fingerprint(key), is_ready, is_present, stand_in)


def _shuffle(table: Table) -> Map | None:
    """Return the seed and how it came about; None before the end."""
    return (
        {"seed": table.seed.hex(), **table.shuffle} if table.state in ("finished", "abandoned") and table.seed else None
    )


def private_document(table: Table, seat: Seat, choices: Any) -> SeatDocument[Any, Any]:
    """Write what only the holder of a seat sees: hidden things, and the choices while a decision is open."""
    if table.game is None:
        return unasked_document(seat, None)
    decision = table.opened.get(seat) if table.state == "running" else None
    return SeatDocument(seat, decision, table.decision_to_take_back(seat), table.private(seat), choices)


def unasked_document(seat: Seat, game: Any) -> SeatDocument[Any, Any]:
    """Write what only the holder of a seat sees while nobody is asked anything; `game` is the game's own part."""
    return SeatDocument(seat, None, None, game, None)


def new_lines(stream: Stream, start: int, end: int | None = None) -> Lines:
    """Write the lines of a stream from a number on, to the last one or up to another number."""
    return Lines(start=start, lines=tuple(to_map(line) for line in stream[start:end]))


def last_lines(stream: Stream, most_bytes: int = BYTES_OF_LINES) -> Map:
    """Write the lines of a stream that come with a snapshot."""
    return lines_before(stream, len(stream), LINES_WITH_SNAPSHOT, most_bytes)


def lines_before(stream: Stream, before: int, count: int, bytes_left: int = BYTES_OF_LINES) -> Map:
    """Write the last lines before a number, at most `count` and as many as fit, but always the very last one."""
    end = min(before, len(stream))
    lines = [to_map(line) for line in stream[max(0, end - count) : end]]
    kept = 0
    for line in reversed(lines):
        bytes_left -= len(encode(line))
        if bytes_left < 0 and kept:
            break
        kept += 1
    return {"start": end - kept, "lines": lines[len(lines) - kept :]}


def summary(table: Table, watching: int) -> Map:
    """Write the table's row in the lobby."""
    settings = table.settings
    return {
        "name": settings.name,
        "game": settings.game,
        "state": table.state,
        "options": dict(settings.options),
        "seats": len(table.chairs),
        "players": [[chair.name, chair.level, _short_key(chair)] for chair in table.chairs if not chair.is_free],
        "code": bool(settings.code),
        "spectators": settings.spectators,
        "watching": watching,
        "clock": table.clock,
        "verified": settings.seed is None,
        "progress": None if table.game is None else table.rules.progress(table.game),
        "lesson": settings.lesson if table.is_lesson else "",
    }


def listed_table(table: Table, watching: int) -> ListedTable:
    """Write what is known of a table that is asleep."""
    return ListedTable(
        entries=table.entries,
        row=summary(table, watching),
        keys=tuple(dict.fromkeys(chair.key for chair in table.chairs if chair.key)),
        host=table.created.key,
        rules=None if table.game is None else table.rules.VERSION,
        last=table.last,
        is_due=_is_due(table),
        is_hidden=bool(table.settings.lesson),
    )


def _is_due(table: Table) -> bool:
    """Say whether something is to happen at a table though nobody comes: an absent player loses a seat before the
    start; after it a clock runs, or a bot has to move.
    """
    asked = [table.chairs[seat] for seat in table.asked]
    return table.state == "open" or table.clock.mode != "none" or any(chair.level or chair.stand_in for chair in asked)


def _short_key(chair: Chair) -> str:
    """Return the short fingerprint, which tells people of the same name apart; empty for bots."""
    return short_fingerprint(chair.key) if chair.key else ""


def row_after(table: Table, entry: Entry, step: Step[Any] | None) -> TableRow | None:
    """Write the row as it is after this entry; None if nothing in it changes."""
    if isinstance(entry, Started):
        return row(table, "running")
    if isinstance(entry, HandedOver):
        return row(table, "running", heir=entry)
    if isinstance(entry, Abandoned):
        return row(table, "abandoned", entry.at)
    if isinstance(entry, Acted) and step is not None:
        outcome = table.rules.outcome(step.game)
        return row(table, "finished", entry.at, outcome) if outcome is not None else None
    return None


def row(
    table: Table, state: TableState, ended: int = 0, outcome: Map | None = None, heir: HandedOver | None = None
) -> TableRow:
    keys = [chair.key for chair in table.chairs]
    names = [chair.name for chair in table.chairs]
    if heir:
        keys[heir.seat], names[heir.seat] = heir.key, heir.name
    return TableRow(
        name=table.settings.name,
        game=table.settings.game,
        state=state,
        created_ms=table.created.at,
        ended_ms=ended,
        keys=tuple(dict.fromkeys(key for key in keys if key)),
        summary={
            "players": names,
            "levels": [chair.level for chair in table.chairs],
            "outcome": outcome,
            **({"lesson": table.settings.lesson} if table.settings.lesson else {}),
        },
    )


def abandoned_row(record: StoredTable, ended: int) -> TableRow:
    """Write the row of a table that cannot be rebuilt, as far as its entries tell."""
    created = next((entry for entry in record.entries if isinstance(entry, Created)), None)
    seated = [entry for entry in record.entries if isinstance(entry, Seated)]
    return TableRow(
        name=created.settings.name if created else record.id,
        game=created.settings.game if created else GAMES[0],
        state="abandoned",
        created_ms=created.at if created else 0,
        ended_ms=ended,
        keys=tuple(entry.key for entry in seated),
        summary={"players": [entry.name for entry in seated], "outcome": None},
    )
