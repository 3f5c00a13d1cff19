"""The client of the wire, without any interface: what the terminal client, load tests and system tests all use.

target = ServerAt(parse_address("lan-host"), KnownServers(folder), decide=ask_the_person)
async with await connect(target, identity) as client:
    lobby = await client.enter_lobby()
    room = await client.enter("K7QF")
    async for item in room.items():
        ...
"""

from opera_protocol.client.connection import Client, ClientItem, connect
from opera_protocol.client.errors import (
    ClientClosed,
    ClientError,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    TooManyWaiting,
    WrongServerKey,
)
from opera_protocol.client.limits import Patience
from opera_protocol.client.room import Room
from opera_protocol.client.states import Noticed, Stage, State, StateChanged
from opera_protocol.client.targets import Endpoints, KeyQuestion, ServerAt, ServerNotTrusted, Target
from opera_protocol.client.views import Changed, Expelled, RoomItem, ShuffleJudged, View

__all__ = [
    "Changed",
    "Client",
    "ClientClosed",
    "ClientError",
    "ClientItem",
    "ConnectionLost",
    "Endpoints",
    "Expelled",
    "KeyQuestion",
    "NoAnswer",
    "Noticed",
    "Patience",
    "RefusedByServer",
    "Room",
    "RoomItem",
    "ServerAt",
    "ServerNotTrusted",
    "ShuffleJudged",
    "Stage",
    "State",
    "StateChanged",
    "Target",
    "TooManyWaiting",
    "View",
    "WrongServerKey",
    "connect",
]
