"""The rules of Opera, the board game for 2 to 4 players: everything that `opera_rules.api.Rules` asks for.

`order_of_play` is the list of a round's steps, `phases` has one module for each of them, `roles` one for each role;
`decisions` owns what is allowed. `views` shows all this to a seat. `edition` reads the data of the buildings.
"""

from opera_games.api import tagged_reader
from opera_games.opera import actions
from opera_games.opera.actions import write_action
from opera_games.opera.choices import Choices
from opera_games.opera.documents import PrivateDocument, PublicDocument
from opera_games.opera.events import AnyEvent
from opera_games.opera.words import SEATS
from opera_rules.opera.decisions import offers
from opera_rules.opera.edition import read_edition
from opera_rules.opera.order_of_play import apply, unfold
from opera_rules.opera.phases.scoring import outcome
from opera_rules.opera.restore import restore
from opera_rules.opera.roles.impresario import arrange
from opera_rules.opera.setup import EARLIER, new_game, read_options
from opera_rules.opera.state import finished, progress, scores, waiting, write_state
from opera_rules.opera.views.choices import choices, preview
from opera_rules.opera.views.documents import private, public, visible
from opera_rules.opera.views.imagine import imagine
from opera_rules.reading import action_reader, document_reader, event_reader

NAME = "opera"
VERSION = 2

read_public = document_reader(PublicDocument)
read_private = document_reader(PrivateDocument)
read_choices = tagged_reader(Choices)
read_event = event_reader(AnyEvent)
read_action = action_reader(actions.read_action)
