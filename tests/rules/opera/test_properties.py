"""Random games of Opera in which everything is checked after every action.

A referee written from the rules plays along and must come to the same state; a ledger sees that nothing appears or
is lost; and now and then all that is offered, and much that is not, is tried.
"""

from collections import Counter
from functools import cache
from typing import Any, NamedTuple

import pytest
from rules.opera import ledger, universe
from rules.opera.lawyer import cities_of
from rules.opera.referee import Referee
from rules.opera.wire import new_offer, plain, shown
from support.rules.opera_builder import THREE_WINGS, sort_pieces
from support.soaking import soak_seed, soak_size

from opera_games.opera.events import GameEnded, RoundEnded, RoundStarted
from opera_rules.api import Action, Event
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera import read_action
from opera_rules.opera.decisions import offers
from opera_rules.opera.edition import Edition
from opera_rules.opera.order_of_play import apply
from opera_rules.opera.phases.scoring import outcome
from opera_rules.opera.setup import new_game
from opera_rules.opera.state import Game, write_state
from opera_rules.refusals import Refused

GAMES = 5
SOAK_GAMES = 500
RICH_GAMES = 2
THREE_WINGS_GAMES = 6
SEED = bytes(32)
BUILT_IN: Edition = built_in("opera")
TABLES = [
    pytest.param(players, {"rounds": rounds, "open_screens": screens}, id=f"{players}-{rounds}{'-open' * screens}")
    for players in (2, 3, 4)
    for rounds in (9, 7)
    for screens in (False, True)
]
EACH_TABLE = pytest.mark.parametrize(("players", "options"), TABLES)


class Table(NamedTuple):
    """How a game was set up, for the message when a check fails."""

    players: int
    options: dict[str, Any]
    seed: bytes
    rich: bool = False
    edition: Edition = BUILT_IN

    def referee(self, game: Game) -> Referee:
        return Referee(shown(game), self.options["rounds"], cities_of(self.edition.source))


def is_accepted(game: Game, seat: int, action: Action) -> bool:
    try:
        apply(game, seat, action)
    except Refused:
        return False
    return True


def begin(table: Table) -> Game:
    game = new_game(table.players, table.options, table.edition, table.seed).game
    return enriched(game) if table.rich else game


def enriched(game: Game) -> Game:
    """The same game with full purses and stocks and a small supply, where random play gets around more."""
    game = game.copy()
    dealt, game.supply = game.supply[12:], game.supply[:12]
    for seat, player in enumerate(game.players):
        player.ducats += 150
        player.stock = sort_pieces(dealt[seat :: len(game.players)])
    return game


def play_out(table: Table, stride: int) -> None:
    """Play one random game to its end, inspecting every so many decisions more closely."""
    game = begin(table)
    events: tuple[Event, ...] = ()
    referee = table.referee(game)
    chance = Chance(derive(table.seed, "play"))
    rounds = Counter[type[Event]]()
    steps = 0
    while game.waiting:
        seat = chance.choice(list(game.waiting))
        action = offers(game, seat).sample(chance)
        steps += 1
        if steps % stride == 0:
            inspect(game, seat, action, referee, chance)
        on_the_wire = plain(action)
        assert referee.allows(seat, on_the_wire), (table, steps, action)
        before, (game, events) = game, apply(game, seat, action)
        ledger.check_step(before, game, events)
        referee.play(seat, on_the_wire, new_offer(events))
        assert referee.state == shown(game), (table, steps, action)
        rounds.update(type(event) for event in events)
    check_ending(game, table, referee, rounds, events)


def check_ending(
    game: Game, table: Table, referee: Referee, rounds: Counter[type[Event]], events: tuple[Event, ...]
) -> None:
    """Exactly as many rounds as the table chose, and the referee's ranking."""
    assert (game.phase, game.round) == ("done", table.options["rounds"])
    assert rounds[RoundStarted] + 1 == rounds[RoundEnded] == table.options["rounds"]
    result = outcome(game)
    assert result is not None
    assert [tuple(place) for place in result["ranking"]] == referee.ranking()
    assert events[-1] == GameEnded(tuple(referee.ranking()))


