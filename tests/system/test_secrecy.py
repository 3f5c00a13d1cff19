"""What is hidden stays hidden, byte for byte.

Two games that differ only in one seat's secrets are played the same way; whatever another seat, a spectator or
a stranger receives is compared frame by frame, and with it the server's log and figures.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from support.attack.wire import Opener, Wire, settings, wires
from support.rules.opera_builder import a_game
from support.server.running import Inside, inside

from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import (
    LOBBY,
    Act,
    AfterRound,
    Arrange,
    Attach,
    Beat,
    Branch,
    Create,
    Detach,
    Enter,
    Exit,
    Finished,
    HandOver,
    History,
    Moment,
    Preview,
    Propose,
    Ready,
    Rematch,
    Request,
    Say,
    SetClock,
    Sit,
    Start,
    TableSettings,
    TakeBack,
    Transcript,
)
from opera_rules.api import Map
from opera_server.config.logs import fields_of
from opera_server.operate.admin import OperatorCommands
from opera_server.operate.metrics import exposition

PEOPLE = ("owner", "rival", "third", "watcher", "late", "stranger")
WITNESSES = ("rival", "watcher", "late", "stranger")
TABLE = "thetable"


class Tokens:
    """Random bytes that are the same in both games."""

    def __init__(self) -> None:
        self._given = 0

    def token_bytes(self, length: int) -> bytes:
        self._given += 1
        return self._given.to_bytes(length, "big")


@dataclass
class Record:
    """All that came out of one game, for each person by name and from the server itself."""

    replies: dict[str, list[bytes]] = field(default_factory=dict)
    news: dict[str, list[list[bytes]]] = field(default_factory=dict)
    log: list[Map] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)

    def of(self, who: str) -> tuple[list[bytes], list[list[bytes]]]:
        return self.replies[who], self.news[who]


@dataclass
class Scene:
    """A table with three players in the middle of a game, and others around it."""

    here: Inside
    wires: dict[str, Wire]

    def __getitem__(self, name: str) -> Wire:
        return self.wires[name]

    async def fences(self) -> None:
        """Let everything arrive that was sent."""
        for name in PEOPLE:
            await self.wires[name].fence()

    async def tell_lobby(self) -> None:
        await self.here.server.lobby._announce()


@pytest.fixture(autouse=True)
def same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids and numbers come in order, and the lobby is told when the test says so."""
    monkeypatch.setattr("opera_server.lobby.new_tables.new_table_id", lambda: TABLE)
    monkeypatch.setattr("opera_server.lobby.lobby.ANNOUNCE_SECONDS", 1000.0)


@pytest.fixture(scope="module")
def identities() -> dict[str, Identity]:
    """The same people in both games."""
    return {name: new_identity() for name in PEOPLE}


@contextmanager
def logged(lines: list[Map]) -> Iterator[None]:
    """What the server writes into its log meanwhile, but for where its files are."""

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.name.startswith("opera"):
                lines.append({name: value for name, value in fields_of(record).items() if name != "path"})

    collector = Collector()
    logger = logging.getLogger()
    before = logger.level
    logger.addHandler(collector)
    logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        logger.removeHandler(collector)
        logger.setLevel(before)


async def open_scene(here: Inside, opened: Opener, identities: dict[str, Identity], table: TableSettings) -> Scene:
    """Everybody is there but who comes late; the game has begun."""
    scene = Scene(here, {name: opened(identities[name], name) for name in PEOPLE})
    for name in ("owner", "rival", "third", "watcher", "late"):
        await scene[name].attach()
        await scene[name].enter(LOBBY)
    await scene["owner"].result(Create, settings=table, name="Owner")
    await scene["rival"].result(Sit, table=TABLE, name="Rival")
    await scene["third"].result(Sit, table=TABLE, name="Third")
    for name in ("owner", "rival", "third"):
        await scene[name].enter(TABLE)
        await scene[name].result(Ready, table=TABLE, ready=True)
    await scene["watcher"].enter(TABLE, name="Watcher")
    await scene["owner"].result(Start, table=TABLE)
    await scene.fences()
    return scene


def questions(own_action: Map) -> list[tuple[type[Request], Map]]:
    """All that somebody might ask to find out more."""
    streams = [(History, {"stream": stream, "before": 1000, "count": 200}) for stream in ("log", "talk", "gallery")]
    moments = [(Moment, {"n": n, "seat": seat}) for n in (0, 1, 2, 50) for seat in (None, 0, 1)]
    actions = ({"do": "bid", "amount": 3}, {"do": "bid", "amount": 99}, {"do": "nonsense"}, own_action)
    return [
        *streams,
        *moments,
        (Preview, {"actions": actions}),
        (Arrange, {"buy": (), "goal": "income"}),
        (Arrange, {"buy": ("verdi",), "goal": "points"}),
        (Transcript, {}),
        (AfterRound, {"round": 0}),
        (Act, {"decision": 999, "action": own_action}),
        (Act, {"decision": 0, "action": {}}),
        (Propose, {"decision": 999}),
        (TakeBack, {"decision": 999}),
        (Branch, {"actions": 0}),
        (Rematch, {"name": "Again"}),
        (HandOver, {"seat": 0, "fingerprint": "AAAA"}),
        (SetClock, {"seconds": 1}),
    ]


