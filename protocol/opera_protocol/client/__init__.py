"""The client of the wire, without any interface: the terminal client, load tests and system tests all use it.

target = ServerAt(parse_address("lan-host"), KnownServers(folder), decide=ask_the_person)
async with await connect(target, identity) as client:
    lobby = await client.enter_lobby()
    room = await client.enter("K7QF")
    async for item in room.items():
        ...
"""

from opera_protocol.client.client import Client, ClientItem, connect
from opera_protocol.client.errors import (
    ClientClosed,
    ClientError,
    ConnectionLost,
    NoAnswer,
    RefusedByServer,
    TooManyWaiting,
    Unreadable,
    WrongServerKey,
)
from opera_protocol.client.items import (
    Changed,
    Expelled,
    Noticed,
    RoomItem,
    ShuffleJudged,
    Stage,
    State,
    StateChanged,
    View,
    read,
)
from opera_protocol.client.limits import Patience
from opera_protocol.client.rooms import Room
from opera_protocol.client.targets import Endpoints, KeyQuestion, ServerAt, ServerNotTrusted, Target

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
    "Unreadable",
    "View",
    "WrongServerKey",
    "connect",
    "read",
]
