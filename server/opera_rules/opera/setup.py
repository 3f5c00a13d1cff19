"""The beginning of a game, in the order in which chance is used."""

from collections.abc import Mapping
from typing import Any

from opera_games.opera.documents import House
from opera_games.opera.events import GameStarted
from opera_games.opera.words import (
    CHARACTERS,
    COMPOSERS,
    COUNTING_ROUNDS,
    PIECES_PER_COMPOSER,
    ROLES,
    SEATS,
    STARTING_DUCATS,
)
from opera_rules.api import Log, Map, NewGame, Step
from opera_rules.chance import Chance
from opera_rules.opera.edition import Edition
from opera_rules.opera.order_of_play import begin
from opera_rules.opera.phases.supply import draw_century, fill_offer
from opera_rules.opera.state import Game, Player, no_pieces
from opera_rules.refusals import Refused

FIRST_PART = "venezia.main"
DEFAULTS: Map = {"rounds": 9, "open_screens": False}


def read_options(options: Mapping[str, Any]) -> Map:
    """Fill in the defaults of all options; refuse an unknown one or a wrong value."""
    for option in options:
        if option not in DEFAULTS:
            raise Refused("unknown_option", option=str(option)[:20])
    chosen = DEFAULTS | dict(options)
    if type(chosen["rounds"]) is not int or chosen["rounds"] not in COUNTING_ROUNDS:
        raise Refused("bad_option", option="rounds", expected="9 or 7")
    if type(chosen["open_screens"]) is not bool:
        raise Refused("bad_option", option="open_screens", expected="true or false")
    return chosen


def new_game(
    players: int, options: Mapping[str, Any], edition: Edition, seed: bytes, *, discards_surplus: bool = False
) -> Step[Game]:
    """Make a game ready for the first bids."""
    if players not in SEATS:
        raise Refused("players_out_of_range", players=players, lowest=SEATS[0], highest=SEATS[-1])
    chosen = read_options(options)
    chance = Chance(seed)
    ladder = tuple(chance.shuffled(COMPOSERS))
    supply = tuple(chance.shuffled(c for c in COMPOSERS for _ in range(PIECES_PER_COMPOSER)))
    game = Game(
        edition=edition,
        seed=seed,
        draws=chance.draws,
        rounds=chosen["rounds"],
        open_screens=chosen["open_screens"],
        round=0,
        phase="bid",
        ladder=ladder,
        century=(),
        offer=no_pieces(),
        discard=no_pieces(),
        supply=supply,
        palazzo=(),
        pawns=dict.fromkeys(CHARACTERS),
        parts={part: edition.copies(part, players) - players * (part == FIRST_PART) for part in edition.plans},
        roles=ROLES,
        order=(),
        players=[_new_player(edition) for _ in range(players)],
        bids={},
        waiting={},
    )
    log: Log = []
    fill_offer(game, log, discards_surplus=discards_surplus)
    game.century = draw_century(game)
    draw_start_player(game)
    begin(game, log)
    return Step(game, (GameStarted(game.order), *log))


def new_game_of_rules_1(players: int, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    """Make a game as it began before two players' surplus went back into the supply."""
    return new_game(players, options, edition, seed, discards_surplus=players == 2)


EARLIER: Mapping[int, NewGame[Edition, Game]] = {1: new_game_of_rules_1}
"""In version 1 Berlin also had fewer pawn places; what was done led to the same."""


def _new_player(edition: Edition) -> Player:
    """Make a player with a house in Venezia and the house piece in its great hall."""
    halls = edition.plans[FIRST_PART].halls
    house = House((FIRST_PART,), ("house", *[None] * (halls - 1)))
    return Player(ducats=STARTING_DUCATS, points=0, level=0, stock=(), houses={"venezia": house})


def draw_start_player(game: Game) -> None:
    """Draw the start player; the seats 2nd, 3rd and 4th in the order get 1, 2 and 3 ducats more."""
    players = len(game.players)
    chance = Chance(game.seed, game.draws)
    first = chance.below(players)
    game.draws = chance.draws
    game.order = tuple((first + place) % players for place in range(players))
    for place, seat in enumerate(game.order):
        game.earn(seat, place)
