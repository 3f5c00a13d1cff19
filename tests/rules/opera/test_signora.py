"""The Signora: selling a piece to the Palazzo."""

import pytest
from support.rules.opera_builder import GameBuilder, a_game, act, ducats, halls, hire, only, points, refused

from opera_games.opera.events import PieceSold
from opera_games.opera.words import Composer


def selling(builder: GameBuilder, **sale: str) -> dict[str, object]:
    return refused(builder.acting(), 0, "hire", role="signora", **sale)


@pytest.mark.parametrize(("reward", "money", "score"), [("ducats", 10, 0), ("points", 0, 5)])
def test_a_piece_is_worth_twice_its_fame_in_ducats_or_once_in_points(reward: str, money: int, score: int) -> None:
    """Verdi has fame 5."""
    start = a_game(3).with_stock(0, "verdi").acting()
    game, events = hire(start, 0, "signora", piece="verdi", source="stock", reward=reward)
    assert (ducats(game)[0], points(game)[0]) == (20 + money, score)
    assert game.palazzo == ("verdi",)
    assert game.players[0].stock == ()
    assert only(events, PieceSold) == PieceSold(0, "verdi", "stock", money, score)


def test_a_piece_can_be_sold_from_a_hall_which_stays_empty() -> None:
    """Nothing moves up into it."""
    start = a_game(3).staged(0, "wien", "verdi", "mozart").with_stock(0, "verdi").acting()
    game = hire(start, 0, "signora", piece="verdi", source="wien", reward="points").game
    assert halls(game, 0, "wien") == (None, "mozart")
    assert game.players[0].stock == ("verdi",)


def test_only_one_of_several_equal_pieces_is_sold() -> None:
    """The rest of the stock stays."""
    start = a_game(3).with_stock(0, "verdi", "verdi").acting()
    assert hire(start, 0, "signora", piece="verdi", source="stock", reward="points").game.players[0].stock == ("verdi",)


def test_a_house_piece_is_never_sold() -> None:
    """Neither from a hall nor from the stock."""
    builder = a_game(3).with_stock(0, "verdi")
    assert selling(builder, piece="house", source="venezia", reward="points") == {"code": "house_piece_not_sold"}
    builder = builder.staged(0, "venezia", None)
    assert selling(builder, piece="house", source="stock", reward="ducats") == {"code": "house_piece_not_sold"}


def test_no_composer_twice_in_the_palazzo() -> None:
    """Another composer can still be sold."""
    builder = a_game(3).with_stock(0, "verdi", "mozart").with_palazzo("verdi")
    assert selling(builder, piece="verdi", source="stock", reward="points") == {
        "code": "in_palazzo",
        "composer": "verdi",
    }
    game = hire(builder.acting(), 0, "signora", piece="mozart", source="stock", reward="points").game
    assert game.palazzo == ("verdi", "mozart")


@pytest.mark.parametrize(
    ("players", "palazzo"),
    [
        (2, ("verdi", "wagner", "handel")),
        (3, ("verdi", "wagner", "handel")),
        (4, ("verdi", "wagner", "handel", "monteverdi")),
    ],
)
def test_nothing_is_sold_to_a_full_palazzo(players: int, palazzo: tuple[Composer, ...]) -> None:
    """Three places with two or three players, four with four."""
    builder = a_game(players).with_stock(0, "mozart")
    full = builder.with_palazzo(*palazzo)
    assert selling(full, piece="mozart", source="stock", reward="points") == {"code": "palazzo_full"}
    room = builder.with_palazzo(*palazzo[1:])
    assert len(hire(room.acting(), 0, "signora", piece="mozart", source="stock", reward="points").game.palazzo) == len(
        palazzo
    )


def test_she_is_not_hired_when_no_sale_is_possible() -> None:
    """No piece at all, only the house piece, or only composers who are already in the Palazzo."""
    assert selling(a_game(3), piece="verdi", source="stock", reward="points") == {"code": "nothing_to_sell"}
    builder = a_game(3).with_stock(0, "verdi").with_palazzo("verdi")
    assert selling(builder, piece="verdi", source="stock", reward="points") == {"code": "nothing_to_sell"}


@pytest.mark.parametrize(
    ("piece", "source"), [("mozart", "stock"), ("verdi", "wien"), ("verdi", "venezia"), ("handel", "berlin")]
)
def test_the_piece_must_be_where_it_is_said_to_be(piece: str, source: str) -> None:
    """Own stock or own hall; another player's does not count."""
    builder = a_game(3).with_stock(0, "verdi").staged(1, "berlin", "handel").staged(1, "wien", "verdi", None)
    assert selling(builder, piece=piece, source=source, reward="points") == {
        "code": "no_such_piece",
        "piece": piece,
        "source": source,
    }


def test_who_joins_in_sells_one_piece_for_one_level() -> None:
    """Under the same conditions as the hirer."""
    builder = a_game(3).with_stock(0, "verdi").with_stock(1, "verdi", "mozart")
    game = hire(builder.acting(), 0, "signora", piece="verdi", source="stock", reward="points").game
    assert refused(game, 1, "join", piece="verdi", source="stock", reward="points") == {
        "code": "in_palazzo",
        "composer": "verdi",
    }
    assert refused(game, 1, "join", piece="house", source="venezia", reward="points") == {
        "code": "house_piece_not_sold"
    }
    game = act(game, 1, "join", piece="mozart", source="stock", reward="ducats").game
    assert (game.palazzo, ducats(game)[1], game.players[1].level) == (("verdi", "mozart"), 26, 9)
