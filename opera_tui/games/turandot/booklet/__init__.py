"""The pages of Turandot in a programme booklet, in the order of the chapters."""

from collections.abc import Sequence
from typing import Final

from opera_games.turandot.events import OfferMade, TurnStarted
from opera_games.turandot.words import SILENT
from opera_tui.booklet.cover import Place
from opera_tui.booklet.elements import Element
from opera_tui.games.editions import edition_name
from opera_tui.games.played import Played
from opera_tui.games.turandot.booklet import accounts, casts, offers, turns
from opera_tui.games.turandot.booklet.hands import hand_player, ranked
from opera_tui.games.turandot.labels import hands
from opera_tui.games.turandot.lines import ends_level
from opera_tui.games.turandot.panels.final import place_of
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _

ROUND_STARTED: Final = TurnStarted
LEFT_OUT: Final = (OfferMade,)


def edition(view: TurandotView) -> str:
    return edition_name(view.game.edition)


def ranking(view: TurandotView) -> list[Place]:
    """Rank the hands; the silent hand comes last and has no place."""
    winners = view.game.end.winners if view.game.end else ()
    return [
        Place(
            "" if seat == SILENT else f"{place_of(view, seat)}.",
            hand_player(view, seat),
            hands(view)[seat].points.total,
            _("equal, by more stars") if seat in winners and ends_level(view) else "",
            is_winner=seat in winners,
        )
        for seat in ranked(view)
    ]


def chapters(game: Played[TurandotView]) -> Sequence[Element]:
    return [make(game) for make in (accounts.page, casts.page, turns.page, offers.page)]
