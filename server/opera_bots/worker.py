"""A process that thinks for bots: questions come in on standard input, answers go out on standard output.

Both are msgpack behind a length of four bytes. It ends when its input does, so it never outlives the server.
"""

import sys
import time
from typing import Any, BinaryIO

import msgspec

from opera_bots.levels import bot_of
from opera_bots.view import View
from opera_rules.api import Map
from opera_rules.games import rules_of


class Question(msgspec.Struct, frozen=True):
    """A decision to make, as the server asks it."""

    game: str
    seat: int
    level: str
    public: Map
    private: Map
    events: list[Map]
    seed: bytes
    seconds: float


def answer(question: Question) -> Map:
    """The action the bot chooses within its time."""
    rules = rules_of(question.game)
    end = time.monotonic() + question.seconds
    events = [rules.read_event(event) for event in question.events]
    view = View(question.seat, question.game, question.public, question.private, events, None)
    action = bot_of(question.level)(view, question.seed, lambda: time.monotonic() >= end)
    return rules.write_action(action)


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    return stream.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def write_frame(stream: BinaryIO, content: Any) -> None:
    frame = msgspec.msgpack.encode(content)
    stream.write(len(frame).to_bytes(4, "big") + frame)
    stream.flush()


def main() -> None:
    while frame := read_frame(sys.stdin.buffer):
        write_frame(sys.stdout.buffer, answer(msgspec.msgpack.decode(frame, type=Question)))


if __name__ == "__main__":
    main()
