"""Every document that a server sends fits its type, and the type holds all of it."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.server.players import NAMES, GameName, Player, after_a_round, play_all, until_running
from support.server.running import inside

from opera_games.api import to_map
from opera_games.opera import choices as opera_choices
from opera_games.opera import documents as opera_documents
from opera_games.turandot import choices as turandot_choices
from opera_games.turandot import documents as turandot_documents
from opera_protocol.client import Changed, Room
from opera_protocol.wire.documents import LobbyDocument, OwnTables, SeatDocument, TableDocument, TalkLine
from opera_protocol.wire.messages import Clock, TableSettings

PUBLIC: dict[GameName, Any] = {
    "opera": TableDocument[opera_documents.PublicDocument],
    "turandot": TableDocument[turandot_documents.PublicDocument],
}
PRIVATE: dict[GameName, Any] = {
    "opera": SeatDocument[opera_documents.PrivateDocument, opera_choices.Choices],
    "turandot": SeatDocument[turandot_documents.PrivateDocument, turandot_choices.Choices],
}


def assert_fits(document: Any, kind: Any) -> None:
    """The document as a type and back is the same map."""
    typed = msgspec.convert(document, kind, str_keys=True)
    assert to_map(typed) == document


async def follow(room: Room, public: Any, private: Any = None) -> int:
    """Check whatever comes of a room until it is left; how many views came."""
    views = 0
    async for item in room.items():
        if isinstance(item, Changed):
            views += 1
            assert_fits(item.view.public, public)
            if item.view.private is not None:
                assert_fits(item.view.private, private)
            for line in (*item.talk.lines, *item.gallery.lines):
                assert_fits(line, TalkLine)
    return views


@pytest.mark.parametrize("game", PUBLIC)
async def test_what_a_server_sends_is_the_same_map_after_it_was_a_type(tmp_path: Path, game: GameName) -> None:
    """Seats, start, clock, talk and a round of the game, as players, a spectator and the lobby see them."""
    settings = TableSettings(game=game, name="Fenice", seats=3, bots=("random",), clock=Clock(mode="bank", seconds=600))
    async with inside(tmp_path / "data") as here:
        host, guest, watcher = [await here.client() for _ in range(3)]
        async with asyncio.TaskGroup() as group:
            lobby = await watcher.enter_lobby()
            followers = [group.create_task(follow(lobby, LobbyDocument, OwnTables))]
            table = (await host.create(settings, NAMES[0]))["table"]
            for client in (host, watcher):
                room = await client.enter(table, name="Ugo")
                followers.append(group.create_task(follow(room, PUBLIC[game], PRIVATE[game])))
            await guest.take_seat(table, NAMES[1])
            await asyncio.gather(guest.enter(table), host.ready(table), guest.ready(table))
            followers.append(group.create_task(follow(guest.room(table), PUBLIC[game], PRIVATE[game])))
            await host.say(table, "In bocca al lupo")
            await watcher.say(table, "Toi, toi, toi")
            await host.start(table)
            await asyncio.gather(*(until_running(client, table) for client in (host, guest, watcher)))
            await play_all([Player(client, table, b"typed", after_a_round) for client in (host, guest)])
            # The lobby hears of tables once in a while, not with every change.
            await lobby.until(lambda view: [row.state for row in view.lobby.tables.values()] == ["running"])
            await asyncio.gather(*(client.close() for client in (host, guest, watcher)))
        assert all(follower.result() > 1 for follower in followers)
