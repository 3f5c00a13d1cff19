"""Nothing that people read is left out of the catalogs: the installed wheel in a language without Latin letters."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from os import environ
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from babel.messages.pofile import read_po
from support.cli.transcripts import NAMES, a_game
from support.tui.pseudo_locale import LANGUAGE, TEMPLATE, pseudo

from opera_games import catalog
from opera_protocol.texts.vocabulary import WORDS
from opera_server.tables.seating import BOT_NAMES
from opera_tui.games.opera.labels import HOUSE_PIECE
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.languages import OWN_NAMES
from opera_tui.session.solo import TABLE_NAMES

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "tests/support/tui/tour.py"
WORD = re.compile(r"[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]{2,}")
TYPED = re.compile(r"opera join \S+ --key \S+|opera-server admin .*|/\S+|\S*toml\b|(?<=Ada) +(?:\S+ +)?[A-Z2-7]{4}\b")
"""Commands, paths and fingerprints are the same in every language."""
KEYS = ("enter", "esc", "tab", "space", "bksp", "pgup", "pgdn")
LANGUAGES = (*OWN_NAMES.values(), "qps")
"""Languages stand under their own names in the settings, one without a name under its code."""
ITALIAN = ("Palazzo", "Puccini")
"""Words of the games that are the same in every language."""
GAMES = ("Opera", "OPERA", "Turandot", "TURANDOT")
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
    """A file without words in its name, which is shown."""
    file = folder / game / "000001.jsonl"
    file.parent.mkdir()
    file.write_bytes(b"".join(a_game(game, 3)))
    return file


def words_of(texts: Any) -> set[str]:
    return {word for text in texts for word in WORD.findall(text)}


def names_of_all_languages(site: Path) -> set[str]:
    """People and places, editions, the games' Italian words, signs of two letters, and keys."""
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    italian = [word for word in WORDS.values() if word not in template]
    editions = [tomllib.loads((site / f"opera_games/{game}/edition.toml").read_text("utf-8")) for game in catalog.GAMES]
    singers = [singer["name"] for edition in editions for singer in edition.get("singers", ())]
    people = ["Ada", *NAMES, *BOT_NAMES, *TABLE_NAMES, *singers, *(edition["name"] for edition in editions)]
    return words_of([*italian, *people, *KEYS, *LANGUAGES, *UNICODE.composers, HOUSE_PIECE, *GAMES, *ITALIAN])


def left_over(rows: list[str], allowed: set[str]) -> Iterator[str]:
    """Words in Latin letters that nobody translated; a column or a box in front may cut names."""
    cut = {part for name in allowed for at in range(2, len(name)) for part in (name[:at], name[at:])}
    for row in rows:
        for word in WORD.findall(TYPED.sub("", row)):
            is_name = word in allowed or PAWNS.fullmatch(word) or word in cut
            if not is_name:
                yield f"{word}: {row.strip()}"


class Stop(NamedTuple):
    """How many screens a part of the walk notes at least, and a text that one of them shows."""

    screens: int
    text: str


STOPS = {
    "shell": Stop(15, "Settings"),
    "lobby": Stop(9, "Talk"),
    "opera": Stop(40, "Houses"),
    "opera-small": Stop(40, "Houses"),
    "turandot": Stop(20, "Log"),
    "end of opera": Stop(6, "Log"),
    "end of turandot": Stop(6, "Log"),
}
WALKS = (("shell", "lobby"), ("opera", "opera-small", "turandot"), ("end of opera", "end of turandot"))
"""Stops that one process comes to: it takes as long to load as a stop."""


@pytest.mark.parametrize("stops", WALKS, ids=", ".join)
def test_no_screen_shows_a_text_that_is_not_translated(stops: Sequence[str], site: Path, tmp_path: Path) -> None:
    """A walk through the shell, the tables of both games and their ends."""
    files = [transcript(tmp_path, stop.split()[-1]) if stop.startswith("end") else "" for stop in stops]
    places = [f"{stop}={file}" for stop, file in zip(stops, files, strict=True)]
    told = run(tmp_path, TOUR, tmp_path / "homes", *places, extra=abroad(site, tmp_path / "home"))
    notes = [json.loads(line) for line in told.splitlines()]
    allowed = names_of_all_languages(site)
    for stop in stops:
        screens = [note["rows"] for note in notes if note["stop"] == stop]
        assert len(screens) >= STOPS[stop].screens, stop
        assert any(pseudo(STOPS[stop].text) in row for rows in screens for row in rows), stop
    found = {f"{note['stop']}, {note['where']}: {word}" for note in notes for word in left_over(note["rows"], allowed)}
    assert found == set()


def test_the_commands_speak_the_language_of_the_environment(site: Path, tmp_path: Path) -> None:
    there = abroad(site, tmp_path / "home")
    told = run(tmp_path, "-c", "import opera_tui; print(opera_tui.__file__)", extra=there)
    assert Path(told.strip()).is_relative_to(site)
    help_text = run(tmp_path, "-m", "opera_tui.start.cli", "--help", extra=there)
    assert pseudo("Look at a finished game, step by step.") in help_text
    assert "Look at a finished game, step by step." not in help_text
