"""What an earlier version of the program has kept is opened by this one: games, keys, settings and lists."""

import gzip
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.cli.commands import invoke
from support.server.players import Player, play_all, until_over
from support.server.running import Inside, inside, plain

from opera_protocol.client import Client, ConnectionLost
from opera_protocol.local.address import parse_address
from opera_protocol.local.identity import Identity, import_identity, load_or_create_identity
from opera_protocol.local.known_servers import KnownServers, Visit
from opera_server.config.settings import Limits
from opera_server.config.settings import Settings as ServerSettings
from opera_server.config.settings import load_settings as load_server_settings
from opera_server.tables.table import state_hash
from opera_tui.config.settings import Settings, load_settings, save
from opera_tui.local.last_tables import LastTables
from opera_tui.local.transcripts import kept_transcripts

FIXTURES = Path(__file__).parents[1] / "fixtures" / "before"
ADDRESS = "games.example.org:1700"
SEED = b"n" * 32


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of everything that was kept, where the client of this test looks for it."""
    folder = tmp_path / "before"
    shutil.copytree(FIXTURES, folder)
    for packed in folder.glob("**/*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
    for key in folder.glob("**/*.toml"):
        key.chmod(0o600)
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
    """A table's document without who is there just now."""
    table = plain(public["table"])
    for seat in table["seats"]:
        seat.pop("present", None)
    return {**plain(public), "table": table}


async def assert_unchanged(here: Inside, client: Client, table: str, expected: Any) -> None:
    """The player of a table finds what the earlier server showed."""
    room = await client.enter(table)
    assert lasting(room.view.public) == lasting(expected["public"])
    assert plain(room.view.private) == expected["private"]
    assert plain(room.log.lines) == expected["log"]
    assert plain(room.talk.lines) == expected["talk"]
    if "hash" in expected:
        assert state_hash(here.room(table).table.game).hex() == expected["hash"]


async def assert_finished_games(client: Client, expected: Any) -> None:
    """The list of games that are over, and two moments of each."""
    moments = {row["id"]: row.pop("moments") for row in expected["tables"]}
    assert plain(await client.finished()) == expected
    for table, shown in moments.items():
        assert [plain(await client.moment(table, n, seat=0)) for n in (0, 20)] == shown


async def play_on(clients: Sequence[Client], table: str) -> None:
    await play_all([Player(client, table, SEED) for client in clients])
    view = await until_over(clients[0], table)
    assert view.public["table"]["state"] == "finished"


async def test_an_operator_s_tables_are_as_they_were_and_go_on(before: Path) -> None:
    expected = expected_at(before, "server")
    async with inside(before / "server") as here:
        kate, peter = await here.client(kate_of(before)), await here.client(someone(before, "peter"))
        assert sorted(here.server.lobby.tables) == sorted(expected["tables"])
        for table, shown in expected["tables"].items():
            await assert_unchanged(here, kate, table, shown)
        await assert_finished_games(kate, expected["finished"])
        tables = {shown["public"]["table"]["name"]: table for table, shown in expected["tables"].items()}
        await peter.return_to_seat(tables["Scala"])
        for name in ("Fenice", "Scala"):
            await play_on([kate, peter], tables[name])
        await kate.set_bot(tables["Waiting"], 1, "random")
        await kate.ready(tables["Waiting"])
        await peter.enter(tables["Waiting"])
        await kate.start(tables["Waiting"])
        await kate.room(tables["Waiting"]).until(lambda view: view.public["table"]["state"] == "running")


async def test_a_ban_holds(before: Path) -> None:
    async with inside(before / "server") as here:
        with pytest.raises(ConnectionLost) as refused:
            await here.client(someone(before, "mark"))
        assert refused.value.code == "not_admitted"


@pytest.mark.parametrize("name", ["La Monnaie", "Bolshoi", "Closed"])
def test_games_that_are_over_are_exported_byte_for_byte(before: Path, name: str) -> None:
    """Of the closed one what was played."""
    kept = before / f"{name.replace(' ', '-')}.jsonl"
    exported = before / "exported.jsonl"
    assert invoke("export", name, exported, "--data", before / "server").exit_code == 0
    assert exported.read_bytes() == kept.read_bytes()
    assert invoke("replay", exported).exit_code == 0


async def test_a_transcript_is_served(before: Path) -> None:
    file = before / "La-Monnaie.jsonl"
    [moments] = [
        row["moments"] for row in expected_at(before, "server")["finished"]["tables"] if row["name"] == "La Monnaie"
    ]
    async with inside(before / "served", replay=file) as here:
        client = await here.client()
        [row] = (await client.finished())["tables"]
        assert "".join(await client.transcript(row["id"])) == file.read_text("utf-8")
        shown = [await client.moment(row["id"], n, seat=0) for n in (0, 20)]
        for now, then in zip(shown, moments, strict=True):
            assert plain(now["private"]) == then["private"]
            assert plain(now["public"]["game"]) == then["public"]["game"]


async def test_a_player_s_own_games_are_as_they_were_and_go_on(before: Path) -> None:
    expected = expected_at(before, "solo")
    async with inside(before / "data" / "opera" / "solo") as here:
        kate = await here.client(kate_of(before))
        for table, shown in expected["tables"].items():
            await assert_unchanged(here, kate, table, shown)
        await assert_finished_games(kate, expected["finished"])
        for table in expected["tables"]:
            await play_on([kate], table)


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


def test_exported_games_are_found_and_their_shuffles_proved(before: Path) -> None:
    """With what the client noted before each game."""
    kept = kept_transcripts()
    assert sorted(transcript.start.game for transcript in kept) == ["opera", "turandot"]
    for transcript in kept:
        table = transcript.file.stem.rpartition("-")[2]
        [seen] = (before / "data" / "opera" / "shuffles").glob(f"*-{table}.json")
        verified = invoke("verify", transcript.file, "--seen", seen)
        assert verified.exit_code == 0, verified.output
        assert "The shuffle is proved" in verified.output


def test_settings_are_read_and_their_file_is_kept_when_one_changes(before: Path) -> None:
    path = before / "config" / "opera" / "settings.toml"
    keys = {"lobby.new": "f3,ctrl+n", "table.talk": "z"}
    kept = Settings(name="Kate", theme="light", bell=False, pace=1.5, colours="16", keys=keys)
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
