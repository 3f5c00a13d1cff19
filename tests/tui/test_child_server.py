"""Servers of one's own: found or started, never left behind, and started again by whoever needs them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from gettext import NullTranslations
from pathlib import Path

import pytest
from support.tui.pseudo_locale import pseudo
from support.tui.shell_app import is_alive, running, wait_until_free, wait_until_gone

from opera_protocol.client import ConnectionLost, connect
from opera_protocol.local.identity import export_identity, import_identity, load_or_create_identity, new_identity
from opera_protocol.local.ready import Failed
from opera_tui.local.child_process import (
    FOR_THIS_MACHINE,
    PROGRAM,
    Recipe,
    archive_recipe,
    host_recipe,
    replay_recipe,
    solo_recipe,
    start_early,
)
from opera_tui.local.folders import data_folder
from opera_tui.local.own_servers import LocalServer, ServerFailed
from opera_tui.look.i18n import sentence_of

pytestmark = pytest.mark.started

CLIENT = """
import asyncio, json, sys
from pathlib import Path
from opera_tui.local.child_process import Recipe
from opera_tui.local.own_servers import LocalServer

async def main():
    server = LocalServer(Recipe(Path(sys.argv[1]), json.loads(sys.argv[2])))
    await server.locate()
    print(server.ready.pid, flush=True)
    await asyncio.sleep(100)

asyncio.run(main())
"""


def server_of(folder: Path) -> LocalServer:
    return LocalServer(Recipe(folder, FOR_THIS_MACHINE))


def is_parent(server: LocalServer) -> bool:
    """Whether this client has started the server."""
    return server.child is not None


def another_client(folder: Path, settings: Mapping[str, str] = FOR_THIS_MACHINE) -> tuple["subprocess.Popen[str]", int]:
    """A client in a process of its own, and the pid of its server."""
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(folder), json.dumps(settings)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert client.stdout is not None
    with client.stdout:
        return client, int(client.stdout.readline())


async def test_a_server_is_started_and_ends_with_its_client(tmp_path: Path) -> None:
    server = server_of(tmp_path / "data")
    endpoints = await server.locate()
    ready = running(tmp_path / "data")
    assert (endpoints.requests, endpoints.updates) == ready.ports[:2]
    await server.stop()
    assert not is_alive(ready.pid)
    assert "serving" in (tmp_path / "data" / "server.log").read_text()


async def test_what_a_server_keeps_is_its_owners_alone() -> None:
    """The folders above it too, as far as they are made for it."""
    server = LocalServer(solo_recipe())
    await server.locate()
    folders = [data_folder(), server.recipe.folder]
    kept = [*folders, *server.recipe.folder.iterdir()]
    assert [path.name for path in kept if path.stat().st_mode & 0o077] == []
    await server.stop()


async def test_of_several_clients_one_starts_the_server_and_the_others_join(tmp_path: Path) -> None:
    servers = [server_of(tmp_path) for _ in range(3)]
    found = await asyncio.gather(*(server.locate() for server in servers))
    assert len(set(found)) == 1
    assert sum(server.child is not None for server in servers) == 1
    await asyncio.gather(*(server.stop() for server in servers))


async def test_a_child_that_was_started_early_is_taken_over(tmp_path: Path) -> None:
    """The server gets ready while the client is loaded, and is its child like any other."""
    server = server_of(tmp_path)
    early = start_early(server.recipe)
    assert early is not None
    server.adopt(early)
    await server.locate()
    assert running(tmp_path).pid == early.process.pid
    assert is_parent(server)
    assert start_early(server.recipe) is None
    await server.stop()
    assert early.process.returncode is not None


async def test_a_child_that_was_started_early_and_not_needed_ends_with_its_client(tmp_path: Path) -> None:
    server = server_of(tmp_path)
    early = start_early(server.recipe)
    assert early is not None
    server.adopt(early)
    await server.stop()
    assert early.process.returncode is not None


def test_a_killed_client_leaves_no_server(tmp_path: Path) -> None:
    client, pid = another_client(tmp_path)
    client.kill()
    client.wait()
    wait_until_gone(pid)


def test_a_server_for_others_outlives_a_killed_client(tmp_path: Path) -> None:
    """Until nobody has been connected for ten minutes: others may be in the middle of a game."""
    settings = {**FOR_THIS_MACHINE, "linger": host_recipe(1607).settings["linger"]}
    client, pid = another_client(tmp_path, settings)
    client.kill()
    client.wait()
    log = tmp_path / "server.log"
    while "parent_lost linger=600" not in log.read_text():
        time.sleep(0.02)
    assert is_alive(pid)
    os.kill(pid, signal.SIGTERM)
    wait_until_gone(pid)


@pytest.mark.parametrize("recipe", [solo_recipe, archive_recipe])
async def test_a_server_for_this_player_lets_in_nobody_else(tmp_path: Path, recipe: Callable[[], Recipe]) -> None:
    """Other users of the machine can reach its ports, but have other keys; a key that was imported since is right."""
    server = LocalServer(recipe())
    endpoints = await server.locate()
    stranger = new_identity()
    with pytest.raises(ConnectionLost, match="not_admitted"):
        await connect(endpoints, stranger)
    await (await connect(endpoints, load_or_create_identity(data_folder()))).close()
    export_identity(stranger, tmp_path / "key.toml")
    import_identity(tmp_path / "key.toml", data_folder(), overwrite=True)
    await (await connect(endpoints, stranger)).close()
    await server.stop()


async def test_who_hosts_waits_for_a_server_that_was_started_for_a_moment() -> None:
    """It lets nobody else in, so guests could not come to where it listens."""
    asked = LocalServer(archive_recipe())
    await asked.locate()
    hosted = LocalServer(Recipe(asked.recipe.folder, FOR_THIS_MACHINE))
    hosting = asyncio.create_task(hosted.locate())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.5):
            await asyncio.shield(hosting)
    await asked.stop()
    await hosting
    assert is_parent(hosted)
    again = LocalServer(archive_recipe())
    await again.locate()
    assert again.ready == hosted.ready
    await hosted.stop()


async def test_who_joined_starts_the_server_again_when_the_first_client_is_gone(tmp_path: Path) -> None:
    client, pid = await asyncio.to_thread(another_client, tmp_path)
    server = server_of(tmp_path)
    await server.locate()
    assert not is_parent(server)
    client.kill()
    client.wait()
    await asyncio.to_thread(wait_until_gone, pid)
    await server.locate()
    assert is_parent(server)
    assert running(tmp_path).pid != pid
    await server.stop()


async def test_a_server_that_was_told_to_stay_stays_until_it_is_stopped_for_all(tmp_path: Path) -> None:
    server = server_of(tmp_path)
    await server.locate()
    assert server.child is not None
    process = server.child.process
    server.let_stay()
    await server.locate()
    assert not is_parent(server)
    assert running(tmp_path).pid == process.pid
    await server.stop_for_all()
    await asyncio.to_thread(process.wait, 15)


async def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    server = server_of(tmp_path)
    await server.locate()
    first = running(tmp_path).pid
    os.kill(first, signal.SIGKILL)
    await asyncio.to_thread(wait_until_free, tmp_path)
    await server.locate()
    assert running(tmp_path).pid != first
    await server.stop()


async def test_why_a_server_does_not_start_is_told_in_its_own_words(tmp_path: Path) -> None:
    with pytest.raises(ServerFailed) as caught:
        await LocalServer(replay_recipe(tmp_path, tmp_path / "none.jsonl")).locate()
    assert "none.jsonl" in sentence_of(caught.value)


async def test_a_server_that_dies_without_a_word_is_told_with_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example if somebody kills it."""
    monkeypatch.setattr("opera_tui.local.child_process.PROGRAM", "import os; os.kill(os.getpid(), 9)")
    with pytest.raises(ServerFailed, match="server_died") as caught:
        await server_of(tmp_path).locate()
    assert str(tmp_path / "server.log") in sentence_of(caught.value)


