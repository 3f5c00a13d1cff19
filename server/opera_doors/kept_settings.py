"""Keep visitors' settings in the data folder: a small file for each, which nobody here reads."""

from hashlib import sha256
from pathlib import Path
from typing import Final

from opera_doors.setup import MOST_SETTINGS
from opera_protocol.local.storage import read_file, write_whole

FOLDER: Final = "visitors"
MOST_FILES: Final = 20_000
"""Keys are free: strangers must not fill the disk. Settings of more visitors are not kept."""


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
