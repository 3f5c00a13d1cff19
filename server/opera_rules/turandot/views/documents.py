"""The public and the private document: built from what may be seen, never by leaving out what may not.

Parts are cached: the diff need not compare what is the same object in two documents.
"""

from collections.abc import Iterable
from functools import lru_cache

from opera_games.turandot.documents import (
    Card,
    DirectorCard,
    Ending,
    HandCards,
    MadeOffer,
    Points,
    PrivateDocument,
    PublicDocument,
    PublicHand,
    PublicPlayer,
    card_id,
)
from opera_games.turandot.events import EVENTS
from opera_games.turandot.words import (
    DIRECTOR_TURN,
    DIRECTORS,
    EFFECTS,
    SEX_OF_PART,
    SILENT,
    TURNS,
    Director,
    Silent,
    Whereabouts,
    helpers_with,
)
from opera_rules.api import Event, Map, Seat
from opera_rules.turandot.phases.scoring import Cast, cast_of, points_of, result, silent_cast
from opera_rules.turandot.state import Game, Hand, Player, waiting

PUBLIC = frozenset(EVENTS)
"""Closed by default: an event that is not listed is shown to nobody."""


def public(game: Game) -> PublicDocument:
    """Return what everybody sees, with the figures that would otherwise need the rules."""
    return PublicDocument(
        turn=game.turn,
        turns=TURNS,
        phase=game.phase,
        puccini=game.puccini,
        waiting={str(seat): kind for seat, kind in waiting(game).items()},
        lacking=game.lacking,
        nominated=game.nominated,
        lineup={str(number): card_id(card) for number, card in game.lineup.items()},
        deck=len(game.deck),
        discarded=tuple([singer.id for singer in game.discarded]),
        directors=_directors(game),
        players=tuple([_player(game, seat) for seat in range(len(game.players))]),
        silent=_silent(game.silent),
        end=_end(game),
        edition=game.edition.name,
        cards=game.edition.table,
        parts=SEX_OF_PART,
        helpers=helpers_with(len(game.players)),
    )


def private(game: Game, seat: Seat) -> PrivateDocument:
    """Return what only this seat sees: its hand, and its offer until the reveal."""
    offer = game.offers[seat]
    numbers = tuple(range(1, len(game.players) + 2))
    return PrivateDocument(
        seat=seat,
        hand=HandCards(numbers, game.players[seat].money, bluff=True),
        offer=MadeOffer(offer.number, offer.money, offer.bluff) if offer else None,
    )


def _end(game: Game) -> Ending | None:
    """Return ranking and winners; the hands are in the players' points already."""
    if game.phase != "done":
        return None
    ended = result(game)
    return Ending(ended.ranking, ended.winners)


def _player(game: Game, seat: Seat) -> PublicPlayer:
    offer = game.offers[seat]
    return _player_document(game.players[seat], offer and offer.cards, points_of(game, seat))


@lru_cache(maxsize=1 << 12)
def _player_document(player: Player, down: int | None, points: Points) -> PublicPlayer:
    """Describe a player; `down` counts the cards of the offer that lies face down, if one does."""
    return PublicPlayer(player.money, player.scenery, down, **_hand(player, cast_of(player), points))


@lru_cache(maxsize=1 << 10)
def _silent(hand: Hand | None) -> PublicHand | None:
    if hand is None:
        return None
    cast = silent_cast(hand)
    return PublicHand(**_hand(hand, cast, cast.points))


def _hand(hand: Hand, cast: Cast, points: Points) -> Map:
    return {
        "singers": tuple([singer.id for singer in hand.singers]),
        "director": hand.director,
        "casting": tuple([singer.id if singer else None for singer in cast.casting]),
        "preferred": cast.preferred,
        "wrong_sex": cast.wrong_sex,
        "points": points,
    }


def _directors(game: Game) -> dict[Director, DirectorCard]:
    taken = tuple([player.director for player in game.players])
    silent = None if game.silent is None else game.silent.director
    lineup = tuple(game.lineup.values()) if game.turn == DIRECTOR_TURN else ()
    return _director_cards(taken, silent, game.directors, game.dismissed, lineup)


@lru_cache(maxsize=1 << 10)
def _director_cards(
    taken: tuple[Director | None, ...],
    silent: Director | None,
    left: tuple[Director, ...],
    dismissed: tuple[Director, ...],
    lineup: tuple[Card, ...],
) -> dict[Director, DirectorCard]:
    """Return where each director is: left in the game, in the line-up, dismissed, out of the game, or taken.

    `taken` are those of the seats, `silent` that of the silent hand.
    """
    holders: dict[Director | None, Seat | Silent] = {director: seat for seat, director in enumerate(taken)}
    if silent is not None:
        holders[silent] = SILENT

    def state_of(director: Director) -> Whereabouts:
        if director in holders:
            return "taken"
        if director in left:
            return "left"
        if director in dismissed:
            return "dismissed"
        return "lineup" if director in lineup else "out"

    return {director: _director(director, state_of(director), holders.get(director)) for director in DIRECTORS}


@lru_cache(maxsize=1 << 8)
def _director(director: Director, state: Whereabouts, by: Seat | Silent | None) -> DirectorCard:
    return DirectorCard(EFFECTS[director], state, by)


def visible(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Keep the events that a seat or a spectator may know of."""
    return tuple(event for event in events if type(event) in PUBLIC)
