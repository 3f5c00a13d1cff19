"""A third game is played through server and client without an edit in shared code."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.server.players import Player, play_all, start_table
from support.server.running import Inside, inside
from support.soaking import some
from support.third_game.registered import third_game
from support.tui.shell_app import LARGE, SMALL, opera, until, until_shown, use_folders
from textual.pilot import Pilot

from opera_bots.api import view_of
from opera_bots.levels import LEVELS, bot_of, load, never
from opera_protocol.client import Client, RefusedByServer, Room, View
from opera_protocol.local.identity import new_identity
from opera_protocol.texts.sentences import sentence
from opera_protocol.wire.messages import TableSettings
from opera_rules.api import rules_of
from opera_rules.editions import built_in
from opera_rules.transcript import replay
from opera_server.cli.records import report
from opera_tui.config.commands import clash_in, default_keys
from opera_tui.help.pages import rules_page, usual_rules
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.folders import data_folder
from opera_tui.look.rows import plain
from opera_tui.session.session import Place, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen

SEED = b"c" * 32


@pytest.fixture(autouse=True)
def _third_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_folders(monkeypatch, tmp_path)
    with third_game():
        yield


async def open_by_keys(app: OperaApp, pilot: Pilot[None], here: Inside) -> None:
    """Choose the game in the form for a new table, and open it."""
    session = await open_session(here.endpoints, Place("away"), "Ada")
    app.shell.adopt(session)
    await session.client.enter_lobby()
    await app.push_screen(LobbyScreen(session))
    await until_shown(pilot, "n new")
    await pilot.press("n")
    await until_shown(pilot, "New table")
    await pilot.press("right", "right")
    await until_shown(pilot, "Coins")
    await pilot.press("enter")
    await until_shown(pilot, "you, host")


async def sit_down(client: Client) -> Room:
    """Take the free seat of the only table, and say ready."""
    lobby = await client.enter_lobby()
    tables = (await lobby.until(lambda view: view.public["tables"])).public["tables"]
    [table] = tables
    await client.take_seat(table, "Bob")
    await client.ready(table)
    return await client.enter(table)


def is_asked(view: View) -> bool:
    return view.private is not None and view.private["decision"] is not None


async def take_one(client: Client, room: Room) -> None:
    """Take a coin as soon as it is this client's turn; too many are refused in the game's own words."""
    view = await room.until(is_asked)
    assert view.private is not None
    decision = view.private["decision"]
    with pytest.raises(RefusedByServer) as refused:
        await client.act(room.id, decision, {"do": "take", "coins": 9})
    told = sentence(refused.value.code, refused.value.parameters)
    assert told == f"You can take 1 to {view.private['choices']['highest']} coins."
    await client.act(room.id, decision, {"do": "take", "coins": 1})


async def take_one_by_keys(table: TableScreen, pilot: Pilot[None]) -> None:
    await until(pilot, lambda: table.model.is_deciding)
    await pilot.press("1", "enter")
    await until(pilot, lambda: not table.model.is_deciding)


def table_of(app: OperaApp) -> TableScreen:
    assert isinstance(app.screen, TableScreen)
    return app.screen


@pytest.mark.parametrize("size", some([SMALL, LARGE], 2))
async def test_it_is_opened_played_to_its_end_and_verified(tmp_path: Path, size: tuple[int, int]) -> None:
    async with inside(tmp_path / "server") as here:
        app, other = opera(pace=0, guard=0, bell=False), await here.client()
        async with app.run_test(size=size) as pilot:
            await open_by_keys(app, pilot, here)
            room = await sit_down(other)
            await until_shown(pilot, "Bob")
            await pilot.press("enter")
            await until_shown(pilot, "all are ready")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await play(app, pilot, other, room)
            await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
            await until_shown(pilot, "Left in the heap: 0")
            await pilot.press("e")
            await until(pilot, lambda: list(data_folder().rglob("*.jsonl")))
    [exported] = data_folder().rglob("*.jsonl")
    assert replay(exported.read_bytes().splitlines(keepends=True)).game == "coins"
    assert any("wins" in line for line in report(exported))


async def play(app: OperaApp, pilot: Pilot[None], other: Client, room: Room) -> None:
    """Take coins in turn until there are none; after three of them look at the lobby."""
    for taken in range(7):
        if taken == 3:
            await look_at_lobby(app, pilot)
        before = await room.until(partial(has_taken, taken))
        if before.public["game"]["waiting"] == [1]:
            await take_one(other, room)
        else:
            await take_one_by_keys(table_of(app), pilot)
        if taken < 6:
            await until_shown(pilot, f"Left in the heap: {6 - taken}")
            await until_shown(pilot, f"takes 1 coin and leaves {6 - taken}" if app.size == LARGE else "[o Heap]")


def has_taken(coins: int, view: View) -> bool:
    return view.public["game"] is not None and view.public["game"]["taken"] == coins


async def look_at_lobby(app: OperaApp, pilot: Pilot[None]) -> None:
    """The lobby shows how far the game is, in its own words."""
    await pilot.press("q")
    await until_shown(pilot, "the seat stays yours")
    await pilot.press("enter")
    await until_shown(pilot, "coin 3 of 7")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_it_goes_on_after_a_restart(tmp_path: Path) -> None:
    settings = TableSettings(game="coins", name="Fenice", seats=3, seed=SEED, options={"double": True})
    identities = [new_identity() for _seat in range(3)]
    async with inside(tmp_path / "server") as here:
        clients = [await here.client(identity) for identity in identities]
        table = await start_table(clients, settings)
        players = [Player(client, table, SEED, is_enough=lambda game: game["taken"] > 4) for client in clients]
        stopped = await play_all(players)
    async with inside(tmp_path / "server") as here:
        clients = [await here.client(identity) for identity in identities]
        again = (await clients[0].enter(table)).view.public["game"]
        assert again["taken"] >= stopped[0].public["game"]["taken"]
        for view in await play_all([Player(client, table, SEED) for client in clients]):
            assert view.public["table"]["state"] == "finished"
        lines = await clients[0].transcript(table)
    assert replay(lines).actions == len(lines) - 2


async def test_hints_are_refused_where_no_bot_can_search(tmp_path: Path) -> None:
    async with inside(tmp_path / "server") as here:
        clients = [await here.client() for _seat in range(2)]
        table = await start_table(clients, TableSettings(game="coins", name="Fenice", seats=2, seed=SEED))
        rooms = [client.room(table) for client in clients]
        asked = [asyncio.ensure_future(room.until(is_asked)) for room in rooms]
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        for future in waiting:
            future.cancel()
        private = done.pop().result().private
        assert private is not None
        with pytest.raises(RefusedByServer, match="no_hints"):
            await clients[private["seat"]].propose(table, private["decision"])


@pytest.mark.parametrize("level", LEVELS)
def test_without_bots_of_its_own_every_level_plays_at_random(level: str) -> None:
    load()
    rules, edition = rules_of("coins"), built_in("coins")
    game = rules.new_game(2, {}, edition, SEED).game
    [seat] = rules.waiting(game)
    assert bot_of(level)(view_of(rules, game, seat, [], edition), SEED, never) in rules.offers(game, seat)


def test_keys_and_help_know_it() -> None:
    assert default_keys()["coins.heap"] == "o"
    assert clash_in({"coins.heap": "z"}) is None
    assert "most coins win" in " ".join(plain(row) for row in rules_page(usual_rules("coins"), 76).rows)
