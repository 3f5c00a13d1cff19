"""Every refusal can be read in full at 80 columns, at a table and in the lobby."""

import asyncio
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from support.client_fake_server import fake_server
from support.tui_gallery import LOOKS, Hall, application
from support.tui_opera_scenes import all_roles_left, show
from support.tui_shell_app import SMALL, rows, use_folders
from support.tui_shell_scenes import enter_lobby, open_server

from opera_protocol.texts import REFUSALS, sentence
from opera_tui.screens.lobby import LobbyScreen

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


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


def long_sentence(code: str) -> str:
    """The refusal with long parameters."""
    parameters: dict[str, Any] = {}
    for _text, name, form, _conversion in Formatter().parse(REFUSALS[code]):
        if name is not None:
            is_number = form or name in NUMBERS
            parameters[name] = 10 if is_number else {**WORDS, **KEYS}.get(name, "Massimiliano")
    return sentence(code, parameters)


def test_at_a_table_in_the_bar_and_the_line_above_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        app = application(LOOKS["dark"], monkeypatch)
        async with app.run_test(size=SMALL) as pilot:
            table = await show(Hall(app, pilot, [SMALL]), all_roles_left(), 0)
            for code in REFUSALS:
                table.model.notice = long_sentence(code)
                table.paint()
                await pilot.pause()
                assert " ".join(" ".join(rows(app)[:2]).split()).endswith(long_sentence(code))
            await pilot.press("down")
            assert rows(app)[0].startswith(" OPERA"), "the next key brings the header back"

    asyncio.run(test())


def test_in_the_lobby_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        app = application(LOOKS["dark"], monkeypatch)
        async with fake_server() as server, app.run_test(size=SMALL) as pilot:
            open_server(server)
            await enter_lobby(Hall(app, pilot, [SMALL]), server)
            assert isinstance(app.screen, LobbyScreen)
            for code in REFUSALS:
                app.screen.tell(long_sentence(code))
                await pilot.pause()
                assert " ".join(" ".join(rows(app)[:2]).split()).endswith(long_sentence(code))
            await pilot.press("down")
            assert rows(app)[0].startswith(" opera join")
            await app.leave_session()

    asyncio.run(test())
