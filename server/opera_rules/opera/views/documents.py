"""The public and the private document: built from what may be seen, never by leaving out what may not.

Documents share the state's tuples and maps, which are never changed in place, and parts are cached: the diff need not
compare what is the same object in two documents.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from opera_games.opera.documents import EditionFile, PrivateDocument, PublicDocument, PublicPlayer
from opera_games.opera.events import EVENTS
from opera_games.opera.words import FEES, PALAZZO_PLACES, ROLE_LIMIT, City, Composer, Piece
from opera_rules.api import Event, Seat
from opera_rules.opera.phases.round_end import rising, staged_in
from opera_rules.opera.phases.scoring import Houses, everybodys_houses, figures_of
from opera_rules.opera.state import Game

PUBLIC = frozenset(EVENTS)
"""Closed by default: an event that is not listed is shown to nobody."""


def public(game: Game) -> PublicDocument:
    """Return what everybody sees, with the figures that panels show."""
    houses = everybodys_houses(game)
    staged = staged_in(houses)
    return PublicDocument(
        game="opera",
        edition=cast("EditionFile", game.edition.source),
        rounds=game.rounds,
        open_screens=game.open_screens,
        fees=FEES,
        role_limit=ROLE_LIMIT[len(game.players)],
        palazzo_places=PALAZZO_PLACES[len(game.players)],
        countings=game.countings,
        round=game.round,
        episode=game.episode,
        phase=game.phase,
        ladder=game.ladder,
        century=game.century,
        offer=game.offer,
        discard=game.discard,
        supply=len(game.supply),
        palazzo=game.palazzo,
        pawns=game.pawns,
        parts=game.parts,
        open_cities=game.open_cities(),
        roles=game.roles,
        takers=game.takers,
        order=game.order,
        playing=game.playing,
        queue=game.queue,
        waiting={str(seat): game.waiting[seat] for seat in sorted(game.waiting)},
        answers={str(seat): answer for seat, answer in sorted(game.answers.items())},
        staged=staged.counts,
        rising=rising(game.ladder, staged.most) if game.phase != "done" else (),
        players=tuple([_public_player(game, seat, own) for seat, own in enumerate(houses)]),
    )


def _public_player(game: Game, seat: Seat, houses: Houses) -> PublicPlayer:
    player = game.players[seat]
    return _shown_player(
        player.points,
        player.level,
        player.hired,
        player.closed,
        seat in game.bids,
        len(player.stock),
        houses,
        game.pawns["maestro"],
        game.ladder,
        game.century[game.episode - 1],
        game.episode,
        player.ducats if game.open_screens else None,
        player.stock if game.open_screens else None,
    )


@lru_cache(maxsize=1 << 12)
def _shown_player(
    points: int,
    level: int,
    hired: int,
    closed: bool,
    has_bid: bool,
    stock_size: int,
    houses: Houses,
    maestro: City | None,
    ladder: tuple[Composer, ...],
    honoured: Composer,
    bonus: int,
    ducats: int | None,
    stock: tuple[Piece, ...] | None,
) -> PublicPlayer:
    figures = figures_of(houses)
    income, counting = figures.income_with(maestro), figures.counting(ladder, honoured, bonus)
    return PublicPlayer(
        points, level, hired, closed, has_bid, stock_size, dict(houses), income, counting, ducats, stock
    )


def private(game: Game, seat: Seat) -> PrivateDocument:
    """Return what only this seat sees: its purse, its stock and its sealed bid."""
    player = game.players[seat]
    return PrivateDocument(seat, player.ducats, player.stock, game.bids.get(seat))


def visible(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    """Keep the events that a seat or a spectator may know of."""
    return tuple(event for event in events if type(event) in PUBLIC)
