"""The line-up: cards dealt face up when a turn begins; the one left over is removed at its end."""

from collections.abc import Sequence

from opera_games.turandot.documents import Card, Singer, card_id
from opera_games.turandot.events import CardLeftOver, DirectorsLeft, LineupDealt, TurnStarted
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, SILENT
from opera_rules.api import Log
from opera_rules.chance import Chance
from opera_rules.turandot.state import Game


def deal_lineup(game: Game, log: Log) -> None:
    """Deal one card more than players: singers, in turn 4 directors."""
    game.turn += 1
    log.append(TurnStarted(game.turn, game.puccini))
    if game.turn == DIRECTOR_TURN:
        _deal_directors(game, log)
    else:
        _deal_singers(game)
    log.append(LineupDealt(game.lineup))


def _deal_singers(game: Game) -> None:
    cards = len(game.players) + 1
    game.lineup = _from_the_top(game.deck, cards)
    game.deck = game.deck[:-cards]


def _deal_directors(game: Game, log: Log) -> None:
    """Shuffle the directors still in the game; those not dealt leave it."""
    chance = Chance(game.seed, game.draws)
    shuffled = chance.shuffled(game.directors)
    game.draws = chance.draws
    cards = len(game.players) + 1
    game.lineup = _from_the_top(shuffled, cards)
    game.directors = ()
    undealt = shuffled[:-cards]
    if undealt:
        log.append(DirectorsLeft(tuple(director for director in DIRECTORS if director in undealt)))


def _from_the_top(pile: Sequence[Card], cards: int) -> dict[int, Card]:
    """Number cards from the top of a pile, which is its last card."""
    return {number: pile[-number] for number in range(1, cards + 1)}


def clear_lineup(game: Game, log: Log) -> None:
    """Remove the card left over; with two players it goes to the silent hand."""
    number = next(iter(game.lineup))
    card = game.take_out(number)
    log.append(CardLeftOver(number, card_id(card), None if game.silent is None else SILENT))
    if game.silent is not None:
        game.silent = game.silent.with_card(card)
    elif isinstance(card, Singer):
        game.discarded = (*game.discarded, card)
