"""Make the screens to which the shell leads. Each is loaded when it is first needed: no start waits for all of them."""

import asyncio
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final

from opera_games.catalog import GAMES
from opera_tui.session.intents import Join, ReadRules

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.config.appearance import Looks
    from opera_tui.session.finished_games import FinishedGames
    from opera_tui.session.session import Session

SHELL: Final = ("opera_protocol.client", "opera_tui.session.session", "opera_tui.shell.shell")
"""What every key of the home screen needs."""
SCREENS: Final = (
    "opera_tui.home.settings",
    "opera_tui.help.rules_screen",
    "opera_tui.home.find",
    "opera_tui.home.game_lists",
    "opera_tui.home.lessons",
    "opera_tui.lobby.screen",
    "opera_tui.table.screen",
    f"opera_tui.games.{GAMES[0]}",
)
"""What single keys of the home screen lead to."""
BREATH: Final = 0.01
"""Seconds between two steps."""


async def load_ahead(modules: Iterable[str]) -> None:
    """Load what will be needed soon, in steps between which keys are handled."""
    for module in modules:
        import_module(module)
        await asyncio.sleep(BREATH)


VISITORS_TOPICS: Final = {"lobby": "visit_lobby", "settings": "visit_settings", "result": "visit_result"}
"""Pages of the help that are others for visitors."""


def rules_screen(intent: ReadRules, *, is_visit: bool = False) -> "Screen[None]":
    """Make the screen with the rules of a game, or with the page of the help about a topic."""
    from opera_tui.help.pages import topic_page, usual_rules
    from opera_tui.help.rules_screen import RulesScreen

    topic = VISITORS_TOPICS.get(intent.topic, intent.topic) if is_visit else intent.topic
    source = partial(topic_page, topic) if topic else None
    return RulesScreen(usual_rules(intent.game, intent.players, intent.options), source)


def find_screen(intent: Join) -> "Screen[None]":
    """Make the screen with the servers on the network and those that are known."""
    from opera_tui.home.find import FindScreen

    return FindScreen(intent)


def lessons_screen() -> "Screen[None]":
    """Make the screen with the lessons."""
    from opera_tui.home.lessons import LessonsScreen

    return LessonsScreen()


def puzzles_screen() -> "Screen[None]":
    """Make the screen with the puzzles."""
    from opera_games.puzzles import todays_puzzle
    from opera_tui.home.puzzles import PuzzlesScreen

    return PuzzlesScreen(todays_puzzle())


def replays_screen(games: "FinishedGames") -> "Screen[None]":
    """Make the screen with the player's finished games."""
    from opera_tui.home.game_lists import ReplaysScreen

    return ReplaysScreen(games)


def lobby_screen(session: "Session", *, is_watching: bool, waits_at: str) -> "Screen[None]":
    """Make the screen with the tables of a server."""
    from opera_tui.lobby.screen import LobbyScreen

    return LobbyScreen(session, is_watching=is_watching, waits_at=waits_at)


def table_screen(session: "Session", looks: "Looks", table_id: str, *, is_replay: bool) -> "Screen[None]":
    """Make the screen of a table; a replay begins at its first move."""
    from opera_tui.table.screen import TableScreen

    return TableScreen(session, looks, table_id, session.game_of(table_id), is_replay=is_replay)
