"""Keep visitors' settings in the data folder: a small file for each, which nobody here reads."""

import asyncio
from hashlib import sha256
from pathlib import Path
from typing import Final

from opera_doors.setup import MOST_SETTINGS
from opera_protocol.local.storage import read_file, write_whole

FOLDER: Final = "visitors"
MOST_FILES: Final = 20_000
"""Keys are free: strangers must not fill the disk. Settings of more visitors are not kept."""

WRITE_SECONDS: Final = 1.0


class KeptSettings:
    """The files, by the public keys of visitors."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._files = sum(1 for _ in self._folder.iterdir())

    def of(self, key: bytes) -> str:
        """Return what is kept; empty if nothing is."""
        try:
            return read_file(self._path(key), MOST_SETTINGS)[0].decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def keep(self, key: bytes, settings: str) -> None:
        """Write the file of a visitor; without room nothing is kept."""
        content, path = settings.encode("utf-8", "replace"), self._path(key)
        is_new = not path.exists()
        if len(content) > MOST_SETTINGS or (is_new and self._files >= MOST_FILES):
            return
        try:
            write_whole(path, content)
        except OSError:
            return
        self._files += is_new

    def _path(self, key: bytes) -> Path:
        return self._folder / sha256(key).hexdigest()


class VisitorSettings:
    """The settings of everybody who is here, some of which are still to be written."""

    def __init__(self, files: KeptSettings) -> None:
        self._files = files
        self._keys: dict[int, bytes] = {}
        """Whose settings a visit may change; none for guests."""
        self._unwritten: dict[bytes, str] = {}

    def of(self, key: bytes) -> str:
        """Return what a visitor has kept."""
        return self._unwritten.get(key) or self._files.of(key)

    def of_visit(self, visit: int) -> str:
        """Return what the visitor of a visit has kept; empty for a guest."""
        key = self._keys.get(visit)
        return "" if key is None else self.of(key)

    def begin(self, visit: int, key: bytes) -> None:
        """Note whose settings a visit may change."""
        self._keys[visit] = key

    def end(self, visit: int) -> None:
        self._keys.pop(visit, None)

    def keep(self, visit: int, settings: str) -> None:
        """Keep settings soon: however often they change, the disk is asked once a second for each visitor."""
        key = self._keys.get(visit)
        if key is None:
            return
        if key not in self._unwritten:
            asyncio.get_running_loop().call_later(WRITE_SECONDS, self._write, key)
        self._unwritten[key] = settings

    def _write(self, key: bytes) -> None:
        self._files.keep(key, self._unwritten.pop(key))
