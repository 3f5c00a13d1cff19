"""The first port of the server for others: it belongs to that server's folder, so that people find it where it was."""

from typing import Final

from opera_protocol.local.address import DEFAULT_PORT, LAST_PORT
from opera_tui.local.folders import host_folder
from opera_tui.local.kept_file import KeptFile


def _read(content: bytes) -> int:
    port = int(content)
    return port if 1 <= port <= LAST_PORT else DEFAULT_PORT


def _write(port: int) -> bytes:
    return f"{port}\n".encode("ascii")


_FILE: Final = KeptFile("port", _read, _write, empty=DEFAULT_PORT, folder=host_folder)


def kept_port() -> int:
    """Return the port on which the server for others ran last, else the usual one."""
    return _FILE.content()


def keep_port(port: int) -> None:
    """Write down the port of a server that runs."""
    _FILE.change(lambda _before: port)
