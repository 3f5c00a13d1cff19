"""Taking back against bots, over real sockets: for the only person, as far as nothing was uncovered, and on disk."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.server.players import Follower, GameName, Player, choose, refusal, start_table, until_over
from support.server.running import PATIENT, Inside, a_process, inside, until

from opera_protocol.client import Client, RefusedByServer, View, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import Branch, TableSettings, TakeBack
from opera_rules.api import Map
from opera_rules.transcript import Amends, Origin, replay
from opera_server.history.moments import PositionCache
from opera_server.journal.entries import Acted, TakenBack
from opera_server.tables.table import state_hash
from opera_server.worker_pool import Worker

SEED = sha256(b"back").digest()
GAMES: tuple[GameName, ...] = ("opera", "turandot")


def a_table(game: GameName = "opera", **chosen: Any) -> TableSettings:
    """Bots that think for a while in Turandot, where nearly every answer is followed by a reveal."""
    bots = ("random", "random") if game == "opera" else ("virtuoso", "virtuoso")
    return TableSettings(**{"game": game, "name": "Scala", "seats": 3, "bots": bots, **chosen})


def own(view: View) -> Mapping[str, Any]:
    """The private document of the player who sees this."""
    assert view.private is not None
    return view.private


def standing(log: list[Map]) -> list[Map]:
    """The lines of the game that still count, as the contract says."""
    kept: list[tuple[int, Map]] = []
    for number, line in enumerate(log):
        if line["event"] == "table_taken_back":
            kept = [entry for entry in kept if entry[0] < line["since"]]
        elif not line["event"].startswith("table_"):
            kept.append((number, line))
    return [line for _, line in kept]


@dataclass
class Doubter(Player):
    """Plays, but now and then takes the last action back first, at most so many times."""

    is_alone: bool = False
    """What was asked before something was taken back may still be read afterwards."""
    chance: Random = field(default_factory=lambda: Random(5))
    most: int = 12
    taken_back: int = 0
    times: int = 0

    async def _decide(self, view: View) -> None:
        number = own(view)["take_back"]
        if number is None or self.times >= self.most or self.chance.random() < 0.5:
            await super()._decide(view)
        elif await self._took_back(number) and own(view)["decision"] is not None:
            # What is asked here is not asked any more.
            self._answered = own(view)["decision"]

    async def _took_back(self, number: int) -> bool:
        try:
            answer = await self.client.take_back(self.table, number)
        except RefusedByServer as refused:
            # A bot was faster and uncovered something, perhaps with the last action of all.
            if refused.code not in ("stale", "nothing_to_take_back", "not_running"):
                raise
            return False
        self.taken_back += answer["actions"]
        self.times += 1
        return True

    def choice(self, view: View) -> Map:
        """Decide anew each time, also where the same was asked before."""
        assert self.follower is not None
        private = {**own(view)["game"], "choices": own(view)["choices"]}
        seed = sha256(self.seed + bytes([self.times])).digest()
        game = view.public["table"]["game"]
        return choose(game, own(view)["seat"], (view.public["game"], private), standing(self.follower.log), seed)


async def taken_back_once(client: Client, table: str) -> tuple[View, View]:
    """Act until something can be taken back, take it back; the views before and after."""
    player = Doubter(client, table, SEED, most=0)
    player.follower = Follower(client, client.room(table))
    await player.follower.follow(lambda _view: True)
    while True:
        view = await player.follower.follow(lambda view: own(view)["decision"] not in (None, player._answered))
        if own(view)["take_back"] is not None:
            break
        await player._decide(view)
    number = own(view)["take_back"]
    await client.take_back(table, number)
    after = await player.follower.follow(lambda seen: own(seen)["take_back"] != number)
    return view, after


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_with_much_taken_back_leaves_a_transcript_of_what_stands(
    here: Inside, game: GameName
) -> None:
    """Player and spectator see the same to the end; the transcript replays and says how much was taken back."""
    client, guest = await here.client(), await here.client()
    table = await start_table([client], a_table(game))
    player, watcher = Doubter(client, table, SEED), Follower(guest, await guest.enter(table))
    async with asyncio.TaskGroup() as group:
        group.create_task(player.play())
        group.create_task(watcher.follow(lambda view: view.public["table"]["state"] == "finished"))
    assert player.times > 0
    assert player.follower is not None
    assert watcher.log == player.follower.log
    assert sum(line["actions"] for line in watcher.log if line["event"] == "table_taken_back") == player.taken_back
    head = guest.room(table).view.public["table"]
    assert head["taken_back"] == player.taken_back
    summary = replay(await client.transcript(table))
    assert summary.amends == Amends(player.taken_back)
    assert summary.actions == head["actions"]
    assert len(here.room(table).table.events) == len(standing(watcher.log))


async def test_taking_back_restores_the_position_and_asks_anew(here: Inside) -> None:
    """The game's public document is that before the own action; the decision has a new number and the same choices."""
    client = await here.client()
    table = await start_table([client], a_table(seed=SEED))
    before, after = await taken_back_once(client, table)
    assert own(after)["decision"] > own(before)["take_back"]
    stored = (await here.server.journal.entries(table)).entries
    entry = stored[-1]
    assert isinstance(entry, TakenBack)
    states = PositionCache().of(here.room(table).table, stored)
    assert len(states) == after.public["table"]["actions"] + 1
    assert state_hash(states[-1]) == state_hash(here.room(table).table.game) == entry.state
    old = own(before)["take_back"]
    offered = own(after)["choices"]
    assert offered is not None
    assert await refusal(client.act(table, old, {"do": "close"})) == ("stale", {})


