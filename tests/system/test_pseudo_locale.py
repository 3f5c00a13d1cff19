"""Nothing that people read is left out of the catalogs: the installed wheel in a language without Latin letters."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from os import environ
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from support.tui.pseudo_locale import LANGUAGE, TEMPLATE, pseudo

from opera_games import catalog
from opera_protocol.texts.vocabulary import WORDS
from opera_server.tables.seating import BOT_NAMES
from opera_tui.games.opera.labels import HOUSE_PIECE
from opera_tui.look.glyphs import UNICODE
from opera_tui.session.solo import TABLE_NAMES

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "tests/support/tui/tour.py"
WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
TYPED = re.compile(r"opera join \S+ --key \S+|opera-server admin .*|/\S+|(?<=Ada) +[A-Z2-7]{4}\b")
"""Commands, paths and fingerprints are the same in every language."""
SERVER = "from opera_server.cli.main import main; main()"
KEYS = ("enter", "esc", "tab", "space", "bksp", "pgup", "pgdn")
LANGUAGES = ("en", "qps")
"""Languages stand under their codes in the settings."""
GAMES = ("Opera", "OPERA", "Turandot", "TURANDOT")
LEVELS = ("random", "chorus", "soloist", "virtuoso")
PAWNS = re.compile(r"(Ven|Wie|Ber|Lon|Par|Mil)[MCE]+")


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
    """People and places, editions, the games' Italian words, signs of two letters, and keys."""
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    italian = [word for word in WORDS.values() if word not in template]
    editions = [tomllib.loads((site / f"opera_games/{game}/edition.toml").read_text("utf-8")) for game in catalog.GAMES]
    singers = [singer["name"] for edition in editions for singer in edition.get("singers", ())]
    people = ["Ada", *BOT_NAMES, *TABLE_NAMES, *singers, *(edition["name"] for edition in editions)]
    return words_of([*italian, *people, *KEYS, *LANGUAGES, *LEVELS, *UNICODE.composers, HOUSE_PIECE, *GAMES])


def left_over(rows: list[str], allowed: set[str]) -> Iterator[str]:
    """Words in Latin letters that nobody translated; a column or a box in front may cut names."""
    cut = {part for name in allowed for at in range(2, len(name)) for part in (name[:at], name[at:])}
    for row in rows:
        for word in WORD.findall(TYPED.sub("", row)):
            is_name = word in allowed or PAWNS.fullmatch(word) or word in cut
            if not is_name:
                yield f"{word}: {row.strip()}"


@dataclass(frozen=True)
class Stop:
    """A part of the walk, how many screens it notes at least, and a text that one of them shows."""

    words: tuple[str, ...]
    screens: int
    text: str


STOPS = {
    "shell": Stop(("shell",), 15, "Settings"),
    "lobby": Stop(("lobby",), 9, "Talk"),
    "opera": Stop(("opera",), 40, "Houses"),
    "opera-small": Stop(("opera-small",), 40, "Houses"),
    "turandot": Stop(("turandot",), 20, "Log"),
    "end of opera": Stop(("end", "opera"), 6, "Log"),
    "end of turandot": Stop(("end", "turandot"), 6, "Log"),
}


@pytest.mark.parametrize("name", STOPS)
def test_no_screen_shows_a_text_that_is_not_translated(name: str, site: Path, tmp_path: Path) -> None:
    """A walk through the shell, the tables of both games and their ends."""
    stop = STOPS[name]
    place, *games = stop.words
    transcripts = [transcript(tmp_path, game) for game in games]
    told = run(tmp_path, TOUR, place, *transcripts, extra=abroad(site, tmp_path / "home"))
    notes = [json.loads(line) for line in told.splitlines()]
    allowed = names_of_all_languages(site)
    assert len(notes) >= stop.screens
    assert {found for note in notes for found in left_over(note["rows"], allowed)} == set()
    assert any(pseudo(stop.text) in row for note in notes for row in note["rows"])


def test_the_commands_speak_the_language_of_the_environment(site: Path, tmp_path: Path) -> None:
    there = abroad(site, tmp_path / "home")
    told = run(tmp_path, "-c", "import opera_tui; print(opera_tui.__file__)", extra=there)
    assert Path(told.strip()).is_relative_to(site)
    help_text = run(tmp_path, "-m", "opera_tui.start.cli", "--help", extra=there)
    assert pseudo("Look at a finished game, step by step.") in help_text
    assert "Look at a finished game, step by step." not in help_text
