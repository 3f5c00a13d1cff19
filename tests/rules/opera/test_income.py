"""Income at the end of the action phase, and the Maestro who doubles it."""

import pytest
from support.rules.opera_builder import GameBuilder, a_game, ducats, everyone_closes, hire, only

from opera_games.opera.events import IncomePaid
from opera_games.opera.words import City, Piece


def incomes(builder: GameBuilder) -> dict[int, dict[City, int]]:
    return only(everyone_closes(builder.acting()).events, IncomePaid).incomes


SIX: tuple[Piece, ...] = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")


@pytest.mark.parametrize(("staged", "income"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 8), (5, 11), (6, 15)])
def test_a_house_pays_by_the_number_of_pieces_staged(staged: int, income: int) -> None:
    """The table of income, tried in Milano with its six halls."""
    row = (*SIX[:staged], *[None] * (6 - staged))
    builder = a_game(3).in_round(8).staged(0, "milano", *row)
    assert incomes(builder)[0].get("milano", 0) == income
    assert ducats(everyone_closes(builder.acting()).game)[0] == 20 + income + 1


def test_the_house_piece_counts_as_a_piece() -> None:
    """It has no fame, but it draws an audience."""
    assert incomes(a_game(3).staged(0, "wien", "house", "verdi").staged(0, "venezia", None))[0] == {"wien": 3}


def test_each_house_pays_on_its_own() -> None:
    """One house with two pieces is worth more than two with one."""
    builder = a_game(3).staged(0, "wien", "verdi", "mozart").staged(0, "berlin", "verdi")
    assert incomes(builder)[0] == {"venezia": 1, "wien": 3, "berlin": 1}


def test_all_players_get_their_income_whether_closed_or_not() -> None:
    """Pass discs do not matter."""
    game = everyone_closes(a_game(3).with_levels(5, 4, 3).with_closed(1).acting()).game
    assert ducats(game) == (21, 21, 21)


def test_pieces_in_stock_bring_nothing() -> None:
    """Only what is staged."""
    assert incomes(a_game(3).with_stock(0, "verdi", "mozart").staged(0, "venezia", None))[0] == {}


def test_the_maestro_doubles_the_income_of_every_house_in_his_city() -> None:
    """Everybody's, not only the hirer's; other cities pay as usual."""
    builder = (
        a_game(3).staged(0, "wien", "verdi", "mozart").staged(1, "wien", "verdi", None).with_pawn("maestro", "wien")
    )
    assert incomes(builder) == {0: {"venezia": 1, "wien": 6}, 1: {"venezia": 1, "wien": 2}, 2: {"venezia": 1}}


def test_the_other_pawns_double_nothing() -> None:
    """Critico and Esperto are no musicians."""
    builder = a_game(3).with_pawn("critico", "venezia").with_pawn("esperto", "wien").staged(0, "wien", "verdi", None)
    assert incomes(builder)[0] == {"venezia": 1, "wien": 1}


def test_the_maestro_doubles_from_the_round_in_which_he_is_moved() -> None:
    """And no longer where he came from."""
    builder = a_game(3).with_pawn("maestro", "venezia").with_roles("maestro").staged(0, "wien", "verdi", None)
    events = hire(builder.acting(), 0, "maestro", city="wien").events
    assert only(events, IncomePaid).incomes[0] == {"venezia": 1, "wien": 2}


def test_the_maestro_goes_on_doubling_while_he_stands_there() -> None:
    """Also in rounds in which nobody hires him."""
    game = a_game(3).with_pawn("maestro", "venezia").with_levels(2, 0, 0).acting()
    game, events = everyone_closes(game)
    assert only(events, IncomePaid).incomes[0] == {"venezia": 2}
    assert game.pawns["maestro"] == "venezia"


def test_income_is_paid_in_the_last_round_too() -> None:
    """Before the third counting."""
    assert incomes(a_game(3).in_round(9))[0] == {"venezia": 1}
