"""Opera as plain numbers: a state that a search can copy and play on a hundred times faster than the rules do.

A house never holds two pieces of one composer, so what is staged in it is a set of seven bits, and of the places in it
only the great hall counts. What a seat owns is one number with five bits for each composer; its stock is what it owns
and has not staged. Composers, cities, roles and parts are their places in the lists of the rules, the house piece is 6
and nothing is -1. Nothing here checks an action. `tests/bots/test_board.py` holds it against the rules.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from opera_games.opera.words import (
    CHARACTERS,
    CITIES,
    COMPOSERS,
    COUNTING_ROUNDS,
    DUCATS_PER_FAME,
    DUCATS_PER_HALL,
    EPISODE_OF,
    EPISODES,
    FEES,
    INCOME,
    OFFER_SIZE,
    OFFERED_PER_COMPOSER,
    PALAZZO_PLACES,
    PLACE_OF,
    POINTS_PER_HALL,
    ROLE_LIMIT,
    ROLES,
    TOP_LEVEL,
    City,
)
from opera_rules.opera.search import Edition, Game

IMPRESARIO, ARCHITETTO, SIGNORA, MAESTRO, CRITICO, ESPERTO = range(6)
BID, ACT, JOIN, APPRAISE, DONE = range(5)
KINDS: Final = {"bid": BID, "act": ACT, "join": JOIN, "appraise": APPRAISE}
FEE: Final = tuple(FEES[role] for role in ROLES)
NOTHING: Final = -1
HOUSE_PIECE: Final = len(COMPOSERS)
HOUSES: Final = len(CITIES)
ALL_ROLES: Final = (1 << len(ROLES)) - 1
COMPOSER_BITS: Final = (1 << len(COMPOSERS)) - 1
FIELD: Final = 5
"""Bits for the copies of one composer: there are 14."""
COPIES: Final = (1 << FIELD) - 1
ONE: Final = tuple(1 << FIELD * piece for piece in range(HOUSE_PIECE + 1))
"""A piece as a packed number."""
SETS: Final = range(1 << HOUSE_PIECE + 1)
SIZE: Final = tuple(pieces.bit_count() for pieces in SETS)
PACKED: Final = tuple(sum(one for piece, one in enumerate(ONE) if pieces >> piece & 1) for pieces in SETS)
MEMBERS: Final = tuple(tuple(piece for piece in range(HOUSE_PIECE + 1) if pieces >> piece & 1) for pieces in SETS)
LOWEST: Final = tuple(pieces[0] if pieces else NOTHING for pieces in MEMBERS)
EARNED: Final = tuple(INCOME[min(size, len(INCOME) - 1)] for size in SIZE)
"""What a house earns by the set of its pieces."""
CHEAPEST: Final = tuple(
    min([FEE[role] for role in range(len(ROLES)) if roles >> role & 1], default=TOP_LEVEL + 1)
    for roles in range(ALL_ROLES + 1)
)
"""The lowest fee among a set of roles."""


class Plans(NamedTuple):
    """The building parts of an edition, by number."""

    names: tuple[str, ...]
    city: tuple[int, ...]
    halls: tuple[int, ...]
    main: tuple[int, ...]
    """The main part of each city."""
    wings: tuple[tuple[int, ...], ...]
    """The other parts of each city."""
    opened: tuple[tuple[int, ...], ...]
    """The cities open in each episode."""
    places: tuple[int, ...]
    """For how many pawns each city has a place."""


@lru_cache(maxsize=8)
def plans_of(edition: Edition) -> Plans:
    """Number the parts of an edition."""
    names = tuple(edition.plans)
    city = tuple(CITIES.index(edition.plans[name].city) for name in names)
    return Plans(
        names,
        city,
        tuple(edition.plans[name].halls for name in names),
        tuple(names.index(f"{city}.main") for city in CITIES),
        tuple(tuple(names.index(wing) for wing in edition.wings[city]) for city in CITIES),
        ((), *(tuple(map(CITIES.index, edition.open_in[episode])) for episode in range(1, EPISODES + 1))),
        tuple(edition.pawn_places[city] for city in CITIES),
    )


class Fame(NamedTuple):
    """What a ladder says about a set of pieces."""

    of: tuple[int, ...]
    """The fame of each piece; the house piece has none."""
    total: tuple[int, ...]
    best: tuple[int, ...]
    """The most famous piece of each set; the house piece never is."""


@lru_cache(maxsize=720)
def fame_of(ladder: tuple[int, ...]) -> Fame:
    """Sum up every set from the one without its lowest piece."""
    fame = (*map(ladder.index, range(HOUSE_PIECE)), NOTHING)
    total, best = [0], [NOTHING]
    for pieces in SETS[1:]:
        rest = pieces & pieces - 1
        lowest = LOWEST[pieces]
        total.append(total[rest] + fame[lowest] + 1)
        best.append(lowest if lowest != HOUSE_PIECE and fame[lowest] > fame[best[rest]] else best[rest])
    return Fame(tuple(place + 1 for place in fame), tuple(total), tuple(best))


class Shuffles(Protocol):
    """Where chance comes from when the supply is shuffled."""

    def mixed(self, pile: list[int], aside: list[int]) -> list[int]:
        """Return the supply with the pieces that were set aside."""
        ...

    def refilled(self, discard: list[int]) -> list[int]:
        """Return the discard pile, given by how many pieces it has of each composer, as a new supply."""
        ...


class Board:
    """The state; by seat, or by seat and city (`seat * HOUSES + city`)."""

    __slots__ = (
        "built",
        "century",
        "closed",
        "discard",
        "ducats",
        "episode",
        "fame",
        "great",
        "halls",
        "hired",
        "kind",
        "ladder",
        "level",
        "offer",
        "order",
        "own",
        "palazzo",
        "parts",
        "pawns",
        "plans",
        "players",
        "playing",
        "points",
        "queue",
        "roles",
        "round",
        "rounds",
        "seat",
        "shuffles",
        "staged",
        "supply",
    )

    plans: Plans
    players: int
    rounds: int
    round: int
    episode: int
    kind: int
    """The decision that is open."""
    seat: int
    """Who decides; everybody if bids are asked."""
    playing: int
    """The role that the others are asked about."""
    queue: list[int]
    order: list[int]
    roles: int
    """The roles left, as a set."""
    ladder: tuple[int, ...]
    fame: Fame
    century: tuple[int, ...]
    offer: list[int]
    discard: list[int]
    supply: list[int]
    """The last one is drawn next."""
    palazzo: int
    """The composers in it, as a set."""
    pawns: list[int]
    """The cities of Maestro, Critico and Esperto."""
    parts: list[int]
    ducats: list[int]
    points: list[int]
    level: list[int]
    hired: list[int]
    closed: list[bool]
    own: list[int]
    """What each seat owns, packed."""
    built: list[int]
    """The parts of each seat, as a set."""
    halls: list[int]
    staged: list[int]
    great: list[int]
    shuffles: Shuffles | None
    """Without it the offer of the next round is not drawn: a search may end where chance begins."""

    def copy(self) -> "Board":
        new = Board.__new__(Board)
        new.plans, new.players, new.rounds = self.plans, self.players, self.rounds
        new.round, new.episode, new.kind, new.seat = self.round, self.episode, self.kind, self.seat
        new.playing, new.roles, new.palazzo = self.playing, self.roles, self.palazzo
        new.ladder, new.fame, new.century = self.ladder, self.fame, self.century
        new.shuffles = self.shuffles
        new.queue, new.order = self.queue[:], self.order[:]
        new.offer, new.discard, new.supply = self.offer[:], self.discard[:], self.supply[:]
        new.pawns, new.parts = self.pawns[:], self.parts[:]
        new.ducats, new.points, new.level = self.ducats[:], self.points[:], self.level[:]
        new.hired, new.closed = self.hired[:], self.closed[:]
        new.own, new.built = self.own[:], self.built[:]
        new.halls, new.staged, new.great = self.halls[:], self.staged[:], self.great[:]
        return new

    # Budget

    def reveal_bids(self, bids: Sequence[int]) -> None:
        """Pay the bids of all seats, move the markers, and ask for the first action."""
        for seat in self.order[:]:
            if bids[seat]:
                self.ducats[seat] -= bids[seat]
                self.move_marker(seat, self.level[seat] + bids[seat])
        self.go_on()

    def move_marker(self, seat: int, level: int) -> None:
        """Move a marker to the right of those on the new level."""
        order, levels = self.order, self.level
        order.remove(seat)
        place = 0
        for other in order:
            if levels[other] < level:
                break
            place += 1
        order.insert(place, seat)
        levels[seat] = level

    def highest_bid(self, seat: int) -> int:
        return min(self.ducats[seat], TOP_LEVEL - self.level[seat])

    def joining_cost(self, things: int) -> int:
        return things - 1 if self.players == 2 else things

    # Actions

    def pay_hire(self, seat: int, role: int) -> None:
        """Pay for a role and take its card."""
        self.move_marker(seat, self.level[seat] - FEE[role])
        self.hired[seat] += 1
        self.roles &= ~(1 << role)

    def pay_join(self, seat: int, things: int) -> None:
        cost = self.joining_cost(things)
        if cost:
            self.move_marker(seat, self.level[seat] - cost)

    def ask_others(self, seat: int, role: int) -> None:
        """Let the others answer a role that was carried out, those that may."""
        self.playing = role
        self.queue = [other for other in self.order if other != seat]

    def buy(self, seat: int, composer: int) -> None:
        self.ducats[seat] -= self.fame.of[composer]
        self.offer[composer] -= 1
        self.own[seat] += ONE[composer]

    def arrange(self, seat: int, staged: Sequence[int], great: Sequence[int]) -> None:
        """Stage sets of pieces in all houses of a seat, the great halls as given."""
        first = seat * HOUSES
        self.staged[first : first + HOUSES] = staged
        self.great[first : first + HOUSES] = great

    def build(self, seat: int, part: int) -> None:
        halls = self.plans.halls[part]
        self.ducats[seat] -= DUCATS_PER_HALL * halls
        self.points[seat] += POINTS_PER_HALL * halls
        self.parts[part] -= 1
        self.built[seat] |= 1 << part
        self.halls[seat * HOUSES + self.plans.city[part]] += halls

    def sell(self, seat: int, composer: int, source: int, for_points: bool) -> None:
        """Sell a piece from a city or, without one, from the stock."""
        self.lose(seat, composer, source)
        self.palazzo |= 1 << composer
        if for_points:
            self.points[seat] += self.fame.of[composer]
        else:
            self.ducats[seat] += DUCATS_PER_FAME * self.fame.of[composer]

    def lose(self, seat: int, composer: int, source: int) -> None:
        self.own[seat] -= ONE[composer]
        if source != NOTHING:
            at = seat * HOUSES + source
            self.staged[at] &= ~(1 << composer)
            if self.great[at] == composer:
                self.great[at] = NOTHING

    def review(self, composer: int, steps: int) -> None:
        """Move a composer on the ladder."""
        ladder = list(self.ladder)
        at = ladder.index(composer)
        ladder.insert(at + steps, ladder.pop(at))
        self.set_ladder(tuple(ladder))

    def set_ladder(self, ladder: tuple[int, ...]) -> None:
        self.ladder = ladder
        self.fame = fame_of(ladder)

    def visit_as_esperto(self, seat: int, city: int) -> None:
        """Move the Esperto and score the hirer's pieces; the best goes to the poorest."""
        self.pawns[ESPERTO - MAESTRO] = city
        if self.staged[seat * HOUSES + city] & COMPOSER_BITS:
            self.appraise(seat, city, self.receiver(seat))

    def receiver(self, hirer: int) -> int:
        fewest = min(self.points)
        if self.points[hirer] == fewest:
            return NOTHING
        return next(seat for seat in reversed(self.order) if self.points[seat] == fewest)

    def appraise(self, seat: int, city: int, receiver: int = NOTHING) -> None:
        pieces = self.staged[seat * HOUSES + city]
        best = self.fame.best[pieces]
        self.points[seat] += self.fame.total[pieces]
        self.lose(seat, best, city)
        if receiver == NOTHING:
            self.discard[best] += 1
        else:
            self.own[receiver] += ONE[best]

    def stock(self, seat: int) -> int:
        """Return what a seat owns and has not staged, packed."""
        first = seat * HOUSES
        a, b, c, d, e, f = self.staged[first : first + HOUSES]
        return self.own[seat] - PACKED[a] - PACKED[b] - PACKED[c] - PACKED[d] - PACKED[e] - PACKED[f]

    def targets(self, pawn: int) -> Iterable[int]:
        """Yield the cities where a pawn (0 to 2) can go."""
        places, pawns = self.plans.places, self.pawns
        here = pawns[pawn]
        return [city for city in self.plans.opened[self.episode] if city != here and pawns.count(city) < places[city]]

    def may_build(self, seat: int) -> bool:
        plans, parts, built = self.plans, self.parts, self.built[seat]
        for city in plans.opened[self.episode]:
            main = plans.main[city]
            if not built >> main & 1:
                if parts[main]:
                    return True
            else:
                for wing in plans.wings[city]:
                    if parts[wing] and not built >> wing & 1:
                        return True
        return False

    # Order of play

    def go_on(self) -> None:
        """Ask the next seat; when the action phase is over, end the round."""
        if self.playing != NOTHING:
            while self.queue:
                seat = self.queue.pop(0)
                if self.may_be_asked(seat):
                    self.kind = APPRAISE if self.playing == ESPERTO else JOIN
                    self.seat = seat
                    return
            self.playing = NOTHING
        if self.roles:
            limit, closed = ROLE_LIMIT[self.players], self.closed
            for holder in self.order:
                if closed[holder]:
                    continue
                if self.level[holder] < CHEAPEST[self.roles]:
                    break
                if self.hired[holder] < limit:
                    self.kind = ACT
                    self.seat = holder
                    return
                closed[holder] = True
        self.end_round()

    def may_be_asked(self, seat: int) -> bool:
        role = self.playing
        if role == ESPERTO:
            return self.staged[seat * HOUSES + self.pawns[ESPERTO - MAESTRO]] & COMPOSER_BITS != 0
        if self.closed[seat] or (self.players > 2 and not self.level[seat]):
            return False
        if role == SIGNORA:
            return SIZE[self.palazzo] < PALAZZO_PLACES[self.players]
        return role == IMPRESARIO or self.may_build(seat)

    def end_round(self) -> None:
        """Pay incomes, count if it is time for that, and ask for the bids of the next round."""
        self.pay_income()
        self.raise_composers()
        is_counted = self.round in COUNTING_ROUNDS[self.rounds]
        if self.round == self.rounds:
            self.count()
            self.empty_palazzo()
            self.kind = DONE
            return
        if self.shuffles is not None:
            self.renew_offer(self.shuffles)
        self.roles = ALL_ROLES
        self.hired = [0] * self.players
        self.closed = [False] * self.players
        if is_counted:
            self.count()
        if is_counted or SIZE[self.palazzo] == PALAZZO_PLACES[self.players]:
            self.empty_palazzo()
        for seat, level in enumerate(self.level):
            if not level:
                self.ducats[seat] += 1
        self.round += 1
        self.episode = EPISODE_OF[self.rounds][self.round]
        self.kind = BID

    def pay_income(self) -> None:
        staged, maestro = self.staged, self.pawns[0]
        first = 0
        for seat in range(self.players):
            a, b, c, d, e, f = staged[first : first + HOUSES]
            ducats = EARNED[a] + EARNED[b] + EARNED[c] + EARNED[d] + EARNED[e] + EARNED[f]
            if maestro != NOTHING:
                ducats += EARNED[staged[first + maestro]]
            self.ducats[seat] += ducats
            first += HOUSES

    def raise_composers(self) -> None:
        """Let the composers on most stages rise by one."""
        packed = 0
        for pieces in self.staged:
            packed += PACKED[pieces & COMPOSER_BITS]
        if not packed:
            return
        counts = [packed >> shift & COPIES for shift in range(0, FIELD * HOUSE_PIECE, FIELD)]
        most = max(counts)
        ladder = list(self.ladder)
        for at in range(HOUSE_PIECE - 2, -1, -1):
            if counts[ladder[at]] == most and counts[ladder[at + 1]] != most:
                ladder[at], ladder[at + 1] = ladder[at + 1], ladder[at]
        self.set_ladder(tuple(ladder))

    def count(self) -> None:
        """Score the great halls; empty halls cost a point each."""
        fame = self.fame.of
        honoured = self.century[self.episode - 1]
        first = 0
        for seat in range(self.players):
            points = 0
            for at in range(first, first + HOUSES):
                halls = self.halls[at]
                if halls:
                    points -= halls - SIZE[self.staged[at]]
                    piece = self.great[at]
                    if piece >= 0:
                        points += fame[piece]
                        if piece == honoured:
                            points += self.episode
            self.points[seat] += points
            first += HOUSES

    def empty_palazzo(self) -> None:
        for composer in MEMBERS[self.palazzo]:
            self.discard[composer] += 1
        self.palazzo = 0

    def renew_offer(self, shuffles: Shuffles) -> None:
        """Discard what is left of the offer and draw a new one."""
        players = self.players
        discard = self.discard = [a + b for a, b in zip(self.discard, self.offer, strict=True)]
        offer, aside, pile = [0] * HOUSE_PIECE, [], self.supply
        missing, most = OFFER_SIZE[players], OFFERED_PER_COMPOSER[players]
        while missing:
            if not pile:
                pile = shuffles.refilled(discard)
                discard = self.discard = [0] * HOUSE_PIECE
                if not pile:
                    break
            composer = pile.pop()
            if offer[composer] < most:
                offer[composer] += 1
                missing -= 1
            else:
                aside.append(composer)
        if players == 2:
            for composer in aside:
                discard[composer] += 1
        elif aside:
            pile = shuffles.mixed(pile, aside)
        self.offer, self.supply = offer, pile


