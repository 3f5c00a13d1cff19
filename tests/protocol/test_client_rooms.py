"""Rooms over real sockets: entering, staying in step, and coming back are one path."""

import asyncio
from typing import Any

import pytest
from support.client.fake_server import FakeServer, Refuse, fake_server
from support.client.running import IMPATIENT, first, until_stage

from opera_protocol.client import Changed, Client, Expelled, RefusedByServer, Stage, StateChanged, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import LOBBY, Enter, Exit, Update
from opera_protocol.wire.messages import Expelled as ExpelledMessage


async def a_client(server: FakeServer) -> Client:
    return await connect(server.endpoints, new_identity(), patience=IMPATIENT)


async def test_entering_gives_the_documents_and_the_last_lines() -> None:
    """The room is there with its snapshot; its stream begins with that."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"round": 3}, private={"seat": 1}, log=[{"n": n} for n in range(60)])
        room = await client.enter("T1", code="figaro", name="Anna")
        assert (room.view.public, room.view.private, room.view.seat) == ({"round": 3}, {"seat": 1}, 1)
        assert (room.log.start, len(room.log.lines)) == (10, 50)
        assert (await first(room.items(), Changed)).is_entry
        assert [(request.code, request.name) for request in server.of_kind(Enter)] == [("figaro", "Anna")]
        assert client.room("T1") is room is await client.enter("T1")


async def test_updates_arrive_whole_and_in_order() -> None:
    """Public and private parts and the lines of one message come as one item."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0}, private={"seat": 0, "n": 0})
        items = (await client.enter("T1")).items()
        for n in range(1, 6):
            await server.publish(fake, {"n": n}, private={"seat": 0, "n": n}, log=[{"n": n}])
        await first(items, Changed)
        for n in range(1, 6):
            item = await first(items, Changed)
            assert item.view.public["n"] == n
            assert item.view.private == {"seat": 0, "n": n}
            assert item.log.lines == ({"n": n},)


async def test_the_lobby_is_a_room() -> None:
    """It has a public document and no streams."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room(LOBBY, public={"tables": {}})
        lobby = await client.enter_lobby()
        await server.publish(fake, {"tables": {"T1": {"name": "Wien"}}})
        assert (await lobby.until(lambda view: view.public["tables"])).private is None


async def test_a_room_that_is_refused() -> None:
    """Who may not enter is told why, and is not in the room."""
    async with fake_server() as server, await a_client(server) as client:
        with pytest.raises(RefusedByServer) as refused:
            await client.enter("T9")
        assert refused.value.code == "no_such_table"
        assert not client.is_in("T9")


async def test_a_refusal_for_haste_is_not_final() -> None:
    """A server that is asked too often is asked again a little later."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 1})
        haste = [True]

        def enter(request: Enter) -> Any:
            if haste:
                haste.pop()
                raise Refuse("too_many_requests")
            return server.enter(request)

        server.answers[Enter] = enter
        assert (await client.enter("T1")).view.public == {"n": 1}


async def test_an_update_before_its_snapshot_is_not_lost() -> None:
    """Updates sent between the making of the snapshot and its arrival are applied after it."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0})

        def enter(request: Enter) -> Any:
            snapshot = server.enter(request)
            for n in (1, 2):
                frames = fake.change({"n": n})
                asyncio.get_running_loop().create_task(server.send_to(fake, *frames))
            return snapshot

        server.answers[Enter] = enter
        room = await client.enter("T1")
        assert (await room.until(lambda view: view.public["n"] == 2)).revision == 3
        assert len(server.of_kind(Enter)) == 1


async def test_who_gives_up_entering_takes_the_room_from_nobody_else() -> None:
    """Two callers wait for one room; it is entered although the first of them is cancelled."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 0})
        impatient, patient = [asyncio.create_task(client.enter("T1")) for _ in range(2)]
        await asyncio.sleep(0)
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        assert (await patient).view.public == {"n": 0}
        assert client.is_in("T1")


async def test_a_room_that_nobody_waits_for_any_more_is_given_up() -> None:
    """The last who is cancelled leaves it."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 0})
        callers = [asyncio.create_task(client.enter("T1")) for _ in range(2)]
        await asyncio.sleep(0)
        for caller in callers:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
        assert not client.is_in("T1")


@pytest.mark.parametrize("second", [b"\xc1", encode({"kind": "private"}), encode(Update(room="T1", before=1, after=2))])
async def test_a_private_part_that_cannot_be_read_leads_to_a_snapshot(second: bytes) -> None:
    """A public part without its private one would be a view half new: the room is entered anew instead."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0}, private={"seat": 0, "n": 0})
        room = await client.enter("T1")
        frames = fake.change({"n": 1}, private={"seat": 0, "n": 1})
        await server.send_to(fake, frames[0], second)
        view = await room.until(lambda view: view.public["n"] == 1)
        assert view.private == {"seat": 0, "n": 1}
        assert len(server.of_kind(Enter)) == 2


