"""Transcripts as files: how they are named, and those that this player has exported."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from opera_protocol.client import Unreadable
from opera_protocol.local.storage import read_first_line
from opera_protocol.wire.answers import Outcome, read_outcome
from opera_tui.local.folders import data_folder
from opera_tui.local.own_files import write_into
from opera_tui.look.glyphs import plain_ascii

ENDING: Final = ".jsonl"
LONGEST_PART: Final = 40
_WRITTEN_BY_US: Final = re.compile(r"(?P<table>.+)-[a-z2-7]{8}(-\d+)?")
"""The name of a table and its number, as `file_name` puts them together."""
LONGEST_START: Final = 1_000_000
"""Bytes of a first line that are read."""
LONGEST_END: Final = 100_000
"""Bytes at the end that are read for the result."""


class Start(msgspec.Struct, frozen=True):
    """What the first line of a transcript says about its game."""

    game: str
    players: list[str]


class KeptTranscript(NamedTuple):
    """An exported game, and what its first line says."""

    file: Path
    start: Start
    written_ms: int
    result: Outcome | None
    """None for a game that was abandoned."""


_decoder: Final = msgspec.json.Decoder(Start)
_line_decoder: Final = msgspec.json.Decoder(dict[str, Any])


def transcripts_folder() -> Path:
    """Return the folder of exported games."""
    return data_folder() / "transcripts"


def file_name(table_name: str, table_id: str, ending: str = ENDING) -> str:
    """Return a name that every file system takes; both parts come from a server and may be anything."""
    name, number = (re.sub(r"[^A-Za-z0-9]+", "-", plain_ascii(part))[:LONGEST_PART] for part in (table_name, table_id))
    return f"{name}-{number}{ending}"


def table_name(file: Path) -> str:
    """Return the name of the table whose game is in a file; of any other file its own name."""
    found = _WRITTEN_BY_US.fullmatch(file.stem)
    return found["table"] if found else file.stem


def content_of(lines: Sequence[str]) -> bytes:
    """Return a transcript, as the server sends it, as the content of a file; raises `Unreadable` if it is none."""
    for line in lines:
        read_line(line)
    return "".join(f"{line.strip()}\n" for line in lines).encode("utf-8")


def read_line(line: str) -> None:
    """Check that a line is a JSON object in one line, as every line of a transcript; raises `Unreadable`."""
    try:
        _line_decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unreadable from error
    if len(line.strip().splitlines()) != 1:
        raise Unreadable


def write_transcript(name: str, content: bytes) -> Path:
    """Write a transcript into the folder and return the file."""
    return write_into(transcripts_folder(), name, content)


def kept_transcripts() -> list[KeptTranscript]:
    """List the exported games; a file that is no transcript is left out."""
    found = (_kept(file) for file in transcripts_folder().glob(f"*{ENDING}"))
    return [kept for kept in found if kept is not None]


def _result_of(file: Path) -> Outcome | None:
    """Read the result from the last line of a transcript."""
    with file.open("rb") as stream:
        stream.seek(max(0, file.stat().st_size - LONGEST_END))
        lines = stream.read(LONGEST_END).splitlines()
    try:
        return read_outcome(msgspec.json.decode(lines[-1])) if lines else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _kept(file: Path) -> KeptTranscript | None:
    try:
        start = _decoder.decode(read_first_line(file, LONGEST_START))
        return KeptTranscript(file, start, int(file.stat().st_mtime * 1000), _result_of(file))
    except (OSError, OverflowError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
