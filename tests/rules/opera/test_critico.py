"""The Critico: moving a composer on the ladder."""

import pytest
from support.rules.opera_builder import GameBuilder, a_game, from_six_down, hire, only, refused

from opera_games.opera.events import FameChanged
from opera_games.opera.words import Composer, Piece

LADDER: tuple[Composer, ...] = ("wagner", "verdi", "beethoven", "mozart", "handel", "monteverdi")


def with_staged(*pieces: Piece | None) -> GameBuilder:
    return a_game(3).with_ladder(*LADDER).staged(1, "wien", *pieces)


@pytest.mark.parametrize(
    ("steps", "ladder"),
    [
        (2, ("wagner", "mozart", "verdi", "beethoven", "handel", "monteverdi")),
        (1, ("wagner", "verdi", "mozart", "beethoven", "handel", "monteverdi")),
        (-1, ("wagner", "verdi", "beethoven", "handel", "mozart", "monteverdi")),
        (-2, ("wagner", "verdi", "beethoven", "handel", "monteverdi", "mozart")),
    ],
)
def test_a_composer_moves_one_or_two_levels_and_those_passed_move_one_the_other_way(
    steps: int, ladder: tuple[Composer, ...]
) -> None:
    """Up or down, as the hirer likes."""
    start = with_staged("mozart", None).acting()
    game, events = hire(start, 0, "critico", city="wien", composer="mozart", steps=steps)
    assert from_six_down(game) == ladder
    assert only(events, FameChanged) == FameChanged(0, "mozart", steps, game.ladder)


@pytest.mark.parametrize(
    ("composer", "fame", "steps"),
    [
        ("wagner", 6, 1),
        ("wagner", 6, 2),
        ("verdi", 5, 2),
        ("monteverdi", 1, -1),
        ("monteverdi", 1, -2),
        ("handel", 2, -2),
    ],
)
def test_a_step_beyond_the_ends_of_the_ladder_is_refused(composer: Composer, fame: int, steps: int) -> None:
    """It is not cut short."""
    game = with_staged(composer, None).acting()
    assert refused(game, 0, "hire", role="critico", city="wien", composer=composer, steps=steps) == {
        "code": "beyond_ladder",
        "composer": composer,
        "fame": fame,
    }


@pytest.mark.parametrize(("composer", "steps", "fame"), [("verdi", 1, 6), ("handel", -1, 1), ("beethoven", 2, 6)])
def test_a_composer_may_reach_the_ends_of_the_ladder(composer: Composer, steps: int, fame: int) -> None:
    """Level 6 and level 1 belong to it."""
    game = hire(with_staged(composer, None).acting(), 0, "critico", city="wien", composer=composer, steps=steps).game
    assert game.fame(composer) == fame


@pytest.mark.parametrize("steps", [0, 3, -3, 10**30])
def test_other_steps_are_refused(steps: int) -> None:
    """One or two, up or down; a composer who is named must move."""
    game = with_staged("mozart", None).acting()
    assert refused(game, 0, "hire", role="critico", city="wien", composer="mozart", steps=steps) == {
        "code": "steps_out_of_range",
        "most": 2,
    }


def test_the_composer_must_be_staged_in_the_critics_city() -> None:
    """A piece in another city, in a stock or in the Palazzo does not count."""
    builder = a_game(3).staged(0, "berlin", "verdi").with_stock(0, "handel").with_palazzo("mozart")
    game = builder.staged(1, "wien", "house", "wagner").acting()
    for composer in ("verdi", "handel", "mozart", "beethoven"):
        assert refused(game, 0, "hire", role="critico", city="wien", composer=composer, steps=1) == {
            "code": "not_staged_there",
            "composer": composer,
            "city": "wien",
        }


@pytest.mark.parametrize("owner", [0, 1, 2])
def test_anyones_piece_counts(owner: int) -> None:
    """Own or not, great hall or not."""
    game = a_game(3).staged(owner, "wien", None, "verdi").acting()
    assert hire(game, 0, "critico", city="wien", composer="verdi", steps=-1).game.fame("verdi") == 4


def test_moving_a_composer_is_optional() -> None:
    """The pawn moves, the ladder stays."""
    before = with_staged("mozart", None).acting()
    after, events = hire(before, 0, "critico", city="wien", composer=None, steps=0)
    assert (after.ladder, after.pawns["critico"]) == (before.ladder, "wien")
    assert not any(isinstance(event, FameChanged) for event in events)


@pytest.mark.parametrize("steps", [-2, -1, 1, 2, 7])
def test_steps_need_a_composer(steps: int) -> None:
    """Without one they must be 0."""
    game = with_staged("mozart", None).acting()
    assert refused(game, 0, "hire", role="critico", city="wien", composer=None, steps=steps) == {
        "code": "steps_without_composer"
    }


def test_the_critic_may_visit_a_city_where_nothing_is_staged() -> None:
    """Then there is nobody to move."""
    game = a_game(3).acting()
    assert hire(game, 0, "critico", city="berlin", composer=None, steps=0).game.pawns["critico"] == "berlin"
