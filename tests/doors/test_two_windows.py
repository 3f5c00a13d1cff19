"""One visitor with two sessions at the same time: two logins with one key, two pages with one cookie."""

import os
from pathlib import Path

from support.doors.running import ServerWithDoor, new_key, until, visiting
from support.doors.web import at_page, browser, cookie_of, identity_for

from opera_doors.visits import Pipe
from opera_protocol.client import Client
from opera_protocol.wire.documents import HumanSeat
from opera_protocol.wire.messages import TableSettings

HERE = ("127.0.0.7", 0)
TOLD = "You are also here in another window"


async def with_table(client: Client, name: str) -> str:
    """Open a table with a bot, and wait until its game runs; its id."""
    opened = TableSettings(game="opera", name=name, seats=2, bots=("random",))
    table = str((await client.create(opened, "anna"))["table"])
    await client.enter(table)
    await client.ready(table)
    await client.start(table)
    await client.room(table).until(lambda view: view.is_asked)
    return table


async def is_present(client: Client, table: str) -> bool:
    """Say whether others see the player at the table."""
    (seat,) = (one for one in client.room(table).view.head.seats if isinstance(one, HumanSeat))
    return seat.present


async def test_each_of_two_logins_has_its_own_mode_and_either_may_act(server: ServerWithDoor) -> None:
    """A screen stays a screen and lines stay lines; what one does the other shows, also past what it had revealed.

    Leaving one leaves no seat.
    """
    key = new_key()
    client = await server.client(key)
    table = await with_table(client, "Aida")
    await client.close()
    async with visiting(server, key, local_addr=HERE) as screen:
        await screen.until_shown("your secret bid")
        assert TOLD not in screen.screen.text
        before = len(screen.written)
        async with visiting(server, key, "lines", local_addr=HERE) as lines:
            await lines.until(lambda: b"then y sends it" in lines.written)
            assert lines.written.startswith(TOLD.encode())
            lines.type("set read back off\rbid 3\r")
            await lines.until(lambda: b"anna has bid" in lines.written)
            await screen.until_shown("All bids")
            lines.type("p\ry\r")
            await screen.until(lambda: "All bids" not in screen.screen.text)
            assert b"\x1b" not in lines.written
            assert b"\x1b[?1049l" not in screen.written[before:]
            lines.type("q\r")
            await lines.process.wait_closed()
        await until(lambda: len(server.visits) == 1)
        other = await server.client(new_key())
        await other.enter(table)
        assert await is_present(other, table)
        await other.close()
        assert b"\x1b[?1049l" not in screen.written[before:]
    await until(lambda: not server.visits)
    async with visiting(server, key, local_addr=HERE) as screen:
        await screen.until_shown("OPERA")
        assert TOLD not in screen.screen.text


async def test_two_pages_of_one_cookie_are_told_of_each_other_and_a_reload_is_not(server: ServerWithDoor) -> None:
    async with browser(HERE[0]) as session:
        client = await server.client(identity_for(server, await cookie_of(session, server)))
        await with_table(client, "Norma")
        await client.close()
        async with at_page(session, server) as screen:
            await screen.until_shown("What is your name?")
            await screen.type("anna\r")
            await screen.until_shown("your secret bid")
            assert TOLD not in screen.screen.text
            async with at_page(session, server, size=(100, 50), command="lines") as lines:
                await lines.until_shown("then y sends it")
                assert TOLD in lines.screen.text
                await lines.type("bid 3\r")
                await lines.until_shown("Type y to send")
                await lines.type("y\r")
                await screen.until_shown("All bids")
        async with at_page(session, server) as screen:
            await screen.until_shown("OPERA")
            assert TOLD not in screen.screen.text


async def test_what_is_typed_after_the_end_reaches_no_other_terminal(tmp_path: Path) -> None:
    """The number of a closed descriptor is soon that of another one."""
    pipe = Pipe((80, 24), lambda _shown: None)
    pipe.type(b"typed")
    pipe.let_go()
    number = pipe._ours
    pipe._waiting += b"more"
    pipe.close()
    reused = os.open(tmp_path / "other", os.O_CREAT | os.O_RDWR)
    os.dup2(reused, number)
    try:
        pipe.end_input()
        pipe.type(b"again")
        assert (tmp_path / "other").read_bytes() == b""
    finally:
        for descriptor in {number, reused}:
            os.close(descriptor)
