"""Turandot: seven turns of secret, simultaneous offers to cast Puccini's opera, for 2 to 5 players."""

from collections.abc import Sequence

from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.actions import read_action, write_action
from opera_rules.turandot.boxes import choices
from opera_rules.turandot.documents import outcome, private, public
from opera_rules.turandot.edition import read_edition
from opera_rules.turandot.events import read_event, visible
from opera_rules.turandot.forecast import preview
from opera_rules.turandot.fullstate import write_state
from opera_rules.turandot.imagination import imagine
from opera_rules.turandot.legality import apply, offers
from opera_rules.turandot.setup import new_game, read_options
from opera_rules.turandot.state import Game, waiting
from opera_rules.turandot.words import SEATS

__all__ = [
    "NAME",
    "SEATS",
    "VERSION",
    "apply",
    "arrange",
    "choices",
    "imagine",
    "new_game",
    "offers",
    "outcome",
    "preview",
    "private",
    "public",
    "read_action",
    "read_edition",
    "read_event",
    "read_options",
    "visible",
    "waiting",
    "write_action",
    "write_state",
]

NAME = "turandot"
VERSION = 1


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> Map:
    """Turandot has no layouts."""
    raise Refused("nothing_to_arrange")
