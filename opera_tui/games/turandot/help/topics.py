"""A page for each decision, card and panel of Turandot, and advice for a first game."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Page, Tip, page

DECISIONS: Final[Mapping[str, Page]] = {
    "offer": page(
        N_("Your offer"),
        N_(
            "You cast six parts, Turandot, Calaf, Liù, Ping, Pong and Pang, with one singer a turn: stars are points, "
            "1 less for the wrong sex. In turn 4 everybody gets a director instead."
        ),
        N_(
            "Choose the number of the card you want. All offers are turned over together: alone on a number, you get "
            "its card. Among several, whoever put most money; if that is equal, also at 0, nobody."
        ),
        N_(
            "Only a winner's money is spent. The others see how many cards you lay down, so the bluff card passes for "
            "money that you do not spend."
        ),
        N_(
            "Who goes without is given one of the cards left by Puccini's holder. 0 offers money alone, for a helper: "
            "1 point."
        ),
    ),
    "offer_director": page(
        N_("Your offer for a director"),
        N_(
            "In this turn the cards are directors. Everybody gets one, for good: at the end of the game your director "
            "adds points for some of your six singers, or takes some away. The rest leave the game."
        ),
        N_(
            "Offers work as for singers: alone on a number, or with most money, you get the card; if that is equal, "
            "nobody. Who goes without is given one of those left by Puccini's holder."
        ),
        N_(
            "The figures say what each director adds to your cast as it is now; three singers are still to come. No "
            "helper comes in this turn: 0, money alone, only waits for what is left."
        ),
    ),
    "money": page(
        N_("Money"),
        N_(
            "Three cards for the whole game. They break ties on a number and are gone if you win with them, "
            "also if nobody else wanted the card. If you do not win, they come back."
        ),
        N_("Money that is left at the end is worth nothing; a scenery card is worth 1 point."),
    ),
    "bluff": page(
        N_("The bluff card"),
        N_(
            "It does nothing but lie there: one more card face down. The others see how many cards your offer "
            "has, and may take it for money. It always comes back."
        ),
        N_(
            "So lay it down now and then, also with money: nobody is to know from the number of cards how much you "
            "mean it."
        ),
    ),
    "helpers": page(
        N_("Money alone: a helper"),
        N_(
            "Offer one money card without a number, and the costumier, with four or five players also the "
            "carpenter, turns it into scenery: 1 point at the end. Helpers serve from Puccini's holder to the "
            "left; if there is none for you, the money comes back."
        ),
        N_(
            "You still get one of the cards left. No helper comes to Puccini's holder, nor in the directors' turn: "
            "there it is only a way to wait. But the holder then chooses his own card among those left."
        ),
    ),
    "assign": page(
        N_("Handing out"),
        N_(
            "Whoever holds Puccini gives one of the cards left to everybody who won none, also to himself. One "
            "card stays over and leaves the game; with two players it goes to the silent hand."
        ),
        N_(
            "Left and right choose who gets the card under the cursor, in the order of seats. Whoever has a card "
            "already swaps it; Backspace takes a card back."
        ),
        N_("Below the cards stands what this one would bring each of them. Then the turn ends, or a director goes."),
    ),
    "nominate": page(
        N_("Naming"),
        N_(
            "In the first three turns one director leaves the game each time. You hold Puccini, so you name the player "
            "who chooses which, not yourself."
        ),
        N_(
            "In turn 4 everybody takes one of those left, and it counts at the end: name somebody who likes the "
            "directors that suit your singers, and would not send them away."
        ),
    ),
    "dismiss": page(
        N_("Dismissing"),
        N_(
            "You were chosen to remove one director from the game, for all. In turn 4 everybody takes one of those "
            "left, who counts at the end."
        ),
        N_(
            "The figures say what each would add to every cast as it is now; casts still grow. Keep those that suit "
            "you, and remove one that others want."
        ),
    ),
    "reveal": page(
        N_("Offers revealed"),
        N_(
            "What everybody offered, what came of it, and the cast before and after. Who has no card yet is "
            "given one next."
        ),
        N_("2 +1 bluff is the number 2 with one money card and the bluff card; a dash and +1 is money alone."),
    ),
    "turn": page(
        N_("A turn"),
        N_(
            "Cards are laid out, one more than there are players. All make their offers, which are turned over "
            "together. Puccini's holder hands out what is left. In turns 1 to 3 a director is dismissed. Then "
            "Puccini goes to the left; after the last turn he stays."
        ),
    ),
    "scoring": page(
        N_("Scoring"),
        N_(
            "All stars of your six singers, 1 for each scenery card, 1 for each singer in the preferred part, "
            "1 less for each of the wrong sex, and what the director brings. Equal points are decided by "
            "stars, then the win is shared."
        ),
    ),
}

THINGS: Final[Mapping[str, Page]] = {
    "lineup": page(
        N_("Line-up"),
        N_(
            "The cards of this turn with their numbers: stars, sex, category and the part a singer prefers. "
            "The last column is your cast before and after; from 120 columns on also the part that the singer would "
            "get. Below them stands how many singers of each sex there are."
        ),
    ),
    "casts": page(
        N_("Casts"),
        N_(
            "Everybody's singers in the parts that bring most as of now; the program casts for you. First the "
            "stars, then the sex and the category; a plus marks a preferred part, a minus the wrong sex."
        ),
        N_("P holds Puccini. Then director, money left, scenery, cards face down and points."),
    ),
    "directors": page(
        N_("Directors"),
        N_(
            "Nine with their effects. A dash marks who is out of the game. In turn 4 those dealt are offered "
            "for like singers, and everybody gets one."
        ),
    ),
    "singers": page(
        N_("Singers"),
        N_(
            "36 cards with 1 to 3 stars in six categories, which matter for directors. Turandot and Liù call "
            "for f, the other parts for m; x fits everywhere. Some prefer a part and bring a point more in it."
        ),
    ),
    "puccini": page(
        "Puccini",
        N_(
            "A mark that goes to the left after each turn but the last. Its holder hands out the cards left and "
            "names who dismisses a director, but no helper comes to him. With two players, holding it in turn 7 "
            "costs a point."
        ),
    ),
    "silent": page(
        N_("The silent hand"),
        N_(
            "With two players the card left over each turn goes to a third hand. It sings in the order in "
            "which the cards came and is counted like yours. If it has more points than both of you, both "
            "lose."
        ),
    ),
}

DIRECTORS: Final[Mapping[str, Page]] = {
    "gothic": page(N_("Director gothic"), N_("Each dark singer brings 1 point, each comic one costs 1.")),
    "farce": page(N_("Director farce"), N_("Each comic singer brings 1 point, each dark one costs 1.")),
    "avant_garde": page(
        N_("Director avant-garde"), N_("Each alternative singer brings 1 point, each classic one costs 1.")
    ),
    "traditional": page(
        N_("Director traditional"), N_("Each classic singer brings 1 point, each alternative one costs 1.")
    ),
    "purist": page(N_("Director purist"), N_("A singer in the preferred part brings a second point for it.")),
    "decorator": page(N_("Director decorator"), N_("Each scenery card is worth 2 points instead of 1.")),
    "eclectic": page(N_("Director eclectic"), N_("3 points if your six singers are of six different categories.")),
    "androgynous": page(N_("Director androgynous"), N_("Each singer of sex x brings 1 point.")),
    "plain": page(N_("Director plain"), N_("Brings nothing and costs nothing.")),
}

TOPICS: Final[Mapping[str, Page]] = {**DECISIONS, **THINGS, **DIRECTORS}

TIPS: Final[Mapping[str, Tip]] = {
    "offer": Tip(
        N_("What do the others not want?"),
        N_("The best card is wanted by all. Alone on the second best you get it without spending money."),
    ),
    "offer_director": Tip(
        N_("Who suits your singers?"),
        N_("Your director counts at the end, for all six singers. Take one who suits what you have and may still get."),
    ),
    "assign": Tip(
        N_("Your own card first"),
        N_("You get a card, too: choose it first. Then see who is ahead, and give that player the least."),
    ),
    "assign_others": Tip(
        N_("The least for who is ahead"),
        N_("You have your card. See who is ahead, and give that player what brings the least."),
    ),
    "nominate": Tip(
        N_("Who wants what you want?"),
        N_("Name somebody whose singers are like yours: that player will keep the directors you like."),
    ),
    "dismiss": Tip(
        N_("Remove what helps others"),
        N_("Look along the rows: the director who brings the others most and you nothing should go."),
    ),
}
"""By the kind of decision."""
