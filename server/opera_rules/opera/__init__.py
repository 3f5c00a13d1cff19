"""Opera, the board game for 2 to 4 players: its rules as `opera_rules.api.Rules` describes them."""

from opera_rules.opera.actions import read_action, write_action
from opera_rules.opera.edition import read_edition
from opera_rules.opera.events import visible
from opera_rules.opera.fullstate import write_state
from opera_rules.opera.offers import offers
from opera_rules.opera.outcome import outcome
from opera_rules.opera.rounds import apply
from opera_rules.opera.setup import SEATS, new_game, read_options
