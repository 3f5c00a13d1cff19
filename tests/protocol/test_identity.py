"""A player's key is made once, kept to its owner, and moved only on purpose."""

import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import zmq

from opera_protocol.local import storage
from opera_protocol.local.identity import (
    export_identity,
    import_identity,
    load_or_create_identity,
    new_identity,
)
from opera_protocol.local.storage import IDENTITY_FILE, MAX_BYTES, sole_writer
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.keys import key_to_text

PRINT_KEY = """
import sys
from pathlib import Path
from opera_protocol.local.identity import load_or_create_identity
sys.stdin.readline()
print(load_or_create_identity(Path(sys.argv[1])).public_key.hex())
"""


def code_of(error: pytest.ExceptionInfo[StorageError]) -> str:
    """The code of a refusal, whose path is always given."""
    assert error.value.parameters["path"]
    return error.value.code


def test_the_first_start_makes_a_key_that_stays(tmp_path: Path) -> None:
    """The key pair of the first start is found again at the next, in a file only its owner can read."""
    folder = tmp_path / "share" / "opera"
    identity = load_or_create_identity(folder)
    assert load_or_create_identity(folder) == identity
    assert stat.S_IMODE((folder / IDENTITY_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {entry.name for entry in folder.iterdir()} == {IDENTITY_FILE, f".{IDENTITY_FILE}.lock"}


def test_the_key_is_one_that_zeromq_uses() -> None:
    """The public key is the one ZeroMQ derives from the secret one, and a socket takes both."""
    identity = new_identity()
    public, secret = key_to_text(identity.public_key).encode(), key_to_text(identity.secret_key).encode()
    assert zmq.curve_public(secret) == public
    with zmq.Context() as context, context.socket(zmq.DEALER) as client:
        client.curve_publickey, client.curve_secretkey = public, secret


def test_the_secret_is_not_shown() -> None:
    """An identity that ends up in a log or an error shows its public key only."""
    identity = new_identity()
    assert repr(identity.secret_key) not in repr(identity)


def test_another_file_is_another_identity(tmp_path: Path) -> None:
    """A server keeps its own pair beside a player's."""
    assert load_or_create_identity(tmp_path) != load_or_create_identity(tmp_path, "server.toml")


def test_processes_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    """Of several first starts at the same moment one makes the key, and all have it."""
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", PRINT_KEY, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(3)
    ]
    keys = [program.communicate("go\n", timeout=20)[0] for program in programs]
    assert keys == [load_or_create_identity(tmp_path).public_key.hex() + "\n"] * 3


def test_threads_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    """The same holds within one process, over many first starts."""
    with ThreadPoolExecutor(4) as pool:
        for number in range(10):
            folder = tmp_path / str(number)
            assert len(set(pool.map(lambda _, at=folder: load_or_create_identity(at), range(4)))) == 1


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601])
def test_a_key_that_others_could_read_is_refused(tmp_path: Path, mode: int) -> None:
    """A key file open to others is not used, and the error says how it stands open."""
    load_or_create_identity(tmp_path)
    (tmp_path / IDENTITY_FILE).chmod(mode)
    with pytest.raises(StorageError) as refusal:
        load_or_create_identity(tmp_path)
    assert code_of(refusal) == "key_file_exposed"
    assert refusal.value.parameters["mode"] == f"{mode:04o}"


def corrupt_contents() -> list[bytes]:
    """Files that are no identity: empty, cut, binary, nested deeply, of other keys or two that do not match."""
    one, other = (key_to_text(new_identity().public_key) for _ in range(2))
    return [
        b"",
        b"\xff\xfe",
        b"x = " + b"[" * 5_000,
        b'public = "',
        b"public = 1\nsecret = 2\n",
        b'public = "short"\nsecret = "short"\n',
        f'public = "{one}"\nsecret = "{other}"\n'.encode(),
        f'secret = "{one}"\n'.encode(),
    ]


