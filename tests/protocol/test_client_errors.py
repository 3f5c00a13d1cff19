"""A mistake in what the client is given leaves nobody waiting."""

from typing import Any

import pytest
from support.client.fake_server import fake_server
from support.client.running import IMPATIENT

from opera_protocol.client import (
    ClientClosed,
    ClientError,
    Endpoints,
    connect,
)
from opera_protocol.local.identity import new_identity


async def test_a_target_that_fails_leaves_nobody_waiting() -> None:
    """A mistake in whoever locates the server ends the wait with a code; it stands in the log."""

    class Broken:
        async def locate(self) -> Endpoints:
            raise ZeroDivisionError

    with pytest.raises(ClientError) as error:
        await connect(Broken(), new_identity())
    assert error.value.code == "internal"


async def test_a_target_that_fails_later_ends_the_client() -> None:
    """The same mistake at a later try ends requests and streams."""

    class Breaking:
        def __init__(self, *places: Any) -> None:
            self.places = list(places)

        async def locate(self) -> Endpoints:
            place: Endpoints = self.places.pop()
            return place

    async with fake_server() as server:
        client = await connect(Breaking(server.endpoints), new_identity(), patience=IMPATIENT)
        items = client.items()
        await server.stop()
        assert [item async for item in items]
        with pytest.raises(ClientClosed):
            await client.ready("T1")
        await client.close()
