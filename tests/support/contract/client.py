"""A client written from `protocol/README.md` alone: pyzmq, msgpack and the standard library, nothing of ours.

It blocks and plays simply; that a whole game can be played with it is the proof that the page suffices.
"""

import secrets
import socket
import time
from hashlib import sha256
from typing import Any

import msgpack
import zmq
from support.contract.choices import chosen
from zmq.utils import z85

Map = dict[str, Any]


def greeting_of(host: str, port: int) -> Map:
    """Section 2: read to the end of the stream."""
    with socket.create_connection((host, port), timeout=10) as connection:
        content = b"".join(iter(lambda: connection.recv(1024), b""))
    greeting: Map = msgpack.unpackb(content)
    assert greeting["product"] == "opera"
    assert 5 in greeting["protocols"]
    return greeting


def patch(old: Any, change: Any) -> Any:
    """Section 5: what becomes of a value."""
    if isinstance(change, dict):
        new = dict(old) if change else old
        for key, inner in change.items():
            if inner == [] and isinstance(inner, list):
                del new[key]
            else:
                new[key] = patch(new.get(key), inner)
        return new
    if not isinstance(change, list):
        return change
    return change[0] if len(change) == 1 else edited(list(old), list(change))


def edited(items: list[Any], edits: list[Any]) -> list[Any]:
    while edits:
        place = edits.pop(0)
        if place >= 0:
            items[place] = patch(items[place], edits.pop(0))
        else:
            removed, put = edits.pop(0), edits.pop(0)
            items[-1 - place : -1 - place + removed] = put
    return items


class Refused(Exception):
    """The server said no."""


class ContractClient:
    """One connection, from hello to detach, and the room it is in."""

    def __init__(self, host: str, greeting: Map) -> None:
        self._context = zmq.Context()
        self._keys = zmq.curve_keypair()
        self._requests = self._connected(host, greeting["requests"], greeting["key"])
        self._updates = self._connected(host, greeting["updates"], greeting["key"])
        self.welcome = self.ask("hello", protocol=5)
        self._tell(kind="attach", ticket=self.welcome["ticket"])
        attached = msgpack.unpackb(self._updates.recv())
        assert attached["kind"] == "attached"
        self._attachment = attached["attachment"]
        self._interval = attached["beat"] / 1000
        self._next_beat = time.monotonic()
        self.resyncs = 0
        self.log: list[Map] = []

    def _connected(self, host: str, port: int, key: bytes) -> "zmq.Socket[bytes]":
        dealer = self._context.socket(zmq.DEALER)
        dealer.curve_publickey, dealer.curve_secretkey = self._keys
        dealer.curve_serverkey = z85.encode(key)
        dealer.reconnect_ivl = 3_600_000
        dealer.rcvtimeo = 20_000
        dealer.linger = 200
        dealer.connect(f"tcp://{host}:{port}")
        return dealer

    def ask(self, kind: str, **fields: Any) -> Map:
        """A request and its answer."""
        request = secrets.token_bytes(16)
        self._requests.send(msgpack.packb({"kind": kind, "id": request, **fields}))
        while True:
            reply = msgpack.unpackb(self._requests.recv())
            if reply["id"] == request and reply["kind"] == "done":
                result: Map = reply["result"]
                return result
            if reply["id"] in (request, None):
                raise Refused(reply["code"], reply["parameters"])

    def _tell(self, **message: Any) -> None:
        self._updates.send(msgpack.packb(message))

    def enter(self, room: str) -> None:
        """Take both documents from a snapshot, and the log."""
        snapshot = self.ask("enter", room=room, attachment=self._attachment)
        self.room = room
        self.public, self._public_revision = snapshot["public"]["document"], snapshot["public"]["revision"]
        own = snapshot["private"] or {"document": {}, "revision": 0}
        self.private, self._private_revision = own["document"], own["revision"]
        stretch = snapshot.get("log") or {"start": 0, "lines": []}
        self.log = self.log[: stretch["start"]] + stretch["lines"]

    def hear(self) -> None:
        """Wait for one message of the server and follow it; beat when it is time."""
        while not self._updates.poll(max(0, int(1000 * (self._next_beat - time.monotonic())))):
            self._tell(kind="beat", attachment=self._attachment)
            self._next_beat = time.monotonic() + self._interval
        frames = [msgpack.unpackb(frame) for frame in self._updates.recv_multipart()]
        kind = frames[0]["kind"]
        if kind == "update" and frames[0]["room"] == self.room:
            self._follow(frames[0], frames[1] if len(frames) > 1 else None)
        elif kind == "expelled" and frames[0]["code"] == "resync":
            self._resync()
        elif kind == "detached":
            raise Refused(frames[0]["code"])

    def _resync(self) -> None:
        self.resyncs += 1
        self.enter(self.room)

    def _follow(self, update: Map, private: Map | None) -> None:
        """Ignore what is known, apply what follows, enter anew where something is missing."""
        if not self._fits(update, self._public_revision) or (
            private and not self._fits(private, self._private_revision)
        ):
            self._resync()
            return
        if update["after"] > self._public_revision:
            self.public = patch(self.public, update.get("change", {}))
            self._public_revision = update["after"]
        if private and private["after"] > self._private_revision:
            self.private = patch(self.private if private["before"] else {}, private["change"])
            self._private_revision = private["after"]
        stretch = update.get("log", {"start": len(self.log), "lines": []})
        self.log += stretch["lines"][len(self.log) - stretch["start"] :]

    def _fits(self, part: Map, revision: int) -> bool:
        return bool(part["after"] <= revision or part["before"] == revision)

    def start(self) -> Map:
        """Section 8: commit, note what is shown, reveal; returns the notes."""
        contribution = secrets.token_bytes(32)
        table = self.room
        self.ask("ready", table=table, ready=True)
        self.ask("start", table=table)
        while not self.public["table"]["start"]:
            self.hear()
        attempt = self.public["table"]["start"]
        self.ask("commit", table=table, attempt=attempt["attempt"], digest=sha256(contribution).digest())
        while self.public["table"]["start"]["stage"] != "reveal":
            self.hear()
        hashes = self.public["table"]["start"]["hashes"]
        self.ask("reveal", table=table, attempt=attempt["attempt"], contribution=contribution)
        return {"commitment": attempt["commitment"], "hashes": hashes, "contribution": contribution}

    def play(self) -> int:
        """Answer decisions until the game is over; how many they were."""
        answered = -1
        decisions = 0
        while self.public["table"]["state"] != "finished":
            decision = self.private["decision"]
            if decision is None or decision == answered:
                self.hear()
                continue
            action = chosen(self.private["choices"])
            preview = self.ask("preview", table=self.room, actions=[action])["previews"][0]
            assert preview["refusal"] is None, preview
            self.ask("act", table=self.room, decision=decision, action=action)
            answered, decisions = decision, decisions + 1
        return decisions

    def transcript(self) -> list[str]:
        lines: list[str] = []
        total = 1
        while len(lines) < total:
            part = self.ask("transcript", table=self.room, line=len(lines))
            lines, total = lines + part["lines"], part["total"]
        return lines

    def close(self) -> None:
        self._tell(kind="detach", attachment=self._attachment)
        self._context.destroy(linger=200)
