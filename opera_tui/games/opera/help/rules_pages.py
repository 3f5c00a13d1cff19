"""The rules of Opera from the beginning to the end."""

from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import page

RULES: Final = (
    page(
        N_("Opera in short"),
        N_(
            "You run opera houses across Europe, for two to four players. Over nine rounds you raise a budget, "
            "hire people, build houses and fill their halls with music. Full houses bring ducats each round; "
            "famous music in the great halls brings points at three countings. The most points win."
        ),
        N_("Your ducats and the pieces in your stock are hidden behind your screen. All else is open."),
    ),
    page(
        N_("What there is"),
        N_(
            "Six composers stand on the fame ladder, one on each level from 1 to 6. There are 14 pieces by "
            "each. Everybody also has a house piece, whose fame is 0."
        ),
        N_(
            "Six cities: Venezia, Wien and Berlin are open from the start, London and Paris open after the "
            "first counting, Milano after the second. A house has a main part and up to two wings; the first "
            "hall of the main part is its great hall."
        ),
        N_(
            "You begin with 20 ducats, a little more if you start later, and a house of one hall in Venezia "
            "with your house piece in it. Three composers of the century are drawn, one for each third of the "
            "game."
        ),
    ),
    page(
        N_("A round: budget"),
        N_(
            "All bid in secret and at once, from 0 up to what their ducats and the ten levels allow. Bids are "
            "shown and paid, and each marker rises one level per ducat."
        ),
        N_(
            "Markers move in the order in which they stood, and whoever arrives on a level stands behind those "
            "who are there. The order of play is from the highest level down, on a level from first to last."
        ),
    ),
    page(
        N_("A round: hiring"),
        N_(
            "The first in the order of play who has not closed either hires a role that is left and plays it "
            "at once, or closes for this round. The fee is paid in levels, so the order changes all the time."
        ),
        N_(
            "Nobody hires more than three roles in a round. The phase ends when all have closed, no role is "
            "left, or the first in order cannot pay for any role."
        ),
    ),
    page(
        N_("Joining in"),
        N_(
            "Impresario, Architetto and Signora are for everybody: after the hirer, each of the others who has "
            "not closed may do the same, in the order of play. This costs 1 level for each thing bought, built "
            "or sold, and 1 for only rearranging. Who does not want to takes an intermezzo."
        ),
        N_("Joining in does not count as hiring. Maestro, Critico and Esperto serve only who hired them."),
    ),
    page(
        N_("Impresario, fee 3"),
        N_(
            "Buy up to two pieces from the offer, each for its composer's fame in ducats, and arrange your "
            "pieces anew: any hall of any of your houses, or the stock. One piece to a hall, no composer twice "
            "in a house. Pieces reach the stage only this way."
        ),
    ),
    page(
        N_("Architetto, fee 2"),
        N_(
            "Build up to two parts in open cities while copies last: 2 ducats per hall, and 2 points per hall "
            "at once. A wing needs the main part of its city. One house per city, each part once."
        ),
    ),
    page(
        N_("Signora, fee 2"),
        N_(
            "Sell a piece to the Palazzo, from stock or stage: twice the fame in ducats or once in points. The "
            "Palazzo has 3 places, with four players 4, and takes each composer once. House pieces are never "
            "sold. Who has nothing to sell cannot hire her or join in."
        ),
    ),
    page(
        N_("Maestro, fee 2; Critico, fee 3; Esperto, fee 4"),
        N_(
            "These three have pawns. Whoever hires one moves it to another open city with a free place for "
            "pawns; there it stays until it is hired again."
        ),
        N_("The Maestro doubles the income of every house in his city."),
        N_(
            "The Critico may move a composer who is staged in his city by 1 or 2 levels on the ladder, up or "
            "down, but not beyond its ends. Composers passed on the way shift one level the other way."
        ),
        N_(
            "The Esperto scores for his hirer the fame of all the hirer's pieces in his city. The best of them "
            "then goes to the stock of the player who had the fewest points; if that is the hirer, alone or with "
            "others, it is discarded. If several others are last, the one furthest back on the budget table gets "
            "it. After that all others with pieces there may score too, even if they have closed; their best "
            "piece is discarded. House pieces stay."
        ),
    ),
    page(
        N_("Income"),
        N_("Each house pays for the pieces in it: 1, 3, 5, 8, 11, 15 ducats for one to six. The Maestro doubles it."),
    ),
    page(
        N_("The end of a round"),
        N_(
            "Count the pieces of each composer on all stages. Whoever has most rises one level and changes "
            "places with the one above; several with as many all rise."
        ),
        N_(
            "A new offer is laid out: 5, 7 or 9 pieces with two, three or four players, at most three of a "
            "composer. Roles come back, pawns stay, a full Palazzo is emptied, and whoever is on level 0 gets "
            "1 ducat. After the last round only the ladder moves."
        ),
    ),
    page(
        N_("Counting"),
        N_(
            "After rounds 3, 6 and 9 the piece in each of your great halls scores its composer's fame. If it "
            "is by the composer of the century of that third, it scores 1 more in the first counting, 2 in the "
            "second, 3 in the third. Every empty hall costs you 1 point. Then the Palazzo is emptied, and new "
            "cities open."
        ),
    ),
    page(
        N_("The end"),
        N_("After the third counting the most points win. A tie goes to the better place in the order of play."),
    ),
    page(
        N_("Two players, and other ways to play"),
        N_(
            "With two players you may hire four roles. When joining in the first thing is free and the second "
            "costs 1 level. No composer is offered more than twice, and most buildings exist only once."
        ),
        N_("The short game has seven rounds with countings after rounds 3, 5 and 7."),
        N_("With open screens all ducats and stocks are seen by everybody."),
    ),
)
