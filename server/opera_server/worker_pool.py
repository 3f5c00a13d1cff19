"""Let bots think in separate processes, with their seat's view and nothing else.

A worker that crashes or takes too long is ended and replaced; the table that asked goes on without its answer.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec

from opera_bots.worker import Question
from opera_rules.api import Map
from opera_server.config.logs import get_logger
from opera_server.fair_queue import Asker, FairQueue, QueueFigures

_log = get_logger(__name__)

LEAST_GRACE_SECONDS: Final = 1.0
START_SECONDS: Final = 30.0
"""How long a worker may take to load its bots, on a machine that is busy with other things."""

LEAST_SECONDS: Final = 0.05
"""The time that a bot gets however many wait: as much as one needs that does not search."""

FAILURES: Final = (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError)


class NoAnswerError(Exception):
    """No answer came: the bot crashed, sent something malformed, or took too long."""


def patience(seconds: float) -> float:
    """Return the seconds after which a worker is ended: twice the time it may think, but at least one second more."""
    return seconds + max(LEAST_GRACE_SECONDS, seconds)


def shared_time(seconds: float, waiting: int, workers: int) -> float:
    """Return how long a bot may think while others wait: all who wait now shall have their turn within `seconds`."""
    return max(min(seconds, LEAST_SECONDS), seconds / (1 + waiting / workers))


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
            # Ctrl+C in the terminal is for the server alone. No session of its own: Linux shares the processor among
            # sessions first, whatever the niceness of their processes is.
            process_group=0,
        )
        return cls(process)

    async def ask(self, question: Question) -> Map:
        assert self._process.stdin is not None
        frame = msgspec.msgpack.encode(question)
        self._process.stdin.write(len(frame).to_bytes(4, "big") + frame)
        return await self.read()

    async def read(self) -> Map:
        """Read its next message; the first one says that it is ready."""
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


class WorkerPool:
    """A few workers, started when they are first needed and kept."""

    def __init__(self, most: int, niceness: int = 0) -> None:
        self.unanswered = 0
        """Questions in progress, also those that wait for a worker."""
        self._niceness = niceness
        self._free: list[Worker] = []
        self._queue = FairQueue(most)
        self._workers: set[Worker] = set()

    def asked_by(self, key: bytes) -> int:
        """Return how many questions of a person are in progress."""
        return self._queue.asked_by(key)

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        return self._queue.waiting

    @property
    def figures(self) -> QueueFigures:
        return self._queue.figures

    async def ask(self, question: Callable[[], Question], asker: Asker) -> Map:
        """Return a worker's answer when it is the asker's turn, or raise `NoAnswerError`.

        The question is made then: when many wait, making them all at once would hold everybody up.
        """
        self.unanswered += 1
        try:
            async with self._queue.place(asker):
                return await self._ask(question())
        finally:
            self.unanswered -= 1

    async def _ask(self, question: Question) -> Map:
        worker = self._idle() or await self._start()
        seconds = shared_time(question.seconds, self._queue.waiting, self._queue.places)
        hurried = msgspec.structs.replace(question, seconds=seconds)
        answer = await self._within(patience(question.seconds), worker, worker.ask(hurried))
        self._free.append(worker)
        return answer

    async def _within(self, seconds: float, worker: Worker, answering: Coroutine[Any, Any, Map]) -> Map:
        """Wait for a worker's answer; end one that is too slow, and one that nobody waits for any more."""
        try:
            async with asyncio.timeout(seconds):
                return await answering
        except FAILURES as error:
            await self._end(worker)
            _log.warning("bot_failed", reason=type(error).__name__)
            raise NoAnswerError from error
        except asyncio.CancelledError:
            await self._end(worker)
            raise

    def _idle(self) -> Worker | None:
        """Return an idle worker, None if there is none; workers that died meanwhile are skipped."""
        while self._free:
            worker = self._free.pop()
            if worker.is_alive:
                return worker
            self._workers.discard(worker)
        return None

    async def _start(self) -> Worker:
        """Start a worker and wait until its bots are loaded, which takes no bot's thinking time."""
        try:
            worker = await Worker.start(self._niceness)
        except OSError as error:
            raise NoAnswerError from error
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
