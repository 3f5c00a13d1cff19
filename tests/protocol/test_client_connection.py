"""The client's connection: it answers, comes back by itself, notices what goes wrong, and leaves nothing behind."""

import asyncio
import gc
import time
from typing import Any

import pytest
import zmq.asyncio
from msgspec.structs import replace
from support.client.fake_server import FakeServer, Ignore, Refuse, fake_server
from support.client.running import IMPATIENT, first, until_stage

from opera_protocol.client import (
    Client,
    ClientClosed,
    ClientError,
    ConnectionLost,
    NoAnswer,
    Noticed,
    RefusedByServer,
    Stage,
    StateChanged,
    TooManyWaiting,
    Unreadable,
    connect,
)
from opera_protocol.client.limits import MOST_REQUESTS
from opera_protocol.client.requests import new_id
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.codec import MAX_FRAME, encode
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.messages import (
    Act,
    Attach,
    Beat,
    Detached,
    Hello,
    Notice,
    Preview,
    Ready,
    Refusal,
    Say,
    Transcript,
)


async def a_client(server: FakeServer, **options: Any) -> Client:
    return await connect(server.endpoints, new_identity(), patience=IMPATIENT, **options)


async def test_a_connection_is_live_once_attached() -> None:
    """`connect` returns when the server has admitted the update connection, with what the server said."""
    async with fake_server() as server, await a_client(server) as client:
        assert client.state.stage is Stage.LIVE
        assert client.welcome.server == "La Scala"
        assert len(server.attachments) == 1


async def test_calls_bring_answers_and_refusals() -> None:
    """A call returns the server's result; what the server refuses is raised with code and parameters."""
    async with fake_server() as server, await a_client(server) as client:
        server.answers[Preview] = lambda request: {"previews": [len(request.actions)]}
        assert await client.preview("T1", [{"bid": 1}, {"bid": 2}]) == {"previews": [2]}

        def refuse(_: Ready) -> Any:
            raise Refuse("not_seated", seat=2)

        server.answers[Ready] = refuse
        with pytest.raises(RefusedByServer) as refused:
            await client.ready("T1")
        assert (refused.value.code, refused.value.parameters) == ("not_seated", {"seat": 2})


async def test_a_request_that_no_server_could_read_fails_at_the_caller() -> None:
    """Nonsense is never sent, and fails by its own name."""
    async with fake_server() as server, await a_client(server) as client:
        with pytest.raises(Malformed):
            await client.preview("T1", [])
        with pytest.raises(Malformed):
            await client.say("T1", "x" * 100_000)
        assert not server.of_kind(Preview) + server.of_kind(Say)


async def test_a_transcript_is_gathered_from_all_its_parts() -> None:
    """Parts are asked for until all lines are there; a server that stops in the middle is noticed."""
    async with fake_server() as server, await a_client(server) as client:
        lines = [f"line {n}" for n in range(7)]
        server.answers[Transcript] = lambda request: {"lines": lines[request.line :][:3], "total": 7}
        assert await client.transcript("T1") == lines
        server.answers[Transcript] = lambda request: {"lines": lines[request.line : 4], "total": 7}
        with pytest.raises(Unreadable):
            await client.transcript("T1")


async def test_an_unanswered_action_is_sent_again_with_its_id_after_a_reconnect() -> None:
    """The caller simply waits; the server sees one action, twice the same id, and answers it."""
    async with fake_server() as server, await a_client(server) as client:

        def ignore(_: Act) -> Any:
            raise Ignore

        server.answers[Act] = ignore
        acting = asyncio.create_task(client.act("T1", 7, {"bid": 3}))
        await server.received(Act)
        await server.stop()
        server.answers[Act] = lambda _: {"n": 8}
        await server.start()
        assert await acting == {"n": 8}
        assert len(server.of_kind(Act)) == 1
        assert [request.id for request in server.repeated] == [server.of_kind(Act)[0].id]


async def test_a_request_made_while_lost_waits_for_the_server() -> None:
    """What is asked without a connection is sent on the next one."""
    async with fake_server() as server, await a_client(server) as client:
        await server.stop()
        await until_stage(client, Stage.LOST)
        asking = asyncio.create_task(client.ready("T1"))
        await server.start()
        assert await asking == {}


async def test_the_callers_patience_ends_a_request() -> None:
    """`within` is a limit, and a late answer disturbs nobody."""
    async with fake_server() as server, await a_client(server) as client:

        def ignore(_: Ready) -> Any:
            raise Ignore

        server.answers[Ready] = ignore
        with pytest.raises(NoAnswer):
            await client.ask(Ready(id=new_id(), table="T1", ready=True), within=0.02)
        assert await client.start("T1") == {}


