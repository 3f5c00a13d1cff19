"""Every refusal can be read in full at 80 columns, at a table and in the lobby; one that is unknown too."""

from collections.abc import Mapping
from string import Formatter
from typing import Any

import pytest
from msgspec.structs import replace
from support.client.fake_server import fake_server
from support.tui import opera_scenes, recorded_table, turandot_scenes
from support.tui.gallery import LOOKS, Hall, application
from support.tui.opera_scenes import all_roles_left, show
from support.tui.shell_app import SMALL, rows
from support.tui.shell_scenes import enter_lobby, open_server

from opera_protocol.client import Changed, RefusedByServer
from opera_protocol.texts.sentences import REFUSALS, sentence
from opera_rules import turandot
from opera_rules.api import to_map
from opera_tui.lobby.screen import LobbyScreen

WORDS = {
    "city": "venezia",
    "composer": "monteverdi",
    "piece": "monteverdi",
    "role": "impresario",
    "part": "venezia.wing_a",
    "card": "strozzapreti",
    "director": "avant_garde",
    "address": "192.168.100.120:16070",
    "host": "192.168.100.120",
    "path": "/home/ada/.local/share/opera/identity",
}
"""Long values of parameters; others are a long name, or a number where the sentence counts something."""
KEYS = dict.fromkeys(("key", "offered", "known", "expected"), "K7QF-2M3A-X5TD-PLWE")
NUMBERS = ("seat", "number", "highest", "lowest", "most", "left", "level", "cost", "fame", "line", "port", "round")


def long_sentence(code: str) -> str:
    """The refusal with long parameters."""
    parameters: dict[str, Any] = {}
    for _text, name, form, _conversion in Formatter().parse(REFUSALS[code]):
        if name is not None:
            is_number = form or name in NUMBERS
            parameters[name] = 10 if is_number else {**WORDS, **KEYS}.get(name, "Massimiliano")
    return sentence(code, parameters)


async def test_at_a_table_in_the_bar_and_the_line_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        table = await show(Hall(app, pilot, [SMALL]), all_roles_left(), 0)
        for code in REFUSALS:
            table.model.decision.notice = long_sentence(code)
            table.paint()
            await pilot.pause()
            assert " ".join(" ".join(rows(app)[:2]).split()).endswith(long_sentence(code))
        await pilot.press("down")
        assert rows(app)[0].startswith(" OPERA"), "the next key brings the header back"


async def test_in_the_lobby_too(monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with fake_server() as server, app.run_test(size=SMALL) as pilot:
        open_server(server)
        await enter_lobby(Hall(app, pilot, [SMALL]), server)
        assert isinstance(app.screen, LobbyScreen)
        for code in REFUSALS:
            app.screen.tell(long_sentence(code))
            await pilot.pause()
            assert " ".join(" ".join(rows(app)[:2]).split()).endswith(long_sentence(code))
        await pilot.press("down")
        assert rows(app)[0].startswith(" Others type: opera join")
        await app.shell.leave_session()


NOVELTY = {"code": "novelty", "times": [5]}
UNKNOWN = "Something went wrong (novelty)."


def with_novelties(document: Any) -> Any:
    """The document as a newer server could send it: every refusal in it has a code that nobody knows."""
    if isinstance(document, Mapping):
        return NOVELTY if "code" in document else {key: with_novelties(value) for key, value in document.items()}
    return [with_novelties(value) for value in document] if isinstance(document, list | tuple) else document


async def test_an_unknown_refusal_in_choices_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever a box shows why something is not allowed, and when it is tried all the same."""

    def changed(*arguments: Any, **head: Any) -> Changed:
        change = recorded_changed(*arguments, **head)
        return replace(change, view=replace(change.view, private=with_novelties(to_map(change.view.private))))

    recorded_changed = recorded_table.changed
    monkeypatch.setattr(opera_scenes, "changed", changed)
    monkeypatch.setattr(turandot_scenes, "changed", changed)
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        for state, keys in opera_scenes.BOXES.values():
            game = state()
            await opera_scenes.show(hall, game, min(game.waiting), *keys)
        table = await opera_scenes.show(hall, all_roles_left(), 0, "s", "enter")
        assert table.model.decision.notice == UNKNOWN
        for scene in (turandot_scenes.directors_turn, turandot_scenes.naming, turandot_scenes.dismissing):
            await turandot_scenes.show(hall, scene(), min(turandot.waiting(scene())), "m", "enter", "enter")


async def test_an_unknown_refusal_of_an_action_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(*_arguments: Any) -> None:
        raise RefusedByServer("novelty", times=5)

    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        table = await show(hall, opera_scenes.bidding(), 0)
        monkeypatch.setattr(table.session.client, "act", act)
        await hall.press("5", "enter", "enter")
        assert table.model.decision.notice == UNKNOWN
