"""Documents that do not fit their types, of a newer or hostile server: a sentence and a way to leave, no traceback."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from support.client.fake_lobby import lobby_document
from support.client.fake_server import FakeServer, fake_server
from support.tui import opera_views, turandot_views
from support.tui.documents import sent
from support.tui.gallery import Hall
from support.tui.recorded_table import RULES, RecordedClient, RecordedTable
from support.tui.shell_app import SMALL, opera, rows, until, until_shown
from support.tui.shell_scenes import TABLES, enter_lobby, open_server, own_table
from support.tui.table_parts import NotedRequests

from opera_games.api import Map
from opera_protocol.client import Changed, Stage, State, View
from opera_tui.games import face_of
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.table.frame import prompt
from opera_tui.table.model import TableModel

SENTENCE = "This program cannot read what the server sent: upgrade the older of the two."
GAMES = {
    "opera": sent(opera_views.view_of(next(opera_views.moments(3, 1)).game, 0)),
    "turandot": sent(turandot_views.view_of(next(turandot_views.moments(3, 1)).game, 0)),
}
CHANGES: Sequence[tuple[str, tuple[str | int, ...], Any]] = (
    ("opera", ("public", "table", "seats", 0, "kind"), "ghost"),
    ("opera", ("public", "table", "state"), "paused"),
    ("opera", ("public", "game", "phase"), "encore"),
    ("opera", ("public", "game", "players", 0, "points"), None),
    ("opera", ("public", "game", "players"), {}),
    ("opera", ("private", "choices", "kind"), "sing"),
    ("opera", ("private", "game", "ducats"), "many"),
    ("turandot", ("public", "table", "clock"), 60),
    ("turandot", ("public", "game", "directors"), []),
    ("turandot", ("private", "choices", "money"), None),
    ("turandot", ("private", "seat"), 7),
)


def mutated(document: Any, path: Sequence[str | int], value: Any) -> Any:
    """The document with another value at one place."""
    if not path:
        return value
    here, *further = path
    if isinstance(document, list):
        return [mutated(item, further, value) if place == here else item for place, item in enumerate(document)]
    return {**document, here: mutated(document[here], further, value)}


def with_change(view: View, path: Sequence[str | int], value: Any) -> View:
    documents = {"public": view.public, "private": view.private}
    return View(view.room, revision=2, private_revision=2, **mutated(documents, path, value))


@pytest.mark.parametrize(("game", "path", "value"), CHANGES)
def test_a_document_that_does_not_fit_is_a_sentence_until_one_fits_again(
    game: str, path: Sequence[str | int], value: Any
) -> None:
    model = TableModel(face_of(game), UNICODE, NotedRequests())
    model.take_state(State(Stage.LIVE))
    strange = Changed(with_change(GAMES[game], path, value))
    for change, is_told in ((strange, True), (Changed(GAMES[game], is_entry=True), False), (strange, True)):
        model.take(change)
        assert (SENTENCE in plain(prompt(model, 80))) == is_told
    assert model.view is not None, "what could be read stays"
    assert model.is_deciding


async def at_table(server: FakeServer, hall: Hall) -> None:
    """A player at a running table, who came from the lobby."""
    view = GAMES["opera"]
    open_server(server, own=view.public)
    server.rooms["t1"].private = {**(view.private or {}), "seat": 0, "decision": None, "choices": None}
    await enter_lobby(hall, server)
    hall.app.shell.open_table("t1")
    await until_shown(hall.pilot, "OPERA")


async def test_a_player_can_leave_a_table_that_became_unreadable() -> None:
    app = opera()
    async with fake_server() as server, app.run_test(size=SMALL) as pilot:
        await at_table(server, Hall(app, pilot, [SMALL]))
        strange = with_change(GAMES["opera"], ("public", "game", "phase"), "encore").public
        await server.publish(server.rooms["t1"], dict(strange))
        await until_shown(pilot, SENTENCE)
        session = app.shell.session
        assert session is not None
        await server.publish(server.rooms["t1"], {"table": "gone"})
        await until(pilot, lambda: session.client.room("t1").view.public == {"table": "gone"})
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await session.leave()


async def test_an_event_of_a_newer_server_stands_in_the_log_as_it_came() -> None:
    app = opera()
    async with fake_server() as server, app.run_test(size=SMALL) as pilot:
        await at_table(server, Hall(app, pilot, [SMALL]))
        await pilot.press("g")
        news: list[Map] = [
            {"event": "encore", "seat": 9},
            {"event": "encore", "seat": False},
            {"event": 7},
            {"event": "round", "round": 2},
        ]
        await server.publish(server.rooms["t1"], server.rooms["t1"].public, log=news)
        await until_shown(pilot, "(encore: seat 9)")
        shown = "\n".join(rows(app))
        assert "(7)" in shown
        assert "── round 2 ──" in shown
        await app.shell.leave_session()


async def test_a_lobby_or_a_seat_that_cannot_be_read_is_a_sentence() -> None:
    app = opera()
    async with fake_server() as server, app.run_test(size=SMALL) as pilot:
        open_server(server)
        await enter_lobby(Hall(app, pilot, [SMALL]), server)
        own, lobby = server.rooms["t1"], server.rooms["lobby"]
        for room, strange, again in (
            (lobby, {"tables": {"t1": {"name": "Fenice"}}}, lobby_document(TABLES)),
            (own, {"table": {"state": "open"}}, own_table()),
            (own, {"table": {**own_table()["table"], "seats": [9]}}, own_table()),
        ):
            await server.publish(room, strange)
            await until_shown(pilot, SENTENCE)
            await pilot.press("x", "s", "down", "b", "escape") if room is own else await pilot.press("down")
            await server.publish(room, again)
            await until(pilot, lambda: SENTENCE not in "\n".join(rows(app)))
        await app.shell.leave_session()


async def test_a_table_that_cannot_be_read_is_not_entered() -> None:
    app = opera()
    async with fake_server() as server, app.run_test(size=SMALL) as pilot:
        open_server(server)
        server.room("t2", public={"table": {"id": "t2"}})
        await enter_lobby(Hall(app, pilot, [SMALL]), server)
        await pilot.press("3", "enter")
        await until_shown(pilot, SENTENCE)
        assert isinstance(app.screen, LobbyScreen)
        await app.shell.leave_session()


VALUES: Sequence[Any] = (None, -1, 0, 3, 99, "", "wien", "verdi", [], {}, True)
MUTATIONS = 60


def paths(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to every part of a document."""
    items = enumerate(document) if isinstance(document, list) else ()
    for key, part in document.items() if isinstance(document, dict) else items:
        yield (*path, key)
        yield from paths(part, (*path, key))


