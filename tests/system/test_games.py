"""Whole games over real sockets: everybody ends with what the server has, from the first line to the transcript."""

import asyncio
from hashlib import sha256
from pathlib import Path

import pytest
from support.cli.commands import invoke
from support.server.players import (
    KINDS,
    OVER,
    Follower,
    GameName,
    Player,
    expected_game,
    play_all,
    refusal,
    start_table,
    until_over,
)
from support.server.running import Inside, inside, plain

from opera_protocol.client import Client, RefusedByServer
from opera_protocol.wire.messages import TableSettings
from opera_rules.transcript import replay


def seed_of(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def settings_for(game: GameName, seats: int, **more: object) -> TableSettings:
    return TableSettings(game=game, name="Scala", seats=seats, **more)  # type: ignore[arg-type]


def check_equal_to_the_server(here: Inside, clients: list[Client], table: str) -> None:
    """Documents and streams of these clients are those of the server, to the last detail."""
    room = here.room(table)
    rules, game = room.table.rules, room.table.game
    for client in clients:
        view = client.room(table).view
        assert view.revision == room.public.number
        assert view.public == plain(room.public.document)
        assert view.public["game"] == plain(rules.public(game))
        seat = room.table.seat_of(client.identity.public_key)
        if seat is None:
            assert view.private is None
        else:
            assert view.private is not None
            assert view.private["game"] == plain(rules.private(game, seat))
            assert view.private["decision"] is None


@pytest.mark.parametrize(("game", "seats"), KINDS)
async def test_a_whole_game_ends_with_the_same_documents_everywhere(tmp_path: Path, game: GameName, seats: int) -> None:
    """With a shared shuffle, all players and a spectator who joins in the middle."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(seats)]
        table = await start_table(clients, settings_for(game, seats))
        players = [Player(client, table, seed_of(game, seats)) for client in clients]
        guest = await here.client()
        watching = asyncio.create_task(watch_from_the_middle(guest, clients[0], table))
        await play_all(players)
        follower = await watching
        await asyncio.gather(*(until_over(client, table) for client in clients))
        check_equal_to_the_server(here, [*clients, guest], table)
        log = [plain(line) for line in here.room(table).table.log]
        assert all(player.follower is not None and player.follower.log == log for player in players)
        assert follower.log == log
        await check_afterwards(clients[0], table, tmp_path)


async def watch_from_the_middle(guest: Client, player: Client, table: str) -> Follower:
    """Come in after ten actions and stay to the end."""
    await player.room(table).until(
        lambda view: view.public["table"]["actions"] >= 10 or view.public["table"]["state"] in OVER
    )
    follower = Follower(guest, await guest.enter(table, name="Guest"))
    await follower.follow(lambda view: view.public["table"]["state"] in OVER)
    return follower


async def check_afterwards(client: Client, table: str, folder: Path) -> None:
    """What can be asked of a finished game fits together: list, moments and transcript."""
    view = client.room(table).view
    finished = (await client.finished(mine=True))["tables"]
    assert [row["id"] for row in finished] == [table]
    seats = view.public["table"]["seats"]
    assert finished[0]["seat"] == view.seat
    assert finished[0]["levels"] == [seat.get("level", "") for seat in seats]
    actions = view.public["table"]["actions"]
    last = await client.moment(table, actions, seat=0)
    assert last["public"] == view.public["game"]
    assert view.private is not None
    assert last["private"] == view.private["game"]
    assert last["last"] == actions
    log = client.room(table).log
    assert last["log"] == log.start + len(log.lines)
    first = await client.moment(table, 0)
    assert first["n"] == 0
    scores = view.public["table"]["scores"]
    assert (first["scores"], last["scores"]) == ([], scores)
    half = await client.moment(table, actions // 2)
    over = half["public"].get("round", half["public"].get("turn")) - 1
    assert half["scores"] == scores[:over]
    begun = await client.after_round(table, 0)
    assert (begun["n"], begun["scores"], begun["public"]) == (0, [], first["public"])
    ended = await client.after_round(table, len(scores))
    assert (ended["n"], ended["scores"], ended["public"]) == (actions, scores, last["public"])
    assert (len(ended["private"]), ended["private"][0]) == (len(seats), last["private"])
    told = await client.history(table, "log", first["log"])
    assert (told.start, told.lines[-1]) == (0, (await client.history(table, "log", first["log"] + 1)).lines[-2])
    lines = await client.transcript(table)
    summary = replay(lines)
    assert plain(summary.outcome) == finished[0]["outcome"]
    file = folder / "game.jsonl"
    file.write_text("".join(lines), encoding="utf-8")
    verified = invoke("verify", file)
    assert verified.exit_code == 0, verified.output
    assert "consistent" in verified.output


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_two_devices_of_a_seat_see_the_same_and_either_may_decide(here: Inside, game: GameName) -> None:
    """Both try every decision; exactly one of them is taken, and the game is the one that was to be expected."""
    clients = [await here.client() for _ in range(2)]
    settings = settings_for(game, 2, seed=seed_of(game))
    table = await start_table(clients, settings)
    second = await here.client(clients[0].identity)
    seed = seed_of("devices")
    devices = [Player(client, table, seed, is_alone=False) for client in (clients[0], second)]
    await play_all([*devices, Player(clients[1], table, seed)])
    await asyncio.gather(*(until_over(client, table) for client in (*clients, second)))
    check_equal_to_the_server(here, [*clients, second], table)
    assert clients[0].room(table).view == second.room(table).view
    assert second.room(table).view.public["game"] == expected_game(settings, seed).public


async def test_bots_play_along(here: Inside) -> None:
    """A bot that decides first begins by itself: nothing has to happen at the table before."""
    for game, bots in (("turandot", ("random", "random")), ("opera", ("random",))):
        client = await here.client()
        settings = settings_for(game, len(bots) + 1, bots=bots)  # type: ignore[arg-type]
        table = await start_table([client], settings)
        await play_all([Player(client, table, seed_of(game))])
        await until_over(client, table)
        check_equal_to_the_server(here, [client], table)


async def test_bots_go_on_while_the_person_has_nothing_to_decide(here: Inside) -> None:
    """In every seat order somebody is asked first; no bot waits for a person to do something."""
    client = await here.client()
    for attempt in range(4):
        settings = settings_for("turandot", 5, bots=("random",) * 4, seed=seed_of("first", attempt))
        table = await start_table([client], settings)
        await client.room(table).until(lambda view: view.private is not None and view.private["decision"] is not None)


async def test_people_play_at_several_tables_at_once(here: Inside) -> None:
    """Every pair of three, and all three, at Turandot; two pairs at Opera too: nothing comes to the wrong table."""
    people = [await here.client() for _ in range(3)]
    groups = [[people[0], people[1]], [people[1], people[2]], [people[2], people[0]], people]
    games: list[tuple[list[Client], TableSettings, str]] = []
    for number, group in enumerate([*groups, *groups[:2]]):
        settings = settings_for("turandot" if number < 4 else "opera", len(group), seed=seed_of(number))
        games.append((group, settings, await start_table(group, settings)))
    seed = seed_of("many")
    await play_all([Player(client, table, seed) for group, _, table in games for client in group])
    for group, settings, table in games:
        await asyncio.gather(*(until_over(client, table) for client in group))
        check_equal_to_the_server(here, group, table)
        assert group[0].room(table).view.public["game"] == expected_game(settings, seed).public


async def test_a_seat_holder_is_let_in_again_where_nobody_may_watch(here: Inside) -> None:
    clients = [await here.client() for _ in range(2)]
    settings = settings_for("turandot", 2, spectators=False, code="tosca")
    guest = await here.client()
    host = clients[0]
    table: str = (await host.create(settings, "Kate"))["table"]
    await clients[1].take_seat(table, "Peter", code="tosca")
    await guest.enter(table, code="tosca", name="Guest")
    await asyncio.gather(*(client.ready(table) for client in clients))
    await asyncio.gather(*(client.enter(table) for client in clients))
    lobby = guest.room(table).until(lambda view: view.public["table"]["state"] == "running")
    await host.start(table)
    with pytest.raises(RefusedByServer, match="no_spectators"):
        await lobby
    with pytest.raises(RefusedByServer, match="no_spectators"):
        await guest.enter(table, code="tosca")
    await clients[1].close()
    again = await here.client(clients[1].identity)
    room = await again.enter(table)
    assert room.view.seat == 1
    assert len(here.room(table).members) == 2


@pytest.mark.parametrize("opener", [0, 1])
async def test_a_rematch_has_the_same_people_on_the_same_seats_and_another_shuffle(here: Inside, opener: int) -> None:
    clients = [await here.client() for _ in range(2)]
    host: str = (await clients[0].create(settings_for("turandot", 3, seed=seed_of(1)), "Kate"))["table"]
    await clients[1].take_seat(host, "Peter", seat=2)
    await clients[0].set_bot(host, 1, "random")
    assert (await _refused(clients[0].rematch(host, "Kate"))) == "not_finished"
    await asyncio.gather(*(client.ready(host) for client in clients))
    await asyncio.gather(*(client.enter(host) for client in clients))
    await clients[0].start(host)
    await play_all([Player(client, host, seed_of("rematch")) for client in clients])
    first, second = clients[opener], clients[1 - opener]
    again = (await first.rematch(host, "Rossini"))["table"]
    assert (await second.rematch(host, "anyone"))["table"] == again
    assert (await second.take_seat(again, "Peter"))["seat"] == here.room(host).table.seat_of(second.identity.public_key)
    chairs = here.room(again).table.chairs
    assert [bool(chair.key) for chair in chairs] == [True, False, True]
    assert len({chair.name for chair in chairs}) == 3
    assert here.room(again).table.settings.seed is None
    await first.room(host).until(lambda view: view.public["table"]["rematch"] == again)


async def _refused(request: object) -> str:
    code, _ = await refusal(request)
    return code


async def test_a_finished_game_can_be_looked_at_after_a_restart(tmp_path: Path) -> None:
    """Players and guests come back to the last view; moments, history and rematch go on as before."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, settings_for("turandot", 2))
        await play_all([Player(client, table, seed_of("later")) for client in clients])
        await until_over(clients[0], table)
        before = clients[0].room(table).view
        log = clients[0].room(table).log
    async with inside(tmp_path / "data") as here:
        player, guest = await here.client(clients[0].identity), await here.client()
        room = await player.enter(table)
        assert room.view.public["game"] == before.public["game"]
        assert room.view.private == before.private
        assert room.log.lines[-1] == log.lines[-1]
        assert (await guest.enter(table)).view.public["game"] == before.public["game"]
        assert (await player.history(table, "log", 5, 5)).start == 0
        assert "table" in await player.rematch(table, "Kate")
        await player.exit(table)
        await guest.exit(table)
        await here.server.tidy()
        assert table not in here.server.lobby.tables
