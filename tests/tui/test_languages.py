"""Everybody reads the program in the own language: the system's, or one that is chosen and takes effect at once."""

import subprocess
import sys
from collections.abc import Mapping
from os import environ
from pathlib import Path

import msgspec
import pytest
from support.tui.catalogs import use_catalogs, write_catalog
from support.tui.shell_app import SMALL, footer, opera, rows, until, until_shown

from opera_tui.config.appearance import Terminal
from opera_tui.config.machine import VisitedMachine
from opera_tui.config.settings import Settings, load_settings, up_to_date
from opera_tui.home.home import HomeScreen
from opera_tui.line_mode.front import LineFront
from opera_tui.line_mode.home import chosen
from opera_tui.line_mode.streams import Speaker
from opera_tui.look import i18n
from opera_tui.look.languages import languages, system_language
from opera_tui.session.intents import GoHome
from opera_tui.shell.app import OperaApp

ITALIAN: Mapping[str | tuple[str, str], str] = {
    "Settings": "Impostazioni",
    ("12 cells", "Play now"): "Gioca subito",
    "language": "lingua",
    "Welcome, {name}": "Benvenuta, {name}",
    "help": "aiuto",
    "Opera needs a terminal of {columns} x {rows} cells or more; make this one larger.": "Troppo piccolo.",
    "Where to? {choices}; q leaves:": "Dove? {choices}; q per uscire:",
    "There is no option {option}.": "Non esiste l’opzione {option}.",
    "Usage:": "Uso:",
    "Look at a finished game, step by step.": "Rivedi una partita finita.",
    "change settings": "cambia",
}
GERMAN: Mapping[str | tuple[str, str], str] = {
    "Settings": "Einstellungen",
    ("12 cells", "Play now"): "Jetzt spielen",
    "Welcome, {name}": "Willkommen, {name}",
}


@pytest.fixture
def abroad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two catalogs, and no wish of the system."""
    write_catalog(tmp_path, "it", ITALIAN)
    write_catalog(tmp_path, "de", GERMAN)
    use_catalogs(tmp_path, monkeypatch)
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LC_MESSAGES": "it_IT", "LC_ALL": "fr_CH.UTF-8@euro"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "it:de"}, "it"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "sv:fr"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "en_GB:it"}, "en"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "sv"}, "de"),
        ({"LC_ALL": "C", "LANGUAGE": "it", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "sv_SE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "it_CH"}, "it"),
    ],
)
def test_the_system_is_followed_as_by_other_programs(environment: Mapping[str, str], language: str) -> None:
    """LANGUAGE is a list before LC_ALL, LC_MESSAGES and LANG, but not where those say that there is no language."""
    assert system_language(environment, ["en", "it", "de", "fr"]) == language


def test_only_languages_with_a_catalog_are_there(abroad: Path) -> None:
    assert languages() == ["en", "it", "de"]
    assert system_language({"LANG": "fr_FR"}, languages()) == "en"


async def test_without_catalogs_no_language_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_catalogs(tmp_path, monkeypatch)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press("g")
        await pilot.pause()
        assert "language" not in footer(app)
        assert app.looks.settings.language == "auto"


async def test_the_key_at_home_changes_and_keeps_the_language_at_once(abroad: Path) -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        assert "g language" in footer(app)
        await pilot.press("g")
        await until_shown(pilot, "Gioca subito")
        await pilot.pause()
        assert "Play now" not in "\n".join(rows(app))
        assert "g lingua" in footer(app)
        assert "aiuto" in footer(app)
        assert load_settings().language == "it"
        await pilot.press("g")
        await until_shown(pilot, "Jetzt spielen")
        await pilot.press("g")
        await until_shown(pilot, "Play now")
        assert load_settings().language == "en"


async def test_escape_at_home_leads_back_to_the_language_before_the_key(abroad: Path) -> None:
    """Who pressed it by mistake may not find its name in another language; the setting is as it was."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        assert "esc" not in footer(app)
        await pilot.press("g", "g")
        await until_shown(pilot, "Jetzt spielen")
        await until(pilot, lambda: "esc " in footer(app))
        await pilot.press("escape")
        await until_shown(pilot, "Play now")
        assert load_settings().language == "auto"
        await until(pilot, lambda: "esc" not in footer(app))


