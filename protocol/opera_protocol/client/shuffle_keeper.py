"""Keeps what was seen of a shuffle where it outlives the program: a small file for each table, for `verify --seen`."""

import contextlib
from pathlib import Path

from opera_protocol.fingerprint import fingerprint
from opera_protocol.shuffle import Seen, read_seen, write_seen
from opera_protocol.storage import read_file, storage_errors, write_whole


class ShuffleKeeper:
    """Files of one server in a folder; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, server_key: bytes) -> None:
        self._folder = folder
        self._server = fingerprint(server_key)

    def path(self, table: str) -> Path | None:
        """Where a table's file is; names come from the server and may be anything."""
        if self._folder is None:
            return None
        name = table if table.isascii() and table.isalnum() else f"x{table.encode('utf-8', 'replace').hex()}"
        return self._folder / f"{self._server}-{name}.json"

    def keep(self, table: str, seen: Seen) -> None:
        """Write what was seen; a `StorageError` if that is impossible."""
        path = self.path(table)
        if path is None or self._has_more(table, seen):
            return
        with storage_errors(path):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, write_seen(seen))

    def _has_more(self, table: str, seen: Seen) -> bool:
        """Whether another client of this seat, which gave the bytes, has written already."""
        kept = self.kept(table)
        return kept is not None and seen.seat is None and kept.commitment == seen.commitment

    def kept(self, table: str) -> Seen | None:
        """What an earlier run of the program saw at this table."""
        path = self.path(table)
        if path is None:
            return None
        try:
            content, _ = read_file(path)
        except OSError:
            return None
        return read_seen(content)

    def forget(self, table: str) -> None:
        """The attempt came to nothing."""
        path = self.path(table)
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
