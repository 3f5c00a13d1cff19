"""States of Opera in one readable line, and short words to play on from them.

    game = a_game(3).with_points(5, 9, 9).staged(0, "wien", "verdi", "mozart").acting()
    game, events = hire(game, 0, "esperto", city="wien")

Unless told otherwise everybody stands on level 10 in seat order, has 20 ducats, no points and the house piece in
Venezia; the ladder from fame 1 up is monteverdi, handel, mozart, beethoven, verdi, wagner; nothing is offered. All
84 pieces are always somewhere: what a line does not mention is in the supply.
"""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar, cast

from opera_games.opera.documents import House
from opera_games.opera.words import Character, City, Composer, Part, Phase, Piece, Role
from opera_rules.api import Event, Seat, Step
from opera_rules.chance import Chance
from opera_rules.editions import built_in, load
from opera_rules.opera import read_action
from opera_rules.opera.edition import Edition
from opera_rules.opera.order_of_play import apply
from opera_rules.opera.state import Game, Player
from opera_rules.refusals import Refused

COMPOSERS: tuple[Composer, ...] = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
CITIES: tuple[City, ...] = ("venezia", "wien", "berlin", "london", "paris", "milano")
ROLES: tuple[Role, ...] = ("impresario", "architetto", "signora", "maestro", "critico", "esperto")
COPIES_OF_A_PIECE = 14
VENEZIA: City = "venezia"
SEED = bytes(range(32))
THREE_WINGS: Edition = load(Path(__file__).parents[2] / "fixtures/games/three-wings.toml").edition
"""An edition with a third wing in three cities, and one pawn place in Berlin."""

Counts = dict[Composer, int]
EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True)
class Holding:
    """What one seat has, before it becomes a `Player`."""

    ducats: int = 20
    points: int = 0
    level: int = 10
    stock: tuple[Piece, ...] = ()
    hired: int = 0
    closed: bool = False


