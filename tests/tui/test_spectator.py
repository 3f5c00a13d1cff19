"""A spectator's screen during whole games: what is public, nothing of what anybody hides, and earlier moves."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from support.contract.choices import chosen
from support.tui.shell_app import LARGE, opera, rows, until, until_shown
from textual.pilot import Pilot

from opera_protocol.client import Client, Room, View, connect
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import TableSettings
from opera_tui.games.opera.labels import code
from opera_tui.games.view import GameView
from opera_tui.local.child_process import FOR_THIS_MACHINE, Recipe
from opera_tui.local.own_servers import LocalServer
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.session.session import Place, open_session
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.row_panel import RowPanel

SETTINGS = {**FOR_THIS_MACHINE, "allow_seed": "true"}
OWN_WORDS = ("Behind your screen", "Your hand", "YOUR DECISION", "you are")
STEP_AFTER = 8
"""How many actions are watched before stepping back."""


class Players:
    """Two people at a table; who must decide does."""

    def __init__(self, clients: list[Client], rooms: list[Room]) -> None:
        self.clients, self.rooms = clients, rooms

    @property
    def views(self) -> list[View]:
        return [room.view for room in self.rooms]

    @property
    def actions(self) -> int:
        return max(int(view.public["table"]["actions"]) for view in self.views)

    @property
    def is_over(self) -> bool:
        return all(view.public["table"]["state"] == "finished" for view in self.views)

    async def act(self) -> None:
        """One decision of one of them, and both have seen it."""
        before = self.actions
        asked = [asyncio.ensure_future(room.until(_is_asked)) for room in self.rooms]
        await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        for waiting in asked:
            waiting.cancel()
        seat = next(seat for seat, view in enumerate(self.views) if _is_asked(view))
        private = self.views[seat].private
        assert private is not None
        await self.clients[seat].act(self.rooms[seat].id, private["decision"], action_of(private["choices"]))
        for room in self.rooms:
            await room.until(lambda view: view.public["table"]["actions"] > before)


def _is_asked(view: View) -> bool:
    return view.private is not None and view.private["decision"] is not None


def action_of(choices: Mapping[str, Any]) -> dict[str, Any]:
    """Buys pieces when it can, so that there is a stock to hide."""
    offered = choices["boxes"].get("impresario", {"rows": []})["rows"] if choices["kind"] == "act" else []
    pieces = [piece["composer"] for piece in offered if "refusal" not in piece and piece["left"]]
    if pieces and "refusal" not in choices["boxes"]["impresario"]:
        return {"do": "hire", "role": "impresario", "buy": pieces[:1], "layout": None}
    return chosen(dict(choices))


async def seated(server: LocalServer, game: Literal["opera", "turandot"]) -> Players:
    endpoints = await server.locate()
    clients = [await connect(endpoints, new_identity()) for _player in range(2)]
    settings = TableSettings(game=game, name="Fenice", seats=2, seed=bytes(32))
    table: str = (await clients[0].create(settings, "Kate"))["table"]
    await clients[1].take_seat(table, "Peter")
    for client in clients:
        await client.ready(table)
    await clients[0].start(table)
    rooms = [await client.enter(table) for client in clients]
    for room in rooms:
        await room.until(lambda view: view.public["table"]["state"] == "running")
    return Players(clients, rooms)


async def watching(app: OperaApp, pilot: Pilot[None], server: LocalServer, table_id: str) -> TableScreen:
    session = await open_session(server, Place("away"), "Ada")
    app.shell.adopt(session)
    await session.enter(table_id)
    app.shell.open_table(table_id)
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.model.view is not None)
    assert isinstance(app.screen, TableScreen)
    return app.screen


def panels(table: TableScreen) -> str:
    """What stands in the frame and the panels; log and box tell what has happened, which all may know."""
    shown = [panel for panel in table.query(RowPanel) if panel.id not in ("box", "log")]
    return "\n".join(plain(content) for panel in shown for content in panel.shown)


def assert_nothing_hidden(table: TableScreen, players: Players) -> None:
    """No word that only players read, no seat's ducats, no stock by its pieces."""
    model = table.model
    assert isinstance(model.view, GameView)
    assert (model.view.me, model.view.own, model.view.choices) == (None, None, None)
    assert model.decision.number is None
    whole = "\n".join(rows(table.app))
    assert not [word for word in OWN_WORDS if word in whole], whole
    for view in players.views:
        for phrase in hidden_phrases(view):
            assert phrase not in panels(table), phrase


