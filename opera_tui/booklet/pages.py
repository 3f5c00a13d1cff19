"""Pages that the booklets of all games have: the best rounds and the lead, curves with their figures, the log."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from opera_tui.booklet.charts import Curve, curves
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.highlights import Lead, Points, best_round, leads
from opera_tui.booklet.parts import Line, chapter, figure, paragraph, table
from opera_tui.booklet.players import Player
from opera_tui.look.i18n import _


class Measure(NamedTuple):
    """Something that every player has some of, round by round."""

    name: str
    title: str
    figures: Sequence[Sequence[int]]
    """By player, one for each step."""
    note: str = ""
    has_sum: bool = False
    """Whether the figures of all steps add up to something."""


class Chronicle(NamedTuple):
    """What happened in one round, line by line."""

    title: str
    lines: Sequence[str]


def measured(players: Sequence[Player], steps: Sequence[str], measure: Measure) -> Element:
    """Draw curves, and below them the figures."""
    lines = [Curve(player, own) for player, own in zip(players, measure.figures, strict=True)]
    heads: list[Content] = [*steps, *([_("sum")] if measure.has_sum else [])]
    rows = [
        Line(player.named, [*map(str, own), *([str(sum(own))] if measure.has_sum else [])])
        for player, own in zip(players, measure.figures, strict=True)
    ]
    return element(
        "div",
        element("h3", measure.title),
        *([paragraph(measure.note)] if measure.note else []),
        figure(curves(lines, steps, measure.title), table(measure.name, heads, rows)),
        class_="whole",
    )


def highlights(players: Sequence[Player], points: Points, step: str, after_step: str) -> list[Element]:
    """Show the best round of each player, and the rounds after which others led; both words are about a round."""
    best = [best_round(points, seat) for seat in range(len(players))]
    changes = leads(points)
    lines = [
        Line(player.named, [f"{own.points:+d}", ", ".join(map(str, own.rounds)), _led_from(changes, seat)])
        for seat, (player, own) in enumerate(zip(players, best, strict=True))
    ]
    led = [
        Line(str(lead.round), [_together([players[seat] for seat in lead.seats]), str(lead.points), str(lead.ahead)])
        for lead in changes
    ]
    return [
        table("best", [_("largest gain"), step, _("took the lead after")], lines),
        element("h3", _("Changes of the lead")),
        *([paragraph(_("= means: equal with others."))] if any(len(lead.seats) > 1 for lead in changes) else []),
        table("leads", [_("in the lead"), _("points"), _("ahead by")], led, corner=after_step),
    ]


def _together(players: Sequence[Player]) -> list[Content]:
    """Name players who are equal."""
    parts: list[Content] = []
    for player in players:
        parts += [" = ", player.named] if parts else [player.named]
    return parts


def _led_from(changes: Sequence[Lead], seat: int) -> str:
    """Return the rounds after which a player came into the lead, or had it with fewer others than before; `=` if equal.

    So each change of the lead stands beside at least one player.
    """
    before = [(), *(lead.seats for lead in changes)]
    taken = [
        f"{lead.round}{' =' if len(lead.seats) > 1 else ''}"
        for lead, earlier in zip(changes, before, strict=False)
        if seat in lead.seats and (seat not in earlier or set(lead.seats) < set(earlier))
    ]
    return ", ".join(taken) or "–"


def log_chapter(rounds: Iterable[Chronicle]) -> Element:
    """Make the chapter with everything that happened, folded round by round; only what is unfolded is printed."""
    folded = [
        element("details", element("summary", each.title), element("ol", [element("li", line) for line in each.lines]))
        for each in rounds
    ]
    return chapter("log", _("The log"), folded, role="log page")
