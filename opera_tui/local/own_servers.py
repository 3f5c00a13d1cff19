"""The servers of this machine that the client may start: one for solo games, one for others, one for a transcript."""

import contextlib
import tempfile
from pathlib import Path

from opera_protocol.local.address import DEFAULT_PORT
from opera_tui.local.child_process import archive_recipe, host_recipe, replay_recipe, solo_recipe
from opera_tui.local.child_server import LocalServer


class OwnServers:
    """Servers that end with this client, unless one is to stay."""

    def __init__(self) -> None:
        self.solo = LocalServer(solo_recipe())
        self._host: LocalServer | None = None
        self._replays: list[LocalServer] = []
        self._folders = contextlib.ExitStack()

    def host(self, port: int | None = None) -> LocalServer:
        """Return the server for others; another port counts only before it runs."""
        if self._host is None or (port is not None and self._host.child is None):
            self._host = LocalServer(host_recipe(port or DEFAULT_PORT))
        return self._host

    def archive(self) -> LocalServer:
        """Return the server for others where it runs, else one of its data folder that nobody else can reach."""
        return LocalServer(archive_recipe())

    def scratch_file(self, name: str, content: bytes) -> Path:
        """Write a file that is removed when the client ends."""
        folder = self._folders.enter_context(tempfile.TemporaryDirectory(prefix="opera-transcript-"))
        path = Path(folder) / name
        path.write_bytes(content)
        return path

    def replay(self, file: Path) -> LocalServer:
        """Return a server that checks and shows a transcript; its data folder is removed when the client ends."""
        folder = Path(self._folders.enter_context(tempfile.TemporaryDirectory(prefix="opera-replay-")))
        server = LocalServer(replay_recipe(folder, file.absolute()))
        self._replays.append(server)
        return server

    async def close(self) -> None:
        """End all servers that this client has started."""
        for server in (self.solo, *([self._host] if self._host else []), *self._replays):
            await server.stop()
        self.remove_folders()

    def remove_folders(self) -> None:
        """Remove files and data folders of transcripts, which are only for this start."""
        self._folders.close()
