"""The roles that each player hired, and those with which each joined in."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from opera_games.opera.events import JoinedIn, RoleHired, RoundStarted
from opera_games.opera.words import ROLES
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, heads_of, paragraph, table
from opera_tui.games.opera.labels import name
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _

Engaged = RoleHired | JoinedIn


def page(game: Played[OperaView]) -> Element:
    note = _("Solid frames are roles that were hired, dashed ones those that a player joined in with.")
    by_round = element("div", table("roles-by-round", heads_of(game.players), _rounds(game), _("round")), class_="left")
    return chapter("roles", _("Roles"), _sums(game), paragraph(note), by_round, role="page")


def engaged(log: Sequence[AnyLine]) -> dict[int, list[Engaged]]:
    """Return what was hired and joined, by round."""
    found: dict[int, list[Engaged]] = defaultdict(list)
    number = 0
    for event in log:
        if isinstance(event, RoundStarted):
            number = event.round
        elif isinstance(event, Engaged):
            found[number].append(event)
    return found


def _sums(game: Played[OperaView]) -> Element:
    """Show how often each player hired and joined each role."""
    times = Counter((event.seat, event.role, type(event)) for own in engaged(game.log).values() for event in own)
    lines = [
        Line(
            name(game.end, role),
            [_times(times[seat, role, RoleHired], times[seat, role, JoinedIn]) for seat in game.end.seats],
        )
        for role in ROLES
    ]
    all_of = Counter((seat, kind) for seat, _role, kind in times.elements())
    foot = Line(_("together"), [_times(all_of[seat, RoleHired], all_of[seat, JoinedIn]) for seat in game.end.seats])
    return table("roles-sums", heads_of(game.players), lines, foot=foot)


def _times(hired: int, joined: int) -> str:
    """Return `3 + 1`: hired three times, joined once."""
    return f"{hired} + {joined}" if joined else str(hired)


def _rounds(game: Played[OperaView]) -> list[Line]:
    by_round = engaged(game.log)
    return [
        Line(
            step,
            [
                _tags(game.end, [event for event in by_round[int(step)] if event.seat == seat])
                for seat in game.end.seats
            ],
        )
        for step in game.steps
    ]


def _tags(view: OperaView, events: Sequence[Engaged]) -> Content:
    return [
        element("span", name(view, event.role), class_="tag" if isinstance(event, RoleHired) else "tag joined")
        for event in events
    ]
