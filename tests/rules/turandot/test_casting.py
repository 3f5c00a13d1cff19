"""The best casting."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st
from support.rules.turandot_builder import edition, singers

from opera_games.turandot.documents import Singer
from opera_games.turandot.words import DIRECTORS, PARTS, Director
from opera_rules.turandot.phases.scoring import best_cast, best_places, gains_of, is_preferred, is_wrong_sex

EMPTY = 7


def casting(*names: str, director: Director | None = None) -> list[str | None]:
    cast = best_cast(singers(*names), director, 0)
    return [singer.id if singer else None for singer in cast.casting]


def by_brute_force(hand: tuple[Singer, ...], worth: int) -> tuple[int | None, ...]:
    """Every casting tried, the tie rule as it is written."""
    best: tuple[int, list[int]] | None = None
    for parts in permutations(range(6), len(hand)):
        places, brings = [EMPTY] * 6, 0
        for place, (part, singer) in enumerate(zip(parts, hand, strict=True), start=1):
            places[part] = place
            brings += worth * is_preferred(singer, PARTS[part]) - is_wrong_sex(singer, PARTS[part])
        best = min(best or (-brings, places), (-brings, places))
    assert best
    return tuple(None if place == EMPTY else place - 1 for place in best[1])


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(0, 6), st.sampled_from([1, 2]))
def test_the_quick_way_finds_what_trying_everything_finds(data: st.DataObject, size: int, worth: int) -> None:
    """For every hand, in every order of taking, also with parts of other editions."""
    prefers = st.sampled_from([None, *PARTS])
    stranger = st.builds(
        Singer, st.uuids().map(str), st.just("N"), st.just(1), st.just("dark"), st.sampled_from("mfx"), prefers
    )
    one = st.sampled_from(edition().singers) | stranger
    hand = tuple(data.draw(st.lists(one, min_size=size, max_size=size, unique_by=lambda singer: singer.id)))
    assert best_places(tuple(gains_of(singer, worth) for singer in hand)) == by_brute_force(hand, worth)


def test_everybody_sings_the_preferred_part_if_that_brings_most() -> None:
    """Whatever the order of taking."""
    assert casting("orsakova", "gualdi", "montefiore", "corelli") == [
        "corelli",
        "montefiore",
        "orsakova",
        "gualdi",
        None,
        None,
    ]


def test_nobody_sings_a_part_of_the_other_sex_without_need() -> None:
    """A man leaves Turandot and Liù empty; a woman takes one of them."""
    assert casting("gualdi", "ferravilla") == ["ferravilla", "gualdi", None, None, None, None]


def test_the_wrong_sex_costs_less_than_a_preferred_part_brings_twice() -> None:
    """With the purist a preferred part outweighs; three women: two fit, the third sings a man's part."""
    cast = best_cast(singers("corelli", "notturni", "vetrobianco"), None, 0)
    assert (cast.preferred, cast.wrong_sex) == (("turandot",), ("calaf",))


def test_among_equals_the_earliest_taken_sings_the_earliest_part() -> None:
    """Two who prefer Turandot: the one taken first sings her; likewise for parts without preference."""
    assert casting("notturni", "corelli")[0] == "notturni"
    assert casting("corelli", "notturni")[0] == "corelli"
    assert casting("gualdi", "temnikov", "altomare") == [None, "gualdi", None, "temnikov", "altomare", None]


def test_among_equals_an_empty_part_comes_last() -> None:
    """A singer who fits everywhere takes the first part, not the last."""
    assert casting("aubelune") == ["aubelune", None, None, None, None, None]
    assert casting("gualdi", "aubelune") == ["aubelune", "gualdi", None, None, None, None]


def test_a_cast_without_singers_is_empty() -> None:
    """At the beginning nobody sings."""
    assert casting() == [None] * 6


def test_every_director_leaves_the_casting_best() -> None:
    """No other casting of the same singers has more points with any director."""
    hand = singers("corelli", "balestrieri", "ferravilla", "aubelune", "tarallucci", "notturni")
    for director in DIRECTORS:
        worth = 2 if director == "purist" else 1
        expected = [None if place is None else hand[place] for place in by_brute_force(hand, worth)]
        assert list(best_cast(hand, director, 1).casting) == expected