@pytest.mark.parametrize(
    "frame",
    [
        encode(Update(room="T1", before=7, after=8, change={"n": 9})),
        encode(Update(room="T1", before=2, after=3, change={"no such key": []})),
        encode(Update(room="T1", before=2, after=3, change=[5, 5])),
        encode(ExpelledMessage(room="T1", code="resync")),
    ],
)
async def test_a_gap_leads_to_a_snapshot(frame: bytes) -> None:
    """A missing update, a change that does not fit, or a server that could not keep up: enter again."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0})
        room = await client.enter("T1")
        await server.publish(fake, {"n": 1})
        fake.change({"n": 2}, log=[{"n": 2}])
        await server.send_to(fake, frame)
        assert (await room.until(lambda view: view.public["n"] == 2)).revision == 3
        assert room.log.lines == ({"n": 2},)
        await server.publish(fake, {"n": 3})
        await room.until(lambda view: view.public["n"] == 3)
        assert client.state.stage is Stage.LIVE


async def test_a_server_that_never_gets_in_step_is_left_for_a_while() -> None:
    """Snapshots that help nothing end the connection instead of going on for ever."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0})
        items = client.items()
        await client.enter("T1")
        wrong = encode(Update(room="T1", before=70, after=80))

        def enter(request: Enter) -> Any:
            asyncio.get_running_loop().create_task(server.send_to(fake, wrong))
            return server.enter(request)

        server.answers[Enter] = enter
        await server.send_to(fake, wrong)
        lost = (await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)).state
        assert (lost.code, lost.parameters) == ("out_of_step", {"room": "T1"})


async def test_rooms_are_entered_again_after_a_loss() -> None:
    """Readers see the loss, the way back, and a whole view with only the lines they missed."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0}, log=[{"n": 0}])
        server.room(LOBBY, public={"tables": {}})
        await client.enter_lobby()
        room = await client.enter("T1")
        items = room.items()
        assert (await first(items, Changed)).log.lines == ({"n": 0},)
        await server.stop()
        await first(items, StateChanged, lambda item: item.state.stage is Stage.LOST)
        assert room.view.public == {"n": 0}
        fake.change({"n": 5}, log=[{"n": 1}, {"n": 2}])
        await server.start()
        back = await first(items, Changed)
        assert (back.view.public, back.is_entry) == ({"n": 5}, True)
        assert (back.log.start, back.log.lines) == (1, ({"n": 1}, {"n": 2}))
        await first(items, StateChanged, lambda item: item.state.stage is Stage.LIVE)
        await server.publish(fake, {"n": 6})
        assert (await first(items, Changed)).view.public == {"n": 6}


async def test_a_room_wanted_while_lost_is_entered_later() -> None:
    """`enter` lasts until there is a server to enter at."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 0})
        await server.stop()
        await until_stage(client, Stage.LOST)
        entering = asyncio.create_task(client.enter("T1"))
        await asyncio.sleep(0)
        await server.start()
        assert (await entering).view.public == {"n": 0}


async def test_who_gives_up_entering_is_not_in_the_room() -> None:
    """A cancelled `enter` leaves no room behind."""
    async with fake_server() as server, await a_client(server) as client:
        await server.stop()
        await until_stage(client, Stage.LOST)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.enter("T1"), 0.01)
        assert not client.is_in("T1")


async def test_being_expelled_ends_the_stream() -> None:
    """Readers get the reason as the last item; the room is gone."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0})
        room = await client.enter("T1")
        items = room.items()
        await server.send_to(fake, encode(ExpelledMessage(room="T1", code="closed")))
        rest = [item async for item in items]
        assert rest[-1] == Expelled("T1", "closed")
        assert not client.is_in("T1")


async def test_a_room_that_is_gone_after_a_loss() -> None:
    """A room that cannot be entered again is told as an expulsion, and the client goes on without it."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 0})
        items = (await client.enter("T1")).items()
        await server.stop()
        await until_stage(client, Stage.LOST)
        del server.rooms["T1"]
        await server.start()
        assert (await first(items, Expelled)).code == "no_such_table"
        await until_stage(client, Stage.LIVE)


async def test_an_attachment_that_the_server_forgot_is_a_loss() -> None:
    """A server that does not know the attachment any more gets a new one."""
    async with fake_server() as server, await a_client(server) as client:
        server.room("T1", public={"n": 0})
        server.attachments.clear()
        assert (await client.enter("T1")).view.public == {"n": 0}
        assert len(server.attachments) == 1


async def test_leaving_a_room_ends_its_streams() -> None:
    """After `exit` nothing more is told, and the server knows."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public={"n": 0})
        items = (await client.enter("T1")).items()
        await client.exit("T1")
        assert not fake.members
        assert len([item async for item in items]) == 1
        await client.exit("T1")
        assert len(server.of_kind(Exit)) == 1
