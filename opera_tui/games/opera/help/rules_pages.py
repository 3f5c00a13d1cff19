"""The rules of Opera from the beginning to the end, as they hold at one table."""

from collections.abc import Sequence

from opera_games.opera.words import (
    OFFER_SIZE,
    OFFERED_PER_COMPOSER,
    PALAZZO_PLACES,
    PIECES_PER_COMPOSER,
    ROLE_LIMIT,
    STARTING_DUCATS,
    TOP_FAME,
    TOP_LEVEL,
)
from opera_tui.games.editions import edition_name
from opera_tui.games.face import Section
from opera_tui.games.opera.help.books import books, credits_section
from opera_tui.games.opera.help.figures import building_lines, income_lines, legend
from opera_tui.games.opera.help.roles_pages import role_sections
from opera_tui.games.opera.help.table import RulesTable
from opera_tui.look.i18n import _, listed


def rules(table: RulesTable) -> Sequence[Section]:
    """Return all sections in the order of reading."""
    return [
        _in_short(table),
        _pieces_and_board(table),
        _buildings(table),
        _setup(table),
        _offer(table),
        _budget(),
        _hiring(table),
        _joining(table),
        *role_sections(table),
        _income(),
        _end_of_round(),
        _counting(table),
        _end(table),
        _hidden(table),
        books(),
        credits_section(),
    ]


def _in_short(table: RulesTable) -> Section:
    return Section(
        _("Opera in short"),
        (
            _(
                "You build opera houses, buy music and stage it. In each round all bid for budget and spend it on six "
                "roles. Every house with a piece on its stage brings ducats; great halls, the Esperto, building and "
                "selling bring points."
            ),
            _("For {players} players: {rounds} rounds, countings after rounds {countings}.").format(
                players=table.players, rounds=table.rounds, countings=listed(table.countings)
            ),
        ),
    )


def _pieces_and_board(table: RulesTable) -> Section:
    return Section(
        _("What there is"),
        (
            _(
                "Six composers with {number} music pieces each; pieces of one composer are alike. The fame ladder has "
                "one composer on each of the levels 1 to {top}: fame is the price of a piece, and its points."
            ).format(number=PIECES_PER_COMPOSER, top=TOP_FAME),
            _(
                "Each player has a house piece besides. It fills a hall and counts for the income like any other, but "
                "its fame is 0: it scores nothing, is never sold, given away or discarded, and may stand in any hall "
                "or in the stock."
            ),
            _(
                "The budget table has the levels 0 to {top}. Levels that are not spent stay from round to round. The "
                "Palazzo has {places} places with {players} players. The bank never runs out of ducats."
            ).format(top=TOP_LEVEL, places=PALAZZO_PLACES[table.players], players=table.players),
        ),
    )


def _buildings(table: RulesTable) -> Section:
    return Section(
        _("The buildings"),
        (
            _("Edition of the buildings: {name}. The first hall of a main part is the house's great hall.").format(
                name=edition_name(table.edition["name"])
            ),
            building_lines(table),
            f"{legend(table)}.",
            _(
                "One main part of Venezia for each player is among its copies and built at the start. A city that "
                "opens after a round can be built in, and visited by pawns, from the next round on."
            ),
        ),
    )


def _setup(table: RulesTable) -> Section:
    more = listed(tuple(range(1, table.players)))
    purses = (
        _("Both have {ducats} ducats, the one who is not start player {more} more.")
        if table.is_for_two
        else _("Everybody has {ducats} ducats, and those after the start player {more} more, in this order.")
    )
    return Section(
        _("The start"),
        (
            _(
                "The start player is drawn by lot; the others follow in the order of their seats. Markers stand on "
                "level 0, the start player's first."
            ),
            purses.format(ducats=STARTING_DUCATS, more=more),
            _(
                "Everybody begins with the main part of Venezia, which costs nothing and brings no points, and with "
                "the house piece in its great hall."
            ),
            _(
                "The composers are put on the ladder by lot. Three pieces of different composers are drawn: the "
                "composers of the century, one for each counting, known to all from the start. These three pieces are "
                "out of the game."
            ),
            _("The three pawns begin beside the board, in no city. All six roles are there."),
        ),
    )


def _offer(table: RulesTable) -> Section:
    surplus = (
        _(
            "A surplus piece is set aside and another one drawn. At the start those set aside are shuffled back into "
            "the supply; after a round they are discarded, since two play."
        )
        if table.is_for_two
        else _(
            "A surplus piece is set aside and another one drawn; once the offer is full, those set aside are shuffled "
            "back into the supply."
        )
    )
    return Section(
        _("The offer, and where pieces go"),
        (
            _("{size} pieces are drawn from the supply one by one, at most {most} of a composer. {surplus}").format(
                size=OFFER_SIZE[table.players], most=OFFERED_PER_COMPOSER[table.players], surplus=surplus
            ),
            _(
                "What nobody bought is discarded when the round ends, and so is what the Palazzo held when it is "
                "emptied. Only when a piece must be drawn and the supply is empty, the discard pile is shuffled and "
                "becomes the supply, without the pieces that are set aside. If that is not enough either, the offer "
                "stays smaller."
            ),
        ),
    )


