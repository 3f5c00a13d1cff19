"""The first port of the server for others: it belongs to that server's folder, so that people find it where it was."""

from typing import Final

from opera_protocol.local.address import DEFAULT_PORT, LAST_PORT
from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.local.folders import host_folder

FILE: Final = "port"


def kept_port() -> int:
    """Return the port on which the server for others ran last, else the usual one."""
    try:
        content, _mode = read_file(host_folder() / FILE)
        port = int(content)
    except (OSError, ValueError):
        return DEFAULT_PORT
    return port if 1 <= port <= LAST_PORT else DEFAULT_PORT


def keep_port(port: int) -> None:
    """Write down the port of a server that runs; if that fails, the next one starts where the last one did."""
    path = host_folder() / FILE
    if port == kept_port():
        return
    try:
        with storage_errors(path), sole_writer(path):
            write_whole(path, f"{port}\n".encode("ascii"))
    except StorageError:
        return
