"""Whoever is not who he should be gets nothing, and hears so by its own code."""

import asyncio
import ctypes
from pathlib import Path
from typing import Any

import pytest
import zmq
import zmq.asyncio
from support.attack.tables import BID, begin_game, decision, open_table, person, play_out
from support.attack.wire import Opener, Wire, dealer, settings, wires
from support.client.running import IMPATIENT, until_stage
from support.server.running import PATIENT, Inside, a_process, inside, until

from opera_protocol.client import ClientError, Stage, connect
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.codec import decode, encode
from opera_protocol.wire.keys import fingerprint, short_fingerprint
from opera_protocol.wire.messages import (
    PROTOCOL,
    Act,
    AfterRound,
    Attach,
    Attached,
    Beat,
    Create,
    Detach,
    Detached,
    Enter,
    Exit,
    FromServer,
    HandOver,
    Hello,
    History,
    Kick,
    Leave,
    Moment,
    Preview,
    Ready,
    Refusal,
    Say,
    SetClock,
    Sit,
    Start,
    Transcript,
)
from opera_server.config.settings import Limits
from opera_server.net.update_connections import TICKET_SECONDS
from opera_server.operate.admin import OperatorCommands


def codes(frames: list[list[bytes]]) -> set[str]:
    """The codes of what came, all of which must be dismissals."""
    messages = [decode(parts[0], FromServer) for parts in frames]
    assert all(isinstance(message, Detached) for message in messages), messages
    return {message.code for message in messages}


async def test_tickets_open_one_connection_of_their_own_key_soon(here: Inside, opened: Opener) -> None:
    """No ticket, another's, a used one and an old one are all refused, and nothing comes after that."""
    attachments = here.server.connections
    now = 1000.0
    attachments._now = lambda: now
    victim = await person(opened)
    thief, again = opened(), opened(victim.identity)
    fresh = (await victim.result(Hello, protocol=PROTOCOL))["ticket"]
    old = (await again.result(Hello, protocol=PROTOCOL))["ticket"]
    for ticket in (bytes(16), fresh, victim.ticket):
        assert codes([[encode(await thief.tell(Attach(ticket=ticket)))]]) == {"ticket_refused"}
    assert isinstance(await again.tell(Attach(ticket=victim.ticket)), Detached)
    now += TICKET_SECONDS
    assert isinstance(await again.tell(Attach(ticket=old)), Detached)
    assert len(attachments) == 1
    assert isinstance(await again.tell(Attach(ticket=await ticket_of(again))), Attached)
    assert isinstance(await again.tell(Attach(ticket=await ticket_of(again))), Detached)


async def ticket_of(wire: Wire) -> bytes:
    ticket: bytes = (await wire.result(Hello, protocol=PROTOCOL))["ticket"]
    return ticket


async def test_who_is_not_admitted_receives_nothing_while_the_server_is_busy(here: Inside, opened: Opener) -> None:
    """Forty strangers push at the update port during a game: each gets refusals of his own, never a table's frame."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players, game="turandot")
    strangers = [opened() for _ in range(40)]

    async def push(stranger: Wire) -> None:
        stolen = players[0]
        for message in (
            Attach(ticket=stolen.ticket),
            Beat(attachment=stolen.attachment),
            Detach(attachment=stolen.attachment),
        ):
            await stranger.updates.send(encode(message))
        for raw in ([b""], [b"\x80"], [encode({"kind": "attach"})], [b"a", b"b"], [b"\x93" * 200]):
            await stranger.updates.send_multipart(raw)
        await stranger.ask(Enter, room=table, attachment=stolen.attachment)
        await stranger.fence()

    await asyncio.gather(play_out(here, table, players), *map(push, strangers))
    for stranger in strangers:
        await stranger.fence()
        assert codes(stranger.news) <= {"ticket_refused", "attachment_unknown"}
    assert {member.connection.key for member in here.room(table).members.values()} == {
        player.identity.public_key for player in players
    }


@pytest.mark.parametrize("routing_id", [b"victim", b"\x01abcd", b"\x00abcdef", b"x" * 255])
async def test_peers_with_an_id_of_their_own_choice_are_not_heard(
    here: Inside, opened: Opener, routing_id: bytes
) -> None:
    """Whoever sets a routing id gets no answer on either port."""
    odd, usual = opened(routing_id=routing_id), opened()
    await odd.send(Hello, protocol=PROTOCOL)
    await odd.updates.send(encode(Beat(attachment=bytes(16))))
    await until(lambda: all(len(door) >= 1 for door in here.server._guards))
    await usual.attach()
    await usual.fence()
    assert not await odd.requests.poll(20)
    assert not await odd.updates.poll(20)


def guessed_ids() -> list[bytes]:
    """The ids that libzmq would give out if nobody had seeded the C library's random numbers."""
    library = ctypes.CDLL(None)
    library.srand(1)
    first = [(library.rand() | library.rand() << 31) & 0xFFFFFFFF for _ in range(6)]
    return [b"\0" + ((start + step) & 0xFFFFFFFF).to_bytes(4, "big") for start in first for step in range(4)]


