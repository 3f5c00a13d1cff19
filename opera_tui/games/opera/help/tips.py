"""Advice for a first game of Opera: a tip for each kind of decision and each role, none that the board contradicts."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.opera.help.roles import ROLE_TIPS
from opera_tui.games.pages import Tip

TIPS: Final[Mapping[str, Tip]] = {
    "bid": Tip(
        N_("A budget of 5 to 7 pays for two roles"),
        N_("A budget of 5 to 7 pays for two roles. Keep ducats for what they buy: pieces and halls cost money too."),
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
    "join": Tip(
        N_("Joining in is cheap: 1 level each"),
        N_("Joining in costs far less than hiring. If income or counting rises by it, it is usually worth it."),
    ),
    "appraise": Tip(
        N_("Yes pays if the best piece is easy to replace"),
        N_("You score every piece and lose the best one. Say yes late in the game, or if that piece was cheap."),
    ),
    **ROLE_TIPS,
}
"""By the kind of decision, or by role."""