@dataclass(frozen=True)
class GameBuilder:
    """A state in the making; every method returns a new one."""

    edition: Edition
    holdings: tuple[Holding, ...]
    houses: tuple[tuple[Seat, City, House], ...]
    seed: bytes = SEED
    rounds: int = 9
    open_screens: bool = False
    round: int = 1
    ladder: tuple[Composer, ...] = COMPOSERS
    century: tuple[Composer, ...] = ("monteverdi", "handel", "mozart")
    offer: tuple[Composer, ...] = ()
    discard: tuple[Composer, ...] | None = None
    supply: tuple[Composer, ...] | None = None
    palazzo: tuple[Composer, ...] = ()
    pawns: tuple[tuple[Character, City], ...] = ()
    roles: tuple[Role, ...] = ROLES
    order: tuple[Seat, ...] | None = None

    def in_round(self, now: int) -> "GameBuilder":
        return replace(self, round=now)

    def short(self) -> "GameBuilder":
        return replace(self, rounds=7)

    def with_open_screens(self) -> "GameBuilder":
        return replace(self, open_screens=True)

    def with_edition(self, edition: Edition) -> "GameBuilder":
        return replace(self, edition=edition)

    def with_points(self, *points: int) -> "GameBuilder":
        return self._held("points", points)

    def with_ducats(self, *ducats: int) -> "GameBuilder":
        return self._held("ducats", ducats)

    def with_levels(self, *levels: int) -> "GameBuilder":
        """The level of each seat; on one level seats stand in seat order, unless `with_order` says otherwise."""
        return self._held("level", levels)

    def with_hired(self, *hired: int) -> "GameBuilder":
        return self._held("hired", hired)

    def with_order(self, *order: Seat) -> "GameBuilder":
        return replace(self, order=order)

    def with_closed(self, *seats: Seat) -> "GameBuilder":
        return self._held("closed", tuple(seat in seats for seat in range(len(self.holdings))))

    def with_stock(self, seat: Seat, *pieces: Piece) -> "GameBuilder":
        return self._with_holding(seat, replace(self.holdings[seat], stock=pieces))

    def with_ladder(self, *from_six_down: Composer) -> "GameBuilder":
        assert sorted(from_six_down) == sorted(COMPOSERS), "a ladder has all six composers"
        return replace(self, ladder=from_six_down[::-1])

    def with_century(self, *composers: Composer) -> "GameBuilder":
        assert len(set(composers)) == 3, "three different composers of the century"
        return replace(self, century=composers)

    def with_palazzo(self, *composers: Composer) -> "GameBuilder":
        return replace(self, palazzo=composers)

    def with_pawn(self, character: Character, city: City) -> "GameBuilder":
        return replace(self, pawns=(*self.pawns, (character, city)))

    def with_roles(self, *roles: Role) -> "GameBuilder":
        """The role cards still on the board."""
        return replace(self, roles=tuple(role for role in ROLES if role in roles))

    def with_offer(self, **pieces: int) -> "GameBuilder":
        return replace(self, offer=_listed(pieces))

    def with_discard(self, **pieces: int) -> "GameBuilder":
        return replace(self, discard=_listed(pieces))

    def with_supply(self, *in_drawing_order: Composer) -> "GameBuilder":
        """Exactly these in the supply; what is then nowhere else lies in the last seat's stock."""
        return replace(self, supply=in_drawing_order)

    def built(self, seat: Seat, *parts: Part) -> "GameBuilder":
        """Named parts of one city, with empty halls."""
        city = cast("City", parts[0].partition(".")[0])
        in_order = tuple(sorted(parts, key=list(self.edition.plans).index))
        halls = sum(self.edition.plans[part].halls for part in in_order)
        return self._with_house(seat, city, House(in_order, (None,) * halls))

    def staged(self, seat: Seat, city: City, *halls: Piece | None) -> "GameBuilder":
        """A house with these pieces from the great hall on, in the parts named before or any that fit."""
        parts = next((house.parts for other, place, house in self.houses if (other, place) == (seat, city)), ())
        if sum(self.edition.plans[part].halls for part in parts) != len(halls):
            parts = self._parts_with(city, len(halls))
        return self._with_house(seat, city, House(parts, halls))

    def bidding(self) -> Game:
        """Everybody is asked for a bid."""
        return self._build("bid", waiting=dict.fromkeys(range(len(self.holdings)), "bid"))

    def acting(self) -> Game:
        """The first in budget order who has not closed is asked for an action."""
        holder = next(seat for seat in self._order() if not self.holdings[seat].closed)
        return self._build("act", waiting={holder: "act"})

    def _held(self, name: str, values: tuple[Any, ...]) -> "GameBuilder":
        changed = (replace(old, **{name: new}) for old, new in zip(self.holdings, values, strict=True))
        return replace(self, holdings=tuple(changed))

    def _with_holding(self, seat: Seat, holding: Holding) -> "GameBuilder":
        return replace(self, holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))

    def _with_house(self, seat: Seat, city: City, house: House) -> "GameBuilder":
        others = tuple(entry for entry in self.houses if entry[:2] != (seat, city))
        return replace(self, houses=(*others, (seat, city, house)))

    def _parts_with(self, city: City, halls: int) -> tuple[Part, ...]:
        wings = [part for part, plan in self.edition.plans.items() if plan.city == city and plan.wing != "main"]
        for number in range(len(wings) + 1):
            for chosen in combinations(wings, number):
                parts = (f"{city}.main", *chosen)
                if sum(self.edition.plans[part].halls for part in parts) == halls:
                    return parts
        raise AssertionError(f"no house in {city} has {halls} halls")

    def _order(self) -> tuple[Seat, ...]:
        order = self.order or tuple(range(len(self.holdings)))
        return tuple(sorted(order, key=lambda seat: -self.holdings[seat].level))

    def _build(self, phase: Phase, waiting: dict[Seat, Any]) -> Game:
        players = [self._player(seat, holding) for seat, holding in enumerate(self.holdings)]
        elsewhere = Counter(piece for player in players for piece in player.pieces() if piece != "house")
        elsewhere.update((*self.offer, *self.discard_pile, *self.palazzo, *self.century))
        left = [composer for composer in COMPOSERS for _ in range(COPIES_OF_A_PIECE - elsewhere[composer])]
        supply = self._supply(left, players[-1])
        game = Game(
            edition=self.edition,
            seed=self.seed,
            draws=0,
            rounds=self.rounds,
            open_screens=self.open_screens,
            round=self.round,
            phase=phase,
            ladder=self.ladder,
            century=self.century,
            offer=_counted(self.offer),
            discard=_counted(self.discard_pile),
            supply=supply,
            palazzo=self.palazzo,
            pawns=cast("dict[Character, City | None]", dict.fromkeys(("maestro", "critico", "esperto")))
            | dict(self.pawns),
            parts=self._parts_left(),
            roles=self.roles,
            order=self._order(),
            players=players,
            bids={},
            waiting=waiting,
        )
        assert all(number == COPIES_OF_A_PIECE for number in pieces_of(game).values()), "a composer has 14 pieces"
        return game

    @property
    def discard_pile(self) -> tuple[Composer, ...]:
        return self.discard or ()

    def _player(self, seat: Seat, holding: Holding) -> Player:
        houses = {
            city: house for city in CITIES for other, place, house in self.houses if (other, place) == (seat, city)
        }
        assert all(_has_no_twin(house) for house in houses.values()), "a composer twice in one house"
        stock = holding.stock
        if not any("house" in house.halls for house in houses.values()) and "house" not in stock:
            stock = (*stock, "house")
        return Player(
            ducats=holding.ducats,
            points=holding.points,
            level=holding.level,
            stock=sort_pieces(stock),
            houses=houses,
            hired=holding.hired,
            closed=holding.closed,
        )

    def _supply(self, left: list[Composer], last: Player) -> tuple[Composer, ...]:
        """The last piece is drawn first."""
        if self.supply is None:
            return tuple(Chance(self.seed).shuffled(left))
        nowhere = Counter(left) - Counter(self.supply)
        last.stock = sort_pieces((*last.stock, *nowhere.elements()))
        return self.supply[::-1]

    def _parts_left(self) -> dict[Part, int]:
        taken = Counter(part for _, _, house in self.houses for part in house.parts)
        left = {part: self.edition.copies(part, len(self.holdings)) - taken[part] for part in self.edition.plans}
        assert min(left.values()) >= 0, f"more parts built than there are: {left}"
        return left


