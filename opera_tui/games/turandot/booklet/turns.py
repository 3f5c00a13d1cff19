"""Turn by turn: the points of the best casts, money and scenery of all players, and who led."""

from opera_tui.booklet.elements import Element
from opera_tui.booklet.pages import Measure, highlights, measured
from opera_tui.booklet.parts import chapter
from opera_tui.games.played import Played
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _


def page(game: Played[TurandotView]) -> Element:
    steps = ["0", *game.steps]
    curves = [measured(game.players, steps, measure) for measure in _measures(game)]
    led = highlights(game.players, game.points, _("turn"), _("after turn"))
    return chapter("turns", _("Turn by turn"), led, curves, role="page")


def _measures(game: Played[TurandotView]) -> list[Measure]:
    seats = game.end.seats
    points = [[0, *(after[seat] for after in game.points)] for seat in seats]
    money = [[moment[0].game.players[seat].money for moment in game.moments] for seat in seats]
    scenery = [[moment[0].game.players[seat].scenery for moment in game.moments] for seat in seats]
    return [
        Measure("points", _("Points"), points, _("What the best cast was worth after each turn.")),
        Measure("money", _("Money"), money, _("Money cards left after each turn.")),
        Measure("scenery", _("Scenery"), scenery, _("Scenery cards after each turn.")),
    ]
