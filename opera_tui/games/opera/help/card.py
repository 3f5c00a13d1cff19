"""The reference card: what one looks up during a game, on one screen."""

from opera_games.opera.words import OFFER_SIZE, OFFERED_PER_COMPOSER, PALAZZO_PLACES, ROLE_LIMIT
from opera_tui.games.face import Section
from opera_tui.games.opera.help.figures import building_lines, fee_line, income_lines, legend
from opera_tui.games.opera.help.table import RulesTable
from opera_tui.look.i18n import _, listed


def card(table: RulesTable) -> Section:
    """Draw fees, income, the end of a round and this table's buildings in 20 rows."""
    joining = (
        _("Joining in: the first thing is free, the second costs 1 level.")
        if table.is_for_two
        else _("Joining in: 1 level for each thing, also for only rearranging.")
    )
    numbers = _("Up to {roles} roles each; offer {offer}, {most} of a composer; Palazzo {palazzo}.").format(
        roles=ROLE_LIMIT[table.players],
        offer=OFFER_SIZE[table.players],
        most=OFFERED_PER_COMPOSER[table.players],
        palazzo=PALAZZO_PLACES[table.players],
    )
    lines = (
        _("Fees: {fees}").format(fees=fee_line()),
        joining,
        numbers,
        "",
        *income_lines(),
        "",
        _("End of a round: the most staged rise; new offer; roles back, pawns stay;"),
        _("a full Palazzo is emptied; 1 ducat for whoever is on level 0."),
        _("Counting after rounds {rounds}: great halls score fame, the century").format(rounds=listed(table.countings)),
        _("1, 2, 3 more; each empty hall costs 1; then the Palazzo is emptied."),
        "",
        *building_lines(table),
        legend(table),
    )
    return Section(
        _("Opera with {players} players, {rounds} rounds").format(players=table.players, rounds=table.rounds), (lines,)
    )
