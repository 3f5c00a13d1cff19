"""A data folder is its owner's alone and one server's at a time, and says whose."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from opera_protocol.local.lock_file import LOCK_FILE
from opera_protocol.local.ready import Failed, Ready, Starting, holder, read_ready, write_ready
from opera_protocol.texts.sentences import sentence_of
from opera_server.config.data_folder import JOURNAL_FILE, DataFolder
from opera_server.faults import ServerFault

READY = Ready(pid=os.getpid(), ports=(1607, 1608, 1609), key="k" * 40, name="Scala")
HOLD = """
import sys
from pathlib import Path
from opera_protocol.local.ready import Ready
from opera_server.config.data_folder import DataFolder
import os
folder = DataFolder.hold(Path(sys.argv[1]))
folder.announce(Ready(pid=os.getpid(), ports=(4711, 4712, 4713), key="k" * 40, name="Wien"))
print("held", flush=True)
sys.stdin.read()
"""


def no_sleep(_: float) -> None:
    """Patience that costs nothing."""


def test_the_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    """Folders that are missing are made with mode 0700, the lock file and the server's key with 0600."""
    path = tmp_path / "share" / "opera" / "server"
    with DataFolder.hold(path) as folder:
        identity = folder.identity()
        assert folder.identity() == identity
        modes = {entry.name: stat.S_IMODE(entry.stat().st_mode) for entry in path.iterdir()}
    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert set(modes.values()) == {0o600}
    assert "server-key.toml" in modes


def test_a_second_server_learns_who_holds_the_folder(tmp_path: Path) -> None:
    """While one process holds the folder another is refused with its pid and port; before that, as starting."""
    with DataFolder.hold(tmp_path) as folder:
        with pytest.raises(ServerFault) as starting:
            DataFolder.hold(tmp_path, sleep=no_sleep)
        assert (starting.value.code, starting.value.parameters["pid"]) == ("folder_starting", os.getpid())
        assert holder(tmp_path) == Starting(pid=os.getpid())
        folder.announce(READY)
        with pytest.raises(ServerFault) as locked:
            DataFolder.hold(tmp_path, sleep=no_sleep)
        assert locked.value.code == "folder_locked"
        assert locked.value.parameters == {"path": str(tmp_path), "pid": os.getpid(), "port": 1607}
        assert "1607" in str(locked.value)
        assert holder(tmp_path) == READY
    assert holder(tmp_path) is None
    DataFolder.hold(tmp_path).release()


def test_the_lock_ends_with_the_process_that_holds_it(tmp_path: Path) -> None:
    """The lock file leads to a living server; after kill -9 nobody holds the folder, whatever the file says."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        assert holder(tmp_path) == Ready(pid=process.pid, ports=(4711, 4712, 4713), key="k" * 40, name="Wien")
        with pytest.raises(ServerFault) as locked:
            DataFolder.hold(tmp_path, sleep=no_sleep)
        assert locked.value.parameters["pid"] == process.pid
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert (tmp_path / LOCK_FILE).read_bytes()
    assert holder(tmp_path) is None
    DataFolder.hold(tmp_path).release()


def test_a_look_at_the_lock_keeps_no_server_out(tmp_path: Path) -> None:
    """A server that meets someone who is just looking tries again and gets the folder."""
    (tmp_path / LOCK_FILE).touch()
    looking = subprocess.Popen(
        [sys.executable, "-c", LOOK, str(tmp_path / LOCK_FILE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with looking:
        assert looking.stdout is not None
        assert looking.stdout.readline() == b"looking\n"

        def let_go(_: float) -> None:
            looking.communicate()

        DataFolder.hold(tmp_path, sleep=let_go).release()


LOOK = """
import fcntl, os, sys
fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_SH)
print("looking", flush=True)
sys.stdin.read()
"""


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    """What is no folder is refused with its path."""
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(ServerFault) as no_folder:
        DataFolder.hold(file)
    assert no_folder.value.code == "folder_unusable"
    assert str(file) in str(no_folder.value)


@pytest.mark.parametrize("content", ["", LOCK_FILE, JOURNAL_FILE], ids=["empty", "used before", "restored"])
def test_a_folder_that_others_can_open_is_taken_away_from_them(tmp_path: Path, content: str) -> None:
    """A folder of ours gets mode 0700, also where it existed: code words and secrets are in the journal."""
    shared = tmp_path / "shared"
    shared.mkdir()
    if content:
        (shared / content).touch()
    shared.chmod(0o755)
    DataFolder.hold(shared).release()
    assert stat.S_IMODE(shared.stat().st_mode) == 0o700


def test_a_folder_of_other_things_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    """Nobody's home folder or /tmp is closed to others because it was named as a data folder."""
    shared = tmp_path / "shared"
    (shared / "letters").mkdir(parents=True)
    shared.chmod(0o777)
    with pytest.raises(ServerFault) as exposed:
        DataFolder.hold(shared)
    assert (exposed.value.code, exposed.value.parameters["mode"]) == ("folder_exposed", "0777")
    assert stat.S_IMODE(shared.stat().st_mode) == 0o777


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_somebody_else_that_others_can_open_is_refused(tmp_path: Path) -> None:
    """Its owner has to close it: the refusal says so."""
    theirs = tmp_path / "theirs"
    theirs.mkdir(mode=0o755)
    os.chown(theirs, 12345, 12345)
    with pytest.raises(ServerFault) as exposed:
        DataFolder.hold(theirs)
    assert exposed.value.code == "folder_exposed"
    assert "chmod 700" in sentence_of(exposed.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_writable_is_named(tmp_path: Path) -> None:
    """Without the right to write there the fault gives the path and what the system says."""
    tmp_path.chmod(0o500)
    with pytest.raises(ServerFault) as refused:
        DataFolder.hold(tmp_path / "data")
    tmp_path.chmod(0o700)
    assert refused.value.code == "folder_unusable"


def test_the_ready_line_is_one_line_of_json() -> None:
    """Each kind of line comes back as it was; what is torn, too long or none of ours is nothing."""
    failed = Failed(code="folder_locked", sentence="Another server …")
    for line in (READY, Starting(pid=3), failed):
        written = write_ready(line)
        assert written.count(b"\n") == 1
        assert read_ready(written) == line
        assert read_ready(written[:-1]) is None
    for nonsense in (b"", b"\n", b"{}\n", b"\xff\n", b'{"state":"ready"}\n', b"[" * 5000 + b"\n"):
        assert read_ready(nonsense) is None
