"""Temperaments of the soloist at Opera: company for the player, at the soloist's strength."""

import pytest
from support.rules.decisions import Table, decisions

from opera_bots.levels import temperaments_of
from opera_bots.opera.candidates import candidate_actions
from opera_bots.opera.soloist import NOISE, expectation_after
from opera_bots.opera.temperaments import TEMPERAMENTS, liking
from opera_games.opera.actions import Architetto, Critico, Esperto, Hire, Impresario, Play, Signora
from opera_rules import opera
from opera_rules.chance import derive

SEED = derive(bytes(32), "temperament")
TABLE = Table("opera", 2, {"rounds": 7})
LIKED: dict[str, tuple[type[Play], ...]] = {
    "builder": (Architetto,),
    "collector": (Impresario,),
    "schemer": (Critico, Esperto),
}


def test_opera_has_three_and_turandot_none() -> None:
    assert temperaments_of("opera") == ("builder", "collector", "schemer") == tuple(LIKED)
    assert temperaments_of("turandot") == ()


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_a_temperament_chooses_among_actions_nearly_as_good_as_the_best(temperament: str) -> None:
    """What it gives up is never more than what it likes about the action, so it plays about as well as a soloist."""
    for made in decisions(TABLE, (f"soloist:{temperament}", "chorus"), SEED):
        if made.view.seat != 0 or made.view.kind == "bid":
            continue
        assert made.action in opera.offers(made.game, 0)
        game = made.view.imagine(derive(made.seed, "imagined"))
        actions = candidate_actions(game, 0)
        values = [expectation_after(game, 0, action).value for action in actions]
        likings = [liking(temperament, action) for action in actions]
        assert max(values) - values[actions.index(made.action)] <= max(likings) - min(likings) + NOISE


@pytest.mark.parametrize("temperament", TEMPERAMENTS)
def test_what_is_liked_counts_for_more_and_everything_else_as_it_is(temperament: str) -> None:
    plays = (Architetto(("wien.main", "wien.wing_a")), Impresario(("verdi", "verdi"), {}), Critico("wien", None, 0))
    for play in (*plays, Esperto("wien")):
        expected = TEMPERAMENTS[temperament].get(type(play), 0.0) * (2 if play in plays[:2] else 1)
        assert liking(temperament, Hire(play)) == expected
        assert (liking(temperament, Hire(play)) > 0) == isinstance(play, LIKED[temperament])
    sale = liking(temperament, Hire(Signora("verdi", "stock", "ducats")))
    assert sale == (-TEMPERAMENTS["collector"][Impresario] if temperament == "collector" else 0.0)
