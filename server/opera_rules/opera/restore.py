"""Begin a game from a full state, as a lesson does: what a transcript shows, with the supply in its order."""

from collections.abc import Mapping
from typing import Any

import msgspec

from opera_games.opera.documents import House
from opera_games.opera.words import CHARACTERS, TOP_LEVEL, Character, City, Composer, Part, Piece, Role
from opera_rules.api import Map, Step
from opera_rules.opera.edition import Edition
from opera_rules.opera.setup import read_options
from opera_rules.opera.state import Game, Player, no_pieces


class _Player(msgspec.Struct, forbid_unknown_fields=True):
    ducats: int
    points: int
    houses: dict[City, House]
    stock: tuple[Piece, ...] = ()


class _State(msgspec.Struct, forbid_unknown_fields=True):
    """A state before the bids of a round."""

    round: int
    ladder: tuple[Composer, ...]
    century: tuple[Composer, ...]
    offer: dict[Composer, int]
    supply: tuple[Composer, ...]
    palazzo: tuple[Composer, ...]
    pawns: dict[Character, City]
    parts: dict[Part, int]
    roles: tuple[Role, ...]
    budget: dict[str, tuple[int, ...]]
    """The seats on each level that has any, from left to right."""
    players: tuple[_Player, ...]


def restore(state: Map, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    """Return the state with everybody asked for a bid; raise `msgspec.ValidationError` if it does not fit."""
    given, chosen = msgspec.convert(state, _State), read_options(options)
    levels = {seat: int(level) for level, seats in given.budget.items() for seat in seats}
    order = [seat for level in range(TOP_LEVEL, -1, -1) for seat in given.budget.get(str(level), ())]
    seats = range(len(given.players))
    game = Game(
        edition=edition,
        seed=seed,
        draws=0,
        rounds=chosen["rounds"],
        open_screens=chosen["open_screens"],
        round=given.round,
        phase="bid",
        ladder=given.ladder,
        century=given.century,
        offer=no_pieces() | given.offer,
        discard=no_pieces(),
        supply=given.supply,
        palazzo=given.palazzo,
        pawns={character: given.pawns.get(character) for character in CHARACTERS},
        parts=given.parts,
        roles=given.roles,
        order=tuple(order),
        players=[
            Player(player.ducats, player.points, levels[seat], player.stock, player.houses)
            for seat, player in enumerate(given.players)
        ],
        bids={},
        waiting=dict.fromkeys(seats, "bid"),
    )
    return Step(game, ())
