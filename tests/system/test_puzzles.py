"""Puzzles at a real server: the position lies on a table, and the server says what a try is worth."""

from pathlib import Path

from support.server.players import refusal
from support.server.running import inside

from opera_games.puzzles import course_of, lesson_of, puzzle_id, shelf
from opera_protocol.client import Client, Room
from opera_protocol.local.identity import new_identity
from opera_protocol.texts.sentences import sentence
from opera_protocol.wire.messages import TableSettings

NUMBER = 1
PUZZLE = shelf()[NUMBER - 1]


async def at_puzzle(client: Client) -> Room:
    settings = TableSettings(game=PUZZLE.game, name="Puzzle", seats=PUZZLE.players, lesson=puzzle_id(NUMBER))
    opened = await client.create(settings, "Ada")
    assert opened["seat"] == PUZZLE.seat
    return await client.enter(opened["table"])


def decision(room: Room) -> int:
    assert room.view.private is not None
    return int(room.view.private["decision"])


async def test_a_try_is_judged_and_costs_nothing_until_it_is_the_best(tmp_path: Path) -> None:
    """A legal move that is not the best is refused with its points and those of the best; the best one is made."""
    identity = new_identity()
    async with inside(tmp_path) as here:
        client = await here.client(identity)
        room = await at_puzzle(client)
        assert room.view.seat == PUZZLE.seat
        code, parameters = await refusal(client.act(room.view.room, decision(room), PUZZLE.tempting))
        assert (code, parameters) == (
            "not_best_in_puzzle",
            {"points": PUZZLE.tempting_points, "best": PUZZLE.ideas[0]},
        )
        assert str(PUZZLE.ideas[0]) in sentence(code, parameters)
        table = room.view.room
    async with inside(tmp_path) as here:
        client = await here.client(identity)
        room = await client.enter(table)
        proposal = await client.propose(table, decision(room))
        assert proposal["action"] == PUZZLE.best
        await client.act(table, decision(room), PUZZLE.best)
        await room.until(lambda view: view.head.lesson is not None and view.head.lesson.step == 1)


async def test_nothing_that_led_to_a_puzzle_can_be_taken_back(tmp_path: Path) -> None:
    """What the seat did before the decision belongs to the puzzle."""
    async with inside(tmp_path) as here:
        client = await here.client()
        room = await at_puzzle(client)
        assert any(seat == PUZZLE.seat for seat, _ in course_of(PUZZLE).actions)
        assert room.view.private is not None
        assert room.view.private.get("take_back") is None


async def test_there_are_only_the_puzzles_of_the_shelf(tmp_path: Path) -> None:
    """A number that is none, or not on the shelf, is no lesson either."""
    assert lesson_of(puzzle_id(len(shelf()) + 1)) is None
    assert lesson_of(puzzle_id(0)) is None
    assert lesson_of("puzzle-x") is None
    assert lesson_of("puzzle-01") is None
    async with inside(tmp_path) as here:
        client = await here.client()
        asked = TableSettings(game=PUZZLE.game, name="Puzzle", seats=2, lesson="puzzle-9999")
        assert (await refusal(client.create(asked, "Ada")))[0] == "no_such_lesson"
