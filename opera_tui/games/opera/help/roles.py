"""A page and a tip about each role of Opera."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Page, Tip, page

ROLES: Final[Mapping[str, Page]] = {
    "impresario": page(
        N_("Impresario, fee 3"),
        N_("Buy up to two pieces from the offer; each costs the fame of its composer in ducats."),
        N_(
            "Then put your pieces where you like, in all halls of all your houses and in your stock. A hall "
            "holds one piece, and a house shows no composer twice. No other role brings a piece onto a stage."
        ),
        N_(
            "The others may join in: 1 budget level for each piece they buy, 1 if they only rearrange. With "
            "two players the first piece is free, and so is rearranging."
        ),
    ),
    "architetto": page(
        N_("Architetto, fee 2"),
        N_("Build up to two parts of houses in open cities. Every hall costs 2 ducats and is worth 2 points at once."),
        N_(
            "A house begins with its main part, whose first hall is the great hall. Wings follow, also in the "
            "same go. You have at most one house in a city and each part once. What others have built is gone: "
            "watch the copies left."
        ),
        N_(
            "1 at 2d is one copy left, for 2 ducats. Joining in costs 1 level for each part; with two players the "
            "first part is free."
        ),
    ),
    "signora": page(
        N_("Signora, fee 2"),
        N_(
            "Sell one piece to the Palazzo, out of your stock or out of a hall: for twice the composer's fame "
            "in ducats, or for the fame itself in points."
        ),
        N_("The Palazzo takes each composer once and only while it has room. The house piece is not for sale."),
        N_("A piece that you have in several places is 1/2 in the first of two; left and right go to the other."),
        N_("Joining in costs 1 level; with two players nothing."),
    ),
    "maestro": page(
        N_("Maestro, fee 2"),
        N_("Send him to another open city with a free place. Every house there earns twice, yours and everybody's."),
        N_("He stays until somebody hires him again, also through the following rounds. Nobody joins in."),
    ),
    "critico": page(
        N_("Critico, fee 3"),
        N_(
            "Send him to another open city with a free place. Then you may move one composer who is staged "
            "there, by anybody, up or down the fame ladder by 1 or 2 levels. Those who are passed move the "
            "other way."
        ),
        N_("Fame is the price, the value at the Palazzo and the points of a great hall: look at all three."),
    ),
    "esperto": page(
        N_("Esperto, fee 4"),
        N_(
            "Send him to another open city with a free place. Each piece that you stage there scores the fame "
            "of its composer at once."
        ),
        N_(
            "The best of these pieces leaves your house: for the stock of whoever has the fewest points, or "
            "for the discard pile if that is you. The house piece scores nothing and stays."
        ),
        N_("Then everybody else with pieces in that city may score in the same way; their best piece is discarded."),
    ),
}

ROLE_TIPS: Final[Mapping[str, Tip]] = {
    "impresario": Tip(
        N_("Famous composers belong in great halls"),
        N_("Great halls score: put fame there. Other halls only earn, so cheap pieces do as well."),
    ),
    "architetto": Tip(
        N_("Each hall: 2 points now, -1 if left empty"),
        N_(
            "Every hall brings 2 points now, but costs one at each counting while it is empty. Build what you can fill."
        ),
    ),
    "signora": Tip(
        N_("Sell what does not stand in a great hall"),
        N_("Pieces that only wait in your stock are the first to sell. Ducats early in the game, points near its end."),
    ),
    "maestro": Tip(
        N_("Send him where you have most pieces"),
        N_("He doubles your best house for as long as he stays there; see who else would earn from it."),
    ),
    "critico": Tip(
        N_("Lift what stands in your great halls"),
        N_("Just before a counting he is worth most: raise the composers in your great halls, lower those of others."),
    ),
    "esperto": Tip(
        N_("Best in a full house of famous music"),
        N_("He scores a whole house at once, but its best piece goes away. Do it when you can replace that piece."),
    ),
}
