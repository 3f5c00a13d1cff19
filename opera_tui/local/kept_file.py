"""Small files that the client keeps between two starts: bounded when read, rewritten by one process at a time.

Nobody needs them to play, so one that cannot be read counts as empty, and one that cannot be written stays as it is.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.local.folders import data_folder

T = TypeVar("T")

_ONE_BY_ONE: Final = ThreadPoolExecutor(1, "kept_files")
"""A change that nobody waits for any more still comes before those that were asked for after it."""


class KeptFile(Generic[T]):
    """A file in the data folder or another one, with how its content is read and written."""

    def __init__(
        self,
        name: str,
        read: Callable[[bytes], T],
        write: Callable[[T], bytes],
        *,
        empty: T,
        most_bytes: int = 64 * 1024,
        folder: Callable[[], Path] = data_folder,
    ) -> None:
        self._name = name
        self._read = read
        self._write = write
        self._empty = empty
        self._most_bytes = most_bytes
        self._folder = folder

    @property
    def path(self) -> Path:
        return self._folder() / self._name

    def content(self) -> T:
        """Return what is kept; nothing if the file is not there or cannot be read."""
        try:
            return self._read(read_file(self.path, self._most_bytes)[0])
        except (OSError, ValueError, msgspec.MsgspecError, RecursionError):
            return self._empty

    def change(self, edit: Callable[[T], T]) -> None:
        """Rewrite the file if an edit changes what it keeps."""
        path = self.path
        try:
            with storage_errors(path), sole_writer(path):
                before = self.content()
                after = edit(before)
                if after != before:
                    write_whole(path, self._write(after))
        except StorageError:
            return

    async def change_in_order(self, edit: Callable[[T], T]) -> None:
        """Rewrite the file in the background, after all changes that were asked for before."""
        await asyncio.get_running_loop().run_in_executor(_ONE_BY_ONE, self.change, edit)


def write_list(items: list[T]) -> bytes:
    """Write a list as JSON with a line for each item."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, items)) + b"\n]\n"