@pytest.mark.parametrize("content", corrupt_contents(), ids=lambda content: f"{len(content)} bytes")
def test_a_corrupt_key_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    """A file that is no identity is an error and stays as it is: a new key would lose every seat."""
    path = tmp_path / IDENTITY_FILE
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(StorageError) as refusal:
        load_or_create_identity(tmp_path)
    assert code_of(refusal) == "key_file_corrupt"
    assert path.read_bytes() == content


def test_what_is_no_small_file_is_refused(tmp_path: Path) -> None:
    """A folder or a huge file in the key's place is an error, read within bounds."""
    (tmp_path / IDENTITY_FILE).mkdir()
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(MAX_BYTES + 1)
    for name in (IDENTITY_FILE, "huge"):
        with pytest.raises(StorageError) as refusal:
            load_or_create_identity(tmp_path, name)
        assert code_of(refusal) == "storage_failed"


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    """When the data folder cannot be made, the error names the system's reason."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError) as refusal:
        load_or_create_identity(tmp_path / "file")
    assert code_of(refusal) == "storage_failed"
    assert refusal.value.parameters["problem"] in {"ENOTDIR", "EEXIST"}


def test_a_stopped_writer_does_not_stop_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When another process never gives the lock back, waiting ends in an error."""
    monkeypatch.setattr(storage, "_LOCK_SECONDS", 0.05)
    with sole_writer(tmp_path / IDENTITY_FILE), pytest.raises(StorageError) as refusal:
        load_or_create_identity(tmp_path)
    assert code_of(refusal) == "storage_failed"
    assert refusal.value.parameters["problem"] == "EAGAIN"


def test_a_crash_while_writing_leaves_the_old_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full in the middle of writing costs neither the old key nor leaves half a new one."""
    old, new = load_or_create_identity(tmp_path), new_identity()
    export_identity(new, tmp_path / "export")
    before = {entry.name for entry in tmp_path.iterdir()}

    def fail(descriptor: int) -> None:
        raise OSError(28, "no space left")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(StorageError) as refusal:
        import_identity(tmp_path / "export", tmp_path, overwrite=True)
    with pytest.raises(StorageError):
        export_identity(new, tmp_path / "another")
    monkeypatch.undo()
    assert refusal.value.parameters["problem"] == "ENOSPC"
    assert load_or_create_identity(tmp_path) == old
    assert {entry.name for entry in tmp_path.iterdir()} == before


def test_an_identity_moves_to_another_computer(tmp_path: Path) -> None:
    """What was exported here is the identity there, also from a medium without permissions."""
    identity = load_or_create_identity(tmp_path / "here")
    exported = tmp_path / "stick.toml"
    export_identity(identity, exported)
    assert stat.S_IMODE(exported.stat().st_mode) == 0o600
    exported.chmod(0o755)
    assert import_identity(exported, tmp_path / "there") == identity
    assert load_or_create_identity(tmp_path / "there") == identity


def test_nothing_is_overwritten_unless_told(tmp_path: Path) -> None:
    """Neither a file nor the identity of a folder is replaced by accident, and both are on demand."""
    old, new = load_or_create_identity(tmp_path), new_identity()
    exported = tmp_path / "export"
    exported.write_text("something else")
    with pytest.raises(StorageError) as refusal:
        export_identity(new, exported)
    assert code_of(refusal) == "key_file_exists"
    assert exported.read_text() == "something else"
    export_identity(new, exported, overwrite=True)
    with pytest.raises(StorageError) as refusal:
        import_identity(exported, tmp_path)
    assert code_of(refusal) == "key_file_exists"
    assert load_or_create_identity(tmp_path) == old
    import_identity(exported, tmp_path, overwrite=True)
    assert load_or_create_identity(tmp_path) == new


def test_only_an_identity_is_imported(tmp_path: Path) -> None:
    """A missing or other file changes nothing and has its own code."""
    old = load_or_create_identity(tmp_path)
    (tmp_path / "letter").write_text("Dear Anna")
    for name, code in (("nothing", "key_file_missing"), ("letter", "key_file_corrupt")):
        with pytest.raises(StorageError) as refusal:
            import_identity(tmp_path / name, tmp_path, overwrite=True)
        assert code_of(refusal) == code
    assert load_or_create_identity(tmp_path) == old
