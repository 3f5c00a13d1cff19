"""A full state that a seat cannot tell from the real one, for players who think ahead.

Whoever keeps count knows ducats and stocks from what happened in the open, so they are counted here too; only the
order of the supply and the bids still sealed are drawn at random.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from opera_rules.api import Event, Map, Seat
from opera_rules.chance import Chance, derive
from opera_rules.opera.budget import highest_bid
from opera_rules.opera.edition import Edition, read_edition
from opera_rules.opera.ledger import Ledger
from opera_rules.opera.state import Game, House, Player, in_order
from opera_rules.opera.words import COMPOSERS, PIECES_PER_COMPOSER, STARTING_DUCATS, City, Composer, Piece


def imagine(public: Map, private: Map, events: Sequence[Event], seed: bytes) -> Game:
    """The state these documents and events show, with what they do not show drawn from the seed."""
    chance = Chance(seed)
    game = _visible_state(public)
    game.seed = derive(seed, "imagined")
    _fill_purses(game, public, private, events, chance)
    game.supply = tuple(chance.shuffled(_unseen(game)))
    game.bids = {
        seat: _bid(game, seat, private, chance) for seat, player in enumerate(public["players"]) if player["has_bid"]
    }
    return game


def _visible_state(public: Map) -> Game:
    return Game(
        edition=_edition(msgspec.json.encode(public["edition"])),
        seed=b"",
        draws=0,
        rounds=public["rounds"],
        open_screens=public["open_screens"],
        round=public["round"],
        phase=public["phase"],
        ladder=tuple(public["ladder"]),
        century=tuple(public["century"]),
        offer=dict(public["offer"]),
        discard=dict(public["discard"]),
        supply=("monteverdi",) * public["supply"],
        palazzo=tuple(public["palazzo"]),
        pawns=dict(public["pawns"]),
        parts=dict(public["parts"]),
        roles=tuple(public["roles"]),
        order=tuple(public["order"]),
        players=[_visible_player(player) for player in public["players"]],
        bids={},
        waiting=_by_seat(public["waiting"]),
        playing=public["playing"],
        queue=tuple(public["queue"]),
        takers=dict(public["takers"]),
        answers=_by_seat(public["answers"]),
    )


@lru_cache(maxsize=8)
def _edition(source: bytes) -> Edition:
    """Thinking ahead imagines many states of one game, all with the same edition."""
    return read_edition(msgspec.json.decode(source))


def _visible_player(player: Map) -> Player:
    return Player(
        ducats=0,
        points=player["points"],
        level=player["level"],
        stock=(),
        houses=msgspec.convert(player["houses"], dict[City, House]),
        hired=player["hired"],
        closed=player["closed"],
    )


def _by_seat(shown: dict[str, Any]) -> dict[Seat, Any]:
    return {int(seat): value for seat, value in shown.items()}


def _fill_purses(game: Game, public: Map, private: Map, events: Sequence[Event], chance: Chance) -> None:
    """Everybody's ducats and stock: seen, or counted from the events."""
    ledger = Ledger(events)
    unknown: list[Seat] = []
    for seat, player in enumerate(game.players):
        shown = private if seat == private["seat"] else public["players"][seat]
        if "ducats" in shown:
            player.ducats, player.stock = shown["ducats"], tuple(shown["stock"])
        elif ledger.began:
            player.ducats, player.stock = ledger.ducats[seat], ledger.stock(seat, player)
        else:
            unknown.append(seat)
    for seat in unknown:
        _draw_purse(game, seat, public["players"][seat]["stock_size"], chance)


def _draw_purse(game: Game, seat: Seat, stock_size: int, chance: Chance) -> None:
    """Without the game's beginning nothing can be counted: any purse and any stock of that size will do."""
    player = game.players[seat]
    player.ducats = chance.below(STARTING_DUCATS + 1)
    owned: list[Piece] = [] if "house" in player.pieces() else ["house"]
    unseen = chance.shuffled(_unseen(game))
    player.stock = in_order([*owned, *unseen][:stock_size])


def _unseen(game: Game) -> list[Composer]:
    """The pieces that are neither on the table nor in a known stock, by composer."""
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


def _bid(game: Game, seat: Seat, private: Map, chance: Chance) -> int:
    if seat == private["seat"]:
        return int(private["bid"])
    return chance.below(highest_bid(game, seat) + 1)
