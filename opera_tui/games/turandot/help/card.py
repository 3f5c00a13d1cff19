"""The reference card: what one looks up during a game, on one screen."""

from opera_tui.games.face import Section
from opera_tui.games.turandot.help.figures import director_lines, part_line
from opera_tui.games.turandot.help.table import RulesTable
from opera_tui.look.i18n import _


def card(table: RulesTable) -> Section:
    """Draw a turn, parts, points and directors in 20 rows."""
    helpers = _("costumier, then carpenter") if len(table.helpers) > 1 else _("costumier")
    silent_hand = _("Holding Puccini in turn 7 costs 1 point; the silent hand must not beat both.")
    lines = (
        _("A turn: {cards} cards; offers; award; handing out; turns 1 to 3 dismissal.").format(cards=table.players + 1),
        _("Turn 4: directors instead of singers. Puccini goes on after turns 1 to 6."),
        _("Alone on a number, or strictly the most money on it: the card; money spent."),
        _("Money alone: {helpers}; not the holder, not in turn 4.").format(helpers=helpers),
        "",
        _("Parts: {parts}").format(parts=part_line(table)),
        _("Singers: {m} m, {f} f, {x} x (fits every part)").format(
            m=table.number_of("m"), f=table.number_of("f"), x=table.number_of("x")
        ),
        _("Points: stars; +1 scenery; +1 preferred part; -1 wrong sex; the director."),
        _("Equal points: the stars decide; then the win is shared."),
        *([silent_hand] if table.is_for_two else []),
        "",
        *director_lines(),
    )
    return Section(_("Turandot with {players} players").format(players=table.players), (lines,))
