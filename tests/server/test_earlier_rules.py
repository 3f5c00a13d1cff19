"""Games of other rules in a journal: written down as they were then, and never damaged nor played on."""

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
from support.server.journaled_game import PROOF, entries_of_a_game

from opera_protocol.wire.messages import TableSettings
from opera_rules.api import rules_of
from opera_rules.editions import built_in
from opera_server.history.transcript import export_stored
from opera_server.journal.entries import Acted, Created, Entry, Seated, Started, StoredTable
from opera_server.tables.rules_version import is_of_these_rules, version_of_rules
from opera_server.tables.table import state_hash

FIXTURES = Path(__file__).parents[1] / "fixtures" / "before"
RANKING = {"ranking": [[1, 40], [0, 30], [2, 20]]}


def stored(entries: list[Entry]) -> StoredTable:
    return StoredTable(id="t", first=0, entries=tuple(entries), next=len(entries))


def by_rules(version: int, entries: list[Entry]) -> list[Entry]:
    """The same entries of a table that was opened and begun with another version."""
    created = entries[0]
    assert isinstance(created, Created)
    return [msgspec.structs.replace(created, rules=version), *entries[1:]]


def decoded(lines: list[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


def journaled(lines: list[bytes]) -> list[Entry]:
    """The entries that a server of version 1 wrote of the game in this transcript."""
    start, *acted, end = decoded(lines)
    rules, seats, options = rules_of(start["game"]), len(start["players"]), start["options"]
    settings = TableSettings(game=start["game"], name="Scala", seats=seats, options=options)
    seed = bytes.fromhex(end["shuffle"]["seed"])
    entries: list[Entry] = [
        Created(at=0, settings=settings, rules=1, key=b"k" * 32),
        *(Seated(at=1, seat=seat, key=bytes([seat]) * 32, name=name) for seat, name in enumerate(start["players"])),
        Started(at=2, seed=seed, shuffle={}),
    ]
    game = rules.EARLIER[1](seats, options, built_in(start["game"]), seed).game
    for line in acted:
        game = rules.apply(game, line["seat"], rules.read_action(line["action"])).game
        entries.append(Acted(at=3, seat=line["seat"], action=line["action"], by="player", state=state_hash(game)))
    return entries


def test_a_game_that_began_otherwise_than_today_is_exported_byte_for_byte() -> None:
    """The surplus of two players' first offer was discarded then: nothing of this game comes out of today's setup."""
    lines = gzip.decompress((FIXTURES / "two-players-surplus.jsonl.gz").read_bytes()).splitlines(keepends=True)
    assert sum(decoded(lines)[0]["state"]["discard"].values()) == 1
    exported = export_stored(stored(journaled(lines)))
    assert exported.lines == lines
    assert exported.unknown_rules is None


def test_a_table_opened_before_an_upgrade_is_played_by_the_rules_that_it_began_with() -> None:
    """Its first entry names the version of then, the one of the start that of today."""
    entries = by_rules(1, entries_of_a_game(stop_after=3))
    assert version_of_rules(entries[:1]) is None
    assert is_of_these_rules(stored(entries[:1]))
    assert version_of_rules(entries) == 1
    assert not is_of_these_rules(stored(entries))
    today = [msgspec.structs.replace(entry, rules=2) if isinstance(entry, Started) else entry for entry in entries]
    assert version_of_rules(today) == 2


def test_a_game_of_unknown_rules_is_exported_without_replaying_it() -> None:
    """Its lines tell what was done under which rules, and leave out what only those rules could say."""
    exported = export_stored(stored(by_rules(99, entries_of_a_game(stop_after=4))))
    lines = decoded(exported.lines)
    assert exported.unknown_rules == 99
    assert (lines[0]["rules"], lines[0]["players"]) == (99, ["Ada", "Bot 1", "Bot 2"])
    assert [line["n"] for line in lines[1:-1]] == [1, 2, 3, 4]
    assert lines[-1] == {"type": "end", "abandoned": True, "shuffle": PROOF}


def test_a_game_that_today_s_rules_lead_elsewhere_keeps_its_actions_and_its_result() -> None:
    """A state that is not what it was, or an action that is refused, ends no export."""
    entries = by_rules(1, entries_of_a_game())
    place = next(n for n, entry in enumerate(entries) if isinstance(entry, Acted)) + 2
    acted = entries[place]
    for changed in (
        msgspec.structs.replace(acted, state=b"otherwise"),
        msgspec.structs.replace(acted, action={"do": "nothing"}),
    ):
        exported = export_stored(stored([*entries[:place], changed, *entries[place + 1 :]]), RANKING)
        lines = decoded(exported.lines)
        assert exported.unknown_rules == 1
        assert len(lines) == 2 + sum(isinstance(entry, Acted) for entry in entries)
        assert lines[-1] == {"type": "end", **RANKING, "shuffle": PROOF}
