"""The rules of Turandot from the beginning to the end, as they hold at one table."""

from collections.abc import Sequence

from opera_games.turandot.words import DIRECTORS, MONEY_CARDS, TURNS
from opera_tui.games.editions import edition_name
from opera_tui.games.face import Section
from opera_tui.games.turandot.help.figures import director_lines, part_line, singer_lines
from opera_tui.games.turandot.help.table import RulesTable
from opera_tui.look.i18n import _


def rules(table: RulesTable) -> Sequence[Section]:
    """Return all sections in the order of reading."""
    return [
        _in_short(table),
        _parts(table),
        _hand(table),
        _lineup(table),
        _offers(),
        _award(),
        _helpers(table),
        _handing_out(),
        _dismissal(table),
        _scoring(),
        *([_two_players()] if table.is_for_two else []),
        Section(_("The singers"), (_edition(table), singer_lines(table))),
        _our_reading(),
        _credits(),
    ]


def _in_short(table: RulesTable) -> Section:
    return Section(
        _("Turandot in short"),
        (
            _(
                "You put together a company for Puccini's last opera. In {turns} turns you make secret offers, for "
                "singers and once for a director. At the end six singers fill six parts; the best cast wins."
            ).format(turns=TURNS),
            _("For {players} players: {cards} cards in each line-up.").format(
                players=table.players, cards=table.players + 1
            ),
        ),
    )


def _parts(table: RulesTable) -> Section:
    return Section(
        _("Parts and singers"),
        (
            _("The parts and the sex each calls for: {parts}. Singers of sex x fit everywhere.").format(
                parts=part_line(table)
            ),
            _(
                "There are {number} singers with 1 to 3 stars in six categories: {m} m, {f} f and {x} x. Some prefer a "
                "part. All are listed below."
            ).format(number=len(table.singers), m=table.number_of("m"), f=table.number_of("f"), x=table.number_of("x")),
            _(
                "Nobody casts by hand: the program gives the parts to your singers so that they bring most, with your "
                "director counted. Among equal castings the singer you took first gets the part named first."
            ),
        ),
    )


def _hand(table: RulesTable) -> Section:
    return Section(
        _("Your hand"),
        (
            _(
                "Number cards from 1 to {numbers}, {money} money cards and a bluff card. Numbers and bluff always come "
                "back. Money that won a card is gone, and money that a helper took has become scenery."
            ).format(numbers=table.players + 1, money=MONEY_CARDS),
        ),
    )


def _lineup(table: RulesTable) -> Section:
    left = (
        _("With two players the card that is left over at the end of a turn goes to the silent hand.")
        if table.is_for_two
        else _("The card that is left over at the end of a turn leaves the game.")
    )
    return Section(
        _("The line-up"),
        (
            _(
                "A player drawn by lot begins with Puccini, who then goes to the left: to the next seat, from the last "
                "one to the first. Each turn {cards} cards are laid out by number, one more than there are players. In "
                "turn 4 these are directors: those still in the game are shuffled, and who is not dealt is out. {left}"
            ).format(cards=table.players + 1, left=left),
        ),
    )


def _offers() -> Section:
    return Section(
        _("Offers"),
        (
            _(
                "All choose at once and in secret: a number, with as much of the money left as you like; or one money "
                "card alone. The bluff card may be added: it counts for nothing but looks like money. Everybody sees "
                "how many cards an offer has, nothing else. An "
                "offer once made stands; only against bots alone the last action can be taken back, as long as nothing "
                "was revealed or dealt after it."
            ),
            _(
                "Money alone is open to everybody in every turn. It asks for a helper, and it is also the way to wait "
                "for what is left."
            ),
        ),
    )


def _award() -> Section:
    return Section(
        _("Who gets what"),
        (
            _(
                "A number that only one player offered goes to that player. If several did, it goes to the one with "
                "more money than each of the others. If the most money comes twice, also if it is 0, nobody gets it."
            ),
            _(
                "Whoever gets a card loses the money offered, needed or not. Whoever offered a number and gets no card "
                "takes it back."
            ),
        ),
    )


def _helpers(table: RulesTable) -> Section:
    who = (
        _("first the costumier, then the carpenter")
        if len(table.helpers) > 1
        else _("the costumier; with fewer than four players there is no other")
    )
    return Section(
        _("Helpers"),
        (
            _(
                "They come to those who offered money alone, from Puccini's holder on to the left: {who}. The money "
                "card becomes scenery, worth 1 point at the end. Helpers are back in the next turn."
            ).format(who=who),
            _(
                "None comes to the holder of Puccini, and none in turn 4. Whoever gets no helper takes the money back. "
                "With a helper or without, a card is still handed to you."
            ),
        ),
    )


def _handing_out() -> Section:
    return Section(
        _("Handing out"),
        (
            _(
                "Whoever has no card yet gets one of those left; Puccini's holder decides who gets which, also for "
                "himself. So everybody has one card more after each turn."
            ),
        ),
    )


def _dismissal(table: RulesTable) -> Section:
    naming = (
        _("After turns 1, 2 and 3 the player without Puccini removes one of the directors left, in the open.")
        if table.is_for_two
        else _(
            "After turns 1, 2 and 3 Puccini's holder names another player, who removes one of the directors left, in "
            "the open."
        )
    )
    return Section(
        _("Directors and Puccini"),
        (
            naming,
            _("Puccini goes to the left after each of the turns 1 to 6, and stays where he is after turn 7."),
            _("The {number} directors and what they bring to a cast:").format(number=len(DIRECTORS)),
            director_lines(),
        ),
    )


def _scoring() -> Section:
    return Section(
        _("Scoring"),
        (
            _(
                "Add up the stars, 1 for each scenery card, 1 for each singer in the preferred part, and what the "
                "director brings. Take off 1 for each m in a part for f and each f in a part for m."
            ),
            _("The most points win. Among equals the stars alone decide, and after that the win is shared."),
            _(
                "Before the end casts are shown as of now: the best casting of the singers there are, into any parts, "
                "with the director once there is one."
            ),
        ),
    )


def _two_players() -> Section:
    return Section(
        _("The silent hand"),
        (
            _(
                "Its singers sing in the order in which they came, the first one Turandot, the second Calaf and so on. "
                "Its director is the one left over in turn 4. It is counted like a player's."
            ),
            _(
                "Whoever holds Puccini in turn 7 loses 1 point, which counts in every comparison. If the silent hand "
                "has more points than both players, both lose."
            ),
        ),
    )


def _edition(table: RulesTable) -> str:
    return _("Edition of the cards: {name}. Stars, sex, preferred part:").format(name=edition_name(table.edition))


def _our_reading() -> Section:
    return Section(
        _("Where the book is silent"),
        (
            _("The book has no list of singers; this one has the kinds and numbers that it gives."),
            _("An offer that was made stands. How much money everybody has left is open, since it could be counted."),
            _("The best casting is found by the program: there is never a reason to cast worse."),
        ),
    )


def _credits() -> Section:
    return Section(
        _("Credits"),
        (
            _("Turandot is a game by Stefano Castelli, published in 2009 by daVinci."),
            _(
                "This is an unofficial implementation without any connection to author or publisher. The texts are our "
                "own, and the singers are a reconstruction with invented names."
            ),
        ),
    )
