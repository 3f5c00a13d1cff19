"""Handing on a seat: whose, when, to whom, what the new holder sees, and how the former one comes back."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.attack.tables import begin_game, decision, person
from support.attack.wire import Wire, wires
from support.server.players import refusal
from support.server.running import Inside, inside, until
from support.server.timed_game import Game

from opera_protocol.client import Client
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.keys import fingerprint
from opera_protocol.wire.messages import Act, Enter, Exit, HandOver, Leave, Preview, Return

AWAY = 180


def print_of(client: Client) -> str:
    return fingerprint(client.identity.public_key)


async def go_away(game: Game, seat: int) -> None:
    """The holder's line breaks; the seat's stand-in would come as the table says."""
    here = game.here
    present = game.room.presence.seats - {seat}
    await game.clients[seat].close()
    await here.until_present(game.table, *present)


@pytest.mark.parametrize("absence", [10, 180, 600])
async def test_a_seat_can_be_handed_on_after_three_minutes_or_the_tables_absence(here: Inside, absence: int) -> None:
    """Three minutes are the least whatever the table says; a table that waits longer waits longer here, too."""
    game = await Game.begin(here, absence=absence)
    heir = await here.client()
    await heir.enter(game.table, name="Ugo")
    await go_away(game, 1)
    await game.wait(max(AWAY, absence) - 1)
    assert (await refusal(game.clients[0].hand_over(game.table, 1, print_of(heir))))[0] == "holder_present"
    await game.wait(1)
    await game.clients[0].hand_over(game.table, 1, print_of(heir))
    assert game.room.table.chairs[1].name == "Ugo"


async def test_only_who_watched_before_gets_the_seat(here: Inside) -> None:
    """A second key of the host, brought in after the player went away, gets nothing; a witness may reconnect."""
    game = await Game.begin(here)
    witness, late = await here.client(), await here.client()
    await witness.enter(game.table, name="Ugo")
    await go_away(game, 1)
    await late.enter(game.table, name="Late")
    await witness.close()
    again = await here.client(witness.identity)
    await again.enter(game.table, name="Ugo")
    await game.wait(AWAY)
    assert (await refusal(game.clients[0].hand_over(game.table, 1, print_of(late))))[0] == "watched_too_late"
    assert game.room.table.chairs[1].name == "Peter"
    await game.clients[0].hand_over(game.table, 1, print_of(witness))
    assert game.room.table.chairs[1].name == "Ugo"


async def test_leaving_is_the_moment_that_counts(here: Inside) -> None:
    """Who came between leaving and the end of the connection has not seen the player go."""
    game = await Game.begin(here)
    await game.clients[1].leave(game.table)
    late = await here.client()
    await late.enter(game.table, name="Late")
    await go_away(game, 1)
    assert (await refusal(game.clients[0].hand_over(game.table, 1, print_of(late))))[0] == "watched_too_late"


async def test_after_a_restart_early_spectators_count_as_witnesses(tmp_path: Path) -> None:
    """With the server everybody went away; who is back within a minute may have been there before."""
    async with inside(tmp_path / "data") as here:
        game = await Game.begin(here)
        identities = [client.identity for client in game.clients]
    async with inside(tmp_path / "data") as here:
        room, time = await here.server.lobby.room(game.table), here.stop_time()
        time.now = room.presence.began
        host, early, late = await here.client(identities[0]), await here.client(), await here.client()
        await host.enter(game.table)
        await early.enter(game.table, name="Early")
        time.pass_by(AWAY)
        await late.enter(game.table, name="Late")
        assert (await refusal(host.hand_over(game.table, 1, print_of(late))))[0] == "watched_too_late"
        await host.hand_over(game.table, 1, print_of(early))


async def test_the_former_holder_comes_back_until_the_seat_decides(here: Inside) -> None:
    """Entering is enough; the new holder watches again, and everybody's log tells of it."""
    game = await Game.begin(here)
    heir = await here.client()
    room = await heir.enter(game.table, name="Ugo")
    await go_away(game, 1)
    await game.wait(AWAY)
    await game.clients[0].hand_over(game.table, 1, print_of(heir))
    await room.until(lambda view: view.seat == 1)
    back = await here.client(game.clients[1].identity)
    view = (await back.enter(game.table)).view
    assert (view.seat, view.public["table"]["seats"][1]["name"]) == (1, "Peter")
    await room.until(lambda view: view.seat is None)
    assert room.log.lines[-1] == {"event": "table_handed", "seat": 1, "name": "Peter"}
    assert (await refusal(heir.return_to_seat(game.table)))[0] == "seat_handed_on"


async def test_return_brings_the_former_holder_back_too(here: Inside) -> None:
    """Who watches and asks for the own seat gets it, from whatever connection."""
    game = await Game.begin(here)
    heir = await here.client()
    await heir.enter(game.table, name="Ugo")
    await go_away(game, 1)
    await game.wait(AWAY)
    await game.clients[0].hand_over(game.table, 1, print_of(heir))
    back = await here.client(game.clients[1].identity)
    await back.return_to_seat(game.table)
    assert game.room.table.chairs[1].name == "Peter"


