"""What system tests share: a running server, wires to it, and the wheel, built once for all workers."""

import fcntl
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from support.attack.wire import Opener, wires
from support.leftovers import no_task_left
from support.server.forking import fork_servers
from support.server.running import Inside, inside
from support.tui.pseudo_locale import write_pseudo_catalog

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_little_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.node.get_closest_marker("started") is None:
        fork_servers(monkeypatch)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Inside]:
    """A server in the test's own process; it stops at the end, and its clients before it."""
    with no_task_left():
        async with inside(tmp_path / "data") as running:
            yield running


@pytest.fixture
async def opened(here: Inside) -> AsyncIterator[Opener]:
    """Opens wires to the server, which know no client."""
    async with wires(here.endpoints) as opener:
        yield opener


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first worker to need it fills; the others wait for that."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built beside the checkout so that nothing is left behind in it."""

    def build(folder: Path) -> None:
        command = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CHECKOUT))
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    (built,) = made_once(tmp_path_factory, "wheel", build).glob("*.whl")
    return built


@pytest.fixture(scope="session")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's modules, with the catalog of the pseudo language among their data."""

    def unpack(folder: Path) -> None:
        ZipFile(wheel).extractall(folder)
        write_pseudo_catalog(folder / "opera_protocol/texts/locale")

    return made_once(tmp_path_factory, "site", unpack)
