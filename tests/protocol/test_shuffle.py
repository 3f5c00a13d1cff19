"""A shuffle is proved exactly when the seed follows from what everybody saw before the game."""

from hashlib import sha256
from typing import Any

import pytest

from opera_protocol.texts.sentences import VERDICTS
from opera_protocol.wire.shuffle import (
    REASONS,
    Seen,
    Verdict,
    check_shuffle,
    digest_of,
    proof_of,
    read_seen,
    seed_of,
    write_seen,
)

SECRET = bytes(range(32))
GIVEN = {0: b"\x01" * 32, 2: b"\x02" * 32}
OTHER = (b"\x07" * 32).hex()
SEEN = Seen(
    commitment=digest_of(SECRET).hex(),
    hashes={str(seat): digest_of(given).hex() for seat, given in GIVEN.items()},
    seat=2,
    contribution=GIVEN[2].hex(),
)


def proof(**changes: Any) -> dict[str, Any]:
    return {**proof_of(SECRET, GIVEN), **changes}


def test_the_formulas_are_the_published_ones() -> None:
    """Commitment and seed are the hashes that the contract writes out, to the byte."""
    assert digest_of(SECRET).hex() == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    expected = sha256(b"opera-seed-1" + SECRET + GIVEN[0] + GIVEN[2]).hexdigest()
    assert seed_of(SECRET, [GIVEN[0], GIVEN[2]]).hex() == expected
    assert proof_of(SECRET, {2: GIVEN[2], 0: GIVEN[0]})["seed"] == expected


def test_an_honest_shuffle_is_proved() -> None:
    """The proof holds by itself, and against what a player or a spectator saw before the game."""
    assert check_shuffle(proof()) == Verdict(kind="proved")
    assert check_shuffle(proof(), SEEN) == Verdict(kind="proved", is_witnessed=True)
    watched = Seen(commitment=SEEN.commitment, hashes=SEEN.hashes)
    assert check_shuffle(proof(), watched).kind == "proved"


def test_what_nobody_took_part_in_is_not_provable() -> None:
    """A seed set by hand and one of the server alone are said to be so, and are no accusation."""
    by_hand = {"seed": OTHER, "by_hand": True}
    assert check_shuffle(by_hand) == Verdict(kind="not_provable", reason="by_hand")
    assert check_shuffle({"seed": OTHER}) == Verdict(kind="not_provable", reason="by_hand")
    alone = proof_of(SECRET, {})
    assert check_shuffle(alone) == Verdict(kind="not_provable", reason="nobody_contributed")


DISHONEST: list[tuple[str, Any]] = [
    ("secret_differs", proof(secret=OTHER)),
    ("secret_differs", proof(commitment=OTHER)),
    ("seed_differs", proof(seed=OTHER)),
    ("seed_differs", proof(contributions={"0": OTHER, "2": GIVEN[2].hex()})),
    ("seed_differs", proof(contributions={"0": GIVEN[0].hex()})),
    ("malformed", None),
    ("malformed", {}),
    ("malformed", {"by_hand": True}),
    ("malformed", proof(seed=5)),
    ("malformed", proof(secret=None)),
    ("malformed", proof(secret="AB" * 32)),
    ("malformed", proof(contributions=[])),
    ("malformed", proof(contributions={"0": "00"})),
    ("malformed", proof(contributions={"zero": OTHER})),
    ("malformed", proof(contributions={"10": OTHER})),
]


@pytest.mark.parametrize(("reason", "shuffle"), DISHONEST)
def test_a_shuffle_that_does_not_add_up_is_broken(reason: str, shuffle: Any) -> None:
    """Whatever does not follow from the formulas is found without any witness, and named."""
    assert check_shuffle(shuffle) == Verdict(kind="broken", reason=reason)


def test_a_shuffle_made_up_afterwards_is_found_by_who_saw_the_first_one() -> None:
    """Another secret, other players, a replaced contribution and a seed by hand add up, yet are not what was seen."""
    own, other = GIVEN[2], b"\x09" * 32
    made_up = {
        "other_commitment": proof_of(b"\x08" * 32, GIVEN),
        "other_seats": proof_of(SECRET, {2: own}),
        "other_contribution": proof_of(SECRET, {0: other, 2: own}),
        "own_contribution": proof_of(SECRET, {0: GIVEN[0], 2: other}),
    }
    for reason, shuffle in made_up.items():
        assert check_shuffle(shuffle).kind == "proved", "by itself it adds up"
        assert check_shuffle(shuffle, SEEN) == Verdict(kind="broken", reason=reason, is_witnessed=True)
    assert check_shuffle({"seed": OTHER, "by_hand": True}, SEEN).kind == "broken"


def test_what_was_seen_is_kept_in_a_file() -> None:
    """The record comes back as it was; anything else is none, also a record of an own seat without its bytes."""
    assert read_seen(write_seen(SEEN)) == SEEN
    half = Seen(commitment=SEEN.commitment, hashes=SEEN.hashes, seat=1, contribution=OTHER)
    nonsense = [b"", b"{}", b"[]", b"\xff", b"[" * 100_000, write_seen(half), write_seen(SEEN)[:-5]]
    assert [read_seen(content) for content in nonsense] == [None] * len(nonsense)


def test_every_verdict_has_a_sentence() -> None:
    """Each reason of each kind leads to a sentence, and there is no sentence too many."""
    verdicts = [Verdict(kind=kind, reason=reason) for kind, reasons in REASONS.items() for reason in reasons]  # type: ignore[arg-type]
    codes = {verdict.code for verdict in verdicts} | {Verdict(kind="proved", is_witnessed=True).code}
    assert codes == VERDICTS.keys()
