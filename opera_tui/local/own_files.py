"""Files that the player gets to keep, such as transcripts and booklets: none is ever written over."""

from collections.abc import Iterator
from pathlib import Path

from opera_protocol.local.storage import read_file, storage_errors, write_new
from opera_protocol.wire.errors import StorageError


def write_into(folder: Path, name: str, content: bytes) -> Path:
    """Write a file into a folder and return it; one of the same name and another content is kept."""
    with storage_errors(folder / name):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in _free_names(folder / name):
            try:
                write_new(path, content)
            except FileExistsError:
                if not _has_content(path, content):
                    continue
            return path
    raise StorageError("storage_failed", path=str(folder / name), problem="EEXIST")


def _free_names(path: Path) -> Iterator[Path]:
    yield path
    yield from (path.with_stem(f"{path.stem}-{number}") for number in range(2, 100))


def _has_content(path: Path, content: bytes) -> bool:
    try:
        return read_file(path, len(content))[0] == content
    except OSError:
        return False
