"""Import the game of a transcript file as a finished table that anyone may look at from any seat."""

import asyncio
from hashlib import sha256
from pathlib import Path

from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.plain_text import PLAYER_NAME, cut
from opera_rules.api import AnyRules
from opera_rules.editions import is_built_in
from opera_rules.refusals import Refused
from opera_rules.transcript import Moment, Transcript, lines_of, read
from opera_server.journal.entries import Abandoned, Acted, Created, Entry, Seated, Started
from opera_server.journal.journal import Journal
from opera_server.tables.lobby import new_table_id
from opera_server.tables.table import Table, state_hash
from opera_server.tables.table_index import row


async def import_transcript(journal: Journal, file: Path, now: int) -> None:
    """Check the file and put its game into the journal as a table that is over since now."""
    transcript = _read(file)
    created = _created(transcript, file)
    table = Table.create(new_table_id(), created)
    entries = _entries(transcript)
    for entry in entries:
        table.absorb(entry)
    # Also without a result it belongs in the list of games that are over, where people look for it.
    over = row(table, "finished", now, table.rules.outcome(table.game))
    first = journal.append(table.id, 0, created, row=over)
    await asyncio.gather(first, *(journal.append(table.id, n, entry) for n, entry in enumerate(entries, start=1)))


def _read(file: Path) -> Transcript:
    try:
        with file.open("rb") as stream:
            return read(lines_of(stream))
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
    return Created(at=0, settings=settings, rules=rules.VERSION, edition=edition, key=b"\0" * 32, open_book=True)


def _entries(transcript: Transcript) -> list[Entry]:
    """Write entries for all that happened; the moments are checked against the file while they are read."""
    entries: list[Entry] = [
        Seated(at=0, seat=seat, key=sha256(f"{seat} {name}".encode()).digest(), name=name)
        for seat, name in enumerate(transcript.names)
    ]
    shuffle = {name: value for name, value in transcript.shuffle.items() if name != "seed"}
    entries.append(Started(at=0, seed=bytes.fromhex(transcript.shuffle["seed"]), shuffle=shuffle))
    entries += [_acted(transcript.rules, moment) for moment in transcript.moments() if moment.seat is not None]
    return [*entries, Abandoned(at=transcript.actions, cause="closed")] if transcript.is_abandoned else entries


def _acted(rules: AnyRules, moment: Moment) -> Acted:
    assert moment.seat is not None
    assert moment.action is not None
    action, state = rules.write_action(moment.action), state_hash(moment.game)
    return Acted(at=moment.line - 1, seat=moment.seat, action=action, by="player", state=state)
