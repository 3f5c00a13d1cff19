"""Names of the things that help explains: what is under the cursor, a panel, or the open decision."""

from typing import Final

from opera_games.api import tag_of
from opera_games.opera import words
from opera_games.opera.choices import ActChoices, ArchitettoProspect, ImpresarioProspect
from opera_tui.games.opera.view import OperaView

PREFIX: Final = "opera"


def topic(name: str) -> str:
    """Return a name such as `opera.signora`."""
    return f"{PREFIX}.{name}"


ROLES: Final = tuple(map(topic, words.ROLES))
PHASES: Final = tuple(map(topic, ("bid", "act", "close", "join", "intermezzo", "appraise")))
STEPS: Final = tuple(map(topic, ("income", "ladder", "counting", "waiting", "end")))
PANELS: Final = tuple(map(topic, ("budget", "fame", "offer", "palazzo", "roles", "houses", "screen")))
TOPICS: Final = (*ROLES, *PHASES, *STEPS, *PANELS)


def tip_kind(view: OperaView) -> str:
    """Name the tip for the open decision: one about a role only if that is free and has something to do."""
    choices, game = view.choices, view.game
    if not isinstance(choices, ActChoices):
        return tag_of(choices) if choices else ""
    could = [offered.could for offered in choices.rows]
    if game.round <= game.countings[0] and any(isinstance(one, ArchitettoProspect) and one.parts for one in could):
        return "act_build"
    is_to_fill = any(isinstance(one, ImpresarioProspect) and one.buy and one.empty_halls for one in could)
    return "act_fill" if is_to_fill else "act"