async def test_what_was_revealed_or_drawn_stands(here: Inside) -> None:
    """At the first decision after the bids nothing can be taken back: the bids are known."""
    client = await here.client()
    table = await start_table([client], a_table(seed=SEED))
    room = client.room(table)
    view = await room.until(lambda view: own(view)["decision"])
    assert own(view)["take_back"] is None
    assert await refusal(client.take_back(table, 0)) == ("nothing_to_take_back", {})
    bid = own(view)["decision"]
    await client.act(table, bid, {"do": "bid", "amount": 1})
    view = await room.until(lambda view: view.public["game"]["phase"] == "act")
    assert own(view)["take_back"] is None
    assert await refusal(client.take_back(table, bid)) == ("nothing_to_take_back", {})


async def test_a_sealed_bid_is_taken_back_while_a_bot_still_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bots that think are stopped and think anew about the decision that is open now."""
    asked: list[int] = []
    is_held = asyncio.Event()
    ask = Worker.ask

    async def hold(worker: Worker, question: Any) -> Any:
        asked.append(question.seat)
        if not is_held.is_set():
            await asyncio.Event().wait()
        return await ask(worker, question)

    monkeypatch.setattr(Worker, "ask", hold)
    async with inside(tmp_path / "data") as here:
        client = await here.client()
        table = await start_table([client], a_table(seed=SEED))
        room = client.room(table)
        bid = own(await room.until(lambda view: own(view)["decision"]))["decision"]
        await until(lambda: len(here.room(table).turns) == 2)
        await client.act(table, bid, {"do": "bid", "amount": 7})
        view = await room.until(lambda view: own(view)["take_back"] == bid)
        assert view.public["game"]["players"][0]["has_bid"]
        thinking = [turn.task for turn in here.room(table).turns.values()]
        assert await client.take_back(table, bid) == {"actions": 1}
        assert all(task.cancelling() or task.done() for task in thinking)
        view = await room.until(lambda view: own(view)["decision"] not in (None, bid))
        assert not view.public["game"]["players"][0]["has_bid"]
        assert own(view)["take_back"] is None
        assert {turn.decision for turn in here.room(table).turns.values()} == {own(view)["decision"]}
        is_held.set()
        for seat in (1, 2):
            here.room(table).turns[seat].task.cancel()
        here.room(table).turns.clear()
        here.room(table).wake_bots()
        await client.act(table, own(view)["decision"], {"do": "bid", "amount": 1})
        await room.until(lambda view: view.public["game"]["phase"] == "act")


async def test_nothing_is_taken_back_where_other_people_play(here: Inside) -> None:
    """Neither an own bid, nor at the wish of the other, nor by a spectator; and nobody is told that it could be."""
    clients, guest = [await here.client() for _ in range(2)], await here.client()
    table = await start_table(clients, a_table(seats=2, bots=()))
    await guest.enter(table)
    room = clients[0].room(table)
    bid = own(await room.until(lambda view: own(view)["decision"]))["decision"]
    await clients[0].act(table, bid, {"do": "bid", "amount": 1})
    view = await room.until(lambda view: own(view)["decision"] is None)
    assert own(view)["take_back"] is None
    assert await refusal(clients[0].take_back(table, bid)) == ("others_seated", {})
    assert await refusal(clients[1].take_back(table, bid)) == ("others_seated", {})
    assert await refusal(guest.take_back(table, bid)) == ("not_seated", {})


async def test_taking_back_twice_takes_back_two_actions_or_is_stale(here: Inside) -> None:
    """A request names the decision whose answer it means: sent twice, the second one does nothing."""
    client = await here.client()
    table = await start_table([client], a_table(seed=SEED))
    before, after = await taken_back_once(client, table)
    code, _ = await refusal(client.take_back(table, own(before)["take_back"]))
    assert code in ("stale", "nothing_to_take_back")
    assert after.public["table"]["taken_back"] == here.room(table).table.taken_back


@pytest.mark.parametrize("game", GAMES)
async def test_taking_back_survives_kills_and_is_answered_again(tmp_path: Path, game: GameName) -> None:
    """After each of some kills the table is as it was, and a repeated request changes nothing more."""
    async with a_process(tmp_path / "data") as server:
        client = await connect(server.endpoints, new_identity(), patience=PATIENT)
        try:
            table = await start_table([client], a_table(game))
            player = Doubter(client, table, SEED)
            answers: list[Map] = []

            async def take_back_and_die(table: str, decision: int) -> Map:
                request = TakeBack(id=os.urandom(16), table=table, decision=decision)
                answer = await client.ask(request)
                if len(answers) < 3:
                    await server.kill()
                    await server.start()
                    assert await client.ask(request) == answer
                answers.append(answer)
                return answer

            client.take_back = take_back_and_die  # type: ignore[method-assign]
            await player.play()
            assert answers
            summary = replay(await client.transcript(table))
            assert summary.amends.taken_back == sum(answer["actions"] for answer in answers)
            assert "damaged" not in server.told()
        finally:
            await client.close()


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_goes_on_from_an_earlier_moment_at_a_table_of_its_own(
    tmp_path: Path, here: Inside, game: GameName
) -> None:
    """Same seed, same position, marked `from`; the old game stays, and its notes prove the new one's shuffle."""
    client = await here.client(seen_folder=tmp_path / "seen")
    table = await start_table([client], a_table(game))
    await Doubter(client, table, SEED, most=3).play()
    assert client.room(table).verdict is not None
    old = here.room(table).table
    request = Branch(id=os.urandom(16), table=table, actions=9)
    opened = await client.ask(request)
    assert await client.ask(request) == opened
    assert opened["seat"] == 0
    room = await client.enter(opened["table"])
    head = room.view.public["table"]
    assert head["from"] == {"table": table, "actions": 9, "dealt_at": table}
    assert head["state"] == "running"
    assert head["shuffle"] is None
    new = here.room(opened["table"]).table
    assert (new.seed, new.log[: old.log_after[0]]) == (old.seed, old.log[: old.log_after[0]])
    await Doubter(client, opened["table"], SEED).play()
    await until_over(client, opened["table"])
    assert room.verdict is not None
    assert room.verdict.code == "proved"
    summary = replay(await client.transcript(opened["table"]))
    assert summary.amends == Amends(new.taken_back, Origin(table, 9, table))
    assert [entry["id"] for entry in (await client.finished(mine=True))["tables"]] == [opened["table"], table]
    assert here.room(table).table.state == "finished"


