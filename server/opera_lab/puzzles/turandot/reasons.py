"""Why the best offer is better than the tempting one: which of them can be spoilt, and what is left then."""

from opera_games.turandot.actions import Offer
from opera_games.turandot.documents import card_id
from opera_lab.puzzles.turandot.counting import cards_of, count_out, most_money
from opera_rules.api import Map, Seat
from opera_rules.turandot.search import Game


def reason(game: Game, seat: Seat, best: Offer, tempting: Offer) -> Map:
    """Compare both offers: a code of the game's texts, and its parameters."""
    worths = count_out(game, seat)
    assert worths is not None
    lead = {"points": worths[best] - worths[tempting]}
    if best.number is None:
        return {"code": "holder_chooses" if seat == game.puccini else "scenery_is_sure", **lead}
    most = most_money(game, seat)
    facts: Map = {"card": card_id(game.lineup[best.number]), "money": best.money, "most": most, **lead}
    if best.money <= most:
        is_tied = seat == game.puccini and best.money == most
        return {"code": "tie_is_enough" if is_tied else "holder_chooses", **facts}
    if tempting.number is not None and tempting.money > most:
        return {"code": "sure_better_card", "second_card": card_id(game.lineup[tempting.number]), **facts}
    facts["worst_card"] = _worst_card(game, seat)
    return {"code": "sure_against_waiting" if tempting.number is None else "sure_against_risk", **facts}


def _worst_card(game: Game, seat: Seat) -> str:
    points = cards_of(game, seat).without
    return card_id(game.lineup[min(points, key=points.__getitem__)])
