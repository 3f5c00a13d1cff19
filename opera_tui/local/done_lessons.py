"""Remember which lessons the player has done."""

from typing import Final

import msgspec

from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.local.folders import data_folder

FILE: Final = "lessons.json"
MOST_BYTES: Final = 64 * 1024


def done_lessons() -> frozenset[str]:
    """Return the ids of the lessons that are done; none if the file is not there or cannot be read."""
    try:
        content, _mode = read_file(data_folder() / FILE, MOST_BYTES)
        return frozenset(msgspec.json.decode(content, type=list[str]))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return frozenset()


def note_lesson(lesson: str) -> None:
    """Note that a lesson is done; a failure is ignored, since lessons can be done again."""
    path = data_folder() / FILE
    try:
        with storage_errors(path), sole_writer(path):
            before = done_lessons()
            if lesson not in before:
                write_whole(path, msgspec.json.encode(sorted({*before, lesson})))
    except StorageError:
        return
