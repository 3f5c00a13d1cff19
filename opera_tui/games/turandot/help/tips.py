"""Advice for a first game of Turandot: one tip for each kind of decision."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.pages import Tip

TIPS: Final[Mapping[str, Tip]] = {
    "offer": Tip(
        N_("What will the others not want?"),
        N_("The best card is wanted by all. Alone on the second best you get it without spending money."),
    ),
    "assign": Tip(
        N_("Your own card first"),
        N_("If you get a card yourself, choose it first. Then see who is ahead, and give that player the least."),
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
