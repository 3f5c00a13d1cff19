"""Tables for attackers: opened, begun and played out with nothing but bytes."""

from typing import Any

from support.attack.wire import Opener, Wire, settings
from support.server.running import Inside

from opera_protocol.wire.messages import Act, Create, Ready, Sit, Start
from opera_rules.chance import Chance

BID: dict[str, Any] = {"do": "bid", "amount": 1}


async def person(opened: Opener, **chosen: Any) -> Wire:
    """Somebody who is attached."""
    wire = opened(**chosen)
    await wire.attach()
    return wire


async def open_table(players: list[Wire], code: str = "", **chosen: Any) -> str:
    """A table at which all of them sit and are ready."""
    table = settings(**{"seats": len(players), "code": code, **chosen})
    opened = await players[0].result(Create, settings=table, name="Player 0")
    table_id: str = opened["table"]
    for number, player in enumerate(players[1:], 1):
        await player.result(Sit, table=table_id, name=f"Player {number}", code=code)
    for player in players:
        await player.enter(table_id, code=code)
        await player.result(Ready, table=table_id, ready=True)
    return table_id


async def begin_game(players: list[Wire], code: str = "", **chosen: Any) -> str:
    """A game that has begun."""
    table = await open_table(players, code, **chosen)
    await players[0].result(Start, table=table)
    return table


async def play_out(here: Inside, table: str, players: list[Wire]) -> None:
    """To the end, by chance."""
    room, chance = here.room(table), Chance(bytes(32))
    while room.table.asked:
        seat = min(room.table.asked)
        action = room.table.rules.write_action(room.table.rules.offers(room.table.game, seat).sample(chance))
        await players[seat].result(Act, table=table, decision=room.table.opened[seat], action=action)


def decision(here: Inside, table: str, seat: int) -> int:
    return here.room(table).table.opened[seat]
