"""A table's transcript from the journal, for the operator: of games that are over, also of other rules or damaged."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from opera_rules.api import Map
from opera_rules.games import rules_of
from opera_rules.transcript import FORMAT
from opera_server.entries import Acted, BotSeated, Created, Entry, HandedOver, Seated, Started
from opera_server.faults import ServerFault
from opera_server.journal_reader import JournalReader
from opera_server.journal_records import DirectoryRow, StoredTable
from opera_server.table import DamagedTableError, rebuild
from opera_server.table_names import only_one
from opera_server.transcripts import transcript_of


class Exported(NamedTuple):
    """A transcript and what its reader should know about it."""

    lines: list[bytes]
    other_rules: int | None = None
    """The version of the rules, where it is not this program's: states and events are then left out."""
    damaged_at: int | None = None
    """The entry before which the transcript ends."""


def export_table(reader: JournalReader, name_or_id: str) -> Exported:
    """The transcript of the one table of this name or id; never of a game that is still going on."""
    row = find_one(reader, name_or_id)
    if row.state not in ("finished", "abandoned"):
        raise ServerFault("table_not_over", table=row.id)
    return export_stored(reader.entries(row.id))


def find_one(reader: JournalReader, name_or_id: str) -> DirectoryRow:
    found = {row.id: row for row in reader.find(name_or_id)}
    return found[only_one(name_or_id, list(found), found or reader.names())]


def export_stored(stored: StoredTable) -> Exported:
    """The transcript of a table's entries, as far as they are sound."""
    if not stored.entries:
        raise ServerFault("table_damaged", table=stored.id, n=stored.first)
    created = stored.entries[0]
    assert isinstance(created, Created)
    if not any(isinstance(entry, Started) for entry in stored.entries):
        raise ServerFault("table_never_started", table=stored.id)
    if created.rules != rules_of(created.settings.game).VERSION:
        return Exported(_bare_lines(created, stored.entries), created.rules, stored.damaged_at)
    sound = sound_part(stored.id, stored.entries)
    if not any(isinstance(entry, Started) for entry in sound):
        raise ServerFault("table_damaged", table=stored.id, n=stored.first + len(sound))
    is_whole = len(sound) == len(stored.entries)
    lines = transcript_of(rebuild(stored.id, sound), sound)
    return Exported(lines, damaged_at=stored.damaged_at if is_whole else stored.first + len(sound))


def sound_part(table_id: str, entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries up to the first that cannot be carried out or does not lead to the state it names."""
    try:
        rebuild(table_id, entries)
    except DamagedTableError as damage:
        return entries[: damage.entry]
    return entries


def _bare_lines(created: Created, entries: Sequence[Entry]) -> list[bytes]:
    """What was done, without what followed: these rules are not ours, so nothing is replayed under them."""
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
