"""A page for each phase and thing of Opera, and advice for a first game, which must never contradict the board."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Page, Tip, page
from opera_tui.games.opera.help.roles import ROLE_TIPS, ROLES

PHASES: Final[Mapping[str, Page]] = {
    "bid": page(
        N_("Bidding for budget"),
        N_(
            "All bid ducats at once and in secret. Your marker rises one level for each ducat, up to level 10. "
            "Roles are paid with levels, so a bid is what you can do in this round."
        ),
        N_(
            "Then all bids are shown, and the highest level acts first. Who comes to a level later stands behind "
            "those who are there. Levels that you do not use stay yours."
        ),
        N_(
            "Beside your bid stand the building parts: 2×4 are two copies left at 4 ducats each. Then the pawns "
            "and free pawn places, and the round from which a closed city is open. A role in brackets could be "
            "paid too, but would bring you nothing now."
        ),
    ),
    "act": page(
        N_("Hire or close"),
        N_(
            "It is your turn: hire one of the roles left, or close. A role costs its fee in budget levels and is "
            "played at once. Then whoever stands highest goes on, perhaps you again."
        ),
        N_(
            "Each role is there once in a round, and nobody hires more than three, with two players four: after the "
            "last one you are closed when it is your turn again. The rows say what each would bring you now."
        ),
    ),
    "close": page(
        N_("Closing"),
        N_("You hire nothing more in this round and cannot join in any more. Your levels stay."),
        N_("You may still answer an Esperto: that costs nothing."),
    ),
    "join": page(
        N_("Joining in"),
        N_(
            "Somebody has hired an employee: Impresario, Architetto or Signora. All others who have not closed may do "
            "the same, one after the other, for 1 budget level per thing bought, built or sold; with two players "
            "the first thing is free."
        ),
        N_("It does not count as hiring. If it does not help you, take an intermezzo: that costs nothing."),
    ),
    "intermezzo": page(
        N_("Intermezzo"),
        N_("You do not join in this time and pay nothing. Later in the round you may join in again."),
    ),
    "appraise": page(
        N_("Answering the Esperto"),
        N_(
            "You have pieces in the Esperto's city. Say yes, and each of them scores the fame of its composer "
            "now, but the best one goes to the discard pile. Say no, and all stays as it is."
        ),
        N_("It costs no level, and you are asked even if you have closed."),
    ),
    "income": page(
        N_("Income"),
        N_("Each house earns by the pieces in it: 1, 3, 5, 8, 11 or 15 ducats for one to six pieces."),
        N_("In the Maestro's city it is doubled. An empty house earns nothing."),
    ),
    "ladder": page(
        N_("The ladder at the end of a round"),
        N_(
            "The composer with the most pieces on all stages together rises one level; if several have as "
            "many, all of them. Stocks and the Palazzo do not count."
        ),
    ),
    "round": page(
        N_("A new round"),
        N_(
            "The card says what is new. century: what its composer counts more in a great hall, at the counting of "
            "this episode. Cities that are open now have their copies beside them: m1 a1 is one main part "
            "and one wing a."
        ),
        N_(
            "Then the new offer, who rose or fell, what the Palazzo has room for, and the order of play. Next "
            "everybody bids for budget."
        ),
    ),
    "round_end": page(
        N_("The end of a round"),
        N_("The most staged composers rise. The offer is replaced by a new one. All roles come back; the pawns stay."),
        N_("A full Palazzo is emptied. Whoever stands on level 0 gets 1 ducat."),
    ),
    "counting": page(
        N_("Counting"),
        N_(
            "After rounds 3, 6 and 9, in the short game 3, 5 and 7. The piece in each great hall scores its "
            "composer's fame, and 1, 2 or 3 points more in the first, second or third counting if it is by the "
            "composer of the century. A house piece scores nothing."
        ),
        N_("Every empty hall costs a point. After that the Palazzo is emptied and new cities open."),
    ),
    "waiting": page(
        N_("While you wait"),
        N_(
            "Others decide. The box tells what you have sealed, what comes next for you and what happened. "
            "Nothing is asked of you; look at the panels, or talk."
        ),
        N_("A player who could join in with an employee and does not takes an intermezzo: that costs nothing."),
    ),
    "end": page(
        N_("The end"),
        N_(
            "After the third counting the most points win. If two are equal, the better place on the budget "
            "table decides."
        ),
    ),
}

THINGS: Final[Mapping[str, Page]] = {
    "budget": page(
        N_("Budget table"),
        N_(
            "The players in their order of play: highest level (lvl) first, on one level whoever came there first. "
            "Next to it roles hired, pieces in stock and points. The arrow points to who decides. On the line of "
            "levels stand their signs."
        ),
        N_(
            "A sign behind the level: i, a, s, m, c or e has that role in play (Impresario and so on), + has joined "
            "in, – takes an intermezzo, x has closed."
        ),
        N_(
            "Beside it stand fame, pieces on offer and staged; the arrow up marks who would rise now, not who is at "
            "the top already. century: +1, +2 and +3 are the composers of the century of the three episodes, for "
            "their countings. live: the connection stands."
        ),
    ),
    "fame": page(
        N_("Fame ladder"),
        N_(
            "One composer on each of the levels 1 to 6. Fame is the price of a piece, half its worth in ducats "
            "at the Palazzo, and what it scores in a great hall."
        ),
        N_(
            "The panel shows the pieces on offer and how many are staged; an arrow marks who would rise now. Whoever "
            "is at the top cannot rise further. century: what a piece of that composer counts more in a great hall, at "
            "the first, second or third counting."
        ),
    ),
    "century": page(
        N_("Composer of the century"),
        N_(
            "Each of the three episodes, Baroque, Classicism and Romanticism, has one, and all three are known from "
            "the start. At its counting, pieces of "
            "that composer in great halls score 1 point more in the first, 2 in the second, 3 in the third. The "
            "Esperto does not count this."
        ),
        N_(
            "At the top of the screen stand all rounds, the current one in brackets. Behind each round that ends with "
            "a counting stand its composer and the points. The part of the round that is now has capitals."
        ),
    ),
    "offer": page(
        N_("The offer"),
        N_(
            "Pieces that the Impresario can buy: 5, 7 or 9 with two, three or four players, no more than three "
            "of one composer, with two players two. Each round brings a new offer."
        ),
    ),
    "arranging": page(
        N_("The Impresario's form"),
        N_(
            "Arrows go from place to place: offer, halls, stock. 1 to 6, or Space on the offer, buy a piece into your "
            "hand; Backspace gives the last one back."
        ),
        N_(
            "Space takes a piece into the hand and puts it down where the cursor is, or swaps the two. Esc puts a "
            "piece in hand back."
        ),
        N_(
            "a arranges all for most income, once more for most points at the counting, then as before. 0 makes all "
            "as it was. The rows now and then show what it costs and brings; ×2 marks the Maestro's city, "
            "doubled already."
        ),
        N_("Enter comes twice: first it says in one line what would be done, then it sends that."),
    ),
    "palazzo": page(
        "Palazzo",
        N_(
            "It buys pieces through the Signora, each composer once. It has 3 places, with four players 4. "
            "When the round ends a full one is emptied, at a counting in any case."
        ),
    ),
    "roles": page(
        N_("Roles"),
        N_(
            "Six roles with their fees in budget levels. A dash marks a role that is taken, with the sign of "
            "who has it. Maestro, Critico and Esperto show their cities."
        ),
    ),
    "houses": page(
        N_("Houses"),
        N_(
            "Everybody's opera houses by city. The great hall stands in brackets and comes first; two dots are "
            "an empty hall, Ho is the house piece. M, C and E are the pawns, a circle is a free place for one. "
            "Enter on a city tells its "
            "building parts and how many copies are left; from 120 columns on, m, a and b count them in the "
            "panel."
        ),
    ),
    "halls": page(
        N_("Houses and halls"),
        N_(
            "Only the piece in a great hall scores at a counting; all halls together make the income. An empty "
            "hall earns nothing and costs a point at each counting, so build what you can fill."
        ),
    ),
    "screen": page(
        N_("Behind your screen"),
        N_(
            "Your ducats and the pieces of your stock: only you see them. Others see how many pieces you have. "
            "Income and counting are what you would get now, as the ladder stands: at the end of a round "
            "composers may rise before it is counted. Each empty hall takes 1 from the counting."
        ),
    ),
    "two_players": page(
        N_("With two players"),
        N_(
            "Four roles each instead of three. Joining in is free for the first thing and costs 1 level for "
            "the second. The offer has five pieces, at most two of a composer. Most buildings exist once only."
        ),
    ),
    "short_game": page(
        N_("The short game"),
        N_("Seven rounds instead of nine, with countings after rounds 3, 5 and 7. All else is the same."),
    ),
    "open_screens": page(
        N_("Open screens"),
        N_("A choice when a table is opened: everybody's ducats and stocks are seen by all."),
    ),
}

TOPICS: Final[Mapping[str, Page]] = {**ROLES, **PHASES, **THINGS}

TIPS: Final[Mapping[str, Tip]] = {
    "bid_three": Tip(
        N_("Level 5: Impresario, Architetto; 7: 1 more"),
        N_(
            "Level 5 pays for Impresario and Architetto, level 7 also for Signora or Maestro. Keep ducats: the pieces "
            "and halls cost money too."
        ),
    ),
    "bid_two": Tip(
        N_("Level 5 pays for Impresario and Architetto"),
        N_("Level 5 pays for Impresario and Architetto. Keep ducats: the pieces and halls cost money too."),
    ),
    "bid_enough": Tip(
        N_("Your level pays for two roles already"),
        N_("You could keep your ducats: your level pays for two roles already. A bid decides who comes first."),
    ),
    "bid_one": Tip(
        N_("Level 2 is enough for one role"),
        N_("Level 2 pays for the Architetto, the Signora or the Maestro, level 3 also for the Impresario."),
    ),
    "bid_some": Tip(
        N_("See which roles your level would pay for"),
        N_("The box says which roles that help you now each level pays for. A bid decides who comes first, too."),
    ),
    "bid_last": Tip(
        N_("Ducats are worth nothing at the end: bid"),
        N_("Ducats are worth nothing at the end. Keep what pieces and halls will cost you, and bid what roles need."),
    ),
    "act": Tip(
        N_("Compare what the roles would bring you"),
        N_("Hire what brings you most for its fee. Levels that you do not use stay yours for the next round."),
    ),
    "act_build": Tip(
        N_("Early on: build with the Architetto"),
        N_(
            "Halls come before music: in the first rounds build with the Architetto, then fill them with the "
            "Impresario."
        ),
    ),
    "act_fill": Tip(
        N_("Fill empty halls with the Impresario"),
        N_("An empty hall earns nothing and costs a point at each counting. The Impresario buys pieces for it."),
    ),
    "act_last": Tip(
        N_("Last round: only points count now"),
        N_("Only points count now: new halls, full great halls, what the Palazzo pays in points, and the Esperto."),
    ),
    "act_close": Tip(
        N_("No role would bring you anything now"),
        N_("No role would bring you anything now. Close, and your levels stay yours for the next round."),
    ),
    "join": Tip(
        N_("Joining in is cheap: 1 level each"),
        N_("Joining in costs far less than hiring. If income or counting rises by it, it is usually worth it."),
    ),
    "join_of_two": Tip(
        N_("Joining in: the first thing is free"),
        N_("With two players the first thing is free, a second one costs 1 level. Take what helps you."),
    ),
    "appraise": Tip(
        N_("Yes pays if the best piece is soon replaced"),
        N_("You score every piece and lose the best one. Say yes late in the game, or if that piece was cheap."),
    ),
    "appraise_last": Tip(
        N_("Compare the points with the counting"),
        N_("It is the last round: say yes if you score more now than the counting loses without the best piece."),
    ),
    "impresario_last": Tip(
        N_("Great halls score, empty halls cost a point"),
        N_("The last counting is next: fame into great halls, and a piece into every empty hall."),
    ),
    "signora_last": Tip(
        N_("Last round: sell for points"),
        N_("Points count at the end. Ducats are of use only for what you still want to buy or build now."),
    ),
    "esperto_last": Tip(
        N_("Compare the points with the counting"),
        N_("Nothing is replaced any more: see what the counting loses without the piece that goes away."),
    ),
    **ROLE_TIPS,
}
"""By the name that a box returns as its `tip`: each is said only while it is true."""
