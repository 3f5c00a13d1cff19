"""Who visitors are: made of the door secret and of what they have proved, and of nothing that others can know."""

from pathlib import Path
from typing import cast

import asyncssh
import pytest
from support.doors.running import new_key
from support.tui.pseudo_locale import write_pseudo_catalog

from opera_doors.channel import Channel
from opera_doors.door import Door
from opera_doors.identity import SECRET_FILE, identity_of, load_or_create_secret
from opera_doors.ssh import Login
from opera_doors.ssh_session import IDLE, NO_SUCH_COMMAND
from opera_protocol.local.door import DoorSetup
from opera_protocol.wire.errors import StorageError
from opera_tui.look import i18n, languages

SECRET = bytes(range(32))


class Connection:
    """As much of a connection as a login needs."""

    _transport = None

    def __init__(self) -> None:
        self.is_aborted = False

    def get_extra_info(self, _name: str) -> tuple[str, int]:
        return ("192.0.2.7", 4711)

    def abort(self) -> None:
        self.is_aborted = True


def login(folder: Path, *, guests: bool) -> tuple[Login, Connection]:
    setup = DoorSetup(data=str(folder), server_host="", requests=1, updates=2, key="", name="", guests=guests)
    opened, connection = Login(Door(setup, cast("Channel", None), SECRET), set()), Connection()
    opened.connection_made(cast("asyncssh.SSHServerConnection", connection))
    return opened, connection


def prove(opened: Login, key: asyncssh.SSHKey, data: bytes = b"session") -> bool:
    """Sign as a client does who has the key."""
    offered = asyncssh.import_public_key(key.export_public_key())
    assert opened.validate_public_key("anna", offered)
    return offered.verify(data, key.sign(b"session", b"ssh-ed25519"))


def offer(opened: Login, key: asyncssh.SSHKey) -> None:
    """Ask whether a key would do, as anybody can who knows its public half."""
    assert opened.validate_public_key("anna", asyncssh.import_public_key(key.export_public_key()))


def test_the_same_key_is_the_same_person_and_others_are_not(tmp_path: Path) -> None:
    blob = new_key().public_data
    assert identity_of(SECRET, "ssh", blob) == identity_of(SECRET, "ssh", blob)
    assert identity_of(SECRET, "ssh", blob) != identity_of(SECRET, "ssh", new_key().public_data)
    assert identity_of(SECRET, "ssh", blob) != identity_of(bytes(32), "ssh", blob)


def test_a_victims_public_key_as_a_cookie_is_somebody_else() -> None:
    blob = new_key().public_data
    assert identity_of(SECRET, "web", blob).public_key != identity_of(SECRET, "ssh", blob).public_key


def test_the_derivation_never_changes() -> None:
    """Another one would take everybody's seats away."""
    assert (
        identity_of(SECRET, "ssh", b"blob").public_key.hex()
        == "aa38fc5301bccf6515b407357347e379f15b15bb04dfc2687bc6a5ba67ea3707"
    )


def test_the_secret_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    secret = load_or_create_secret(tmp_path)
    assert load_or_create_secret(tmp_path) == secret
    assert (tmp_path / SECRET_FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / SECRET_FILE).chmod(0o644)
    with pytest.raises(StorageError):
        load_or_create_secret(tmp_path)


async def test_an_identity_is_taken_from_the_signature_and_never_from_an_offer(tmp_path: Path) -> None:
    """Somebody offers a victim's key before and after proving the own one."""
    opened, connection = login(tmp_path, guests=True)
    victim, own = new_key(), new_key()
    assert opened.begin_auth("anna")
    offer(opened, victim)
    assert prove(opened, own)
    offer(opened, victim)
    assert not prove(opened, victim, b"another session")
    opened.auth_completed()
    session = opened.session_requested()
    assert not connection.is_aborted
    assert not isinstance(session, bool)
    assert session._identity == identity_of(SECRET, "ssh", own.public_data)


async def test_a_guest_who_offered_a_victims_key_is_a_guest(tmp_path: Path) -> None:
    opened, _connection = login(tmp_path, guests=True)
    victim = new_key()
    assert opened.begin_auth("anna")
    offer(opened, victim)
    assert not opened.begin_auth("guest")
    assert not opened.public_key_auth_supported()
    opened.auth_completed()
    session = opened.session_requested()
    assert not isinstance(session, bool)
    assert session._identity != identity_of(SECRET, "ssh", victim.public_data)
    assert session._is_guest


async def test_whoever_proved_nothing_gets_no_session(tmp_path: Path) -> None:
    opened, connection = login(tmp_path, guests=False)
    assert opened.begin_auth("guest")
    offer(opened, new_key())
    opened.auth_completed()
    assert connection.is_aborted
    assert opened.session_requested() is False


class Screen:
    """As much of a channel as a goodbye needs."""

    def __init__(self, **variables: str) -> None:
        self.variables = variables
        self.written = b""
        self.status: int | None = None

    def is_closing(self) -> bool:
        return self.status is not None

    def write(self, data: bytes) -> None:
        self.written += data

    def exit(self, status: int) -> None:
        self.status = status

    def get_connection(self) -> Connection:
        return Connection()

    def get_terminal_type(self) -> str:
        return "xterm"

    def get_environment(self) -> dict[str, str]:
        return self.variables


async def test_whoever_is_away_too_long_is_told_that_the_seat_is_kept(tmp_path: Path) -> None:
    opened, _connection = login(tmp_path, guests=True)
    opened.begin_auth("guest")
    session, screen = opened.session_requested(), Screen()
    assert not isinstance(session, bool)
    session.connection_made(cast("asyncssh.SSHServerChannel[bytes]", screen))
    session._end_idle()
    assert (IDLE.encode() in screen.written, screen.status) == (True, 1)


async def test_what_the_door_says_is_in_the_visitors_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_pseudo_catalog(tmp_path / "locale")
    for module in (i18n, languages):
        monkeypatch.setattr(module, "catalogs", lambda: tmp_path / "locale")
    for variables, is_pseudo in (
        ({"LANG": "qps.UTF-8"}, True),
        ({"LANG": "qps", "LC_ALL": "it_IT"}, False),
        ({}, False),
    ):
        opened, _connection = login(tmp_path, guests=True)
        opened.begin_auth("guest")
        session, screen = opened.session_requested(), Screen(**variables)
        assert not isinstance(session, bool)
        session.connection_made(cast("asyncssh.SSHServerChannel[bytes]", screen))
        session.exec_requested("rm -rf /")
        session.session_started()
        assert (NO_SUCH_COMMAND.encode() not in screen.written) is is_pseudo
        assert screen.written.endswith(b"\n")
