"""Talk in the gallery takes nothing from the players, and they cannot tell how much there is."""

from pathlib import Path

import pytest
from support.attack.tables import BID, begin_game, decision, person
from support.attack.wire import Opener, settings, wires
from support.server.running import Inside, inside

from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import Act, Create, Leave, Ready, Say, Sit


async def test_the_gallery_has_lines_of_its_own(here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gallery that has said all it may leaves the players all their lines."""
    monkeypatch.setattr("opera_server.tables.play.chat.MOST_LINES", 3)
    players, watcher = [await person(opened) for _ in range(2)], await person(opened)
    table = await begin_game(players)
    await watcher.enter(table, name="Watcher")
    said = [getattr(await watcher.ask(Say, table=table, text="Hello"), "code", "") for _ in range(5)]
    assert said == ["", "", "", "talk_full", "talk_full"]
    said = [getattr(await players[0].ask(Say, table=table, text="Hello"), "code", "") for _ in range(5)]
    assert said == ["", "", "", "talk_full", "talk_full"]


async def test_numbers_do_not_tell_how_much_the_gallery_talks(tmp_path: Path) -> None:
    """Decisions and answers have the same numbers in a silent game and in one that is much talked about."""
    numbers = []
    for talk in (0, 7):
        async with inside(tmp_path / str(talk)) as here, wires(here.endpoints) as opened:
            players, watcher = [await person(opened) for _ in range(2)], await person(opened)
            table = await begin_game(players)
            await watcher.enter(table, name="Watcher")
            seen = []
            for seat, wire in enumerate(players):
                for _ in range(talk):
                    await watcher.result(Say, table=table, text="Hello")
                seen.append(decision(here, table, seat))
                seen.append((await wire.result(Act, table=table, decision=seen[-1], action=BID))["entry"])
            seen += here.room(table).table.opened.values()
            numbers.append(seen)
    assert numbers[0] == numbers[1]


async def test_a_repeated_action_has_its_number_also_after_a_restart(tmp_path: Path) -> None:
    """The journal counts as the table did, without the gallery's lines."""
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        players, watcher = [await person(opened) for _ in range(2)], await person(opened)
        table = await begin_game(players)
        await watcher.enter(table, name="Watcher")
        for _ in range(3):
            await watcher.result(Say, table=table, text="Hello")
        number = decision(here, table, 0)
        players[0].label = "same"
        first = await players[0].result(Act, table=table, decision=number, action=BID)
        asked = players[0]._asked
    async with inside(tmp_path / "data") as here, wires(here.endpoints) as opened:
        again = await person(opened, identity=players[0].identity, label="same")
        again._asked = asked - 1
        assert await again.result(Act, table=table, decision=number, action=BID) == first


async def test_spectators_of_one_name_are_told_apart(here: Inside, opened: Opener) -> None:
    """Who is called like a player, or like another spectator, speaks with the letters of the own key."""
    players = [await person(opened) for _ in range(2)]
    table = await begin_game(players)
    names = {"Player 0": True, "Рlayer 1": True, "Anna": False}
    for name, is_like_another in names.items():
        watcher = await person(opened)
        await watcher.enter(table, name=name)
        await watcher.result(Say, table=table, text="Hello")
        letters = short_fingerprint(watcher.identity.public_key)
        assert here.room(table).table.gallery[-1].name == (f"{name} {letters}" if is_like_another else name)


async def test_sitting_and_leaving_in_a_circle_locks_nobody_else_out(
    here: Inside, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who does it too often may not sit down any more; everybody else may, be ready and begin."""
    monkeypatch.setattr("opera_server.tables.table_room.MOST_BY_KEY", 20)
    host, circler, guest = [await person(opened) for _ in range(3)]
    table = (await host.result(Create, settings=settings(), name="Host"))["table"]
    codes = []
    for _ in range(30):
        for kind, fields in ((Sit, {"name": "Circler"}), (Leave, {})):
            codes.append(getattr(await circler.ask(kind, table=table, **fields), "code", ""))
    assert codes.count("") == 20
    assert set(codes[20:]) == {"table_full", "not_seated"}
    await guest.result(Sit, table=table, name="Guest")
    await guest.result(Ready, table=table, ready=True)
    assert here.room(table).table.chairs[1].ready
