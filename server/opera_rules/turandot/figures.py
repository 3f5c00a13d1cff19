"""Figures before and after: what a card would bring to a cast, from what everybody sees."""

from opera_rules.api import Map
from opera_rules.turandot.cards import Card, Singer, card_id
from opera_rules.turandot.scoring import cast_of, silent_cast
from opera_rules.turandot.state import Game, Player

Change = list[int]
"""Points before and after."""


def total_of(player: Player) -> int:
    return cast_of(player).points.total


def change(player: Player, after: Player) -> Change:
    return [total_of(player), total_of(after)]


def card_brings(player: Player, card: Card) -> Map:
    """The player's cast before and after taking the card, and the part a singer would have then."""
    after = player.with_card(card)
    figures: Map = {"cast": change(player, after)}
    if isinstance(card, Singer):
        figures["part"] = cast_of(after).part_of(card)
    return figures


def card_brings_all(game: Game, card: Card) -> Map:
    """Every cast before and after, if its player took the card."""
    casts = [change(player, player.with_card(card)) for player in game.players]
    return {"casts": casts, **card_brings_silent(game, card)}


def card_brings_silent(game: Game, card: Card) -> Map:
    """The silent hand before and after, if the card were left over for it; nothing without such a hand."""
    if game.silent is None:
        return {}
    hands = (game.silent, game.silent.with_card(card))
    return {"silent": [silent_cast(hand).points.total for hand in hands]}


def helper_brings(player: Player) -> Map:
    """A money card turned into scenery."""
    after = player.with_scenery()
    return {
        "cast": change(player, after),
        "scenery": [player.scenery, after.scenery],
        "money": [player.money, after.money],
    }


def numbered(number: int, card: Card) -> Map:
    return {"number": number, "card": card_id(card)}
