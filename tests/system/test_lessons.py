"""Lessons at a real server: it deals, plays the rivals, judges moves and remembers how far the learner is."""

from pathlib import Path

import msgspec
import pytest
from support.server.players import refusal
from support.server.running import Inside, inside, strict_limits

from opera_games.lessons import Lesson, lessons
from opera_protocol.client import Changed, Client, Room
from opera_protocol.local.identity import new_identity
from opera_protocol.texts.sentences import sentence
from opera_protocol.wire.messages import TableSettings
from opera_server.operate.admin import OperatorCommands
from opera_server.tables import table as tables

FIRST = lessons()["opera"]
COUNTED = ("income", "counted")
"""What happens between two steps, and is explained."""


def asking_for(lesson: Lesson = FIRST) -> TableSettings:
    return TableSettings(game=lesson.game, name="Lesson", seats=lesson.seats, lesson=lesson.id)


async def at_lesson(client: Client, lesson: Lesson = FIRST) -> Room:
    opened = await client.create(asking_for(lesson), "Ada")
    return await client.enter(opened["table"])


def step(room: Room) -> int | None:
    head = room.view.head.lesson
    assert head is not None
    return head.step


def is_judged(room: Room) -> bool:
    head = room.view.head.lesson
    assert head is not None
    return head.judged


def decision(room: Room) -> int:
    assert room.view.private is not None
    return int(room.view.private["decision"])


async def go_on(client: Client, room: Room) -> None:
    """Do what the lesson has in mind, and wait until it asks again."""
    before, number = step(room), decision(room)
    proposal = await client.propose(room.view.room, number)
    assert proposal["reasons"] == [{"code": "lesson"}]
    await client.act(room.view.room, number, proposal["action"])
    await room.until(lambda view: step(room) != before and view.is_asked)


@pytest.mark.limit(60)
@pytest.mark.parametrize(
    "lesson", [lessons()[name] for name in ("round-6", "signora", "turandot")], ids=lambda one: one.id
)
async def test_every_kind_of_lesson_is_played_to_its_end(tmp_path: Path, lesson: Lesson) -> None:
    """From a full state with all seats, from an opening, and of the other game."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client, lesson)
        for place in range(len(lesson.steps)):
            assert step(room) == place
            await go_on(client, room)
        assert step(room) == len(lesson.steps)


async def test_who_plays_all_seats_sees_what_each_has_in_turn(tmp_path: Path) -> None:
    """And nothing of the others: the supply's order, or what they sealed."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client, lessons()["round-6"])
        seen = []
        for _bid in range(3):
            assert room.view.private is not None
            seen.append((room.view.seat, room.view.private["game"]["stock"], room.view.private["game"]["bid"]))
            await go_on(client, room)
        assert seen == [(0, ["mozart"], None), (1, [], None), (2, ["verdi"], None)]
        assert room.view.public["game"]["supply"] == 57
        assert room.view.head.seats[1].name == "Peter"


@pytest.mark.limit(60)
async def test_a_lesson_is_played_to_its_end_and_goes_on_as_a_game(tmp_path: Path) -> None:
    """Every proposal is the lesson's own; with the first decision after it, the lesson is over."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client)
        assert room.view.head.state == "running"
        assert not room.view.head.verified
        for place in range(len(FIRST.steps)):
            assert (step(room), is_judged(room)) == (place, True)
            await go_on(client, room)
        assert step(room) == len(FIRST.steps)
        assert not is_judged(room)
        await client.act(room.view.room, decision(room), {"do": "bid", "amount": 0})
        await room.until(lambda _view: step(room) == len(FIRST.steps) + 1)
        lobby, other = await client.enter_lobby(), await (await here.client()).enter_lobby()
        await lobby.until(lambda view: view.own_tables[room.view.room].lesson == "")
        await at_lesson(client)
        assert room.view.head.state == "running"
        assert dict(other.view.lobby.tables) == {}


@pytest.mark.limit(60)
async def test_what_happens_on_the_way_belongs_to_the_next_step_already(tmp_path: Path) -> None:
    """What is said of an income or a counting stands there, and its update may be shown before the last one comes."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client)
        items = room.items()
        for _step in FIRST.steps:
            await go_on(client, room)
        told = []
        for change in items.waiting():
            assert isinstance(change, Changed)
            head = change.view.head.lesson
            assert head is not None
            assert head.step is not None
            reveals = FIRST.passage(head.step).reveals
            told += [(event, event in reveals) for line in change.log.lines if (event := line["event"]) in COUNTED]
    assert told == [("income", True), ("income", True), ("income", True), ("counted", True)]


