"""Opera on plain numbers: a state that a search can copy and play on a hundred times faster than the rules do.

Nothing here checks an action. `tests/bots/test_board.py` holds it against the rules.
"""

from collections.abc import Iterable, Sequence

from opera_bots.opera.playouts.board_state import BoardState, Shuffles
from opera_bots.opera.playouts.numbers import (
    ACT,
    ALL_ROLES,
    APPRAISE,
    BID,
    CHEAPEST,
    COMPOSER_BITS,
    COPIES,
    DONE,
    EARNED,
    ESPERTO,
    FEE,
    FIELD,
    HOUSE_PIECE,
    HOUSES,
    IMPRESARIO,
    JOIN,
    MAESTRO,
    MEMBERS,
    NOTHING,
    ONE,
    PACKED,
    SIGNORA,
    SIZE,
    fame_of,
)
from opera_games.opera.words import (
    COUNTING_ROUNDS,
    DUCATS_PER_FAME,
    DUCATS_PER_HALL,
    EPISODE_OF,
    OFFER_SIZE,
    OFFERED_PER_COMPOSER,
    PALAZZO_PLACES,
    POINTS_PER_HALL,
    ROLE_LIMIT,
    TOP_LEVEL,
)


class Board(BoardState):
    """The state, and what may happen to it."""

    __slots__ = ()

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
