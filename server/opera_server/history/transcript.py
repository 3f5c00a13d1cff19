"""Write transcripts of games that are over from the journal, and import them into it.

Players get a transcript page by page. The operator gets it whole, also of games that are damaged, up to the damage.
Games of earlier rules are written as they were then.
"""

import asyncio
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.plain_text import PLAYER_NAME, cut
from opera_rules.api import AnyRules, Map
from opera_rules.editions import is_built_in
from opera_rules.refusals import Refused
from opera_rules.transcript import Moment, Recorder, Transcript, lines_of, read
from opera_server.faults import ServerFault
from opera_server.history.amends import amends_of
from opera_server.history.earlier_rules import (
    EarlierGame,
    LeadsElsewhereError,
    actions_alone,
    earlier_game,
    written_then,
)
from opera_server.history.moments import check_earlier_game, table_to_look_back_at
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    Branched,
    Created,
    Entry,
    Key,
    Seated,
    Started,
    StoredTable,
    standing_actions,
)
from opera_server.journal.journal import Journal
from opera_server.journal.reader import JournalReader
from opera_server.lobby.lobby import Lobby
from opera_server.lobby.new_tables import new_table_id
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.documents import row
from opera_server.tables.rebuilding import DamagedTableError, rebuild
from opera_server.tables.rules_version import is_of_these_rules
from opera_server.tables.table import Table, state_hash

MOST_BYTES = 64 * 1024
"""How much of a transcript fits into one answer."""


async def transcript_lines(lobby: Lobby, table_id: str, key: Key, start: int) -> Map:
    """Return lines of a finished game's transcript, as many as fit; `total` says how many there are."""
    stored = await lobby.services.journal.entries(table_id)
    if is_of_these_rules(stored):
        table = await table_to_look_back_at(lobby, table_id, key)
        # The game may have ended after its entries were read.
        is_whole = len(standing_actions(stored.entries)) == table.actions
        if table.state not in ("finished", "abandoned") or not table.seed or not is_whole:
            raise Refused("not_finished")
        lines = await in_thread(transcript_of, table, stored.entries)
    else:
        check_earlier_game(earlier_game(stored.entries), key)
        lines = (await in_thread(export_stored, stored)).lines
    chosen: list[str] = []
    bytes_left = MOST_BYTES
    for line in lines[start:]:
        bytes_left -= len(line)
        if chosen and bytes_left < 0:
            break
        chosen.append(line.decode("utf-8"))
    return {"start": start, "lines": chosen, "total": len(lines)}


def transcript_of(table: Table, entries: Sequence[Entry]) -> list[bytes]:
    """Write all lines of a game that is over; the last one says how the seed came about."""
    rules, options = table.rules, table.settings.options
    names = [chair.name for chair in table.chairs]
    recorder = Recorder(rules, names, options, table.edition, amends=amends_of(entries))
    step = table.beginning()
    lines = [recorder.start(step)]
    for entry in standing_actions(entries):
        action = rules.read_action(entry.action)
        step = rules.apply(step.game, entry.seat, action)
        lines.append(recorder.action(entry.seat, action, step))
    shuffle = {"seed": table.seed.hex(), **table.shuffle}
    lines.append(recorder.end(step.game, shuffle) if table.state == "finished" else recorder.abandoned(shuffle))
    return lines


class Exported(NamedTuple):
    """A transcript and what its reader should know about it."""

    lines: list[bytes]
    unknown_rules: int | None = None
    """The version of the rules, where this program cannot tell what they led to: states and events are left out."""
    damaged_at: int | None = None
    """The entry before which the transcript ends."""


def export_table(reader: JournalReader, name_or_id: str) -> Exported:
    """Write the transcript of the one table of this name or id; never of a game that is still going on."""
    found = reader.find_one(name_or_id)
    if found.state not in ("finished", "abandoned"):
        raise ServerFault("table_not_over", table=found.id)
    return export_stored(reader.entries(found.id), found.summary.get("outcome"))


def export_stored(stored: StoredTable, outcome: Map | None = None) -> Exported:
    """Write the transcript of a table's entries, as far as they are sound; `outcome` is what lists show of it."""
    if not stored.entries:
        raise ServerFault("table_damaged", table=stored.id, n=stored.first)
    if not _has_started(stored.entries):
        raise ServerFault("table_never_started", table=stored.id)
    if not is_of_these_rules(stored):
        return _export_earlier(earlier_game(stored.entries), outcome, stored.damaged_at)
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


def _export_earlier(game: EarlierGame, outcome: Map | None, damaged_at: int | None) -> Exported:
    try:
        return Exported(written_then(game), damaged_at=damaged_at)
    except LeadsElsewhereError:
        return Exported(actions_alone(game, outcome), game.rules, damaged_at)


async def import_transcript(journal: Journal, file: Path) -> None:
    """Check the file and put its game into the journal as a table that ended when the file was written."""
    transcript, written = _read(file)
    created = _created(transcript, file)
    table = Table.create(new_table_id(), created)
    entries = _entries(transcript)
    for entry in entries:
        table.absorb(entry)
    # Also a game without a result is listed as finished, where people look for it.
    over = row(table, "finished", written, table.rules.outcome(table.game))
    first = journal.append(table.id, 0, created, row=over)
    await asyncio.gather(first, *(journal.append(table.id, n, entry) for n, entry in enumerate(entries, start=1)))


def _read(file: Path) -> tuple[Transcript, int]:
    """Return the transcript, and when its file was written."""
    try:
        with file.open("rb") as stream:
            return read(lines_of(stream)), int(file.stat().st_mtime * 1000)
    except OSError as error:
        raise Refused("file_unreadable", file=str(file), reason=error.strerror or "unknown") from None


def _created(transcript: Transcript, file: Path) -> Created:
    rules = transcript.rules
    is_own = not is_built_in(rules.NAME, transcript.edition)
    settings = TableSettings(
        game=rules.NAME,
        name=cut(file.stem, PLAYER_NAME.cells) or "replay",
        seats=len(transcript.names),
        options=dict(transcript.options),
    )
    edition = transcript.edition.source if is_own else None
    return Created(
        at=0,
        settings=settings,
        rules=rules.VERSION,
        edition=edition,
        key=b"\0" * 32,
        open_book=True,
        left_out=transcript.amends.taken_back,
    )


def _entries(transcript: Transcript) -> list[Entry]:
    """Write entries for all that happened; the moments are checked against the file while they are read."""
    entries: list[Entry] = [
        Seated(at=0, seat=seat, key=sha256(f"{seat} {name}".encode()).digest(), name=name)
        for seat, name in enumerate(transcript.names)
    ]
    shuffle = {name: value for name, value in transcript.shuffle.items() if name != "seed"}
    seed = bytes.fromhex(transcript.shuffle["seed"])
    entries.append(Started(at=0, seed=seed, shuffle=shuffle, rules=transcript.rules.VERSION))
    entries += [_acted(transcript.rules, moment) for moment in transcript.moments() if moment.seat is not None]
    origin = transcript.amends.origin
    if origin is not None:
        branched = Branched(at=0, table=origin.table, actions=origin.actions, dealt_at=origin.dealt_at)
        entries.insert(len(entries) - transcript.actions + origin.actions, branched)
    return [*entries, Abandoned(at=transcript.actions, cause="closed")] if transcript.is_abandoned else entries


def _acted(rules: AnyRules, moment: Moment) -> Acted:
    assert moment.seat is not None
    assert moment.action is not None
    action, state = rules.write_action(moment.action), state_hash(moment.game)
    return Acted(at=moment.line - 1, seat=moment.seat, action=action, by="player", state=state)
