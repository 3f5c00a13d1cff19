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

from .wire_script import Line, SentUpdate

ACT: Final = struct.Struct(">HB")
"""Number of the table and of the updates."""
UPDATE: Final = struct.Struct(">H5HH")
"""Bytes of the public frame, of each seat's own one and, always 0, of a spectator's; `NOT_SENT` where nothing goes."""
NOT_SENT: Final = 0xFFFF
ATTACH: Final = struct.Struct(">HB")
"""Number of the table and of the seat."""
MOST_SEATS: Final = 5
SPECTATOR: Final = MOST_SEATS
"""The place of all spectators, behind the seats."""
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
    return ACT.pack(NO_TABLE, 0)


def act_frame(table: int, line: Line, length: int) -> bytes:
    """A request that asks for the frames which the server would send, as long as the server's own would be."""
    updates = [UPDATE.pack(update.public, *_own_lengths(update)) for update in line.updates]
    return b"".join((ACT.pack(table, len(updates)), *updates)).ljust(length, b"\0")


def _own_lengths(update: SentUpdate) -> list[int]:
    lengths = [NOT_SENT if own is None else own for own in update.private]
    nobody = [NOT_SENT] * (MOST_SEATS - len(lengths))
    return [*lengths, *nobody, 0 if update.is_for_spectators else NOT_SENT]


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
    table, count = ACT.unpack_from(frame)
    for number in range(count):
        length, *lengths = UPDATE.unpack_from(frame, ACT.size + number * UPDATE.size)
        public = bytes(length)
        private = [bytes(own) if own != NOT_SENT else None for own in lengths]
        for peer, seat in members[table]:
            own = private[seat]
            if own:
                updates.send_multipart((peer, public, own))
            elif own is not None:
                updates.send_multipart((peer, public))


if __name__ == "__main__":
    main(int(sys.argv[1]))
