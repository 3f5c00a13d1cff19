"""The seats of a table, and who holds them."""

from dataclasses import dataclass
from typing import NamedTuple

from opera_protocol.wire.documents import StandInCause
from opera_server.journal.entries import Key


class Holder(NamedTuple):
    """A person who held a seat."""

    key: Key
    name: str


@dataclass
class Chair:
    """One seat of a table: free, or taken by a person (with a key) or a bot (with a level)."""

    key: Key | None = None
    name: str = ""
    level: str = ""
    temperament: str = ""
    """What a bot likes, where its level has temperaments."""
    ready: bool = False
    stand_in: StandInCause | None = None
    """Why a bot acts for the person, if it does."""
    since: int = 0
    """The entry with which the person sat down: if the host leaves, the person who sits longest is the next."""
    former: Holder | None = None
    """The person who held the seat before it was handed on, and may come back until the seat decides next."""
    is_veiled: bool = False
    """Whether the holder may not see what the seat has sealed: somebody else chose it."""

    @property
    def bot(self) -> str:
        """Return the bot's level with its temperament, as `opera_bots.levels.bot_of` finds it; empty for others."""
        return f"{self.level}:{self.temperament}" if self.temperament else self.level

    @property
    def is_free(self) -> bool:
        return self.key is None and not self.level
