"""What an earlier version of the program has kept is opened by this one: games, keys, settings and lists.

Its games were played by version 1 of the rules, which nobody has any more: they are listed and exported as they were.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.before import unpack_before
from support.cli.commands import invoke
from support.server.running import inside, plain

from opera_protocol.client import Client, ConnectionLost, RefusedByServer
from opera_protocol.local.address import parse_address
from opera_protocol.local.identity import Identity, import_identity, load_or_create_identity
from opera_protocol.local.known_servers import KnownServers, Visit
from opera_rules.refusals import Refused
from opera_server.config.logs import fields_of
from opera_server.config.settings import Limits
from opera_server.config.settings import Settings as ServerSettings
from opera_server.config.settings import load_settings as load_server_settings
from opera_server.journal.entries import Abandoned
from opera_tui.config.settings import Settings, load_settings, save
from opera_tui.local.last_tables import LastTables
from opera_tui.local.transcripts import kept_transcripts

ADDRESS = "games.example.org:1700"


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of everything that was kept, where the client of this test looks for it."""
    folder = unpack_before(tmp_path / "before")
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    return folder


def expected_at(before: Path, place: str) -> Any:
    return msgspec.json.decode((before / "expected.json").read_bytes())[place]


def kate_of(before: Path) -> Identity:
    return load_or_create_identity(before / "data" / "opera")


def someone(before: Path, name: str) -> Identity:
    return import_identity(before / f"{name}.toml", before / "others", f"{name}.toml")


def lasting(public: Any) -> Any:
    """A table's document without who is there just now, and without what earlier servers did not say."""
    table = plain(public["table"])
    for newer in ("taken_back", "scores", "from", "lesson"):
        table.pop(newer, None)
    for seat in table["seats"]:
        for newer in ("present", "letter", "temperament"):
            seat.pop(newer, None)
    return {**plain(public), "table": table}


OTHER_RULES = {"rules": 1, "expected": 2}
RUNNING = ("Fenice", "Scala")
"""The operator's games that were going on."""


async def assert_unchanged(client: Client, table: str, expected: Any) -> None:
    """The player of a table finds what the earlier server showed."""
    room = await client.enter(table)
    assert lasting(room.view.public) == lasting(expected["public"])
    private = plain(room.view.private)
    private.pop("take_back")
    assert private == expected["private"]
    assert plain(room.log.lines) == expected["log"]
    assert plain(room.talk.lines) == expected["talk"]


async def assert_finished_games(client: Client, expected: Any) -> None:
    """The list of games that are over, with their results; none of them can be looked at, and it is said why."""
    for row in expected["tables"]:
        del row["moments"]
    listed = plain(await client.finished())
    for row in listed["tables"]:
        # What an earlier server wrote does not tell which seats were bots'; where all were people, seats are known.
        assert row.pop("levels") == []
        assert row.pop("seat") in (None, 0)
        assert not row.pop("lesson")
    assert listed == expected
    for row in expected["tables"]:
        for looking in (client.moment(row["id"], 0, seat=0), client.enter(row["id"]), client.rematch(row["id"], "K")):
            with pytest.raises(RefusedByServer) as refused:
                await looking
            assert refused.value.to_map() == {"code": "table_other_rules", "game": row["game"], **OTHER_RULES}


def ids_by_name(expected: Any) -> dict[str, str]:
    return {shown["public"]["table"]["name"]: table for table, shown in expected["tables"].items()}


async def test_an_operator_s_table_that_had_not_begun_goes_on_with_the_rules_of_today(before: Path) -> None:
    """Also over another restart after its start."""
    expected = expected_at(before, "server")
    waiting = ids_by_name(expected)["Waiting"]
    async with inside(before / "server") as here:
        kate, peter = await here.client(kate_of(before)), await here.client(someone(before, "peter"))
        assert list(here.server.lobby.tables) == [waiting]
        await assert_unchanged(kate, waiting, expected["tables"][waiting])
        await kate.set_bot(waiting, 1, "random")
        await kate.ready(waiting)
        await peter.enter(waiting)
        await kate.start(waiting)
        await kate.room(waiting).until(lambda view: view.public["table"]["state"] == "running")
    async with inside(before / "server") as here:
        assert (await here.server.lobby.room(waiting)).table.state == "running"


