"""Make a visitor's key pair from the door secret and what the visitor has proved; nothing else is stored."""

import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import zmq
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from opera_protocol.local.identity import Identity, new_identity
from opera_protocol.local.storage import read_file, sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_protocol.wire.keys import KEY_BYTES, key_from_text, key_to_text

SECRET_FILE: Final = "door-secret"  # noqa: S105 - the name of a file
_OTHERS: Final = 0o077

Door = Literal["ssh", "web"]


def load_or_create_secret(folder: Path) -> bytes:
    """Return the door secret of a data folder; it is made if there is none."""
    path = folder / SECRET_FILE
    with storage_errors(path), sole_writer(path):
        try:
            content, mode = read_file(path)
        except FileNotFoundError:
            content, mode = secrets.token_bytes(KEY_BYTES), 0o600
            write_whole(path, content)
    if mode & _OTHERS:
        raise StorageError("key_file_exposed", path=str(path), mode=f"{mode:04o}")
    if len(content) != KEY_BYTES:
        raise StorageError("key_file_corrupt", path=str(path))
    return content


def identity_of(secret: bytes, door: Door, proved: bytes) -> Identity:
    """Return the key pair of whoever has proved to have a key, given as its blob, or to have been given a cookie.

    Each door has a name of its own in it: what is public at one door must be nobody at the other.
    """
    info = f"opera-door/1/{door}/".encode() + sha256(proved).digest()
    return identity_from(HKDF(algorithm=SHA256(), length=KEY_BYTES, salt=None, info=info).derive(secret))


def identity_from(secret_key: bytes) -> Identity:
    """Return the key pair of a secret key."""
    public = key_from_text(zmq.curve_public(key_to_text(secret_key).encode("ascii")).decode("ascii"))
    assert public is not None
    return Identity(public, secret_key)


def guest_identity() -> Identity:
    """Return the key pair of somebody who has proved nothing: a new one each time."""
    return new_identity()
