"""Sockets on the event loop: a busy server knows that it has not read everything yet."""

import asyncio

import zmq

from opera_server.net.sockets import MOST_AT_ONCE, DrainedSocket


async def test_a_socket_is_behind_until_everything_that_came_was_read() -> None:
    with zmq.Context() as context, context.socket(zmq.PAIR) as sender, context.socket(zmq.PAIR) as receiver:
        sender.bind("inproc://flood")
        receiver.connect("inproc://flood")
        for _ in range(MOST_AT_ONCE + 1):
            sender.send(b"beat")
        read: list[bytes] = []
        drained = DrainedSocket(receiver, lambda frames: read.append(frames[0].bytes))
        seen = []
        for _ in range(2):
            await asyncio.sleep(0)
            seen.append((len(read), drained.is_behind))
        assert seen == [(MOST_AT_ONCE, True), (MOST_AT_ONCE + 1, False)]
        drained.close()
