"""What all visitors of a door share: how many may come in, the visits, their settings, and the way to the server."""

import asyncio
from pathlib import Path
from typing import Final, Protocol

from opera_doors.channel import Channel
from opera_doors.kept_settings import KeptSettings
from opera_doors.limits import Pace, Places
from opera_doors.visits import Visit, Visits
from opera_protocol.local.door import DoorSetup, DoorTells

WRITE_SECONDS: Final = 1.0
MOST_LOGGING_IN: Final = 60
LOGGING_IN_PER_ADDRESS: Final = 10
NEW_PER_SECOND: Final = 5
NEW_AT_ONCE: Final = 20
SESSIONS_PER_IDENTITY: Final = 4
SESSIONS_PER_ADDRESS: Final = 10


class Session(Protocol):
    """Somebody who is here."""

    def dismiss(self, sentence: str) -> None:
        """End the session with a sentence; the seat is kept."""


class Door:
    """What all connections share: who may come in, the visits, and the way to the server."""

    def __init__(self, setup: DoorSetup, channel: Channel, secret: bytes) -> None:
        self.setup = setup
        self.channel = channel
        self.secret = secret
        self.kept = KeptSettings(Path(setup.data))
        self.visits = Visits(setup.user, self._keep, self.log)
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

    def log(self, event: str, text: str) -> None:
        """Tell the operator something."""
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
