"""The full state of a game of Turandot. Values inside are never changed, only replaced."""

import msgspec

from opera_games.turandot.actions import Offer
from opera_games.turandot.documents import Card, Singer
from opera_games.turandot.words import MONEY_CARDS, TURNS, Director, Phase
from opera_rules.api import Map, Seat, to_map
from opera_rules.turandot.edition import Edition


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
        """Take the card, and discard the money offered for it."""
        if isinstance(card, Singer):
            return Player((*self.singers, card), self.director, self.money - money, self.scenery)
        return Player(self.singers, card, self.money - money, self.scenery)

    def with_scenery(self) -> "Player":
        """Turn a money card into a scenery card."""
        return Player(self.singers, self.director, self.money - 1, self.scenery + 1)


class Game(msgspec.Struct):
    """The full state. Only the function that made a copy changes it, before handing it on."""

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
    """The last card is dealt first."""
    discarded: tuple[Singer, ...]
    directors: tuple[Director, ...]
    """Directors left in the game; none from turn 4 on."""
    dismissed: tuple[Director, ...]
    lineup: dict[int, Card]
    offers: tuple[Offer | None, ...]
    """Offers that lie face down, by seat."""
    lacking: tuple[Seat, ...]
    """Players without a card in this turn, once offers are revealed."""
    nominated: Seat | None
    """The player that is to dismiss a director."""

    def take_card(self, seat: Seat, number: int, money: int = 0) -> Card:
        """Give the player this card of the line-up, and discard the money offered for it."""
        card = self.take_out(number)
        self._replace_player(seat, self.players[seat].with_card(card, money))
        return card

    def take_out(self, number: int) -> Card:
        card = self.lineup[number]
        self.lineup = {other: left for other, left in self.lineup.items() if other != number}
        return card

    def build_scenery(self, seat: Seat) -> int:
        """Turn a money card into a scenery card; return how many the player then has."""
        player = self.players[seat].with_scenery()
        self._replace_player(seat, player)
        return player.scenery

    def _replace_player(self, seat: Seat, player: Player) -> None:
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])


def asked_of(game: Game, seat: Seat) -> Phase | None:
    """Return the decision this seat must make now, if any."""
    if game.phase == "offer":
        return "offer" if 0 <= seat < len(game.offers) and game.offers[seat] is None else None
    return game.phase if seat == _decider(game) else None


def _decider(game: Game) -> Seat | None:
    """Find the seat that decides alone: Puccini's holder, or the nominated player; None if nobody does."""
    if game.phase in ("between", "done"):
        return None
    return game.nominated if game.phase == "dismiss" else game.puccini


def waiting(game: Game) -> dict[Seat, Phase]:
    """Name the seats that must decide now, and the kind of decision; empty when the game is over."""
    if game.phase == "offer":
        return {seat: "offer" for seat, offer in enumerate(game.offers) if offer is None}
    decider = _decider(game)
    return {} if decider is None else {decider: game.phase}


def clockwise(first: Seat, players: int) -> list[Seat]:
    """Return all seats from this one on to the left, which is the next higher seat."""
    return [(first + step) % players for step in range(players)]


def progress(game: Game) -> dict[str, int]:
    return {"turn": game.turn, "turns": TURNS}


def finished(game: Game) -> int:
    """Say how many turns are over."""
    return game.turn if game.phase == "done" else game.turn - 1


def write_state(game: Game) -> Map:
    """Write the full state as a transcript shows it: everything but the deck's order."""
    return {
        "turn": game.turn,
        "phase": game.phase,
        "puccini": game.puccini,
        "lineup": to_map(game.lineup),
        "directors": list(game.directors),
        "deck": len(game.deck),
        "players": [{"money": player.money, "scenery": player.scenery, **_hand(player)} for player in game.players],
        "silent": game.silent and _hand(game.silent),
        "waiting": {str(seat): kind for seat, kind in waiting(game).items()},
        "offers": {
            str(seat): {"number": offer.number, "money": offer.money, "bluff": offer.bluff}
            for seat, offer in enumerate(game.offers)
            if offer is not None
        },
    }


def _hand(hand: Hand) -> Map:
    return {"singers": [to_map(singer) for singer in hand.singers], "director": hand.director}
