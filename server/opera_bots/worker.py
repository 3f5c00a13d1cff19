"""A process that thinks: questions come in on standard input, answers go out on standard output.

Both are msgpack behind a length of four bytes. The first answer is empty and says that all bots are loaded, so that no
bot pays for that with its time. It ends when its input does, so it never outlives the server.
"""

import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, BinaryIO, Final

import msgspec

from opera_bots.levels import BOTS, bot_of, propose
from opera_bots.proposal import Alternative, Proposal
from opera_bots.view import View
from opera_rules.api import Map, Rules, Seat
from opera_rules.games import GAMES, rules_of

READY: Final[Map] = {}
TENTHS: Final = 10


class Question(msgspec.Struct, frozen=True):
    """A decision to think about, with all that its seat knows."""

    game: str
    seat: Seat
    level: str | None
    """The bot that decides; None asks what the best one would do, and why."""
    public: Map
    private: Map
    events: Sequence[Map]
    seed: bytes
    seconds: float


def answer(question: Question) -> Map:
    """The action the bot chooses within its time, or a proposal."""
    end = time.monotonic() + question.seconds
    rules = rules_of(question.game)
    events = [rules.read_event(event) for event in question.events]
    view = View(question.seat, question.game, question.public, question.private, events, None)

    def is_time_up() -> bool:
        return time.monotonic() >= end

    if question.level is None:
        return written(rules, propose(view, question.seed, is_time_up))
    return rules.write_action(bot_of(question.level)(view, question.seed, is_time_up))


def written(rules: Rules[Any, Any, Any], proposal: Proposal) -> Map:
    """A proposal as it goes over the wire; points in tenths, for there all numbers are whole."""

    def alternative(found: Alternative) -> Map:
        return {"action": rules.write_action(found.action), "points": round(TENTHS * found.points)}

    next_best = alternative(proposal.next_best) if proposal.next_best else None
    return {**alternative(proposal.best), "next": next_best, "gains": dict(proposal.gains)}


def load_bots() -> None:
    """Every level has a module for each game, but the one that plays at random."""
    for name in (f"opera_bots.{level}_{game}" for level in BOTS for game in GAMES):
        if find_spec(name):
            import_module(name)


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    return stream.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def write_frame(stream: BinaryIO, content: Any) -> None:
    frame = msgspec.msgpack.encode(content)
    stream.write(len(frame).to_bytes(4, "big") + frame)
    stream.flush()


def main() -> None:
    """The argument says how far the process stands back behind others (`nice`)."""
    os.nice(int(sys.argv[1]))
    load_bots()
    write_frame(sys.stdout.buffer, READY)
    while frame := read_frame(sys.stdin.buffer):
        write_frame(sys.stdout.buffer, answer(msgspec.msgpack.decode(frame, type=Question)))


if __name__ == "__main__":
    main()
