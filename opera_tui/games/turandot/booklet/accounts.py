"""The final accounts: what each cast's points are made of, as a picture and as a table."""

from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.booklet.charts import Source, stacked
from opera_tui.booklet.elements import Element
from opera_tui.booklet.parts import Line, chapter, figure, heads_of, legend, mark, table
from opera_tui.games.played import Played
from opera_tui.games.turandot.booklet.hands import hand_player, ranked
from opera_tui.games.turandot.labels import counted, hands
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import NP_, _

SOURCES: Final = {
    "stars": ("★", N_("stars")),
    "scenery": (NP_("scenery, 1 cell", "s"), N_("scenery")),
    "preferred": ("p", N_("preferred parts")),
    "sex": ("x", N_("wrong sex")),
    "director": (NP_("director, 1 cell", "d"), N_("directors")),
    "puccini": ("P", N_("Puccini")),
}
"""What brings or costs points, with its sign in the bars."""


def page(game: Played[TurandotView]) -> Element:
    view, order = game.end, ranked(game.end)
    players = [hand_player(view, seat) for seat in order]
    kept = counted(view, SOURCES)
    sources = [Source(_(SOURCES[part][0]), _(SOURCES[part][1])) for part in kept]
    points = [hands(view)[seat].points for seat in order]
    parts = [[getattr(own, part) for part in kept] for own in points]
    lines = [
        Line([mark(place, source), " ", source.title], [str(own[place]) for own in parts])
        for place, source in enumerate(sources)
    ]
    foot = Line(_("together"), [str(own.total) for own in points])
    title = _("Final accounts")
    return chapter(
        "accounts",
        title,
        figure(stacked(players, sources, parts, title), legend(sources)),
        table("sources", heads_of(players), lines, foot=foot),
    )
