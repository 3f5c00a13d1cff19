"""The ssh door: log in with a public key, and play.

opera-server --ssh 1610          ssh -p 1610 anna@host          ssh -t -p 1610 anna@host watch Fenice
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import asyncssh

from opera_doors.bounds import FAR_TOO_MUCH, read_in_small_parts, unsent
from opera_doors.door import Door
from opera_doors.identity import guest_identity, identity_of
from opera_doors.limits import network_of
from opera_doors.ssh_session import Session
from opera_doors.wishes import GUEST
from opera_protocol.local.door import Listening
from opera_protocol.local.storage import storage_errors, write_whole
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import StorageError
from opera_tui.look.i18n import catalog_of

HOST_KEY_FILE: Final = "ssh-host-key"
WINDOW: Final = 64 * 1024
"""Bytes that a client may send before they are read."""
QUICK_KEY_EXCHANGES: Final = "-diffie-hellman-*,rsa*"
"""Without those that cost this machine a tenth of a second and the stranger who asks for them nothing."""
WATCH_SECONDS: Final = 1.0
KEEPALIVE_SECONDS: Final = 30
LOST_AFTER: Final = 4
"""Signs of life that may stay away before a connection counts as broken."""
NO_KEY: Final = N_(
    "You need an ssh key to come in, and none was offered: ssh-keygen -t ed25519 makes one, then try again."
)
OR_GUEST: Final = N_("Guests come in without one, with {guest}@ before the address.")


class Login(asyncssh.SSHServer):
    """One connection: a public key is the only way in, except for guests where they are welcome."""

    def __init__(self, door: Door, connections: set[asyncssh.SSHServerConnection]) -> None:
        self._door = door
        self._connections = connections
        """All that there are."""
        self._proved: bytes | None = None
        """The key whose signature was checked."""
        self._has_told = False
        """Whether this connection was told that it needs a key."""
        self._user = ""
        self._is_counted = False
        self._has_session = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Turn away addresses that come too often, or log in too often at the same time."""
        self._connection = conn
        self._connections.add(conn)
        read_in_small_parts(conn)
        self._expect_session()
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        network = network_of(self.address)
        if self._door.pace.allows(network) and self._door.logging_in.take(network):
            self._is_counted = True
        else:
            conn.abort()

    def _expect_session(self) -> None:
        """Give a connection up that has no session for too long: before it begins one, and after the only one."""
        self._deadline = asyncio.get_running_loop().call_later(self._door.setup.login, self._connection.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self._connection)
        self._stop_counting()

    def _stop_counting(self) -> None:
        """Let a connection be, which counts as logging in until it has a session."""
        if self._deadline is not None:
            self._deadline.cancel()
        if self._is_counted:
            self._is_counted = False
            self._door.logging_in.give_back(network_of(self.address))

    @property
    def is_guest(self) -> bool:
        return self._user == GUEST and self._door.setup.guests

    def begin_auth(self, username: str) -> bool:
        """Let guests in as they are; whoever changes the name begins from nothing."""
        self._user, self._proved = username, None
        return not self.is_guest

    def public_key_auth_supported(self) -> bool:
        return not self.is_guest

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key, and note it only when its signature has been checked: an offer of a key proves nothing."""
        check = key.verify

        def verify(data: bytes, signature: bytes) -> bool:
            is_right = check(data, signature)
            if is_right:
                self._proved = key.public_data
            return is_right

        setattr(key, "verify", verify)  # noqa: B010 - only of this one object
        return True

    def kbdint_auth_supported(self) -> bool:
        """Offer a second method once, to say what is missing: clients come to it after their keys, if they have any."""
        return not (self.is_guest or self._has_told)

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> tuple[str, str, str, tuple[()]]:
        """Say how to get a key, and ask nothing."""
        self._has_told = True
        told = catalog_of(os.environ).gettext
        sentences = [told(NO_KEY), *([told(OR_GUEST).format(guest=GUEST)] if self._door.setup.guests else [])]
        return "", " ".join(sentences), "", ()

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """Let nobody in: nothing but the signature of a key says who somebody is."""
        return False

    def auth_completed(self) -> None:
        if not self.is_guest and self._proved is None:
            self._connection.abort()

    def session_requested(self) -> Session | bool:
        """Open one session; there is nothing else to ask for."""
        if self._has_session or (self._proved is None and not self.is_guest):
            return False
        self._has_session = True
        identity = guest_identity() if self.is_guest else identity_of(self._door.secret, "ssh", self._proved or b"")
        ends = self._stop_counting, self._expect_session
        return Session(self._door, identity, self._user, self.address, ends, is_guest=self.is_guest)


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the door's host key; it is made if there is none."""
    path = folder / HOST_KEY_FILE
    with storage_errors(path):
        if not path.exists():
            write_whole(path, asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        try:
            return asyncssh.read_private_key(path)
        except (asyncssh.KeyImportError, ValueError) as error:
            raise StorageError("key_file_corrupt", path=str(path)) from error


@asynccontextmanager
async def open_ssh(door: Door, listening: Listening, key: asyncssh.SSHKey) -> AsyncIterator[int]:
    """Listen for people who have ssh; gives the port."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    connections: set[asyncssh.SSHServerConnection] = set()
    async with await asyncssh.create_server(
        lambda: Login(door, connections),
        host="" if listening.host == "*" else listening.host,
        port=listening.port,
        reuse_address=True,
        server_host_keys=[key],
        server_version="Opera",
        encoding=None,
        line_editor=False,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        compression_algs=["none"],
        login_timeout=door.setup.login,
        window=WINDOW,
        kex_algs=QUICK_KEY_EXCHANGES,
        keepalive_interval=KEEPALIVE_SECONDS,
        keepalive_count_max=LOST_AFTER,
    ) as acceptor:
        watch = asyncio.get_running_loop().create_task(_watch(door, connections))
        try:
            yield acceptor.get_port()
        finally:
            watch.cancel()


async def _watch(door: Door, connections: set[asyncssh.SSHServerConnection]) -> None:
    """Drop clients that ask and take no answers."""
    while True:
        await asyncio.sleep(WATCH_SECONDS)
        for connection in [one for one in connections if unsent(one) > FAR_TOO_MUCH]:
            door.log("connection_dropped", "it asked and took no answers")
            connection.abort()