async def test_what_a_lesson_does_not_take_is_refused_with_its_reason_and_costs_nothing(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client)
        number, entries = decision(room), here.room(room.view.room).table.entries
        code, parameters = await refusal(client.act(room.view.room, number, {"do": "bid", "amount": 9}))
        assert (code, parameters) == ("not_now_in_lesson", {"lesson": "opera", "step": 0, "rule": 2})
        assert sentence(code, parameters).startswith("Two roles are enough to begin with.")
        assert sentence(code, {"lesson": "x", "step": True, "rule": []}) == sentence(code, {})
        # Against the rules comes before against the lesson.
        assert (await refusal(client.act(room.view.room, number, {"do": "bid", "amount": 99})))[0] == "bid_too_high"
        assert (here.room(room.view.room).table.entries, decision(room)) == (entries, number)


async def test_the_step_follows_what_is_taken_back(tmp_path: Path) -> None:
    """There is no second state: how far a lesson is follows from the actions that stand."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client)
        await go_on(client, room)
        await go_on(client, room)
        assert step(room) == 2
        assert room.view.private is not None
        await client.take_back(room.view.room, room.view.private["take_back"])
        await room.until(lambda _view: step(room) == 1)


async def test_what_was_done_before_the_learner_came_is_not_taken_back(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_lesson(client, lessons()["signora"])
        assert room.view.private is not None
        assert room.view.private["take_back"] is None


async def test_only_the_learner_sees_a_lesson_and_nobody_else_may_come(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        client, other = await here.client(), await here.client()
        room = await at_lesson(client)
        mine, theirs = await client.enter_lobby(), await other.enter_lobby()
        assert mine.view.own_tables[room.view.room].lesson == "opera"
        assert (dict(theirs.view.lobby.tables), theirs.view.lobby.running) == ({}, 0)
        assert list((await other.find("lesson")).tables) == []
        assert (await refusal(other.enter(room.view.room)))[0] == "no_spectators"


async def test_opening_a_lesson_again_ends_the_one_before_and_leaving_ends_it(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        client = await here.client()
        before = await at_lesson(client)
        again = await at_lesson(client)
        await before.until(lambda view: view.head.state == "abandoned")
        await client.leave(again.view.room)
        await again.until(lambda view: view.head.state == "abandoned")
        assert dict((await client.enter_lobby()).view.own_tables) == {}


async def test_a_lesson_makes_room_where_no_more_tables_may_be_opened(tmp_path: Path) -> None:
    """The same one if it was left, else the oldest, also for a game; a game stays, and what is refused ends none."""
    async with inside(tmp_path, limits=strict_limits(tables_per_key=2)) as here:
        client = await here.client()
        first, second = await at_lesson(client), await at_lesson(client, lessons()["signora"])
        again = await at_lesson(client, lessons()["signora"])
        await second.until(lambda view: view.head.state == "abandoned")
        assert first.view.head.state == "running"
        await at_lesson(client, lessons()["critico"])
        await first.until(lambda view: view.head.state == "abandoned")
        game = TableSettings(game="opera", name="Scala", seats=2)
        assert (await refusal(client.create(game, "\n")))[0] == "bad_text"
        assert again.view.head.state == "running"
        for _ in range(2):
            await client.create(game, "Ada")
        await again.until(lambda view: view.head.state == "abandoned")
        assert (await refusal(client.create(game, "Ada")))[0] == "too_many_tables"


async def test_the_operator_sees_a_learner_by_no_name_of_a_character(tmp_path: Path) -> None:
    """Who plays all seats of a lesson is called Mark, Peter and Kate there."""
    async with inside(tmp_path) as here:
        client = await here.client()
        await at_lesson(client, lessons()["round-6"])
        assert [row["names"] for row in OperatorCommands(here.server).list_players()] == [""]
        await at_lesson(client)
        assert [row["names"] for row in OperatorCommands(here.server).list_players()] == ["Ada"]


async def test_there_are_only_the_lessons_of_the_server(tmp_path: Path) -> None:
    async with inside(tmp_path) as here:
        client = await here.client()
        asked = TableSettings(game="opera", name="Lesson", seats=2, lesson="tosca")
        assert await refusal(client.create(asked, "Ada")) == ("no_such_lesson", {"lesson": "tosca"})


async def test_a_lesson_goes_on_after_a_restart_and_freely_once_its_file_is_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody loses a game because a text was changed: its moves are not judged any more."""
    identity = new_identity()

    async def come_back(here: Inside, table: str) -> tuple[Client, Room]:
        client = await here.client(identity)
        return client, await client.enter(table)

    async with inside(tmp_path) as here:
        client = await here.client(identity)
        room = await at_lesson(client)
        await go_on(client, room)
        table = room.view.room
    async with inside(tmp_path) as here:
        _client, room = await come_back(here, table)
        assert step(room) == 1
    monkeypatch.setattr(tables, "lesson_of", lambda _id: msgspec.structs.replace(FIRST, edition="other"))
    async with inside(tmp_path) as here:
        client, room = await come_back(here, table)
        assert step(room) is None
        await client.act(table, decision(room), {"do": "close"})