async def test_running_games_of_earlier_rules_are_closed_at_the_start_and_can_be_exported(
    before: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """With a line in the table's log and in the server's; whoever comes is told why."""
    tables = ids_by_name(expected_at(before, "server"))
    async with inside(before / "server") as here:
        kate = await here.client(kate_of(before))
        for name in RUNNING:
            with pytest.raises(RefusedByServer) as refused:
                await kate.enter(tables[name])
            assert refused.value.code == "table_other_rules"
            stored = await here.server.journal.entries(tables[name])
            assert isinstance(stored.entries[-1], Abandoned)
            assert stored.entries[-1].cause == "rules"
    told = [fields_of(record) for record in caplog.records if "table_other_rules" in record.getMessage()]
    assert {line["table"] for line in told} == {tables[name] for name in RUNNING}
    for name in RUNNING:
        lines = exported(before, name).splitlines()
        assert msgspec.json.decode(lines[0])["rules"] == 1
        assert all("state" in msgspec.json.decode(line) for line in lines[:-1])
        assert msgspec.json.decode(lines[-1])["abandoned"] is True


async def test_an_operator_s_finished_games_are_listed_with_their_results(before: Path) -> None:
    async with inside(before / "server") as here:
        await assert_finished_games(await here.client(kate_of(before)), expected_at(before, "server")["finished"])


async def test_a_ban_holds(before: Path) -> None:
    async with inside(before / "server") as here:
        with pytest.raises(ConnectionLost) as refused:
            await here.client(someone(before, "mark"))
        assert refused.value.code == "not_admitted"


def exported(before: Path, name: str) -> bytes:
    """What the operator's command writes."""
    file = before / f"{name} exported.jsonl"
    assert invoke("export", name, file, "--data", before / "server").exit_code == 0
    return file.read_bytes()


@pytest.mark.parametrize("name", ["La Monnaie", "Bolshoi", "Closed"])
def test_games_that_are_over_are_exported_byte_for_byte(before: Path, name: str) -> None:
    """Of the closed one what was played."""
    assert exported(before, name) == (before / f"{name.replace(' ', '-')}.jsonl").read_bytes()


async def test_players_get_their_transcripts_byte_for_byte_and_strangers_who_may_watch(before: Path) -> None:
    async with inside(before / "server") as here:
        kate, stranger = await here.client(kate_of(before)), await here.client()
        for row in (await kate.finished())["tables"]:
            kept = (before / f"{row['name'].replace(' ', '-')}.jsonl").read_text("utf-8")
            for client in (kate, stranger):
                assert "".join(await client.transcript(row["id"])) == kept


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_transcripts_of_earlier_rules_are_refused_with_a_sentence(before: Path, command: str) -> None:
    """That they cannot be checked is no accusation."""
    refused = invoke(command, before / "La-Monnaie.jsonl")
    assert refused.exit_code == 2
    assert "made with version 1 of the rules of Opera, and this program has version 2" in " ".join(
        refused.output.split()
    )


async def test_a_transcript_of_earlier_rules_is_not_served(before: Path) -> None:
    with pytest.raises(Refused) as refused:
        async with inside(before / "served", replay=before / "La-Monnaie.jsonl"):
            pass
    assert refused.value.to_map() == {"code": "transcript_other_rules", "game": "opera", **OTHER_RULES}


async def test_a_player_s_own_finished_games_are_listed_and_the_open_ones_closed(before: Path) -> None:
    expected = expected_at(before, "solo")
    async with inside(before / "data" / "opera" / "solo") as here:
        kate = await here.client(kate_of(before))
        assert not here.server.lobby.tables
        await assert_finished_games(kate, expected["finished"])
        for transcript in kept_transcripts():
            table = transcript.file.stem.rpartition("-")[2]
            assert "".join(await kate.transcript(table)) == transcript.file.read_text("utf-8")


def test_a_player_is_the_same_and_knows_the_same_servers_and_tables(before: Path) -> None:
    assert kate_of(before).fingerprint == expected_at(before, "fingerprint")
    server = load_or_create_identity(before / "server", "server-key.toml")
    known = KnownServers(before / "data" / "opera")
    assert known.compare(parse_address(ADDRESS), server.public_key) is Visit.SAME_KEY
    names = {
        (place, shown["public"]["table"]["name"])
        for place in ("server", "solo")
        for shown in expected_at(before, place)["tables"].values()
    }
    last = LastTables().all()
    assert {("server" if table.where == "away" else "solo", table.name) for table in last} == names - {
        ("server", "Waiting")
    }
    assert {table.address for table in last} == {"", ADDRESS}
    assert {(table.game, table.progress, table.length, table.is_my_turn) for table in last} == {
        ("opera", 2, 9, True),
        ("turandot", 3, 7, True),
    }


def test_exported_games_are_found(before: Path) -> None:
    assert sorted(transcript.start.game for transcript in kept_transcripts()) == ["opera", "turandot"]


def test_settings_are_read_and_their_file_is_kept_when_one_changes(before: Path) -> None:
    path = before / "config" / "opera" / "settings.toml"
    keys = {"lobby.new": "f3,ctrl+n", "table.talk": "z"}
    kept = Settings(name="Kate", theme="matinee", bell=False, pace=1.5, colours="16", keys=keys)
    assert load_settings() == kept
    content = path.read_text("utf-8")
    save(kept, msgspec.structs.replace(kept, pace=2.0, tips=False), path)
    assert path.read_text("utf-8") == content.replace("pace = 1.5", "pace = 2.0").replace(
        "# tips = true", "tips = false"
    )


def test_an_operator_s_settings_are_read(before: Path) -> None:
    limits = Limits(tables=50, loopback_exempt=False)
    assert load_server_settings(before / "server.toml", {}) == ServerSettings(
        port=1700,
        server_name="Attic",
        bot_time=500,
        access="listed",
        edition=(before / "my-opera.toml",),
        log_json=True,
        limits=limits,
    )