@pytest.mark.started
async def test_nobody_can_guess_the_next_peers_id(tmp_path: Path) -> None:
    """Had a stranger the next id beforehand, libzmq would end the server as soon as somebody else connects."""
    async with a_process(tmp_path / "data") as server:
        endpoints = server.endpoints
        context = zmq.asyncio.Context()
        claims = [
            dealer(context, endpoints, port, new_identity(), guess)
            for guess in guessed_ids()
            for port in (endpoints.requests, endpoints.updates)
        ]
        for claim in claims:
            await claim.send(b"mine")
        async with wires(endpoints) as opened:
            for _ in range(3):
                await person(opened)
        assert server.process.poll() is None
        for claim in claims:
            claim.close(linger=0)
        context.term()


async def test_nobody_acts_for_another(here: Inside, opened: Opener) -> None:
    """The seat is the key's: strangers have none, and another's decision is stale for everybody else."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    stranger = await person(opened)
    victims = decision(here, table, 0)
    assert await stranger.code(Act, table=table, decision=victims, action=BID) == "not_seated"
    assert await stranger.code(Preview, table=table, actions=(BID,)) == "not_seated"
    assert await stranger.code(Say, table=table, text="It is me") == "not_seated"
    assert await stranger.code(History, table=table, stream="log", before=9, count=9) == "not_seated"
    for kind in (Leave, Start):
        assert await stranger.code(kind, table=table) == "not_seated"
    before = here.room(table).table.entries
    await players[0].result(Act, table=table, decision=victims, action=BID)
    for again in (victims, victims + 1, 0, 2**53):
        assert await players[0].code(Act, table=table, decision=again, action=BID) == "stale"
    assert await players[1].code(Act, table=table, decision=before + 7, action=BID) == "stale"
    assert here.room(table).table.entries == before + 1
    assert await players[1].code(SetClock, table=table, seconds=60) == "not_host"
    watching = short_fingerprint(stranger.identity.public_key)
    assert await players[1].code(HandOver, table=table, seat=0, fingerprint=watching) == "not_host"
    assert await players[1].code(Kick, table=table, seat=0) in ("not_host", "not_open")


async def test_a_replayed_request_does_nothing(here: Inside, opened: Opener) -> None:
    """With the same id the first answer comes again, whatever else is asked; another key's id means nothing."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    request = Act(id=bytes(16), table=table, decision=decision(here, table, 0), action=BID)
    await players[0].requests.send(encode(request))
    first = await players[0].reply()
    entries = here.room(table).table.entries
    other = Act(id=bytes(16), table=table, decision=decision(here, table, 1), action={"do": "bid", "amount": 7})
    elsewhere, thief = opened(players[0].identity), opened()
    for wire in (elsewhere, thief):
        await wire.result(Hello, protocol=PROTOCOL)
    for wire, frame in ((players[0], request), (players[0], other), (elsewhere, request), (elsewhere, other)):
        await wire.requests.send(encode(frame))
        assert await wire.reply() == first
    await thief.requests.send(encode(request))
    answer = await thief.reply()
    assert isinstance(answer, Refusal)
    assert answer.code == "not_seated"
    assert here.room(table).table.entries == entries


def private_frames(news: list[list[bytes]]) -> int:
    return sum(len(frames) > 1 for frames in news)


@pytest.mark.parametrize("spectators", [True, False])
async def test_a_kicked_player_has_no_seat_and_no_private_frames(
    spectators: bool, here: Inside, opened: Opener
) -> None:
    """From that moment he only watches; where watching is not allowed he is sent out when the game begins."""
    host, kicked, other = [await person(opened) for _ in range(3)]
    table = await open_table([host, kicked], spectators=spectators)
    await host.result(Kick, table=table, seat=1)
    await kicked.fence()
    assert await kicked.code(Ready, table=table, ready=True) == "not_seated"
    await other.result(Sit, table=table, name="Other")
    await other.result(Ready, table=table, ready=True)
    await host.result(Start, table=table)
    new = await kicked.fence()
    await host.result(Act, table=table, decision=decision(here, table, 0), action=BID)
    after = await kicked.fence()
    assert private_frames(new + after) == 0
    assert bool(after) is spectators
    assert await kicked.code(Act, table=table, decision=decision(here, table, 1), action=BID) == "not_seated"
    if not spectators:
        assert await kicked.code(Enter, room=table, attachment=kicked.attachment) == "no_spectators"
        assert await kicked.code(History, table=table, stream="log", before=9, count=9) == "not_seated"


