"""Who is served next: by order of service, with places that the test gives back one by one."""

import asyncio
from collections.abc import Iterator

import pytest

from opera_server.fair_queue import Asker, FairQueue


class Desk:
    """A queue whose places are given back when the test says so, and the order in which they were got."""

    def __init__(self, places: int = 1) -> None:
        self.queue = FairQueue(places)
        self.served: list[str] = []
        self.deserted: set[str] = set()
        """Tables where nobody is."""
        self._done: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Ask for places; a name is key, table and number: `A1a`."""
        for name in names:
            self._done[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._stay(name))
            await asyncio.sleep(0)

    async def _stay(self, name: str) -> None:
        key, table = name[0], name[:2]
        async with self.queue.place(Asker(key.encode(), table, lambda: table not in self.deserted)):
            self.served.append(name)
            await self._done[name].wait()

    async def finish(self, name: str) -> None:
        self._done[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks[name], return_exceptions=True)

    async def finish_all(self) -> list[str]:
        """Give every place back, the one that was got first before the others; the order of all of them."""
        finished = 0
        while finished < len(self.served):
            await self.finish(self.served[finished])
            finished += 1
        return self.served


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    assert not desk.queue._waiting
    assert not len(desk.queue._keys) + len(desk.queue._tables)
    assert not +desk.queue._held


async def test_one_key_with_many_tables_waits_for_itself(desk: Desk) -> None:
    """Eight tables of one key and one of another: the other is next, whatever came before it."""
    await desk.ask(*(f"A{table}a" for table in range(8)), "B0a")
    assert await desk.finish_all() == ["A0a", "B0a", *(f"A{table}a" for table in range(1, 8))]


async def test_keys_take_turns(desk: Desk) -> None:
    """Each gets one place after the other, also the one that asked last."""
    await desk.ask("A0a", "A1a", "A2a", "B0a", "B1a", "C0a")
    assert await desk.finish_all() == ["A0a", "B0a", "C0a", "A1a", "B1a", "A2a"]


async def test_tables_of_a_key_take_turns(desk: Desk) -> None:
    """A table with three bots that think waits for the key's other table after each."""
    await desk.ask("A0a", "A0b", "A0c", "A1a", "A1b")
    assert await desk.finish_all() == ["A0a", "A1a", "A0b", "A1b", "A0c"]


async def test_who_has_no_place_comes_before_who_has_one() -> None:
    """With several places: a key that has two of three waits until another has one, then they take turns."""
    desk = Desk(places=3)
    await desk.ask("A0a", "A1a", "A2a", "A3a", "A4a", "B0a", "B1a")
    await desk.finish("A1a")
    assert desk.served == ["A0a", "A1a", "A2a", "B0a"]
    assert await desk.finish_all() == ["A0a", "A1a", "A2a", "B0a", "A3a", "B1a", "A4a"]


async def test_who_asks_again_comes_behind_who_waits(desk: Desk) -> None:
    """A key that leaves and comes back gets no more turns than one whose second table waits all along."""
    await desk.ask("A0a", "A1a", "B0a", "C0a")
    await desk.finish("A0a")
    await desk.finish("B0a")
    await desk.ask("B0b")
    await desk.finish("C0a")
    assert desk.served == ["A0a", "B0a", "C0a", "A1a"]
    await desk.finish("A1a")
    await desk.finish("B0b")


async def test_equals_are_served_in_the_order_in_which_they_asked(desk: Desk) -> None:
    """Whether their keys are new or came back."""
    await desk.ask("Z0a", "A0a", "B0a")
    for name in ("Z0a", "A0a"):
        await desk.finish(name)
    await desk.ask("C0a", "Z0b", "A0b", "D0a")
    assert await desk.finish_all() == ["Z0a", "A0a", "B0a", "C0a", "D0a", "Z0b", "A0b"]


async def test_waiting_is_counted(desk: Desk) -> None:
    """How many wait now, and how many have had a place."""
    await desk.ask("A0a", "A1a", "B0a")
    assert (desk.queue.waiting, desk.queue.figures.served) == (2, 1)
    await desk.finish_all()
    assert (desk.queue.waiting, desk.queue.figures.served) == (0, 3)
    assert desk.queue.figures.waited_seconds > 0


async def test_people_come_before_bots_among_themselves(desk: Desk) -> None:
    """Whoever comes to a table while its bots wait brings them forward."""
    desk.deserted = {"A0", "B0"}
    await desk.ask("A9a", "B0a", "A0a", "C0a", "A1a")
    await desk.finish("A9a")
    desk.deserted = {"B0"}
    assert await desk.finish_all() == ["A9a", "C0a", "A0a", "A1a", "B0a"]


async def test_who_gives_up_takes_nothing_with_them(desk: Desk) -> None:
    """A table that is closed while its bot waits, or while it thinks."""
    await desk.ask("A0a", "A1a", "B0a")
    await desk.give_up("A1a")
    await desk.give_up("A0a")
    await asyncio.sleep(0)
    assert desk.served == ["A0a", "B0a"]
    await desk.finish("B0a")


async def test_all_may_give_up_at_once(desk: Desk) -> None:
    """Also in the moment in which a place becomes free for one of them."""
    await desk.ask("A0a", "A1a", "B0a")
    tasks = list(desk._tasks.values())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert desk.served == ["A0a"]


async def test_what_a_key_has_asked_for_is_counted(desk: Desk) -> None:
    """Places it has and places it waits for."""
    await desk.ask("A0a", "A1a", "B0a")
    assert [desk.queue.asked_by(key) for key in (b"A", b"B", b"C")] == [2, 1, 0]
    await desk.finish_all()
    assert desk.queue.asked_by(b"A") == 0