def a_game(players: int) -> GameBuilder:
    """A game in its first round in which nobody has done anything yet."""
    houses = tuple((seat, VENEZIA, House(("venezia.main",), ("house",))) for seat in range(players))
    return GameBuilder(cast("Edition", built_in("opera")), (Holding(),) * players, houses)


def act(game: Game, seat: Seat, do: str, **fields: object) -> Step[Game]:
    """Apply an action given as it stands on the wire."""
    return apply(game, seat, read_action({"do": do, **fields}))


def hire(game: Game, seat: Seat, role: Role, **fields: object) -> Step[Game]:
    return act(game, seat, "hire", role=role, **fields)


def bid_all(game: Game, *amounts: int) -> Step[Game]:
    """Every seat bids, in seat order."""
    return _all_steps(game, [(seat, "bid", {"amount": amount}) for seat, amount in enumerate(amounts)])


def everyone_closes(game: Game) -> Step[Game]:
    """All who are still asked in this round close, until the next bids or the end."""
    events: list[Event] = []
    while game.phase == "act":
        (seat,) = game.waiting
        game, more = act(game, seat, "close")
        events += more
    return Step(game, tuple(events))


def refused(game: Game, seat: Seat, do: str, **fields: object) -> dict[str, Any]:
    """The refusal of this action as code and parameters; the state must be untouched."""
    before = deepcopy(game)
    try:
        act(game, seat, do, **fields)
    except Refused as refusal:
        assert game == before, "a refused action changed the state"
        return refusal.to_map()
    raise AssertionError(f"{do} {fields} was accepted")


def only(events: tuple[Event, ...], kind: type[EventT]) -> EventT:
    """The one event of this kind."""
    (event,) = every(events, kind)
    return event


def every(events: tuple[Event, ...], kind: type[EventT]) -> tuple[EventT, ...]:
    return tuple(event for event in events if isinstance(event, kind))


def kinds(events: tuple[Event, ...]) -> set[type[Event]]:
    return {type(event) for event in events}


def halls(game: Game, seat: Seat, city: City) -> tuple[Piece | None, ...]:
    return game.players[seat].houses[city].halls


def ducats(game: Game) -> tuple[int, ...]:
    return tuple(player.ducats for player in game.players)


def points(game: Game) -> tuple[int, ...]:
    return tuple(player.points for player in game.players)


def levels(game: Game) -> tuple[int, ...]:
    return tuple(player.level for player in game.players)


def from_six_down(game: Game) -> tuple[Composer, ...]:
    return game.ladder[::-1]


def some(counts: Counts) -> Counts:
    """The counts above 0."""
    return {composer: number for composer, number in counts.items() if number}


def pieces_of(game: Game) -> Counter[Composer]:
    """Where all pieces are, summed up by composer; house pieces left out."""
    total = Counter[Composer](game.supply)
    for pile in (game.offer, game.discard):
        total.update(pile)
    total.update(game.palazzo)
    total.update(game.century)
    for player in game.players:
        total.update(piece for piece in player.stock if piece != "house")
        for house in player.houses.values():
            total.update(piece for piece in house.halls if piece is not None and piece != "house")
    return total


def sort_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=(*COMPOSERS, "house").index))


def _all_steps(game: Game, actions: list[tuple[Seat, str, dict[str, Any]]]) -> Step[Game]:
    events: list[Event] = []
    for seat, do, fields in actions:
        game, more = act(game, seat, do, **fields)
        events += more
    return Step(game, tuple(events))


def _has_no_twin(house: House) -> bool:
    staged = [piece for piece in house.halls if piece]
    return len(staged) == len(set(staged))


def _listed(pieces: dict[str, int]) -> tuple[Composer, ...]:
    assert set(pieces) <= set(COMPOSERS), f"no composers: {pieces}"
    return tuple(composer for composer in COMPOSERS for _ in range(pieces.get(composer, 0)))


def _counted(pieces: tuple[Composer, ...]) -> Counts:
    return {composer: pieces.count(composer) for composer in COMPOSERS}
