"""The three countings and the opening of cities."""

import pytest
from support.rules.opera_builder import GameBuilder, a_game, every, everyone_closes, only, points, some

from opera_games.opera.events import CitiesOpened, Counted, OfferFilled, PalazzoEmptied, RoundEnded
from opera_games.opera.words import City, Composer


def counted(builder: GameBuilder) -> Counted:
    return only(everyone_closes(builder.acting()).events, Counted)


@pytest.mark.parametrize(
    ("rounds", "countings"), [(9, {3: 1, 6: 2, 9: 3}), (7, {3: 1, 5: 2, 7: 3})], ids=["nine rounds", "seven rounds"]
)
def test_countings_come_after_their_rounds_and_no_others(rounds: int, countings: dict[int, int]) -> None:
    """Three, six, nine; in the short game three, five, seven."""
    found = {}
    for now in range(1, rounds + 1):
        builder = a_game(3).in_round(now) if rounds == 9 else a_game(3).short().in_round(now)
        for event in every(everyone_closes(builder.acting()).events, Counted):
            found[now] = event.counting
    assert found == countings


def test_a_piece_in_a_great_hall_scores_its_fame() -> None:
    """Every own house has one great hall: the first of its main part."""
    builder = a_game(3).in_round(3).with_ladder("wagner", "verdi", "mozart", "handel", "beethoven", "monteverdi")
    builder = builder.with_century("wagner", "handel", "mozart").staged(0, "wien", "verdi", "wagner")
    builder = builder.staged(1, "berlin", "beethoven").staged(2, "venezia", "house")
    game, events = everyone_closes(builder.staged(2, "wien", "beethoven", "verdi").acting())
    # Verdi and Beethoven are staged twice each and rise first: Verdi to 6, Beethoven to 3.
    assert only(events, Counted).great == {0: 6, 1: 3, 2: 3}
    assert points(game) == (6, 3, 3)


def test_other_halls_score_nothing() -> None:
    """However famous the composer is."""
    builder = a_game(3).in_round(3).staged(0, "wien", "house", "wagner").staged(0, "venezia", "handel")
    count = counted(builder.with_century("wagner", "verdi", "mozart"))
    assert (count.great[0], count.century[0]) == (3, 0)  # handel in Venezia, risen to 3


def test_a_house_piece_in_a_great_hall_scores_nothing_but_fills_it() -> None:
    """Fame 0, no empty hall."""
    assert counted(a_game(3).in_round(3)).points == {0: 0, 1: 0, 2: 0}


@pytest.mark.parametrize(("now", "bonus"), [(3, 1), (6, 2), (9, 3)])
def test_the_composer_of_the_century_brings_one_two_or_three_points_more(now: int, bonus: int) -> None:
    """Each counting honours its own episode's composer, for every great hall."""
    builder = a_game(3).in_round(now).with_century(*_century("handel", place=bonus))
    builder = builder.staged(0, "venezia", "handel").staged(0, "berlin", "handel").staged(1, "berlin", "mozart")
    count = counted(builder)
    assert count.century == {0: 2 * bonus, 1: 0, 2: 0}
    assert count.great[0] == 6  # handel rose from 2 to 3


def test_composers_of_other_episodes_bring_no_bonus() -> None:
    """Only the composer whose episode ends counts."""
    builder = a_game(3).in_round(6).with_century("handel", "wagner", "mozart")
    assert counted(builder.staged(0, "venezia", "handel").staged(1, "venezia", "mozart")).century == {0: 0, 1: 0, 2: 0}


def test_every_empty_hall_costs_a_point() -> None:
    """Great halls and others alike."""
    builder = a_game(3).in_round(3).built(0, "wien.main", "wien.wing_a").staged(1, "venezia", None)
    builder = builder.staged(2, "wien", "house", None).staged(2, "venezia", None)
    count = counted(builder)
    assert count.empty == {0: -3, 1: -1, 2: -2}


def test_points_may_become_negative() -> None:
    """An empty house costs what it costs."""
    game = everyone_closes(
        a_game(3).in_round(3).with_points(1, 0, 0).built(0, "wien.main", "wien.wing_a").acting()
    ).game
    assert points(game)[0] == -2


def test_the_counting_uses_the_ladder_after_the_rise_of_the_round() -> None:
    """Composers rise at the end of the round, before it is counted."""
    builder = a_game(3).in_round(3).with_century("wagner", "verdi", "mozart").staged(0, "venezia", "handel")
    assert counted(builder).great[0] == 3


def test_the_palazzo_is_emptied_after_a_counting_even_if_it_is_not_full() -> None:
    """Its pieces go to the discard pile."""
    game, events = everyone_closes(a_game(3).in_round(3).with_palazzo("verdi").acting())
    assert game.palazzo == ()
    assert some(game.discard) == {"verdi": 1}
    assert only(events, PalazzoEmptied).pieces == ("verdi",)


def test_the_palazzo_is_emptied_after_the_third_counting_too() -> None:
    """Although the game is over."""
    game = everyone_closes(a_game(3).in_round(9).with_palazzo("verdi", "mozart").acting()).game
    assert game.palazzo == ()
    assert some(game.discard) == {"verdi": 1, "mozart": 1}


@pytest.mark.parametrize(
    ("short", "now", "before", "opened"),
    [
        (False, 3, ("venezia", "wien", "berlin"), ("london", "paris")),
        (False, 6, ("venezia", "wien", "berlin", "london", "paris"), ("milano",)),
        (True, 3, ("venezia", "wien", "berlin"), ("london", "paris")),
        (True, 5, ("venezia", "wien", "berlin", "london", "paris"), ("milano",)),
    ],
)
def test_cities_open_after_the_first_and_the_second_counting(
    short: bool, now: int, before: tuple[City, ...], opened: tuple[City, ...]
) -> None:
    """London and Paris, then Milano."""
    builder = a_game(3).in_round(now)
    start = (builder.short() if short else builder).acting()
    assert start.open_cities() == before
    game, events = everyone_closes(start)
    assert only(events, CitiesOpened).cities == opened
    assert game.open_cities() == before + opened


def test_no_city_opens_after_the_third_counting_or_without_one() -> None:
    """Nothing is left to open."""
    for now in (1, 2, 4, 5, 7, 8, 9):
        assert every(everyone_closes(a_game(3).in_round(now).acting()).events, CitiesOpened) == ()


def test_the_counting_comes_after_the_end_of_the_round() -> None:
    """New offer first, then the count, then the Palazzo."""
    events = everyone_closes(a_game(3).in_round(3).with_palazzo("verdi").acting()).events
    kinds = [type(event) for event in events]
    in_order = [OfferFilled, RoundEnded, Counted, PalazzoEmptied, CitiesOpened]
    assert [kind for kind in kinds if kind in in_order] == in_order


def test_the_event_of_a_counting_has_the_points_after_it() -> None:
    """Old points plus the three parts."""
    builder = a_game(3).in_round(3).with_points(10, 20, 30).with_century("handel", "verdi", "mozart")
    count = counted(builder.staged(0, "venezia", "handel").built(1, "wien.main"))
    assert count == Counted(1, {0: 3, 1: 0, 2: 0}, {0: 1, 1: 0, 2: 0}, {0: 0, 1: -2, 2: 0}, {0: 14, 1: 18, 2: 30})


def _century(composer: Composer, place: int) -> list[Composer]:
    others: list[Composer] = ["wagner", "verdi"]
    return [*others[: place - 1], composer, *others[place - 1 :]]
