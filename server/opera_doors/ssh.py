"""The ssh door: log in with a public key, and play.

opera-server --ssh 1610          ssh -p 1610 anna@host          ssh -t -p 1610 anna@host watch Fenice
"""

import asyncio
import logging
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import asyncssh

from opera_doors.channel import Channel
from opera_doors.identity import guest_identity, identity_of, load_or_create_secret
from opera_doors.kept_settings import KeptSettings
from opera_doors.limits import Pace, Places, network_of
from opera_doors.setup import VisitSetup
from opera_doors.visits import PreloaderGone, Visit, Visits, sane_size
from opera_games.catalog import GAMES
from opera_protocol.local.door import PORT_TAKEN, DoorFailed, DoorReady, DoorSetup, DoorTells
from opera_protocol.local.identity import Identity
from opera_protocol.local.storage import storage_errors, write_whole
from opera_protocol.wire.errors import StorageError, TextError
from opera_protocol.wire.keys import key_to_text
from opera_protocol.wire.plain_text import PLAYER_NAME, TABLE_NAME, clean, cut
from opera_tui.start.launch import DUMB

HOST_KEY_FILE: Final = "ssh-host-key"
GUEST: Final = "guest"
LOGIN_SECONDS: Final = 20
WRITE_SECONDS: Final = 1.0
FAREWELL_SECONDS: Final = 0.2
IDLE_SECONDS: Final = 2 * 3600
KEEPALIVE_SECONDS: Final = 30
LOST_AFTER: Final = 4
"""Signs of life that may stay away before a connection counts as broken."""
MOST_LOGGING_IN: Final = 60
LOGGING_IN_PER_ADDRESS: Final = 10
NEW_PER_SECOND: Final = 5
NEW_AT_ONCE: Final = 20
SESSIONS_PER_IDENTITY: Final = 4
SESSIONS_PER_ADDRESS: Final = 10
_LOCALE: Final = r"[A-Za-z]{1,8}(_[A-Za-z]{2,4})?(\.[A-Za-z0-9-]{1,16})?(@[a-z]{1,16})?"
_LANGUAGE: Final = re.compile(rf"{_LOCALE}(:{_LOCALE}){{0,9}}")
_TERMINAL: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
USUAL_TERMINAL: Final = "xterm-256color"
LANGUAGES: Final = ("LANGUAGE", "LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE")

NEEDS_TERMINAL: Final = "This game needs a terminal: ssh -t."
NO_SUCH_COMMAND: Final = "There is no such command. Say nothing to play, or: join TABLE, watch TABLE, rules."
FULL: Final = "This server has as many visitors as it can have; come back later."
TOO_MANY: Final = "You are here too often already; leave another session first."
IDLE: Final = "You were away for a long time; your seat is kept. Log in again to go on."
BROKEN: Final = "The program ended; your seat is kept. Log in again to go on."
CLOSING: Final = "The server is stopping; your seat is kept."
_MODES: Final = (1049, 1000, 1002, 1003, 1004, 1006, 1015, 2004)
RESTORE: Final = "".join(f"\x1b[?{mode}l" for mode in _MODES) + "\x1b[?25h\x1b[<u\x1b[0m\r\n"
"""Gives a terminal back as it was, for visits that could not do it themselves."""


class Wish(NamedTuple):
    """What a command asks for."""

    wish: Any = ""
    word: str = ""


def wish_of(command: str | None) -> Wish | None:
    """Return what a command of a visitor asks for; None if it is none of ours."""
    words = (command or "").split(maxsplit=1)
    if not words:
        return Wish()
    first, word = words[0], words[1] if len(words) > 1 else ""
    if first == "rules" and (not word or word in GAMES):
        return Wish("rules", word)
    if first not in ("join", "watch"):
        return None
    try:
        return Wish(first, clean(word, TABLE_NAME))
    except TextError:
        return None


