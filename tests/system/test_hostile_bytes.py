"""Bytes of any kind, on every port, while two people play: they notice nothing, and the server stays small."""

import asyncio
import contextlib
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import zmq
import zmq.asyncio
from support.attack.curve import GREETING, MORE, RawConnection, frame, sodium
from support.attack.messages import SPECIAL_FRAMES, hostile_frames
from support.attack.wire import SEED, dealer, wires
from support.server.players import Player
from support.server.running import PATIENT, ServerProcess, a_process, inside
from support.soaking import soak_seed, soak_size

from opera_protocol.client import Client, Endpoints, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.codec import MAX_FRAME, decode
from opera_protocol.wire.messages import PROTOCOL, AnyReply, Hello, Refusal, TableSettings
from opera_rules.api import Map
from opera_server.net.connection_guard import MOST_UNHEARD_OF_ALL

PORTS = 2
KEPT_FOR_A_BYTE = 2.5
"""The memory that ZeroMQ takes for a byte at worst: 160 for the 69 of a part with 34 bytes of content."""
MOST_GROWTH = int(PORTS * MOST_UNHEARD_OF_ALL * KEPT_FOR_A_BYTE)
"""Bytes by which the server may grow: what it keeps of all connections together until it can be read.

The attack's two endless messages are cut at a sixteenth of that. The rest is for what they bring until the server looks
at them, some 50 ms of what a processor can encrypt, and for caches, which have an end.
"""
QUIET_MS = 500
"""Without an answer for so long, what was asked last was dropped."""
STATUS = Path(f"/proc/{os.getpid()}/status")


def memory_of(process: int, figure: str) -> int:
    """The bytes of a process by the system's figures: `VmRSS` now, `VmHWM` at most so far."""
    figures = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return 1024 * int(figures.partition(f"\n{figure}:")[2].split()[0])


def nested(depth: int) -> list[Any]:
    return [nested(depth - 1)] if depth else []


def test_reading_a_message_of_every_kind_leaves_the_process_alive() -> None:
    """A type that the decoder gets wrong may crash only when garbage is collected."""
    tests = Path(__file__).parent.parent
    program = "from support.attack.messages import read_everything; read_everything()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tests, capture_output=True, timeout=60, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"kind": "say", "table": "aaaaaaaa"}, True),
        ({"kind": "say", "table": "aaaaaaaa", "text": 1}, True),
        ({"kind": "sing", "table": "aaaaaaaa"}, True),
        ({"kind": "say", "table": "aaaaaaaa", "text": "", "louder": True}, True),
        ({"kind": "preview", "table": "aaaaaaaa", "actions": [{"deep": nested(20)}]}, True),
        ({"kind": "say", "table": "aaaaaaaa", "text": "", "id": b"too short"}, False),
        ({"kind": "say", "table": "aaaaaaaa", "text": "", "id": None}, False),
    ],
)
async def test_what_cannot_be_read_is_refused_by_its_name_if_it_has_one(
    tmp_path: Path, fields: Map, named: bool
) -> None:
    """A client then knows which of its requests was meant; half of a request has no name."""
    request = {"id": bytes(range(16)), **fields}
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        wire = opened()
        content = msgspec.msgpack.encode(request)
        for frames, is_whole in (([content], True), ([content[:-1]], False), ([content, content], False)):
            await wire.requests.send_multipart(frames)
            answer = await wire.reply()
            assert isinstance(answer, Refusal)
            assert (answer.code, answer.id) == ("malformed", request["id"] if named and is_whole else None)


@dataclass
class TimedPlayer(Player):
    """Measures how long each of its actions takes to be answered."""

    times: list[float] = field(default_factory=list)

    async def act(self, decision: int, action: Map) -> Map:
        began = time.perf_counter()
        answer = await super().act(decision, action)
        self.times.append(time.perf_counter() - began)
        return answer


