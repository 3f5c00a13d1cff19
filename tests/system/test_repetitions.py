"""A request that was carried out is answered again and never carried out again: over any connection, after any kill."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.server.players import NAMES, Player, play_all, start_table
from support.server.running import PATIENT, ServerProcess, a_process, until

from opera_protocol.client import Client, RefusedByServer, connect
from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import (
    Act,
    Commit,
    Create,
    HandOver,
    Kick,
    Leave,
    Ready,
    Rematch,
    Request,
    Return,
    Reveal,
    Say,
    SetBot,
    SetClock,
    Sit,
    Start,
    TableSettings,
)
from opera_server.journal.entries import Acted, Entry
from opera_server.journal.reader import JournalReader
from opera_server.requests.handlers import HANDLERS

SEED = sha256(b"again").digest()


def settings_of(**chosen: Any) -> TableSettings:
    return TableSettings(**{"game": "turandot", "name": "Scala", "seats": 2, "seed": SEED, **chosen})


class Evening:
    """What people ask of a server that is killed, and what they were answered."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.clients: list[Client] = []
        self.asked: list[tuple[Client, Request, Any]] = []

    async def client(self, identity: Identity | None = None) -> Client:
        client = await connect(self.server.endpoints, identity or new_identity(), patience=PATIENT)
        self.clients.append(client)
        return client

    async def ask(self, client: Client, kind: type[Request], **fields: Any) -> Any:
        request = kind(id=os.urandom(16), **fields)
        answer = await client.ask(request)
        self.asked.append((client, request, answer))
        return answer

    async def ask_all_again(self) -> None:
        """Everything once more, in its order: every answer is the one it was."""
        for client, request, answer in self.asked:
            assert await client.ask(request) == answer, request

    async def ask_all_after_a_kill(self) -> None:
        """Nothing is in the journals afterwards that was not there before."""
        before = self.journals()
        await self.server.kill()
        await self.server.start()
        await self.ask_all_again()
        assert self.journals() == before

    def journals(self) -> dict[str, tuple[Entry, ...]]:
        """The entries of all tables that are not over."""
        reader = JournalReader(self.server.data / "journal.sqlite3")
        try:
            return {table.id: reader.entries(table.id).entries for table in reader.open_tables()}
        finally:
            reader.close()


@contextlib.asynccontextmanager
async def an_evening(folder: Path) -> AsyncIterator[Evening]:
    async with a_process(folder) as server:
        evening = Evening(server)
        try:
            yield evening
        finally:
            await asyncio.gather(*(client.close() for client in evening.clients))


async def test_whatever_was_done_at_tables_is_answered_again_after_a_kill(tmp_path: Path) -> None:
    """Every kind of request but rematch: opening, sitting, bots, being ready, the start, talk and what may come later.

    Nobody but a spectator comes into the room, so that no client and no stand-in does anything by itself.
    """
    async with an_evening(tmp_path / "data") as evening:
        host, guest, heir = [await evening.client() for _ in range(3)]
        opened = await evening.ask(host, Create, settings=settings_of(seats=3), name="Kate")
        table = opened["table"]
        assert opened["seat"] == 0
        assert await evening.ask(guest, Sit, table=table, name="Peter") == {"seat": 1}
        await evening.ask(host, Kick, table=table, seat=1)
        assert await evening.ask(guest, Sit, table=table, name="Peter", seat=2) == {"seat": 2}
        await evening.ask(guest, Leave, table=table)
        await evening.ask(guest, Sit, table=table, name="Peter", seat=1)
        await evening.ask(host, SetBot, table=table, seat=2, level="random")
        await evening.ask(host, SetBot, table=table, seat=2, level=None)
        await evening.ask(host, SetBot, table=table, seat=2, level="random")
        await evening.ask(guest, Ready, table=table, ready=True)
        await evening.ask(guest, Ready, table=table, ready=False)
        await evening.ask(guest, Say, table=table, text="One moment.")
        await evening.ask_all_after_a_kill()
        for client in (guest, host):
            await evening.ask(client, Ready, table=table, ready=True)
        await evening.ask(host, Start, table=table)
        # Offers are made at the same time, so this is the decision of both, whatever the bot does; after its own
        # offer it has nothing to do, nor has the guest's stand-in, and the journal stands still.
        offer = {"do": "offer", "number": 1, "money": 0, "bluff": False}
        assert await evening.ask(guest, Act, table=table, decision=started(evening, table), action=offer)
        await until(lambda: has_acted(evening, table, seat=2))
        await evening.ask(guest, Leave, table=table)
        await evening.ask(guest, Return, table=table)
        await evening.ask(host, SetClock, table=table, seconds=60)
        await heir.enter(table, name="Mark")
        await evening.ask(guest, Leave, table=table)
        whom = fingerprint(heir.identity.public_key)
        await evening.ask(host, HandOver, table=table, seat=1, fingerprint=whom)
        await evening.ask_all_after_a_kill()


