"""Write transcripts of games that are over, from the journal: for players page by page, for the operator whole.

The operator also gets those of damaged games, as far as they are sound, and of games played by other rules.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_rules.transcript import FORMAT, Recorder
from opera_server.faults import ServerFault
from opera_server.history.listing import find_one
from opera_server.journal.entries import Acted, BotSeated, Created, Entry, HandedOver, Seated, Started, StoredTable
from opera_server.journal.journal import Journal
from opera_server.journal.reader import JournalReader
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.table import DamagedTableError, Table, is_of_these_rules, rebuild

MOST_BYTES = 64 * 1024
"""How much of a transcript fits into one answer."""


async def transcript_lines(journal: Journal, table: Table, start: int) -> Map:
    """Return lines of a finished game's transcript, as many as fit; `total` says how many there are."""
    if table.state not in ("finished", "abandoned") or not table.seed:
        raise Refused("not_finished")
    stored = await journal.entries(table.id)
    lines = await in_thread(transcript_of, table, stored.entries)
    chosen: list[str] = []
    bytes_left = MOST_BYTES
    for line in lines[start:]:
        bytes_left -= len(line)
        if chosen and bytes_left < 0:
            break
        chosen.append(line.decode("utf-8"))
    return {"start": start, "lines": chosen, "total": len(lines)}


def transcript_of(table: Table, entries: Iterable[Entry]) -> list[bytes]:
    """Write all lines of a game that is over; how the seed came about stands in the last one."""
    rules, options = table.rules, table.settings.options
    recorder = Recorder(rules, [chair.name for chair in table.chairs], options, table.edition)
    step = rules.new_game(len(table.chairs), options, table.edition, table.seed)
    lines = [recorder.start(step)]
    for entry in entries:
        if isinstance(entry, Acted):
            action = rules.read_action(entry.action)
            step = rules.apply(step.game, entry.seat, action)
            lines.append(recorder.action(entry.seat, action, step))
    shuffle = {"seed": table.seed.hex(), **table.shuffle}
    lines.append(recorder.end(step.game, shuffle) if table.state == "finished" else recorder.abandoned(shuffle))
    return lines


class Exported(NamedTuple):
    """A transcript and what its reader should know about it."""

    lines: list[bytes]
    other_rules: int | None = None
    """The version of the rules, where it is not this program's: states and events are then left out."""
    damaged_at: int | None = None
    """The entry before which the transcript ends."""


def export_table(reader: JournalReader, name_or_id: str) -> Exported:
    """Write the transcript of the one table of this name or id; never of a game that is still going on."""
    row = find_one(reader, name_or_id)
    if row.state not in ("finished", "abandoned"):
        raise ServerFault("table_not_over", table=row.id)
    return export_stored(reader.entries(row.id))


def export_stored(stored: StoredTable) -> Exported:
    """Write the transcript of a table's entries, as far as they are sound."""
    if not stored.entries:
        raise ServerFault("table_damaged", table=stored.id, n=stored.first)
    created = stored.entries[0]
    assert isinstance(created, Created)
    if not _has_started(stored.entries):
        raise ServerFault("table_never_started", table=stored.id)
    if not is_of_these_rules(stored):
        return Exported(_bare_lines(created, stored.entries), created.rules, stored.damaged_at)
    table, sound = _sound_part(stored)
    is_whole = len(sound) == len(stored.entries)
    damaged_at = stored.damaged_at if is_whole else stored.first + len(sound)
    return Exported(transcript_of(table, sound), damaged_at=damaged_at)


def _has_started(entries: Iterable[Entry]) -> bool:
    return any(isinstance(entry, Started) for entry in entries)


def _sound_part(stored: StoredTable) -> tuple[Table, Sequence[Entry]]:
    """Rebuild the table up to the first entry that cannot be carried out or leads to another state than it names."""
    try:
        return rebuild(stored.id, stored.entries), stored.entries
    except DamagedTableError as damage:
        sound = stored.entries[: damage.entry]
    if not _has_started(sound):
        raise ServerFault("table_damaged", table=stored.id, n=stored.first + len(sound))
    return rebuild(stored.id, sound), sound


def _bare_lines(created: Created, entries: Sequence[Entry]) -> list[bytes]:
    """Write what was done, without what followed: these rules are not ours, so nothing is replayed under them."""
    settings = created.settings
    start: Map = {
        "type": "start",
        "game": settings.game,
        "format": FORMAT,
        "rules": created.rules,
        "options": settings.options,
        "players": _names(settings.seats, entries),
    }
    if created.edition is not None:
        start["edition"] = created.edition
    acted = [entry for entry in entries if isinstance(entry, Acted)]
    actions = [
        {"type": "action", "n": n, "seat": entry.seat, "action": entry.action} for n, entry in enumerate(acted, start=1)
    ]
    started = next(entry for entry in entries if isinstance(entry, Started))
    end = {"type": "end", "abandoned": True, "shuffle": {"seed": started.seed.hex(), **started.shuffle}}
    return [msgspec.json.encode(line) + b"\n" for line in (start, *actions, end)]


def _names(seats: int, entries: Sequence[Entry]) -> list[str]:
    names = [""] * seats
    for entry in entries:
        if isinstance(entry, Seated | BotSeated | HandedOver):
            names[entry.seat] = entry.name
    return names