async def look_everywhere(wire: Wire, own_action: Map) -> None:
    """Ask everything, come in anew, and listen."""
    for kind, fields in questions(own_action):
        await wire.ask(kind, table=TABLE, **fields)
    await wire.ask(Finished)
    await wire.ask(Finished, mine=True)
    if wire.attachment:
        await wire.ask(Enter, room=TABLE, attachment=wire.attachment)
    await wire.fence()


async def pry(scene: Scene) -> None:
    """A stranger tries what can be sent at all, with what belongs to others."""
    stranger, owner = scene["stranger"], scene["owner"]
    await look_everywhere(stranger, {"do": "bid", "amount": 1})
    for room in (TABLE, LOBBY):
        await stranger.ask(Enter, room=room, attachment=owner.attachment)
        await stranger.ask(Exit, room=room, attachment=owner.attachment)
    for message in (
        Attach(ticket=owner.ticket),
        Attach(ticket=bytes(16)),
        Beat(attachment=owner.attachment),
        Detach(attachment=owner.attachment),
    ):
        await stranger.tell(message)
    for raw in ([b""], [b"", b""], [b"\xc1"], [encode({"kind": "update"})], [b"x"] * 5):
        await stranger.updates.send_multipart(raw)
    await stranger.fence()


async def owner_works(owner: Wire, secret: Map) -> None:
    """What the owner of the secrets does by himself, allowed or not: nobody else hears of it."""
    await look_everywhere(owner, secret)
    await owner.ask(Preview, table=TABLE, actions=tuple({"do": "bid", "amount": n} for n in range(12)))


async def watch_from_everywhere(scene: Scene, own_action: Map) -> None:
    for name in ("rival", "watcher"):
        await look_everywhere(scene[name], own_action)
    await pry(scene)
    await scene["late"].enter(TABLE, name="Late")
    await look_everywhere(scene["late"], own_action)
    await scene["rival"].result(Say, table=TABLE, text="What have you got?")
    await scene["watcher"].result(Say, table=TABLE, text="I would like to know, too.")
    await scene.tell_lobby()
    await scene.fences()


async def come_and_go(scene: Scene) -> None:
    """The owner goes, and comes back with another connection."""
    owner = scene["owner"]
    await owner.updates.send(encode(Detach(attachment=owner.attachment)))
    await owner.fence()
    await owner.attach()
    await owner.enter(TABLE)
    await scene.fences()


def finish(scene: Scene, record: Record) -> Record:
    for name, wire in scene.wires.items():
        record.replies[name], record.news[name] = wire.replies, wire.news
    shown = exposition(OperatorCommands(scene.here.server).metrics())
    record.figures = [line for line in shown.splitlines() if "flush_seconds" not in line]
    return record


async def sealed_game(
    data: Path, identities: dict[str, Identity], table: TableSettings, secret: Map, rival: Map
) -> Record:
    """A game in which the owner decides something that is not shown yet."""
    record = Record()
    with logged(record.log):
        async with inside(data) as here, wires(here.endpoints) as opened:
            here.stop_time()
            scene = await open_scene(here, opened, identities, table)
            await scene["owner"].result(Act, table=TABLE, decision=here.room(TABLE).table.opened[0], action=secret)
            await owner_works(scene["owner"], secret)
            await watch_from_everywhere(scene, rival)
            await scene["rival"].result(Act, table=TABLE, decision=here.room(TABLE).table.opened[1], action=rival)
            await come_and_go(scene)
            await watch_from_everywhere(scene, rival)
            return finish(scene, record)


ORDINARY: Map = {"bid": {"do": "bid", "amount": 1}, "act": {"do": "close"}}
PLAYERS = ("owner", "rival", "third")


async def play_on(scene: Scene) -> None:
    """Everybody decides the same in both games until a reveal or the end of a round has been shown step by step."""
    table = scene.here.room(TABLE).table
    before, round_now = table.rules.public(table.game).phase, table.rules.public(table.game).round
    while True:
        shown = table.rules.public(table.game)
        if (shown.phase, shown.round) != (before, round_now):
            return
        seat, kind = next(iter(table.rules.waiting(table.game).items()))
        await scene[PLAYERS[seat]].result(Act, table=TABLE, decision=table.opened[seat], action=ORDINARY[kind])
        await scene.fences()


async def prepared_game(data: Path, identities: dict[str, Identity], state: Any) -> Record:
    """A game that is in a state of our making, whatever the seed said."""
    record = Record()
    with logged(record.log):
        async with inside(data) as here, wires(here.endpoints) as opened:
            here.stop_time()
            scene = await open_scene(here, opened, identities, settings(seats=3))
            room = here.room(TABLE)
            room.table.game = state
            waiting = room.table.rules.waiting(state)
            room.table.opened = dict.fromkeys(waiting, room.table.entries)
            room.clocks.follow(room.table)
            room._choices.clear()
            room.show()
            await scene.fences()
            await owner_works(scene["owner"], {"do": "bid", "amount": 2})
            await watch_from_everywhere(scene, {"do": "bid", "amount": 1})
            if waiting.get(0) == "bid":
                await scene["owner"].result(
                    Act, table=TABLE, decision=room.table.opened[0], action={"do": "bid", "amount": 2}
                )
            await come_and_go(scene)
            await watch_from_everywhere(scene, {"do": "bid", "amount": 1})
            await play_on(scene)
            await watch_from_everywhere(scene, {"do": "close"})
            return finish(scene, record)


