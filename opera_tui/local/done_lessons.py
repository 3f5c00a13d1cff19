"""Remember which lessons the player has done."""

from typing import Final

import msgspec

from opera_tui.local.kept_file import KeptFile


def _read(content: bytes) -> frozenset[str]:
    return frozenset(msgspec.json.decode(content, type=list[str]))


def _write(lessons: frozenset[str]) -> bytes:
    return msgspec.json.encode(sorted(lessons))


_FILE: Final[KeptFile[frozenset[str]]] = KeptFile("lessons.json", _read, _write, empty=frozenset())


def done_lessons() -> frozenset[str]:
    """Return the ids of the lessons that are done."""
    return _FILE.content()


def note_lesson(lesson: str) -> None:
    """Note that a lesson is done."""
    _FILE.change(lambda before: before | {lesson})
