"""Chance as the design pins it, against a second implementation and against known numbers."""

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_rules.chance import Chance, derive

ZEROS = bytes(32)
ONES = b"\xff" * 32
SEEDS = st.binary(min_size=32, max_size=32)


def hashed(seed: bytes, k: int) -> int:
    """SHA-256 of the seed and the counter, eight bytes with the highest first, read as one big number."""
    return int(sha256(seed + bytes((k >> shift) & 255 for shift in range(56, -8, -8))).hexdigest(), 16)


def draw(seed: bytes, k: int, n: int) -> tuple[int, int]:
    """A number below n from counter k on, and the counter after it."""
    while hashed(seed, k) >= 2**256 - 2**256 % n:
        k += 1
    return hashed(seed, k) % n, k + 1


def shuffle(seed: bytes, things: list[int]) -> list[int]:
    k = 0
    for last in range(len(things) - 1, 0, -1):
        other, k = draw(seed, k, last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def test_the_first_hash_of_the_zero_seed_is_the_published_one() -> None:
    """SHA-256 of forty zero bytes, as any tool computes it."""
    assert hashed(ZEROS, 0) == 0x2C34CE1DF23B838C5ABF2A7F6437CCA3D3067ED509FF25F11DF6B11B582B51EB
    assert Chance(ZEROS).below(2**256) == hashed(ZEROS, 0)


def test_known_numbers_of_two_seeds() -> None:
    """Other programs can check themselves against these."""
    zeros, ones, cards = Chance(ZEROS), Chance(ONES), Chance(ZEROS)
    assert [zeros.below(6) for _ in range(12)] == [5, 4, 2, 2, 3, 5, 5, 4, 3, 1, 4, 4]
    assert [ones.below(10) for _ in range(12)] == [6, 6, 4, 7, 4, 5, 8, 9, 5, 9, 6, 5]
    assert [cards.below(84) for _ in range(6)] == [35, 46, 44, 68, 69, 17]


def test_known_shuffles_of_two_seeds() -> None:
    """Fisher-Yates from the last place down."""
    assert Chance(ZEROS).shuffled(range(10)) == [8, 2, 1, 4, 6, 3, 5, 0, 7, 9]
    assert "".join(Chance(ONES).shuffled("abcdef")) == "efdabc"


@given(SEEDS, st.lists(st.integers(1, 1000), max_size=30))
def test_every_draw_follows_the_formula(seed: bytes, limits: list[int]) -> None:
    """One after the other, each with the next counter."""
    chance, k = Chance(seed), 0
    for n in limits:
        expected, k = draw(seed, k, n)
        assert chance.below(n) == expected
        assert chance.draws == k


@given(SEEDS, st.integers(0, 40))
def test_every_shuffle_follows_the_formula(seed: bytes, size: int) -> None:
    """One draw for each place but the first."""
    chance = Chance(seed)
    assert chance.shuffled(range(size)) == shuffle(seed, list(range(size)))
    assert chance.draws == max(0, size - 1)


@pytest.mark.parametrize("n", [2**255 + 1, 2**256 - 1, 3 * 2**254, 2**200 + 7])
def test_a_number_beyond_the_last_full_span_is_skipped(n: int) -> None:
    """With huge limits rejections really happen, and the counter moves on over them."""
    chance, k = Chance(ZEROS), 0
    for _ in range(50):
        expected, k = draw(ZEROS, k, n)
        assert chance.below(n) == expected
    assert chance.draws == k
    if n == 2**255 + 1:
        assert k > 75


def test_a_limit_that_divides_the_span_rejects_nothing() -> None:
    """Powers of two fit without a rest."""
    chance = Chance(ONES)
    assert [chance.below(2**255) for _ in range(20)] == [hashed(ONES, k) % 2**255 for k in range(20)]


def test_the_counter_can_be_taken_up_again() -> None:
    """A state holds seed and counter, nothing else."""
    first = Chance(ZEROS)
    numbers = [first.below(100) for _ in range(10)]
    again = Chance(ZEROS, 4)
    assert [again.below(100) for _ in range(6)] == numbers[4:]


def test_the_counter_has_eight_bytes() -> None:
    """Large counters are written with the highest byte first."""
    assert Chance(ZEROS, 2**40 + 3).below(1000) == hashed(ZEROS, 2**40 + 3) % 1000
    assert Chance(ZEROS, 1).below(2**256) == int(sha256(ZEROS + b"\0\0\0\0\0\0\0\1").hexdigest(), 16)


def test_a_choice_is_one_draw_also_when_there_is_nothing_to_choose() -> None:
    """So the counter does not depend on how many things there are."""
    chance = Chance(ZEROS)
    assert chance.choice(["only"]) == "only"
    assert chance.draws == 1
    assert Chance(ZEROS).choice("abcdef") == "f"


def test_shuffling_leaves_what_was_given_alone() -> None:
    """It returns a new list."""
    things = [1, 2, 3, 4, 5]
    Chance(ONES).shuffled(things)
    assert things == [1, 2, 3, 4, 5]


def test_shuffles_are_fair_enough() -> None:
    """Each order of three comes up about as often as the others."""
    chance = Chance(ZEROS)
    orders = Counter(tuple(chance.shuffled("abc")) for _ in range(3000))
    assert set(orders) == set(permutations("abc"))
    assert all(400 < number < 600 for number in orders.values())


def test_a_derived_seed_is_the_hash_of_seed_and_labels() -> None:
    """Labels are joined by slashes; each purpose gets its own."""
    assert derive(ZEROS, "bot", 3) == sha256(ZEROS + b"bot/3").digest()
    assert derive(ZEROS, "bot", 3) != derive(ZEROS, "bot", 4)
