"""The cover of a booklet: the game, the table, its players with their points, and how the game came about."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.players import Player
from opera_tui.look.i18n import _

FOLDS: Final = 16
"""The folds of the curtain."""
CURTAIN_WIDTH: Final = 640
CURTAIN_HEIGHT: Final = 150


class Place(NamedTuple):
    """A line of the ranking."""

    place: str
    player: Player
    points: int
    note: str = ""
    """What else is to be said of the player, such as the level of a bot."""
    is_winner: bool = False


class Fact(NamedTuple):
    """Something to be known about the game."""

    title: str
    text: Content


class Cover(NamedTuple):
    """What stands on the cover."""

    title: str
    table: str
    date: str
    ranking: Sequence[Place]
    facts: Sequence[Fact]


def cover(content: Cover) -> Element:
    """Draw the cover."""
    return element(
        "header",
        curtain(),
        element("p", _("Programme"), class_="kind"),
        element("h1", content.title),
        element("p", content.table, class_="table"),
        *([element("p", content.date, class_="date")] if content.date else []),
        element("ol", [_place(place) for place in content.ranking], id="ranking"),
        element("dl", [(element("dt", fact.title), element("dd", fact.text)) for fact in content.facts]),
        class_="cover",
    )


def _place(place: Place) -> Element:
    named = [place.player.named, *([" ", element("small", place.note)] if place.note else [])]
    points = element("b", place.points) if place.is_winner else str(place.points)
    return element("li", element("span", place.place), element("span", *named), element("i"), element("span", points))


def curtain() -> Element:
    """Draw the curtain above the title, gathered to both sides."""
    width = CURTAIN_WIDTH / FOLDS
    folds = [
        element(
            "path",
            d=_fold(place * width, width, _drop(place)),
            fill="var(--curtain)" if place % 2 else "var(--fold)",
        )
        for place in range(FOLDS)
    ]
    fringe = "M" + "L".join(f"{(place + 0.5) * width:g} {_drop(place) + 8:.1f}" for place in range(FOLDS))
    return element(
        "svg",
        folds,
        element("path", d=f"M0 0H{CURTAIN_WIDTH}", stroke="var(--gold)", stroke_width=8),
        element("path", d=fringe, fill="none", stroke="var(--gold)", stroke_width=1.5, stroke_dasharray="1 3"),
        viewBox=f"0 0 {CURTAIN_WIDTH} {CURTAIN_HEIGHT}",
        role="img",
        aria_label=_("The curtain"),
        preserveAspectRatio="none",
    )


def _drop(place: int) -> float:
    """Return how far a fold hangs down: most at the sides."""
    from_middle = abs(place - (FOLDS - 1) / 2) / (FOLDS / 2)
    return 34 + (CURTAIN_HEIGHT - 46) * from_middle**3


def _fold(x: float, width: float, drop: float) -> str:
    return f"M{x:g} 0H{x + width:g}V{drop:.1f}Q{x + width / 2:g} {drop + 14:.1f} {x:g} {drop:.1f}Z"