def variables_of(term: str | None, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a visit: nothing but what chooses colours and one of our catalogs."""
    chosen = {name: asked[name] for name in LANGUAGES if _LANGUAGE.fullmatch(asked.get(name, ""))}
    if asked.get("NO_COLOR"):
        chosen["NO_COLOR"] = "1"
    if asked.get("COLORTERM") in ("truecolor", "24bit"):
        chosen["COLORTERM"] = asked["COLORTERM"]
    return {**chosen, "TERM": term if term and _TERMINAL.fullmatch(term) else USUAL_TERMINAL}


def name_of(user: str) -> str:
    """Return how a visitor is called at tables; empty if the login is no name."""
    if user == GUEST:
        return ""
    try:
        return clean(cut(user, PLAYER_NAME.cells), PLAYER_NAME)
    except TextError:
        return ""


class Door:
    """What all connections share: who may come in, the visits, and the way to the server."""

    def __init__(self, setup: DoorSetup, channel: Channel, secret: bytes) -> None:
        self.setup = setup
        self.channel = channel
        self.secret = secret
        self.kept = KeptSettings(Path(setup.data))
        self.visits = Visits(setup.user, self._keep, self._log)
        self.logging_in = Places(MOST_LOGGING_IN, LOGGING_IN_PER_ADDRESS)
        self.pace = Pace(NEW_PER_SECOND, NEW_AT_ONCE)
        self.places = Places(setup.visitors, SESSIONS_PER_IDENTITY, SESSIONS_PER_ADDRESS)
        self.sessions: set[Session] = set()
        self._keys: dict[int, bytes] = {}
        self._unwritten: dict[bytes, str] = {}

    def remember(self, visit: Visit, key: bytes) -> None:
        """Note whose settings a visit may change."""
        self._keys[visit.number] = key
        visit.ended.add_done_callback(lambda _ended: self._keys.pop(visit.number, None))

    def _log(self, event: str, text: str) -> None:
        self.channel.tell(DoorTells(event=event, text=text))

    def _keep(self, number: int, settings: str) -> None:
        """Keep settings soon: however often they change, the disk is asked once a second for each visitor."""
        key = self._keys.get(number)
        if key is None:
            return
        if key not in self._unwritten:
            asyncio.get_running_loop().call_later(WRITE_SECONDS, self._write, key)
        self._unwritten[key] = settings

    def _write(self, key: bytes) -> None:
        self.kept.keep(key, self._unwritten.pop(key))

    def settings_of(self, key: bytes) -> str:
        """Return what a visitor has kept."""
        return self._unwritten.get(key) or self.kept.of(key)


class Login(asyncssh.SSHServer):
    """One connection: a public key is the only way in, except for guests where they are welcome."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._proved: bytes | None = None
        """The key whose signature was checked."""
        self._user = ""
        self._is_counted = False
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Turn away addresses that come too often, or log in too often at the same time."""
        self._connection = conn
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        network = network_of(self.address)
        if self._door.pace.allows(network) and self._door.logging_in.take(network):
            self._is_counted = True
        else:
            conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_counting()

    def _stop_counting(self) -> None:
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

    def auth_completed(self) -> None:
        self._stop_counting()
        if not self.is_guest and self._proved is None:
            self._connection.abort()

    def session_requested(self) -> "Session | bool":
        """Open one session; there is nothing else to ask for."""
        if self._has_session or (self._proved is None and not self.is_guest):
            return False
        self._has_session = True
        identity = guest_identity() if self.is_guest else identity_of(self._door.secret, "ssh", self._proved or b"")
        return Session(self._door, identity, self._user, self.address, is_guest=self.is_guest)


class Session(asyncssh.SSHServerSession[bytes]):
    """A visitor's session: a terminal here, a visit there."""

    def __init__(self, door: Door, identity: Identity, user: str, address: str, *, is_guest: bool) -> None:
        self._door = door
        self._identity = identity
        self._user = user
        self._address = address
        self._is_guest = is_guest
        self._wish: Wish | None = Wish()
        self._has_terminal = False
        self._visit: Visit | None = None
        self._running: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._size = sane_size(0, 0)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        self._door.sessions.add(self)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        self._has_terminal = True
        self._size = sane_size(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._wish = wish_of(command)
        return True

    def session_started(self) -> None:
        if self._wish is None:
            self._say_goodbye(NO_SUCH_COMMAND)
        elif not self._has_terminal or (self._channel.get_terminal_type() or "") in DUMB:
            self._say_goodbye(NEEDS_TERMINAL)
        else:
            self._running = asyncio.get_running_loop().create_task(self._run(self._wish))

    def _say_goodbye(self, sentence: str, code: int = 1) -> None:
        if not self._channel.is_closing():
            self._channel.write(sentence.encode() + b"\r\n" if sentence else b"")
            self._channel.exit(code)

    async def _run(self, wish: Wish) -> None:
        """Take a place, let the server note the address, and visit."""
        holders = self._identity.public_key, network_of(self._address)
        if not self._door.places.take(*holders):
            is_full = self._door.places.taken >= self._door.setup.visitors
            self._say_goodbye(FULL if is_full else TOO_MANY)
            return
        try:
            await self._door.channel.announce(self._identity.public_key, self._address)
            self._visit = await self._door.visits.begin(
                self._setup(wish), self._size, self._channel.write, lambda: None
            )
            if not self._is_guest:
                self._door.remember(self._visit, self._identity.public_key)
            self._note_life()
            code = await asyncio.shield(self._visit.ended)
            self._say_goodbye(RESTORE + BROKEN if code < 0 else "", max(code, 0))
        except PreloaderGone:
            self._say_goodbye(BROKEN)
        finally:
            if self._visit is not None:
                await asyncio.shield(self._door.visits.end(self._visit))
            self._door.places.give_back(*holders)

    def _setup(self, wish: Wish) -> VisitSetup:
        setup, public = self._door.setup, self._identity.public_key
        asked = self._channel.get_environment()
        return VisitSetup(
            secret=key_to_text(self._identity.secret_key),
            host=setup.server_host,
            requests=setup.requests,
            updates=setup.updates,
            key=setup.key,
            server=setup.name,
            name=name_of(self._user),
            is_guest=self._is_guest,
            variables=variables_of(self._channel.get_terminal_type(), asked),
            wish=wish.wish,
            word=wish.word,
            settings="" if self._is_guest else self._door.settings_of(public),
        )

    def _note_life(self) -> None:
        """Begin to count idle time again."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end_idle)

    def _end_idle(self) -> None:
        self.dismiss(IDLE)

    def dismiss(self, sentence: str) -> None:
        """End the session with a sentence; the seat is kept."""
        self._say_goodbye(RESTORE + sentence if self._visit is not None else sentence)
        self._leave()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._visit is not None:
            self._note_life()
            self._visit.terminal.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = sane_size(width, height)
        if self._visit is not None:
            self._visit.terminal.resize(width, height)

    def pause_writing(self) -> None:
        if self._visit is not None:
            self._visit.terminal.pause()

    def resume_writing(self) -> None:
        if self._visit is not None:
            self._visit.terminal.resume()

    def eof_received(self) -> bool:
        """Take the end of what is typed for a hangup."""
        self._leave()
        self._channel.close()
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up; the seat is kept by the server."""
        self._door.sessions.discard(self)
        self._leave()

    def _leave(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._visit is not None:
            self._visit.terminal.close()
        if self._running is not None and not self._running.done():
            self._running.cancel()


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


async def serve(channel: Channel, setup: DoorSetup) -> None:
    """Open the door until the server, or the preloader, is gone."""
    folder = Path(setup.data)
    key = host_key(folder)
    door = Door(setup, channel, load_or_create_secret(folder))
    await door.visits.start()
    async with await asyncssh.create_server(
        lambda: Login(door),
        host="" if setup.host == "*" else setup.host,
        port=setup.port,
        reuse_address=True,
        server_host_keys=[key],
        server_version="Opera",
        encoding=None,
        line_editor=False,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        compression_algs=["none"],
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=KEEPALIVE_SECONDS,
        keepalive_count_max=LOST_AFTER,
    ) as acceptor:
        channel.tell(DoorReady(port=acceptor.get_port(), fingerprint=key.get_fingerprint()))
        ends = [asyncio.create_task(channel.listen()), asyncio.create_task(door.visits.gone.wait())]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for session in list(door.sessions):
            session.dismiss(CLOSING)
        await asyncio.sleep(FAREWELL_SECONDS if door.sessions else 0)
    await door.visits.close()


async def open_door(descriptor: int) -> None:
    """Open the door as the server says at the other end of a descriptor; say why if it cannot be opened."""
    channel = await Channel.open(descriptor)
    setup = await channel.setup()
    if setup is None:
        return
    try:
        await serve(channel, setup)
    except StorageError as error:
        channel.tell(DoorFailed(code=error.code, parameters=dict(error.parameters)))
    except OSError as error:
        channel.tell(DoorFailed(code=PORT_TAKEN, parameters={"port": setup.port, "problem": str(error.strerror)}))
    await asyncio.sleep(0)


def main() -> None:
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    os.umask(0o077)
    asyncio.run(open_door(int(sys.argv[1])))


if __name__ == "__main__":
    main()
