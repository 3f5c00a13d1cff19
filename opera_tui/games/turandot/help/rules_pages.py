"""The rules of Turandot from the beginning to the end."""

from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import page

RULES: Final = (
    page(
        N_("Turandot in short"),
        N_(
            "You put together a company for Puccini's last opera, for two to five players. In seven turns you "
            "make secret offers for singers and once for a director. At the end six singers fill six parts; "
            "the best cast wins."
        ),
    ),
    page(
        N_("Parts and singers"),
        N_("The parts are Turandot and Liù, which call for f, and Calaf, Ping, Pong and Pang, which call for m."),
        N_(
            "There are 36 singers, each with 1 to 3 stars, one of six categories, and a sex; x fits every "
            "part. Some prefer a part. You never have to cast them yourself: the program always finds the best "
            "casting."
        ),
    ),
    page(
        N_("Your hand"),
        N_(
            "A number card for each card of the line-up, three money cards and a bluff card. Numbers and bluff "
            "always come back to you. Money that won something is gone."
        ),
    ),
    page(
        N_("The line-up"),
        N_(
            "Each turn one card more than there are players is laid out by number. In turn 4 these are "
            "directors: those who are left are shuffled, and who is not dealt leaves the game."
        ),
    ),
    page(
        N_("Offers"),
        N_(
            "All choose at once and in secret: a number, with as much money as you like; or one money card "
            "alone to ask for a helper. The bluff card may be added. Everybody sees how many cards your offer "
            "has, nothing else. An offer once made stands."
        ),
        N_("Money alone is not allowed in turn 4, nor to the holder of Puccini."),
    ),
    page(
        N_("Who gets what"),
        N_(
            "A number that only one player offered goes to that player. If several did, it goes to the one "
            "with more money than each of the others. If the highest sum comes twice, also if it is 0, nobody "
            "gets the card."
        ),
        N_("Winners lose the money they offered, whether it was needed or not. All others take theirs back."),
        N_(
            "Helpers come to those who offered money alone, from Puccini's holder on to the left: first the "
            "costumier, and with four or five players then the carpenter. The money card becomes scenery, "
            "worth 1 point at the end. If no helper is left, the money comes back."
        ),
    ),
    page(
        N_("Handing out"),
        N_(
            "Whoever has no card yet gets one of those left; Puccini's holder decides who gets which, also for "
            "himself. Those with a helper are among them. The last card leaves the game."
        ),
    ),
    page(
        N_("Directors and Puccini"),
        N_(
            "After turns 1, 2 and 3 Puccini's holder names another player, who removes one of the nine "
            "directors. After each of the first six turns Puccini goes to the left."
        ),
        N_(
            "Gothic likes dark and dislikes comic singers, farce the other way round. Avant-garde likes "
            "alternative and dislikes classic ones, traditional the other way round. Each such singer is 1 "
            "point more or less."
        ),
        N_(
            "Purist: 1 more for each preferred part. Decorator: 1 more for each scenery card. Androgynous: 1 "
            "for each singer of sex x. Eclectic: 3 if all six categories sing. Plain: nothing."
        ),
    ),
    page(
        N_("Scoring"),
        N_(
            "Add up the stars, 1 for each scenery card, 1 for each singer in the preferred part, and what the "
            "director brings. Take off 1 for each m in a part for f and each f in a part for m."
        ),
        N_(
            "The most points win. If they are equal, the stars alone decide; if these are equal too, the win is shared."
        ),
    ),
    page(
        N_("Two players"),
        N_(
            "The card left over in each turn goes to a silent third hand. It sings its parts in the order in "
            "which the singers came, Turandot first, and gets the director left over in turn 4."
        ),
        N_(
            "Only the costumier helps. The other player always dismisses the director. Whoever holds Puccini "
            "in turn 7 loses 1 point. If the silent hand has more points than both players, both lose."
        ),
    ),
)
