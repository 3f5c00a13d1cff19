"""The public and the private document: built from what may be seen, never by leaving out what may not.

Parts that were worked out once are kept: what is the same object in two documents needs no comparing.
"""

from collections.abc import Container
from functools import lru_cache

import msgspec

from opera_rules.api import Map, Seat, to_map
from opera_rules.turandot.cards import EFFECTS, card_id
from opera_rules.turandot.scoring import Cast, Points, cast_of, points_of, result, silent_cast
from opera_rules.turandot.state import Game, Hand, Player, waiting
from opera_rules.turandot.words import (
    DIRECTORS,
    SEX_OF_PART,
    SILENT,
    TURNS,
    Director,
    helpers_with,
)


def public(game: Game) -> Map:
    """What everybody sees, with the figures that would otherwise need the rules."""
    return {
        "turn": game.turn,
        "turns": TURNS,
        "phase": game.phase,
        "puccini": game.puccini,
        "waiting": {str(seat): kind for seat, kind in waiting(game).items()},
        "lacking": game.lacking,
        "nominated": game.nominated,
        "lineup": {str(number): card_id(card) for number, card in game.lineup.items()},
        "deck": len(game.deck),
        "discarded": [singer.id for singer in game.discarded],
        "directors": _directors(game),
        "players": [_player(game, seat) for seat in range(len(game.players))],
        "silent": _silent(game.silent),
        "end": _end(game),
        "edition": game.edition.name,
        "cards": game.edition.table,
        "parts": SEX_OF_PART,
        "helpers": helpers_with(len(game.players)),
    }


def private(game: Game, seat: Seat) -> Map:
    """What only this seat sees: its hand, and its offer until the reveal."""
    offer = game.offers[seat]
    return {
        "seat": seat,
        "hand": {
            "numbers": list(range(1, len(game.players) + 2)),
            "money": game.players[seat].money,
            "bluff": True,
        },
        "offer": offer and {"number": offer.number, "money": offer.money, "bluff": offer.bluff},
    }


def outcome(game: Game) -> Map | None:
    """How the game ended, as in the transcript's last line; None while it goes on."""
    if game.phase != "done":
        return None
    ended = result(game)
    return {
        "ranking": [list(row) for row in ended.ranking],
        "winners": list(ended.winners),
        "hands": [{**to_map(hand), "casting": list(hand.casting)} for hand in ended.hands],
    }


def _end(game: Game) -> Map | None:
    """The hands are in the players' points already."""
    ended = outcome(game)
    return ended and {"ranking": ended["ranking"], "winners": ended["winners"]}


def _player(game: Game, seat: Seat) -> Map:
    offer = game.offers[seat]
    return _player_document(game.players[seat], offer and offer.cards, points_of(game, seat))


@lru_cache(maxsize=1 << 12)
def _player_document(player: Player, down: int | None, points: Points) -> Map:
    """`down` is how many cards the offer has that lies face down, if one does."""
    return {
        "money": player.money,
        "scenery": player.scenery,
        "down": down,
        **_hand(player, cast_of(player), points),
    }


@lru_cache(maxsize=1 << 10)
def _silent(hand: Hand | None) -> Map | None:
    if hand is None:
        return None
    cast = silent_cast(hand)
    return _hand(hand, cast, cast.points)


def _hand(hand: Hand, cast: Cast, points: Points) -> Map:
    return {
        "singers": [singer.id for singer in hand.singers],
        "director": hand.director,
        "casting": [singer and singer.id for singer in cast.casting],
        "preferred": cast.preferred,
        "wrong_sex": cast.wrong_sex,
        "points": msgspec.structs.asdict(points),
    }


def _directors(game: Game) -> Map:
    """Where each director is: left in the game, in the line-up, dismissed, out of the game, or taken by somebody."""
    taken: dict[Director | None, Seat | str] = {player.director: seat for seat, player in enumerate(game.players)}
    if game.silent is not None:
        taken[game.silent.director] = SILENT
    return {
        director: _director(director, _state_of(game, director, taken), taken.get(director)) for director in DIRECTORS
    }


def _state_of(game: Game, director: Director, taken: Container[Director | None]) -> str:
    if director in taken:
        return "taken"
    if director in game.directors:
        return "left"
    if director in game.dismissed:
        return "dismissed"
    return "lineup" if director in game.lineup.values() else "out"


@lru_cache(maxsize=1 << 8)
def _director(director: Director, state: str, by: Seat | str | None) -> Map:
    return {"effect": EFFECTS[director], "state": state, "by": by}
