"""Opera, the board game for 2 to 4 players: its rules as `opera_rules.api.Rules` describes them."""

from opera_rules.opera.actions import read_action, write_action
from opera_rules.opera.arrange import arrange
from opera_rules.opera.choices import choices
from opera_rules.opera.documents import private, public
from opera_rules.opera.edition import read_edition
from opera_rules.opera.events import read_event, visible
from opera_rules.opera.fullstate import write_state
from opera_rules.opera.imagine import imagine
from opera_rules.opera.offers import offers
from opera_rules.opera.outcome import outcome
from opera_rules.opera.preview import preview
from opera_rules.opera.rounds import apply
from opera_rules.opera.setup import SEATS, new_game, read_options
from opera_rules.opera.state import waiting

NAME = "opera"
VERSION = 1

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
