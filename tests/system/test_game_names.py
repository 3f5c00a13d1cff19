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
    "protocol/compile_catalogs.py": ("protocol/opera_protocol/texts/locale/*/LC_MESSAGES/opera.po",),
    "protocol/opera_games/catalog.py": ("opera", "turandot"),
    # Help and the title name both games for people; no code depends on it.
    "opera_tui/start/commands.py": (
        "Examples:\n  opera play",
        "Play the board game Opera and the card game Turandot",
        "A visitor needs the address of a server",
        "opera ",
    ),
    "opera_tui/home/home.py": ("and Turandot",),
    "opera_tui/home/visitor_home.py": ("and Turandot",),
    "server/opera_server/cli/main.py": ("Host the games Opera and Turandot",),
    # The product is called Opera, as its commands, folders and files are.
    "opera_tui/config/settings.py": ("# Settings of Opera.",),
    "opera_tui/help/program_topics.py": (
        "A server that you host ends when you leave",
        "In Opera you build",
        "Play now and Turandot start",
    ),
    "protocol/opera_protocol/local/address.py": ("opera join ",),
    "opera_tui/home/find.py": ("opera join ", "opera watch "),
    "opera_tui/line_mode/transcript.py": ("The transcript follows", "That was the game; transcript file"),
    "opera_tui/local/found_servers.py": ("opera",),
    "opera_tui/look/languages.py": ("opera",),
    "opera_tui/shell/app.py": ("Opera",),
    "opera_tui/shell/questions.py": ("Quit Opera?",),
    "opera_tui/start/cli.py": ("opera",),
    "opera_tui/start/launch.py": ("opera: ",),
    "opera_tui/start/usage.py": ("opera", "opera: "),
    "opera_tui/table/frame.py": (" OPERA",),
    "opera_tui/terminal/low_bandwidth.py": ("Opera", "Opera: "),
    "opera_tui/widgets/shell_screen.py": ("Opera needs a terminal",),
    "protocol/opera_protocol/local/identity.py": ("# This is your identity at Opera servers.",),
    "protocol/opera_protocol/local/known_servers.py": ("# Opera servers",),
    "protocol/opera_protocol/local/user_folders.py": ("opera",),
    "protocol/opera_protocol/texts/sentences.py": (
        "What answers at {host}, port {port}, is no Opera server",
        "Your server runs on port {running} already",
        "Your server runs already, without a door",
        "web_names must name hosts",
    ),
    "protocol/opera_protocol/wire/greeting.py": ("opera",),
    "server/opera_doors/ssh.py": ("Opera",),
    "server/opera_doors/visit.py": ("opera",),
    "server/opera_doors/web/server.py": ("Opera",),
    "server/opera_server/operate/announce.py": ("opera",),
    "server/opera_server/operate/serving.py": ("opera",),
    "server/opera_server/server.py": ("opera",),
}
"""What texts that name a game begin with, by module. A name alone is only allowed as a whole text."""


def shared_modules() -> Iterator[Path]:
    """Every module outside the folders and modules that belong to a game."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not {*path.relative_to(ROOT).parts, path.stem} & set(GAMES):
                yield path


def shared_trees() -> Iterator[tuple[str, ast.Module]]:
    """Every shared module that names a game at all, by its path."""
    for path in shared_modules():
        source = path.read_text("utf-8")
        if NAMES.search(source):
            yield str(path.relative_to(ROOT)), ast.parse(source)


def literals(tree: ast.Module) -> Iterator[str]:
    """Every text of a module but its docstrings, also those below attributes."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in prose and isinstance(node.value, str | bytes):
            yield node.value if isinstance(node.value, str) else node.value.decode("latin-1")


def is_allowed(text: str, beginnings: tuple[str, ...]) -> bool:
    return any(text == one or (len(one.split()) > 1 and text.startswith(one)) for one in beginnings)


def texts_asked_for(tree: ast.Module) -> Iterator[str]:
    """Every text that something is compared with or looked up by."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                tested = [left, *others]
            case ast.Subscript(value=ast.Name(id=name), slice=key) if name != "Literal":
                tested = [key]
            case ast.MatchValue(value=value):
                tested = [value]
            case ast.Dict(keys=keys):
                tested = [key for key in keys if key]
            case _:
                tested = []
        yield from (part.value for part in tested if isinstance(part, ast.Constant) and isinstance(part.value, str))


def test_shared_code_names_no_game() -> None:
    found = {path: [text for text in literals(tree) if NAMES.search(text)] for path, tree in shared_trees()}
    named = {path: texts for path, texts in found.items() if texts}
    assert {
        path: wrong
        for path, found in named.items()
        if (wrong := [text for text in found if not is_allowed(text, ALLOWED.get(path, ()))])
    } == {}
    unused = {
        path: rest
        for path, beginnings in ALLOWED.items()
        if (rest := [one for one in beginnings if not any(is_allowed(text, (one,)) for text in named.get(path, ()))])
    }
    assert unused == {}, "exceptions that nothing needs any more"


def test_shared_code_asks_for_no_game() -> None:
    """Nothing is compared with a game's name or looked up by it, whatever else the word means there."""
    asked = {
        path: found
        for path, tree in shared_trees()
        if (found := [text for text in texts_asked_for(tree) if text in GAMES])
    }
    assert asked == {}
