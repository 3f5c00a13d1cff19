"""The named states of a connection, as values to show."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class Stage(Enum):
    """Where a connection is between its begin and its loss."""

    CONNECTING = "connecting"
    """Finding the server, opening both connections, getting a ticket."""
    SYNCING = "syncing"
    """Entering the rooms that this client was in."""
    LIVE = "live"
    LOST = "lost"
    """Waiting for the next try."""


@dataclass(frozen=True)
class State:
    """A stage and, once something was lost, why and when the next try comes."""

    stage: Stage
    code: str = ""
    """Why the connection was lost; kept while it is tried again."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    tries: int = 0
    """Losses and failed tries in a row, since a connection last stayed for a while."""
    has_said_goodbye: bool = False
    """Whether the server said that it goes down; kept, whatever the tries fail with, until it is back."""
    next_try: float | None = None
    """When the next try comes, on the clock of `time.monotonic`."""

    def seconds_left(self) -> float:
        """Until the next try; 0 where none is waited for."""
        return 0.0 if self.next_try is None else max(0.0, self.next_try - time.monotonic())


@dataclass(frozen=True)
class StateChanged:
    """The connection has come into another state."""

    state: State


@dataclass(frozen=True)
class Noticed:
    """The server's operator says something."""

    text: str
