"""Begin a game from a full state, as a lesson does: what a transcript shows, with the supply in its order."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from opera_games.api import MOST_FIGURE
from opera_games.opera.documents import House
from opera_games.opera.words import (
    CHARACTERS,
    COMPOSERS,
    EPISODES,
    TOP_LEVEL,
    Character,
    City,
    Composer,
    Part,
    Piece,
    Role,
)
from opera_rules.api import Map, Seat, Step
from opera_rules.opera.edition import Edition
from opera_rules.opera.setup import read_options
from opera_rules.opera.state import Game, Player, no_pieces
from opera_rules.refusals import Refused

LEVELS = range(TOP_LEVEL, -1, -1)
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_FIGURE)]


class _Player(msgspec.Struct, forbid_unknown_fields=True):
    ducats: Count
    points: Count
    houses: dict[City, House]
    stock: tuple[Piece, ...] = ()


class _State(msgspec.Struct, forbid_unknown_fields=True):
    """A state before the bids of a round."""

    round: int
    ladder: tuple[Composer, ...]
    century: tuple[Composer, ...]
    offer: dict[Composer, Count]
    supply: tuple[Composer, ...]
    palazzo: tuple[Composer, ...]
    pawns: dict[Character, City]
    parts: dict[Part, Count]
    roles: tuple[Role, ...]
    budget: dict[str, tuple[int, ...]]
    """The seats on each level that has any, from left to right."""
    players: tuple[_Player, ...]

    @property
    def order(self) -> tuple[Seat, ...]:
        return tuple([seat for level in LEVELS for seat in self.budget.get(str(level), ())])


def restore(seats: int, state: Map, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    """Return the state with everybody asked for a bid; refuse one that fits neither these seats nor this edition."""
    chosen = read_options(options)
    try:
        given = msgspec.convert(state, _State)
    except msgspec.ValidationError as error:
        raise Refused("lesson_bad_state", problem=str(error)) from None
    for problem in _contradictions(given, seats, chosen["rounds"], edition):
        raise Refused("lesson_bad_state", problem=problem)
    levels = {seat: int(level) for level, there in given.budget.items() for seat in there}
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
        order=given.order,
        players=[
            Player(player.ducats, player.points, levels[seat], player.stock, player.houses)
            for seat, player in enumerate(given.players)
        ],
        bids={},
        waiting=dict.fromkeys(range(seats), "bid"),
    )
    return Step(game, ())


def _contradictions(given: _State, seats: int, rounds: int, edition: Edition) -> Iterator[str]:
    """Say what later phases of the game would stumble over, by its key."""
    if given.round not in range(1, rounds + 1):
        yield f"`round` must be from 1 to {rounds}"
    if sorted(given.ladder) != sorted(COMPOSERS):
        yield "`ladder` must have every composer once"
    if len(given.century) != EPISODES or len(set(given.century)) != EPISODES:
        yield f"`century` must have {EPISODES} different composers"
    if len(set(given.roles)) != len(given.roles):
        yield "`roles` must have no role twice"
    if len(given.players) != seats:
        yield f"`players` must be {seats}"
    if sorted(given.order) != list(range(seats)) or not given.budget.keys() <= set(map(str, LEVELS)):
        yield f"`budget` must have every seat once, on levels from 0 to {TOP_LEVEL}"
    yield from _contradicting_parts(given, edition)


def _contradicting_parts(given: _State, edition: Edition) -> Iterator[str]:
    for part in sorted(edition.plans.keys() ^ given.parts.keys()):
        yield f"`parts` lacks {part}" if part in edition.plans else f"`parts` has {part}, which the edition lacks"
    for seat, player in enumerate(given.players):
        for city, house in player.houses.items():
            if not _can_stand(house, city, edition):
                yield f"`players[{seat}].houses.{city}` must have parts of that city in order, and all their halls"


def _can_stand(house: House, city: City, edition: Edition) -> bool:
    main, wings = f"{city}.main", edition.wings[city]
    in_order = (main, *[wing for wing in wings if wing in house.parts])
    return house.parts == in_order and len(house.halls) == sum(edition.plans[part].halls for part in in_order)
