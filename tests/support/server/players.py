"""Players for system tests: each decision is drawn among what is offered, the same one in every run of a seed.

They know what their client knows, nothing else: the state in which they look for offers is imagined from the documents.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import groupby
from typing import Any, Literal

import msgspec

from opera_protocol.client import Changed, Client, RefusedByServer, Room, View
from opera_protocol.wire.messages import Lines, TableSettings
from opera_rules.api import Map, Seat, rules_of, to_map
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in

NAMES = ("Kate", "Peter", "Mark", "Anna", "Ugo")
OVER = ("finished", "abandoned")
GameName = Literal["opera", "turandot"]
KINDS: tuple[tuple[GameName, int], ...] = (
    *(("opera", seats) for seats in (2, 3, 4)),
    *(("turandot", seats) for seats in (2, 3, 4, 5)),
)
"""Both games with every number of players."""

SIMULTANEOUS = ("bid", "offer_made")
"""What is told of decisions that are made at the same time, in whatever order they come."""

Stop = Callable[[Map], bool]
"""Whether to stop at this public document of a game; it must hold for good once it holds."""


def never(_game: Map) -> bool:
    return False


def after_a_round(game: Map) -> bool:
    """A round of Opera, two of the shorter turns of Turandot."""
    return bool(game.get("round", 0) >= 2 or game.get("turn", 0) >= 3)


def choose(game: str, seat: Seat, documents: tuple[Map, Map], events: Sequence[Map], seed: bytes) -> Map:
    """What a seat does: the same whenever and wherever it is asked the same."""
    rules = rules_of(game)
    # Maps in the order of their keys: the order of simultaneous decisions must not matter.
    public, private = msgspec.json.decode(msgspec.json.encode(documents, order="sorted"))
    question = msgspec.json.encode([public.get("round"), public.get("turn"), private], order="sorted")
    own = derive(seed, seat, sha256(question).hexdigest())
    heard = [rules.read_event(event) for event in _ordered(events) if not event["event"].startswith("table_")]
    seen = rules.read_public(public), rules.read_private(private)
    imagined = rules.imagine(*seen, heard, derive(own, "imagined"))
    return rules.write_action(rules.offers(imagined, seat).sample(Chance(derive(own, "choice"))))


def _ordered(events: Sequence[Map]) -> Iterator[Map]:
    """The events as if all who decide at the same time had done so in the order of their seats."""
    for kind, group in groupby(events, key=lambda event: str(event["event"])):
        stretch = list(group)
        yield from sorted(stretch, key=lambda event: int(event["seat"])) if kind in SIMULTANEOUS else stretch


@dataclass
class Expected:
    """How a game goes when nothing comes in between, worked out by the rules alone."""

    public: Map
    private: list[Map]
    actions: dict[Seat, list[Map]]


def expected_game(settings: TableSettings, seed: bytes, is_enough: Stop = never) -> Expected:
    """Let the same players play without any server."""
    rules, edition = rules_of(settings.game), built_in(settings.game)
    assert settings.seed is not None
    step = rules.new_game(settings.seats, rules.read_options(settings.options), edition, settings.seed)
    events = [to_map(event) for event in rules.visible(step.events, None)]
    actions: dict[Seat, list[Map]] = {seat: [] for seat in range(settings.seats)}
    while (waiting := rules.waiting(step.game)) and not is_enough(to_map(rules.public(step.game))):
        seat = min(waiting)
        private = {**to_map(rules.private(step.game, seat)), "choices": to_map(rules.choices(step.game, seat))}
        documents = (to_map(rules.public(step.game)), private)
        action = choose(settings.game, seat, documents, events, seed)
        step = rules.apply(step.game, seat, rules.read_action(action))
        events += [to_map(event) for event in rules.visible(step.events, None)]
        actions[seat].append(to_map(action))
    private_documents = [to_map(rules.private(step.game, seat)) for seat in range(settings.seats)]
    return Expected(to_map(rules.public(step.game)), private_documents, actions)


@dataclass
class Follower:
    """Reads a room and finds every gap: lines come in order, none twice, and none is missing."""

    client: Client
    room: Room
    log: list[Map] = field(default_factory=list)

    async def take(self, change: Changed) -> None:
        """Go on with what came; what an absence has left out is asked for."""
        lines = change.log
        if lines.lines and lines.start > len(self.log):
            assert change.is_entry, f"lines {len(self.log)} to {lines.start} never came"
            await self._fill(lines)
        assert not lines.lines or lines.start == len(self.log), (lines.start, len(self.log))
        self.log += lines.lines

    async def _fill(self, lines: Lines) -> None:
        while len(self.log) < lines.start:
            wanted = min(200, lines.start - len(self.log))
            older = await self.client.history(self.room.id, "log", len(self.log) + wanted, wanted)
            assert older.start == len(self.log)
            self.log += older.lines

    async def follow(self, holds: Callable[[View], object]) -> View:
        """Read until something holds."""
        async for item in self.room.items():
            if isinstance(item, Changed):
                await self.take(_unread(item, len(self.log)))
                if holds(item.view):
                    return item.view
        raise AssertionError("the room ended")


def _unread(change: Changed, known: int) -> Changed:
    """A stream opened anew begins with lines that were read before."""
    lines = change.log
    if not change.is_entry or not lines.lines or lines.start >= known:
        return change
    rest = lines.lines[known - lines.start :]
    return Changed(change.view, Lines(start=known, lines=rest), change.talk, change.gallery, is_entry=True)


@dataclass
class Player:
    """Plays a seat to the end, over whatever happens to the connection."""

    client: Client
    table: str
    seed: bytes
    is_enough: Stop = never
    is_alone: bool = True
    """Whether nobody else acts for the seat, so that no decision can be stale."""
    actions: list[Map] = field(default_factory=list)
    acknowledged: dict[int, Map] = field(default_factory=dict)
    """The journal's number of each action that the server said it had taken."""
    follower: Follower | None = None
    _answered: int = -1

    async def play(self) -> View:
        """Decide whenever asked; the last view."""
        room = await self.client.enter(self.table)
        if self.follower is None:
            self.follower = Follower(self.client, room)
        async for item in room.items():
            if not isinstance(item, Changed):
                continue
            await self.follower.take(_unread(item, len(self.follower.log)))
            if _is_over(item.view, self.is_enough):
                return item.view
            await self._decide(item.view)
        raise AssertionError("the room ended before the game")

    async def _decide(self, view: View) -> None:
        private = view.private
        if private is None or private["decision"] in (None, self._answered):
            return
        action = self.choice(view)
        self._answered = private["decision"]
        try:
            answer = await self.act(self._answered, action)
        except RefusedByServer as refused:
            # Another device was faster, perhaps with the last action of all.
            if self.is_alone or refused.code not in ("stale", "not_running"):
                raise
            return
        self.actions.append(action)
        assert answer["entry"] not in self.acknowledged
        self.acknowledged[answer["entry"]] = action

    async def act(self, decision: int, action: Map) -> Map:
        return await self.client.act(self.table, decision, action)

    def choice(self, view: View) -> Map:
        assert view.private is not None
        assert self.follower is not None
        game, seat = view.public["table"]["game"], view.private["seat"]
        private = {**view.private["game"], "choices": view.private["choices"]}
        documents = (view.public["game"], private)
        return choose(game, seat, documents, self.follower.log, self.seed)


