"""How long bots may think when many wait, with workers that answer when the test says so."""

import asyncio
import os
from functools import partial
from typing import Any

import pytest

from opera_bots.worker import Question
from opera_server.fair_queue import Asker
from opera_server.worker_pool import LEAST_SECONDS, Worker, WorkerPool, shared_time


class PatientWorker:
    """Answers one question after the other, each when it may."""

    is_alive = True

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.may_answer = asyncio.Semaphore(0)

    async def read(self) -> dict[str, Any]:
        return {}

    async def ask(self, question: Question) -> dict[str, Any]:
        self.asked.append(question)
        await self.may_answer.acquire()
        return {"seat": question.seat}

    async def end(self) -> None:
        pass


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> PatientWorker:
    worker = PatientWorker()

    async def start(_niceness: int) -> PatientWorker:
        return worker

    monkeypatch.setattr(Worker, "start", start)
    return worker


def question(seat: int) -> Question:
    return Question("opera", seat, "virtuoso", {}, {}, {}, [], bytes(32), seconds=1.0)


def asker(number: int) -> Asker:
    return Asker(bytes([number]), f"table {number}", lambda: True)


async def test_bots_think_shorter_while_others_wait(worker: PatientWorker) -> None:
    """The four that wait while the first one thinks share the time of one; the last has all of it again."""
    pool = WorkerPool(1)
    answers = asyncio.gather(*(pool.ask(partial(question, number), asker(number)) for number in range(5)))
    await asyncio.sleep(0)
    assert pool.waiting == 4
    for _ in range(5):
        worker.may_answer.release()
    assert [answer["seat"] for answer in await answers] == list(range(5))
    assert [asked.seconds for asked in worker.asked] == pytest.approx([1, 1 / 4, 1 / 3, 1 / 2, 1])
    await pool.close()


async def test_questions_are_made_when_it_is_their_turn(worker: PatientWorker) -> None:
    """Those who wait have cost nothing yet."""
    pool = WorkerPool(1)
    made: list[int] = []

    def make(number: int) -> Question:
        made.append(number)
        return question(number)

    asking = [asyncio.ensure_future(pool.ask(partial(make, number), asker(number))) for number in range(3)]
    worker.may_answer.release()
    await asking[0]
    await asyncio.sleep(0)
    assert made == [0, 1]
    assert pool.waiting == 1
    for _ in range(2):
        worker.may_answer.release()
    await asyncio.gather(*asking)
    assert made == [0, 1, 2]
    await pool.close()


def test_no_crowd_takes_all_the_time() -> None:
    """What a bot needs that does not search is left, unless bots have less than that anyway."""
    assert shared_time(1.0, 0, 4) == 1.0
    assert shared_time(1.0, 4, 4) == 0.5
    assert shared_time(1.0, 500, 4) == LEAST_SECONDS
    assert shared_time(0.01, 500, 4) == 0.01


async def test_workers_are_nice_within_the_servers_session_and_hear_no_ctrl_c() -> None:
    """Linux gives every session its share of the processor, so that nobody is nice to those in another one."""
    worker = await Worker.start(niceness=5)
    try:
        pid = worker._process.pid
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpgid(pid) != os.getpgid(0)
    finally:
        await worker.end()
