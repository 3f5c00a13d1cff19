"""A search on the board of numbers knows every way to carry out a role that the rules allow, and no other."""

from collections.abc import Iterator
from typing import Any

import pytest

from opera_bots.opera.playouts.board_of_game import board_of
from opera_bots.opera.playouts.board_plays import ALL_PLAYS, NO_VALUE, PLAYS, VALUE, best_of
from opera_bots.opera.playouts.numbers import NOTHING, plans_of
from opera_bots.opera.playouts.prices import prices_of
from opera_games.opera.actions import Architetto, Critico, Esperto, Impresario, Maestro, Play, Signora
from opera_games.opera.words import CITIES, COMPOSERS, ROLES
from opera_rules import opera
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.search import Game, possible_plays

GAMES = 8


def decisions(players: int) -> Iterator[tuple[Game, int]]:
    """Decisions of random games in which a seat may hire a role."""
    for number in range(GAMES):
        seed = derive(bytes(32), "plays", players, number)
        game = opera.new_game(players, {}, built_in("opera"), seed).game
        chance = Chance(derive(seed, "actions"))
        while game.waiting:
            seat = min(game.waiting)
            if game.waiting[seat] == "act":
                yield game, seat
            game = opera.apply(game, seat, opera.offers(game, seat).sample(chance)).game


def essence(game: Game, play: Play) -> Any:
    """What a play of the rules is on the board; None for one that does nothing but take its role."""
    match play:
        case Impresario(buy=buy):
            return tuple(sorted(map(COMPOSERS.index, buy))) or None
        case Architetto(build=build):
            return tuple(sorted(map(plans_of(game.edition).names.index, build))) or None
        case Signora(piece=piece, source=source, reward=reward):
            place = NOTHING if source == "stock" else CITIES.index(source)
            return COMPOSERS.index(piece), place, reward == "points"
        case Critico(city=city, composer=composer, steps=steps):
            return composer and (CITIES.index(city), COMPOSERS.index(composer), steps)
        case Maestro(city=city) | Esperto(city=city):
            return CITIES.index(city)


def without_place(role: int, play: Any) -> Any:
    """Leave out from where a piece is sold and where the Critico goes: one place is enough for a search."""
    match ROLES[role]:
        case "signora":
            return play[0], play[2]
        case "critico":
            return play[1:]
    return play


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_role_can_do_all_that_the_rules_allow(players: int) -> None:
    """At every decision of random games; one layout, one place of a sale and one city of the Critico are enough."""
    for game, seat in decisions(players):
        board, prices = board_of(game), prices_of(game.rounds, players)[game.round]
        for role, name in enumerate(ROLES):
            listed = [play for _, play in ALL_PLAYS[role](board, seat, prices)]
            found = [tuple(sorted(play)) if name in ("impresario", "architetto") else play for play in listed]
            allowed = {essence(game, play) for play in possible_plays(game, seat, name)} - {None}
            assert len(set(found)) == len(found)
            assert set(found) <= allowed
            assert {without_place(role, play) for play in found} == {without_place(role, play) for play in allowed}


@pytest.mark.parametrize("players", [2, 4])
def test_the_quick_choice_is_hardly_worse_than_the_best(players: int) -> None:
    """It takes the best visit, review or sale; of two things it chooses one after the other, which may miss a pair."""
    for game, seat in decisions(players):
        board, prices = board_of(game), prices_of(game.rounds, players)[game.round]
        for role, name in enumerate(ROLES):
            quick = PLAYS[role](board, seat, prices)
            best = best_of(ALL_PLAYS[role](board, seat, prices))
            if name in ("impresario", "architetto"):
                assert best[0] <= max(VALUE(quick), NO_VALUE) or len(best[1]) == 2
            elif name != "critico" or best[0] > 0:
                assert quick == best
