"""The pages of Opera in a programme booklet, in the order of the chapters."""

from collections.abc import Sequence
from typing import Final

from opera_games.opera.events import BidMade, RoundStarted
from opera_tui.booklet.cover import Place
from opera_tui.booklet.elements import Element
from opera_tui.booklet.players import Player
from opera_tui.games.editions import edition_name
from opera_tui.games.opera.booklet import accounts, bids, fame, houses, roles, rounds
from opera_tui.games.opera.lines import ends_level
from opera_tui.games.opera.lines import ranking as ranked
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.look.i18n import _

ROUND_STARTED: Final = RoundStarted
LEFT_OUT: Final = (BidMade,)


def edition(view: OperaView) -> str:
    return edition_name(view.game.edition["name"])


def ranking(view: OperaView) -> list[Place]:
    """Rank the players; the better place in the budget order decides between equals."""
    return [
        Place(
            f"{place}.",
            Player(seat, view.sign(seat).text, view.name(seat)),
            view.game.players[seat].points,
            _("equal, by the better place on the budget table") if place == 1 and ends_level(view) else "",
            is_winner=place == 1,
        )
        for place, seat in enumerate(ranked(view), start=1)
    ]


def chapters(game: Played[OperaView]) -> Sequence[Element]:
    return [make(game) for make in (accounts.page, rounds.page, bids.page, fame.page, roles.page, houses.page)]
