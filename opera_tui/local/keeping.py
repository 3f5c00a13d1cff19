"""What a session keeps between two starts: the player's key, what was seen of shuffles, last tables, lessons."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from opera_tui.local.done_lessons import done_lessons, note_lesson
from opera_tui.local.folders import data_folder, shuffles_folder
from opera_tui.local.last_tables import LastTables

if TYPE_CHECKING:
    from opera_protocol.local.identity import Identity


class Keeping(Protocol):
    """Where it is kept."""

    def identity(self) -> "Identity":
        """Return the player's key; it is made if there is none."""
        ...

    def shuffles_folder(self) -> Path | None:
        """Return the folder for what was seen of shuffles; None where nothing is kept."""
        ...

    def last_tables(self) -> LastTables:
        """Return the tables where this player sat last."""
        ...

    def done_lessons(self) -> frozenset[str]:
        """Return the lessons that this player has done."""
        ...

    def note_lesson(self, lesson: str) -> None:
        """Note that a lesson is done."""
        ...


class OwnFolders:
    """The folders of this user."""

    def identity(self) -> "Identity":
        from opera_protocol.local.identity import load_or_create_identity  # noqa: PLC0415 - the first picture has none

        return load_or_create_identity(data_folder())

    def shuffles_folder(self) -> Path | None:
        return shuffles_folder()

    def last_tables(self) -> LastTables:
        return LastTables()

    def done_lessons(self) -> frozenset[str]:
        return done_lessons()

    def note_lesson(self, lesson: str) -> None:
        note_lesson(lesson)
