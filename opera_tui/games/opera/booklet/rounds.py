"""Round by round: points, income, budget level, ducats and stock of all players, and who led."""

from collections.abc import Iterable

from opera_games.opera.documents import PrivateDocument
from opera_games.opera.events import BidsRevealed, IncomePaid
from opera_tui.booklet.elements import Element
from opera_tui.booklet.pages import Measure, highlights, measured
from opera_tui.booklet.parts import chapter
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _


def page(game: Played[OperaView]) -> Element:
    curves = [measured(game.players, steps, measure) for steps, measure in _measures(game)]
    led = highlights(game.players, game.points, _("round"), _("after round"))
    return chapter("rounds", _("Round by round"), led, curves, role="page")


def _measures(game: Played[OperaView]) -> list[tuple[list[str], Measure]]:
    """Return what is drawn, each with its steps: some of it was there before the first round."""
    rounds, with_start = game.steps, ["0", *game.steps]
    points = [[0, *(after[seat] for after in game.points)] for seat in game.end.seats]
    income = [_incomes(game.log, seat) for seat in game.end.seats]
    levels = [_levels(game.log, seat) for seat in game.end.seats]
    ducats = [[_own(moment[seat]).ducats for moment in game.moments] for seat in game.end.seats]
    stock = [[len(_own(moment[seat]).stock) for moment in game.moments] for seat in game.end.seats]
    return [
        (with_start, Measure("points", _("Points"), points, _("After each round, countings included."))),
        (
            rounds,
            Measure("income", _("Income"), income, _("Ducats that the houses brought in each round."), has_sum=True),
        ),
        (rounds, Measure("levels", _("Budget level"), levels, _("After the bids, before the first role was hired."))),
        (with_start, Measure("ducats", _("Ducats"), ducats, _("Behind the screens, after each round."))),
        (with_start, Measure("stock", _("Stock"), stock, _("Pieces behind the screens, after each round."))),
    ]


def _own(view: OperaView) -> PrivateDocument:
    assert view.own is not None
    return view.own


def _incomes(log: Iterable[AnyLine], seat: int) -> list[int]:
    return [sum(event.incomes[seat].values()) for event in log if isinstance(event, IncomePaid)]


def _levels(log: Iterable[AnyLine], seat: int) -> list[int]:
    return [event.levels[seat] for event in log if isinstance(event, BidsRevealed)]
