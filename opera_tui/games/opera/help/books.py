"""Where the printed rulebooks differ and what we took, and who made the game."""

from opera_tui.games.face import Section
from opera_tui.look.i18n import _


def books() -> Section:
    """Say point by point what the four books have, and how it is played here."""
    return Section(
        _("Where the books differ"),
        (
            _("The rules were printed in English, Italian, German and French, and they are not the same everywhere."),
            _(
                "Surplus pieces of a composer: the German book puts them back into the supply, the others aside. Here "
                "they go back and are shuffled in. With two players, after a round, the German book has the supply "
                "again and the others the discard pile. Here it is the discard pile."
            ),
            _(
                "Gaps on a level of the budget table: closed at once in the German book, at the end of the round in "
                "the others. Here at once."
            ),
            _("Start player: by lot in English and Italian, by agreement in German and French. Here by lot."),
            _(
                "Players who have closed: the German book keeps them only from hiring and from joining an employee, "
                "the others from all joining in. Here they may still answer the Esperto."
            ),
            _(
                "Hiring the Impresario only to rearrange: part of the action in German; in the others rearranging "
                "follows buying. Here it is allowed."
            ),
            _("The same wing twice in a house: only the German book forbids it; the others are silent. So here."),
            _(
                "The Esperto's hirer is last together with others: the Italian book speaks only of one who is last "
                "alone. Here, as in the others, the piece is discarded."
            ),
            _("The house piece at the Palazzo: it brings nothing in German, and is not for sale elsewhere, nor here."),
            _(
                "After the last round: only income and counting in German, all steps in the others. Here only what can "
                "still matter, the ladder and the counting."
            ),
            _(
                "The Signora without a possible sale, and pawns in cities not yet open: no book says. Here neither is "
                "possible."
            ),
        ),
    )


def credits_section() -> Section:
    """Name author and publishers."""
    return Section(
        _("Credits"),
        (
            _(
                "Opera is a game by Hans van Tol, published in 2009 by The Game Master, in Germany together with Huch "
                "& Friends."
            ),
            _(
                "This is an unofficial implementation without any connection to author or publishers. The texts are "
                "our own, and the list of buildings is a reconstruction."
            ),
        ),
    )
