"""The only ways in which cards and money move."""

from opera_rules.api import Seat
from opera_rules.turandot.cards import Card
from opera_rules.turandot.state import Game, Player


def take_card(game: Game, seat: Seat, number: int, money: int = 0) -> Card:
    """The player takes this card of the line-up and discards the money offered for it."""
    card = take_out(game, number)
    _replace(game, seat, game.players[seat].with_card(card, money))
    return card


def take_out(game: Game, number: int) -> Card:
    """A card leaves the line-up."""
    card = game.lineup[number]
    game.lineup = {other: left for other, left in game.lineup.items() if other != number}
    return card


def build_scenery(game: Game, seat: Seat) -> int:
    """A money card becomes a scenery card; how many the player then has."""
    player = game.players[seat].with_scenery()
    _replace(game, seat, player)
    return player.scenery


def _replace(game: Game, seat: Seat, player: Player) -> None:
    game.players = (*game.players[:seat], player, *game.players[seat + 1 :])
