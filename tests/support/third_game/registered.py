"""Add the third game to the program, as its packages and one entry in the list of games would."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from support.third_game import opera_games, opera_lab, opera_rules, opera_tui
from support.third_game.opera_games import NAME, texts
from support.third_game.opera_tui import help as pages

from opera_games.catalog import GAMES

MODULES = {
    f"opera_games.{NAME}": opera_games,
    f"opera_games.{NAME}.texts": texts,
    f"opera_lab.games.{NAME}": opera_lab,
    f"opera_rules.{NAME}": opera_rules,
    f"opera_tui.games.{NAME}": opera_tui,
    f"opera_tui.games.{NAME}.help": pages,
}


@contextmanager
def third_game() -> Iterator[None]:
    """Let the program have the game as long as this lasts."""
    sys.modules.update(MODULES)
    GAMES.append(NAME)
    try:
        yield
    finally:
        GAMES.remove(NAME)
        for name in MODULES:
            del sys.modules[name]
