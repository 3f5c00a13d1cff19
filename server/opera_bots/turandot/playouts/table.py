"""The flat state of a game for playouts, and the rules of a turn on it."""

from collections.abc import Sequence
from typing import Final

from opera_bots.turandot.playouts.codes import NO_DIRECTOR, Codes, codes_for, director_number, stars_of
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, FEWEST_FOR_CARPENTER, SEATS
from opera_rules.turandot.search import PUCCINI_POINTS, Game

Bid = tuple[int, int]
"""A place of the line-up from 1 and the money with it, or `MONEY_ALONE` and one; the bluff makes no difference here."""
MONEY_ALONE: Final = 0
DECORATOR: Final = DIRECTORS.index("decorator")
HUNDRED: Final = 100


class Table:
    """Everybody's hands; copies share the deck, which is never changed."""

    __slots__ = (
        "code",
        "codes",
        "dealt",
        "deck",
        "director",
        "left",
        "money",
        "players",
        "puccini",
        "scenery",
        "silent_code",
        "silent_director",
        "silent_points",
        "silent_preferred",
        "silent_singers",
        "turn",
    )

    codes: Codes
    players: int
    turn: int
    puccini: int
    code: list[int]
    director: list[int]
    money: list[int]
    scenery: list[int]
    deck: list[int]
    dealt: int
    """How many cards of the deck were dealt, from its beginning."""
    left: int
    """A bit for each director left in the game."""
    silent_code: int
    silent_points: int
    silent_preferred: int
    silent_singers: int
    silent_director: int

    def copy(self) -> "Table":
        new = Table.__new__(Table)
        new.codes = self.codes
        new.players = self.players
        new.turn = self.turn
        new.puccini = self.puccini
        new.code = self.code[:]
        new.director = self.director[:]
        new.money = self.money[:]
        new.scenery = self.scenery[:]
        new.deck = self.deck
        new.dealt = self.dealt
        new.left = self.left
        new.silent_code = self.silent_code
        new.silent_points = self.silent_points
        new.silent_preferred = self.silent_preferred
        new.silent_singers = self.silent_singers
        new.silent_director = self.silent_director
        return new

    def key(self) -> tuple[object, ...]:
        """Return what is equal for equal hands; of the silent hand the rest is known from these."""
        return tuple(self.code), tuple(self.director), tuple(self.money), tuple(self.scenery), self.silent_code

    def take(self, seat: int, card: int, money: int) -> None:
        """Give a seat a card for which it discards money."""
        if card < self.codes.first_director:
            self.code[seat] += self.codes.code_of[card]
        else:
            self.director[seat] = card - self.codes.first_director
        self.money[seat] -= money

    def build(self, seat: int) -> None:
        """Turn a money card into scenery."""
        self.money[seat] -= 1
        self.scenery[seat] += 1

    def leave_over(self, card: int) -> None:
        """Remove the card left over; with two players it goes to the silent hand."""
        if self.players != SEATS[0]:
            return
        codes = self.codes
        if card >= codes.first_director:
            self.silent_director = card - codes.first_director
            return
        self.silent_code += codes.code_of[card]
        self.silent_points += codes.place_points[card][self.silent_singers]
        self.silent_preferred += codes.place_preferred[card][self.silent_singers]
        self.silent_singers += 1

    def dismiss(self, director: int) -> None:
        self.left &= ~(1 << director)

    def pass_puccini(self) -> None:
        self.puccini = (self.puccini + 1) % self.players

    def helpers(self) -> int:
        """Count the helpers of this turn."""
        if self.turn == DIRECTOR_TURN:
            return 0
        return 2 if self.players >= FEWEST_FOR_CARPENTER else 1

    def award(self, lineup: Sequence[int], bids: Sequence[Bid]) -> tuple[list[int], list[int]]:
        """Give cards and helpers to the offers that win; return the seats without a card, and the numbers left."""
        won = winners(bids)
        for number, seat in won.items():
            self.take(seat, lineup[number - 1], bids[seat][1])
        for seat in self.helped(bids):
            self.build(seat)
        return without_card(won, self.players)

    def helped(self, bids: Sequence[Bid]) -> list[int]:
        """Find the seats that get a helper: money alone, clockwise from Puccini's holder, who gets none."""
        asking = [seat for seat, (number, _) in enumerate(bids) if number == MONEY_ALONE and seat != self.puccini]
        asking.sort(key=lambda seat: (seat - self.puccini) % self.players)
        return asking[: self.helpers()]

    def points(self, seat: int) -> float:
        """Count a seat's cast as of now, without Puccini's point."""
        director = self.director[seat]
        return self.codes.points(self.code[seat], director) + self.scenery[seat] * scenery_worth(director)

    def final_points(self) -> list[int]:
        """Count all casts after the last turn, in hundredths: a star adds one, since stars break ties."""
        points = [HUNDRED * int(self.points(seat)) + stars_of(self.code[seat]) for seat in range(self.players)]
        if self.players == SEATS[0]:
            points[self.puccini] += HUNDRED * PUCCINI_POINTS
        return points

    def silent_total(self) -> int:
        """Count the silent hand after the last turn."""
        brought = self.codes.silent_director_points(self.silent_code, self.silent_preferred, self.silent_director)
        return self.silent_points + brought


def scenery_worth(director: int) -> int:
    """Return what a scenery card is worth: a point, with the decorator two."""
    return 2 if director == DECORATOR else 1


def winners(bids: Sequence[Bid]) -> dict[int, int]:
    """Find the seat that wins each number: the one with strictly the most money."""
    most: dict[int, int] = {}
    won: dict[int, int] = {}
    for seat, (number, money) in enumerate(bids):
        if number == MONEY_ALONE:
            continue
        highest = most.get(number, -1)
        if money > highest:
            most[number] = money
            won[number] = seat
        elif money == highest:
            won.pop(number, None)
    return won


def without_card(won: dict[int, int], players: int) -> tuple[list[int], list[int]]:
    """List the seats that won no card, and the numbers of the cards left."""
    seats = won.values()
    lacking = [seat for seat in range(players) if seat not in seats]
    return lacking, [number for number in range(1, players + 2) if number not in won]


def table_of(game: Game) -> Table:
    """Flatten a state, with its deck as it lies but without its line-up."""
    codes = codes_for(game.edition.singers)
    table = Table.__new__(Table)
    table.codes = codes
    table.players = len(game.players)
    table.turn = game.turn
    table.puccini = game.puccini
    table.code = [codes.code(player.singers) for player in game.players]
    table.director = [director_number(player.director) for player in game.players]
    table.money = [player.money for player in game.players]
    table.scenery = [player.scenery for player in game.players]
    table.deck = [codes.number(singer) for singer in reversed(game.deck)]
    table.dealt = 0
    table.left = sum(1 << DIRECTORS.index(director) for director in game.directors)
    table.silent_code = table.silent_points = table.silent_preferred = table.silent_singers = 0
    table.silent_director = NO_DIRECTOR
    if game.silent is not None:
        for singer in game.silent.singers:
            table.leave_over(codes.number(singer))
        table.silent_director = director_number(game.silent.director)
    return table


def shares_of_win(table: Table) -> list[float]:
    """Return each seat's share of the win after the last turn; all 0 if the silent hand beats both of two."""
    points = table.final_points()
    best = max(points)
    if table.players == SEATS[0] and table.silent_total() > best // HUNDRED:
        return [0.0] * table.players
    won = [place == best for place in points]
    return [is_winner / sum(won) for is_winner in won]
