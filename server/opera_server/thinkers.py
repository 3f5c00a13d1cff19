"""Bots at work: they think in processes of their own, with their seat's view and nothing else.

A worker that crashes or takes too long is ended and replaced; who asked is told, and goes on without it.
"""

import asyncio
import logging
import sys
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from opera_bots.worker import Question
from opera_rules.api import Map

_log = logging.getLogger(__name__)

LEAST_GRACE_SECONDS: Final = 1.0
START_SECONDS: Final = 30.0
"""How long a worker may take to load its bots, on a machine that is busy with other things."""

FAILURES: Final = (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError)


class ThinkerError(Exception):
    """No answer came: the bot crashed, broke the rules of the pipe, or took too long."""


def patience(seconds: float) -> float:
    """When a worker is ended that should have answered after so many seconds: after as many again, or one."""
    return seconds + max(LEAST_GRACE_SECONDS, seconds)


class Worker:
    """One process that answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, niceness: int) -> "Worker":
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "opera_bots.worker",
            str(niceness),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        return cls(process)

    async def ask(self, question: Question) -> Map:
        assert self._process.stdin is not None
        frame = msgspec.msgpack.encode(question)
        self._process.stdin.write(len(frame).to_bytes(4, "big") + frame)
        return await self.read()

    async def read(self) -> Map:
        """The next thing it says; the first is that it is ready."""
        assert self._process.stdout is not None
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
    """A few workers, started when they are first needed and kept."""

    def __init__(self, most: int, niceness: int = 0) -> None:
        self.asked = 0
        """Questions without an answer so far, also those that wait for a worker."""
        self._niceness = niceness
        self._free: list[Worker] = []
        self._places = asyncio.Semaphore(most)
        self._workers: set[Worker] = set()

    async def think(self, question: Question) -> Map:
        """What a worker answers, or `ThinkerError`."""
        self.asked += 1
        try:
            async with self._places:
                return await self._think(question)
        finally:
            self.asked -= 1

    async def _think(self, question: Question) -> Map:
        worker = self._idle() or await self._start()
        answer = await self._within(patience(question.seconds), worker, worker.ask(question))
        self._free.append(worker)
        return answer

    async def _within(self, seconds: float, worker: Worker, answering: Coroutine[Any, Any, Map]) -> Map:
        """What the worker answers in time; one that does not is ended, also when nobody waits for it any more."""
        try:
            async with asyncio.timeout(seconds):
                return await answering
        except FAILURES as error:
            await self._end(worker)
            _log.warning("bot_failed reason=%s", type(error).__name__)
            raise ThinkerError from error
        except asyncio.CancelledError:
            await self._end(worker)
            raise

    def _idle(self) -> Worker | None:
        """A worker that waits for something to do; one that died meanwhile costs no bot its decision."""
        while self._free:
            worker = self._free.pop()
            if worker.is_alive:
                return worker
            self._workers.discard(worker)
        return None

    async def _start(self) -> Worker:
        """A worker that has loaded its bots: that counts for nobody's time."""
        try:
            worker = await Worker.start(self._niceness)
        except OSError as error:
            raise ThinkerError from error
        self._workers.add(worker)
        await self._within(START_SECONDS, worker, worker.read())
        return worker

    async def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.end()

    async def close(self) -> None:
        for worker in list(self._workers):
            await self._end(worker)
        self._free.clear()
