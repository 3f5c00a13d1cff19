"""The beginning of a game, in the order in which chance is used."""

from collections.abc import Mapping
from typing import Any

from opera_rules.api import Map, Step
from opera_rules.chance import Chance
from opera_rules.opera.budget import begin_bidding
from opera_rules.opera.edition import Edition
from opera_rules.opera.events import GameStarted, Log, RoundStarted
from opera_rules.opera.purse import earn
from opera_rules.opera.state import Game, House, Player, no_pieces
from opera_rules.opera.supply import draw_century, fill_offer
from opera_rules.opera.words import (
    CHARACTERS,
    COMPOSERS,
    COUNTING_ROUNDS,
    PIECES_PER_COMPOSER,
    ROLES,
    STARTING_DUCATS,
)
from opera_rules.refusals import Refused

SEATS = range(2, 5)
FIRST_PART = "venezia.main"
DEFAULTS: Map = {"rounds": 9, "open_screens": False}


def read_options(options: Mapping[str, Any]) -> Map:
    """All options with their defaults; an unknown one or a value that is none is refused."""
    for option in options:
        if option not in DEFAULTS:
            raise Refused("unknown_option", option=str(option)[:20])
    chosen = DEFAULTS | dict(options)
    if type(chosen["rounds"]) is not int or chosen["rounds"] not in COUNTING_ROUNDS:
        raise Refused("bad_option", option="rounds", expected="9 or 7")
    if type(chosen["open_screens"]) is not bool:
        raise Refused("bad_option", option="open_screens", expected="true or false")
    return chosen


def new_game(players: int, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    """A game ready for the first bids."""
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
        round=1,
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
    setting_up: Log = []
    fill_offer(game, setting_up)
    game.century = draw_century(game)
    draw_start_player(game)
    begin_bidding(game)
    return Step(game, (GameStarted(game.order), *setting_up, RoundStarted(1)))


def _new_player(edition: Edition) -> Player:
    """Everybody begins with a house in Venezia and the house piece in its great hall."""
    halls = edition.plans[FIRST_PART].halls
    house = House((FIRST_PART,), ("house", *[None] * (halls - 1)))
    return Player(ducats=STARTING_DUCATS, points=0, level=0, stock=(), houses={"venezia": house})


def draw_start_player(game: Game) -> None:
    """Who comes 2nd, 3rd and 4th in the order gets 1, 2 and 3 ducats more."""
    players = len(game.players)
    chance = Chance(game.seed, game.draws)
    first = chance.below(players)
    game.draws = chance.draws
    game.order = tuple((first + place) % players for place in range(players))
    for place, seat in enumerate(game.order):
        earn(game, seat, place)
