"""One table of commands: whatever key a command has, by default or in the settings, that key runs it."""

from collections.abc import Mapping

import pytest
from support.tui import opera_scenes, turandot_scenes
from support.tui.gallery import LOOKS, Hall, application
from support.tui.shell_app import SMALL
from textual.actions import parse
from textual.binding import Binding

from opera_games.catalog import GAMES
from opera_tui.config import commands
from opera_tui.config.commands import UNSETTABLE, Command, commands_of, default_keys, table_commands
from opera_tui.config.key_map import KeyMap
from opera_tui.games import face_of
from opera_tui.home.find import FindScreen
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.visitor_home import VisitorHome
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.session.intents import Join
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.shell_screen import ShellScreen

SCREENS: Mapping[str, type[ShellScreen[None]]] = {
    "home": HomeScreen,
    "visit": VisitorHome,
    "lobby": LobbyScreen,
    "find": FindScreen,
    "replays": ReplaysScreen,
}
OTHER_KEY = "f5"
TABLES = {"opera": opera_scenes.SCENES["opera-bid"], "turandot": turandot_scenes.SCENES["turandot-offer"]}


def with_other_key(command: Command) -> Command:
    return command._replace(key=OTHER_KEY)


def test_every_command_has_a_screen_that_runs_it() -> None:
    tables = [(TableScreen, command) for game in GAMES for command in table_commands(face_of(game))]
    shells = [(screen, command) for name, screen in SCREENS.items() for command in commands_of(name)]
    for screen, command in (*tables, *((TableScreen, command) for command in UNSETTABLE), *shells):
        _namespace, action, _arguments = parse(command.action)
        assert hasattr(screen, f"action_{action}"), command.id
        assert not command.when or hasattr(screen, command.when), command.id
    assert len(default_keys()) == len({command.id for _screen, command in (*tables, *shells)}) + 1


@pytest.mark.parametrize("place", SCREENS)
def test_screens_bind_their_commands_and_no_others(place: str) -> None:
    """Textual runs a binding by the key that the settings name for its id."""
    bound = {binding.id: binding for binding in SCREENS[place].BINDINGS if isinstance(binding, Binding)}
    assert {command.id for command in commands_of(place)} <= bound.keys()
    assert all(bound[command.id].action == command.action for command in commands_of(place))


@pytest.mark.parametrize("game", GAMES)
async def test_every_key_of_a_table_may_be_another(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The default in the table of commands as well as the key of a player's own."""
    ran: list[str] = []
    face = face_of(game)
    for command in table_commands(face):
        action = parse(command.action)[1]
        monkeypatch.setattr(
            TableScreen, f"action_{action}", lambda _screen, *given, a=action: ran.append(f"{a}{given}")
        )
        if command.when:
            monkeypatch.setattr(TableScreen, command.when, property(lambda _screen: True))
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        hall = Hall(app, pilot, [SMALL])
        await TABLES[game](hall)
        table = app.screen
        assert isinstance(table, TableScreen)
        for command in table_commands(face):
            wanted = f"{parse(command.action)[1]}{parse(command.action)[2]}"
            others = [other for other in table_commands(face) if other != command]
            for keys in (
                KeyMap(table_commands(face), {command.id: OTHER_KEY}),
                KeyMap([*others, with_other_key(command)]),
            ):
                table.keys = keys
                await hall.press(OTHER_KEY)
                assert ran == [wanted], command.id
                assert keys.shown(command.id) == OTHER_KEY
                await hall.press(command.key.split(",")[0])
                assert ran == [wanted], f"{command.id}: the old key is free"
                ran.clear()


@pytest.mark.parametrize("place", ["home", "find"])
async def test_every_key_of_a_screen_may_be_another(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    for command in commands_of(place):
        action = parse(command.action)[1]
        monkeypatch.setattr(
            SCREENS[place], f"action_{action}", lambda _screen, *given, a=action: ran.append(f"{a}{given}")
        )
        if command.when:
            monkeypatch.setattr(SCREENS[place], command.when, property(lambda _screen: True))
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=SMALL) as pilot:
        if place == "find":
            await app.push_screen(FindScreen(Join()))
        for command in commands_of(place):
            app.set_keymap({command.id: OTHER_KEY})
            await pilot.press(OTHER_KEY)
            assert ran == [f"{parse(command.action)[1]}{parse(command.action)[2]}"], command.id
            ran.clear()


def test_a_panel_of_a_game_is_a_command() -> None:
    """Nothing outside the game names its panels."""
    for game in GAMES:
        panels = {panel.id: panel.key for panel in face_of(game).tabs}
        assert panels.items() <= default_keys().items()
        assert not [command for command in commands.COMMANDS if command.id in panels]