def assert_alike(one: Record, other: Record) -> None:
    """Only the owner of the secrets could tell the two games apart."""
    assert one.of("owner") != other.of("owner"), "the two games are the same one"
    for witness in (*WITNESSES, "third"):
        assert one.replies[witness] == other.replies[witness], witness
        assert one.news[witness] == other.news[witness], witness
    assert one.log == other.log
    assert one.figures == other.figures
    assert all(one.replies[witness] for witness in WITNESSES)
    assert sum(map(len, one.news["rival"])) > 10


@pytest.mark.parametrize(
    ("game", "secrets", "rival"),
    [
        ("opera", ({"do": "bid", "amount": 0}, {"do": "bid", "amount": 10}), {"do": "bid", "amount": 4}),
        (
            "turandot",
            (
                {"do": "offer", "number": 1, "money": 2, "bluff": False},
                {"do": "offer", "number": 4, "money": 1, "bluff": True},
            ),
            {"do": "offer", "number": 2, "money": 0, "bluff": False},
        ),
    ],
)
async def test_nobody_can_tell_one_sealed_decision_from_another(
    tmp_path: Path,
    identities: dict[str, Identity],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    secrets: tuple[Map, Map],
    rival: Map,
) -> None:
    """A bid of nothing and a bid of ten, two offers of three cards: all others receive the same bytes."""
    records: list[Record] = []
    for number, secret in enumerate(secrets):
        monkeypatch.setattr("opera_server.net.update_connections.secrets", Tokens())
        table = settings(game=game, seats=3)
        records.append(await sealed_game(tmp_path / str(number), identities, table, secret, rival))
    assert_alike(*records)


BIDDING = (
    a_game(3).with_levels(2, 3, 4).with_ducats(7, 11, 12).with_stock(0, "verdi", "verdi").bidding,
    a_game(3).with_levels(2, 3, 4).with_ducats(19, 11, 12).with_stock(0, "mozart", "handel").bidding,
)
ACTING = (
    a_game(3)
    .with_ducats(3, 11, 12)
    .with_levels(5, 3, 1)
    .with_stock(0, "wagner")
    .staged(0, "wien", "verdi", "mozart")
    .acting,
    a_game(3)
    .with_ducats(28, 11, 12)
    .with_levels(5, 3, 1)
    .with_stock(0, "mozart")
    .staged(0, "wien", "verdi", "mozart")
    .acting,
)


@pytest.mark.parametrize("states", [BIDDING, ACTING], ids=["bidding", "acting"])
async def test_nobody_can_tell_how_rich_another_is_or_what_his_stock_holds(
    tmp_path: Path, identities: dict[str, Identity], monkeypatch: pytest.MonkeyPatch, states: tuple[Any, Any]
) -> None:
    """Other ducats and another stock of the same size: all others receive the same bytes."""
    records: list[Record] = []
    for number, state in enumerate(states):
        monkeypatch.setattr("opera_server.net.update_connections.secrets", Tokens())
        records.append(await prepared_game(tmp_path / str(number), identities, state()))
    assert_alike(*records)


async def test_a_stranger_hears_nothing_of_any_table(tmp_path: Path, identities: dict[str, Identity]) -> None:
    """Whatever is tried without a ticket of one's own, no frame comes that names a table or tells of one."""
    records: list[Record] = []
    table = settings(seats=3, spectators=False)
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        scene = await open_scene_without_spectators(here, opened, identities, table)
        await pry(scene)
        decision = here.room(TABLE).table.opened[0]
        await scene["owner"].result(Act, table=TABLE, decision=decision, action={"do": "bid", "amount": 1})
        await scene["stranger"].fence()
        records.append(finish(scene, Record()))
    replies, news = records[0].of("stranger")
    assert all(len(frames) == 1 and len(frames[0]) < 50 for frames in news), news
    for frame in (*replies, *(frames[0] for frames in news)):
        assert TABLE.encode() not in frame
        assert b"Rival" not in frame
        assert b"public" not in frame


async def open_scene_without_spectators(
    here: Inside, opened: Opener, identities: dict[str, Identity], table: TableSettings
) -> Scene:
    scene = Scene(here, {name: opened(identities[name], name) for name in PEOPLE})
    for name in ("owner", "rival", "third"):
        await scene[name].attach()
    await scene["owner"].result(Create, settings=table, name="Owner")
    for name in ("rival", "third"):
        await scene[name].result(Sit, table=TABLE, name=name.title())
    for name in ("owner", "rival", "third"):
        await scene[name].enter(TABLE)
        await scene[name].result(Ready, table=TABLE, ready=True)
    await scene["owner"].result(Start, table=TABLE)
    return scene
