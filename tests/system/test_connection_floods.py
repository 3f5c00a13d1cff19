"""Too many connections, silent ones, hoarded tickets and readers who do not read: they end, and nobody else waits."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import zmq
import zmq.asyncio
from support.attack.curve import MORE, RawConnection, sodium
from support.attack.tables import BID, begin_game, decision, person
from support.attack.wire import FENCE_ANSWER, Opener, Wire, dealer, nothing_comes, wires
from support.server.running import HOST, Inside, inside, strict_limits, until

from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.codec import encode
from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import (
    LOBBY,
    PROTOCOL,
    Act,
    Attach,
    Attached,
    Beat,
    Detached,
    Enter,
    Expelled,
    Hello,
    Lines,
    Preview,
    Request,
)
from opera_server.config.settings import Limits
from opera_server.net.connection_guard import NO_PORT, ConnectionGuard
from opera_server.net.guarded_connection import GuardedConnection
from opera_server.net.tcp import traffic_of
from opera_server.net.update_connections import BEATS, TICKETS_PER_KEY

HANDSHAKE = 600
"""No client of CURVE has to send more before its first message."""
PONG_BODY = 38
"""The bytes of the shortest answer to a heartbeat, without the two before them."""


@pytest.mark.parametrize(
    ("limits", "same_key"),
    [
        (strict_limits(connections_per_key=3), True),
        (strict_limits(connections_per_address=3), False),
        (Limits(connections=3), False),
    ],
    ids=["key", "address", "server"],
)
async def test_attached_connections_are_limited(tmp_path: Path, limits: Limits, same_key: bool) -> None:
    """The fourth is told so; when one goes, another may come."""
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        identity = new_identity()
        people = [opened(identity if same_key else None) for _ in range(5)]
        for wire in people[:3]:
            await wire.attach()
        for wire in people[3:]:
            ticket = (await wire.result(Hello, protocol=PROTOCOL))["ticket"]
            assert await wire.tell(Attach(ticket=ticket)) == Detached(code="too_many_connections")
        here.server.connections.end(next(iter(here.server.connections)))
        await people[3].attach()


async def test_bare_connections_are_limited_too(tmp_path: Path) -> None:
    """Of thirty that only connect, eight stay; when they go, there is room again for somebody honest."""
    limits = strict_limits(connections_per_address=4)
    async with inside(tmp_path / "data", limits=limits) as here:
        doors = here.server._guards
        ports = (here.endpoints.requests, here.endpoints.updates)
        bare = [await asyncio.open_connection(HOST, port) for port in ports for _ in range(30)]
        ended = [asyncio.ensure_future(reader.read()) for reader, _ in bare]
        await until(lambda: sum(task.done() for task in ended) >= 44)
        assert [len(door) for door in doors] == [8, 8]
        for _, writer in bare:
            writer.transport.abort()
        await asyncio.gather(*ended, return_exceptions=True)
        await until(lambda: [len(door) for door in doors] == [0, 0])
        async with wires(here.endpoints) as opened:
            await person(opened)


async def test_who_connects_and_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that shook hands and never spoke ends by itself; one that spoke stays."""
    monkeypatch.setattr("opera_server.net.connection_guard.SILENT_SECONDS", 3600.0)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        silent = opened()
        for socket in (silent.requests, silent.updates):
            socket.reconnect_ivl = -1
        spoken = await person(opened)
        door = here.server._guards[0]
        await until(lambda: len(door) >= 2)
        monkeypatch.setattr("opera_server.net.connection_guard.SILENT_SECONDS", 0.0)
        await until(lambda: len(door) == 1 or not silent_visitors(here))
        await spoken.result(Hello, protocol=PROTOCOL)


def silent_visitors(here: Inside) -> list[Any]:
    return [visitor for visitor in here.server._guards[0]._connections.values() if not visitor.has_spoken]


