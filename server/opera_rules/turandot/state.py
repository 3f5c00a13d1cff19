"""A game of Turandot at one moment. Values inside are never changed, only replaced."""

import msgspec

from opera_rules.api import Seat
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.cards import Card, Singer
from opera_rules.turandot.edition import Edition
from opera_rules.turandot.words import MONEY_CARDS, Director, Phase


class Hand(msgspec.Struct, frozen=True):
    """The cards taken, singers in the order of taking."""

    singers: tuple[Singer, ...] = ()
    director: Director | None = None

    def with_card(self, card: Card) -> "Hand":
        if isinstance(card, Singer):
            return Hand((*self.singers, card), self.director)
        return Hand(self.singers, card)


class Player(Hand, frozen=True):
    """A hand with the money cards left and the scenery built."""

    money: int = MONEY_CARDS
    scenery: int = 0

    def with_card(self, card: Card, money: int = 0) -> "Player":
        """The card taken, and the money offered for it discarded."""
        if isinstance(card, Singer):
            return Player((*self.singers, card), self.director, self.money - money, self.scenery)
        return Player(self.singers, card, self.money - money, self.scenery)

    def with_scenery(self) -> "Player":
        """A money card turned into a scenery card."""
        return Player(self.singers, self.director, self.money - 1, self.scenery + 1)


class Game(msgspec.Struct):
    """Everything there is to know. Only the function that made a copy changes it, before handing it on."""

    edition: Edition
    seed: bytes
    draws: int
    turn: int
    phase: Phase
    puccini: Seat
    players: tuple[Player, ...]
    silent: Hand | None
    """The third hand of a game for two."""
    deck: tuple[Singer, ...]
    """The last one is dealt first."""
    discarded: tuple[Singer, ...]
    directors: tuple[Director, ...]
    """Those left in the game; none from turn 4 on."""
    dismissed: tuple[Director, ...]
    lineup: dict[int, Card]
    offers: tuple[Offer | None, ...]
    """Offers that lie face down, by seat."""
    lacking: tuple[Seat, ...]
    """Who has no card yet in this turn, once offers are revealed."""
    nominated: Seat | None
    """Who is to dismiss a director."""


def asked_of(game: Game, seat: Seat) -> Phase | None:
    """The decision this seat must make now, if any."""
    if game.phase == "offer":
        return "offer" if 0 <= seat < len(game.offers) and game.offers[seat] is None else None
    return game.phase if seat == _decider(game) else None


def _decider(game: Game) -> Seat | None:
    """Who decides alone: Puccini's holder, or the player he named; nobody when the game is over."""
    if game.phase == "done":
        return None
    return game.nominated if game.phase == "dismiss" else game.puccini


def waiting(game: Game) -> dict[Seat, str]:
    """Who must decide now, and the kind of decision; empty when the game is over."""
    if game.phase == "offer":
        return {seat: "offer" for seat, offer in enumerate(game.offers) if offer is None}
    decider = _decider(game)
    return {} if decider is None else {decider: game.phase}


def clockwise(first: Seat, players: int) -> list[Seat]:
    """All seats from this one on to the left, which is the next higher seat."""
    return [(first + step) % players for step in range(players)]
