"""What all visitors share, by whatever door they come: how many may come in, the visits, settings, and the server."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, Protocol

import msgspec

from opera_doors.channel import Channel
from opera_doors.kept_settings import KeptSettings, VisitorSettings
from opera_doors.limits import Pace, Places, network_of
from opera_doors.setup import Asked, VisitSetup
from opera_doors.visits import Visit, Visits
from opera_protocol.local.door import DoorSetup, DoorTells
from opera_protocol.local.identity import Identity
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.keys import key_to_text

MOST_LOGGING_IN: Final = 60
LOGGING_IN_PER_ADDRESS: Final = 10
NEW_PER_SECOND: Final = 5
NEW_AT_ONCE: Final = 20
SESSIONS_PER_IDENTITY: Final = 4
SESSIONS_PER_ADDRESS: Final = 10
IDLE_SECONDS: Final = 2 * 3600
FULL: Final = N_("This server has as many visitors as it can have; come back later.")
TOO_MANY: Final = N_("You are here too often already; leave another session first.")
CLOSING: Final = N_("The server is stopping; your seat is kept.")


class NoPlace(Exception):
    """Nobody more may come in; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Visitor(msgspec.Struct, frozen=True):
    """Somebody who has come in, and what was asked for."""

    identity: Identity
    address: str
    asked: Asked
    size: tuple[int, int] | None
    """Of the terminal, in columns and rows; None where there is none."""


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
        self.settings = VisitorSettings(KeptSettings(Path(setup.data)))
        self.visits = Visits(setup.user, self.settings, self.log)
        self.logging_in = Places(MOST_LOGGING_IN, LOGGING_IN_PER_ADDRESS)
        self.pace = Pace(NEW_PER_SECOND, NEW_AT_ONCE)
        self.places = Places(setup.visitors, SESSIONS_PER_IDENTITY, SESSIONS_PER_ADDRESS)
        self.sessions: set[Session] = set()
        self._here: Counter[bytes] = Counter()
        """How many sessions each visitor has, without those that are coming to their end."""

    @asynccontextmanager
    async def visiting(
        self, visitor: Visitor, shown: Callable[[bytes], None], drained: Callable[[], None] = lambda: None
    ) -> AsyncIterator[Visit]:
        """Take a place, let the server note the address, and begin a visit, which ends with this; raises `NoPlace`."""
        key = visitor.identity.public_key
        holders = key, network_of(visitor.address)
        if not self.places.take(*holders):
            raise NoPlace(FULL if self.places.taken >= self.setup.visitors else TOO_MANY)
        try:
            await self.channel.announce(key, visitor.address)
            visit = await self.visits.begin(self._setup(visitor), visitor.size, shown, drained)
            try:
                with self._noted(visit, visitor):
                    yield visit
            finally:
                await asyncio.shield(self.visits.end(visit))
        finally:
            self.places.give_back(*holders)

    @contextmanager
    def _noted(self, visit: Visit, visitor: Visitor) -> Iterator[None]:
        """Note that a visitor is here, and whose settings the visit may change; those of guests are not kept."""
        key = visitor.identity.public_key
        self._here[key] += 1
        if not visitor.asked.is_guest:
            self.settings.begin(visit.number, key)
            visit.ended.add_done_callback(lambda _ended: self.settings.end(visit.number))
        try:
            yield
        finally:
            self._here[key] -= 1
            if not self._here[key]:
                del self._here[key]

    def _setup(self, visitor: Visitor) -> VisitSetup:
        setup, identity, asked = self.setup, visitor.identity, visitor.asked
        return VisitSetup(
            secret=key_to_text(identity.secret_key),
            host=setup.server_host,
            requests=setup.requests,
            updates=setup.updates,
            key=setup.key,
            server=setup.name,
            asked=asked,
            settings="" if asked.is_guest else self.settings.of(identity.public_key),
            is_also_here=self._here[identity.public_key] > 0,
        )

    def log(self, event: str, text: str) -> None:
        """Tell the operator something."""
        self.channel.tell(DoorTells(event=event, text=text))