async def test_a_server_that_was_ready_looks_for_garbage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then it does not, to be ready sooner."""
    said = tmp_path / "said"
    say = f"import atexit, pathlib; at_end = lambda: pathlib.Path({str(said)!r}).write_text(str(gc.isenabled()))"
    monkeypatch.setattr("opera_tui.local.child_process.PROGRAM", f"{say}; atexit.register(at_end); {PROGRAM}")
    server = server_of(tmp_path / "data")
    await server.locate()
    await server.stop()
    assert said.read_text() == "True"


class ForeignTexts(NullTranslations):
    """Every text in other letters."""

    def gettext(self, message: str) -> str:
        return pseudo(message)


@pytest.mark.parametrize(
    ("setting", "code"),
    [({"port": "no port"}, "setting_not_number"), ({"log_file": "/proc/none/log"}, "log_unwritable")],
)
async def test_why_a_server_does_not_start_is_told_in_the_words_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: dict[str, str], code: str
) -> None:
    """The code and its parameters come from the server, the sentence from the client's own catalog."""
    monkeypatch.setattr("opera_tui.look.i18n.translations", ForeignTexts)
    with pytest.raises(ServerFailed) as caught:
        await LocalServer(Recipe(tmp_path, setting)).locate()
    assert caught.value.code == code
    told = sentence_of(caught.value)
    assert next(iter(setting.values())) in told
    assert pseudo("must be a whole number" if "port" in setting else "cannot be written") in told


def test_what_a_newer_server_says_of_its_start_is_passed_on() -> None:
    """With no sentence for its code, or other parameters than the sentence needs."""
    for code in ("novelty", "port_taken"):
        line = Failed(code=code, sentence="The moon is full.", parameters={"moon": 1})
        assert sentence_of(ServerFailed.of_line(line)) == "The moon is full."


async def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerFailed, match="server_unstartable"):
        await server_of(tmp_path / "file" / "data").locate()


async def test_settings_of_a_server_besides_do_not_reach_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPERA_PORT", "no port")
    monkeypatch.setenv("OPERA_CONFIG", "/nowhere")
    server = server_of(tmp_path)
    await server.locate()
    await server.stop()
