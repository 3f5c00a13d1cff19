"""What a start of the program is for."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from opera_protocol.address import DEFAULT_PORT
from opera_tui.solo_game import SoloGame

if TYPE_CHECKING:
    from opera_tui.last_tables import LastTable


class GoHome(NamedTuple):
    """Open the home screen."""


class Play(NamedTuple):
    """Play against bots: this game, or the open one if there is no wish."""

    wanted: SoloGame | None = None


class Continue(NamedTuple):
    """Go back to a table."""

    entry: "LastTable"


class Host(NamedTuple):
    """Start a server for others."""

    port: int = DEFAULT_PORT


class Join(NamedTuple):
    """Go to a server elsewhere; without an address, look for one."""

    address: str = ""
    key: str | None = None
    table: str = ""
    code: str = ""
    is_watching: bool = False


class Replay(NamedTuple):
    """Look at a transcript."""

    file: Path


class LookBack(NamedTuple):
    """Look at a finished game of a server of this machine."""

    where: Literal["solo", "host"]
    table: str
    name: str


class Replays(NamedTuple):
    """List the player's finished games."""


class ReadRules(NamedTuple):
    """Open the rules."""

    game: str = "opera"


Plan = GoHome | Play | Continue | Host | Join | Replay | LookBack | Replays | ReadRules


def leads_away(plan: Plan) -> bool:
    """Whether a plan leads to a server; all others are screens in front of the home screen."""
    return not isinstance(plan, GoHome | ReadRules) and not (isinstance(plan, Join) and not plan.address)