async def test_a_seat_is_handed_on_only_when_it_was_abandoned(here: Inside, opened: Opener) -> None:
    """Not while its holder is there or was there a moment ago; once the new one decided, the old one only watches."""
    host, holder, heir = [await person(opened) for _ in range(3)]
    table = await begin_game([host, holder])
    await heir.enter(table, name="Heir")
    wanted = short_fingerprint(heir.identity.public_key)
    give = {"table": table, "seat": 1, "fingerprint": wanted}
    assert await host.code(HandOver, **give) == "holder_present"
    await holder.result(Exit, room=table, attachment=holder.attachment)
    assert await host.code(HandOver, **give) == "holder_present"
    # Then the stand-in has nothing to decide.
    await holder.result(Act, table=table, decision=decision(here, table, 1), action={"do": "bid", "amount": 2})
    await holder.result(Leave, table=table)
    assert await host.code(HandOver, **{**give, "fingerprint": "AAAA"}) == "no_such_watcher"
    await host.result(HandOver, **give)
    await heir.enter(table)
    await host.result(Act, table=table, decision=decision(here, table, 0), action=BID)
    acting = {"table": table, "decision": decision(here, table, 1), "action": {"do": "close"}}
    assert await holder.code(Act, **acting) == "seat_handed_on"
    await heir.result(Act, **acting)
    snapshot = await holder.enter(table, name="Old")
    assert snapshot["private"] is None
    await holder.fence()
    await host.result(Act, table=table, decision=decision(here, table, 0), action=BID)
    assert private_frames(await holder.fence()) == 0
    assert private_frames(await heir.fence()) > 0


async def test_two_watchers_with_the_same_short_fingerprint_are_nobody(tmp_path: Path, monkeypatch: Any) -> None:
    """Four characters are soon found, so the one who has them too must not inherit by being there first."""
    monkeypatch.setattr("opera_server.tables.play.absences.short_fingerprint", lambda _key: "SAME")
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        host, holder, heir, twin = [await person(opened) for _ in range(4)]
        table = await begin_game([host, holder])
        await twin.enter(table, name="Twin")
        await heir.enter(table, name="Heir")
        await holder.result(Exit, room=table, attachment=holder.attachment)
        await holder.result(Leave, table=table)
        assert await host.code(HandOver, table=table, seat=1, fingerprint="SAME") == "no_such_watcher"
        await host.result(HandOver, table=table, seat=1, fingerprint=fingerprint(heir.identity.public_key))
        assert here.room(table).table.seat_of(heir.identity.public_key) == 1


async def test_a_code_word_opens_however_its_accents_are_put_together(here: Inside, opened: Opener) -> None:
    """Keyboards differ; what is no word at all is a wrong one, and not a mistake of the server's."""
    host, guest = [await person(opened) for _ in range(2)]
    table = (await host.result(Create, settings=settings(code="caf\u00e9"), name="Kate"))["table"]
    for word in ("kaffee", "\u202ecaf\u00e9", "caf\u00e9 ", "e" + "\u0301" * 1500):
        assert await guest.code(Sit, table=table, name="Peter", code=word) == "wrong_code_word"
    assert await guest.result(Sit, table=table, name="Peter", code="cafe\u0301") == {"seat": 1}


async def test_code_words_keep_people_out_also_afterwards(here: Inside, opened: Opener) -> None:
    """Neither sitting nor watching nor looking back at the finished game works without the word."""
    players = [await person(opened) for _ in range(2)]
    stranger = await person(opened)
    table = await open_table(players, code="sesame", game="turandot")
    for word in ("", "sesam", "sesame "):
        entering = {"room": table, "attachment": stranger.attachment, "code": word}
        assert await stranger.code(Enter, **entering) == "wrong_code_word"
        assert await stranger.code(Sit, table=table, name="Stranger", code=word) == "wrong_code_word"
    await players[0].result(Start, table=table)
    assert await players[0].code(Moment, table=table, n=0, seat=0) == "not_finished"
    assert await players[0].code(Transcript, table=table) == "not_finished"
    assert await players[0].code(AfterRound, table=table, round=0) == "not_finished"
    assert await stranger.code(Moment, table=table, n=0) == "wrong_code_word"
    await play_out(here, table, players)
    for kind, fields in (
        (Moment, {"n": 0}),
        (Moment, {"n": 0, "seat": 0}),
        (AfterRound, {"round": 0}),
        (Transcript, {}),
    ):
        assert await stranger.code(kind, table=table, **fields) == "wrong_code_word"
    assert await players[0].code(Moment, table=table, n=3, seat=1) == "not_your_seat"
    assert (await players[0].result(Moment, table=table, n=3, seat=0))["private"]
    assert await players[0].code(Moment, table=table, n=9999) == "no_such_moment"
    last = len(here.room(table).table.scores)
    beyond = await players[0].ask(AfterRound, table=table, round=last + 1)
    assert isinstance(beyond, Refusal)
    assert (beyond.code, beyond.parameters) == ("no_such_round", {"last": last})