def hidden_phrases(view: View) -> list[str]:
    """How the screen of that player says what it hides."""
    assert view.private is not None
    own = view.private["game"]
    if view.public["table"]["game"] != "opera":
        return hidden_of_turandot(own)
    phrases = [f"{own['ducats']} ducats", f" {own['ducats']} d "]
    return phrases + [f"stock {code(UNICODE, piece)}" for piece in own["stock"]]


def hidden_of_turandot(own: Mapping[str, Any]) -> list[str]:
    """An offer that lies face down, as its maker's own lines and boxes tell it."""
    offer = own["offer"]
    if offer is None:
        return []
    paid = [f"{offer['number']} with {offer['money']} money"] if offer.get("money") else []
    return [*paid, "and the bluff", "number, ", "Your offer"]


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_a_spectator_sees_a_whole_game_and_nothing_hidden(
    game: Literal["opera", "turandot"], tmp_path: Path
) -> None:
    server = LocalServer(Recipe(tmp_path / "server", SETTINGS))
    players = await seated(server, game)
    app = opera(pace=0, guard=0, bell=False, tips=False)
    async with app.run_test(size=LARGE) as pilot:
        table = await watching(app, pilot, server, players.rooms[0].id)
        while not players.is_over:
            await players.act()
            await follow(table, pilot, players.actions)
            if not players.is_over:
                assert_nothing_hidden(table, players)
            if players.actions == STEP_AFTER:
                await step_back_and_forth(table, pilot, players)
        await until(pilot, lambda: isinstance(app.screen, GameOverScreen))
        if game == "opera":
            await until_shown(pilot, "ducats left, which bring no points:")
            assert ducats_told(app) == {"◆K": ducats(players, 0), "▲P": ducats(players, 1)}
    for client in players.clients:
        await client.close()
    await server.stop()


def ducats_told(app: OperaApp) -> dict[str, int]:
    """By the signs of the players, from the row of the result that tells them."""
    told = next(text for text in rows(app) if "ducats left" in text).partition(":")[2]
    return {sign: int(number) for sign, number in re.findall(r"(\S\w) (\d+)", told)}


def ducats(players: Players, seat: int) -> int:
    private = players.views[seat].private
    assert private is not None
    return int(private["game"]["ducats"])


async def follow(table: TableScreen, pilot: Pilot[None], actions: int) -> None:
    """Let the screen come to the present."""
    model = table.model
    while model.view is None or model.view.head.actions < actions or model.playback.is_behind:
        await (pilot.press("space") if model.playback.is_behind else pilot.pause(0.005))


async def step_back_and_forth(table: TableScreen, pilot: Pilot[None], players: Players) -> None:
    """Every earlier moment is public too; the last one is the present again."""
    present = panels(table)
    for back in range(1, 4):
        await pilot.press("left")
        await until_told(table, pilot, f"Move {STEP_AFTER - back} of {STEP_AFTER}")
        assert_nothing_hidden(table, players)
    assert panels(table) != present
    await pilot.press("right", "right", "right")
    await until(pilot, lambda: panels(table) == present)
    await pilot.press("home")
    await until_told(table, pilot, "Move 0 of")
    await pilot.press("f")
    await until(pilot, lambda: panels(table) == present)


async def until_told(table: TableScreen, pilot: Pilot[None], told: str) -> None:
    await until(pilot, lambda: told in panels(table))