async def test_after_a_kill_a_branch_is_whole_or_not_there(tmp_path: Path) -> None:
    """The table with all repeated actions is written at once, and the repeated request finds it."""
    async with a_process(tmp_path / "data") as server:
        client = await connect(server.endpoints, new_identity(), patience=PATIENT)
        try:
            table = await start_table([client], a_table("turandot"))
            await Doubter(client, table, SEED, most=0).play()
            request = Branch(id=os.urandom(16), table=table)
            asking = asyncio.create_task(client.ask(request))
            await asyncio.sleep(0)
            await server.kill()
            await server.start()
            opened = await asking
            assert await client.ask(request) == opened
            room = await client.enter(opened["table"])
            assert room.view.public["table"]["from"]["table"] == table
            assert own(room.view)["decision"] is not None
        finally:
            await client.close()


async def test_who_may_not_branch(here: Inside) -> None:
    """Not during the game, not strangers, not where others played, not beyond the last moment."""
    client, guest = await here.client(), await here.client()
    table = await start_table([client], a_table("turandot"))
    assert await refusal(client.branch(table)) == ("not_finished", {})
    await Doubter(client, table, SEED, most=0).play()
    last = here.room(table).table.actions - 1
    assert await refusal(guest.branch(table)) == ("not_seated", {})
    assert await refusal(client.branch(table, last + 1)) == ("no_such_moment", {"last": last})
    assert await refusal(client.branch("nowhere1")) == ("no_such_table", {})
    stored = await here.server.journal.entries(table)
    assert sum(isinstance(entry, Acted) for entry in stored.entries) == last + 1
