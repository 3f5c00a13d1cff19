"""Errors of the client carry a code and exactly the parameters that the table names."""

from typing import Any

import pytest
from support.client_fake_server import fake_server
from support.client_running import IMPATIENT, run

from opera_protocol.client import (
    ClientClosed,
    ClientError,
    Endpoints,
    KeyQuestion,
    NoAnswer,
    ServerNotTrusted,
    TooManyWaiting,
    WrongServerKey,
    connect,
)
from opera_protocol.client.errors import PARAMETERS
from opera_protocol.client.lines import OutOfStep
from opera_protocol.client.monitor import LOSSES
from opera_protocol.errors import PARAMETERS as PROTOCOL_PARAMETERS
from opera_protocol.identity import new_identity


@pytest.mark.parametrize(
    "error",
    [
        ClientClosed(),
        NoAnswer(),
        TooManyWaiting(48),
        OutOfStep("T1"),
        WrongServerKey(address="a:1", expected="A", offered="B"),
        ServerNotTrusted(KeyQuestion("a:1", "La Scala", "B", None)),
        ServerNotTrusted(KeyQuestion("a:1", "La Scala", "B", "A")),
    ],
)
def test_every_error_has_its_parameters(error: ClientError) -> None:
    """Whoever attaches texts finds every code in the table, with the names of its parameters."""
    assert set(error.parameters) == set(PARAMETERS[error.code])
    assert str(error).startswith(error.code)


def test_codes_mean_the_same_everywhere() -> None:
    """A code that the protocol knows has the same parameters here; every way to lose a connection has one."""
    shared = PARAMETERS.keys() & PROTOCOL_PARAMETERS.keys()
    assert all(set(PARAMETERS[code]) == set(PROTOCOL_PARAMETERS[code]) for code in shared)
    assert set(LOSSES.values()) <= PARAMETERS.keys()


def test_a_target_that_fails_leaves_nobody_waiting() -> None:
    """A mistake in whoever locates the server ends the wait with a code; it stands in the log."""

    class Broken:
        async def locate(self) -> Endpoints:
            raise ZeroDivisionError

    async def test() -> None:
        with pytest.raises(ClientError) as error:
            await connect(Broken(), new_identity())
        assert error.value.code == "internal"

    run(test())


def test_a_target_that_fails_later_ends_the_client() -> None:
    """The same mistake at a later try ends requests and streams."""

    class Breaking:
        def __init__(self, *places: Any) -> None:
            self.places = list(places)

        async def locate(self) -> Endpoints:
            place: Endpoints = self.places.pop()
            return place

    async def test() -> None:
        async with fake_server() as server:
            client = await connect(Breaking(server.endpoints), new_identity(), patience=IMPATIENT)
            items = client.items()
            await server.stop()
            assert [item async for item in items]
            with pytest.raises(ClientClosed):
                await client.ready("T1")
            await client.close()

    run(test())
