"""Temperaments of the soloist in Opera: what a bot likes beyond what it is worth, as people do.

They are for company, not for strength: a liking decides between actions that are nearly as good, so that a builder
builds more than others and a schemer calls the Critico, while all of them win about as often as the plain soloist.
"""

from collections.abc import Mapping

from opera_games.opera.actions import Architetto, Critico, Esperto, Hire, Impresario, Join, Play, Signora
from opera_rules.api import Action

TEMPERAMENTS: Mapping[str, Mapping[type[Play], float]] = {
    "builder": {Architetto: 1.5},
    "collector": {Impresario: 1.5, Signora: -1.5},
    "schemer": {Critico: 2.0, Esperto: 2.0},
}
"""How many points more each part built, each piece bought or sold, and each visit is worth to this temperament."""


def liking(temperament: str, action: Action) -> float:
    """Return how many points more a bot of this temperament sees in an action; none without a temperament."""
    if not temperament or not isinstance(action, Hire | Join):
        return 0.0
    return TEMPERAMENTS[temperament].get(type(action.play), 0.0) * _things(action.play)


def _things(play: Play) -> int:
    match play:
        case Architetto(build=parts):
            return len(parts)
        case Impresario(buy=pieces):
            return len(pieces)
        case _:
            return 1
