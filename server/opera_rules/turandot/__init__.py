"""The rules of Turandot, the card game for 2 to 5 players: everything that `opera_rules.api.Rules` asks for.

`order_of_play` is the list of a turn's steps, `phases` has one module for each of them; `decisions` owns what is
allowed. `views` shows all this to a seat. `edition` reads the data of the singers.
"""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from opera_games.api import tagged_reader
from opera_games.turandot import actions
from opera_games.turandot.actions import write_action
from opera_games.turandot.choices import Choices
from opera_games.turandot.documents import PrivateDocument, PublicDocument
from opera_games.turandot.events import AnyEvent
from opera_games.turandot.words import SEATS
from opera_rules.api import NewGame, Seat
from opera_rules.reading import action_reader, document_reader, event_reader
from opera_rules.refusals import Refused
from opera_rules.turandot.decisions import offers
from opera_rules.turandot.edition import Edition, read_edition
from opera_rules.turandot.order_of_play import apply, unfold
from opera_rules.turandot.phases.scoring import outcome, scores
from opera_rules.turandot.setup import new_game, read_options
from opera_rules.turandot.state import Game, finished, progress, waiting, write_state
from opera_rules.turandot.views.choices import choices, preview
from opera_rules.turandot.views.documents import private, public, visible
from opera_rules.turandot.views.imagine import imagine

NAME = "turandot"
VERSION = 2
EARLIER: Mapping[int, NewGame[Edition, Game]] = {1: new_game}
"""In version 1 money alone was not open to everybody; what was offered led to the same."""

read_public = document_reader(PublicDocument)
read_private = document_reader(PrivateDocument)
read_choices = tagged_reader(Choices)
read_event = event_reader(AnyEvent)
read_action = action_reader(actions.read_action)


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> NoReturn:
    """Refuse: Turandot has no layouts."""
    raise Refused("nothing_to_arrange")
