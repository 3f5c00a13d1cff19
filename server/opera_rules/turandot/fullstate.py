"""The full state as the transcript shows it."""

from opera_rules.api import Map, to_map
from opera_rules.turandot.state import Game, Hand, waiting


def write_state(game: Game) -> Map:
    """Everything but the deck's order."""
    offers = enumerate(game.offers)
    return {
        "turn": game.turn,
        "phase": game.phase,
        "puccini": game.puccini,
        "lineup": to_map(game.lineup),
        "directors": list(game.directors),
        "deck": len(game.deck),
        "players": [{"money": player.money, "scenery": player.scenery, **_hand(player)} for player in game.players],
        "silent": game.silent and _hand(game.silent),
        "waiting": {str(seat): kind for seat, kind in waiting(game).items()},
        "offers": {
            str(seat): {"number": offer.number, "money": offer.money, "bluff": offer.bluff}
            for seat, offer in offers
            if offer is not None
        },
    }


def _hand(hand: Hand) -> Map:
    return {"singers": [to_map(singer) for singer in hand.singers], "director": hand.director}
