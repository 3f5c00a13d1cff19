"""A worker process for bots: questions come in on standard input, answers go out on standard output.

Both are msgpack behind a length of four bytes. The first answer is empty and says that all bots are loaded, so that
loading takes no bot's thinking time. The process ends when its input does, so it never outlives the server.
"""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any, BinaryIO, Final

import msgspec

from opera_bots import levels
from opera_bots.api import Alternative, Proposal, View
from opera_rules.api import AnyRules, Map, Seat, rules_of

READY: Final[Map] = {}
TENTHS: Final = 10


class Question(msgspec.Struct, frozen=True):
    """A decision to think about, with everything that its seat knows."""

    game: str
    seat: Seat
    level: str | None
    """The bot that decides; None asks for a proposal of the best one."""
    public: Any
    private: Any
    choices: Any
    """Documents in the sender's types; maps on arrival."""
    events: Sequence[Map]
    seed: bytes
    seconds: float


def answer(question: Question) -> Map:
    """Choose an action, or make a proposal, within the time of the question."""
    end = time.monotonic() + question.seconds
    rules = rules_of(question.game)
    events = [rules.read_event(event) for event in question.events]
    view = View(
        question.seat,
        question.game,
        rules.read_public(question.public),
        rules.read_private(question.private),
        rules.read_choices(question.choices),
        events,
        None,
    )

    def is_time_up() -> bool:
        return time.monotonic() >= end

    if question.level is None:
        return proposal_map(rules, levels.propose(view, question.seed, is_time_up))
    return rules.write_action(levels.bot_of(question.level)(view, question.seed, is_time_up))


def proposal_map(rules: AnyRules, proposal: Proposal) -> Map:
    """Write a proposal as it goes over the wire; points in tenths, because all numbers there are whole."""

    def alternative(found: Alternative) -> Map:
        return {"action": rules.write_action(found.action), "points": round(TENTHS * found.points)}

    next_best = alternative(proposal.next_best) if proposal.next_best else None
    reasons = [{"code": reason.code, **reason.parameters} for reason in proposal.reasons]
    return {**alternative(proposal.best), "next": next_best, "gains": dict(proposal.gains), "reasons": reasons}


def usable_cores() -> int:
    """Count the cores that this process may use, which is how many workers can really run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    return stream.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def write_frame(stream: BinaryIO, content: Any) -> None:
    frame = msgspec.msgpack.encode(content)
    stream.write(len(frame).to_bytes(4, "big") + frame)
    stream.flush()


def main() -> None:
    """Answer questions until the input ends; the argument is the priority (`nice`) to run with."""
    os.nice(int(sys.argv[1]))
    levels.load()
    write_frame(sys.stdout.buffer, READY)
    while frame := read_frame(sys.stdin.buffer):
        write_frame(sys.stdout.buffer, answer(msgspec.msgpack.decode(frame, type=Question)))


if __name__ == "__main__":
    main()
