"""What is not the server that it should be is found out, and the client says so by its own code."""

import asyncio
import socket
from pathlib import Path
from typing import Any

import pytest
from support.server.running import PATIENT, a_process

from opera_protocol.client import ClientError, Endpoints, ServerAt, connect
from opera_protocol.local.address import Address
from opera_protocol.local.identity import new_identity
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.wire.codec import encode
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.greeting import Greeting
from opera_protocol.wire.keys import fingerprint


async def failure(target: Any) -> tuple[str, dict[str, Any]]:
    """With what code a client gives up."""
    try:
        client = await connect(target, new_identity(), patience=PATIENT)
    except (ClientError, ProtocolError) as error:
        return error.code, dict(error.parameters)
    await client.close()
    return "", {}


async def test_a_server_that_is_not_the_right_one_is_found_out(tmp_path: Path) -> None:
    """First visit, changed key, wrong fingerprint, another key behind the ports, nobody there: each has its code."""
    known = KnownServers(tmp_path / "known")
    async with a_process(tmp_path / "data") as server:
        endpoints = server.endpoints
        address = Address(endpoints.host, endpoints.requests)
        real = fingerprint(endpoints.key)
        assert (await failure(ServerAt(address, known)))[0] == "server_unknown"
        wrong = fingerprint(new_identity().public_key)
        code, told = await failure(ServerAt(address, known, expected=wrong))
        assert (code, told["expected"], told["offered"]) == ("server_key_wrong", wrong, real)
        assert (await failure(ServerAt(address, known, expected=real)))[0] == ""
        assert (await failure(ServerAt(address, known)))[0] == ""
        known.replace(address, new_identity().public_key)
        assert (await failure(ServerAt(address, known)))[0] == "server_key_changed"
        assert (await failure(ServerAt(address, known, expected=real)))[0] == "server_key_changed"
        impostor = Endpoints(endpoints.host, endpoints.requests, endpoints.updates, new_identity().public_key)
        assert (await failure(impostor))[0] in ("handshake_failed", "disconnected", "no_answer")
    assert (await failure(ServerAt(address, known)))[0] == "nobody_there"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (b"SSH-2.0-OpenSSH_9.6\r\n", "not_opera"),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "not_opera"),
        (b"\x85" + b"\xa1x" * 400, "not_opera"),
        (encode(Greeting(name="x", key=bytes(32), requests=1, updates=2, protocols=(7, 9))), "server_newer"),
    ],
)
async def test_something_else_on_that_port_is_no_server_of_ours(said: bytes, code: str) -> None:
    """Whatever answers there, the client says what is wrong, and soon."""

    def speak(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        writer.close()

    listener = socket.create_server(("127.0.0.1", 0))
    other = await asyncio.start_server(speak, sock=listener)
    port = listener.getsockname()[1]
    assert (await failure(ServerAt(Address("127.0.0.1", port - 2))))[0] == code
    other.close()
    await other.wait_closed()