async def test_guessing_a_code_word_is_slow(tmp_path: Path) -> None:
    """A wrong word counts for fifty requests: after a few the guesser has to wait, whatever key he takes next."""
    limits = Limits(loopback_exempt=False, requests_per_key=1, requests_per_address=1, burst_per_address=400)
    async with inside(tmp_path / "data", limits=limits) as here, wires(here.endpoints) as opened:
        host = await person(opened)
        table = (await host.result(Create, settings=settings(code="sesame"), name="Host"))["table"]
        tried = 0
        for _ in range(20):
            guesser = opened()
            if isinstance(await guesser.ask(Hello, protocol=PROTOCOL), Refusal):
                break
            assert await guesser.code(Sit, table=table, name="Guess", code=f"word {tried}") == "wrong_code_word"
            tried += 1
        assert 2 <= tried <= 10


async def test_a_name_at_a_table_is_one_persons(here: Inside, opened: Opener) -> None:
    """A second person of the same name is refused, and so is somebody who speaks a newer protocol."""
    host, other = await person(opened), await person(opened)
    table = (await host.result(Create, settings=settings(), name="Host"))["table"]
    assert await other.code(Sit, table=table, name="Host") == "name_taken"
    assert await other.code(Sit, table=table, name="Ho\u200bst") == "bad_text"
    assert await other.code(Hello, protocol=PROTOCOL + 1) == "protocol_unknown"
    assert await other.code(Sit, table="nowhere", name="Other") == "no_such_table"


async def test_a_banned_key_is_not_heard_any_more(here: Inside, opened: Opener) -> None:
    """Over the connections it has, and over new ones; a key that is not listed does not even get in."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    operator = OperatorCommands(here.server)
    await operator.ban(fingerprint(players[1].identity.public_key))
    await players[1].send(Act, table=table, decision=decision(here, table, 1), action=BID)
    await opened(players[1].identity).send(Hello, protocol=PROTOCOL)
    await until(lambda: len(here.server._guards[0]) == 1)
    assert decision(here, table, 1) == decision(here, table, 0)
    assert not await players[1].requests.poll(20)
    assert codes([[frames[0]] for frames in await drained(players[1])][-1:]) == {"banned"}


async def drained(wire: Wire) -> list[list[bytes]]:
    """What came over a connection that has ended."""
    frames = []
    while await wire.updates.poll(20):
        frames.append(await wire.updates.recv_multipart())
    return frames


async def test_only_listed_keys_get_in_where_that_is_wanted(tmp_path: Path) -> None:
    """Strangers fail in the handshake; a key that the operator allows comes in."""
    friend = new_identity()
    async with inside(tmp_path / "data", access="listed") as here, wires(here.endpoints) as opened:
        await OperatorCommands(here.server).allow(fingerprint(friend.public_key))
        stranger = opened()
        await stranger.send(Hello, protocol=PROTOCOL)
        await person(opened, identity=friend)
        assert not await stranger.requests.poll(20)
        with pytest.raises(ClientError) as refused:
            await connect(here.endpoints, new_identity(), patience=PATIENT)
        assert refused.value.code in ("not_admitted", "handshake_failed")


async def test_another_key_of_the_same_person_is_another_person(tmp_path: Path) -> None:
    """A seat is found again by its key alone, not by a name."""
    mine: Identity = new_identity()
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players = [await person(opened, identity=mine), await person(opened)]
        table = await begin_game(players)
        device, other = await person(opened, identity=mine), await person(opened)
        assert (await device.enter(table))["private"]["document"]["seat"] == 0
        assert (await other.enter(table, name="Player 0"))["private"] is None


async def test_a_key_that_was_banned_while_it_was_away_stops_asking(tmp_path: Path) -> None:
    """Its handshakes are refused; after a few the client gives up, and whatever waits for the server fails."""
    async with inside(tmp_path / "data") as here:
        client = await connect(here.endpoints, new_identity(), patience=IMPATIENT)
        who = fingerprint(client.identity.public_key)
        here.server.access.ban(who)
        connection = client._rooms._connection
        assert connection is not None
        waiting = asyncio.create_task(client.enter_lobby())
        connection.lose("disconnected")
        assert (await until_stage(client, Stage.ENDED)).code == "not_admitted"
        with pytest.raises(ClientError):
            await waiting
        await client.close()
