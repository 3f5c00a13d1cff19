"""Which events of Turandot need no sentence, because what follows says the same, and what no event says."""

from collections.abc import Collection, Sequence

from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _, ngettext


def is_said_again(event: str, later: Collection[str], *, is_asked: bool) -> bool:
    """Say whether later events, or the question that is asked now, say again what an event says; all by their tags.

    A turn begins with who has Puccini, and the choices of an offer are the line-up.
    """
    if event == "puccini_passed":
        return "turn" in later
    return event == "lineup" and is_asked and "offers_revealed" not in later


def remarks(view: TurandotView) -> Sequence[str]:
    """Say what comes with a silent hand when the first turn begins, and after the end what that hand has."""
    if view.game.silent is None:
        return ()
    if view.head.state != "running":
        points = view.game.silent.points.total
        return [ngettext("The silent hand has {n} point", "The silent hand has {n} points", points).format(n=points)]
    if view.game.turn > 1:
        return ()
    return [
        _("With two players a silent hand plays along: the card that is left over in each turn goes to it"),
        _("If it has more points than either player in the end, both lose. Holding Puccini in turn 7 costs 1 point"),
    ]
