"""Tables of visitors, opened over the wire with a second client of theirs."""

import pytest

from opera_protocol.client import Client, RefusedByServer
from opera_protocol.wire.messages import TableSettings

PLAYER = "Anna"


def table(name: str) -> TableSettings:
    return TableSettings(game="opera", name=name, seats=2, bots=("random",))


async def begin(client: Client, name: str) -> None:
    """Open a table with a bot, and wait until its game runs."""
    opened = str((await client.create(table(name), PLAYER))["table"])
    await client.enter(opened)
    await client.ready(opened)
    await client.start(opened)
    await client.room(opened).until(lambda view: view.head.state == "running")


async def begin_and_open_too_many(client: Client, name: str) -> None:
    """Begin a game where two tables are allowed (`tables_per_key`), and be refused a third one."""
    await begin(client, name)
    await client.create(table("Scala"), PLAYER)
    with pytest.raises(RefusedByServer) as refused:
        await client.create(table("Regio"), PLAYER)
    assert refused.value.code == "too_many_tables"
    await client.close()
