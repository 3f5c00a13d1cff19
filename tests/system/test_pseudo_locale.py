"""Nothing that people read is left out of the catalogs: the installed wheel in a language without Latin letters."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from os import environ
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from support.tui_pseudo_locale import LANGUAGE, TEMPLATE, pseudo, write_pseudo_catalog

from opera_protocol.words import WORDS
from opera_server.seating import BOT_NAMES
from opera_tui.faces.opera.names import HOUSE_PIECE
from opera_tui.game_words import TABLE_NAMES
from opera_tui.glyphs import UNICODE

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "tests/support/tui_tour.py"
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
TYPED = re.compile(r"opera join \S+ --key \S+|opera-server admin .*|/\S+|(?<=Ada) +[A-Z2-7]{4}\b")
"""Commands, paths and fingerprints are the same in every language."""
SERVER = "from opera_server.cli import main; main()"
KEYS = ("enter", "esc", "tab", "space", "bksp", "pgup", "pgdn")
LANGUAGES = ("en", "qps")
"""Languages stand under their codes in the settings."""
GAMES = ("Opera", "OPERA", "Turandot", "TURANDOT")
LEVELS = ("random", "chorus", "soloist", "virtuoso")
PAWNS = re.compile(r"(Ven|Wie|Ber|Lon|Par|Mil)[MCE]+")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed where it comes before the checkout, with the catalog among its data."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", folder / "dist", ROOT)
    run(folder, *build)
    (wheel,) = (folder / "dist").glob("*.whl")
    run(folder, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder / "site", wheel)
    write_pseudo_catalog(folder / "site/opera_protocol/locale")
    return folder / "site"


def run(cwd: Path, *words: str | Path, extra: Mapping[str, str] | None = None) -> str:
    """What a Python program said that must succeed."""
    command = [sys.executable, "-P", *map(str, words)]
    clean = {name: value for name, value in environ.items() if not name.startswith(("LC_", "LANG", "OPERA_", "PYTEST"))}
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**clean, **(extra or {})},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def abroad(site: Path, home: Path) -> dict[str, str]:
    """The environment of somebody who has chosen the language and installed the wheel."""
    home.mkdir(exist_ok=True)
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("DATA", "CONFIG", "STATE", "CACHE")}
    return {**folders, "HOME": str(home), "LANGUAGE": LANGUAGE, "PYTHONPATH": f"{site}:{ROOT / 'tests'}"}


def transcript(folder: Path, game: str) -> Path:
    simulate = ("-c", SERVER, "simulate", game, "--players", "3", "--bots", "random", "--seed", "a")
    run(folder, *simulate, "--games", "1", "--out", folder / game)
    return folder / game / "000001.jsonl"


def words_of(texts: Any) -> set[str]:
    return {word for text in texts for word in WORD.findall(text)}


def names_of_all_languages(site: Path) -> set[str]:
    """People and places, the games' Italian words, signs of two letters, and keys."""
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    italian = [word for word in WORDS.values() if word not in template]
    singers = tomllib.loads((site / "opera_rules/data/turandot.toml").read_text("utf-8"))["singers"]
    people = ["Ada", *BOT_NAMES, *TABLE_NAMES, *(singer["name"] for singer in singers)]
    return words_of([*italian, *people, *KEYS, *LANGUAGES, *LEVELS, *UNICODE.composers, HOUSE_PIECE, *GAMES])


def left_over(rows: list[str], allowed: set[str]) -> Iterator[str]:
    """Words in Latin letters that nobody translated; a column or a box in front may cut names."""
    cut = {part for name in allowed for at in range(2, len(name)) for part in (name[:at], name[at:])}
    for row in rows:
        for word in WORD.findall(TYPED.sub("", row)):
            is_name = word in allowed or PAWNS.fullmatch(word) or word in cut
            if not is_name:
                yield f"{word}: {row.strip()}"


def test_no_screen_shows_a_text_that_is_not_translated(site: Path, tmp_path: Path) -> None:
    """A walk through the shell, the tables of both games and their ends."""
    stops: list[tuple[str, ...]] = [("shell",), ("lobby",), ("opera",), ("opera-small",), ("turandot",)]
    stops += [("end", str(transcript(tmp_path, game))) for game in ("opera", "turandot")]

    def walk(number: int) -> str:
        return run(tmp_path, TOUR, *stops[number], extra=abroad(site, tmp_path / f"home{number}"))

    with ThreadPoolExecutor(2) as pool:
        notes = [json.loads(line) for told in pool.map(walk, range(len(stops))) for line in told.splitlines()]
    allowed = names_of_all_languages(site)
    assert len(notes) > 60
    assert {found for note in notes for found in left_over(note["rows"], allowed)} == set()
    assert all(any(pseudo(text) in row for note in notes for row in note["rows"]) for text in ("Settings", "Talk"))


def test_the_commands_speak_the_language_of_the_environment(site: Path, tmp_path: Path) -> None:
    there = abroad(site, tmp_path / "home")
    told = run(tmp_path, "-c", "import opera_tui; print(opera_tui.__file__)", extra=there)
    assert Path(told.strip()).is_relative_to(site)
    help_text = run(tmp_path, "-m", "opera_tui.cli", "--help", extra=there)
    assert pseudo("Read the rules of a game.") in help_text
    assert "Read the rules of a game." not in help_text
