"""Shared code names no game: it finds each by the list of games."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from opera_games.catalog import GAMES

ROOT = Path(__file__).parents[2]
PACKAGES = ("opera_tui", "server", "protocol")
NAMES = re.compile(rf"(?i)(?<![\w-])({'|'.join(GAMES)})(?![\w-])")
ALLOWED = {
    "protocol/opera_games/catalog.py": "the list of games",
    # The product is called Opera.
    "opera_tui/config/settings.py": "the head of a file",
    "opera_tui/home/find.py": "the command that others type",
    "opera_tui/home/home.py": "the title of the home screen",
    "opera_tui/local/folders.py": "the folder of the program's files",
    "opera_tui/local/found_servers.py": "the product in announcements",
    "opera_tui/shell/connect.py": "the command that others type",
    "opera_tui/look/i18n.py": "the catalogs of texts",
    "opera_tui/shell/app.py": "the title of the program",
    "opera_tui/shell/questions.py": "the title of the program",
    "opera_tui/start/cli.py": "the command",
    "opera_tui/start/commands.py": "the help of the command",
    "opera_tui/table/frame.py": "the name of the program until a table is there",
    "opera_tui/terminal/low_bandwidth.py": "the title of the terminal",
    "opera_tui/widgets/shell_screen.py": "the name of the program",
    "protocol/opera_protocol/local/identity.py": "the head of a file",
    "protocol/opera_protocol/local/known_servers.py": "the head of a file",
    "protocol/opera_protocol/texts/sentences.py": "servers of this program",
    "protocol/opera_protocol/wire/greeting.py": "the product in greetings",
    "server/opera_server/cli/main.py": "the help of the command",
    "server/opera_server/config/data_folder.py": "the folder of the program's files",
    "server/opera_server/operate/announce.py": "the product in announcements",
    "server/opera_server/operate/serving.py": "the command that others type, and the name of a server without one",
    "server/opera_server/server.py": "the domain of authentication",
}


def shared_modules() -> Iterator[Path]:
    """Every module outside the folders and modules that belong to a game."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not {*path.relative_to(ROOT).parts, path.stem} & set(GAMES):
                yield path


def literals(tree: ast.Module) -> Iterator[str]:
    """Every text of a module but its docstrings, also those below attributes."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in prose and isinstance(node.value, str | bytes):
            yield node.value if isinstance(node.value, str) else node.value.decode("latin-1")


def test_shared_code_names_no_game() -> None:
    named = {}
    for path in shared_modules():
        found = [text for text in literals(ast.parse(path.read_text("utf-8"))) if NAMES.search(text)]
        if found:
            named[str(path.relative_to(ROOT))] = found
    assert {path: found for path, found in named.items() if path not in ALLOWED} == {}
    assert set(ALLOWED) - set(named) == set(), "exceptions that nothing needs any more"
