"""Backup, export and verify work on the journal of a server, running or not, and end in sentences when they cannot."""

import asyncio
import json
from pathlib import Path

import msgspec
import pytest
from support.server.journaled_game import CONTRIBUTIONS, PROOF, entries_of_a_game
from typer.testing import CliRunner, Result

from opera_protocol.wire.documents import TableState
from opera_protocol.wire.shuffle import Seen, digest_of, proof_of, write_seen
from opera_rules.transcript import replay
from opera_server.cli.main import app
from opera_server.config.data_folder import JOURNAL_FILE
from opera_server.faults import ServerFault
from opera_server.history.transcript import export_stored
from opera_server.journal.entries import Abandoned, Acted, Entry, StoredTable, TableRow
from opera_server.journal.journal import Journal
from opera_server.journal.reader import JournalReader

SEEN = Seen(
    commitment=PROOF["commitment"],
    hashes={str(seat): digest_of(given).hex() for seat, given in CONTRIBUTIONS.items()},
    seat=0,
    contribution=CONTRIBUTIONS[0].hex(),
)


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def complaint(result: Result, exit_code: int = 2) -> str:
    assert result.exit_code == exit_code, result.output
    assert result.stderr.startswith("opera-server: ")
    return result.stderr.removeprefix("opera-server: ").strip()


def journal_with(folder: Path, **tables: tuple[TableState, list[Entry]]) -> Path:
    """A data folder whose journal holds these tables."""

    async def write() -> None:
        journal = Journal.open(folder / JOURNAL_FILE)
        for table, (state, entries) in tables.items():
            row = TableRow(name=f"name of {table[0]}", game="turandot", state=state, created_ms=1)
            for n, entry in enumerate(entries):
                journal.append(table, n, entry, row=None if n else row)
        await journal.close()

    asyncio.run(write())
    return folder


def stored(entries: list[Entry], damaged_at: int | None = None) -> StoredTable:
    return StoredTable(id="t", first=0, entries=tuple(entries), next=len(entries), damaged_at=damaged_at)


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_an_exported_game_is_verified(tmp_path: Path, game: str) -> None:
    """A finished game leaves the journal as a transcript whose actions and shuffle hold, also before a witness."""
    folder = journal_with(tmp_path, t=("finished", entries_of_a_game(game)))
    file, seen = tmp_path / "game.jsonl", tmp_path / "seen.json"
    seen.write_bytes(write_seen(SEEN))
    assert command("export", "t", file, "--data", folder).exit_code == 0
    alone = command("verify", file)
    assert alone.exit_code == 0, alone.output
    assert "The shuffle is consistent" in alone.stdout
    witnessed = command("verify", file, "--seen", seen)
    assert witnessed.exit_code == 0, witnessed.output
    assert "The shuffle is proved" in witnessed.stdout
    assert json.loads(file.read_bytes().splitlines()[-1])["shuffle"] == PROOF


def test_an_abandoned_game_is_exported(tmp_path: Path) -> None:
    """Without a file the transcript goes to stdout; a name serves as well as an id."""
    folder = journal_with(tmp_path, t=("abandoned", entries_of_a_game(stop_after=5)))
    result = command("export", "name of t", "--data", folder)
    assert result.exit_code == 0
    summary = replay(result.stdout.splitlines())
    assert (summary.actions, summary.outcome) == (5, None)


def test_a_broken_shuffle_fails_the_check(tmp_path: Path) -> None:
    """A transcript whose shuffle does not add up, or is not what was seen, is complained about with exit 1."""
    lines = export_stored(stored(entries_of_a_game())).lines
    end = json.loads(lines[-1])
    end["shuffle"]["secret"] = "00" * 32
    file, seen = tmp_path / "game.jsonl", tmp_path / "seen.json"
    file.write_bytes(b"".join([*lines[:-1], json.dumps(end).encode() + b"\n"]))
    assert "not the one it had committed to" in complaint(command("verify", file), 1)
    file.write_bytes(b"".join(lines))
    other = proof_of(b"x" * 32, CONTRIBUTIONS)["commitment"]
    seen.write_bytes(write_seen(msgspec.structs.replace(SEEN, commitment=other)))
    assert "another secret" in complaint(command("verify", file, "--seen", seen), 1)
    seen.write_text("nothing")
    assert "no record" in complaint(command("verify", file, "--seen", seen))
    assert command("verify", file, "--seen", tmp_path / "missing").exit_code == 2


def test_games_that_go_on_keep_their_secrets(tmp_path: Path) -> None:
    """A running game, one that never started, an unknown and an ambiguous name are refused, each with its sentence."""
    game = entries_of_a_game(stop_after=3)
    folder = journal_with(
        tmp_path,
        a=("running", game[:-1]),
        b=("abandoned", [game[0], Abandoned(at=9, cause="empty")]),
        b2=("open", game[:1]),
    )
    refusals = {"a": "not over", "b": "ever started", "nowhere": "no table “nowhere”", "name of b": "b2"}
    for table, words in refusals.items():
        assert words in complaint(command("export", table, "--data", folder)), table
    assert "no journal" in complaint(command("export", "a", "--data", tmp_path / "other"))


def test_a_damaged_game_is_exported_up_to_the_damage() -> None:
    """A state that is not what it was, or an action that the rules refuse, ends the transcript before it."""
    entries = entries_of_a_game(stop_after=6)
    place = next(n for n, entry in enumerate(entries) if isinstance(entry, Acted)) + 2
    acted = entries[place]
    assert isinstance(acted, Acted)
    for damage in (
        msgspec.structs.replace(acted, state=b"otherwise"),
        msgspec.structs.replace(acted, action={"do": "nothing"}),
        msgspec.structs.replace(acted, seat=4),
    ):
        exported = export_stored(stored([*entries[:place], damage, *entries[place + 1 :]]))
        assert exported.damaged_at == place
        assert replay(exported.lines).actions == 2
    cut = export_stored(stored(entries[:place], damaged_at=place))
    assert (cut.damaged_at, replay(cut.lines).actions) == (place, 2)
    with pytest.raises(ServerFault) as nothing:
        export_stored(stored([], damaged_at=0))
    assert nothing.value.code == "table_damaged"


async def test_a_backup_is_made_while_a_server_writes(tmp_path: Path) -> None:
    """The copy of a journal that is open elsewhere is a journal; a second one does not replace it."""
    entries = entries_of_a_game(stop_after=3)
    copy = tmp_path / "copy.sqlite3"
    journal = Journal.open(tmp_path / JOURNAL_FILE)
    row = TableRow(name="x", game="turandot", state="running", created_ms=1)
    await journal.append("t", 0, entries[0], row=row)
    await journal.append("t", 1, entries[1])
    result = await asyncio.to_thread(command, "backup", copy, "--data", tmp_path)
    assert result.exit_code == 0, result.output
    await journal.append("t", 2, entries[2])
    await journal.close()
    reader = JournalReader(copy)
    assert reader.entries("t").entries == tuple(entries[:2])
    reader.close()
    assert "exists already" in complaint(command("backup", copy, "--data", tmp_path))
