"""What the player wants to do: as said on the command line, or chosen on the home screen."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from opera_games.catalog import GAMES
from opera_tui.local.child_process import NO_DOORS, Doors
from opera_tui.session.solo import SoloGame

if TYPE_CHECKING:
    from opera_tui.local.last_tables import LastTable


class GoHome(NamedTuple):
    """Open the home screen."""


class Play(NamedTuple):
    """Play against bots: a new game as wanted, else the one played last."""

    wanted: SoloGame | None = None


class Continue(NamedTuple):
    """Go back to a table."""

    entry: "LastTable"


class Host(NamedTuple):
    """Start a server for others; without a port, where it ran last."""

    port: int | None = None
    doors: Doors = NO_DOORS


class Join(NamedTuple):
    """Go to a server elsewhere; without an address, look for one."""

    address: str = ""
    key: str | None = None
    table: str = ""
    code: str = ""
    is_watching: bool = False
    is_visit: bool = False
    """Whether the player is a visitor of that server, and comes back to the game that is played there, if any."""


class Learn(NamedTuple):
    """Play a lesson: go on where it was left, or begin it; without one, choose from the list."""

    lesson: str = ""
    is_anew: bool = False
    """Whether it begins again though it was left somewhere."""
    at: Join | None = None
    """The server of a visitor; None for this user's own."""


class Replay(NamedTuple):
    """Look at a transcript."""

    file: Path


class LookBack(NamedTuple):
    """Look at a finished game of a server of this machine."""

    where: Literal["solo", "host"]
    table: str
    name: str
    ended_ms: int = 0
    """When it ended; 0 if that is not known."""


class Replays(NamedTuple):
    """List the player's finished games."""


class ReadRules(NamedTuple):
    """Open the rules of a game, or the page of the help about a topic."""

    game: str = GAMES[0]
    topic: str = ""
    players: int | None = None
    options: Mapping[str, Any] = MappingProxyType({})
    """The table whose rules are meant; without players one with the usual number of them."""


Intent = GoHome | Play | Learn | Continue | Host | Join | Replay | LookBack | Replays | ReadRules


def leads_away(intent: Intent) -> bool:
    """Return whether an intent leads to a server; the others are screens in front of the home screen."""
    if isinstance(intent, Learn):
        return bool(intent.lesson)
    return not isinstance(intent, GoHome | ReadRules) and not (isinstance(intent, Join) and not intent.address)


def leads_elsewhere(intent: Intent) -> bool:
    """Return whether an intent leads to a server that is not this user's own: what comes from there may be false."""
    if isinstance(intent, Learn):
        return intent.at is not None
    return isinstance(intent, Join) or (isinstance(intent, Continue) and intent.entry.where == "away")
