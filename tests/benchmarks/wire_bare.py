"""The baseline: a child process with two CURVE ROUTERs that does nothing but pass frames of the same sizes on.

Run as `python -m benchmarks.wire_bare FD`; it writes its ports and public key to the descriptor, and ends when
the other end is closed.
"""

import os
import socket
import struct
import sys
from collections import defaultdict
from typing import Final

import msgspec
import zmq

from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import Done

from .wire_script import Line

ACT: Final = struct.Struct(">HH5H")
"""Number of the table, bytes of the public frame, and of each seat's own one."""
ATTACH: Final = struct.Struct(">HB")
"""Number of the table and of the seat."""
SPECTATOR: Final = 255
MOST_SEATS: Final = 5
NO_TABLE: Final = 0
DONE: Final = encode(Done(id=bytes(16), result={"entry": 10}))


class Bare(msgspec.Struct, frozen=True):
    """Where it listens."""

    pid: int
    requests: int
    updates: int
    key: str


def nothing_frame() -> bytes:
    """A request that is only answered."""
    return ACT.pack(NO_TABLE, 0, *[0] * MOST_SEATS)


def act_frame(table: int, line: Line, length: int) -> bytes:
    """A request that asks for the frames which the server would send, as long as the server's own would be."""
    private = (*line.private, *[0] * (MOST_SEATS - len(line.private)))
    return ACT.pack(table, line.public, *private).ljust(length, b"\0")


def main(descriptor: int) -> None:
    public, secret = zmq.curve_keypair()
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    requests, updates = (_router(context, secret) for _ in range(2))
    parent = socket.socket(fileno=descriptor)
    ports = [router.bind_to_random_port("tcp://127.0.0.1") for router in (requests, updates)]
    parent.send(msgspec.json.encode(Bare(os.getpid(), ports[0], ports[1], public.decode("ascii"))))
    _serve(requests, updates, parent)


def _router(context: "zmq.Context[zmq.Socket[bytes]]", secret: bytes) -> "zmq.Socket[bytes]":
    router = context.socket(zmq.ROUTER)
    router.curve_server = True
    router.curve_secretkey = secret
    router.linger = 0
    router.sndhwm = 500
    router.backlog = 256
    return router


def _serve(requests: "zmq.Socket[bytes]", updates: "zmq.Socket[bytes]", parent: socket.socket) -> None:
    members: dict[int, list[tuple[bytes, int]]] = defaultdict(list)
    poller = zmq.Poller()
    for source in (requests, updates, parent):
        poller.register(source, zmq.POLLIN)
    while True:
        ready = dict(poller.poll())
        if parent.fileno() in ready:
            return
        if updates in ready:
            peer, frame = updates.recv_multipart()
            table, seat = ATTACH.unpack(frame)
            members[table].append((peer, seat))
            updates.send_multipart((peer, b""))
        if requests in ready:
            peer, frame = requests.recv_multipart()
            _pass_on(updates, members, frame)
            requests.send_multipart((peer, DONE))


def _pass_on(updates: "zmq.Socket[bytes]", members: dict[int, list[tuple[bytes, int]]], frame: bytes) -> None:
    table, length, *lengths = ACT.unpack_from(frame)
    public = bytes(length)
    private = {seat: bytes(own) for seat, own in enumerate(lengths) if own}
    for peer, seat in members[table]:
        if seat in private:
            updates.send_multipart((peer, public, private[seat]))
        else:
            updates.send_multipart((peer, public))


if __name__ == "__main__":
    main(int(sys.argv[1]))