async def test_who_comes_with_many_others_is_known_from_the_first_message_on(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a person would be asked to greet again after a while, since nothing was remembered of the connection."""
    monkeypatch.setattr("opera_server.net.sockets.MOST_AT_ONCE", 2)
    guard = here.server._guards[0]
    # As if it were busy with something else: what is told of connections is read only when a message comes.
    asyncio.get_running_loop().remove_reader(guard._drained.socket.fileno())
    people = [opened() for _ in range(20)]
    await people[-1].result(Hello, protocol=PROTOCOL)
    [sender] = guard._by_peer.values()
    assert guard._connections.get(sender.connection.descriptor) is sender.connection


async def test_who_is_told_of_only_after_the_first_message_is_known_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ZeroMQ accepts in one thread and reads in another; else somebody who has spoken would be cut as silent."""
    late: list[list[zmq.Frame]] = []
    async with inside(tmp_path / "data", limits=strict_limits()) as here, wires(here.endpoints) as opened:
        guard = here.server._guards[0]
        monkeypatch.setattr(guard._drained, "_receive", late.append)
        await opened().result(Hello, protocol=PROTOCOL)
        assert not len(guard)
        await until(lambda: late)
        guard._happened(late.pop())
        [connection], [sender] = guard._connections.values(), guard._by_peer.values()
        assert sender.connection is connection
        assert connection.has_greeted
        connection.look()
        assert connection.unheard < HANDSHAKE
        assert guard._tally._by_address == {connection.counted: 1}
        guard._forget_untold(connection)
        assert guard._by_peer == {sender.peer: sender}


async def test_who_spoke_and_had_gone_is_forgotten(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection under the same descriptor has nothing of it."""
    guard = here.server._guards[0]
    monkeypatch.setattr(guard._drained, "_receive", lambda _frames: None)
    await opened().result(Hello, protocol=PROTOCOL)
    [gone], [descriptor] = guard._untold.values(), guard._untold
    gone.address = HOST, NO_PORT
    guard._came(descriptor)
    assert guard._connections[descriptor] is not gone
    assert not guard._connections[descriptor].has_spoken
    guard._forget_untold(gone)
    assert (guard._untold, guard._by_peer) == ({}, {})


async def test_who_is_not_told_of_yet_is_cut_only_afterwards(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then nobody knows whose the descriptor is; what it says is not listened to all the same."""
    late: list[list[zmq.Frame]] = []
    guard, wire = here.server._guards[0], opened()
    monkeypatch.setattr(guard._drained, "_receive", late.append)
    await wire.result(Hello, protocol=PROTOCOL)
    [untold] = guard._untold.values()
    here.server.access.ban(fingerprint(wire.identity.public_key))
    answered, heard = here.server.dispatcher.answered, untold.whole
    await wire.send(Hello, protocol=PROTOCOL)
    await until(lambda: untold.whole > heard)
    assert not untold.is_cut
    await until(lambda: late)
    guard._happened(late.pop(0))
    await wire.send(Hello, protocol=PROTOCOL)
    await until(lambda: untold.is_cut)
    assert here.server.dispatcher.answered == answered


@pytest.mark.parametrize("port", ["its own", "the other"])
async def test_who_has_a_descriptor_now_does_not_answer_for_who_had_it(here: Inside, opened: Opener, port: str) -> None:
    """A message of a connection that has gone by now: from another host, or over another port of the same server."""
    honest = await person(opened)
    guard = here.server._guards[0]
    holder, host = (guard, "192.0.2.7") if port == "its own" else (here.server._guards[1], HOST)
    [innocent] = holder._connections.values()
    gone = guard._connection(innocent.descriptor, host)
    assert gone is not innocent
    gone.end("unwelcome")
    await honest.result(Hello, protocol=PROTOCOL)
    await honest.fence()
    assert list(holder._connections.values()) == [innocent]
    guard._forget_untold(gone)
    assert guard._untold == {}


async def test_tickets_are_not_hoarded(here: Inside, opened: Opener) -> None:
    """A key has a few at most, the newest ones, and takes nothing from others."""
    honest, hoarder = opened(), opened()
    ticket = (await honest.result(Hello, protocol=PROTOCOL))["ticket"]
    tickets = [(await hoarder.result(Hello, protocol=PROTOCOL))["ticket"] for _ in range(200)]
    assert len(here.server.connections._tickets) == TICKETS_PER_KEY + 1
    assert isinstance(await hoarder.tell(Attach(ticket=tickets[0])), Detached)
    assert isinstance(await honest.tell(Attach(ticket=ticket)), Attached)


async def test_attachments_that_never_beat_are_let_go(here: Inside, opened: Opener) -> None:
    """Two missed beats end the admission, and with it the place at the table and among the connections."""
    connections = here.server.connections
    now = 1000.0
    connections._now = lambda: now
    quiet = [await person(opened) for _ in range(3)]
    for wire in quiet:
        await wire.enter(LOBBY)
    now += 2 * connections.beat_seconds
    here.server.connections.beat(here.server.connections)
    assert len(connections) == 3
    now += connections.beat_seconds
    here.server.connections.beat(here.server.connections)
    assert len(connections) == 0
    assert not here.server.lobby.members
    assert here.server.access._update_connections.held == 0
    # What they are told then is that they are strangers.
    await quiet[0].updates.send(encode(Beat(attachment=quiet[0].attachment)))
    while await quiet[0].updates.recv_multipart() != [FENCE_ANSWER]:
        pass


async def test_a_beat_counts_however_it_is_written(here: Inside, opened: Opener) -> None:
    """As our client writes it, and with the keys of its map the other way round; not that of another connection."""
    connections = here.server.connections
    now = 1000.0
    connections._now = lambda: now
    wire, other = await person(opened), await person(opened)
    connection = connections.of_number(wire.attachment, wire.identity.public_key)
    assert connection is not None
    for beat in (encode(Beat(attachment=wire.attachment)), encode({"attachment": wire.attachment, "kind": "beat"})):
        now += 1.0
        await wire.updates.send(beat)
        await until(lambda: connection.heard == connections._now())
    now += 1.0
    await wire.updates.send(encode(Beat(attachment=other.attachment)))
    assert await wire.updates.recv_multipart() == [encode(Detached(code="attachment_unknown"))]
    assert connection.heard == now - 1.0


async def test_every_part_of_the_connections_gets_its_beats(here: Inside, opened: Opener) -> None:
    """One after the other, each connection once."""
    connections = here.server.connections
    people = [await person(opened) for _ in range(2 * BEATS)]
    numbers = {wire.attachment for wire in people}
    assert {connection.number for connection in connections} == numbers
    for _ in range(BEATS):
        connections.beat_next()
    for wire in people:
        assert await wire.updates.recv_multipart() == [encode(Beat(attachment=wire.attachment))]
        assert await nothing_comes(wire.updates)


async def test_a_reader_who_does_not_read_costs_little_and_is_brought_up_to_date(here: Inside, opened: Opener) -> None:
    """Others get every line at once; the slow one gets what fitted, and is told to come in anew."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    slow, keen = await person(opened), await person(opened)
    await slow.enter(table, name="Slow")
    await keen.enter(table, name="Keen")
    reading = asyncio.ensure_future(read_on(keen))
    room, line = here.room(table), {"name": "x", "seat": 0, "text": "x" * 6000, "at": 0}
    connection = next(m.connection for m in room.members.values() if m.name == "Slow")
    for number in range(20_000):
        room.say_to(list(room.members.values()), {"talk": Lines(start=number, lines=(line,))})
        await asyncio.sleep(0)
        if connection.lagging:
            break
    assert connection.lagging == {table}, "the queue of one who does not read has no end"
    await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
    assert connection.lagging == {table}, "nobody waits until it reads"
    expelled = encode(Expelled(room=table, code="resync"))
    came: list[bytes] = []
    while expelled not in came:
        # The next beat after there is room again says it.
        while not await nothing_comes(slow.updates):
            came.append((await slow.updates.recv_multipart())[0])
        here.server.connections.beat(here.server.connections)
    assert (await slow.enter(table))["public"]["document"]["game"]["players"][0]["has_bid"]
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def read_on(wire: Wire) -> None:
    while True:
        await wire.updates.recv_multipart()


async def test_hundreds_of_keys_leave_no_trace(here: Inside) -> None:
    """Each is served, and when they are gone so is everything about them that counts."""
    async with wires(here.endpoints) as opened:
        crowd = [opened() for _ in range(200)]
        await asyncio.gather(*(wire.attach() for wire in crowd))
        await asyncio.gather(*(wire.enter(LOBBY) for wire in crowd[:100]))
    server = here.server
    await until(lambda: not any(map(len, server._guards)))
    # Who cannot be reached is noticed at one beat and let go at the next.
    for _ in range(500):
        server.connections.beat(server.connections)
        await asyncio.sleep(0.01)
        if not len(server.connections):
            break
    assert len(server.connections) == 0
    assert server.access._update_connections.held == 0
    assert not server.lobby.members
    assert not server.dispatcher._tasks


async def test_entering_while_the_connection_ends_leaves_no_ghost(here: Inside, opened: Opener) -> None:
    """Whoever is gone by the time the room is ready is not in it."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    again = await person(opened, identity=players[0].identity)
    room = here.room(table)
    async with room.lock:
        await again.send(Enter, room=table, attachment=again.attachment)
        await until(lambda: here.server.dispatcher._tasks)
        connection = here.server.connections.of_number(again.attachment, again.identity.public_key)
        assert connection is not None
        here.server.connections.end(connection)
    assert getattr(await again.reply(), "code", "") == "attachment_unknown"
    assert again.attachment not in room.members


OpenByHand = Callable[[Inside, int], Awaitable[RawConnection]]


@pytest.fixture
async def by_hand() -> AsyncIterator[OpenByHand]:
    """Opens connections at a port that are written out by hand; they are closed whatever becomes of the test."""
    opened: list[RawConnection] = []

    async def open_by_hand(here: Inside, port: int) -> RawConnection:
        if sodium() is None:
            pytest.skip("no libsodium to encrypt with")
        opened.append(await RawConnection.open(here.endpoints, port))
        return opened[-1]

    yield open_by_hand
    for connection in opened:
        connection.close()


async def a_silent_reader(by_hand: OpenByHand, here: Inside, identity: Identity, port: int) -> RawConnection:
    """A connection that shakes hands and never reads again, with little room of its own."""
    connection = await by_hand(here, port)
    connection.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await connection.shake_hands(identity)
    connection.reader._transport.pause_reading()  # type: ignore[attr-defined]
    return connection


async def test_a_reader_who_falls_silent_over_what_it_did_not_read_is_cut(
    here: Inside, opened: Opener, by_hand: OpenByHand
) -> None:
    """What waits there would be kept for as long as it stays; who has read everything is only let go."""
    connections, now = here.server.connections, 1000.0
    connections._now = lambda: now
    honest = await person(opened)
    ticket = (await honest.result(Hello, protocol=PROTOCOL))["ticket"]
    reader = await a_silent_reader(by_hand, here, honest.identity, here.endpoints.updates)
    reader.writer.write(reader.part(encode(Attach(ticket=ticket))))
    await until(lambda: len(connections) == 2)
    (silent,) = [at for at in connections if at.number != honest.attachment]
    await until(lambda: not silent.send(bytes(60_000)))
    while not silent.unread_beats:
        connections.beat([silent])
        await asyncio.sleep(0.01)
    ends = {at.number: here.server._guards[1]._by_peer[at.peer].connection for at in connections}
    now += 4 * connections.beat_seconds
    connections.beat(list(connections))
    assert len(connections) == 0
    assert [number for number, end in ends.items() if end.is_cut] == [silent.number]


def ask(connection: RawConnection, request: Request) -> None:
    connection.writer.write(connection.part(encode(request)))


async def test_answers_that_nobody_reads_end_the_connection(
    here: Inside, by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """They are bounded by bytes, and the reader that does not read is cut; another one is answered meanwhile.

    The log tells of it once, whatever was still on its way.
    """
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("opera_server.net.guarded_connection.MOST_UNREAD", 100_000)
    async with wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        reader = await a_silent_reader(by_hand, here, players[0].identity, here.endpoints.requests)
        ask(reader, Hello(id=os.urandom(16), protocol=PROTOCOL))
        guard, most = here.server._guards[0], 0
        silent = await connection_of(guard, reader)
        while silent in guard._connections.values():
            ask(reader, Preview(id=os.urandom(16), table=table, actions=(BID,) * 32))
            await asyncio.sleep(0.001)
            most = max(most, silent.unread)
        assert most <= 100_000
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)
        guard.cut(silent.peers[0], "unread")  # as the answer to a request does that was still waiting
        assert sum("connection_cut" in str(record.msg) for record in caplog.records) == 1


async def connection_of(guard: ConnectionGuard, talker: RawConnection) -> GuardedConnection:
    """The server's end of a connection, once it has said hello."""

    def greeted() -> list[GuardedConnection]:
        ends = guard._connections.values()
        return [one for one in ends if one.has_greeted and one.address[1] == talker.own_port]

    await until(greeted)
    (connection,) = greeted()
    return connection


async def test_what_is_kept_for_an_address_is_bounded_too(
    tmp_path: Path, by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many connections that each keep within their bound: the fullest of them is cut, again and again."""
    monkeypatch.setattr("opera_server.net.neighbours.MOST_UNREAD_OF_ADDRESS", 800_000)
    async with inside(tmp_path / "data", limits=strict_limits()) as here, wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        table = await begin_game(players)
        guard = here.server._guards[0]
        readers = [await a_silent_reader(by_hand, here, players[0].identity, here.endpoints.requests) for _ in range(6)]
        for reader in readers:
            ask(reader, Hello(id=os.urandom(16), protocol=PROTOCOL))
        await until(lambda: sum(c.has_greeted for c in guard._connections.values()) == 8)
        while len(guard) > 4:
            for reader in readers:
                ask(reader, Preview(id=os.urandom(16), table=table, actions=(BID,) * 32))
            await asyncio.sleep(0.001)
            assert sum(c.unread for c in guard._connections.values()) < 1_000_000
        await players[0].result(Act, table=table, decision=decision(here, table, 0), action=BID)


async def test_an_update_connection_that_is_never_read_is_cut(
    here: Inside, by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if its client goes on sending beats: after three during which it took nothing of what waits for it."""
    monkeypatch.setattr("opera_server.net.guarded_connection.MOST_UNREAD", 100_000)
    async with wires(here.endpoints) as opened:
        players, watcher = [await person(opened) for _ in range(2)], await person(opened)
        table = await begin_game(players)
        reader = await a_silent_reader(by_hand, here, watcher.identity, here.endpoints.updates)
        ticket = (await watcher.result(Hello, protocol=PROTOCOL))["ticket"]
        reader.writer.write(reader.part(encode(Attach(ticket=ticket))))
        connections = here.server.connections
        await until(lambda: len(connections) == 4)
        connection = list(connections)[-1]
        await watcher.result(Enter, room=table, attachment=connection.number)
        room, line = here.room(table), {"name": "x", "seat": 0, "text": "x" * 6000, "at": 0}
        while not connection.lagging:
            members = [member for member in room.members.values() if member.connection is connection]
            room.say_to(members, {"talk": Lines(start=0, lines=(line,))})
            await asyncio.sleep(0)
        beats = 0
        while not connection.is_gone:  # what was under way when the queue was full may still be taken in
            connections.beat(connections)
            beats += 1
            await asyncio.sleep(0.01)
        assert beats >= 3
        await until(lambda: len(here.server._guards[1]) == 3)


async def a_talker(by_hand: OpenByHand, here: Inside) -> RawConnection:
    """A connection that has shaken hands at the port for requests, written out by hand."""
    connection = await by_hand(here, here.endpoints.requests)
    await connection.shake_hands()
    return connection


@pytest.mark.parametrize(
    "sizes", [[0], [1, 222], [223, 5000], [0] * 1000], ids=["empty", "short", "long", "more than are kept"]
)
async def test_whole_messages_are_counted_to_the_byte(here: Inside, by_hand: OpenByHand, sizes: list[int]) -> None:
    """What is left of all that came is a part of the handshake."""
    guard, talker = here.server._guards[0], await a_talker(by_hand, here)
    hello = talker.part(encode(Hello(id=os.urandom(16), protocol=PROTOCOL)))
    message = b"".join(talker.part(bytes(size), MORE) for size in sizes) + talker.part(b"")
    talker.writer.write(hello + message)
    connection = await connection_of(guard, talker)
    await until(lambda: connection.whole == len(hello + message))
    connection.look()
    assert 0 < connection.unheard < HANDSHAKE


async def test_heartbeats_of_zeromq_are_told_from_parts_of_a_message(
    here: Inside, by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may come for ever, between requests as well; a message that goes on between them is kept to the byte."""
    monkeypatch.setattr("opera_server.net.guarded_connection.MOST_UNHEARD", 20_000)
    guard, talker = here.server._guards[0], await a_talker(by_hand, here)
    ask(talker, Hello(id=os.urandom(16), protocol=PROTOCOL))
    connection = await connection_of(guard, talker)
    await talker.read_frame()
    connection.look()
    handshake = connection.unheard
    for number in range(1000):
        if number % 100 == 0:
            ask(talker, Hello(id=os.urandom(16), protocol=PROTOCOL))
            await talker.read_frame()
        talker.writer.write(talker.ping())
        assert len(await talker.read_frame()) == PONG_BODY
        connection.look()
        assert connection.unheard == handshake
    kept = 0
    for content in (bytes(2), bytes(9), bytes(18), b"", bytes(1), bytes(40)):
        for _ in range(20):
            part = talker.part(bytes(7), MORE)
            kept += len(part)
            talker.writer.write(part + talker.ping(content))
            await talker.read_frame()
            connection.look()
            assert connection.unheard >= handshake + kept
    assert not connection.is_cut
    talker.writer.write(b"".join(talker.part(bytes(1000), MORE) for _ in range(20)))
    await talker.ended()


async def test_heartbeats_of_our_clients_are_those_that_the_guard_knows(here: Inside) -> None:
    """Each has 42 bytes and is answered with 40, whatever version of libzmq sends them."""
    context = zmq.asyncio.Context()
    context.heartbeat_ivl, context.heartbeat_timeout = 5, 3_600_000
    wire = dealer(context, here.endpoints, here.endpoints.requests, new_identity())
    try:
        await wire.send(encode(Hello(id=os.urandom(16), protocol=PROTOCOL)))
        await wire.recv()
        [connection] = here.server._guards[0]._connections.values()
        before = traffic_of(connection.descriptor)
        assert before is not None
        after = before
        while after.taken < before.taken + 30 * 40:
            await asyncio.sleep(0.005)
            after = traffic_of(connection.descriptor) or after
    finally:
        wire.close()
        context.term()
    assert (after.received - before.received) % 42 == 0
    assert (after.written - before.written) % 40 == 0


async def test_what_comes_without_an_end_is_bounded_for_all_together(
    here: Inside, opened: Opener, by_hand: OpenByHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many connections that each keep within their bound: the fullest are cut, and others are served."""
    monkeypatch.setattr("opera_server.net.connection_guard.MOST_UNHEARD_OF_ALL", 300_000)
    monkeypatch.setattr("opera_server.net.connection_guard.LOOK_AFTER", 0.0)
    honest, guard = await person(opened), here.server._guards[0]
    talkers = [await a_talker(by_hand, here) for _ in range(6)]
    for talker in talkers[:1]:
        talker.writer.write(talker.part(bytes(1000), MORE))
    for talker in talkers[1:]:
        talker.writer.write(b"".join(talker.part(bytes(10_000), MORE) for _ in range(10)))
    await until(lambda: len(guard) <= 4)
    await honest.result(Hello, protocol=PROTOCOL)
    kept = sorted(connection.unheard for connection in guard._connections.values())
    assert len(kept) == 4, "the honest one, the one with a short beginning, and two of the others"
    assert sum(kept) <= 300_000