def place_of_city(city: City | None) -> int:
    return NOTHING if city is None else CITIES.index(city)


def board_of(game: Game, shuffles: Shuffles | None = None) -> Board:
    """Turn a state of the rules into numbers."""
    board = Board()
    plans = board.plans = plans_of(game.edition)
    players = board.players = len(game.players)
    board.rounds, board.round, board.episode = game.rounds, game.round, game.episode
    board.kind = KINDS[next(iter(game.waiting.values()))] if game.waiting else DONE
    board.seat = min(game.waiting, default=NOTHING)
    board.playing = NOTHING if game.playing is None else ROLES.index(game.playing)
    board.queue, board.order = list(game.queue), list(game.order)
    board.roles = sum(1 << ROLES.index(role) for role in game.roles)
    board.set_ladder(tuple(map(COMPOSERS.index, game.ladder)))
    board.century = tuple(map(COMPOSERS.index, game.century))
    board.offer = [game.offer[composer] for composer in COMPOSERS]
    board.discard = [game.discard[composer] for composer in COMPOSERS]
    board.supply = list(map(COMPOSERS.index, game.supply))
    board.palazzo = sum(1 << COMPOSERS.index(composer) for composer in game.palazzo)
    board.pawns = [place_of_city(game.pawns[character]) for character in CHARACTERS]
    board.parts = [game.parts[name] for name in plans.names]
    board.ducats = [player.ducats for player in game.players]
    board.points = [player.points for player in game.players]
    board.level = [player.level for player in game.players]
    board.hired = [player.hired for player in game.players]
    board.closed = [player.closed for player in game.players]
    board.own = [sum(ONE[PLACE_OF[piece]] for piece in player.pieces()) for player in game.players]
    board.built = [0] * players
    board.halls, board.staged = [0] * (players * HOUSES), [0] * (players * HOUSES)
    board.great = [NOTHING] * (players * HOUSES)
    for seat, player in enumerate(game.players):
        for city, house in player.houses.items():
            at = seat * HOUSES + CITIES.index(city)
            board.built[seat] |= sum(1 << plans.names.index(part) for part in house.parts)
            board.halls[at] = len(house.halls)
            board.staged[at] = sum(1 << PLACE_OF[piece] for piece in house.staged())
            board.great[at] = NOTHING if house.halls[0] is None else PLACE_OF[house.halls[0]]
    board.shuffles = shuffles
    return board
