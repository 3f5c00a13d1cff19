"""Figures before and after: what a card would bring to a cast, from what everybody sees."""

from opera_games.api import Change
from opera_games.turandot.cards import Card, Singer
from opera_games.turandot.words import Part
from opera_rules.turandot.phases.scoring import cast_of, silent_cast
from opera_rules.turandot.state import Game, Player


def total_of(player: Player) -> int:
    return cast_of(player).points.total


def change(player: Player, after: Player) -> Change:
    return total_of(player), total_of(after)


def card_brings(player: Player, card: Card) -> tuple[Change, Part | None]:
    """Return the player's cast before and after taking the card, and the part a singer would have then."""
    after = player.with_card(card)
    return change(player, after), cast_of(after).part_of(card) if isinstance(card, Singer) else None


def casts_with(game: Game, card: Card) -> tuple[Change, ...]:
    """Return every cast before and after, if its player took the card."""
    return tuple([change(player, player.with_card(card)) for player in game.players])


def silent_with(game: Game, card: Card) -> Change | None:
    """Return the silent hand before and after, if the card were left over for it; None without such a hand."""
    if game.silent is None:
        return None
    return silent_cast(game.silent).points.total, silent_cast(game.silent.with_card(card)).points.total


def scenery_brings(player: Player) -> tuple[Change, Change, Change]:
    """Return cast, scenery and money before and after a money card is turned into scenery."""
    after = player.with_scenery()
    return change(player, after), (player.scenery, after.scenery), (player.money, after.money)
