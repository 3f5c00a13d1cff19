"""The page suffices: a client that was written from it plays whole games of both kinds against a real server."""

import ast
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.contract import choices, client
from support.contract.client import ContractClient, Refused, greeting_of

from opera_rules.transcript import replay

HOST = "127.0.0.1"


@pytest.fixture
def greeting(tmp_path: Path) -> Iterator[dict[str, Any]]:
    """A server of its own process, which ends with the pair of sockets; known only by its greeting."""
    ours, theirs = socket.socketpair()
    command = ("--host", HOST, "--port", "0", "--data", str(tmp_path / "data"), "--ready-fd", str(theirs.fileno()))
    with subprocess.Popen(
        [sys.executable, "-c", "from opera_server.cli.main import main; main()", *command],
        pass_fds=[theirs.fileno()],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        theirs.close()
        ours.settimeout(30)
        try:
            ready = json.loads(ours.makefile().readline())
            assert ready["state"] == "ready"
            yield greeting_of(HOST, ready["ports"][2])
        finally:
            ours.close()
        assert process.wait(20) == 0


def test_the_client_knows_nothing_of_ours() -> None:
    nodes = [node for module in (client, choices) for node in ast.walk(parsed(str(module.__file__)))]
    imported = [name.name for node in nodes if isinstance(node, ast.Import) for name in node.names]
    imported += [str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)]
    assert {name for name in imported if name.startswith("support")} == {"support.contract.choices"}
    packages = {name.partition(".")[0] for name in imported} - {"support"}
    assert packages - set(sys.stdlib_module_names) == {"msgpack", "zmq"}


def parsed(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text("utf-8"))


@pytest.mark.parametrize(("game", "seats"), [("opera", 2), ("turandot", 3)])
def test_a_whole_game_is_played_from_the_page_alone(game: str, seats: int, greeting: dict[str, Any]) -> None:
    """Joined, started fairly, played to the end by diffs, proved, and the same as a fresh snapshot."""
    client = ContractClient(HOST, greeting)
    try:
        settings = {"game": game, "name": "Scala", "seats": seats, "bots": ["random"] * (seats - 1)}
        opened = client.ask("create", settings=settings, name="Kate")
        client.enter(opened["table"])
        notes = client.start()
        assert client.play() >= 7
        assert client.resyncs == 0
        check_shuffle(notes, client.public["table"]["shuffle"])
        followed = client.public, client.private, list(client.log)
        client.enter(opened["table"])
        assert (client.public, client.private, client.log) == followed
        assert replay(client.transcript()).names == tuple(seat["name"] for seat in client.public["table"]["seats"])
        with pytest.raises(Refused, match="not_running"):
            client.ask("act", table=opened["table"], decision=0, action={"do": "close"})
    finally:
        client.close()


def check_shuffle(notes: dict[str, Any], shuffle: dict[str, Any]) -> None:
    """Section 8, once more without our own code."""
    secret = bytes.fromhex(shuffle["secret"])
    assert sha256(secret).hexdigest() == shuffle["commitment"] == notes["commitment"]
    assert shuffle["contributions"] == {"0": notes["contribution"].hex()}
    assert notes["hashes"] == {"0": sha256(notes["contribution"]).hexdigest()}
    assert sha256(b"opera-seed-1" + secret + notes["contribution"]).hexdigest() == shuffle["seed"]