async def test_no_more_requests_wait_than_a_server_remembers() -> None:
    """Beyond the limit a call fails at once instead of waiting for ever."""
    async with fake_server() as server, await a_client(server) as client:

        def ignore(_: Ready) -> Any:
            raise Ignore

        server.answers[Ready] = ignore
        waiting = [asyncio.create_task(client.ready("T1")) for _ in range(MOST_REQUESTS)]
        await server.received(Ready, MOST_REQUESTS)
        with pytest.raises(TooManyWaiting):
            await client.start("T1")
        await client.close()
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(result, ClientClosed) for result in results)


async def test_a_lost_server_is_noticed_and_found_again() -> None:
    """lost (with a reason and the time of the next try), connecting, syncing, live: all are told in order."""
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        before = time.monotonic()
        await server.stop()
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert (lost.code, lost.tries) == ("disconnected", 1)
        assert lost.next_try is not None
        assert before < lost.next_try < time.monotonic() + 2 * IMPATIENT.longest_pause
        assert (await first(items, StateChanged)).state.stage is Stage.CONNECTING
        await server.start()
        await first(items, StateChanged, lambda item: item.state.stage is Stage.SYNCING)
        assert (await first(items, StateChanged)).state.stage is Stage.LIVE
        assert len(server.of_kind(Hello)) >= 2, "on a busy machine a try may be given up"


async def test_try_now_does_not_wait() -> None:
    """Whoever does not want to wait for the next try need not."""
    patience = replace(IMPATIENT, first_pause=60, longest_pause=60)
    async with fake_server() as server:
        client = await connect(server.endpoints, new_identity(), patience=patience)
        await server.stop()
        lost = await until_stage(client, Stage.LOST)
        assert lost.seconds_left() > 30
        await server.start()
        client.try_now()
        await until_stage(client, Stage.LIVE)
        await client.close()


async def test_silence_is_a_loss() -> None:
    """Two missed beats end the connection even though the transport is up; the client comes back."""
    async with fake_server(beat=50) as server, await a_client(server) as client:
        items = client.items()
        server.is_silent = True
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert lost.code == "silent"
        server.is_silent = False
        await first(items, StateChanged, lambda item: item.state.stage is Stage.LIVE)


async def test_both_sides_beat() -> None:
    """The client stays live by the server's beats and sends its own, with the number of its attachment."""
    async with fake_server(beat=50) as server, await a_client(server) as client:
        await server.until(lambda: len(server.beats) >= 6)
        assert set(server.beats) == set(server.attachments.values())
        assert client.state.stage is Stage.LIVE
        assert len(server.of_kind(Hello)) == 1


async def test_detached_by_the_server() -> None:
    """A server that says why it goes is quoted, and tried again."""
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        await server.send_to_all(encode(Detached(code="restarting")))
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert lost.code == "restarting"
        live = await first(items, StateChanged, lambda item: item.state.stage is Stage.LIVE)
        assert live.state.code == ""


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ((b"\xc1",), "malformed"),
        ((b"",), "malformed"),
        ((encode({"kind": "update", "room": 7}),), "malformed"),
        ((encode(Attach(ticket=bytes(16))),), "malformed"),
        ((encode(Beat(attachment=bytes(16))), b"", b""), "malformed"),
        ((bytes(MAX_FRAME + 1),), "malformed"),
        ((bytes(MAX_FRAME + 10_000),), "disconnected"),
    ],
)
async def test_what_no_server_of_ours_sends_is_a_loss(frames: tuple[bytes, ...], code: str) -> None:
    """Malformed and oversized frames end the connection with a code; the client lives on."""
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        await server.send_to_all(*frames)
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert lost.code == code
        await first(items, StateChanged, lambda item: item.state.stage is Stage.LIVE)


