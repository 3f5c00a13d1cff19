"""Load, create, export and import a player's identity: a CURVE key pair, made at the first start.

The file in the user's data folder is TOML with the keys `public` and `secret`, both in Z85; only its owner may read it.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import zmq

from opera_games.toml import read_toml
from opera_protocol.local.storage import (
    IDENTITY_FILE,
    read_file,
    sole_writer,
    storage_errors,
    write_new,
    write_whole,
)
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.keys import fingerprint, key_from_text, key_to_text

_OTHERS: Final = 0o077
_WARNING: Final = "# This is your identity at Opera servers. Whoever has this file can play your seats."


@dataclass(frozen=True)
class Identity:
    """A key pair: the public key identifies the player, the secret one proves it."""

    public_key: bytes
    secret_key: bytes = field(repr=False)

    @property
    def fingerprint(self) -> str:
        """The short form of the public key that people can compare."""
        return fingerprint(self.public_key)


def new_identity() -> Identity:
    """Make a key pair, without storing it."""
    public, secret = (key_from_text(text.decode("ascii")) for text in zmq.curve_keypair())
    assert public is not None
    assert secret is not None
    return Identity(public, secret)


def load_or_create_identity(folder: Path, file_name: str = IDENTITY_FILE) -> Identity:
    """Load the identity of a folder, or create it; programs that start at the same time get the same one."""
    path = folder / file_name
    with storage_errors(path):
        try:
            return _load(path)
        except FileNotFoundError:
            return _create(path)


def public_key_in(path: Path) -> bytes | None:
    """Read the public key of an identity's file; None if there is none to be read."""
    try:
        content, _mode = read_file(path)
        return key_from_text(str(read_toml(content).get("public", "")))
    except (OSError, ValueError):
        return None


def export_identity(identity: Identity, path: Path, *, overwrite: bool = False) -> None:
    """Write an identity to a file; an existing file is replaced only with `overwrite`."""
    write = write_whole if overwrite else write_new
    with storage_errors(path):
        try:
            write(path, _to_toml(identity))
        except FileExistsError as error:
            raise StorageError("key_file_exists", path=str(path)) from error


def import_identity(source: Path, folder: Path, file_name: str = IDENTITY_FILE, *, overwrite: bool = False) -> Identity:
    """Copy an exported identity into a folder; an existing one is replaced only with `overwrite`.

    The exported file may be readable by others: memory sticks have no permissions.
    """
    identity = _load_exported(source)
    path = folder / file_name
    with storage_errors(path), sole_writer(path):
        if path.exists() and not overwrite:
            raise StorageError("key_file_exists", path=str(path))
        write_whole(path, _to_toml(identity))
    return identity


def _create(path: Path) -> Identity:
    with sole_writer(path):
        try:
            return _load(path)
        except FileNotFoundError:
            identity = new_identity()
            write_whole(path, _to_toml(identity))
            return identity


def _load(path: Path) -> Identity:
    content, mode = read_file(path)
    if mode & _OTHERS:
        raise StorageError("key_file_exposed", path=str(path), mode=f"{mode:04o}")
    return _from_toml(content, path)


def _load_exported(path: Path) -> Identity:
    with storage_errors(path):
        try:
            content, _ = read_file(path)
        except FileNotFoundError as error:
            raise StorageError("key_file_missing", path=str(path)) from error
    return _from_toml(content, path)


def _to_toml(identity: Identity) -> bytes:
    lines = (
        _WARNING,
        f'public = "{key_to_text(identity.public_key)}"',
        f'secret = "{key_to_text(identity.secret_key)}"',
    )
    return "\n".join((*lines, "")).encode("ascii")


def _from_toml(content: bytes, path: Path) -> Identity:
    """Read an identity; its two keys must belong together."""
    try:
        entries = read_toml(content)
    except ValueError as error:
        raise StorageError("key_file_corrupt", path=str(path)) from error
    public, secret = (key_from_text(str(entries.get(name, ""))) for name in ("public", "secret"))
    if public is None or secret is None or _public_key_of(secret) != public:
        raise StorageError("key_file_corrupt", path=str(path))
    return Identity(public, secret)


def _public_key_of(secret: bytes) -> bytes | None:
    return key_from_text(zmq.curve_public(key_to_text(secret).encode("ascii")).decode("ascii"))
