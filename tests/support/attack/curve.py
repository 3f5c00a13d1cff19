"""A client of ZMTP and CURVE written out by hand, for what libzmq would never send.

The handshake is that of ZeroMQ's RFC 26; the ciphers are those of the libsodium that comes with pyzmq.
"""

import asyncio
import ctypes
import ctypes.util
import os
from functools import cache
from pathlib import Path

import zmq

from opera_protocol.client import Endpoints
from opera_protocol.local.identity import Identity, new_identity

_MAC = 16
GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)
LARGE, COMMAND = 2, 4
MORE = 1
_COMMAND = 2
"""The flag of a command inside of an encrypted frame."""


@cache
def sodium() -> ctypes.CDLL | None:
    """The library that libzmq itself uses; None where it cannot be found."""
    beside = sorted((Path(zmq.__file__).parent.parent / "pyzmq.libs").glob("libsodium*"))
    found = str(beside[0]) if beside else ctypes.util.find_library("sodium")
    return ctypes.CDLL(found) if found else None


def _box(content: bytes, nonce: bytes, public: bytes, secret: bytes) -> bytes:
    library = sodium()
    assert library is not None
    assert len(nonce) == 24
    boxed = ctypes.create_string_buffer(len(content) + _MAC)
    length = ctypes.c_ulonglong(len(content))
    assert library.crypto_box_easy(boxed, content, length, nonce, public, secret) == 0
    return boxed.raw


def _unbox(boxed: bytes, nonce: bytes, public: bytes, secret: bytes) -> bytes:
    library = sodium()
    assert library is not None
    content = ctypes.create_string_buffer(len(boxed) - _MAC)
    length = ctypes.c_ulonglong(len(boxed))
    assert library.crypto_box_open_easy(content, boxed, length, nonce, public, secret) == 0
    return content.raw


def frame(body: bytes, flags: int = 0) -> bytes:
    """A frame of ZMTP 3."""
    if len(body) < 256:
        return bytes([flags, len(body)]) + body
    return bytes([flags | LARGE]) + len(body).to_bytes(8, "big") + body


def _property(name: bytes, content: bytes) -> bytes:
    return bytes([len(name)]) + name + len(content).to_bytes(4, "big") + content


class RawConnection:
    """One connection, as far as the handshake was taken."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, endpoints: Endpoints) -> None:
        self.reader = reader
        self.writer = writer
        self._server = endpoints.key
        self._transient = new_identity()
        self._server_transient = b""
        self._nonce = 0

    @classmethod
    async def open(cls, endpoints: Endpoints, port: int) -> "RawConnection":
        reader, writer = await asyncio.open_connection(endpoints.host, port)
        return cls(reader, writer, endpoints)

    @property
    def own_port(self) -> int:
        """The port at this end, by which the server's end is known."""
        return int(self.writer.get_extra_info("sockname")[1])

    def _next_nonce(self) -> bytes:
        self._nonce += 1
        return self._nonce.to_bytes(8, "big")

    async def _read_frame(self) -> bytes:
        flags = (await self.reader.readexactly(1))[0]
        length = await self.reader.readexactly(8 if flags & LARGE else 1)
        return await self.reader.readexactly(int.from_bytes(length, "big"))

    async def shake_hands(self, identity: Identity | None = None, routing_id: bytes = b"") -> None:
        """The whole handshake; from then on the server takes messages."""
        self.writer.write(GREETING)
        await self.reader.readexactly(len(GREETING))
        self._say_hello()
        welcome = await self._read_frame()
        assert welcome.startswith(b"\x07WELCOME"), welcome
        answer = _unbox(welcome[24:], b"WELCOME-" + welcome[8:24], self._server, self._transient.secret_key)
        self._server_transient, cookie = answer[:32], answer[32:]
        self._initiate(identity or new_identity(), cookie, routing_id)
        ready = await self._read_frame()
        assert ready.startswith(b"\x05READY"), ready

    def _say_hello(self) -> None:
        nonce = self._next_nonce()
        signature = _box(bytes(64), b"CurveZMQHELLO---" + nonce, self._server, self._transient.secret_key)
        body = b"\x05HELLO\x01\x00" + bytes(72) + self._transient.public_key + nonce + signature
        self.writer.write(frame(body, COMMAND))

    def _initiate(self, identity: Identity, cookie: bytes, routing_id: bytes) -> None:
        vouch_nonce = os.urandom(16)
        vouched = self._transient.public_key + self._server
        vouch = _box(vouched, b"VOUCH---" + vouch_nonce, self._server_transient, identity.secret_key)
        told = _property(b"Socket-Type", b"DEALER") + _property(b"Identity", routing_id)
        nonce = self._next_nonce()
        content = identity.public_key + vouch_nonce + vouch + told
        boxed = _box(content, b"CurveZMQINITIATE" + nonce, self._server_transient, self._transient.secret_key)
        self.writer.write(frame(b"\x08INITIATE" + cookie + nonce + boxed, COMMAND))

    def part(self, content: bytes, flags: int = 0) -> bytes:
        """One part of a message as it goes over the wire, encrypted; with `MORE` another one follows."""
        nonce = self._next_nonce()
        plain = bytes([flags]) + content
        boxed = _box(plain, b"CurveZMQMESSAGEC" + nonce, self._server_transient, self._transient.secret_key)
        return frame(b"\x07MESSAGE" + nonce + boxed)

    def ping(self, content: bytes = bytes(2)) -> bytes:
        """One of ZeroMQ's heartbeats: seconds in two bytes, and up to 16 bytes that its answer has in it, too."""
        return self.part(b"\x04PING" + content, _COMMAND)

    async def read_frame(self) -> bytes:
        """Read what the server sent next, still encrypted."""
        return await self._read_frame()

    async def ended(self) -> None:
        """Read until the server ends the connection."""
        try:
            while await self.reader.read(65536):
                pass
        except OSError:
            pass

    def close(self) -> None:
        self.writer.transport.abort()
