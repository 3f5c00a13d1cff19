"""The letters that stand for players beside their shapes."""

from string import ascii_uppercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_games.api import MOST_SEATS
from opera_protocol.wire.letters import latin_letters, letters_of


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Kate", "Mark", "Peter"), "KMP"),
        (("anna", "Änne", "Éva"), "ANE"),
        (("Bellini", "Bizet", "Bill"), "BIL"),
        (("Ab", "Ba", "aB"), "ABC"),
        (("Ødegård", "Łukasz", "Æsop", "ßeta", "Þór"), "OLAST"),
        (("歌劇院", "Анна", "1607", "\uff2dark"), "ABCM"),
        (("Kate", "", "Karl", ""), ("K", "", "A", "")),
        ((), ()),
    ],
    ids="-".join,
)
def test_everybody_has_the_first_letter_of_the_name_that_is_free(names: tuple[str, ...], letters: str) -> None:
    """Without case and accents; a free seat has none, and other scripts have the first free one of the alphabet."""
    assert letters_of(names) == tuple(letters)


@given(st.lists(st.text(min_size=1, max_size=12), max_size=MOST_SEATS))
def test_letters_are_distinct_and_between_a_and_z(names: list[str]) -> None:
    letters = letters_of(names)
    assert len(letters) == len(names) == len(set(letters))
    assert set(letters) <= set(ascii_uppercase)


@given(st.lists(st.text(max_size=12), max_size=MOST_SEATS))
def test_a_letter_depends_on_lower_seats_only(names: list[str]) -> None:
    """Whoever sits down on a higher seat changes no other player's letter."""
    assert [letters_of(names[:seats]) for seats in range(len(names))] == [
        letters_of(names)[:seats] for seats in range(len(names))
    ]


@given(st.text(max_size=12))
def test_folding_gives_nothing_but_capitals(name: str) -> None:
    assert set(latin_letters(name)) <= set(ascii_uppercase)