def _is_over(view: View, is_enough: Stop) -> bool:
    table, game = view.public["table"], view.public["game"]
    return table["state"] in OVER or (game is not None and is_enough(game))


async def open_table(clients: Sequence[Client], settings: TableSettings, names: Sequence[str] = NAMES) -> str:
    """Everybody at one table, seated in order, ready and inside; the first one is the host."""
    host, *others = clients
    table: str = (await host.create(settings, names[0]))["table"]
    for client, name in zip(others, names[1:], strict=False):
        await client.take_seat(table, name, code=settings.code)
    await asyncio.gather(*(client.ready(table) for client in clients))
    await asyncio.gather(*(client.enter(table) for client in clients))
    return table


async def start_table(clients: Sequence[Client], settings: TableSettings, names: Sequence[str] = NAMES) -> str:
    """The same, with the game begun."""
    table = await open_table(clients, settings, names)
    await clients[0].start(table)
    await asyncio.gather(*(until_running(client, table) for client in clients))
    return table


async def until_running(client: Client, table: str) -> View:
    return await client.room(table).until(lambda view: view.public["table"]["state"] != "open")


async def until_over(client: Client, table: str) -> View:
    return await client.room(table).until(lambda view: view.public["table"]["state"] in OVER)


async def play_all(players: Sequence[Player]) -> list[View]:
    """All of them to the end."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(player.play()) for player in players]
    return [task.result() for task in tasks]


async def refusal(request: Any) -> tuple[str, Any]:
    """The code and parameters with which a request is refused."""
    try:
        answer = await request
    except RefusedByServer as refused:
        return refused.code, refused.parameters
    raise AssertionError(f"not refused: {answer}")
