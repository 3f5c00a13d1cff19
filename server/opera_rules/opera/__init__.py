"""Opera, the board game for 2 to 4 players: its rules as `opera_rules.api.Rules` describes them."""

from opera_games.opera.actions import write_action
from opera_games.opera.choices import read_choices
from opera_games.opera.words import SEATS
from opera_rules.opera.codec import read_action, read_event, read_private, read_public, write_state
from opera_rules.opera.decisions import offers
from opera_rules.opera.edition import read_edition
from opera_rules.opera.order_of_play import apply
from opera_rules.opera.phases.scoring import outcome
from opera_rules.opera.roles.impresario import arrange
from opera_rules.opera.setup import new_game, read_options
from opera_rules.opera.state import progress, waiting
from opera_rules.opera.views.choices import choices
from opera_rules.opera.views.documents import private, public, visible
from opera_rules.opera.views.imagine import imagine
from opera_rules.opera.views.preview import preview

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