def _budget() -> Section:
    return Section(
        _("A round: budget"),
        (
            _(
                "All bid in secret and at once, from 0 up to what their ducats and the top level allow. A bid stands; "
                "only against bots alone the last action can be taken back, as long as nothing was revealed or drawn "
                "after it. When all have bid, the bids are shown and paid, and each marker rises one level for each "
                "ducat."
            ),
            _(
                "Markers move in the order in which they stood before. Whoever arrives on a level stands behind those "
                "who are there, and gaps close at once. The order of play is from the highest level down, on a level "
                "from first to last."
            ),
            _("What you do not spend stays: the next round begins on the level where this one ends."),
        ),
    )


def _hiring(table: RulesTable) -> Section:
    return Section(
        _("A round: hiring"),
        (
            _(
                "The first in the order of play who has not closed either hires a role that is left, pays its fee in "
                "levels and plays it at once, or closes. Whoever can pay but may hire nothing is asked all the same. "
                "After each role the order is looked at again."
            ),
            _(
                "Closing ends hiring and joining in for this round. Whoever has hired {roles} roles is closed when it "
                "is that player's turn again."
            ).format(roles=ROLE_LIMIT[table.players]),
            _(
                "The hiring is over when all have closed, no role is left, or the first in order cannot pay for any "
                "role that is left."
            ),
        ),
    )


def _joining(table: RulesTable) -> Section:
    cost = (
        _("With two players the first thing bought, built or sold is free, and the second costs 1 level.")
        if table.is_for_two
        else _("It costs 1 level for each thing bought, built or sold, at most two, and 1 for only rearranging.")
    )
    return Section(
        _("Joining in"),
        (
            _(
                "Impresario, Architetto and Signora are employees: after the hirer, each of the others who has not "
                "closed may do the same once, in the order of play as it was when the role was hired. {cost} Whoever "
                "does not want to takes an intermezzo."
            ).format(cost=cost),
            _(
                "Your level must cover the cost. You are asked as soon as it covers the least, with the Signora while "
                "the Palazzo has room, with the Architetto while a part is left that your houses allow: so being asked "
                "tells nobody anything about ducats or stocks."
            ),
            _("Joining in does not count as hiring a role."),
            _(
                "Nobody joins in with Maestro, Critico and Esperto: only the hirer moves their pawns. But what they do "
                "holds for all: income doubles for every house in the city, the ladder is everybody's, and the others "
                "may answer the Esperto."
            ),
        ),
    )


def _income() -> Section:
    return Section(
        _("Income"),
        (
            _("When the hiring is over, every house with a piece brings ducats by the number of its pieces:"),
            income_lines(),
            _("In the Maestro's city it is doubled. The house piece counts like any other."),
        ),
    )


def _end_of_round() -> Section:
    return Section(
        _("The end of a round"),
        (
            _(
                "First the ladder: the composers with the most pieces on all stages together rise one level. Stocks "
                "and Palazzo do not count."
            ),
            _(
                "Several with as many rise at the same time, from the highest to the lowest: each changes places with "
                "the composer right above, unless that one should rise too and could not. So neighbours rise together."
            ),
            _(
                "Example: from 6 down stand Wagner, Mozart, Verdi, Händel, Beethoven, Monteverdi. Mozart and Verdi "
                "rise: Mozart, Verdi, Wagner, Händel, Beethoven, Monteverdi."
            ),
            _(
                "Then the rest of the offer is discarded and a new one laid out. Roles come back, pawns stay. A full "
                "Palazzo is emptied. Whoever is on level 0 gets 1 ducat."
            ),
            _("After the last round only the ladder moves."),
        ),
    )


def _counting(table: RulesTable) -> Section:
    return Section(
        _("Counting"),
        (
            _(
                "After rounds {rounds} the piece in each great hall scores its composer's fame. If it is by the "
                "composer of the century of that counting, it scores 1 more in the first, 2 in the second, 3 in the "
                "third."
            ).format(rounds=listed(table.countings)),
            _("Every empty hall, of any kind, costs 1 point; points may fall below 0."),
            _("Then the Palazzo is emptied. New cities open after the first and the second counting."),
        ),
    )


def _end(table: RulesTable) -> Section:
    return Section(
        _("The end"),
        (
            _(
                "After round {rounds} and the third counting the most points win. A tie goes to the better place in "
                "the order of play."
            ).format(rounds=table.rounds),
        ),
    )


def _hidden(table: RulesTable) -> Section:
    return Section(
        _("What is hidden"),
        (
            _("With open screens everybody sees all ducats and stocks; a bid is not seen until all have bid.")
            if table.open_screens
            else _(
                "Ducats and the pieces of a stock are behind the screens; how many pieces there are is seen. A bid is "
                "hidden until all have bid. Nobody knows the order of the supply. All else is open, the discard pile "
                "too."
            ),
        ),
    )