def has_acted(evening: Evening, table: str, seat: int) -> bool:
    return any(isinstance(entry, Acted) and entry.seat == seat for entry in evening.journals()[table])


def started(evening: Evening, table: str) -> int:
    """The number of the entry with which the game began, which is that of the first decisions."""
    entries = evening.journals()[table]
    return next(n for n, entry in enumerate(entries) if type(entry).__name__ == "Started")


async def test_a_start_is_answered_again_to_everybody_who_took_part_in_it(tmp_path: Path) -> None:
    """Who asked for it is not heard twice; who revealed last has begun the game, and who revealed before is told so."""
    async with an_evening(tmp_path / "data") as evening:
        people, watcher = [await evening.client() for _ in range(2)], await evening.client()
        table = (await evening.ask(people[0], Create, settings=settings_of(seed=None), name="Kate"))["table"]
        await evening.ask(people[1], Sit, table=table, name="Peter")
        for person in people:
            await evening.ask(person, Ready, table=table, ready=True)
        await evening.ask(people[0], Start, table=table)
        await evening.ask_all_after_a_kill()
        await evening.ask(people[0], Start, table=table)
        room = await watcher.enter(table)
        view = await room.until(lambda view: view.public["table"]["start"])
        attempt = view.public["table"]["start"]["attempt"]
        secrets = [bytes([number]) * 32 for number in range(2)]
        for person, secret in zip(people, secrets, strict=True):
            await person.ask(Commit(id=os.urandom(16), table=table, attempt=attempt, digest=sha256(secret).digest()))
        for person, secret in zip(people, secrets, strict=True):
            await evening.ask(person, Reveal, table=table, attempt=attempt, contribution=secret)
        await evening.ask_all_after_a_kill()


async def test_a_rematch_is_opened_once(tmp_path: Path) -> None:
    """Who asked for it is answered again after a kill, and who asks later is led to the same table."""
    async with an_evening(tmp_path / "data") as evening:
        clients = [await evening.client() for _ in range(2)]
        table = await start_table(clients, settings_of())
        await play_all([Player(client, table, SEED) for client in clients])
        opened = await evening.ask(clients[0], Rematch, table=table, name=NAMES[0])
        await evening.server.kill()
        await evening.server.start()
        stranger = await evening.client()
        with pytest.raises(RefusedByServer, match="not_seated"):
            await stranger.rematch(table, "Nobody")
        await evening.ask_all_again()
        assert list(evening.journals()) == [opened["table"]]
        assert await clients[1].rematch(table, NAMES[1]) == opened


@pytest.mark.parametrize("number", range(3))
async def test_a_table_is_there_with_its_host_and_bots_or_not_at_all(tmp_path: Path, number: int) -> None:
    """A server killed while tables are being opened has none of them by halves, and none twice."""
    async with an_evening(tmp_path / "data") as evening:
        host = await evening.client()
        wanted = settings_of(game="opera", seats=4, bots=("random",) * 3)
        asking = [asyncio.create_task(evening.ask(host, Create, settings=wanted, name="Kate")) for _ in range(8)]
        await asyncio.wait(asking, timeout=0.004 * number)
        await evening.server.kill()
        await evening.server.start()
        opened = {(await task)["table"] for task in asking}
        journals = evening.journals()
        assert journals.keys() == opened
        assert len(opened) == len(asking)
        assert {len(entries) for entries in journals.values()} == {5}


async def test_a_repeated_request_gets_its_first_answer_from_everywhere(tmp_path: Path) -> None:
    """Over the same connection, over another one, and after the server has forgotten all it can."""
    async with an_evening(tmp_path / "data") as evening:
        host = await evening.client()
        table = (await evening.ask(host, Create, settings=settings_of(), name="Kate"))["table"]
        await evening.ask(host, Say, table=table, text="Hello?")
        for number in range(70):
            await host.say(table, str(number))
        before = evening.journals()
        await evening.ask_all_again()
        elsewhere = await evening.client(host.identity)
        for _, request, answer in evening.asked:
            assert await elsewhere.ask(request) == answer
        assert evening.journals() == before


def test_the_journal_remembers_every_request_that_changes_a_table() -> None:
    """What only asks, only belongs to a connection, or is lost with a start that fails, is not among them."""
    lost = {"Hello", "Enter", "Exit", "Commit"}
    asking = {"Preview", "Arrange", "Propose", "History", "Moment", "AfterRound", "Finished", "Find", "Transcript"}
    others = {kind.__name__ for kind in Request.__subclasses__()} - lost - asking
    assert {kind.__name__ for kind, handler in HANDLERS.items() if handler.durable} == others
