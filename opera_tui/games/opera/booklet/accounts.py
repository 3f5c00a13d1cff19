"""The final accounts: where each player's points came from, as a picture and as tables."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from opera_games.api import Seat
from opera_games.opera.events import Counted
from opera_protocol.texts.i18n import N_
from opera_tui.booklet.charts import Source, stacked
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, figure, heads_of, legend, mark, paragraph, table
from opera_tui.games.opera.labels import name
from opera_tui.games.opera.panels.final import gains
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _

SOURCES: Final = {
    "built": ("b", N_("building")),
    "sold": ("p", N_("sold to the Palazzo")),
    "appraised": ("e", N_("the Esperto")),
    "great": ("g", N_("great halls in the countings")),
    "century": ("c", N_("composers of the century")),
    "empty": ("x", N_("empty halls")),
}
"""What brings points, with its sign in the bars."""
IN_COUNTINGS: Final = {
    "great": N_("great halls"),
    "century": N_("composer of the century"),
    "empty": N_("empty halls"),
}
COUNTINGS: Final = (N_("First counting"), N_("Second counting"), N_("Third counting"))


def page(game: Played[OperaView]) -> Element:
    players, sums = game.players, by_source(game.log)
    sources = [Source(sign, _(title)) for sign, title in SOURCES.values()]
    parts = [[sums[seat, source] for source in SOURCES] for seat in game.end.seats]
    title = _("Final accounts")
    return chapter(
        "accounts",
        title,
        figure(stacked(players, sources, parts, title), legend(sources)),
        _table(game, sources, sums),
        *(_counting(game, number) for number in sorted(_countings(game.log))),
    )


def by_source(log: Iterable[AnyLine]) -> Counter[tuple[Seat, str]]:
    """Add up the points of each seat by what brought them."""
    sums: Counter[tuple[Seat, str]] = Counter()
    for event in log:
        if isinstance(event, Counted):
            for source in IN_COUNTINGS:
                sums.update({(seat, source): points for seat, points in getattr(event, source).items()})
        else:
            for gain in gains(event):
                sums[gain.seat, gain.source] += gain.points
    return sums


def _table(game: Played[OperaView], sources: list[Source], sums: Counter[tuple[Seat, str]]) -> Element:
    lines = [
        Line([mark(place, source), " ", source.title], [str(sums[seat, key]) for seat in game.end.seats])
        for place, (key, source) in enumerate(zip(SOURCES, sources, strict=True))
    ]
    total = Line(_("together"), [str(player.points) for player in game.end.game.players])
    return table("sources", heads_of(game.players), lines, foot=total)


def _countings(log: Iterable[AnyLine]) -> dict[int, Counted]:
    return {event.counting: event for event in log if isinstance(event, Counted)}


def _counting(game: Played[OperaView], number: int) -> Element:
    """Show what a counting brought, part by part."""
    view, event = game.end, _countings(game.log)[number]
    lines = [
        Line(_(title), [str(getattr(event, source)[seat]) for seat in view.seats])
        for source, title in IN_COUNTINGS.items()
    ]
    gained = [str(sum(getattr(event, source)[seat] for source in IN_COUNTINGS)) for seat in view.seats]
    note = _("After round {round}; the composer of the century was {composer}.")
    told = note.format(round=view.game.countings[number - 1], composer=name(view, view.game.century[number - 1]))
    heads: list[Content] = heads_of(game.players)
    return element(
        "div",
        element("h3", _(COUNTINGS[number - 1])),
        paragraph(told),
        table(f"counting{number}", heads, lines, foot=Line(_("together"), gained)),
        class_="whole",
    )
