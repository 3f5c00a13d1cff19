"""Make a full state that fits what one seat sees, for bots that think ahead.

Ducats and stocks follow from the public events for a player who keeps count, so they are counted here too; only the
order of the supply and the bids still sealed are drawn at random.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from opera_games.opera.documents import PrivateDocument, PublicDocument, PublicPlayer
from opera_games.opera.events import (
    BidsRevealed,
    DucatsGranted,
    GameStarted,
    IncomePaid,
    PartBuilt,
    PieceBought,
    PieceGivenAway,
    PieceSold,
)
from opera_games.opera.words import COMPOSERS, PIECES_PER_COMPOSER, STARTING_DUCATS, Composer, Piece
from opera_rules.api import Event, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.edition import Edition, read_edition
from opera_rules.opera.phases.budget import highest_bid
from opera_rules.opera.state import Game, Player, in_order


def imagine(public: PublicDocument, private: PrivateDocument, events: Sequence[Event], seed: bytes) -> Game:
    """Make the state these documents and events show; draw what they do not show from the seed."""
    chance = Chance(seed)
    game = _visible_state(public)
    game.seed = derive(seed, "imagined")
    _fill_purses(game, public, private, events, chance)
    game.supply = tuple(chance.shuffled(_unseen(game)))
    game.bids = {
        seat: _bid(game, seat, private, chance) for seat, player in enumerate(public.players) if player.has_bid
    }
    return game


def _visible_state(public: PublicDocument) -> Game:
    return Game(
        edition=_edition(msgspec.json.encode(public.edition)),
        seed=b"",
        draws=0,
        rounds=public.rounds,
        open_screens=public.open_screens,
        round=public.round,
        phase=public.phase,
        ladder=public.ladder,
        century=public.century,
        offer=public.offer,
        discard=public.discard,
        supply=(),
        palazzo=public.palazzo,
        pawns=public.pawns,
        parts=public.parts,
        roles=public.roles,
        order=public.order,
        players=[_visible_player(player) for player in public.players],
        bids={},
        waiting=_by_seat(public.waiting),
        playing=public.playing,
        queue=public.queue,
        takers=public.takers,
        answers=_by_seat(public.answers),
    )


@lru_cache(maxsize=8)
def _edition(source: bytes) -> Edition:
    """Read an edition; cached, because bots imagine thousands of states."""
    return read_edition(msgspec.json.decode(source))


def _visible_player(player: PublicPlayer) -> Player:
    return Player(
        ducats=0,
        points=player.points,
        level=player.level,
        stock=(),
        houses=dict(player.houses),
        hired=player.hired,
        closed=player.closed,
    )


def _by_seat(shown: dict[str, Any]) -> dict[Seat, Any]:
    return {int(seat): value for seat, value in shown.items()}


def _fill_purses(
    game: Game, public: PublicDocument, private: PrivateDocument, events: Sequence[Event], chance: Chance
) -> None:
    """Fill in everybody's ducats and stock: seen, or counted from the events."""
    ledger = Ledger(events)
    unknown: list[Seat] = []
    for seat, player in enumerate(game.players):
        shown = private if seat == private.seat else public.players[seat]
        if shown.ducats is not None and shown.stock is not None:
            player.ducats, player.stock = shown.ducats, shown.stock
        elif ledger.began:
            player.ducats, player.stock = ledger.ducats[seat], ledger.stock(seat, player)
        else:
            unknown.append(seat)
    for seat in unknown:
        _draw_purse(game, seat, public.players[seat].stock_size, chance)


def _draw_purse(game: Game, seat: Seat, stock_size: int, chance: Chance) -> None:
    """Draw a purse and a stock of that size at random: without the game's beginning nothing can be counted."""
    player = game.players[seat]
    player.ducats = chance.below(STARTING_DUCATS + 1)
    owned: list[Piece] = [] if "house" in player.pieces() else ["house"]
    unseen = chance.shuffled(_unseen(game))
    player.stock = in_order([*owned, *unseen][:stock_size])


def _unseen(game: Game) -> list[Composer]:
    """Return the pieces that are neither on the table nor in a known stock, by composer."""
    owned = [piece for player in game.players for piece in player.pieces()]
    return [
        composer
        for composer in COMPOSERS
        for _ in range(
            PIECES_PER_COMPOSER
            - game.offer[composer]
            - game.discard[composer]
            - game.palazzo.count(composer)
            - game.century.count(composer)
            - owned.count(composer)
        )
    ]


def _bid(game: Game, seat: Seat, private: PrivateDocument, chance: Chance) -> int:
    if seat == private.seat:
        assert private.bid is not None
        return private.bid
    return chance.below(highest_bid(game, seat) + 1)


class Ledger:
    """Everybody's ducats and pieces, counted from the events; useful only if `began`: they include the first."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.began = False
        self.ducats = Counter[Seat]()
        self.pieces: dict[Seat, Counter[Piece]] = {}
        for event in events:
            book = BOOKINGS.get(type(event))
            if book:
                book(self, event)

    def own(self, seat: Seat, piece: Piece, number: int) -> None:
        self.pieces.setdefault(seat, Counter())[piece] += number

    def stock(self, seat: Seat, player: Player) -> tuple[Piece, ...]:
        """Return what the player owns and has not staged."""
        left = self.pieces[seat].copy()
        for house in player.houses.values():
            left.subtract(house.staged())
        return in_order(left.elements())


def _started(ledger: Ledger, event: GameStarted) -> None:
    ledger.began = True
    for place, seat in enumerate(event.order):
        ledger.ducats[seat] = STARTING_DUCATS + place
        ledger.own(seat, "house", 1)


def _bids(ledger: Ledger, event: BidsRevealed) -> None:
    ledger.ducats.subtract(event.bids)


def _bought(ledger: Ledger, event: PieceBought) -> None:
    ledger.ducats[event.seat] -= event.ducats
    ledger.own(event.seat, event.composer, 1)


def _built(ledger: Ledger, event: PartBuilt) -> None:
    ledger.ducats[event.seat] -= event.ducats


def _sold(ledger: Ledger, event: PieceSold) -> None:
    ledger.ducats[event.seat] += event.ducats
    ledger.own(event.seat, event.piece, -1)


def _given(ledger: Ledger, event: PieceGivenAway) -> None:
    ledger.own(event.seat, event.piece, -1)
    if event.receiver is not None:
        ledger.own(event.receiver, event.piece, 1)


def _income(ledger: Ledger, event: IncomePaid) -> None:
    for seat, ducats in event.incomes.items():
        ledger.ducats[seat] += sum(ducats.values())


def _granted(ledger: Ledger, event: DucatsGranted) -> None:
    ledger.ducats.update(event.seats)


BOOKINGS: dict[type[Event], Callable[[Ledger, Any], None]] = {
    GameStarted: _started,
    BidsRevealed: _bids,
    PieceBought: _bought,
    PartBuilt: _built,
    PieceSold: _sold,
    PieceGivenAway: _given,
    IncomePaid: _income,
    DucatsGranted: _granted,
}
"""How events change a player's ducats and pieces; the other events do not."""
