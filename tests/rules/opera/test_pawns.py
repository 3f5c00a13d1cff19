"""What the three characters have in common: their pawns and where they may go."""

from itertools import product

import pytest
from support.rules.opera_builder import THREE_WINGS, a_game, act, everyone_closes, hire, only, refused

from opera_games.opera.events import PawnMoved
from opera_games.opera.words import Character, City
from opera_rules.editions import built_in
from opera_rules.opera.roles.pawns import targets
from opera_rules.opera.state import Game

CHARACTERS: tuple[Character, ...] = ("maestro", "critico", "esperto")
EACH = pytest.mark.parametrize("character", CHARACTERS)


def fields(character: Character, city: str) -> dict[str, object]:
    visit: dict[str, object] = {"role": character, "city": city}
    return visit | {"composer": None, "steps": 0} if character == "critico" else visit


def send(game: Game, character: Character, city: str) -> Game:
    return act(game, 0, "hire", **fields(character, city)).game


@EACH
def test_the_hirer_moves_the_pawn_into_a_city(character: Character) -> None:
    """From beside the board or from another city."""
    game, events = act(a_game(3).acting(), 0, "hire", **fields(character, "wien"))
    assert game.pawns[character] == "wien"
    assert only(events, PawnMoved) == PawnMoved(0, character, "wien")
    game = a_game(3).with_pawn(character, "venezia").acting()
    assert send(game, character, "berlin").pawns[character] == "berlin"


@EACH
def test_the_pawn_must_go_to_another_city(character: Character) -> None:
    """Staying is no move, even where there is a second place."""
    game = a_game(3).with_pawn(character, "wien").acting()
    assert refused(game, 0, "hire", **fields(character, "wien")) == {
        "code": "pawn_stands_there",
        "role": character,
        "city": "wien",
    }


@EACH
def test_the_pawn_goes_only_to_open_cities(character: Character) -> None:
    """Paris opens after round 3."""
    game = a_game(3).in_round(3).acting()
    assert refused(game, 0, "hire", **fields(character, "paris")) == {
        "code": "city_closed",
        "city": "paris",
        "round": 3,
    }
    assert send(a_game(3).in_round(4).acting(), character, "paris").pawns[character] == "paris"
    assert refused(a_game(3).in_round(6).acting(), 0, "hire", **fields(character, "milano"))["round"] == 6
    assert send(a_game(3).in_round(7).acting(), character, "milano").pawns[character] == "milano"


@EACH
def test_a_city_with_one_pawn_place_takes_one_pawn(character: Character) -> None:
    """Venezia and London have one place."""
    other = CHARACTERS[CHARACTERS.index(character) - 1]
    game = a_game(3).with_pawn(other, "venezia").acting()
    assert refused(game, 0, "hire", **fields(character, "venezia")) == {"code": "no_pawn_place", "city": "venezia"}


@EACH
def test_a_city_with_two_pawn_places_takes_two_pawns(character: Character) -> None:
    """Wien, Berlin, Paris and Milano have two."""
    second, third = (other for other in CHARACTERS if other != character)
    builder = a_game(3).with_pawn(second, "wien")
    assert send(builder.acting(), character, "wien").pawns[character] == "wien"
    full = builder.with_pawn(third, "wien").acting()
    assert refused(full, 0, "hire", **fields(character, "wien")) == {"code": "no_pawn_place", "city": "wien"}


@EACH
def test_a_character_without_a_city_to_go_to_is_not_hired(character: Character) -> None:
    """In an edition where Berlin has one place: the free one in Wien is of no use to who stands there."""
    second, third = (other for other in CHARACTERS if other != character)
    builder = a_game(3).with_edition(THREE_WINGS).with_pawn(character, "wien")
    builder = builder.with_pawn(second, "venezia").with_pawn(third, "berlin")
    for city in ("venezia", "wien", "berlin", "paris"):
        assert refused(builder.acting(), 0, "hire", **fields(character, city)) == {
            "code": "no_city_for_pawn",
            "role": character,
        }
    assert send(builder.in_round(4).acting(), character, "paris").pawns[character] == "paris"


@EACH
def test_with_the_built_in_places_every_character_has_a_city_to_go_to(character: Character) -> None:
    """Wherever the pawns stand, in the episode with the fewest open cities."""
    game, places = a_game(3).acting(), built_in("opera").pawn_places
    open_cities: tuple[City, ...] = ("venezia", "wien", "berlin")
    for cities in product((None, *open_cities), repeat=3):
        game.pawns = dict(zip(CHARACTERS, cities, strict=True))
        if all(cities.count(city) <= places[city] for city in open_cities):
            assert targets(game, character), cities


@EACH
def test_a_pawn_that_nobody_hires_stays_where_it_is(character: Character) -> None:
    """Also from round to round and over a counting."""
    game = a_game(3).in_round(3).with_pawn(character, "wien").acting()
    assert everyone_closes(game).game.pawns[character] == "wien"


def test_only_the_hired_pawn_moves() -> None:
    """The others stay."""
    game = a_game(3).with_pawn("critico", "wien").with_pawn("esperto", "berlin").acting()
    game = hire(game, 0, "maestro", city="wien").game
    assert game.pawns == {"maestro": "wien", "critico": "wien", "esperto": "berlin"}