def at(document: Any, path: Sequence[str | int]) -> Any:
    for key in path:
        document = document[key]
    return document


def any_value(before: Any, chance: Random) -> Any:
    """Another value of the same kind, so that it often fits the type, or any value at all."""
    if isinstance(before, list) and chance.random() < 0.7:
        return [*before, *before[:1]] if chance.random() < 0.5 else before[1:]
    if isinstance(before, dict) and before and chance.random() < 0.7:
        return dict(chance.sample(list(before.items()), len(before) - 1))
    if isinstance(before, int) and chance.random() < 0.7:
        return before + chance.choice((-7, -1, 1, 5))
    return chance.choice(VALUES)


@pytest.mark.parametrize("game", GAMES)
async def test_nothing_that_a_hostile_server_shows_ends_the_program(game: str) -> None:
    """Documents of which one part is another than it was, also where each fits its type and they contradict."""
    chance, good = Random(game), GAMES[game]
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        client = RecordedClient(RULES[game], None, 0)
        table = RecordedTable(app, client, game, [Changed(good, is_entry=True)])
        await app.push_screen(table)
        documents = {"public": good.public, "private": good.private}
        every_path = [path for path in paths(documents) if len(path) > 2]
        told = 0
        for _mutation in range(MUTATIONS):
            path = chance.choice(every_path)
            strange = with_change(good, path, any_value(at(documents, path), chance))
            table.take(Changed(strange, is_entry=True))
            table.paint()
            for key in ("down", "right", "space", "plus", "enter", "o", "g"):
                table.press(key)
            await pilot.pause()
            told += SENTENCE in rows(app)[1]
        assert told > MUTATIONS / 3
        table.take(Changed(good, is_entry=True))
        table.paint()
        await pilot.pause()
        assert "YOUR DECISION" in rows(app)[1], "what can be read is shown again"
