"""First steps: one short piece of advice for each kind of decision, and none that the board contradicts."""

from collections.abc import Mapping
from typing import Any, Final

from opera_protocol.i18n import N_
from opera_tui.help.pages import Tip

NOTHING: Final[Mapping[str, int]] = {"parts": 0, "buy": 0, "empty_halls": 0}
"""What a role could do that is not to be had."""

TIPS: Final[Mapping[str, Tip]] = {
    "opera.bid": Tip(
        N_("A budget of 5 to 7 pays for two roles"),
        N_("A budget of 5 to 7 pays for two roles. Keep ducats for what they buy: pieces and halls cost money too."),
    ),
    "opera.act": Tip(
        N_("Compare what the roles would bring you"),
        N_("Hire what brings you most for its fee. Levels that you do not use stay yours for the next round."),
    ),
    "opera.act_build": Tip(
        N_("Early on: build with the Architetto"),
        N_(
            "Halls come before music: in the first rounds build with the Architetto, then fill them with the "
            "Impresario."
        ),
    ),
    "opera.act_fill": Tip(
        N_("Fill empty halls with the Impresario"),
        N_("An empty hall earns nothing and costs a point at each counting. The Impresario buys pieces for it."),
    ),
    "opera.join": Tip(
        N_("Joining in is cheap: 1 level each"),
        N_("Joining in costs far less than hiring. If income or counting rises by it, it is usually worth it."),
    ),
    "opera.appraise": Tip(
        N_("Yes pays if the best piece is easy to replace"),
        N_("You score every piece and lose the best one. Say yes late in the game, or if that piece was cheap."),
    ),
    "opera.impresario": Tip(
        N_("Famous composers belong in great halls"),
        N_("Great halls score: put fame there. Other halls only earn, so cheap pieces do as well."),
    ),
    "opera.architetto": Tip(
        N_("Each hall: 2 points now, -1 if left empty"),
        N_(
            "Every hall brings 2 points now, but costs one at each counting while it is empty. Build what you can fill."
        ),
    ),
    "opera.signora": Tip(
        N_("Sell what does not stand in a great hall"),
        N_("Pieces that only wait in your stock are the first to sell. Ducats early in the game, points near its end."),
    ),
    "opera.maestro": Tip(
        N_("Send him where you have most pieces"),
        N_("He doubles your best house for as long as he stays there; see who else would earn from it."),
    ),
    "opera.critico": Tip(
        N_("Lift what stands in your great halls"),
        N_("Just before a counting he is worth most: raise the composers in your great halls, lower those of others."),
    ),
    "opera.esperto": Tip(
        N_("Best in a full house of famous music"),
        N_("He scores a whole house at once, but its best piece goes away. Do it when you can replace that piece."),
    ),
    "turandot.offer": Tip(
        N_("What will the others not want?"),
        N_("The best card is wanted by all. Alone on the second best you get it without spending money."),
    ),
    "turandot.assign": Tip(
        N_("Your own card first"),
        N_("If you get a card yourself, choose it first. Then see who is ahead, and give that player the least."),
    ),
    "turandot.nominate": Tip(
        N_("Who wants what you want?"),
        N_("Name somebody whose singers are like yours: that player will keep the directors you like."),
    ),
    "turandot.dismiss": Tip(
        N_("Remove what helps others"),
        N_("Look along the rows: the director who brings the others most and you nothing should go."),
    ),
}
"""By game and kind of decision, in Opera also by role."""


def kind_of_tip(game: Mapping[str, Any], choices: Mapping[str, Any]) -> str:
    """Which tip is true for a decision: who may hire is told of a role only if it is free and has something to do."""
    kind: str = choices["kind"]
    if kind != "act":
        return kind
    could = {offered["role"]: offered["could"] for offered in choices["rows"] if "refusal" not in offered}
    if game["round"] <= game["countings"][0] and could.get("architetto", NOTHING)["parts"]:
        return "act_build"
    is_to_fill = could.get("impresario", NOTHING)
    return "act_fill" if is_to_fill["buy"] and is_to_fill["empty_halls"] else kind
