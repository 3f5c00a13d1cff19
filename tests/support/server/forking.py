"""Let tests fork the servers and bots that they, the client and the servers start."""

import subprocess
from typing import Any

import pytest
from support.server.forked import Forked, create_subprocess_exec
from support.server.running import ServerProcess


class _Subprocess:
    """The module `subprocess`, as far as the client needs it for its servers."""

    Popen: Any = Forked
    DEVNULL = subprocess.DEVNULL


def fork_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork what is started from now on."""
    monkeypatch.setattr(ServerProcess, "popen", Forked)
    monkeypatch.setattr("opera_tui.local.child_process.subprocess", _Subprocess)
    monkeypatch.setattr("asyncio.create_subprocess_exec", create_subprocess_exec)
