"""Bots at work: they think in processes of their own, with their seat's view and nothing else.

A worker that crashes or takes too long is ended and replaced; who asked is told, and goes on without it.
"""

import asyncio
import logging
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from opera_rules.api import Event, Map, Seat, to_map

_log = logging.getLogger(__name__)

GRACE_SECONDS = 5.0
"""How much longer than its time a bot may take before its worker is ended."""


class Thought(msgspec.Struct, frozen=True):
    """One decision for a worker: the seat's view and the seed of the bot's chance."""

    game: str
    seat: Seat
    level: str
    public: Map
    private: Map
    events: Sequence[Map]
    seed: bytes
    seconds: float


class ThinkerError(Exception):
    """No answer came: the bot crashed, broke the rules of the pipe, or took too long."""


def thought_for(
    game: str, seat: Seat, level: str, public: Map, private: Map, events: Sequence[Event], seed: bytes, seconds: float
) -> Thought:
    return Thought(game, seat, level, public, private, [to_map(event) for event in events], seed, seconds)


class Worker:
    """One process that answers one thought at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> "Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "opera_bots.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        return cls(process)

    async def ask(self, thought: Thought) -> Map:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        question = msgspec.msgpack.encode(thought)
        self._process.stdin.write(len(question).to_bytes(4, "big") + question)
        length = int.from_bytes(await self._process.stdout.readexactly(4), "big")
        answer = await self._process.stdout.readexactly(length)
        return msgspec.msgpack.decode(answer, type=dict[str, Any])

    @property
    def is_alive(self) -> bool:
        return self._process.returncode is None

    async def end(self) -> None:
        if self.is_alive:
            self._process.kill()
        await self._process.wait()


class Thinkers:
    """A few workers, started when they are first needed."""

    def __init__(self, most: int) -> None:
        self._free: list[Worker] = []
        self._places = asyncio.Semaphore(most)
        self._workers: set[Worker] = set()

    async def decide(self, thought: Thought) -> Map:
        """The bot's action, or `ThinkerError`."""
        async with self._places:
            worker = self._idle() or await self._start()
            try:
                async with asyncio.timeout(thought.seconds + GRACE_SECONDS):
                    action = await worker.ask(thought)
            except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
                await self._end(worker)
                _log.warning("bot_failed level=%s reason=%s", thought.level, type(error).__name__)
                raise ThinkerError from error
            except asyncio.CancelledError:
                await self._end(worker)
                raise
            self._free.append(worker)
            return action

    def _idle(self) -> Worker | None:
        """A worker that waits for something to do; one that died meanwhile costs no bot its decision."""
        while self._free:
            worker = self._free.pop()
            if worker.is_alive:
                return worker
            self._workers.discard(worker)
        return None

    async def _start(self) -> Worker:
        try:
            worker = await Worker.start()
        except OSError as error:
            raise ThinkerError from error
        self._workers.add(worker)
        return worker

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.end()

    async def close(self) -> None:
        for worker in list(self._workers):
            await self._end(worker)
        self._free.clear()
