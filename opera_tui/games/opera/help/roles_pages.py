"""The six roles in the rules of a table."""

from collections.abc import Sequence

from opera_games.opera.texts import WORDS
from opera_games.opera.words import DUCATS_PER_HALL, FEES, MOST_THINGS, PALAZZO_PLACES, POINTS_PER_HALL, Role
from opera_tui.games.face import Section
from opera_tui.games.opera.help.table import RulesTable
from opera_tui.look.i18n import _


def role_sections(table: RulesTable) -> Sequence[Section]:
    """Return a section for each role."""
    return [
        Section(_title("impresario"), _impresario(table)),
        Section(_title("architetto"), _architetto(table)),
        Section(_title("signora"), _signora(table)),
        Section(_("The three with pawns"), _pawns(table)),
        Section(_title("maestro"), _maestro()),
        Section(_title("critico"), _critico()),
        Section(_title("esperto"), _esperto()),
    ]


def _title(role: Role) -> str:
    return _("{role}, fee {fee}").format(role=_(WORDS[role]), fee=FEES[role])


def _impresario(table: RulesTable) -> tuple[str, ...]:
    cost = (
        _("Joining in: one piece or only rearranging is free, a second piece costs 1 level.")
        if table.is_for_two
        else _("Joining in: 1 level for each piece, and 1 for only rearranging.")
    )
    return (
        _(
            "Buy up to {most} pieces from the offer, each for its composer's fame in ducats. Then arrange your pieces "
            "as you like, in all halls of all your houses and in the stock. Only so a piece comes onto a stage."
        ).format(most=MOST_THINGS),
        _(
            "One piece to a hall, and no composer twice in one house. Others may stage the same composer in the same "
            "city. Buying nothing and only rearranging is allowed."
        ),
        cost,
    )


def _architetto(table: RulesTable) -> tuple[str, ...]:
    cost = (
        _("Joining in: the first part is free, the second costs 1 level.")
        if table.is_for_two
        else _("Joining in: 1 level for each part.")
    )
    return (
        _(
            "Build up to {most} parts in open cities while copies last: {ducats} ducats for each hall, and {points} "
            "points for each hall at once."
        ).format(most=MOST_THINGS, ducats=DUCATS_PER_HALL, points=POINTS_PER_HALL),
        _(
            "You have at most one house in a city and each part once. A wing needs the main part, which may be built "
            "just before it. The hirer may also build nothing."
        ),
        cost,
    )


def _signora(table: RulesTable) -> tuple[str, ...]:
    return (
        _(
            "Sell one piece from the stock or from a hall to the Palazzo: for twice its composer's fame in ducats, or "
            "for the fame in points. The Palazzo has {places} places and takes each composer once."
        ).format(places=PALAZZO_PLACES[table.players]),
        _("Without a possible sale she can neither be hired nor joined. The house piece is never sold."),
        _("Joining in is free with two players.") if table.is_for_two else _("Joining in costs 1 level."),
    )


def _pawns(table: RulesTable) -> tuple[str, ...]:
    rule = _(
        "Maestro, Critico and Esperto go to another open city with a free pawn place, and stay there until they are "
        "hired again, also over the end of a round. Only their hirer moves them."
    )
    stuck = _("A character whose pawn finds no such city cannot be hired.")
    return (rule, stuck) if table.may_lack_pawn_places else (rule,)


def _maestro() -> tuple[str, ...]:
    return (_("Every player's house in his city earns double, as long as he stands there."),)


def _critico() -> tuple[str, ...]:
    return (
        _(
            "The hirer may move one composer who is staged in his city, by anybody, up or down the ladder by 1 or 2 "
            "levels, but not beyond its ends. Composers who are passed move one level the other way."
        ),
    )


def _esperto() -> tuple[str, ...]:
    return (
        _(
            "All pieces that the hirer stages in his city score their composers' fame at once. The century does not "
            "matter to him. In a city without pieces of the hirer nothing is scored or given away, but the others are "
            "asked."
        ),
        _(
            "The piece of the highest fame then goes to the stock of the player who had the fewest points before. If "
            "that is the hirer, alone or with others, it is discarded. If several others have the fewest, the last of "
            "them in the order of play gets it."
        ),
        _(
            "Then everybody else with a composer's piece in that city may score in the same way, also players who have "
            "closed; it costs no level, and their best piece is discarded. House pieces score 0 and stay."
        ),
    )