@pytest.mark.parametrize("spectators", [True, False])
async def test_once_the_seat_has_decided_it_is_lost_and_its_former_holder_is_told(
    tmp_path: Path, spectators: bool
) -> None:
    """Also after a restart; no code word is asked for."""
    async with inside(tmp_path / "data") as here:
        game = await Game.begin(here, code="aria")
        heir, gone = await here.client(), game.clients[1].identity
        await heir.enter(game.table, name="Ugo", code="aria")
        await go_away(game, 1)
        game.time.pass_by(AWAY)  # nobody looks who is late, so no stand-in bids before the heir does
        await game.clients[0].hand_over(game.table, 1, print_of(heir))
        game.clients[1] = heir
        await game.act(1)
    async with inside(tmp_path / "data") as here:
        table = (await here.server.lobby.room(game.table)).table
        table.settings = msgspec.structs.replace(table.settings, spectators=spectators)
        back = await here.client(gone)
        assert await refusal(back.return_to_seat(game.table)) == ("seat_handed_on", {"seat": 1, "name": "Ugo"})
        if spectators:
            view = (await back.enter(game.table)).view
            assert (view.seat, view.lost_seat) == (None, 1)
        else:
            assert await refusal(back.enter(game.table)) == ("seat_handed_on", {"seat": 1, "name": "Ugo"})


async def seal(here: Inside, players: list[Wire], heir: Wire, action: dict[str, Any], **chosen: Any) -> str:
    """Seat 1 seals something and leaves; the host hands the seat to the heir, who enters again."""
    table = await begin_game(players, **chosen)
    await heir.enter(table, name="Ugo")
    await players[1].result(Act, table=table, decision=decision(here, table, 1), action=action)
    await players[1].result(Leave, table=table)
    await players[1].result(Exit, room=table, attachment=players[1].attachment)
    await players[0].result(HandOver, table=table, seat=1, fingerprint=fingerprint(heir.identity.public_key))
    await heir.enter(table)
    return table


SEALED = [
    ("opera", "bid", [{"do": "bid", "amount": 1}, {"do": "bid", "amount": 7}]),
    (
        "turandot",
        "offer",
        [
            {"do": "offer", "number": 1, "money": 0, "bluff": False},
            {"do": "offer", "number": 2, "money": 0, "bluff": False},
        ],
    ),
]


@pytest.mark.parametrize(("game", "field", "actions"), SEALED, ids=["opera", "turandot"])
async def test_the_new_holder_sees_what_was_sealed_only_after_the_reveal(
    tmp_path: Path, game: str, field: str, actions: list[dict[str, Any]]
) -> None:
    """Two games that differ only in what the former holder sealed look the same to the heir, byte for byte."""
    people = [new_identity() for _ in range(3)]
    seen = []
    for number, action in enumerate(actions):
        async with inside(tmp_path / str(number)) as here, wires(here.endpoints) as opened:
            here.stop_time()
            *players, heir = [await person(opened, identity=identity) for identity in people]
            first = len(heir.replies), len(heir.news)
            table = await seal(here, players, heir, action, game=game, options={})
            assert here.room(table).table.has_sealed(1)
            preview = await heir.result(Preview, table=table, actions=(action, actions[0], actions[1]))
            assert [one["refusal"]["code"] for one in preview["previews"]] == ["not_your_turn"] * 3
            await heir.fence()
            frames = [*heir.replies[first[0] :], *(frame for news in heir.news[first[1] :] for frame in news)]
            seen.append([frame.replace(table.encode(), b"-" * 8) for frame in frames])
            assert getattr(here.room(table).private[1].document.game, field) is None
            other = {"do": "bid", "amount": 2} if game == "opera" else {**actions[0], "number": 3}
            await players[0].result(Act, table=table, decision=decision(here, table, 0), action=other)
            assert not here.room(table).table.chairs[1].is_veiled
    assert seen[0] == seen[1]
    assert len(seen[0]) > 5


async def test_the_former_holder_who_is_back_sees_the_sealed_bid_again(here: Inside) -> None:
    """It is the own one; the heir never saw it."""
    async with wires(here.endpoints) as opened:
        players = [await person(opened) for _ in range(2)]
        heir = await person(opened)
        table = await seal(here, players, heir, {"do": "bid", "amount": 3})
        snapshot = await players[1].enter(table)
        assert snapshot["private"]["document"]["game"]["bid"] == 3
        assert await heir.code(Return, table=table) == "seat_handed_on"
        watching = await heir.result(Enter, room=table, attachment=heir.attachment)
        assert watching["private"] is None


async def test_a_bot_acts_at_once_for_who_asked_for_it_also_when_all_have_left(here: Inside) -> None:
    """Both leave and let bots act: the game goes on to its end with nobody there."""
    game = await Game.begin(here, game="turandot")
    for client in game.clients:
        await client.leave(game.table)
    for client in game.clients:
        await client.close()
    room = game.room
    await until(lambda: room.table.state == "finished")


async def test_for_who_is_only_away_nobody_acts_while_nobody_is_there(here: Inside) -> None:
    """One has left, the other's line broke: the bot acts for the first and waits for the second."""
    game = await Game.begin(here)
    await game.clients[0].leave(game.table)
    await game.until_acted_for(0)
    for client in game.clients:
        await client.close()
    await here.until_present(game.table)
    await game.wait(10_000)
    assert game.stand_in(1) is None
    assert game.room.table.state == "running"
