"""Transcripts as files: how they are named, and those that this player has exported."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from opera_tui.local.folders import data_folder
from opera_tui.look.glyphs import plain_ascii

ENDING: Final = ".jsonl"
LONGEST_START: Final = 1_000_000
"""Bytes of a first line that are read."""


class Start(msgspec.Struct, frozen=True):
    """What the first line of a transcript says about its game."""

    game: str
    players: list[str]


class KeptTranscript(NamedTuple):
    """An exported game, and what its first line says."""

    file: Path
    start: Start
    written_ms: int


_decoder: Final = msgspec.json.Decoder(Start)


def transcripts_folder() -> Path:
    """Return the folder of exported games."""
    return data_folder() / "transcripts"


def file_name(table_name: str, table_id: str) -> str:
    """Return a name that every file system takes, and that no other game has."""
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', plain_ascii(table_name))}-{table_id}{ENDING}"


def content_of(lines: Sequence[str]) -> bytes:
    """Return a transcript, as the server sends it, as the content of a file."""
    return "".join(f"{line.rstrip()}\n" for line in lines).encode("utf-8")


def kept_transcripts() -> list[KeptTranscript]:
    """List the exported games; a file that is no transcript is left out."""
    found = (_kept(file) for file in transcripts_folder().glob(f"*{ENDING}"))
    return [kept for kept in found if kept is not None]


def _kept(file: Path) -> KeptTranscript | None:
    try:
        with file.open("rb") as opened:
            start = _decoder.decode(opened.readline(LONGEST_START))
        return KeptTranscript(file, start, int(file.stat().st_mtime * 1000))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