async def play_a_game(clients: list[Client]) -> list[float]:
    """A whole game of Turandot by chance; how long each action took."""
    settings = TableSettings(game="turandot", name="Honest", seats=len(clients), seed=SEED)
    table = (await clients[0].create(settings, "Player 0"))["table"]
    for number, client in enumerate(clients[1:], 1):
        await client.take_seat(table, f"Player {number}")
    for client in clients:
        await client.ready(table)
    await clients[0].start(table)
    players = [TimedPlayer(client, table, SEED) for client in clients]
    views = await asyncio.gather(*(player.play() for player in players))
    assert {view.public["table"]["state"] for view in views} == {"finished"}
    return [seconds for player in players for seconds in player.times]


class Attack:
    """What strangers do, each thing so many times."""

    def __init__(self, endpoints: Endpoints, greeting: int, seed: int, times: int) -> None:
        self._endpoints = endpoints
        self._ports = (endpoints.requests, endpoints.updates, greeting)
        self._chance = Random(seed)
        self._times = times

    def all(self) -> list[Awaitable[None]]:
        ways: list[Callable[[], Awaitable[None]]] = [
            self.send_nonsense,
            self.send_special_frames,
            self.send_many_parts,
            self.send_too_much,
            self.talk_plain_tcp,
            self.declare_lengths,
        ]
        if sodium() is not None:
            ways += [self.never_end, self.spoil_the_cipher]
        return [way() for way in ways]

    async def send_nonsense(self) -> None:
        """Random and nearly right messages on both ports; each that is answered is answered properly."""
        async with wires(self._endpoints) as opened:
            wire = opened()
            await wire.result(Hello, protocol=PROTOCOL)
            frames = islice(hostile_frames(self._chance, "aaaaaaaa"), 60 * self._times)
            for number, content in enumerate(frames):
                await wire.requests.send(content)
                # Longer ones would end the connection there.
                await wire.updates.send(content[:1000])
                if number % 20 == 0:
                    await asyncio.sleep(0)
            # What comes while too many requests wait is dropped, so the last one may have to be sent again.
            markers: set[bytes] = set()
            answer = None
            while answer is None or answer.id not in markers:
                if not await wire.requests.poll(QUIET_MS):
                    markers.add(await wire.send(Hello, protocol=PROTOCOL))
                    continue
                answer = decode(await wire.requests.recv(), AnyReply, limit=MAX_FRAME)
                assert answer.code if hasattr(answer, "code") else answer.result is not None
            await wire.fence()

    async def send_special_frames(self) -> None:
        async with wires(self._endpoints) as opened:
            for _ in range(self._times // 5 + 1):
                wire = opened()
                await wire.result(Hello, protocol=PROTOCOL)
                for content in SPECIAL_FRAMES:
                    await wire.requests.send(content)
                    await wire.updates.send(content)
                answers = [await wire.reply() for _ in SPECIAL_FRAMES]
                assert {getattr(answer, "code", "") for answer in answers} <= {"malformed", "bad_text", "no_such_table"}

    async def send_many_parts(self) -> None:
        """Ten thousand parts, and none with anything in it."""
        async with wires(self._endpoints) as opened:
            wire = opened()
            for parts in ([b"x"] * 10_000, [b""] * 10_000, [b"", b""]):
                await wire.requests.send_multipart(parts)
                assert getattr(await wire.reply(), "code", "") == "malformed"
                await wire.updates.send_multipart(parts)
            await wire.fence()

    async def send_too_much(self) -> None:
        """Frames that are longer than the server takes end the connection."""
        context = zmq.asyncio.Context()
        for port in self._ports[:2]:
            big = dealer(context, self._endpoints, port, new_identity())
            for _ in range(3):
                await big.send(bytes(1024 * 1024))
            big.close(linger=100)
        context.term()

    async def talk_plain_tcp(self) -> None:
        """Whatever other programs say, half a handshake, or nothing at all."""
        words = (b"GET / HTTP/1.0\r\n\r\n", GREETING[:30], GREETING, b"\x16\x03\x01\x02\x00\x01", b"")
        for _ in range(self._times):
            connections = []
            for port in self._ports:
                _, writer = await asyncio.open_connection(self._endpoints.host, port)
                writer.write(self._chance.choice((*words, self._chance.randbytes(200))))
                connections.append(writer)
            await asyncio.sleep(0)
            for writer in connections:
                writer.transport.abort()

    async def declare_lengths(self) -> None:
        """Frames and commands that say they are enormous."""
        null = GREETING.replace(b"CURVE", b"NULL\0")
        huge = (
            GREETING + b"\x06" + b"\xff" * 8,
            GREETING + b"\x02\x7f" + b"\xff" * 7 + b"x" * 100,
            GREETING + frame(b"\x05HELLO" + bytes(194), 4),
            null + frame(b"\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER", 4) + frame(b"x"),
        )
        for content in huge:
            for port in self._ports[:2]:
                connection = await RawConnection.open(self._endpoints, port)
                connection.writer.write(content)
                await connection.ended()
                connection.close()

    async def never_end(self) -> None:
        """The parts of one message, without a last one, until the server has enough of it."""
        for port in self._ports[:2]:
            connection = await RawConnection.open(self._endpoints, port)
            await connection.shake_hands()
            part = 500 if port == self._endpoints.updates else 8000
            ended = asyncio.ensure_future(connection.ended())
            pour = asyncio.ensure_future(pour_out(connection, part))
            # What was sent last may stay in the way for ever: nobody reads it any more.
            await ended
            pour.cancel()
            await asyncio.wait([pour])
            connection.close()

    async def spoil_the_cipher(self) -> None:
        """After a proper handshake, frames that do not decrypt."""
        for _ in range(self._times // 5 + 1):
            connection = await RawConnection.open(self._endpoints, self._endpoints.requests)
            await connection.shake_hands()
            connection.writer.write(frame(b"\x07MESSAGE" + bytes(8) + self._chance.randbytes(60)))
            await connection.ended()
            connection.close()


async def pour_out(connection: RawConnection, part: int) -> None:
    """Parts without a last one, as fast as the server takes them."""
    with contextlib.suppress(OSError):
        for _ in range(40_000):
            connection.writer.write(connection.part(bytes(part), MORE))
            await connection.writer.drain()
            await asyncio.sleep(0)


async def attack_a_game(server: ServerProcess, seed: int, times: int) -> str:
    """Compare a game in peace with one under attack; the figures in words."""
    assert server.ready is not None
    clients = [await connect(server.endpoints, new_identity(), patience=PATIENT) for _ in range(2)]
    try:
        quiet = statistics.median(await play_a_game(clients))
        before = memory_of(server.process.pid, "VmRSS")
        attack = Attack(server.endpoints, server.ready.ports[2], seed, times)
        siege = asyncio.gather(*attack.all())
        busy = statistics.median(await play_a_game(clients))
        await siege
        growth = memory_of(server.process.pid, "VmHWM") - before
        assert server.process.poll() is None
        assert growth < MOST_GROWTH, growth
        # Attackers and players share one process here, so this leaves them a lot of room.
        assert busy < max(30 * quiet, 0.5), (quiet, busy)
        took = f"median {1000 * quiet:.1f} ms in peace, {1000 * busy:.1f} ms under attack"
        return f"{took}; {growth / 1e6:.1f} MB more at most"
    finally:
        await asyncio.gather(*(client.close() for client in clients))


@pytest.mark.skipif(not STATUS.exists(), reason="memory is read from /proc")
async def test_a_game_goes_on_under_fire(tmp_path: Path) -> None:
    """Nonsense on all three ports, endless and enormous messages, half handshakes: the game ends as it should."""
    async with a_process(tmp_path / "data") as server:
        print(await attack_a_game(server, seed=1607, times=20))
        log = server.told()
        assert "Traceback" not in log
        assert "request_failed" not in log
        assert "message_failed" not in log


@pytest.mark.limit(1200)
@pytest.mark.soak
@pytest.mark.skipif(not STATUS.exists(), reason="memory is read from /proc")
async def test_a_long_siege(tmp_path: Path) -> None:
    """The same for a long time, from a seed that is printed."""
    chance = Random(soak_seed())
    # Some of the nonsense opens tables, and this machine may open all there are: hence a new server each time.
    for number in range(soak_size(20)):
        async with a_process(tmp_path / str(number)) as server:
            print(await attack_a_game(server, chance.getrandbits(32), times=150))
            assert "request_failed" not in server.told()