def inspect(game: Game, seat: int, action: Action, referee: Referee, chance: Chance) -> None:
    """Offered actions apply; changed ones exactly if offered and allowed by the referee; nothing leaves a trace."""
    before = shown(game)
    offered = list(offers(game, seat))
    for _ in range(min(6, len(offered))):
        one = chance.choice(offered)
        assert one in offers(game, seat)
        assert referee.allows(seat, plain(one)), one
        assert is_accepted(game, seat, one), one
    for _ in range(6):
        check_judgement(game, seat, universe.mutated(plain(action), chance), referee)
    other = (seat + 1) % len(game.players)
    check_judgement(game, other, plain(action), referee)
    assert shown(game) == before


def check_judgement(game: Game, seat: int, action: dict[str, Any], referee: Referee) -> None:
    read = read_action(action)
    judgement = referee.allows(seat, action)
    assert is_accepted(game, seat, read) == judgement, (action, write_state(game))
    assert (read in offers(game, seat)) == judgement, action


def seed_of(name: str, players: int, options: dict[str, Any], number: int) -> bytes:
    """Return another seed for each kind of table: with the same one, they would all play the same game."""
    return derive(SEED, name, players, *options.values(), number)


@EACH_TABLE
def test_random_games_follow_the_rules_at_every_step(players: int, options: dict[str, Any]) -> None:
    """Some fifty games for each number of players, over four kinds of tables."""
    for number in range(GAMES):
        play_out(Table(players, options, seed_of("properties", players, options, number)), stride=12)


@EACH_TABLE
def test_games_between_the_rich_follow_the_rules_at_every_step(players: int, options: dict[str, Any]) -> None:
    """With money and pieces in plenty halls fill, cities are built out, the supply runs out."""
    for number in range(RICH_GAMES):
        play_out(Table(players, options, seed_of("rich", players, options, number), rich=True), stride=12)


@pytest.mark.parametrize("rich", [False, True], ids=["poor", "rich"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_with_a_third_wing_follow_the_rules_at_every_step(players: int, rich: bool) -> None:
    """Another edition has cities with `wing_c`."""
    for number in range(THREE_WINGS_GAMES):
        seed = derive(SEED, "three wings", players, number)
        play_out(Table(players, {"rounds": 7}, seed, rich, THREE_WINGS), stride=12)


@pytest.mark.soak
@EACH_TABLE
def test_many_more_random_games_follow_the_rules(players: int, options: dict[str, Any]) -> None:
    """Two thousand games for each number of players, over four kinds of tables, with the seed printed."""
    seed, games = soak_seed(), soak_size(SOAK_GAMES)
    for number in range(games):
        seeded = derive(seed.encode(), "soak", players, *options.values(), number)
        play_out(Table(players, options, seeded, rich=number % 4 == 0), stride=3)
    print(f"{games} games")


def decisions(table: Table) -> list[tuple[Game, int]]:
    """Every decision of one random game."""
    game = begin(table)
    chance = Chance(derive(table.seed, "play"))
    asked = []
    while game.waiting:
        seat = chance.choice(list(game.waiting))
        asked.append((game, seat))
        game = apply(game, seat, offers(game, seat).sample(chance)).game
    return asked


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_offered_is_exactly_what_can_be_done(players: int, number: int) -> None:
    """Of all actions that can be written down the engine accepts those it offers and the referee allows, once each."""
    edition = THREE_WINGS if number % 4 == 3 else BUILT_IN
    table = Table(players, {"rounds": 7}, derive(SEED, "universe", players, number), number % 2 == 1, edition)
    asked = decisions(table)
    chance = Chance(derive(table.seed, "choice"))
    for _ in range(3):
        game, seat = chance.choice(asked)
        referee = table.referee(game)
        offered = [universe.unordered(plain(action)) for action in offers(game, seat)]
        accepted = {universe.unordered(map_) for map_, read in all_read() if is_accepted(game, seat, read)}
        allowed = {universe.unordered(map_) for map_, _ in all_read() if referee.allows(seat, map_)}
        assert len(set(offered)) == len(offered)
        assert set(offered) == accepted == allowed


@cache
def all_read() -> list[tuple[dict[str, Any], Action]]:
    return [(action, read_action(action)) for action in universe.all_actions()]
