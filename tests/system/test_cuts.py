"""Connections cut, delayed and doubled at any message: the game ends as it would have without."""

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest
from support.server.players import (
    Expected,
    GameName,
    Player,
    Stop,
    after_a_round,
    expected_game,
    never,
    play_all,
    start_table,
)
from support.server.proxy import Fate, Proxy, proxy_to
from support.server.running import PATIENT, Inside, inside, plain
from support.soaking import diagonal, soak_seed, soak_size

from opera_protocol.client import Client, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import Act, TableSettings
from opera_rules.api import Map
from opera_server.journal.entries import Acted

SEED = sha256(b"cuts").digest()
TABLE_SEED = sha256(b"cut table").digest()
PAIRS = 4
FATES: tuple[Fate, ...] = ("lose", "deliver", "delay")


def settings_of(game: GameName) -> TableSettings:
    options = {"rounds": 7} if game == "opera" else {}
    return TableSettings(game=game, name="Scala", seats=2, seed=TABLE_SEED, options=options)


class Evening:
    """A server with two players, the first of whom has a bad line; table after table of the same game."""

    def __init__(self, here: Inside, proxy: Proxy, game: GameName, is_enough: Stop = never) -> None:
        self.here = here
        self.proxy = proxy
        self.settings = settings_of(game)
        self.is_enough = is_enough
        self.expected: Expected = expected_game(self.settings, SEED, is_enough)
        self.clients: list[Client] = []

    async def play(self, fate_of: Callable[[int], Fate]) -> int:
        """One table; how many messages passed over the bad line from its start to its end."""
        if not self.clients:
            bad = await connect(self.proxy.endpoints, new_identity(), patience=PATIENT)
            self.here.clients.append(bad)
            self.clients = [bad, await self.here.client()]
        table = await start_table(self.clients, self.settings)
        begun = self.proxy.count
        self.proxy.fate_of = lambda index: fate_of(index - begun)
        players = [Player(client, table, SEED, self.is_enough) for client in self.clients]
        views = await play_all(players)
        messages = self.proxy.count - begun
        self.proxy.fate_of = lambda _: "pass"
        assert [player.actions for player in players] == list(self.expected.actions.values())
        assert all(view.public["game"] == self.expected.public for view in views)
        await self._check_journal(table, players)
        await asyncio.gather(*(self._go_on(client, table) for client in self.clients))
        return messages

    async def _check_journal(self, table: str, players: list[Player]) -> None:
        stored = await self.here.server.journal.entries(table)
        acted = {
            n: (entry.seat, plain(entry.action)) for n, entry in enumerate(stored.entries) if isinstance(entry, Acted)
        }
        told = {n: (seat, action) for seat, player in enumerate(players) for n, action in player.acknowledged.items()}
        assert acted == told

    async def _go_on(self, client: Client, table: str) -> None:
        """Leave for the next table; the operator closes one that was not played to its end."""
        if self.here.room(table).table.state == "running":
            await self.here.server.lobby.close_table(table)
        await client.exit(table)

    async def play_for_every_place(self, fate: Fate, places: Iterable[int]) -> int:
        """A table for each message that is to suffer, until there is none any more; how many there were."""
        for suffered, place in enumerate(places):
            messages = await self.play(partial(_fate_at, {place: fate}))
            if messages <= place:
                return suffered
        raise AssertionError


def _late_every(distance: int, first: int, index: int) -> Fate:
    return "delay" if index % distance == first else "pass"


def _fate_at(fates: Mapping[int, Fate], index: int) -> Fate:
    return fates.get(index, "pass")


@pytest.mark.parametrize(("game", "fate"), diagonal(["opera", "turandot"], ["lose", "deliver"]))
async def test_a_round_ends_the_same_wherever_the_line_is_cut(tmp_path: Path, game: GameName, fate: Fate) -> None:
    """At every message of a round; some pairs of players share them out, so that not all wait at the same time."""

    async def suffer(here: Inside, first: int) -> int:
        async with proxy_to(here.endpoints) as proxy:
            evening = Evening(here, proxy, game, after_a_round)
            suffered = await evening.play_for_every_place(fate, count(first, PAIRS))
            assert proxy.cuts == suffered
            return suffered

    async with inside(tmp_path / "data") as here:
        assert sum(await asyncio.gather(*(suffer(here, first) for first in range(PAIRS)))) > 10


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_a_round_ends_the_same_whatever_comes_late(tmp_path: Path, game: GameName) -> None:
    """Every message is late at some table, while those before and after it are not."""
    async with inside(tmp_path / "data") as here, proxy_to(here.endpoints) as proxy:
        evening = Evening(here, proxy, game, after_a_round)
        for distance in (2, 3):
            for first in range(distance):
                await evening.play(partial(_late_every, distance, first))


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_whole_games_end_the_same_with_four_places_of_trouble_in_each(tmp_path: Path, game: GameName) -> None:
    """Five games of each kind: 40 places in all."""
    async with inside(tmp_path / "data") as here, proxy_to(here.endpoints) as proxy:
        evening = Evening(here, proxy, game)
        messages = await evening.play(lambda _: "pass")
        chance = Random(f"places {game}")
        for _ in range(5):
            fates = {place: chance.choice(FATES) for place in chance.sample(range(messages), 4)}
            await evening.play(partial(_fate_at, fates))


@pytest.mark.limit(1800)
@pytest.mark.soak
@pytest.mark.parametrize("fate", FATES)
@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_whole_games_end_the_same_whatever_happens_to_any_message(
    tmp_path: Path, game: GameName, fate: Fate
) -> None:
    """At every message of a whole game; then many troubles at once, by a seed."""
    seed = soak_seed()
    async with inside(tmp_path / "data") as here, proxy_to(here.endpoints) as proxy:
        evening = Evening(here, proxy, game)
        began = time.perf_counter()
        messages = await evening.play_for_every_place(fate, count())
        chance = Random(f"{seed} {game} {fate}")
        for _ in range(soak_size(20)):
            await evening.play(lambda _: fate if chance.random() < 0.1 else "pass")
        print(f"{messages} messages, {proxy.cuts} cuts, {time.perf_counter() - began:.0f} s")


async def test_everybody_loses_the_line_again_and_again(tmp_path: Path) -> None:
    """All connections of a player at once, soon after they were made."""
    async with inside(tmp_path / "data") as here, proxy_to(here.endpoints) as proxy:
        evening = Evening(here, proxy, "turandot")

        def cut_now_and_then(index: int) -> Fate:
            if index % 20 == 19:
                asyncio.get_running_loop().call_soon(proxy.cut_all)
            return "pass"

        await evening.play(cut_now_and_then)


class DoubledPlayer(Player):
    """Sends every action over two connections at once, with the same request id."""

    twin: Client

    async def act(self, decision: int, action: Map) -> Map:
        request = Act(id=os.urandom(16), table=self.table, decision=decision, action=action)
        first, second = await asyncio.gather(self.client.ask(request), self.twin.ask(request))
        assert first == second
        assert await self.client.ask(request) == first
        return first


async def test_a_doubled_request_is_answered_twice_and_done_once(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    for game in ("opera", "turandot"):
        settings = settings_of(game)
        table = await start_table(clients, settings)
        players = [DoubledPlayer(client, table, SEED) for client in clients]
        for player in players:
            player.twin = await here.client(player.client.identity)
        views = await play_all(players)
        expected = expected_game(settings, SEED)
        assert views[0].public["game"] == expected.public
        assert [player.actions for player in players] == list(expected.actions.values())