async def test_a_flood_is_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that sends more than anyone could mean is left alone for a while."""
    monkeypatch.setattr("opera_protocol.client.limits.MOST_PER_SECOND", 100)
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        for _ in range(300):
            await server.send_to_all(encode(Notice(text="hear")))
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert lost.code == "flood"


async def test_notices_are_told() -> None:
    """A line from the operator reaches whoever listens."""
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        await server.send_to_all(encode(Notice(text="supper")))
        assert (await first(items, Noticed)).text == "supper"


async def test_close_says_goodbye_and_may_be_called_again() -> None:
    """The server hears at once that the client is gone; streams end, calls fail, and a second close is nothing."""
    async with fake_server() as server:
        client = await a_client(server)
        items = client.items()
        began = time.monotonic()
        await asyncio.gather(client.close(), client.close())
        await client.close()
        assert time.monotonic() - began < 2
        await server.until(lambda: server.detached)
        assert [item async for item in items][-1:] == [StateChanged(client.state)]
        with pytest.raises(ClientClosed):
            await client.ready("T1")


async def test_close_is_quick_at_any_time() -> None:
    """Closing while the server is away ends a wait of any length at once."""
    async with fake_server() as server:
        client = await a_client(server)
        await server.stop()
        await until_stage(client, Stage.LOST)
        waiting = asyncio.create_task(client.ready("T1"))
        await asyncio.sleep(0)
        await client.close()
        with pytest.raises(ClientClosed):
            await waiting


async def test_nothing_is_left_behind() -> None:
    """Connecting and closing many times leaves no socket open: warnings are errors here, and the context ends."""
    context = zmq.asyncio.Context()
    async with fake_server() as server:
        for _ in range(5):
            client = await a_client(server, context=context)
            await client.close()
    await asyncio.to_thread(context.term)
    gc.collect()


async def test_the_first_failure_is_raised() -> None:
    """`connect` does not try for ever: nobody there, a wrong key and a refused greeting are errors with a code."""
    async with fake_server() as server:
        endpoints = server.endpoints

        def refuse(_: Hello) -> Any:
            raise Refuse("protocol_unknown", server=2, client=1)

        server.answers[Hello] = refuse
        with pytest.raises(RefusedByServer) as refused:
            await a_client(server)
        assert refused.value.code == "protocol_unknown"
        wrong = replace(endpoints, key=new_identity().public_key)
        with pytest.raises(ConnectionLost) as lost:
            await connect(wrong, new_identity(), patience=IMPATIENT)
        assert lost.value.code in ("handshake_failed", "disconnected")
    with pytest.raises(ClientError) as nobody:
        await connect(endpoints, new_identity(), patience=IMPATIENT)
    assert nobody.value.code == "disconnected"


async def test_closing_while_a_lost_connection_is_cleared_away_leaves_no_socket() -> None:
    """Else the end of the context would wait for it until the garbage collector comes by."""
    async with fake_server() as server, await a_client(server) as client:
        connection = client._rooms._connection
        assert connection is not None
        is_cleared = asyncio.Event()

        async def end_slowly() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                is_cleared.set()
                await asyncio.sleep(0.01)

        connection.spawn(end_slowly())
        await asyncio.sleep(0)
        connection.lose("disconnected")
        await is_cleared.wait()
        async with asyncio.timeout(10):
            await client.close()
        assert connection._requests.closed
        assert connection._updates.closed


async def test_being_too_fast_loses_nothing() -> None:
    """A refusal for haste names no request: whatever waits is sent again a little later, with its id."""
    async with fake_server() as server, await a_client(server) as client:

        def ignore(_: Act) -> Any:
            raise Ignore

        server.answers[Act] = ignore
        acting = asyncio.create_task(client.act("T1", 7, {"bid": 3}))
        await server.received(Act)
        server.answers[Act] = lambda _: {"n": 8}
        client._requests.resolve(Refusal(id=None, code="too_many_requests", parameters={}))
        assert await acting == {"n": 8}
        assert len(server.of_kind(Act)) == 1
        server.answers[Act] = ignore
        acting = asyncio.create_task(client.act("T1", 7, {"bid": 3}))
        await server.received(Act, 2)
        client._requests.resolve(Refusal(id=None, code="malformed", parameters={"reason": "too_deep"}))
        with pytest.raises(RefusedByServer):
            await acting


async def test_after_one_refusal_for_haste_all_that_waits_is_asked_again() -> None:
    """A server that is asked too fast names the first request and drops the rest: all of them come once more."""
    async with fake_server() as server, await a_client(server) as client:
        came: list[Any] = []

        def ignore(request: Any) -> Any:
            came.append(request)
            raise Ignore

        server.answers[Act] = server.answers[Say] = ignore
        acting = asyncio.create_task(client.act("T1", 7, {"bid": 3}))
        saying = asyncio.create_task(client.say("T1", "Hello"))
        [act], [say] = await server.received(Act), await server.received(Say)
        server.answers[Act] = server.answers[Say] = lambda _: {"n": 8}
        client._requests.resolve(Refusal(id=act.id, code="too_many_requests", parameters={}))
        assert await acting == await saying == {"n": 8}
        assert came == [act, say]


async def test_last_words_count_more_than_the_broken_line() -> None:
    """A server that says `restarting` and goes at once is quoted, not called disconnected."""
    async with fake_server() as server, await a_client(server) as client:
        items = client.items()
        await server.send_to_all(encode(Detached(code="restarting")))
        await server.stop(linger=200)
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert lost.code == "restarting"
        lost = (await first(items, StateChanged, lambda item: item.state.tries > lost.tries)).state
        assert lost.code != "restarting"
        assert lost.has_said_goodbye, "it is remembered while tries fail with other reasons"
