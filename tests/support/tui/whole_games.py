"""Playing whole games in the real client by keys alone."""

from collections.abc import Callable

from textual.pilot import Pilot

from opera_tui.config.appearance import Terminal
from opera_tui.config.settings import Settings
from opera_tui.games.box import Box
from opera_tui.session.intents import Play
from opera_tui.session.solo import SoloGame
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.row_panel import RowPanel

Keys = Callable[[Box], list[str]]


def an_app(game: str, players: int, seed: str = "whole games") -> OperaApp:
    """A solo game against bots that choose at random, shown without pauses."""
    settings = Settings(name="Anna", pace=0, guard=0, bell=False, tips=False)
    wanted = SoloGame(game=game, players=players, level="random", seed=seed)
    return OperaApp(settings, Play(wanted), Terminal(), looks_around=False)


async def at_table(app: OperaApp, pilot: Pilot[None]) -> TableScreen:
    """Wait for the table screen with a game on it."""
    while True:
        await pilot.pause(0.02)
        screen = app.screen
        if isinstance(screen, TableScreen) and screen.model.view is not None and screen.model.box is not None:
            return screen


async def play_to_the_end(app: OperaApp, pilot: Pilot[None], keys: Keys) -> GameOverScreen:
    """Answer every decision with the keys chosen for its box until the last screen is there."""
    table = await at_table(app, pilot)
    while not isinstance(app.screen, GameOverScreen):
        model = table.model
        if model.playback.is_behind:
            await pilot.press("space")
        elif model.is_deciding and not model.decision.is_sending and model.box is not None:
            await answer(table, pilot, keys)
        await pilot.pause(0.005)
    end = app.screen
    while not end.query("#ranking") or not end.query_one("#ranking", RowPanel).shown:
        await pilot.pause(0.005)
    return end


async def answer(table: TableScreen, pilot: Pilot[None], keys: Keys) -> None:
    """Press keys until the decision is another one, or a reveal stands before it."""
    decision = table.model.decision.number
    while table.model.decision.number == decision and table.model.is_deciding:
        if table.model.decision.is_sending:
            await pilot.pause(0.005)
            continue
        assert table.model.box is not None
        await pilot.press(*keys(table.model.box))
        await pilot.pause(0.005)