async def test_a_language_that_was_gone_on_with_is_kept(abroad: Path) -> None:
    """Esc leads back only while the player has not left the home screen since."""
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        await pilot.press("g")
        await until_shown(pilot, "Gioca subito")
        await pilot.press("s")
        await until_shown(pilot, "Italiano")
        await pilot.press("escape")
        await until_shown(pilot, "Gioca subito")
        assert "esc" not in footer(app)
        await pilot.press("escape", "question_mark")
        await until(pilot, lambda: not isinstance(app.screen, HomeScreen))
        assert load_settings().language == "it"


async def test_the_settings_change_the_language_at_once(abroad: Path) -> None:
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Play now")
        await pilot.press("s")
        await until_shown(pilot, "Italiano")
        await pilot.press(*["down"] * 15, "right", "right", "enter")
        await until_shown(pilot, "Gioca subito")
        assert isinstance(app.screen, HomeScreen)
        await pilot.resize_terminal(40, 10)
        await until_shown(pilot, "Troppo piccolo.")


async def test_the_first_start_follows_the_system(abroad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    i18n.choose_language(Settings().language)
    app = opera()
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Gioca subito")


async def test_a_visitor_changes_the_language_too(abroad: Path) -> None:
    app = OperaApp(Settings(name="Ada"), GoHome(), Terminal(), machine=VisitedMachine(), looks_around=False)
    async with app.run_test(size=SMALL) as pilot:
        await until_shown(pilot, "Settings")
        await pilot.press("g")
        await until_shown(pilot, "Impostazioni")
        assert load_settings().language == "it"


def test_what_a_door_has_kept_from_an_earlier_version_is_read() -> None:
    """The system's language was an empty text once."""
    kept = {"theme": "matinee", "language": "", "bell": False, "keys": {}}
    assert msgspec.convert(up_to_date(kept), Settings) == Settings(theme="matinee", bell=False)


async def test_line_mode_offers_the_other_languages(abroad: Path) -> None:
    heard: list[str] = []

    class Typed:
        """Lines of a player who prefers Italian and leaves."""

        def __init__(self) -> None:
            self.lines = ["italiano", "q"]

        async def next(self) -> str | None:
            return self.lines.pop(0)

    assert await chosen(GoHome(), LineFront("Wolf", Speaker(heard.append), Typed())) is None
    told = "".join(heard)
    assert told.index("Where to?") < told.index("Italiano") < told.index("Dove?")
    assert load_settings().language == "it"


def said(folder: Path, *words: str, **variables: str) -> str:
    """What the program prints with the test's catalogs."""
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from opera_tui.look import languages\n"
        f"languages.files = lambda package: Path({str(folder)!r})\n"
        "from opera_tui.start.cli import main\n"
        "main()\n"
    )
    left = {name: value for name, value in environ.items() if not name.startswith(("LC_", "LANG"))}
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**left, **variables, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return done.stdout + done.stderr


def test_the_command_line_speaks_the_language_of_the_system_and_of_the_settings(abroad: Path) -> None:
    """Help, and mistakes in the line, are told in words of the catalog and not in those of the parser."""
    assert "Rivedi una partita finita." in said(abroad, "--help", LANG="it_IT")
    told = said(abroad, "replay", "--fast", LANG="it_IT")
    assert "Non esiste l’opzione --fast." in told
    settings = Path(environ["XDG_CONFIG_HOME"]) / "opera" / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('language = "it"\n', encoding="utf-8")
    assert said(abroad, "play", "--help").startswith("Uso: opera play")
