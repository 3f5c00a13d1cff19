"""Turandot: seven turns of secret, simultaneous offers to cast Puccini's opera, for 2 to 5 players."""

from collections.abc import Sequence
from typing import NoReturn

from opera_games.turandot.actions import write_action
from opera_games.turandot.choices import read_choices
from opera_games.turandot.words import SEATS
from opera_rules.api import Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.codec import read_action, read_event, read_private, read_public, write_state
from opera_rules.turandot.decisions import offers
from opera_rules.turandot.edition import read_edition
from opera_rules.turandot.order_of_play import apply
from opera_rules.turandot.phases.scoring import outcome
from opera_rules.turandot.setup import new_game, read_options
from opera_rules.turandot.state import Game, progress, waiting
from opera_rules.turandot.views.choices import choices
from opera_rules.turandot.views.documents import private, public, visible
from opera_rules.turandot.views.imagine import imagine
from opera_rules.turandot.views.preview import preview

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
    "progress",
    "public",
    "read_action",
    "read_choices",
    "read_edition",
    "read_event",
    "read_options",
    "read_private",
    "read_public",
    "visible",
    "waiting",
    "write_action",
    "write_state",
]

NAME = "turandot"
VERSION = 1


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> NoReturn:
    """Refuse: Turandot has no layouts."""
    raise Refused("nothing_to_arrange")
