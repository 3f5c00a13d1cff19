"""Turn a state of the rules into a board of numbers."""

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.board_state import Shuffles
from opera_bots.opera.playouts.numbers import DONE, HOUSES, KINDS, NOTHING, ONE, plans_of
from opera_games.opera.words import (
    CHARACTERS,
    CITIES,
    COMPOSERS,
    PLACE_OF,
    ROLES,
    City,
)
from opera_rules.opera.search import Game


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
